"""Return tables: of the whole round, and of each wager by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.exact import exact

NOT_BET = "not bet"
"""The row of the rounds in which a wager is not made."""
TAKEN_BACK = "taken back"
"""The row of the rounds in which its player withdraws it: it counts as not made."""
NO_HIT = "no hand that pays"
"""The row of the hands that no row of a wager's pay table has."""


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """One line of a return table: an outcome, how many combinations give it, and the net result in Antes."""

    outcome: str
    combinations: int
    pays: Fraction

    def to_dict(self, total: int) -> dict[str, object]:
        """The plain form of a row among so many combinations."""
        share = Fraction(self.combinations, total)
        return {
            "outcome": self.outcome,
            "pays": exact(self.pays),
            "combinations": self.combinations,
            "probability": exact(share),
            "return": exact(self.pays * share),
        }


@dataclass(frozen=True, slots=True)
class WagerValue:
    """One wager's part: the average amount on it and its expected net result, both in Antes."""

    wager: str
    staked: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class WagerTable:
    """The return table of one wager by itself: what it nets, in Antes, in each outcome that matters to it.

    Combinations are those of the cards that the wager depends on, so tables of one game may have different totals.

    >>> coin = WagerTable.of("ante", [("wins", 1, 6), ("loses", -1, 4), ("loses", -1, 2)], divisor=2)
    >>> [(row.outcome, row.combinations) for row in coin.rows], coin.total, coin.value
    ([('wins', 3), ('loses', 3)], 6, Fraction(0, 1))
    """

    wager: str
    rows: tuple[ReturnRow, ...]

    @classmethod
    def of(cls, wager: str, ends: Iterable[tuple[str, Fraction | int, int]], *, divisor: int = 1) -> "WagerTable":
        """A table from ends of rounds, each with its name, net result and combinations; equal ones are added up.

        The best results stand first, equal ones in the order in which they were given. `divisor` is the number of
        combinations of the cards that make no difference to the wager: it must divide every row.
        """
        sums: dict[tuple[str, Fraction], int] = {}
        for outcome, pays, combinations in ends:
            sums[outcome, Fraction(pays)] = sums.get((outcome, Fraction(pays)), 0) + combinations
        rows = []
        for (outcome, pays), combinations in sums.items():
            counted, left = divmod(combinations, divisor)
            if left:
                raise AssertionError(f"{wager}, {outcome}: {combinations} combinations are not a multiple of {divisor}")
            if counted:
                rows.append(ReturnRow(outcome, counted, pays))
        return cls(wager, tuple(sorted(rows, key=lambda row: -row.pays)))

    @property
    def total(self) -> int:
        """All combinations."""
        return sum(row.combinations for row in self.rows)

    @property
    def value(self) -> Fraction:
        """The expected net result, in Antes."""
        return Fraction(sum((row.pays * row.combinations for row in self.rows), Fraction(0)), self.total)

    def to_dict(self) -> dict[str, object]:
        """The plain form."""
        total = self.total
        return {
            "wager": self.wager,
            "total_combinations": total,
            "ev": exact(self.value),
            "rows": [row.to_dict(total) for row in self.rows],
        }


PayCell = tuple[str, str]
"""A row of a pay table: the name of the table, and the label of the row."""


@dataclass(frozen=True, slots=True)
class RowPays:
    """For each row of a return table, the odds that its net result follows, and how many units of each.

    `bent` names the pay tables that the rows do not follow in proportion: their odds must not be changed one by one.
    """

    rows: tuple[Mapping[PayCell, Fraction], ...]
    bent: frozenset[str] = frozenset()

    @property
    def forms(self) -> set[str]:
        """The pay tables that the rows follow or fail to."""
        return {form for row in self.rows for form, _ in row} | self.bent

    def only(self, forms: set[str]) -> "RowPays":
        """The same without what follows other pay tables."""
        rows = tuple({cell: times for cell, times in row.items() if cell[0] in forms} for row in self.rows)
        return RowPays(rows, self.bent & forms)


@dataclass(frozen=True, slots=True)
class PaysByRow:
    """What all return tables of a result follow: that of the round, of each wager, of each wager that is left out."""

    joint: RowPays
    wagers: Mapping[str, RowPays]
    left_out: tuple[RowPays, ...]

    @property
    def live(self) -> set[str]:
        """The pay tables whose odds may be changed: everything that depends on them follows in proportion."""
        tables = (self.joint, *self.wagers.values(), *self.left_out)
        followed = {form for table in tables for row in table.rows for form, _ in row}
        return followed - {form for table in tables for form in table.bent}
