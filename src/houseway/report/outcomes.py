"""The results of a round: return tables, figures by wager, and decision frequencies."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.particulars import particulars
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.result import ROUNDS_NOT_LOST, ROUNDS_WON, Analysis, NotBet, ReturnRow
from houseway.games.engine.game import Game
from houseway.games.telling.units import edge_label, whose_edge
from houseway.report.formats import amount, antes, net, ratio, sentence_case, share, whole
from houseway.report.model import Column, Paragraph, Section, Table, figures, words


def not_bet_in_words(wager: NotBet) -> str:
    """Return two sentences about a wager that is not bet."""
    return (
        f"{wager.title} ({wager.clause}) is optional, and no figure of the round includes it. By itself "
        f"it has a {whose_edge(wager.edge)} of {share(abs(wager.edge))} on its amount ({ratio(abs(wager.edge))}), "
        f"{wager.player}."
    )


def wager_tables_section(analysis: Analysis) -> Section | None:
    """Return the return table of each wager by itself, if the analysis has them."""
    if not analysis.wager_tables:
        return None
    titles = {table.wager: analysis.subject.wager_title(table.wager) for table in analysis.wager_tables}
    return Section.of(
        "Return tables by wager",
        Paragraph(
            f"The net result of each wager by itself, in {analysis.units}, where {analysis.subject.player}. "
            "Combinations are those of the cards that decide the wager, multiplied by one number where that makes "
            "every count whole. The totals of different wagers therefore differ. The wagers of a round are not "
            "independent. The return table of the whole round follows."
        ),
        *[
            _return_table(sentence_case(titles[table.wager]), Column("Outcome"), table.rows, table.total)
            for table in analysis.wager_tables
        ],
        _side_bets(analysis) if analysis.side_bets else None,
    )


def _side_bets(analysis: Analysis) -> Section:
    return Section.of(
        "Side bets",
        Paragraph(
            "Optional wagers that the other figures of this report leave out: the net result of one unit on each, "
            "with the same strategy. No other table includes them."
        ),
        *[
            _return_table(
                sentence_case(analysis.subject.wager_title(table.wager)), words("Outcome"), table.rows, table.total
            )
            for table in analysis.side_bets
        ],
    )


def _return_table(caption: str, outcome: Column, rows: Sequence[ReturnRow], every: int) -> Table:
    """Return a table of outcomes and their totals, as shares of `every` combination."""
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
        [outcome, figures("Combinations"), figures("Probability"), figures("Net result"), figures("Contribution")],
        [*cells, ("total", whole(total), f"{total / every:.8f}", "", antes(value, 8))],
        totals=1,
    )


def return_section(analysis: Analysis) -> Section:
    """Return the table of every outcome, in whole numbers, with its total."""
    every = analysis.net.total
    return Section.of(
        "Return table",
        Paragraph(
            f"Every outcome of a round where {analysis.subject.player}, counted in {whole(every)} equally likely "
            "combinations. These are the deals, multiplied by one number where that makes every count whole. A "
            "contribution is the net result times its probability. The last row adds up the rows above: all "
            f"combinations, and the player's expected net result in {analysis.units}."
        ),
        _return_table("Return table", words("Outcome"), analysis.return_table, every),
    )


def results_section(game: Game, analysis: Analysis) -> Section:
    """Return the value of all wagers together on every base, and of each wager."""
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
    """Return the figures of the whole round. Every house edge has its base."""
    rows = [
        (f"Player's expected net result per round, in {analysis.units}", antes(analysis.value), ratio(analysis.value))
    ]
    for base in analysis.bases:
        edge = analysis.house_edge(base)
        rows.append((sentence_case(edge_label(base, edge)), share(abs(edge)), ratio(abs(edge))))
    rows += [
        (f"Average total wager, in {analysis.units}", amount(analysis.average_wager), ratio(analysis.average_wager)),
        (f"Variance per round, in {analysis.units} squared", amount(analysis.net.variance), ""),
        (f"Standard deviation per round, in {analysis.units}", amount(analysis.net.standard_deviation), ""),
        (sentence_case(ROUNDS_WON), share(analysis.rounds_won), ratio(analysis.rounds_won)),
        (sentence_case(ROUNDS_NOT_LOST), share(analysis.rounds_not_lost), ratio(analysis.rounds_not_lost)),
    ]
    return Table.of(
        f"Combined result. Strategy: {analysis.subject.strategy_label}",
        ["Figure", figures("Value"), Column("Exact", figures=True, wide=True)],
        rows,
        note="The JSON form of this report has the exact variance.",
    )


def wager_table(analysis: Analysis) -> Table:
    """Return the average amount, expected net result and edge of each wager."""
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
        figures("Edge on its amount"),
        Column("Expected net, exact", figures=True, wide=True),
    ]
    return Table.of(f"Wagers, in {analysis.units}", columns, [*rows, total], totals=1)


def decisions_section(analysis: Analysis) -> Section:
    """Return the frequency of each decision."""
    rows = [
        (share_.what, whole(share_.combinations), whole(share_.total), share(share_.probability))
        for share_ in analysis.decisions
    ]
    if not rows:
        return Section.of("Decision frequencies", Paragraph("This game has no decisions after the bets."))
    return Section.of(
        "Decision frequencies",
        Table.of(
            f"How often each decision is made. Strategy: {analysis.subject.strategy_label}",
            ["Decision", figures("Combinations"), figures("Of"), figures("Probability")],
            rows,
        ),
    )
