"""A round that is on at a table: the state of the game, and which seat of the table each of its seats is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from houseway.cards.seed import Seed
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import Event, visible_text
from houseway.games.engine.game import Game
from houseway.games.engine.irregularity import HOUSE_DECISION, Irregularity
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State
from houseway.games.telling.result import Result, result_of
from houseway.games.telling.words import plain
from houseway.room.fairness import round_seed
from houseway.room.ruling import Ruling

_SEAT_WORD = re.compile(r"\b([Ss]eat) (\d+)\b")


@dataclass(frozen=True)
class Round:
    """`seats` names the seats of the table that play, in order: the game numbers them from 0 without gaps.

    `users` are the people who play them, None for an automatic player: a seat may be someone else's after the round.
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
    """Of every seat that was to play when the bets were closed; empty for one that promised nothing."""
    withheld: Mapping[int, str] = field(default_factory=dict)
    """Who promised and did not reveal, and so does not play."""

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
        """Shuffle, and go on to the first decision. `button` is a seat of the table."""
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
        """The round after a decision, at the next one or at its end."""
        return replace(self, state=self.state.apply(action).advance())

    @property
    def declarable(self) -> tuple[Irregularity, ...]:
        """What the floor may void the round for now: what the letter has at this moment, or a decision of the house."""
        return () if self.state.is_over else (*self.state.irregularities(), HOUSE_DECISION)

    def void(self, name: str, reason: str, by: int) -> "Round":
        """The round ended by the floor."""
        found = {irregularity.name: irregularity for irregularity in self.declarable}
        over = self.state.void(name)
        return replace(self, state=over, ruling=Ruling(found[name], reason, by))

    @property
    def actor(self) -> int | None:
        """The seat of the table that decides now, None once the round is over."""
        actor = self.state.actor
        return self.seats[actor] if isinstance(actor, int) else None

    def place_of(self, seat: int | None) -> int | None:
        """The number that the game gives to a seat of the table, None where it does not play."""
        return self.seats.index(seat) if seat in self.seats else None

    def place_of_user(self, user_id: int | None) -> int | None:
        """The number that the game gives to the seat at which a person plays, None for who plays no seat of it."""
        return None if user_id is None or user_id not in self.users else self.users.index(user_id)

    @property
    def staked(self) -> dict[int, int]:
        """What each seat of the table has in wagers."""
        totals = [sum(amount for _, amount in wagers) for wagers in self.state.wagers()]
        return dict(zip(self.seats, totals, strict=True))

    @cached_property
    def prices(self) -> tuple[tuple[Action, int], ...]:
        """Every listed decision with the chips that it adds to the wagers of the seat that decides.

        In no game does the price depend on which cards are chosen, only on how many: one choice of each sort is tried.
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
        """The chips that a decision adds to the wagers of its seat."""
        place = self.state.actor
        assert isinstance(place, int), "a seat decides"

        def total(state: State) -> int:
            return sum([amount for _, amount in state.wagers()[place]])

        return total(self.state.apply(action)) - total(self.state)

    @property
    def default_action(self) -> Action:
        """What is done for a seat that does not answer: what costs nothing, and gives up only if nothing else does."""
        return min(self.prices, key=lambda priced: (priced[1], priced[0].kind == "fold"))[0]

    def events_after(self, before: int) -> list[dict[str, Any]]:
        """The events from a place on, as the log has them: numbered as the game numbers its seats."""
        return [event.to_dict() for event in self.state.events[before:]]

    def settlements(self) -> list[dict[str, Any]]:
        """How every wager ended, as the log has it."""
        return [settlement.to_dict() for settlement in self.state.settlements]

    @property
    def results(self) -> dict[int, int]:
        """What each seat of the table won or lost."""
        return {seat: self.state.result(place) for place, seat in enumerate(self.seats)}

    @property
    def between_players(self) -> bool:
        """Whether players win from each other."""
        return isinstance(self.state.game, GameBetweenPlayers)

    @cached_property
    def result(self) -> Result | None:
        """How a round came out that was played to its end."""
        return result_of(self.state) if self.state.is_over and self.ruling is None else None

    def at_table(self, event: Event) -> dict[str, Any]:
        """An event with the seats of the table for those of the game, less what only the log needs."""
        return {
            "clause": event.clause,
            "text": plain(self.words_at_table(event.text)),
            "seat": None if event.seat is None else self.seats[event.seat],
            "cards": visible_text(event.cards),
            "amount": event.amount,
        }

    def words_at_table(self, text: str) -> str:
        """Words of the game that name its seats, for the table.

        A round at the seats 1 and 4 of a table calls them 0 and 1.
        """
        if not self._renumbers:
            return text
        return _SEAT_WORD.sub(lambda found: f"{found[1]} {self._table_seat(int(found[2]))}", text)

    @cached_property
    def _renumbers(self) -> bool:
        return any(place != seat for place, seat in enumerate(self.seats))

    def _table_seat(self, place: int) -> int:
        return self.seats[place] if place < len(self.seats) else place


def bets_to_list(bets: Sequence[Bet]) -> list[dict[str, int]]:
    """Bets in a plain form."""
    return [dict(bet) for bet in bets]
