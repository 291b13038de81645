"""An analysis on the terminal and in a notebook, from the rules in force down to the published figures."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from io import StringIO
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table

from houseway.analysis.results.advice import Advice
from houseway.analysis.results.partial import PartialAnalysis
from houseway.analysis.results.result import (
    ROUNDS_NOT_LOST,
    ROUNDS_WON,
    Analysis,
    ReturnRow,
    Subject,
    WagerTable,
    percent,
)
from houseway.analysis.results.rules import RuleList, expensive_words
from houseway.analysis.results.simulation import SimulationResult
from houseway.cards.notation import format_cards
from houseway.games.telling.units import edge_label, units_in_words, whose_edge
from houseway.games.telling.words import capital, pay_table_words
from houseway.plain import exact

WORDY = ("why", "rule")
"""Columns of words, which may be broken into lines; figures never are."""

SLOW_ROUNDS = 50_000
"""Rounds per second below which they are not shown in millions."""


def render(analysis: Analysis) -> Iterator[RenderableType]:
    """Yield the parts from top to bottom."""
    yield from _heading(analysis.subject)
    yield _result_table(analysis)
    yield _wager_table(analysis)
    yield _return_table("Return table", analysis.return_table, analysis.net.total, analysis.value)
    yield from (_side_bet_table(analysis, table) for table in analysis.side_bets)
    if analysis.decisions:
        yield _decision_table(analysis)
    if analysis.published:
        yield _published_table(analysis)
        yield from (
            f"{check.figure}, {check.published}: {check.note}"
            for check in analysis.published
            if check.note and not check.reproduced
        )
    yield from analysis.notes


def render_partial(known: PartialAnalysis) -> Iterator[RenderableType]:
    """Yield the known figures, and the missing ones."""
    yield from _heading(known.subject)
    table = _table("Result", "figure", "value", "exact")
    table.add_row(f"expected value, in {known.subject.units}", f"{float(known.value):+.6f}", _short(known.value))
    for base in known.bases:
        edge = known.house_edge(base)
        table.add_row(edge_label(base, edge), percent(abs(edge)), _short(abs(edge)))
    average = known.bases["unit bet"]
    table.add_row(f"average total wager, in {known.subject.units}", f"{float(average):.6f}", _short(average))
    yield table
    yield _wager_table(known)
    yield _decision_table(known)
    yield from known.notes
    yield known.missing


def as_html(analysis: Analysis) -> str:
    """Return the same as HTML, for a notebook."""
    console = Console(file=StringIO(), record=True, width=110, force_jupyter=False)
    console.print(analysis)
    return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")


def _heading(subject: Subject) -> Iterator[str]:
    yield f"{subject.title}, {subject.letter}"
    yield f"Strategy: {subject.strategy_label}. Deck of {subject.deck} cards. houseway {subject.version}."
    yield f"Readings: {subject.readings_told}."
    if subject.paytable is not None:
        yield f"{capital(pay_table_words(subject.paytable))}."


def _table(title: str, *columns: str, wordy: Sequence[str] = WORDY) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    for index, column in enumerate(columns):
        wide = index == 0 or column in wordy
        table.add_column(column, justify="left" if wide else "right", no_wrap=not wide)
    return table


def _result_table(analysis: Analysis) -> Table:
    table = _table("Result", "figure", "value", "exact")
    table.add_row(f"expected value, in {analysis.units}", f"{float(analysis.value):+.6f}", _short(analysis.value))
    for base in analysis.bases:
        edge = analysis.house_edge(base)
        table.add_row(edge_label(base, edge), percent(abs(edge)), _short(abs(edge)))
    table.add_row(f"standard deviation, in {analysis.units}", f"{analysis.net.standard_deviation:.6f}", "")
    table.add_row(
        f"average total wager, in {analysis.units}",
        f"{float(analysis.average_wager):.6f}",
        _short(analysis.average_wager),
    )
    table.add_row(ROUNDS_WON, percent(analysis.rounds_won), _short(analysis.rounds_won))
    table.add_row(ROUNDS_NOT_LOST, percent(analysis.rounds_not_lost), _short(analysis.rounds_not_lost))
    return table


def _wager_table(analysis: Analysis | PartialAnalysis) -> Table:
    units = units_in_words(next(iter(analysis.bases)))
    table = _table(f"Wager by wager, in {units}", "wager", "average amount", "expected net")
    for wager in analysis.wagers:
        title = analysis.subject.wager_title(wager.wager)
        table.add_row(title, f"{float(wager.staked):.6f}", f"{float(wager.value):+.6f}")
    return table


def render_wager_tables(analysis: Analysis | PartialAnalysis) -> Iterator[RenderableType]:
    """Yield the return table of each wager by itself, as far as it is known."""
    for table in () if isinstance(analysis, PartialAnalysis) else analysis.wager_tables:
        title = analysis.subject.wager_title(table.wager)
        yield _return_table(f"Return table of one wager: {title}", table.rows, table.total, table.value)


def _return_table(title: str, rows: Sequence[ReturnRow], total: int, value: Fraction) -> Table:
    table = _table(title, "outcome", "combinations", "probability", "net", "return")
    for row in rows:
        share = Fraction(row.combinations, total)
        table.add_row(
            row.outcome,
            f"{row.combinations:,}",
            f"{float(share):.8f}",
            _net(row.pays),
            f"{float(share * row.pays):+.8f}",
        )
    table.add_section()
    table.add_row("total", f"{total:,}", "1.00000000", "", f"{float(value):+.8f}")
    return table


def _side_bet_table(analysis: Analysis, side_bet: WagerTable) -> Table:
    edge = f"{whose_edge(-side_bet.value)} {percent(abs(side_bet.value))}"
    title = f"{analysis.subject.wager_title(side_bet.wager)}, not bet here: {edge}, {abs(side_bet.value)}"
    return _return_table(title, side_bet.rows, side_bet.total, side_bet.value)


def _decision_table(analysis: Analysis | PartialAnalysis) -> Table:
    table = _table("How often each decision is best", "decision", "combinations", "probability")
    for share in analysis.decisions:
        table.add_row(share.what, f"{share.combinations:,}", percent(share.probability))
    return table


def _published_table(analysis: Analysis) -> Table:
    table = _table("Published figures", "figure", "published", "ours", "difference", "verdict")
    for check in analysis.published:
        is_percent = check.published.endswith("%")
        table.add_row(
            f"{check.figure} ({check.source})",
            f"{int(check.published):,}" if check.published.isdigit() else check.published,
            percent(check.ours) if is_percent else _number(check.ours),
            percent(check.difference) if is_percent else _number(check.difference, "+"),
            "reproduced" if check.reproduced else "differs",
        )
    return table


def _net(pays: Fraction) -> str:
    return str(pays) if pays.denominator == 1 else f"{float(pays):.4f}"


def _number(number: Fraction, sign: str = "") -> str:
    """Return a count in full, and any other number rounded."""
    return f"{int(number):{sign},}" if number.denominator == 1 else f"{float(number):{sign},.6g}"


def _short(number: Fraction) -> str:
    text = f"{number.numerator}/{number.denominator}"
    return text if len(text) <= 40 else f"{len(str(number.denominator))}-digit fraction: see --json"


def render_advice(advice: Advice) -> Iterator[RenderableType]:
    """Yield every option of a situation, the best first."""
    subject = advice.subject
    known = (("board", advice.board), ("the dealer's", advice.dealer), ("dead", advice.dead))
    seen = "".join(f", {name} {format_cards(cards)}" for name, cards in known if cards)
    yield f"{subject.title}: {format_cards(advice.cards)}{seen} ({advice.stage})"
    table = _table(f"Options, value in {subject.units} from the start of the round", "option", "value", "cost", "why")
    for option in advice.options:
        cost = advice.best.value - option.value
        table.add_row(
            str(option.action), f"{float(option.value):+.6f}", f"{float(cost):.6f}" if cost else "best", option.reason
        )
    yield table


def render_simulation(result: SimulationResult) -> Iterator[RenderableType]:
    """Yield a simulation's mean with its interval."""
    low, high = result.interval
    yield f"{result.subject.title}. Strategy: {result.subject.strategy_label}. Seed {result.seed[:16]}."
    table = _table(f"{result.rounds:,} simulated rounds", "figure", "value")
    table.add_row(f"mean net result, in {result.subject.units}", f"{float(result.mean):+.6f}")
    table.add_row("99.9% confidence interval", f"{low:+.6f} to {high:+.6f}")
    table.add_row(f"standard deviation, in {result.subject.units}", f"{result.net.standard_deviation:.6f}")
    speed = result.rounds / result.seconds
    if speed >= SLOW_ROUNDS:
        table.add_row("million rounds per second", f"{speed / 1e6:.2f}")
    else:
        table.add_row("rounds per second", f"{speed:,.0f}")
    yield table
    if result.note:
        yield result.note


def render_rule_list(rules: RuleList, units: str, edge: Fraction) -> Iterator[RenderableType]:
    """Render a simplified strategy with its cost in units; `edge` is the house edge under the optimal strategy."""
    table = _table("Simplified strategy (rule list): the first line that applies", "#", "rule")
    for number, line in enumerate(rules.lines(), 1):
        table.add_row(str(number), line)
    yield table
    if rules.cost:
        yield f"It costs {float(rules.cost):.6f} {units} per round against the optimal strategy ({_short(rules.cost)})."
        if expensive := expensive_words(rules.cost, edge, units):
            yield expensive
    else:
        yield "It costs nothing against the optimal strategy."


def render_rows(rows: Sequence[Any]) -> RenderableType:
    """Render the optimal strategy by kind of hand; a sentence where there is nothing to decide."""
    if not rows:
        return "This game has no decisions after the bets."
    names = [field.name for field in fields(rows[0])]
    wordy = [name for name in ("hands",) if isinstance(getattr(rows[0], name, None), str)]
    table = _table("Optimal strategy by kind of hand", *(name.replace("_", " ") for name in names), wordy=wordy)
    before = None
    for row in rows:
        cells = [_cell(getattr(row, name)) for name in names]
        told, before = before == cells[0], cells[0]
        table.add_row(*(["", *cells[1:]] if told and names[0] == "decision" else cells))
    return table


def plain_rows(rows: Sequence[Any]) -> list[dict[str, object]]:
    """Return the same rows as plain data, complete."""
    return [
        {
            field.name: exact(value) if isinstance(value := getattr(row, field.name), Fraction) else value
            for field in fields(row)
        }
        for row in rows
    ]


def _cell(value: object) -> str:
    if isinstance(value, Fraction):
        return f"{float(value):+.4f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
