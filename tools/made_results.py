"""Tables of edges and strategies for the documentation, from the results that ship. Nothing is counted here."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

from markdown_table import table
from record import recorded_times

from houseway.analysis import analyzed, counted_by_family, explain
from houseway.analysis.operations.seats import reach, table_variance
from houseway.analysis.operations.variance import Kind, covariances_of, is_known, shares_every_card
from houseway.analysis.results.distribution import edge_percent, percent
from houseway.analysis.results.endings import beside
from houseway.analysis.results.recorded import recorded, recorded_rules, recorded_strategy
from houseway.analysis.results.result import OPTIMAL, Analysis, PublishedCheck
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.sheet import Published, sheet
from houseway.games.telling.units import base_in_words, unit_in_words, units_of, whose_edge
from houseway.games.telling.words import capital
from houseway.report.par_sheet import volatility_index

UNIT_BET, EDGE = "unit bet", "house edge"
PAGES = Path(__file__).parents[1] / "docs" / "rules"
LONGEST_STRATEGY = 40
"""A table with more rows than this is for the terminal."""


def worth(slug: str) -> Iterator[str]:
    """Yield a title's edge, published figures beside ours, strategy, and the return table of each wager."""
    played = game(slug)
    known = recorded(played, OPTIMAL)
    if known is None:
        yield f"No exact result ships with the package; `houseway explain {slug}` shows what can be counted.\n"
        return
    yield "\n## House edge\n"
    yield "Optimal strategy, our default readings, the first pay table. `houseway analyze` computes every other.\n"
    yield from table(("figure", "value", "exact"), _figures(known))
    if known.published:
        yield "\n### Published figures and ours\n"
        yield from table(("figure", "published", "ours", ""), [_beside(check) for check in known.published])
    yield from _strategy(slug)
    for wager in (*known.wager_tables, *known.side_bets):
        yield f"\n### Return of the {known.subject.wager_title(wager.wager)}\n"
        rows = [(row.outcome, f"{float(row.pays):g}", f"{row.combinations:,}") for row in wager.rows]
        yield from table(("outcome", f"net result, in {known.units}", f"combinations of {wager.total:,}"), rows)


def _figures(known: Analysis) -> Iterator[tuple[str, str, Fraction]]:
    for base in known.bases:
        edge = known.house_edge(base)
        name = "element of risk" if base == UNIT_BET else f"{whose_edge(edge)} per {base_in_words(base)}"
        yield name, percent(abs(edge)), abs(edge)
    yield f"average total wager, in {known.units}", f"{float(known.average_wager):.4f}", known.average_wager
    yield f"variance, in {known.units} squared", f"{float(known.net.variance):.4f}", known.net.variance


def _beside(check: PublishedCheck) -> tuple[str, str, str, str]:
    ours = percent(check.ours, 6) if check.published.endswith("%") else f"{float(check.ours):.6f}"
    return check.what, check.published, ours, "agrees" if check.reproduced else check.note


def _strategy(slug: str) -> Iterator[str]:
    played = game(slug)
    rules = recorded_rules(played)
    if rules is not None:
        yield "\n### Simplified strategy (rule list)\n"
        yield from (f"{number}. {capital(line)}" for number, line in enumerate(rules.lines(), 1))
        cost = f"costs {float(rules.cost):.6f} {units_of(played)} per round" if rules.cost else "costs nothing"
        yield f"\nThe list {cost} against the optimal strategy.\n"
    rows = recorded_strategy(played) if counted_by_family(played) else None
    if rows and len(rows) <= LONGEST_STRATEGY:
        yield "\n### Optimal strategy\n"
        cells = [
            (row.decision, row.hands, f"{row.combinations:,}", row.best, f"{float(row.value):+.4f}") for row in rows
        ]
        yield from table(("decision", "hands", "combinations", "best", f"value, in {units_of(played)}"), cells)
    elif rows:
        yield f"\nThe optimal strategy has {len(rows)} rows: `houseway strategy {slug}` prints them.\n"


def all_worth() -> Iterator[str]:
    """Yield every house-banked game by its edge, with element of risk and standard deviation."""
    known = [(slug, recorded(game(slug), OPTIMAL)) for slug in analyzed()]
    ordered = sorted(
        ((slug, result) for slug, result in known if result is not None),
        key=lambda each: each[1].house_edge(each[1].unit),
    )
    rows = [
        (
            f"[{sheet(slug).title}]({_page(slug)})",
            sheet(slug).kind,
            f"{edge_percent(result.house_edge(result.unit))} per {unit_in_words(result.unit)}",
            edge_percent(result.house_edge(UNIT_BET)),
            f"{float(result.average_wager):.3f}",
            f"{sqrt(result.net.variance):.3f}",
            f"{volatility_index(result):.3f}",
        )
        for slug, result in ordered
    ]
    heads = (
        "game",
        "kind",
        "house edge",
        "element of risk",
        "average total wager, in first bets",
        "standard deviation of a round, in first bets",
        "volatility index, 90%",
    )
    yield from table(heads, rows)
    if missing := [sheet(slug).title for slug, result in known if result is None]:
        yield f"No result ships for: {', '.join(missing)}.\n"


def seats_together() -> Iterator[str]:
    """Yield the correlation of two seats under the optimal strategy, for every title that deals cards to seats."""
    rows = []
    for slug in analyzed():
        played, known = game(slug), recorded(game(slug), OPTIMAL)
        if not counted_by_family(played) or known is None or shares_every_card(played) or not is_known(played):
            continue
        found, _ = covariances_of(played, [Kind(OPTIMAL)])
        (covariance, error), variance, seats = found.of({OPTIMAL: 1.0}), float(known.net.variance), played.seats[-1]
        full = sqrt(table_variance(variance, seats, covariance) / (seats * variance))
        rows.append((covariance / variance, reach(error) / variance, sheet(slug).title, f"{full:.2f} ({seats} seats)"))
    told = [(title, f"{value:.3f} +- {wide:.3f}", full) for value, wide, title, full in sorted(rows, reverse=True)]
    yield from table(
        ("title", "correlation, 99.9% interval", "standard deviation of a full table, relative to independent seats"),
        told,
    )


def how_solved() -> Iterator[str]:
    """Yield every declared title: a published figure beside ours, the cost of a count, and the length of its module."""
    rows, clocked = [], recorded_times()
    for slug in analyzed():
        played, known = game(slug), recorded(game(slug), OPTIMAL)
        if not isinstance(played, DeclaredGame) or known is None:
            continue
        edge = known.house_edge(known.unit)
        lines = len(Path(inspect.getfile(type(played))).read_text("utf-8").splitlines())
        rows.append(
            (
                f"[{played.title}]({_page(slug)})",
                f"{edge} = {edge_percent(edge)} per {unit_in_words(known.unit)}",
                *_first_published(played, known),
                _seconds(clocked[slug]) if slug in clocked else "not measured",
                _seconds(explain(played).cpu_seconds),
                lines,
            )
        )
    heads = ("title", "ours", "published", "", "CPU seconds, measured", "CPU seconds, estimated", "lines of its module")
    yield from table(heads, rows)


def _seconds(number: float) -> str:
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"


def _first_published(played: DeclaredGame, known: Analysis) -> tuple[str, str]:
    """Return the published edge of the round, or else another figure; first those that are compared as numbers."""
    for check in sorted(known.published, key=lambda each: not each.what.startswith(EDGE)):
        return f"{check.what}: {check.published}", "agrees" if check.reproduced else check.note
    for told in sorted(played.sheet.published, key=lambda each: not each.what.startswith(EDGE)):
        return f"{told.what}: {told.value}", told.differs or _rounded(told, known)
    return "none found", ""


def _rounded(told: Published, known: Analysis) -> str:
    """Say whether ours agrees with a published edge that reads "about ..."."""
    number = re.match(r"about ([\d.]+%)", told.value)
    if number is None or told.what.lower() != f"{EDGE} per {known.unit}":
        return "not compared as a number"
    check = beside(replace(told, value=number[1]), known.house_edge(known.unit), known.unit)
    return "agrees, as far as it is rounded" if check.reproduced else "not compared as a number"


def _page(slug: str) -> str:
    """Return the address of a title's page: its own, or the generated one."""
    return f"{slug}.md" if (PAGES / f"{slug}.md").is_file() else f"title/{slug}.md"
