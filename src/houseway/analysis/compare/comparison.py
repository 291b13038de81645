"""A base game and a changed one: how the rules differ, and the effect on the figures.

"Any modification may affect the approval" (GEN-1). A comparison shows how, clause by clause: the edge, the standard
deviation, the largest payouts, and the hands that are played differently.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.analysis import ANALYZERS, analyze
from houseway.analysis.compare.decision_changes import DecisionChanges, decision_changes
from houseway.analysis.compare.differences import Difference, differences
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.exposure import Exposure, exposure, house_banked
from houseway.analysis.particulars import particulars
from houseway.analysis.results.distribution import edge_percent, percent
from houseway.analysis.results.result import OPTIMAL, ROUNDS_NOT_LOST, ROUNDS_WON, Analysis
from houseway.errors import BadComparison
from houseway.games.catalogue import as_game
from houseway.games.engine.game import Game
from houseway.games.letters import Status, status_of
from houseway.games.telling.units import edge_label, unit_in_words
from houseway.games.telling.words import named
from houseway.plain import exact

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

SHARE = "share"
MOST_SHARES = 5
"""The most changed shares that a sentence lists. The table has them all."""
UNCHANGED_SHARES = (
    "Counted over all hands, no decision's share changes; single hands that were not sampled may still change."
)
_SOURCES = {
    Status.APPROVED: "enclosed with the approval letter",
    Status.LISTED: "listed title: rules restated from public sources",
    Status.DRAFT: "draft: no approval letter names it",
    Status.NOT_CONFIRMED: "not confirmed: no approval letter is known to enclose or name it",
}


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One exact figure of both versions. `unit` says how it is written; `None` if a version has no such figure."""

    what: str
    base: Fraction | None
    changed: Fraction | None
    unit: str = SHARE
    edge: bool = False
    """Whether it is a house edge. A negative one is the player's."""

    @property
    def difference(self) -> Fraction | None:
        """Return the changed figure less the base figure."""
        if self.base is None or self.changed is None:
            return None
        return self.changed - self.base

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        figures = {"base": self.base, "changed": self.changed, "difference": self.difference}
        plain = {name: None if figure is None else exact(figure) for name, figure in figures.items()}
        return {"figure": self.what, "unit": self.unit, **plain}


@dataclass(frozen=True)
class Comparison:
    """Two versions of a game side by side. Make one with `compare(base, changed)`."""

    base: Game
    changed: Game
    names: tuple[str, str]
    strategy: str
    differences: tuple[Difference, ...]
    results: tuple[Analysis, Analysis]
    exposures: tuple[Exposure | None, Exposure | None]
    decisions: DecisionChanges

    @property
    def identical(self) -> bool:
        """Return whether the two are the same game."""
        return not self.differences

    @property
    def edges(self) -> tuple[FigureChange, ...]:
        """Return the house edge on every base."""
        before, after = self.results
        return tuple(
            FigureChange(edge_label(base), before.house_edge(base), after.house_edge(base), edge=True)
            for base in before.bases
        )

    @property
    def figures(self) -> tuple[FigureChange, ...]:
        """Return the value, the edges, the spread, and how often a round ends well."""
        before, after = self.results
        return (
            FigureChange("expected value of a round", before.value, after.value, before.units),
            *self.edges,
            FigureChange("variance of a round", before.net.variance, after.net.variance, f"{before.units} squared"),
            FigureChange("average total wager", before.average_wager, after.average_wager, before.units),
            FigureChange(ROUNDS_WON, before.rounds_won, after.rounds_won),
            FigureChange(ROUNDS_NOT_LOST, before.rounds_not_lost, after.rounds_not_lost),
            *self.side_bets,
        )

    @property
    def side_bets(self) -> tuple[FigureChange, ...]:
        """Return the house edge of every bet that either version offers and that is not made here."""
        before, after = ({table.wager: -table.value for table in result.side_bets} for result in self.results)
        titles = {**self.changed.wager_titles(), **self.base.wager_titles()}
        names = dict.fromkeys((*before, *after))
        return tuple(_edge_change(f"of {titles[name]}", before.get(name), after.get(name)) for name in names)

    @property
    def standard_deviations(self) -> tuple[float, float]:
        """Return the standard deviation of a round, in units of the first bet."""
        before, after = self.results
        return before.net.standard_deviation, after.net.standard_deviation

    @property
    def wagers(self) -> tuple[FigureChange, ...]:
        """Return the expected net result of each wager, in units of the first bet."""
        before, after = ({wager.wager: wager.value for wager in result.wagers} for result in self.results)
        names = dict.fromkeys((*before, *after))
        return tuple(FigureChange(name, before.get(name), after.get(name), self.results[0].units) for name in names)

    @property
    def shares(self) -> tuple[FigureChange, ...]:
        """Return how often each decision is taken."""
        before, after = ({share.what: share.probability for share in result.decisions} for result in self.results)
        names = dict.fromkeys((*before, *after))
        return tuple(FigureChange(name, before.get(name), after.get(name)) for name in names)

    @property
    def verdict(self) -> str:
        """Return the effect of the change, in a sentence or two."""
        if self.identical:
            return "The two are the same game: no clause, reading, pay table row, limit or deck differs."
        before, after = (result.value for result in self.results)
        if before == after:
            return f"The house edge of a round does not change.{self._beside}{self._aside}"
        unit = unit_in_words(self.results[0].unit)
        text = f"{_edge_moves(before, after, unit)}, in favor of the {'player' if after > before else 'house'}."
        return text + (" The edge changes sides." if before * after < 0 else "") + self._beside + self._aside

    @property
    def base_status(self) -> Status:
        """Return the approval status of the base game's title."""
        return status_of(self.base.sheet)

    @property
    def base_words(self) -> str:
        """Return a phrase that says where the base column comes from."""
        return source_words(self.base)

    @property
    def duty(self) -> str:
        """Return a card room's duty after a change (GEN-1), in words."""
        return duty_words(self.base)

    @property
    def decision_words(self) -> tuple[str, ...]:
        """Return which hands were checked and the findings, in sentences that the exact shares never contradict."""
        changes = self.decisions
        if self.identical:
            return ()
        said = [f"Hands checked: {changes.covered}."]
        if changes.hands:
            said.append(_found(changes))
        if changes.cost:
            units = self.results[0].units
            said.append(f"A player who keeps the base strategy loses {float(changes.cost):.6f} {units} per round.")
        if self.strategy == OPTIMAL:
            said.append(self._shares_in_words())
        return tuple(sentence for sentence in said if sentence)

    def _shares_in_words(self) -> str:
        """Compare the results of single hands with the shares, which count every hand."""
        changes = self.decisions
        moved = [each for each in self.shares if each.base != each.changed]
        if not moved:
            return "" if changes.exhaustive or not self.shares else UNCHANGED_SHARES
        if changes.changed and changes.exhaustive:
            return ""
        listed = "; ".join(f'"{each.what}" goes {_shift(each.base, each.changed)}' for each in moved[:MOST_SHARES])
        more = f"; and {len(moved) - MOST_SHARES} more" if len(moved) > MOST_SHARES else ""
        if not changes.exhaustive:
            return f"The optimal strategy does change, counted over all hands: {listed}{more}."
        where = "later decisions, or hands" if particulars(self.base).decides_again else "only hands"
        return f"Shares still change. This concerns {where} with two equally good plays: {listed}{more}."

    @property
    def _beside(self) -> str:
        """Return the side bets whose edge changes, which the edge of a round without them does not show."""
        changed = [each for each in self.side_bets if each.base != each.changed]
        told = [f"the {each.what} goes {_shift(each.base, each.changed, edge=True)}" for each in changed]
        return f" Side bets: {'; '.join(told)}." if told else ""

    @property
    def _aside(self) -> str:
        """Return the parts that the values leave out, if the versions differ in them."""
        posted = [each for each in self.differences if each.what.startswith("aggregate")]
        if not posted:
            return ""
        clauses = ", ".join(dict.fromkeys(clause for each in posted for clause in each.clauses))
        return f" The values are without posted aggregate limits ({clauses}). The exposure table shows their effect."

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
        return {
            "base": self._version(0),
            "changed": self._version(1),
            "identical": self.identical,
            "verdict": self.verdict,
            "base_status": self.base_status.value,
            "base_words": self.base_words,
            "duty": self.duty,
            "strategy": self.strategy,
            "differences": [each.to_dict() for each in self.differences],
            "figures": [each.to_dict() for each in self.figures],
            "standard_deviation": dict(zip(("base", "changed"), self.standard_deviations, strict=True)),
            "wagers": [each.to_dict() for each in self.wagers],
            "decision_shares": [each.to_dict() for each in self.shares],
            "decisions": {**self.decisions.to_dict(), "words": list(self.decision_words)},
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
            "modifications": list((self.base, self.changed)[which].modifications()),
        }

    def _exposure_dict(self) -> dict[str, object] | None:
        if self.exposures == (None, None):
            return None
        before, after = (most.to_dict() if most is not None else None for most in self.exposures)
        return {"base": before, "changed": after}

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.compare.display import render_comparison

        yield from render_comparison(self)


def source_words(game: Game) -> str:
    """Return the source of a base game's rules, in words. Only enclosed rules are called approved.

    >>> source_words(as_game("pick-2-poker"))
    'enclosed with the approval letter; readings: all defaults'
    >>> source_words(as_game("casino-war"))
    'listed title: rules restated from public sources; readings: all defaults'
    """
    status, readings = status_of(game.sheet), game.sheet.readings.values()
    chosen = [f"{each.id}={game.readings[each.id]}" for each in readings if game.readings[each.id] != each.default]
    source = _SOURCES[status]
    if status is Status.APPROVED and len(game.modifications()) > len(chosen):
        source = "changed from the approval letter"
    return f"{source}; readings: {', '.join(chosen) or 'all defaults'}"


def duty_words(game: Game) -> str:
    """Return a card room's duty after a change of a game (GEN-1), in words."""
    status = status_of(game.sheet)
    if status is Status.APPROVED:
        return "Any modification may affect the approval: ask the commission first (GEN-1)."
    if status is Status.LISTED:
        return (
            "The base is not an approved text: the letter only lists this title. Compare with the rules that your "
            "approval encloses, and ask the commission before you change them (GEN-1)."
        )
    return "No approval letter covers the base game: ask the commission before you offer either version."


def _edge_change(of_what: str, base: Fraction | None, changed: Fraction | None) -> FigureChange:
    return FigureChange(f"house edge {of_what}", base, changed, edge=True)


def _shift(before: Fraction | None, after: Fraction | None, *, edge: bool = False) -> str:
    """Write a share or an edge of both versions, with digits enough to tell them apart.

    >>> _shift(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**7)), _shift(None, Fraction(1, 50), edge=True)
    ('from 33.33333% to 33.33334%', 'from not offered to 2.0000%')
    """
    for digits in range(4, 13):
        figures = [
            "not offered" if each is None else (edge_percent if edge else percent)(each, digits)
            for each in (before, after)
        ]
        if figures[0] != figures[1]:
            break
    return f"from {figures[0]} to {figures[1]}"


def _edge_moves(before: Fraction, after: Fraction, unit: str) -> str:
    """Return the change of the edge, in words. The values are the player's.

    >>> _edge_moves(Fraction(-35057, 10**6), Fraction(-30911, 10**6), "Bet 1")
    'The house edge falls from 3.5057% to 3.0911% per Bet 1, by 0.4146 percentage points'
    >>> _edge_moves(Fraction(1, 100), Fraction(-1, 50), "Ante")
    "The edge goes from the player's 1.0000% to the house's 2.0000% per Ante, by 3.0000 percentage points"
    """
    for digits in range(4, 13):
        figures = [percent(abs(each), digits) for each in (before, after)]
        if figures[0] != figures[1] or before * after < 0:
            break
    points = f"{100 * float(abs(after - before)):.{digits}f} percentage points"
    if before * after > 0:
        whose, moves = "player's" if after > 0 else "house", "rises" if abs(after) > abs(before) else "falls"
        return f"The {whose} edge {moves} from {figures[0]} to {figures[1]} per {unit}, by {points}"
    sides = [
        f"{'the player' if each > 0 else 'the house'}'s {figure}" if each else "zero"
        for each, figure in zip((before, after), figures, strict=True)
    ]
    return f"The edge goes from {sides[0]} to {sides[1]} per {unit}, by {points}"


def _found(changes: DecisionChanges) -> str:
    """Return how many of the checked hands are played differently, in words."""
    hands = f"{changes.hands:,}"
    if not changes.exhaustive:
        number = "None" if not changes.changed else f"{changes.changed:,}"
        verb = "is" if changes.changed < 2 else "are"
        return f"{number} of the {hands} sampled hands {verb} played differently at the first decision."
    if not changes.changed:
        return "No hand is played differently."
    share = percent(Fraction(changes.changed, changes.hands))
    return f"Hands played differently: {changes.changed:,} of {hands} {changes.noun} ({share})."


def compare(
    base: Game | str | Path,
    changed: Game | str | Path,
    *,
    names: tuple[str, str] | None = None,
    runner: Runner | None = None,
    strategy: str = OPTIMAL,
) -> Comparison:
    """Compare a base game with a changed one.

    Each version is played by the strategy for that version: the optimal strategy is recomputed.

    Args:
        base: a game, its name, or the path of a game file.
        changed: the same, for the changed version.
        names: what to call the two versions.
        runner: where to count, if counting is needed.
        strategy: the strategy for both versions.

    Returns:
        A `Comparison`: differences, figures of both versions, changed decisions, exposure, and a one-sentence verdict.

    Raises:
        BadComparison: the two are different games, or the game has no house edge.

    >>> same = compare("pick-2-poker", "pick-2-poker")
    >>> same.identical, same.verdict[:27]
    (True, 'The two are the same game: ')
    """
    used = runner or Runner()
    before, after = (house_banked(each) for each in _games(base, changed))
    found = differences(before, after)
    result = analyze(before.unlimited(), strategy=strategy, runner=used)
    return Comparison(
        base=before,
        changed=after,
        names=names or (_name(base), _name(changed)),
        strategy=strategy,
        differences=found,
        results=(result, analyze(after.unlimited(), strategy=strategy, runner=used) if found else result),
        exposures=_exposures(before, after if found else before, used),
        decisions=decision_changes(before, after, used) if found else _all_as_before(),
    )


def _games(base: Game | str | Path, changed: Game | str | Path) -> Iterator[Game]:
    games = [as_game(each) for each in (base, changed)]
    kinds = [ANALYZERS.get(game.slug, game.slug) for game in games]
    if kinds[0] != kinds[1]:
        raise BadComparison(
            f"{games[0].title} and {games[1].title} have no bets or decisions in common. "
            "Compare two versions of one game."
        )
    return iter(games)


def _name(version: Game | str | Path) -> str:
    return named(version) if isinstance(version, Game) else str(version)


def _exposures(before: Game, after: Game, runner: Runner) -> tuple[Exposure | None, Exposure | None]:
    """Return the exposure of each version at the largest bets of its limits. Return None without a limit on wagers."""
    first = _exposure(before, runner)
    return first, first if after is before else _exposure(after, runner)


def _exposure(game: Game, runner: Runner) -> Exposure | None:
    return None if game.limits.largest_wager is None else exposure(game, runner=runner)


def _all_as_before() -> DecisionChanges:
    return DecisionChanges("nothing: the two are the same game", True, 0, 0, (), (), Fraction(0))
