"""How to play: the optimal strategy by kind of hand, and the simplified strategy (rule list) with its cost."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from houseway.analysis.declared.strategy import in_short
from houseway.analysis.results.result import Analysis
from houseway.analysis.results.rules import RuleList, expensive_words
from houseway.games.telling.units import unit_in_words, whose_edge
from houseway.report.formats import amount, antes, ratio, sentence, sentence_case, share
from houseway.report.formats import whole as whole_number
from houseway.report.model import Column, Paragraph, Points, Section, Table, figures

COLUMNS = {
    "first": "First: the two cards are kept, or are the hand with the bet that is not split.",
    "edge": "Edge: the probability of a win less that of a loss.",
    "ante_split": "Ante split, Bonus split: the two cards are the second hand of a split of that bet.",
}
"""The meaning of columns whose titles do not explain it."""


EVERYTHING_ELSE = "everything else"
"""Ends the last line of a list. Lines below it explain its words."""
NO_RULES = Section.of(
    "Simplified strategy (rule list)",
    Paragraph("No simplified strategy is available for this title. The table above is the optimal strategy."),
)


@dataclass(frozen=True, slots=True)
class Play:
    """A strategy: the rows of the game, and its simplified strategy, if any."""

    table: Sequence[Any]
    rules: RuleList | None


def strategy_section(analysis: Analysis, play: Play | None, *, whole: bool = False) -> Section:
    """Return the optimal strategy, in short or `whole`, and the simplified strategy with its cost."""
    title = "Optimal strategy and simplified strategy"
    if play is None:
        return Section.of(
            title,
            Paragraph("The optimal strategy by kind of hand needs a count, which this quick report leaves out."),
        )
    if not play.table:
        return Section.of(title, Paragraph("This game has no decisions after the bets."))
    rules = NO_RULES if play.rules is None else _rule_list(analysis, play.rules)
    return Section.of(title, _best_play(play.table, analysis.units, whole), rules)


def _best_play(table: Sequence[Any], units: str, whole: bool) -> Section:
    """Return the rows of a strategy table, or a summary of them."""
    rows = table if whole else in_short(table)
    told = "Counts are equally likely combinations of cards."
    if len(rows) < len(table):
        told = (
            "A row's frequency is its share of all hands at that decision. A class of hands that is not always played "
            f"the same way has a row for each way. For all {whole_number(len(table))} rows, see the workbook (.xlsx) "
            "of this report, or run houseway strategy with the option --json."
        )
    return Section.of(
        "Optimal strategy by kind of hand",
        Paragraph(
            "The optimal strategy is found for each hand by itself; this table summarizes it. Values are means over "
            f"the hands of a row, in {units}. {told}"
        ),
        strategy_table(rows),
    )


def _rule_list(analysis: Analysis, rules: RuleList) -> Section:
    lines = tuple(map(sentence_case, rules.lines()))
    last = max((place for place, line in enumerate(lines, 1) if line.endswith(EVERYTHING_ELSE)), default=len(lines))
    return Section.of(
        "Simplified strategy (rule list)",
        Paragraph("Use the first line that applies."),
        Points(lines[:last], numbered=True),
        *(Paragraph(sentence(meaning)) for meaning in lines[last:]),
        Paragraph(_cost(analysis, rules.cost), strong=True),
        *([Paragraph(expensive)] if (expensive := _expensive(analysis, rules.cost)) else []),
    )


def _expensive(analysis: Analysis, cost: Fraction) -> str:
    return expensive_words(cost, -analysis.value, analysis.units)


def _cost(analysis: Analysis, cost: Fraction) -> str:
    """Return the cost of a rule list, and the edge under it."""
    if not cost:
        return f"These rules cost nothing: they are optimal, with {_edges(analysis, analysis.value)}."
    ruled, units = analysis.value - cost, analysis.units
    return (
        f"Exact cost against the optimal strategy: {amount(cost)} {units} per round ({ratio(cost)}). With these rules "
        f"the player's expected net result is {antes(ruled)} {units} per round: {_edges(analysis, ruled)}, instead of "
        f"{_edges(analysis, analysis.value)}."
    )


def _edges(analysis: Analysis, value: Fraction) -> str:
    """Return whose edge a value is, per unit and per initial wager."""
    unit, initial = unit_in_words(analysis.unit), analysis.bases["initial wager"]
    return (
        f"a {whose_edge(-value)} of {share(abs(value))} per {unit} and {share(abs(value) / initial)} per initial wager"
    )


def strategy_table(rows: Sequence[Any]) -> Table:
    """Return the strategy table of a game: words first, then counts and values."""
    names = [field.name for field in fields(rows[0])]
    columns = [_column(name, getattr(rows[0], name)) for name in names]
    return Table.of(
        "Optimal strategy",
        columns,
        [tuple(_cell(getattr(row, name)) for name in names) for row in rows],
        note=" ".join(COLUMNS[name] for name in names if name in COLUMNS),
    )


def _column(name: str, value: object) -> Column:
    title = name.replace("_", " ").capitalize()
    return Column(title) if isinstance(value, str) else figures(title)


def _cell(value: object) -> str:
    if isinstance(value, Fraction):
        return antes(value, 4)
    return whole_number(value) if isinstance(value, int) else str(value)
