"""The state of a table at one moment: seats, bets, the round in progress.

Each record of the log leads to the next state.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import BadSetting, NotAllowed
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import HOUSE_DECISION, Event, Irregularity, Settlement, visible_text
from houseway.games.engine.game import Game
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State
from houseway.games.telling.hands import table_text
from houseway.games.telling.result import Result, result_of
from houseway.room.fairness import FACTS, IN_CLEAR, round_seed
from houseway.room.ledger import MINT, changes, house_account, seat_account, stakes_account, user_account
from houseway.room.log import Draft
from houseway.room.ruling import Ruling
from houseway.room.spec import HouseLimits, TableSpec

_SEAT_WORD = re.compile(r"\b([Ss]eat) (\d+)\b")


@dataclass(frozen=True)
class Round:
    """A round in progress.

    `seats` names the playing seats of the table, in order. The game numbers them from 0 without gaps. `users` are the
    people who play them, None for a computer player. A seat may belong to another person after the round.
    """

    number: int
    seats: tuple[int, ...]
    users: tuple[int | None, ...]
    bets: tuple[Bet, ...]
    contributions: Mapping[int, str]
    button: int | None
    state: State
    ruling: Ruling | None = None
    promises: Mapping[int, str] = field(default_factory=dict)
    """The promise of every seat that was to play when the bets were closed. Empty for a seat without a promise."""
    withheld: Mapping[int, str] = field(default_factory=dict)
    """The people who promised but did not reveal, and so sit out the round."""

    @classmethod
    def begin(
        cls,
        game: Game,
        table_id: int,
        number: int,
        bets: Mapping[int, Bet],
        users: Mapping[int, int | None],
        contributions: Mapping[int, str],
        button: int | None,
        server_seed: Seed,
        protocol: int,
        meters: Mapping[str, Showing] | None = None,
    ) -> "Round":
        """Shuffle, and continue to the first decision. `button` is a seat of the table."""
        seats = tuple(sorted(bets))
        options: dict[str, Any] = {} if button is None else {"button": seats.index(button)}
        if meters:
            options["meters"] = meters
        in_order = tuple(bets[seat] for seat in seats)
        seed = round_seed(server_seed, table_id, number, contributions, protocol)
        state = game.start(in_order, seed=seed, **options).advance()
        played_by = tuple(users[seat] for seat in seats)
        return cls(number, seats, played_by, in_order, dict(contributions), button, state)

    def play(self, action: Action) -> "Round":
        """Return the round after a decision, at the next decision or at its end."""
        return replace(self, state=self.state.apply(action).advance())

    @property
    def declarable(self) -> tuple[Irregularity, ...]:
        """Return the reasons for which the floor may void the round now: the letter's, or a house decision."""
        return () if self.state.is_over else (*self.state.irregularities(), HOUSE_DECISION)

    def void(self, name: str, reason: str, by: int) -> "Round":
        """Return the round as the floor ended it."""
        found = {irregularity.name: irregularity for irregularity in self.declarable}
        over = self.state.void(name)
        return replace(self, state=over, ruling=Ruling(found[name], reason, by))

    @property
    def actor(self) -> int | None:
        """Return the seat of the table that decides now, or None once the round is over."""
        actor = self.state.actor
        return self.seats[actor] if isinstance(actor, int) else None

    def place_of(self, seat: int | None) -> int | None:
        """Return the game's number for a seat of the table, or None if the seat does not play."""
        return self.seats.index(seat) if seat in self.seats else None

    def place_of_user(self, user_id: int | None) -> int | None:
        """Return the game's number for a person's seat, or None if the person does not play."""
        return None if user_id is None or user_id not in self.users else self.users.index(user_id)

    @property
    def staked(self) -> dict[int, int]:
        """Return the amount that each seat of the table has in wagers."""
        totals = [sum(amount for _, amount in wagers) for wagers in self.state.wagers()]
        return dict(zip(self.seats, totals, strict=True))

    @cached_property
    def prices(self) -> tuple[tuple[Action, int], ...]:
        """Return every listed decision with the chips that it adds to the wagers of the seat that decides.

        In no game does the price depend on which cards are chosen, only on how many. So one choice of each sort is
        tried.
        """
        known: dict[tuple[str, str, int, int], int] = {}
        priced: list[tuple[Action, int]] = []
        for action in self.state.decisions():
            sort = (action.kind, action.option, action.amount, len(action.cards))
            if sort not in known:
                known[sort] = self.price(action)
            priced.append((action, known[sort]))
        return tuple(priced)

    def price(self, action: Action) -> int:
        """Return the chips that a decision adds to the wagers of its seat."""
        place = self.state.actor
        assert isinstance(place, int), "a seat decides"

        def total(state: State) -> int:
            return sum([amount for _, amount in state.wagers()[place]])

        return total(self.state.apply(action)) - total(self.state)

    @property
    def default_action(self) -> Action:
        """Return the decision for a seat that does not answer.

        It costs nothing, and folds only if nothing else is free.
        """
        return min(self.prices, key=lambda priced: (priced[1], priced[0].kind == "fold"))[0]

    def events_after(self, before: int, protocol: int) -> list[dict[str, Any]]:
        """Return the events from a position on, in the form of a record. Their seats are the game's, from 0."""
        return [recorded(event, protocol) for event in self.state.events[before:]]

    def settlements(self, protocol: int) -> list[dict[str, Any]]:
        """Return the result of every wager in the form of a record."""
        return [recorded(settlement, protocol) for settlement in self.state.settlements]

    @property
    def results(self) -> dict[int, int]:
        """Return the gain or loss of each seat of the table."""
        return {seat: self.state.result(place) for place, seat in enumerate(self.seats)}

    @property
    def between_players(self) -> bool:
        """Return whether this is a player vs. player game."""
        return isinstance(self.state.game, GameBetweenPlayers)

    @cached_property
    def result(self) -> Result | None:
        """Return the result of a round that was played to its end."""
        return result_of(self.state) if self.state.is_over and self.ruling is None else None

    def at_table(self, event: Event) -> dict[str, Any]:
        """Return an event as the table shows it: in words, by the seats of the table."""
        return {
            "clause": event.clause,
            "text": self.words_at_table(table_text(event.text)),
            "seat": None if event.seat is None else self.seats[event.seat],
            "cards": visible_text(event.cards),
            "amount": event.amount,
        }

    def words_at_table(self, text: str) -> str:
        """Return a game's text with the table's seat numbers.

        A round at seats 1 and 4 of a table calls them 0 and 1.
        """
        if not self._renumbers:
            return text
        return _SEAT_WORD.sub(lambda found: f"{found[1]} {self._table_seat(int(found[2]))}", text)

    @cached_property
    def _renumbers(self) -> bool:
        return any(place != seat for place, seat in enumerate(self.seats))

    def _table_seat(self, place: int) -> int:
        return self.seats[place] if place < len(self.seats) else place


def recorded(entry: Event | Settlement, protocol: int) -> dict[str, Any]:
    """Return an event or a settlement in the form of a record: its facts, and before FACTS its words too."""
    plain = entry.to_dict()
    if protocol >= FACTS:
        del plain["text" if isinstance(entry, Event) else "reason"]
    return plain


def bets_to_list(bets: Sequence[Bet]) -> list[dict[str, int]]:
    """Return bets in a plain form."""
    return [dict(bet) for bet in bets]


PERSON, BOT = "person", "bot"
NO_HOUSE_LIMITS = HouseLimits()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its player. `bank` is the rest of a person's time bank, in milliseconds."""

    kind: str
    name: str
    user_id: int | None = None
    strategy: str = ""
    sitting_out: bool = False
    leaving: bool = False
    bank: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "kind": self.kind,
            "name": self.name,
            "user_id": self.user_id,
            "strategy": self.strategy,
            "sitting_out": self.sitting_out,
            "leaving": self.leaving,
            "bank": self.bank,
        }


@dataclass(frozen=True, slots=True)
class PlacedBet:
    """A seat's opening wagers for the next round, its promise of a contribution to the shuffle, and the contribution
    once it is revealed.
    """

    bet: Bet
    promise: str = ""
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class Retired:
    """A retired commitment, which no round uses: its number, the reason, and who withheld, if that is the reason."""

    number: int
    reason: str
    withheld: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TableState:
    """A table. `number` and `commitment` are those of the round in progress, or of the next one.

    `promises` are those of every seat of the next round after its bets are closed, and empty before. `withheld` names
    the people who did not reveal. `barred` gives the round from which they may play again.
    """

    id: int
    spec: TableSpec
    game: Game
    seats: tuple[Seat | None, ...]
    stacks: tuple[int, ...]
    number: int = 0
    commitment: str = ""
    protocol: int = IN_CLEAR
    bets: Mapping[int, PlacedBet] = field(default_factory=dict)
    promises: Mapping[int, str] = field(default_factory=dict)
    withheld: Mapping[int, str] = field(default_factory=dict)
    barred: Mapping[int, int] = field(default_factory=dict)
    retired: Retired | None = None
    round: Round | None = None
    last: Round | None = None
    last_commitment: str = ""
    last_seed: str = ""
    button: int | None = None
    moves: int = 0
    limits: HouseLimits = NO_HOUSE_LIMITS
    closed: bool = False
    unseen: Mapping[str, int] | None = None
    """If the seed of the round in progress was lost, the cents that each account has at stake. Otherwise None."""

    @classmethod
    def opened(cls, table_id: int, spec: TableSpec) -> "TableState":
        """Return a new table, with its computer players seated."""
        game = spec.make_game()
        if type(spec.seats) is not int or spec.seats not in game.seats:
            raise BadSetting(f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; got {spec.seats!r}.")
        seats = tuple(
            Seat(BOT, f"{spec.bots[seat]} {seat}", strategy=spec.bots[seat]) if seat in spec.bots else None
            for seat in range(spec.seats)
        )
        return cls(table_id, spec, game, seats, (0,) * spec.seats)

    def seat_of(self, user_id: int | None) -> int | None:
        """Return the seat of a person, or None."""
        if user_id is None:
            return None
        return next((place for place, seat in enumerate(self.seats) if seat and seat.user_id == user_id), None)

    def own_seat(self, user_id: int) -> int:
        """Return the seat of a person, who must have one."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise NotAllowed("You do not have a seat at this table.")
        return seat

    def at(self, seat: int) -> Seat:
        """Return the player at a seat that is taken."""
        sitter = self.seats[seat]
        assert sitter is not None, f"seat {seat} is taken"
        return sitter

    def with_seat(self, seat: int, sitter: Seat | None) -> "TableState":
        """Return the table with another player, or none, at a seat."""
        return replace(self, seats=(*self.seats[:seat], sitter, *self.seats[seat + 1 :]))

    def after_transfers(self, draft: Draft) -> "TableState":
        """Return the table with the stacks after a record's transfers."""
        if not draft.transfers:
            return self
        gains = changes(draft.transfers)
        stacks = tuple(stack + gains[seat_account(self.id, seat)] for seat, stack in enumerate(self.stacks))
        return replace(self, stacks=stacks) if stacks != self.stacks else self

    @property
    def between_players(self) -> bool:
        """Return whether this is a player vs. player game, with stacks at the table."""
        return isinstance(self.game, GameBetweenPlayers)

    @property
    def practice(self) -> bool:
        """Return whether the chips of this table never leave it."""
        return self.spec.practice

    @property
    def bank(self) -> str:
        """Return the account that lends chips to seats without any, and gets them back."""
        return house_account(self.id) if self.practice else MINT

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats where people sit."""
        return tuple(place for place, seat in enumerate(self.seats) if seat and seat.kind == PERSON)

    @property
    def bots(self) -> tuple[int, ...]:
        """Return the seats of computer players."""
        return tuple(place for place, seat in enumerate(self.seats) if seat and seat.kind == BOT)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the seats whose bets the next round waits for."""
        return tuple(seat for seat in self.people if not self.promises and self._is_awaited(seat))

    def _is_awaited(self, seat: int) -> bool:
        sitter = self.at(seat)
        return not (seat in self.bets or sitter.sitting_out or sitter.leaving or self.barred_until(seat))

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """Return the seats whose promised contributions the round waits for, after its bets are closed."""
        return tuple(seat for seat in self.promises if seat in self.bets and self._owes(self.bets[seat]))

    @staticmethod
    def _owes(placed: PlacedBet) -> bool:
        return bool(placed.promise) and not placed.contribution

    def barred_until(self, seat: int) -> int | None:
        """Return the first round that a player who withheld may play again, or None if they may play now.

        They wait for rounds of other players. If no other player at the table may play, they do not wait.
        """
        until = self._barred_until(seat)
        others = any(self._barred_until(other) is None for other in self.people if other != seat)
        return until if others else None

    def _barred_until(self, seat: int) -> int | None:
        user_id = self.at(seat).user_id
        until = None if user_id is None else self.barred.get(user_id)
        return until if until is not None and until > self.number else None

    @property
    def ready(self) -> tuple[int, ...]:
        """Return the seats that would play the next round."""
        return tuple(sorted((*self.bets, *self.bots)))

    @property
    def can_start(self) -> bool:
        """Return whether a person has bet and there are enough players."""
        return bool(self.bets) and self.round is None and self.unseen is None and len(self.ready) in self.game.seats

    def next_button(self) -> int | None:
        """Return the seat that the button moves to: the next one that plays."""
        if not self.between_players:
            return None
        later = [seat for seat in self.ready if self.button is not None and seat > self.button]
        return later[0] if later else self.ready[0]

    def purse(self, seat: int) -> str:
        """Return the account that a seat's wagers come from."""
        user_id = self.at(seat).user_id
        if user_id is None or self.between_players or self.practice:
            return seat_account(self.id, seat)
        return user_account(user_id)

    def chips_of(self, user_id: int) -> int:
        """Return a person's chips on the table: stack, bets for the next round, wagers in this one."""
        seat = self.seat_of(user_id)
        if seat is None or self.practice:
            return 0
        placed = 0 if self.between_players or seat not in self.bets else sum(self.bets[seat].bet.values())
        staked = 0 if self.round is None else self.round.staked.get(seat, 0)
        staked += 0 if self.unseen is None else self.unseen.get(self.purse(seat), 0)
        return self.stacks[seat] + placed + staked

    @property
    def stakes(self) -> str:
        """Return the account of all wagers on the table."""
        return stakes_account(self.id)

    def checkpoint(self, protocol: int) -> dict[str, Any]:
        """Return everything that later records need from earlier ones."""
        barred = {str(user): self.barred[user] for user in sorted(self.barred)}
        return {
            **({} if protocol == IN_CLEAR else {"barred": barred}),
            "seats": [None if seat is None else seat.to_dict() for seat in self.seats],
            "stacks": list(self.stacks),
            "button": self.button,
            "moves": self.moves,
            "limits": self.limits.to_dict(),
        }

    def from_checkpoint(self, plain: Mapping[str, Any]) -> "TableState":
        """Return the table as a checkpoint describes it."""
        limits = HouseLimits(**plain["limits"])
        limits.check_itself()
        return replace(
            self,
            seats=tuple(None if seat is None else Seat(**seat) for seat in plain["seats"]),
            stacks=tuple(plain["stacks"]),
            button=plain["button"],
            moves=plain["moves"],
            barred={int(user): until for user, until in plain.get("barred", {}).items()},
            limits=limits,
        )
