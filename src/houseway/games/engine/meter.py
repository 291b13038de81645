"""Meters in whole cents, and the progressive wagers whose best hands pay a share of one.

Parts of a cent are kept, not rounded. `carry` is the amount owed to the meter beyond its whole cents, in millionths of
a cent, and `reserve_carry` the same for its reserve. A cent moves when it is full, so that every account has whole
cents and nothing is lost or invented. Nothing here depends on tables, rounds or a ledger. Every change gives the meter
after it and the moves between its five parties.

The table of a progressive wager gives only the share that each hand takes, and of which meter. Seeds and increments are
the operator's, and are not in any sheet.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from houseway.errors import BadPayTable, BadSetting
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PayTable, TableForm, read_table
from houseway.ranking import ranking

MILLIONTHS = 1_000_000
"""The finest part of a cent that a meter keeps."""
MOST = 10**12
"""The largest meter, seed or cap, in cents."""


class Party(StrEnum):
    """A party to a meter's moves: the bets of a round, the meter, its hidden reserve, the house, a player."""

    STAKES = "stakes"
    METER = "meter"
    RESERVE = "reserve"
    HOUSE = "house"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Move:
    """Whole cents from one party to another, and the reason."""

    source: Party
    target: Party
    amount: int
    reason: str


CONTRIBUTION, TO_RESERVE, HIT, SEED = "contribution", "reserve", "hit", "seed"
CORRECTION, SEED_RECOVERED, TRANSFER = "correction", "seed recovered", "transfer"
"""The only reasons for which a meter changes."""


@dataclass(frozen=True, slots=True)
class MeterRules:
    """The rules of a meter: its seed in cents, the parts of a bet for it and for its reserve, and its cap."""

    seed: int
    increment: Fraction
    reserve: Fraction = Fraction(0)
    cap: int | None = None

    def __post_init__(self) -> None:
        for name, amount in (("seed", self.seed), ("cap", self.seed if self.cap is None else self.cap)):
            if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
                raise BadSetting(f"Meter {name} must be 0 to {MOST} whole cents; got {amount!r}.")
        for name, part in (("increment", self.increment), ("reserve", self.reserve)):
            if not isinstance(part, Fraction) or not 0 <= part <= 1:
                raise BadSetting(f"Meter {name} must be a share of the bet from 0 to 1; got {part!r}.")
            if (part * MILLIONTHS).denominator != 1:
                raise BadSetting(f"Meter {name} takes at most six decimals; got {part}.")
        if self.increment + self.reserve > 1:
            raise BadSetting(f"Increment and reserve must add up to at most 1; got {self.increment + self.reserve}.")
        if self.cap is not None and self.cap < self.seed:
            raise BadSetting(
                f"The cap of {dollars(self.cap)} is below the seed of {dollars(self.seed)}. Raise the cap."
            )

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "seed": self.seed,
            "increment": str(self.increment),
            "reserve": str(self.reserve),
            "cap": self.cap,
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "MeterRules":
        """Read the plain form back."""
        return cls(plain["seed"], Fraction(plain["increment"]), Fraction(plain["reserve"]), plain["cap"])


@dataclass(frozen=True, slots=True)
class Showing:
    """The values of a meter in a round: the cents that its prizes are shares of, and its seed."""

    amount: int
    seed: int

    def taken(self, amount: int, takes_all: bool) -> "Showing":
        """Return the same after a prize."""
        left = self.amount - amount
        return Showing(left + self.seed if takes_all else left, self.seed)


Changed = tuple["Meter", tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter at one moment. `turn` counts its changes. `lent` is how much of the house's seed is in it."""

    rules: MeterRules
    amount: int = 0
    carry: int = 0
    reserve: int = 0
    reserve_carry: int = 0
    lent: int = 0
    turn: int = 0

    @classmethod
    def opened(cls, rules: MeterRules) -> Changed:
        """Return a new meter, with its seed lent by the house."""
        return cls(rules)._seeded()

    @property
    def exact(self) -> Fraction:
        """Return the amount owed to the meter, in cents, exact to the last part of a cent."""
        return self.amount + Fraction(self.carry, MILLIONTHS)

    def next_turn(self) -> "Meter":
        """Return the same meter, one change later."""
        return replace(self, turn=self.turn + 1)

    # Changes by a round.

    def fed(self, staked: int) -> Changed:
        """Add the parts of bets of this many cents to the meter and its reserve.

        The amount above the cap goes to the reserve, because it still belongs to the players.
        """
        added, reserved = staked * _millionths(self.rules.increment), staked * _millionths(self.rules.reserve)
        if self.rules.cap is not None:
            room = max(0, (self.rules.cap - self.amount) * MILLIONTHS - self.carry)
            added, reserved = min(added, room), reserved + max(0, added - room)
        cents, carry = divmod(self.carry + added, MILLIONTHS)
        kept, reserve_carry = divmod(self.reserve_carry + reserved, MILLIONTHS)
        after = replace(
            self,
            amount=self.amount + cents,
            carry=carry,
            reserve=self.reserve + kept,
            reserve_carry=reserve_carry,
        )
        return after, (
            *_move(Party.STAKES, Party.METER, cents, CONTRIBUTION),
            *_move(Party.STAKES, Party.RESERVE, kept, TO_RESERVE),
        )

    def hit(self, amount: int, takes_all: bool) -> Changed:
        """Pay a prize of this many cents. A prize that takes all of the meter restarts it from its seed."""
        if not 0 <= amount <= self.amount:
            raise BadSetting(f"A prize of {dollars(amount)} is more than the meter's {dollars(self.amount)}.")
        paid = replace(self, amount=self.amount - amount, lent=min(self.lent, self.amount - amount))
        won = _move(Party.METER, Party.PLAYER, amount, HIT)
        if not takes_all:
            return paid, won
        again, seeds = replace(paid, lent=0)._seeded()
        return again, (*won, *seeds)

    def _seeded(self) -> Changed:
        """Add the seed, from the reserve as far as possible, and the rest from the house."""
        kept = min(self.reserve, self.rules.seed)
        lent = self.rules.seed - kept
        after = replace(self, amount=self.amount + self.rules.seed, reserve=self.reserve - kept, lent=self.lent + lent)
        return after, (
            *_move(Party.RESERVE, Party.METER, kept, SEED),
            *_move(Party.HOUSE, Party.METER, lent, SEED),
        )

    # Changes by an operator.

    def corrected(self, amount: int) -> Changed:
        """Correct the display. An amount removed goes to the reserve, and an amount added comes from there first."""
        _check_amount(amount)
        if self.rules.cap is not None and amount * MILLIONTHS + self.carry > self.rules.cap * MILLIONTHS:
            raise BadSetting(f"{dollars(amount)} is over the meter's cap of {dollars(self.rules.cap)}.")
        added = amount - self.amount
        if added < 0:
            after = replace(self, amount=amount, reserve=self.reserve - added, lent=min(self.lent, amount))
            return after, _move(Party.METER, Party.RESERVE, -added, CORRECTION)
        kept = min(self.reserve, added)
        after = replace(self, amount=amount, reserve=self.reserve - kept)
        return after, (
            *_move(Party.RESERVE, Party.METER, kept, CORRECTION),
            *_move(Party.HOUSE, Party.METER, added - kept, CORRECTION),
        )

    def capped(self, cap: int | None) -> Changed:
        """Set another cap, or none, but never one below the meter (WAC 230-15-685)."""
        if cap is not None:
            _check_amount(cap)
            if cap * MILLIONTHS < self.amount * MILLIONTHS + self.carry:
                raise BadSetting(
                    f"A cap of {dollars(cap)} is below the meter's {dollars(self.amount)} (WAC 230-15-685)."
                )
        return replace(self, rules=replace(self.rules, cap=cap)), ()

    def seed_recovered(self, amount: int) -> Changed:
        """Pay the house's loan back, as far as the players' money keeps the meter at its seed."""
        _check_amount(amount)
        most = max(0, min(self.lent, self.amount - self.rules.seed))
        if not 0 < amount <= most:
            raise BadSetting(f"The house can recover at most {dollars(most)} of its seed now; got {dollars(amount)}.")
        after = replace(self, amount=self.amount - amount, lent=self.lent - amount)
        return after, _move(Party.METER, Party.HOUSE, amount, SEED_RECOVERED)

    def emptied(self) -> Changed:
        """Empty the meter on closing. The house gets its seed back, and the rest is the players', to be moved on.

        The moves give the house's part. The rest is `amount` and `reserve` of the meter after them.
        """
        own = min(self.lent, self.amount)
        return replace(self, amount=self.amount - own, lent=0), _move(Party.METER, Party.HOUSE, own, SEED_RECOVERED)

    def joined_by(self, other: "Meter") -> "Meter":
        """Add all players' money of a closed meter. The amount above the cap goes to the reserve."""
        whole = (self.amount + other.amount) * MILLIONTHS + self.carry + other.carry
        kept = (self.reserve + other.reserve) * MILLIONTHS + self.reserve_carry + other.reserve_carry
        if self.rules.cap is not None:
            over = max(0, whole - max(self.rules.cap * MILLIONTHS, self.amount * MILLIONTHS + self.carry))
            whole, kept = whole - over, kept + over
        amount, carry = divmod(whole, MILLIONTHS)
        reserve, reserve_carry = divmod(kept, MILLIONTHS)
        return replace(self, amount=amount, carry=carry, reserve=reserve, reserve_carry=reserve_carry)

    @property
    def is_empty(self) -> bool:
        """Return whether it has no players' money."""
        return not (self.amount or self.carry or self.reserve or self.reserve_carry)

    def showing(self, staked: int = 0) -> Showing:
        """Return the values for a round with bets of this many cents, with those bets in the meter."""
        return Showing(self.fed(staked)[0].amount, self.rules.seed)

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {**{name: getattr(self, name) for name in _COUNTS}, "rules": self.rules.to_dict()}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Meter":
        """Read the plain form back. Raise BadSetting if it is not a meter."""
        counts = {name: plain[name] for name in _COUNTS}
        for name, count in counts.items():
            if type(count) is not int or count < 0 or (name.endswith("carry") and count >= MILLIONTHS):
                raise BadSetting(f"{name} of a meter is a whole number from 0 up; got {count!r}")
        return cls(MeterRules.from_dict(plain["rules"]), **counts)


def meters_after(meters: Mapping[str, Meter], staked: int, hits: Iterable[tuple[str, int, bool]]) -> dict[str, Meter]:
    """Return meters after a round: fed with all its bets, then hit by prizes in turn.

    A prize is (meter, cents, whether it takes all of it).
    """
    after = {name: meter.fed(staked)[0] for name, meter in meters.items()}
    for name, amount, takes_all in hits:
        after[name] = after[name].hit(amount, takes_all)[0]
    return {name: meter.next_turn() for name, meter in after.items()}


_COUNTS = ("amount", "carry", "reserve", "reserve_carry", "lent", "turn")


def _move(source: Party, target: Party, amount: int, reason: str) -> tuple[Move, ...]:
    return (Move(source, target, amount, reason),) if amount else ()


def _millionths(part: Fraction) -> int:
    """Return a part of a bet in millionths. It has at most six decimals."""
    return part.numerator * MILLIONTHS // part.denominator


def _check_amount(amount: object) -> None:
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
        raise BadSetting(f"Amount must be 0 to {MOST} whole cents; got {amount!r}.")


METER = "meter"
"""The name of the meter if there is only one."""
SOURCES = "sources"
_SHARE = re.compile(r"(\d{1,3})% of (?:the )?(\w+)")


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of one row for a bet of one, the bet included: a fixed sum, or a share of a meter."""

    label: str
    pays: Fraction = Fraction(0)
    meter: str = ""
    share: Fraction = Fraction(0)

    @property
    def takes_all(self) -> bool:
        """Return whether the meter restarts from its seed."""
        return self.share == 1

    def __str__(self) -> str:
        return f"{self.share * 100}% of the {self.meter}" if self.meter else str(self.pays)


@dataclass(frozen=True)
class ProgressiveTable:
    """The prizes of one progressive, the best hand first, and the hands for them."""

    name: str
    title: str
    clauses: tuple[str, ...]
    cards: int
    prizes: tuple[Prize, ...]
    rows: PayTable
    sources: tuple[str, ...] = ()

    @property
    def meters(self) -> tuple[str, ...]:
        """Return the meters from which prizes are taken, in the order of the prizes."""
        return tuple(dict.fromkeys(prize.meter for prize in self.prizes if prize.meter))

    def prize_of(self, cards: Sequence[int]) -> Prize | None:
        """Return the prize of a hand, None if it loses."""
        place = self.rows.pays_value(ranking(self.rows.form.system).value(cards))
        return None if place is None else self.prizes[len(self.prizes) - int(place)]

    def chances(self) -> Mapping[Prize, Fraction]:
        """Return the probability of each prize on this many cards of a whole deck."""
        system = ranking(self.rows.form.system)
        counts = system.census(self.cards)
        hits = dict.fromkeys(self.prizes, 0)
        for value, number in enumerate(counts.tolist()):
            place = self.rows.pays_value(value) if number else None
            if place is not None:
                hits[self.prizes[len(self.prizes) - int(place)]] += number
        total = int(counts.sum())
        return MappingProxyType({prize: Fraction(number, total) for prize, number in hits.items()})


def read_progressives(plain: Mapping[str, Any], source: str) -> Mapping[str, ProgressiveTable]:
    """Return the progressives of a sheet, by the names of their tables."""
    if not plain:
        return MappingProxyType({})
    form = TableForm("progressive", plain["title"], plain["system"], clauses=tuple(plain["clauses"]))
    return MappingProxyType(
        {
            name: _read(str(name), entry, form, plain["cards"], f"{source}: progressive {name}")
            for name, entry in plain["choices"].items()
        }
    )


def _read(name: str, entry: Mapping[str, Any], form: TableForm, cards: int, where: str) -> ProgressiveTable:
    prizes = tuple(_prizes({label: pays for label, pays in entry.items() if label != SOURCES}, where))
    # Rows are numbered from the lowest prize up, so that a table of odds finds them in order.
    numbered = {prize.label: len(prizes) - place for place, prize in enumerate(prizes)}
    rows = read_table(numbered, form, where)
    if [row.label for row in rows.rows] != [prize.label for prize in prizes]:
        raise BadPayTable(f"{where}: list the rows from the best hand down; got {', '.join(numbered)}.")
    return ProgressiveTable(name, form.title, form.clauses, cards, prizes, rows, tuple(entry.get(SOURCES, ())))


def _prizes(rows: Mapping[str, object], where: str) -> Iterator[Prize]:
    for label, pays in rows.items():
        if isinstance(pays, int) and not isinstance(pays, bool) and pays > 0:
            yield Prize(label, pays=Fraction(pays))
            continue
        match = _SHARE.fullmatch(pays) if isinstance(pays, str) else None
        if match is None or not 0 < int(match[1]) <= 100:
            raise BadPayTable(f"{where}, row {label!r}: expected a sum such as 50 or '10% of meter'; got {pays!r}.")
        yield Prize(label, meter=match[2], share=Fraction(int(match[1]), 100))
