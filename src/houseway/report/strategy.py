"""How to play: the best strategy by kind of hand, and the short rule list with its cost."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from houseway.analysis.declared.strategy_summary import in_short
from houseway.analysis.results.people import RuleList
from houseway.analysis.results.result import Analysis
from houseway.analysis.results.rules import expensive_words
from houseway.games.telling.units import unit_in_words, whose_edge
from houseway.report.formats import amount, antes, ratio, sentence, sentence_case, share
from houseway.report.formats import whole as whole_number
from houseway.report.model import Column, Paragraph, Points, Section, Table, figures

COLUMNS = {
    "first": "First: the two cards are the hand that is kept or that bears the bet which is not split.",
    "edge": "Edge: how much more often such hands win than lose.",
    "ante_split": "Ante split, Bonus split: they are the other hand of a split of that bet.",
}
"""What a column says, where its title does not."""


EVERYTHING_ELSE = "everything else"
"""Ends the last line of a list; what stands below says what words of it mean."""
NO_RULES = Section.of("Rule list", Paragraph("No rule list is fitted to this title: the table above is best play."))


@dataclass(frozen=True, slots=True)
class Play:
    """How to play: rows of the game's own kind, and rules for people where some are fitted."""

    table: Sequence[Any]
    rules: RuleList | None


def strategy_section(analysis: Analysis, play: Play | None, *, whole: bool = False) -> Section:
    """Best play in a table, in short or `whole`, and rules that a person can play with what they give away."""
    title = "Optimal strategy and rule list"
    if play is None:
        return Section.of(
            title,
            Paragraph("Best play by kind of hand is not counted here, and this report was to be quick."),
        )
    if not play.table:
        return Section.of(title, Paragraph("Nothing is decided once the bets are down: there is one way to play."))
    rules = NO_RULES if play.rules is None else _rule_list(analysis, play.rules)
    return Section.of(title, _best_play(play.table, analysis.units, whole), rules)


def _best_play(table: Sequence[Any], units: str, whole: bool) -> Section:
    """The rows of a table, or what they come to in short."""
    rows = table if whole else in_short(table)
    told = "counts are equally likely combinations of cards."
    if len(rows) < len(table):
        told = (
            "how often a row comes is its share of all times that the decision does. Hands of one class that are not "
            f"all played alike have a row for each way. All {whole_number(len(table))} rows are in the workbook "
            "(.xlsx) of this report and in what houseway strategy prints with the option --json."
        )
    return Section.of(
        "Best play by kind of hand",
        Paragraph(
            "Best play is found hand by hand; the table sums it up. Values are means over the hands of a row, in "
            f"{units}, and {told}"
        ),
        strategy_table(rows),
    )


def _rule_list(analysis: Analysis, rules: RuleList) -> Section:
    lines = tuple(map(sentence_case, rules.lines()))
    last = max((place for place, line in enumerate(lines, 1) if line.endswith(EVERYTHING_ELSE)), default=len(lines))
    return Section.of(
        "Rule list",
        Paragraph("The first line that applies says what to do."),
        Points(lines[:last], numbered=True),
        *(Paragraph(sentence(meaning)) for meaning in lines[last:]),
        Paragraph(_cost(analysis, rules.cost), strong=True),
        *([Paragraph(expensive)] if (expensive := _expensive(analysis, rules.cost)) else []),
    )


def _expensive(analysis: Analysis, cost: Fraction) -> str:
    return expensive_words(cost, -analysis.value, analysis.units)


def _cost(analysis: Analysis, cost: Fraction) -> str:
    """What rules give away, and the edge that is left."""
    if not cost:
        return f"These rules give nothing away: a player by them has {_edges(analysis, analysis.value)}, as best play."
    ruled, units = analysis.value - cost, analysis.units
    return (
        f"Exact cost against best play: {amount(cost)} {units} a round ({ratio(cost)}). A player by these rules has an "
        f"expected net result of {antes(ruled)} {units} a round: {_edges(analysis, ruled)}, instead of "
        f"{_edges(analysis, analysis.value)}."
    )


def _edges(analysis: Analysis, value: Fraction) -> str:
    """Whose edge a value is, and how much on the first bet and on all initial ones."""
    unit, initial = unit_in_words(analysis.unit), analysis.bases["initial wager"]
    return (
        f"a {whose_edge(-value)} of {share(abs(value))} per {unit} and {share(abs(value) / initial)} per initial wager"
    )


def strategy_table(rows: Sequence[Any]) -> Table:
    """Rows of the game's own kind: words first, then counts and values."""
    names = [field.name for field in fields(rows[0])]
    columns = [_column(name, getattr(rows[0], name)) for name in names]
    return Table.of(
        "Best play",
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
