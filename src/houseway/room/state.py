"""What is so at a table at one moment: seats, bets, the round that is on. Each record of the log leads to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.errors import BadSetting, NotAllowed
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.room.fairness import IN_CLEAR, PROMISED
from houseway.room.ledger import MINT, changes, house_account, seat_account, stakes_account, user_account
from houseway.room.log import Draft
from houseway.room.round import Round
from houseway.room.spec import HouseLimits, TableSpec

PERSON, BOT = "person", "bot"
NO_HOUSE_LIMITS = HouseLimits()


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat. `bank` is what is left of a person's time bank, in milliseconds."""

    kind: str
    name: str
    user_id: int | None = None
    strategy: str = ""
    sitting_out: bool = False
    leaving: bool = False
    bank: int = 0

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
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
    """A seat's opening wagers for the next round, its promise of a contribution to the shuffle, and once it is revealed
    the contribution."""

    bet: Bet
    promise: str = ""
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class Retired:
    """A commitment that no round was or will be played by: of which number, why, and who withheld, if that is why."""

    number: int
    reason: str
    withheld: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TableState:
    """A table. `number` and `commitment` are those of the round that is on, or of the next one.

    `promises` are those of every seat of the coming round once its bets are closed, and none before; `withheld` names
    the people who did not keep theirs, and `barred` tells from which round on they may play again.
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
    """Of a round in progress whose seed was lost, the cents that each account has at stake; None of any other."""

    @classmethod
    def opened(cls, table_id: int, spec: TableSpec) -> "TableState":
        """A new table, with its automatic players seated."""
        game = spec.make_game()
        if type(spec.seats) is not int or spec.seats not in game.seats:
            raise BadSetting(f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; got {spec.seats!r}")
        seats = tuple(
            Seat(BOT, f"{spec.bots[seat]} {seat}", strategy=spec.bots[seat]) if seat in spec.bots else None
            for seat in range(spec.seats)
        )
        return cls(table_id, spec, game, seats, (0,) * spec.seats)

    def seat_of(self, user_id: int | None) -> int | None:
        """Where a person sits."""
        if user_id is None:
            return None
        return next((place for place, seat in enumerate(self.seats) if seat and seat.user_id == user_id), None)

    def own_seat(self, user_id: int) -> int:
        """Where a person sits, or an error if nowhere here."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise NotAllowed("You do not have a seat at this table.")
        return seat

    def at(self, seat: int) -> Seat:
        """Who sits at a seat that is taken."""
        sitter = self.seats[seat]
        assert sitter is not None, f"seat {seat} is taken"
        return sitter

    def with_seat(self, seat: int, sitter: Seat | None) -> "TableState":
        """The table with someone else, or no one, at a seat."""
        return replace(self, seats=(*self.seats[:seat], sitter, *self.seats[seat + 1 :]))

    def after_transfers(self, draft: Draft) -> "TableState":
        """The table with the stacks that a record's transfers lead to."""
        if not draft.transfers:
            return self
        gains = changes(draft.transfers)
        stacks = tuple(stack + gains[seat_account(self.id, seat)] for seat, stack in enumerate(self.stacks))
        return replace(self, stacks=stacks) if stacks != self.stacks else self

    @property
    def between_players(self) -> bool:
        """Whether players bring stacks and win from each other."""
        return isinstance(self.game, GameBetweenPlayers)

    @property
    def practice(self) -> bool:
        """Whether the chips of this table never leave it."""
        return self.spec.practice

    @property
    def bank(self) -> str:
        """The account that gives chips to those who bring none of their own, and gets them back."""
        return house_account(self.id) if self.practice else MINT

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(place for place, seat in enumerate(self.seats) if seat and seat.kind == PERSON)

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats of automatic players."""
        return tuple(place for place, seat in enumerate(self.seats) if seat and seat.kind == BOT)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose bets the next round waits for."""
        return tuple(seat for seat in self.people if not self.promises and self._is_awaited(seat))

    def _is_awaited(self, seat: int) -> bool:
        sitter = self.at(seat)
        return not (seat in self.bets or sitter.sitting_out or sitter.leaving or self.barred_until(seat))

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats whose promised contributions the round waits for, now that its bets are closed."""
        return tuple(seat for seat in self.promises if seat in self.bets and self._owes(self.bets[seat]))

    @staticmethod
    def _owes(placed: PlacedBet) -> bool:
        return bool(placed.promise) and not placed.contribution

    def barred_until(self, seat: int) -> int | None:
        """The round that a person who withheld may play again; None where they may play now.

        They wait for rounds of others, and so for none where nobody is at the table who may play them.
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
        """The seats that the next round would be played by."""
        return tuple(sorted((*self.bets, *self.bots)))

    @property
    def can_start(self) -> bool:
        """Whether someone has bet and there are enough players."""
        return bool(self.bets) and self.round is None and self.unseen is None and len(self.ready) in self.game.seats

    def next_button(self) -> int | None:
        """Where the button goes: to the next seat that plays."""
        if not self.between_players:
            return None
        later = [seat for seat in self.ready if self.button is not None and seat > self.button]
        return later[0] if later else self.ready[0]

    def purse(self, seat: int) -> str:
        """The account that a seat's wagers come from."""
        user_id = self.at(seat).user_id
        if user_id is None or self.between_players or self.practice:
            return seat_account(self.id, seat)
        return user_account(user_id)

    def chips_of(self, user_id: int) -> int:
        """A person's own chips on the table: stack, bets for the next round, wagers in this one."""
        seat = self.seat_of(user_id)
        if seat is None or self.practice:
            return 0
        placed = 0 if self.between_players or seat not in self.bets else sum(self.bets[seat].bet.values())
        staked = 0 if self.round is None else self.round.staked.get(seat, 0)
        staked += 0 if self.unseen is None else self.unseen.get(self.purse(seat), 0)
        return self.stacks[seat] + placed + staked

    @property
    def stakes(self) -> str:
        """The account of all wagers on the table."""
        return stakes_account(self.id)

    def checkpoint(self, protocol: int = PROMISED) -> dict[str, Any]:
        """All that the records from here on need to know of those before."""
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
        """The table as a checkpoint has it."""
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
