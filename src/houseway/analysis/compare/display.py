"""Display of a comparison on the terminal and in a notebook."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from houseway.analysis.compare.comparison import SHARE, Comparison, FigureChange
from houseway.analysis.operations.exposure import Exposure
from houseway.analysis.results.distribution import edge_percent, percent
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.money import Cents, dollars
from houseway.games.telling.words import strategy_words

NOTHING = "-"
NO_LIMIT = "no limit"
EXPOSURE_FIGURES: dict[str, Callable[[Exposure], Cents]] = {
    "largest payout of a wager": lambda most: most.largest_wager_payout.payout,
    "largest gain of one seat in a round that occurs": lambda most: most.reached,
    "maximum exposure, one seat": lambda most: most.seat_most,
    "maximum exposure, full table": lambda most: most.table_bound,
    "maximum exposure, full table, under aggregate limits": lambda most: most.table_within_limits,
}


def render_comparison(comparison: Comparison) -> Iterator[RenderableType]:
    """Yield the verdict, then the parts from the rules down to single hands."""
    subject = comparison.results[0].subject
    yield f"{subject.title}, {subject.letter}"
    yield f"Base: {comparison.names[0]} ({comparison.base_words}). Changed: {comparison.names[1]}."
    yield f"Strategy: {_strategy(comparison.strategy)}, recomputed for each version."
    yield f"\n{comparison.verdict}"
    if comparison.identical:
        return
    yield _differences(comparison)
    yield _figures("Figures", comparison.figures, spread=comparison.standard_deviations)
    wagers = tuple(replace(each, what=subject.wager_title(each.what)) for each in comparison.wagers)
    yield _figures(f"Expected net result by wager, in {subject.units}", wagers)
    yield _figures("How often each decision is taken", comparison.shares)
    yield from _decisions(comparison)
    if comparison.exposures != (None, None):
        yield _exposure(*comparison.exposures)
    yield comparison.duty


def written(change: FigureChange) -> tuple[str, str]:
    """Return a figure of both versions as display text."""
    return _written(change.base, change), _written(change.changed, change)


def _written(figure: Fraction | None, change: FigureChange) -> str:
    if figure is None:
        return NOTHING
    if change.edge:
        return edge_percent(figure)
    return percent(figure) if change.unit == SHARE else f"{float(figure):.6f}"


def difference_of(change: FigureChange) -> str:
    """Return a signed difference: percentage points, or units of a bet."""
    if change.difference is None:
        return NOTHING
    return f"{float(change.difference) * (100 if change.unit == SHARE else 1):+.{4 if change.unit == SHARE else 6}f}"


def _table(title: str, *columns: str, wide: tuple[int, ...] = (0,)) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        words = place in wide
        table.add_column(column, justify="left" if words else "right", no_wrap=not words, overflow="fold")
    return table


def _differences(comparison: Comparison) -> Table:
    columns = ("kind", "what", "clauses", "base", "changed")
    table = _table("What differs", *columns, wide=(0, 1, 2, 3, 4))
    for each in comparison.differences:
        table.add_row(each.kind, each.what, ", ".join(each.clauses) or NOTHING, each.base, each.changed)
    return table


def _strategy(name: str) -> str:
    return OPTIMAL if name == OPTIMAL else f"the player {strategy_words(name)}"


def _figures(title: str, changes: tuple[FigureChange, ...], spread: tuple[float, float] | None = None) -> Table:
    table = _table(title, "figure", "base", "changed", "difference")
    for change in changes:
        table.add_row(change.what, *written(change), difference_of(change))
    if spread is not None:
        before, after = spread
        table.add_row("standard deviation of a round", f"{before:.6f}", f"{after:.6f}", f"{after - before:+.6f}")
    return table


def _decisions(comparison: Comparison) -> Iterator[RenderableType]:
    changes = comparison.decisions
    yield "\n" + "\n".join(comparison.decision_words)
    if not changes.changed:
        return
    moves = _table("From one decision to another", "base", "changed", "hands", wide=(0, 1))
    for move in changes.moves:
        moves.add_row(move.base, move.changed, f"{move.hands:,}")
    yield moves
    columns = ("hand", "base", "changed", "base play costs")
    examples = _table("The hand of each kind that changes most", *columns, wide=(0, 1, 2))
    for hand in changes.examples:
        cards = hand.in_words
        cost = "not allowed" if hand.cost is None else f"{float(hand.cost):.6f}"
        examples.add_row(cards, hand.base, hand.changed, cost)
    yield examples


def exposure_rows(before: Exposure | None, after: Exposure | None) -> Iterator[tuple[str, Cents | None, Cents | None]]:
    """Yield the possible cost of a round, in cents, or None for a version without a limit on wagers."""
    for what, figure in EXPOSURE_FIGURES.items():
        yield what, None if before is None else figure(before), None if after is None else figure(after)


def _exposure(before: Exposure | None, after: Exposure | None) -> Table:
    table = _table("Exposure in one round at the largest bets", "figure", "base", "changed", "difference")
    for what, old, new in exposure_rows(before, after):
        table.add_row(what, *(NO_LIMIT if cents is None else dollars(cents) for cents in (old, new)), _moved(old, new))
    return table


def _moved(old: Cents | None, new: Cents | None) -> str:
    if old is None or new is None:
        return NOTHING
    return ("+" if new > old else "") + dollars(new - old)
