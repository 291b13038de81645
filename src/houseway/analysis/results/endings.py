"""From endings to an analysis: return tables by wager, edges by base, published figures beside ours."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import (
    NOT_BET,
    Analysis,
    PublishedCheck,
    ReturnRow,
    Share,
    Subject,
    WagerTable,
    WagerValue,
)
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Published

ANTE, INITIAL_WAGER, UNIT_BET = "ante", "initial wager", "unit bet"
"""The possible bases of a house edge."""


class Part(NamedTuple):
    """One wager of a round that ended: its result in words, the amount on it, and its net result, in Antes.

    In the wager's table, rows of a lower `place` come first among rows that pay alike.
    """

    wager: str
    ended: str
    staked: Fraction
    net: Fraction
    place: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """Rounds that ended alike: the ending in words, the number of combinations, and the wagers one by one."""

    name: str
    combinations: int
    parts: tuple[Part, ...]

    @property
    def net(self) -> Fraction:
        """Return the net result of the round, in Antes."""
        return sum((part.net for part in self.parts), Fraction(0))


RowOrder = Callable[[Sequence[ReturnRow]], Sequence[ReturnRow]]


def best_first(rows: Sequence[ReturnRow]) -> Sequence[ReturnRow]:
    """Return rows in the default order of a return table; rows that pay alike are by name."""
    return sorted(rows, key=lambda row: (-row.pays, row.outcome))


def as_given(rows: Sequence[ReturnRow]) -> Sequence[ReturnRow]:
    """Return rows in the order in which the ends were listed."""
    return rows


def analysis_of_ends(
    game: Game,
    strategy: str,
    ends: Sequence[Ended],
    *,
    initial: Fraction,
    decisions: tuple[Share, ...],
    unit: str = ANTE,
    order: RowOrder = best_first,
    divisors: Mapping[str, int] | None = None,
    notes: tuple[str, ...] = (),
    extra: Mapping[str, object] | None = None,
    side_bets: tuple[WagerTable, ...] = (),
) -> Analysis:
    """Return the analysis of rounds with these endings.

    `initial` is the opening bet of a seat, in Antes. Some wagers depend on some of the cards only. For these,
    `divisors` has how many combinations of the other cards there are, which are divided out of the wager's table.
    """
    rows = order(return_rows(ends))
    wagers = wager_values(ends)
    return Analysis(
        subject=Subject.of(game, strategy),
        net=Distribution.of((row.pays, row.combinations) for row in rows),
        bases=bases_of(wagers, initial, unit),
        wagers=wagers,
        return_table=tuple(rows),
        decisions=decisions,
        notes=notes,
        extra=extra or {},
        wager_tables=wager_tables(ends, divisors or {}),
        side_bets=side_bets,
    )


def bases_of(wagers: Sequence[WagerValue], initial: Fraction, unit: str = ANTE) -> dict[str, Fraction]:
    """Return the bases of house edges, in Antes: the unit, the opening bets of a seat, and its average total bet."""
    return {
        unit: Fraction(1),
        INITIAL_WAGER: initial,
        UNIT_BET: sum((wager.staked for wager in wagers), Fraction(0)),
    }


def return_rows(ends: Sequence[Ended]) -> list[ReturnRow]:
    """Return ends of one name and net result added up, in the order in which they first come."""
    sums: dict[tuple[str, Fraction], int] = {}
    for end in ends:
        key = end.name, end.net
        sums[key] = sums.get(key, 0) + end.combinations
    return [ReturnRow(name, combinations, net) for (name, net), combinations in sums.items()]


def wager_values(ends: Sequence[Ended]) -> tuple[WagerValue, ...]:
    """Return the average amount on every wager and its expected net result."""
    total = sum(end.combinations for end in ends)
    sums: dict[str, tuple[Fraction, Fraction]] = {}
    for end in ends:
        for part in end.parts:
            staked, net = sums.get(part.wager, (Fraction(0), Fraction(0)))
            sums[part.wager] = staked + part.staked * end.combinations, net + part.net * end.combinations
    return tuple(WagerValue(wager, staked / total, net / total) for wager, (staked, net) in sums.items())


def wager_tables(ends: Sequence[Ended], divisors: Mapping[str, int]) -> tuple[WagerTable, ...]:
    """Return a table for each wager; a wager that rounds do not mention is not bet there."""
    total = sum(end.combinations for end in ends)
    listed: dict[str, list[tuple[Part, int]]] = {}
    for end in ends:
        for part in end.parts:
            listed.setdefault(part.wager, []).append((part, end.combinations))
    return tuple(
        _wager_table(wager, parts, total - sum(times for _, times in parts), divisors.get(wager, 1))
        for wager, parts in listed.items()
    )


def _wager_table(wager: str, parts: list[tuple[Part, int]], not_bet: int, divisor: int) -> WagerTable:
    in_order = sorted(parts, key=lambda each: each[0].place)
    ended = [(part.ended, part.net, times) for part, times in in_order]
    return WagerTable.of(wager, [*ended, (NOT_BET, Fraction(0), not_bet)], divisor=divisor)


EDGE = "house edge per "
"""The name of a house edge on a sheet, before its base."""


def has_usual_deck(game: Game) -> bool:
    """Return whether the game is dealt from the deck that published figures are about."""
    return game.deck == type(game).default_deck(game.readings)


def beside(figure: Published, ours: Fraction, base: str) -> PublishedCheck:
    """Return a published figure with ours."""
    return PublishedCheck(
        figure.what, figure.value, ours, figure.source, last_digit(figure.value), figure.differs, base
    )


def last_digit(value: str) -> Fraction:
    """Return the size of the last printed digit.

    >>> last_digit("3.37%"), last_digit("1,098")
    (Fraction(1, 10000), Fraction(1, 1))
    """
    unit = Fraction(1, 10 ** len(value.rstrip("%").partition(".")[2]))
    return unit / 100 if value.endswith("%") else unit
