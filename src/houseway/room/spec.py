"""The offer of a table: the game with its readings, pay table and settings, the seats, and the computer players."""

import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from houseway.errors import BadSetting
from houseway.games.catalogue import game_class
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PaySet, pay_set_from
from houseway.games.engine.sheet import sheet
from houseway.games.strategies import strategy
from houseway.games.strategies.base import Strategy
from houseway.games.telling.styles import automatic_names

INVITATION_PREFIX = b"houseway invitation 1\n"


def new_invitation() -> str:
    """Return a new invitation code that cannot be guessed."""
    return secrets.token_urlsafe(18)


def print_of(code: str) -> str:
    """Return the hash of an invitation code for the log. The code cannot be found from it."""
    return sha256(INVITATION_PREFIX + code.encode()).hexdigest()


def invites(code: str, stored_print: str) -> bool:
    """Return whether an invitation code matches a stored hash."""
    return hmac.compare_digest(print_of(code), stored_print)


LARGEST_SPEC = 16 * 1024
MOST_CENTS = 10**12
"""The largest amount that can be set or bet."""
MOST_GAMES = 128
"""Number of games cached for later tables with the same description."""
_OWN_FIELDS = {"paytable", "readings", "jurisdiction", "on", "deck"}
PRINT = re.compile(r"[0-9a-f]{64}")
_FRACTION = re.compile(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}")
"""A fraction within the bounds of game files, never divided by zero."""


Players = Callable[[Game | str, str, int], Strategy]
"""A factory of computer players, by the game's slug, the player's name and a seed."""


@dataclass(frozen=True)
class TableSpec:
    """The options of a new table. Everything but the game has a default.

    `paytable` is the name of a pay table from the approval letter, or rows as in a pay table file. `bots` gives seats
    to computer players by the names of their strategies. `on` is the day whose limits apply, by default the day of
    opening. `practice` means that the table has separate chips, which never leave it. `invitation` is the hash of the
    invitation code of a private table, empty for a table that is open to all. `meters` gives the room's meters, by
    number, to the names that the prize table has for them.
    """

    game: str
    readings: Mapping[str, str] = field(default_factory=dict)
    paytable: str | Mapping[str, Any] | None = None
    seats: int | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    jurisdiction: str = "washington"
    on: date | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    practice: bool = False
    invitation: str = ""
    meters: Mapping[str, int] = field(default_factory=dict)

    def completed(self, today: date, players: Players = strategy) -> "TableSpec":
        """Return the spec with the day, every reading and the number of seats filled in and checked."""
        dated = replace(self, on=self.on or today)
        _check_size(dated)
        _check_amounts(dated)
        game = dated.make_game()
        seats = game.seats[-1] if dated.seats is None else dated.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in game.seats:
            raise BadSetting(f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; got {seats!r}.")
        _check_meters(dated, game)
        for seat, name in dated.bots.items():
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
                raise BadSetting(f"Computer players need a seat index from 0 to {seats - 1}; got {seat!r}.")
            players(game, name, 0)
        return replace(dated, seats=seats, readings=dict(game.readings))

    @cached_property
    def automatic(self) -> dict[int, str]:
        """Return the display names of the computer players, by seat.

        Logs have the names of their strategies instead.
        """
        return automatic_names(self.bots)

    def make_game(self) -> Game:
        """Return the table's game, shared by all tables with the same offer.

        A game derives facts about itself, such as its maximum payout, in up to a quarter of a second.
        """
        if not isinstance(self.game, str) or self.on is None:
            return self._configured()
        offered = replace(self, seats=None, bots={}, practice=False, invitation="", meters={})
        try:
            described = json.dumps(offered.to_dict())
        except (TypeError, ValueError, RecursionError):
            return self._configured()
        return _cached_game(game_class(self.game), described)

    def _configured(self) -> Game:
        options: dict[str, Any] = {
            name: Fraction(value) if isinstance(value, str) and _FRACTION.fullmatch(value) else value
            for name, value in self.options.items()
        }
        if not isinstance(self.game, str) or not isinstance(self.jurisdiction, str) or set(options) & _OWN_FIELDS:
            raise BadSetting(
                f"Options are for the game's settings and cannot include {', '.join(sorted(_OWN_FIELDS))}."
            )
        configure: Callable[..., Game] = game_class(self.game).configure
        try:
            return configure(
                paytable=self._pay_set(),
                readings=self.readings,
                jurisdiction=self.jurisdiction,
                on=self.on,
                **options,
            )
        except TypeError as error:
            raise BadSetting(f"The table's settings cannot be read: {error}") from None

    def _pay_set(self) -> str | PaySet | None:
        game_class(self.game)
        facts = sheet(self.game)
        if isinstance(self.paytable, Mapping):
            return pay_set_from(
                self.paytable,
                self.game,
                facts.pay_sets,
                facts.table_forms,
                source="the table's pay table",
                default_name="custom",
            )
        if self.paytable is not None and self.paytable not in facts.pay_sets:
            expected = ", ".join(facts.pay_sets.offered) or "none: the letter has no pay table"
            raise BadSetting(f"Pay table must be one of {expected}, or rows; got {self.paytable!r}.")
        return self.paytable

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "game": self.game,
            "readings": dict(self.readings),
            "paytable": dict(self.paytable) if isinstance(self.paytable, Mapping) else self.paytable,
            "seats": self.seats,
            "bots": {str(seat): name for seat, name in sorted(self.bots.items())},
            "jurisdiction": self.jurisdiction,
            "on": None if self.on is None else self.on.isoformat(),
            "options": dict(self.options),
            **({"practice": True} if self.practice else {}),
            **({"invitation": self.invitation} if self.invitation else {}),
            **({"meters": dict(sorted(self.meters.items()))} if self.meters else {}),
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "TableSpec":
        """Read the plain form back."""
        known = set(cls.__dataclass_fields__)
        if not isinstance(plain, Mapping) or "game" not in plain or not set(plain) <= known:
            raise BadSetting(
                f"a table has the fields {', '.join(sorted(known))}, of which game is needed; got {plain!r}"
            )
        try:
            day = plain.get("on")
            return cls(
                **{
                    **plain,
                    "bots": {int(seat): _style(name) for seat, name in dict(plain.get("bots") or {}).items()},
                    "readings": dict(plain.get("readings") or {}),
                    "options": dict(plain.get("options") or {}),
                    "meters": dict(plain.get("meters") or {}),
                    "on": None if day is None else date.fromisoformat(day),
                }
            )
        except (TypeError, ValueError) as error:
            raise BadSetting(f"The table cannot be read: {error}") from None


@lru_cache(MOST_GAMES)
def _cached_game(_: type[Game], described: str) -> Game:
    return TableSpec.from_dict(json.loads(described))._configured()


def _style(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"A computer player must have the name of a strategy; got {name!r}.")
    return name


def _check_size(spec: TableSpec) -> None:
    try:
        size = len(json.dumps(spec.to_dict()))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadSetting(f"The table's settings cannot be written as JSON: {error}.") from None
    if size > LARGEST_SPEC:
        raise BadSetting(f"A table's settings can have at most {LARGEST_SPEC // 1024} KiB; got {size // 1024} KiB.")


def _check_amounts(spec: TableSpec) -> None:
    if type(spec.practice) is not bool:
        raise BadSetting(f"practice must be true or false; got {spec.practice!r}.")
    if spec.invitation != "" and not (isinstance(spec.invitation, str) and PRINT.fullmatch(spec.invitation)):
        raise BadSetting(f"An invitation's hash must have 64 hexadecimal digits; got {spec.invitation!r}.")
    for name, value in spec.options.items():
        if isinstance(value, int) and abs(value) > MOST_CENTS:
            raise BadSetting(f"{name}: a table setting can be at most {MOST_CENTS}; got {value}.")


def _check_meters(spec: TableSpec, game: Game) -> None:
    """Check that a table with a wager on meters has each meter once. Practice chips neither feed nor win a meter."""
    wager, given = game.meter_wager, spec.meters
    wanted = () if wager is None else wager.prizes.meters
    if set(given) != set(wanted):
        raise BadSetting(f"Give a meter for each of: {', '.join(wanted) or 'none'}; got {', '.join(given) or 'none'}.")
    if any(type(meter_id) is not int for meter_id in given.values()) or len(set(given.values())) < len(given):
        raise BadSetting(f"Give each meter once, by its number; got {given!r}.")
    if given and spec.practice:
        raise BadSetting("A practice table cannot have meters.")


def departures(game: Game) -> tuple[str, ...]:
    """Return everything about a game that the house does not back with chips.

    That is every way in which a house-banked game departs from its letter (`Game.modifications`), and any game without
    a legal limit on its wagers. Readings of a player vs. player game cost the house nothing.
    """
    between_players = isinstance(game, GameBetweenPlayers)
    limit = game.limits.largest_poker_wager if between_players else game.limits.largest_wager
    unlimited = () if limit is not None else (f"no limit on a wager is in force in {game.limits.jurisdiction}",)
    return (*(() if between_players else game.modifications()), *unlimited)


@dataclass(frozen=True, slots=True)
class HouseLimits:
    """The house's limits on each opening wager, in cents. The legal limits still apply."""

    least: int = 0
    largest: int | None = None

    def check_itself(self) -> None:
        """Refuse limits that no wager could meet."""
        largest = self.least if self.largest is None else self.largest
        if any(isinstance(bound, bool) or not isinstance(bound, int) for bound in (self.least, largest)):
            raise BadSetting(f"Table limits must be whole cents; got {self.least!r} and {self.largest!r}.")
        if not 0 <= self.least <= largest <= MOST_CENTS:
            raise BadSetting(
                f"Table limits must go from 0 to at most {MOST_CENTS} cents; got {self.least} to {largest}."
            )

    def check(self, game: Game, bet: Bet) -> None:
        """Refuse an opening wager outside the limits. Chips brought to a table are not a wager."""
        for wager in game.wagers:
            amount = bet.amount(wager.name)
            if not wager.limited or not amount:
                continue
            if amount < self.least or (self.largest is not None and amount > self.largest):
                most = " or more" if self.largest is None else f" to {dollars(self.largest)}"
                raise BadSetting(f"{wager.title}: this table takes {dollars(self.least)}{most}; got {dollars(amount)}.")

    def to_dict(self) -> dict[str, int | None]:
        """Return a plain form for JSON."""
        return {"least": self.least, "largest": self.largest}


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as listed in the lobby.

    `usual` means that it has the defaults. `free_seat` is the first empty seat. `sitters` are the people there and `by`
    is the user who opened it. A private table is listed only to them. `automatic` has a line on each computer player.
    `present` are the people with a browser there.
    """

    id: int
    game: str
    title: str
    label: str
    seats: int
    free: int
    people: int
    phase: str
    opened: int
    names: tuple[str, ...]
    automatic: tuple[str, ...]
    free_seat: int | None
    usual: bool
    private: bool
    practice: bool
    by: int
    sitters: frozenset[int]
    present: frozenset[int]

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for another process of the room."""
        return {**asdict(self), "sitters": sorted(self.sitters), "present": sorted(self.present)}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "TableInfo":
        """Read a plain form."""
        tuples = {name: tuple(plain[name]) for name in ("names", "automatic")}
        return cls(**{**plain, **tuples, **{name: frozenset(plain[name]) for name in ("sitters", "present")}})
