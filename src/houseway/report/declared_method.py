"""What a report says of the method of a declared title: from the declaration and the family that counts it."""

from houseway.analysis import explain
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare
from houseway.ranking import ranking
from houseway.report.model import Block, Formula, Paragraph

TESTS = (
    "On stripped decks the whole distribution of the net result equals that of a generic solver that walks the rounds "
    "of the table and knows no game, under every reading, without side bets and with all of them.",
    "On sampled hands the value of the best option equals the solver's.",
    "Simulated rounds agree with the exact value, those of the kernel as well as those of the table itself.",
)


def dealers_play(game: DeclaredGame) -> str:
    """What the dealer does: nothing but turn cards up, and qualify where that is required."""
    words = ["The dealer decides nothing."]
    for term in game.every(Compare):
        if term.qualifier:
            lowest = ranking(game.system(term)).value(parse_cards(term.qualifier))
            words.append(
                f"The dealer qualifies with {ranking(game.system(term)).describe(lowest)} or better ({term.clause})."
            )
    return " ".join(words)


def method_blocks(game: DeclaredGame) -> tuple[Block, ...]:
    """The counting argument, its size, and how counts become money."""
    found, payoffs = explain(game), Payoffs.of(game)
    sets = "; ".join(f"{decision}: {number:,}" for decision, number in found.information_sets.items())
    n_paths, n_cells = payoffs.net.shape
    return (
        Paragraph(f"The game is counted as a {found.family}. {found.argument}"),
        Paragraph(f"Different situations, decision by decision: {sets or 'none'}. Work: {found.work}."),
        Paragraph(
            f"A round ends in one of {n_paths} ways through the decisions and one of {n_cells} cells: how the hands "
            "compare and which row of a pay table is hit. Each is settled once by the rules of the game, as whole "
            "numbers; every figure of this report is a sum of counts times those numbers. With N combinations in all, "
            "n(e) of them in ending e, and p(e) what it pays in Antes, the value of the game is"
        ),
        Formula("V = 1/N sum_e n(e) p(e)", "V = 1/N sum over e of n(e) p(e)"),
        Paragraph("and at every decision the option is taken whose endings have the larger sum of n(e) p(e)."),
    )
