"""The par sheet: the figures that a test laboratory looks for, on one page.

Return to player is one minus the house edge on the same base. The volatility index is that of slot machine par sheets:
1.645 standard deviations, per unit bet. Nine in ten rounds would end within it if results were normal. Confidence
limits of the return over N rounds are the return per unit bet and 1.645 standard deviations of its mean to either side.
"""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

from houseway.analysis.operations.exposure import Exposure
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.result import ROUNDS_NOT_LOST, ROUNDS_WON, Analysis, PublishedCheck
from houseway.games.engine.money import dollars
from houseway.games.telling.units import UNIT_BET, base_in_words, unit_in_words
from houseway.report.formats import OPEN, amount, sentence_case, share, whole
from houseway.report.model import Column, Section, Table, figures, words

CONFIDENCE = 0.9
HORIZONS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SKILL_TITLES = {"optimal": "optimal", "rule-list": "simplified (rule list)", "naive": "casual player"}


def deviations() -> float:
    """Return the number of standard deviations that contain nine in ten normal results."""
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def par_sheet_section(analysis: Analysis, skills: Mapping[str, Analysis | None], most: Exposure | None) -> Section:
    """Return the whole section. Its figures are those of the sections that follow."""
    tables = (
        returns_table(analysis),
        figures_table(analysis, most),
        skills_table(skills, unit_in_words(analysis.unit)),
        limits_table(analysis),
    )
    published = (published_table(analysis.published),) if analysis.published else ()
    return Section("Summary (par sheet)", (*tables, *published), alone=True)


def base_label(base: str) -> str:
    """Return the label of a return's base. The house edge on all that is bet is the element of risk.

    >>> base_label("ante"), base_label(UNIT_BET)
    ('per Ante', 'per unit bet (element of risk)')
    """
    return f"per {base_in_words(base)}{' (element of risk)' if base == UNIT_BET else ''}"


def returns_table(analysis: Analysis) -> Table:
    """Return the table of the return to player and the house edge on each base."""
    rows = [
        (base_label(base), share(1 - analysis.house_edge(base)), edge_percent(analysis.house_edge(base)))
        for base in analysis.bases
    ]
    return Table.of("Return under the optimal strategy", ["Base", figures("Return (RTP)"), figures("House edge")], rows)


def volatility_index(analysis: Analysis) -> float:
    """Return 1.645 standard deviations of a round, per unit bet on average."""
    return deviations() * analysis.net.standard_deviation / float(analysis.average_wager)


def figures_table(analysis: Analysis, most: Exposure | None) -> Table:
    """Return the share of rounds won, the volatility, and the maximum exposure."""
    best = max(analysis.net.weights)
    rows = [
        (sentence_case(ROUNDS_WON), share(analysis.rounds_won)),
        (sentence_case(ROUNDS_NOT_LOST), share(analysis.rounds_not_lost)),
        (f"Average total wager, in {analysis.units}", amount(analysis.average_wager)),
        (f"Standard deviation per round, in {analysis.units}", amount(analysis.net.standard_deviation)),
        ("Standard deviation per unit bet", amount(analysis.net.standard_deviation / float(analysis.average_wager))),
        ("Volatility index, 90%", amount(volatility_index(analysis))),
        (f"Largest net result that occurs in a round, in {analysis.units}", amount(best, 2)),
    ]
    if most is not None:
        rows.append(("Maximum exposure to one seat, at the limits in force", dollars(most.seat_most)))
    return Table.of("Rounds won and volatility", [words("Figure"), figures("Value")], rows)


def skills_table(skills: Mapping[str, Analysis | None], unit: str) -> Table:
    """Return the return of the game by skill of the player."""
    rows = []
    for skill, result in skills.items():
        known = (
            (OPEN, OPEN, OPEN)
            if result is None
            else (
                share(1 - result.house_edge("unit bet")),
                edge_percent(result.house_edge("unit bet")),
                edge_percent(result.house_edge(result.unit)),
            )
        )
        rows.append(
            (
                SKILL_TITLES.get(skill, skill),
                OPEN if result is None else result.subject.plays,
                *known,
            )
        )
    heads = [figures(title) for title in ("Return per unit bet", "Element of risk", f"House edge per {unit}")]
    note = "A dash marks a strategy that was not counted." if None in skills.values() else ""
    return Table.of("Return by strategy", ["Strategy", "The player", *heads], rows, note=note)


def limits_table(analysis: Analysis) -> Table:
    """Return the limits that contain the return of a number of rounds nine times in ten."""
    middle = 1 - float(analysis.house_edge("unit bet"))
    spread = volatility_index(analysis)
    rows = [
        (whole(rounds), share(middle - spread / sqrt(rounds), 2), share(middle + spread / sqrt(rounds), 2))
        for rounds in HORIZONS
    ]
    return Table.of(
        "90% confidence limits of the return per unit bet, by the normal approximation",
        [figures("Rounds"), figures("From"), figures("To")],
        rows,
    )


def main_figures(checks: tuple[PublishedCheck, ...]) -> list[PublishedCheck]:
    """Return the published edges, or all published figures if no edge is published."""
    return [check for check in checks if check.published.endswith("%")] or list(checks)


def published_table(checks: tuple[PublishedCheck, ...]) -> Table:
    """Return published edges beside ours. The Verification section has all figures and sources."""
    rows = [
        (
            check.figure,
            check.published,
            share(check.ours) if check.published.endswith("%") else amount(check.ours, 8),
            "reproduced" if check.reproduced else "differs",
        )
        for check in main_figures(checks)
    ]
    columns = [words("Figure"), figures("Published"), figures("Ours"), Column("Verdict")]
    differs = any(not check.reproduced for check in main_figures(checks))
    note = "The section Verification explains the differences." if differs else ""
    return Table.of("Published figures and ours", columns, rows, note=note)
