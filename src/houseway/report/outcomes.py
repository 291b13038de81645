"""The result of an analysis: return tables, value of each wager and of all, decisions."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.particulars import particulars
from houseway.analysis.results.exact import edge_percent
from houseway.analysis.results.result import ROUNDS_NOT_LOST, ROUNDS_WON, Analysis, ReturnRow
from houseway.games.engine.game import Game
from houseway.games.telling.units import base_in_words, whose_edge
from houseway.report.formats import amount, antes, net, ratio, sentence_case, share, whole
from houseway.report.model import Column, Paragraph, Section, Table, figures, words
from houseway.report.not_bet import not_bet_in_words


def wager_tables_section(analysis: Analysis) -> Section | None:
    """The return table of each wager by itself, or nothing where an analysis has none."""
    if not analysis.wager_tables:
        return None
    titles = {table.wager: analysis.subject.wager_title(table.wager) for table in analysis.wager_tables}
    return Section.of(
        "Return tables by wager",
        Paragraph(
            f"Each wager by itself where {analysis.subject.player}: what it nets, in {analysis.units}, "
            "in each outcome that matters to it. Combinations are those of the cards on which the wager depends, all "
            "multiplied by one number where that makes every count whole, so the totals of wagers differ. Outcomes of "
            "several wagers are not independent; the return table of the whole round follows."
        ),
        *[
            _return_table(sentence_case(titles[table.wager]), Column("Outcome"), table.rows, table.total)
            for table in analysis.wager_tables
        ],
        _side_bets(analysis) if analysis.side_bets else None,
    )


def _side_bets(analysis: Analysis) -> Section:
    """The bets that the round leaves out, each by itself."""
    return Section.of(
        "Side bets",
        Paragraph(
            "Optional bets that the round of this report leaves out, one unit of each by itself, the round played as "
            "above: what a unit nets in each outcome that matters to it. No other table contains them."
        ),
        *[
            _return_table(
                sentence_case(analysis.subject.wager_title(table.wager)), words("Outcome"), table.rows, table.total
            )
            for table in analysis.side_bets
        ],
    )


def _return_table(caption: str, outcome: Column, rows: Sequence[ReturnRow], every: int) -> Table:
    """Rows of outcomes, and their sums over all rows: shares of `every` combination."""
    total = sum(row.combinations for row in rows)
    value = sum((row.pays * row.combinations for row in rows), Fraction(0)) / every
    cells = [
        (
            row.outcome,
            whole(row.combinations),
            f"{row.combinations / every:.8f}",
            net(row.pays),
            antes(row.pays * Fraction(row.combinations, every), 8),
        )
        for row in rows
    ]
    return Table.of(
        caption,
        [outcome, figures("Combinations"), figures("Probability"), figures("Net"), figures("Return")],
        [*cells, ("total", whole(total), f"{total / every:.8f}", "", antes(value, 8))],
        totals=1,
    )


def return_section(analysis: Analysis) -> Section:
    """Every outcome in whole numbers, with a total that matches."""
    every = analysis.net.total
    return Section.of(
        "Return table",
        Paragraph(
            f"Each outcome of a round where {analysis.subject.player}, in whole numbers of equally "
            f"likely combinations, of which there are {whole(every)}: the deals, all multiplied by one number where "
            "that makes every count whole. The last row sums the rows above it: all combinations, and the player's "
            f"expected net result in {analysis.units}."
        ),
        _return_table("Return table", words("Outcome"), analysis.return_table, every),
    )


def results_section(game: Game, analysis: Analysis) -> Section:
    """What each wager is worth, and all of them together on every base."""
    return Section.of(
        "Results",
        Section.of("All wagers together", combined_table(analysis), *[Paragraph(note) for note in analysis.notes]),
        Section.of(
            "Wager by wager",
            wager_table(analysis),
            *[Paragraph(not_bet_in_words(each)) for each in particulars(game).not_bet(game, analysis)],
        ),
    )


def combined_table(analysis: Analysis) -> Table:
    """The figures of the whole round; a house edge always with its base."""
    rows = [(f"Player's expected net result, in {analysis.units}", antes(analysis.value), ratio(analysis.value))]
    for base in analysis.bases:
        edge = analysis.house_edge(base)
        rows.append(
            (f"{sentence_case(whose_edge(edge))} per {base_in_words(base)}", share(abs(edge)), ratio(abs(edge)))
        )
    rows += [
        (f"Average total wager, in {analysis.units}", amount(analysis.average_wager), ratio(analysis.average_wager)),
        (f"Variance of a round, in {analysis.units} squared", amount(analysis.net.variance), ""),
        (f"Standard deviation of a round, in {analysis.units}", amount(analysis.net.standard_deviation), ""),
        (sentence_case(ROUNDS_WON), share(analysis.rounds_won), ratio(analysis.rounds_won)),
        (sentence_case(ROUNDS_NOT_LOST), share(analysis.rounds_not_lost), ratio(analysis.rounds_not_lost)),
    ]
    return Table.of(
        f"Combined result: {analysis.subject.player}",
        ["Figure", figures("Value"), Column("Exact", figures=True, wide=True)],
        rows,
        note="The exact variance is in the JSON form of this report.",
    )


def wager_table(analysis: Analysis) -> Table:
    """Each wager: how much is on it, what it returns, and its edge on its own amount."""
    rows = [
        (
            sentence_case(analysis.subject.wager_title(wager.wager)),
            amount(wager.staked),
            antes(wager.value),
            edge_percent(-wager.value / wager.staked) if wager.staked else "\N{EN DASH}",
            ratio(wager.value),
        )
        for wager in analysis.wagers
    ]
    staked = sum((wager.staked for wager in analysis.wagers), Fraction(0))
    total = (
        "all",
        amount(staked),
        antes(analysis.value),
        edge_percent(-analysis.value / staked),
        ratio(analysis.value),
    )
    columns = [
        Column("Wager"),
        figures("Average amount"),
        figures("Expected net"),
        figures("Edge on amount"),
        Column("Expected net, exact", figures=True, wide=True),
    ]
    return Table.of(f"Wagers, in {analysis.units}", columns, [*rows, total], totals=1)


def decisions_section(analysis: Analysis) -> Section:
    """How often each decision is taken."""
    rows = [
        (share_.what, whole(share_.combinations), whole(share_.total), share(share_.probability))
        for share_ in analysis.decisions
    ]
    if not rows:
        return Section.of("Decision frequencies", Paragraph("Nothing is decided once the bets are down."))
    return Section.of(
        "Decision frequencies",
        Table.of(
            f"How often each decision is taken: {analysis.subject.player}",
            ["Decision", figures("Combinations"), figures("Of"), figures("Probability")],
            rows,
        ),
    )
