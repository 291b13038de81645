"""The exact analysis of a game: edge, distribution, return tables, decisions."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import houseway
from houseway.analysis.results.distribution import Distribution, percent
from houseway.errors import unknown
from houseway.games.engine.game import Game
from houseway.games.telling.units import base_in_words, units_in_words, units_of
from houseway.games.telling.words import plays_words, readings_words
from houseway.plain import exact

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, RenderResult

NOT_BET = "not bet"
"""The row of the rounds in which a wager is not made."""
TAKEN_BACK = "taken back"
"""The row of the rounds in which the player withdraws the wager. It counts as not made."""
NO_HIT = "no hand that pays"
"""The row of the hands that are not in any row of a wager's pay table."""


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """One line of a return table: an outcome, how many combinations give it, and the net result in Antes."""

    outcome: str
    combinations: int
    pays: Fraction

    def to_dict(self, total: int) -> dict[str, object]:
        """Return the plain form of a row among `total` combinations."""
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
    """The return table of one wager by itself: its net result, in Antes, in each outcome that matters to it.

    Combinations are those of the cards that the wager depends on, so tables of one game may have different totals.

    >>> coin = WagerTable.of("ante", [("wins", 1, 6), ("loses", -1, 4), ("loses", -1, 2)], divisor=2)
    >>> [(row.outcome, row.combinations) for row in coin.rows], coin.total, coin.value
    ([('wins', 3), ('loses', 3)], 6, Fraction(0, 1))
    """

    wager: str
    rows: tuple[ReturnRow, ...]

    @classmethod
    def of(cls, wager: str, ends: Iterable[tuple[str, Fraction | int, int]], *, divisor: int = 1) -> "WagerTable":
        """Return a table from ends of rounds, each with its name, net result and combinations; equal ones are added up.

        The best results come first, equal ones in the order in which they were given. `divisor` is the number of
        combinations of the cards that make no difference to the wager. It must divide every row.
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
        """Return the number of all combinations."""
        return sum(row.combinations for row in self.rows)

    @property
    def value(self) -> Fraction:
        """Return the expected net result, in Antes."""
        return Fraction(sum((row.pays * row.combinations for row in self.rows), Fraction(0)), self.total)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form."""
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
    """The odds that the net result of each row of a return table follows, and how many units of each.

    `bent` names the pay tables that the rows do not follow in proportion. Their odds must not be changed one by one.
    """

    rows: tuple[Mapping[PayCell, Fraction], ...]
    bent: frozenset[str] = frozenset()

    @property
    def forms(self) -> set[str]:
        """Return the pay tables that the rows follow or fail to follow."""
        return {form for row in self.rows for form, _ in row} | self.bent

    def only(self, forms: set[str]) -> "RowPays":
        """Return the same without the odds of other pay tables."""
        rows = tuple({cell: times for cell, times in row.items() if cell[0] in forms} for row in self.rows)
        return RowPays(rows, self.bent & forms)


@dataclass(frozen=True, slots=True)
class PaysByRow:
    """The odds that all return tables of a result follow: of the round, of each wager, of each wager left out."""

    joint: RowPays
    wagers: Mapping[str, RowPays]
    left_out: tuple[RowPays, ...]

    @property
    def live(self) -> set[str]:
        """Return the pay tables whose odds may be changed, because all dependent results follow in proportion."""
        tables = (self.joint, *self.wagers.values(), *self.left_out)
        followed = {form for table in tables for row in table.rows for form, _ in row}
        return followed - {form for table in tables for form in table.bent}


__all__ = [
    "ENVY",
    "OPTIMAL",
    "ROUNDS_NOT_LOST",
    "ROUNDS_WON",
    "Analysis",
    "PublishedCheck",
    "ReturnRow",
    "Share",
    "Subject",
    "WagerTable",
    "WagerValue",
    "exact",
    "percent",
]

ROUNDS_WON, ROUNDS_NOT_LOST = "rounds won (ahead)", "rounds not lost"
"""The labels of these shares wherever people read them. How often a wager pays (hit frequency) is another figure, which
the result of a round does not show.
"""
OPTIMAL = "optimal"
"""The strategy that maximizes the expected value. Every game has it."""
ENVY = "envy_cents_per_other_player"


def _digest(clauses: Mapping[str, str]) -> str:
    """Return the version of a sheet's clauses, which changes with every word."""
    return sha256(json.dumps(dict(clauses), sort_keys=True).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a result."""

    game: str
    title: str
    letter: str
    readings: Mapping[str, str]
    paytable: str | None
    deck: int
    strategy: str
    version: str
    clauses: str
    wager_titles: Mapping[str, str] = field(default_factory=dict)
    units: str = "Antes"
    """The plural of the bet in which everything is valued."""
    readings_told: str = ""
    """The readings in words, without the default ones."""
    plays: str = ""
    """How the player plays, in words."""

    @classmethod
    def of(cls, game: Game, strategy: str) -> "Subject":
        """Return the subject of an analysis of this game under this strategy."""
        return cls(
            game=game.slug,
            title=game.title,
            letter=str(game.sheet.letter),
            readings=dict(game.readings),
            paytable=game.pay_set.name if game.pay_set else None,
            deck=game.deck.size,
            strategy=strategy,
            version=houseway.__version__,
            clauses=_digest(game.sheet.clauses),
            wager_titles=game.wager_titles(),
            units=units_of(game),
            readings_told=readings_words(game),
            plays=plays_words(game, strategy),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the first part of every analysis in JSON."""
        return {
            "game": self.game,
            "title": self.title,
            "letter": self.letter,
            "clauses_version": self.clauses,
            "readings": dict(self.readings),
            "paytable": self.paytable,
            "deck": self.deck,
            "strategy": self.strategy,
            "version": self.version,
        }

    @property
    def player(self) -> str:
        """Return a phrase about the player: "the player plays the optimal strategy"."""
        return f"the player {self.plays}"

    @property
    def strategy_label(self) -> str:
        """Return the strategy after the word "Strategy": "optimal", or how the player plays."""
        return OPTIMAL if self.strategy == OPTIMAL else self.player

    def wager_title(self, wager: str) -> str:
        """Return the display name of a wager of the game."""
        return self.wager_titles.get(wager, wager.replace("_", " "))


@dataclass(frozen=True, slots=True)
class Share:
    """How often a decision is taken (or anything else happens), as combinations of a total."""

    what: str
    combinations: int
    total: int

    @property
    def probability(self) -> Fraction:
        """Return the share as a probability."""
        return Fraction(self.combinations, self.total)


@dataclass(frozen=True, slots=True)
class PublishedCheck:
    """A published figure beside ours. `unit` is the size of its last printed digit.

    `note` explains why ours may differ, or which attempts were made.
    """

    what: str
    published: str
    ours: Fraction
    source: str
    unit: Fraction
    note: str = ""
    base: str = ""

    @property
    def figure(self) -> str:
        """Return the published figure as people write it: an edge per Banker is one per Banker bet."""
        per = "house edge per "
        is_edge = bool(self.base) and self.what.lower() == f"{per}{self.base}".lower()
        return f"{per}{base_in_words(self.base)}" if is_edge else self.what

    @property
    def difference(self) -> Fraction:
        """Return ours minus the published figure."""
        return self.ours - Fraction(self.published.strip("%").replace(",", "")) * self._scale

    @property
    def _scale(self) -> Fraction:
        return Fraction(1, 100) if self.published.endswith("%") else Fraction(1)

    @property
    def reproduced(self) -> bool:
        """Return whether ours rounds to the published figure."""
        return abs(self.difference) <= self.unit / 2

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {
            "figure": self.what,
            "published": self.published,
            "computed": exact(self.ours),
            "base": self.base,
            "agrees": self.reproduced,
            "difference": exact(self.difference),
            "source": self.source,
            "note": "" if self.reproduced else self.note,
        }


@dataclass(frozen=True)
class Analysis:
    """An exact result. Every figure follows from integers and fractions. Floats are for display only.

    `side_bets` are wagers that the game offers and that are not made here, with one unit of each, under the same
    strategy.
    """

    subject: Subject
    net: Distribution
    bases: Mapping[str, Fraction]
    wagers: tuple[WagerValue, ...]
    return_table: tuple[ReturnRow, ...]
    decisions: tuple[Share, ...]
    published: tuple[PublishedCheck, ...] = ()
    notes: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0
    wager_tables: tuple[WagerTable, ...] = ()
    side_bets: tuple[WagerTable, ...] = ()

    def __post_init__(self) -> None:
        listed = sum(row.combinations for row in self.return_table)
        if listed != self.net.total:
            raise AssertionError(f"the return table has {listed} combinations, the distribution {self.net.total}")
        values = {wager.wager: wager.value for wager in self.wagers}
        for table in self.wager_tables:
            if table.value != values.get(table.wager):
                raise AssertionError(
                    f"the return table of {table.wager} is worth {table.value}, the wager {values.get(table.wager)}"
                )

    @property
    def value(self) -> Fraction:
        """Return the player's expected net result per round, in units of the first bet."""
        return self.net.mean

    @property
    def unit(self) -> str:
        """Return the base that all values are multiples of: the game's first wager, mostly the Ante."""
        return next(iter(self.bases))

    @property
    def units(self) -> str:
        """Return the plural of the unit, as people write it."""
        return units_in_words(self.unit)

    def house_edge(self, base: str) -> Fraction:
        """Return the expected loss over a base: `ante` or the name of the unit, `initial wager` or `unit bet`."""
        if base not in self.bases:
            raise unknown("base of a house edge", base, self.bases)
        return -self.value / self.bases[base]

    @property
    def average_wager(self) -> Fraction:
        """Return the average total amount bet per round, in units of the first bet."""
        return self.bases["unit bet"]

    @property
    def rounds_won(self) -> Fraction:
        """Return the share of rounds that end ahead, all wagers together."""
        return self.net.probability(lambda value: value > 0)

    @property
    def rounds_not_lost(self) -> Fraction:
        """Return the share of rounds that end ahead or even, all wagers together."""
        return self.net.probability(lambda value: value >= 0)

    @property
    def envy(self) -> Fraction | None:
        """Return the expected Envy Bonus per round in cents for each other player, where the game has one."""
        plain = self.extra.get(ENVY)
        return Fraction(str(plain["exact"])) if isinstance(plain, Mapping) else None

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
        subject = self.subject
        return {
            **subject.to_dict(),
            "ev": exact(self.value),
            "house_edge": {f"per_{base.replace(' ', '_')}": exact(self.house_edge(base)) for base in self.bases},
            "average_total_wager": exact(self.average_wager),
            "variance": exact(self.net.variance),
            "standard_deviation": self.net.standard_deviation,
            "rounds_won": exact(self.rounds_won),
            "rounds_not_lost": exact(self.rounds_not_lost),
            "wagers": [
                {
                    "wager": wager.wager,
                    "title": subject.wager_title(wager.wager),
                    "staked": exact(wager.staked),
                    "ev": exact(wager.value),
                }
                for wager in self.wagers
            ],
            "wager_tables": [
                {"title": subject.wager_title(table.wager), **table.to_dict()} for table in self.wager_tables
            ],
            "side_bets": [
                {
                    "title": subject.wager_title(table.wager),
                    "house_edge": exact(-table.value),
                    **table.to_dict(),
                }
                for table in self.side_bets
            ],
            "return_table": [row.to_dict(self.net.total) for row in self.return_table],
            "total_combinations": self.net.total,
            "distribution": [{"net": str(value), "combinations": weight} for value, weight in self.net.weights.items()],
            "decisions": {share.what: exact(share.probability) for share in self.decisions},
            "published": [check.to_dict() for check in self.published],
            "notes": list(self.notes),
            "seconds": self.seconds,
            **self.extra,
        }

    def to_dataframe(self) -> "pd.DataFrame":
        """Return the return table as a pandas frame; pandas is not a dependency, so it must be installed."""
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {
                "outcome": row.outcome,
                "combinations": row.combinations,
                "probability": row.combinations / self.net.total,
                "pays": float(row.pays),
                "return": float(row.pays * row.combinations / self.net.total),
            }
            for row in self.return_table
        ]
        return pd.DataFrame(rows)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.results.display import render

        yield from render(self)

    def _repr_html_(self) -> str:
        from houseway.analysis.results.display import as_html

        return as_html(self)


@dataclass(frozen=True, slots=True)
class NotBet:
    """An optional wager that is not made in the analyzed round.

    It has the title and the names of its pay tables, and its house edge. It also has the return table of one unit bet
    on it under the same strategy.
    """

    title: str
    clause: str
    edge: Fraction
    forms: tuple[str, ...]
    rows: tuple[ReturnRow, ...]
    player: str
