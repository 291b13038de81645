"""Progressive wagers as data: tables whose best hands pay a share of a meter, the others a fixed sum.

A table of one only says what each hand takes of which meter. Seeds and increments are the operator's, and stand in no
sheet; how meters are run is `meter`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from houseway.errors import BadPayTable
from houseway.games.engine.paytable import PayTable, TableForm, read_table
from houseway.ranking import ranking

METER = "meter"
"""The name of the meter where there is one only."""
SOURCES = "sources"
_SHARE = re.compile(r"(\d{1,3})% of (?:the )?(\w+)")


@dataclass(frozen=True, slots=True)
class Prize:
    """What one row gives for a bet of one, the bet included: a fixed sum, or a share of a meter."""

    label: str
    pays: Fraction = Fraction(0)
    meter: str = ""
    share: Fraction = Fraction(0)

    @property
    def takes_all(self) -> bool:
        """Whether the meter starts again from its seed."""
        return self.share == 1

    def __str__(self) -> str:
        return f"{self.share * 100}% of the {self.meter}" if self.meter else str(self.pays)


@dataclass(frozen=True)
class ProgressiveTable:
    """The prizes of one progressive, the best hand first, and the hands that they are for."""

    name: str
    title: str
    clauses: tuple[str, ...]
    cards: int
    prizes: tuple[Prize, ...]
    rows: PayTable
    sources: tuple[str, ...] = ()

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters that some prize is taken from, in the order of the prizes."""
        return tuple(dict.fromkeys(prize.meter for prize in self.prizes if prize.meter))

    def prize_of(self, cards: Sequence[int]) -> Prize | None:
        """What a hand takes; None where it loses."""
        place = self.rows.pays_value(ranking(self.rows.form.system).value(cards))
        return None if place is None else self.prizes[len(self.prizes) - int(place)]

    def chances(self) -> Mapping[Prize, Fraction]:
        """How likely each prize is on so many cards of a whole deck."""
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
    """The progressives of a sheet, by the names of their tables."""
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
    # Rows are numbered from the lowest prize up, so that a table of odds finds them in its own order.
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
