"""An approved game and a modification: what differs in the rules, and what that does to the figures.

"Any modification may affect the approval" (GEN-1). This says how: clause by clause, in the edge, in the swings, in the
largest payouts, and in the hands that are played otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis import ANALYSERS, analyze
from houseway.analysis.compare.decision_changes import DecisionChanges, decision_changes
from houseway.analysis.compare.differences import Difference, differences
from houseway.analysis.counting.shards import Runner
from houseway.analysis.house.exposure import Exposure, exposure
from houseway.analysis.house.stakes import house_banked
from houseway.analysis.results.exact import edge_percent, exact, percent
from houseway.analysis.results.result import OPTIMAL, Analysis
from houseway.errors import BadComparison
from houseway.games.catalogue import as_game
from houseway.games.engine.game import Game
from houseway.games.telling.units import base_in_words, unit_in_words
from houseway.games.telling.words import named

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

SHARE = "share"


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One exact figure of both versions. `unit` says how it is written; `None` where a version has no such figure."""

    what: str
    approved: Fraction | None
    modified: Fraction | None
    unit: str = SHARE
    edge: bool = False
    """Whether it is a house edge, which is the player's below zero."""

    @property
    def difference(self) -> Fraction | None:
        """The modified figure less the approved one."""
        if self.approved is None or self.modified is None:
            return None
        return self.modified - self.approved

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        figures = {"approved": self.approved, "modified": self.modified, "difference": self.difference}
        plain = {name: None if figure is None else exact(figure) for name, figure in figures.items()}
        return {"figure": self.what, "unit": self.unit, **plain}


@dataclass(frozen=True)
class Comparison:
    """Two versions of a game side by side. Make one with `compare(approved, modified)`."""

    approved: Game
    modified: Game
    names: tuple[str, str]
    strategy: str
    differences: tuple[Difference, ...]
    results: tuple[Analysis, Analysis]
    exposures: tuple[Exposure | None, Exposure | None]
    decisions: DecisionChanges

    @property
    def identical(self) -> bool:
        """Whether the two are the same game."""
        return not self.differences

    @property
    def edges(self) -> tuple[FigureChange, ...]:
        """The house edge on every base."""
        before, after = self.results
        return tuple(
            _edge_change(f"per {base_in_words(base)}", before.house_edge(base), after.house_edge(base))
            for base in before.bases
        )

    @property
    def figures(self) -> tuple[FigureChange, ...]:
        """Value, edges, spread, and how often a round ends well."""
        before, after = self.results
        return (
            FigureChange("expected value of a round", before.value, after.value, before.units),
            *self.edges,
            FigureChange("variance of a round", before.net.variance, after.net.variance, f"{before.units} squared"),
            FigureChange("average total wager", before.average_wager, after.average_wager, before.units),
            FigureChange("rounds that end ahead", before.win_frequency, after.win_frequency),
            FigureChange("rounds that do not end behind", before.hit_frequency, after.hit_frequency),
            *self.side_bets,
        )

    @property
    def side_bets(self) -> tuple[FigureChange, ...]:
        """The house edge of every bet that either version offers and that is not made here."""
        before, after = ({table.wager: -table.value for table in result.side_bets} for result in self.results)
        titles = {**self.modified.wager_titles(), **self.approved.wager_titles()}
        names = dict.fromkeys((*before, *after))
        return tuple(_edge_change(f"of {titles[name]}", before.get(name), after.get(name)) for name in names)

    @property
    def standard_deviations(self) -> tuple[float, float]:
        """The standard deviation of a round, in units of the first bet."""
        before, after = self.results
        return before.net.standard_deviation, after.net.standard_deviation

    @property
    def wagers(self) -> tuple[FigureChange, ...]:
        """The expected net result of each wager, in units of the first bet."""
        before, after = ({wager.wager: wager.value for wager in result.wagers} for result in self.results)
        names = dict.fromkeys((*before, *after))
        return tuple(FigureChange(name, before.get(name), after.get(name), self.results[0].units) for name in names)

    @property
    def shares(self) -> tuple[FigureChange, ...]:
        """How often each decision is taken."""
        before, after = ({share.what: share.probability for share in result.decisions} for result in self.results)
        names = dict.fromkeys((*before, *after))
        return tuple(FigureChange(name, before.get(name), after.get(name)) for name in names)

    @property
    def verdict(self) -> str:
        """What the modification does, in a sentence or two."""
        if self.identical:
            return "The two are the same game: no clause, reading, pay table row, limit or deck differs."
        before, after = (result.value for result in self.results)
        if before == after:
            return f"The edge of a round does not change.{self._beside}{self._aside}"
        side = "player" if after > before else "house"
        amount = percent(abs(after - before))
        unit = _a(unit_in_words(self.results[0].unit))
        text = f"The modification gives the {side} {amount} of {unit} a round: {_side(before)} before, {_side(after)}."
        return text + (" The edge changes sides." if before * after < 0 else "") + self._beside + self._aside

    @property
    def _beside(self) -> str:
        """Side bets whose edge changes, which the edge of a round without them does not show."""
        changed = [each for each in self.side_bets if each.approved != each.modified]
        told = [f"{each.what} {_percent(each.approved)} before, {_percent(each.modified)}" for each in changed]
        return f" Beside it: {'; '.join(told)}." if told else ""

    @property
    def _aside(self) -> str:
        """What the values leave out, where the versions differ in it."""
        posted = [each for each in self.differences if each.what.startswith("aggregate")]
        if not posted:
            return ""
        clauses = ", ".join(dict.fromkeys(clause for each in posted for clause in each.clauses))
        return f" The values leave posted aggregate limits aside ({clauses}); exposure shows what they do."

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {
            "approved": self._version(0),
            "modified": self._version(1),
            "identical": self.identical,
            "verdict": self.verdict,
            "strategy": self.strategy,
            "differences": [each.to_dict() for each in self.differences],
            "figures": [each.to_dict() for each in self.figures],
            "standard_deviation": dict(zip(("approved", "modified"), self.standard_deviations, strict=True)),
            "wagers": [each.to_dict() for each in self.wagers],
            "decision_shares": [each.to_dict() for each in self.shares],
            "decisions": self.decisions.to_dict(),
            "exposure": self._exposure_dict(),
        }

    def _version(self, which: int) -> dict[str, object]:
        subject = self.results[which].subject
        return {
            "name": self.names[which],
            "game": subject.game,
            "title": subject.title,
            "letter": subject.letter,
            "readings": dict(subject.readings),
            "paytable": subject.paytable,
            "deck": subject.deck,
            "modifications": list((self.approved, self.modified)[which].modifications()),
        }

    def _exposure_dict(self) -> dict[str, object] | None:
        if self.exposures == (None, None):
            return None
        before, after = (most.to_dict() if most is not None else None for most in self.exposures)
        return {"approved": before, "modified": after}

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.compare.comparison_display import render_comparison

        yield from render_comparison(self)


def _edge_change(of_what: str, approved: Fraction | None, modified: Fraction | None) -> FigureChange:
    return FigureChange(f"house edge {of_what}", approved, modified, edge=True)


def _percent(edge: Fraction | None) -> str:
    return "not offered" if edge is None else edge_percent(edge)


def _a(noun: str) -> str:
    """A noun with its article.

    >>> _a("Ante"), _a("Banker bet")
    ('an Ante', 'a Banker bet')
    """
    return f"{'an' if noun[0] in 'AEIOU' else 'a'} {noun}"


def _side(value: Fraction) -> str:
    if not value:
        return "an even game"
    return f"{'player' if value > 0 else 'house'} {percent(abs(value))}"


def compare(
    approved: Game | str | Path,
    modified: Game | str | Path,
    *,
    names: tuple[str, str] | None = None,
    runner: Runner | None = None,
    strategy: str = OPTIMAL,
) -> Comparison:
    """Compare a game with a modification of it: names, game files or games; `names` are what to call them.

    Each version is played by the strategy as it is for that version: the best play of one is not that of the other.

    >>> same = compare("pick-2-poker", "pick-2-poker")
    >>> same.identical, same.verdict[:27]
    (True, 'The two are the same game: ')
    """
    used = runner or Runner()
    before, after = (house_banked(each) for each in _games(approved, modified))
    found = differences(before, after)
    result = analyze(before.unlimited(), strategy=strategy, runner=used)
    return Comparison(
        approved=before,
        modified=after,
        names=names or (_name(approved), _name(modified)),
        strategy=strategy,
        differences=found,
        results=(result, analyze(after.unlimited(), strategy=strategy, runner=used) if found else result),
        exposures=_exposures(before, after if found else before, used),
        decisions=decision_changes(before, after, used) if found else _all_as_before(),
    )


def _games(approved: Game | str | Path, modified: Game | str | Path) -> Iterator[Game]:
    games = [as_game(each) for each in (approved, modified)]
    kinds = [ANALYSERS.get(game.slug, game.slug) for game in games]
    if kinds[0] != kinds[1]:
        raise BadComparison(
            f"a comparison takes two versions of one game; got {games[0].title} and {games[1].title}: "
            "their bets and decisions have nothing in common"
        )
    return iter(games)


def _name(version: Game | str | Path) -> str:
    return named(version) if isinstance(version, Game) else str(version)


def _exposures(before: Game, after: Game, runner: Runner) -> tuple[Exposure | None, Exposure | None]:
    """Each at the largest bets of its own limits; None where a version has no limit on wagers."""
    first = _exposure(before, runner)
    return first, first if after is before else _exposure(after, runner)


def _exposure(game: Game, runner: Runner) -> Exposure | None:
    return None if game.limits.largest_wager is None else exposure(game, runner=runner)


def _all_as_before() -> DecisionChanges:
    return DecisionChanges("nothing: the two are the same game", True, 0, 0, (), (), Fraction(0))
