"""What a report says of the method of a declared title: from the declaration and the family that counts it."""

from houseway.analysis import explain
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, HouseSet
from houseway.games.telling.units import units_of
from houseway.ranking import ranking
from houseway.ranking.category import with_article
from houseway.report.model import Block, Formula, Paragraph

BEST_OPTION = "and at every decision the option is taken whose endings have the larger sum of n(e) p(e)."
ON_STRIPPED_DECKS = (
    "On stripped decks the whole distribution of the net result equals that of a generic solver that walks the rounds "
    "of the table and knows no game, under every reading, without side bets and with all of them."
)
ON_SAMPLED_HANDS = "On sampled hands the value of the best option equals the solver's."
SIMULATED = "Simulated rounds agree with the exact value, those of the kernel as well as those of the table itself."
NO_PAY_TABLE = "No pay table is posted: the rules say what each bet pays."


def tests_of(game: DeclaredGame) -> tuple[str, ...]:
    """How the count is tested; hands are sampled where something is decided in every round."""
    sampled = any(not decision.depends_on_cards for decision in game.decisions())
    return (ON_STRIPPED_DECKS, *((ON_SAMPLED_HANDS,) if sampled else ()), SIMULATED)


def dealers_play(game: DeclaredGame) -> str:
    """What the dealer does: turn cards up, set them by a house way if there is one, qualify where that is required."""
    by_way = "The dealer sets the cards by the house way below and decides nothing else."
    words = [by_way if game.every(HouseSet) else "The dealer decides nothing."]
    for term in game.every(Compare):
        if term.qualifier:
            lowest = ranking(game.system(term)).value(parse_cards(term.qualifier))
            least = ranking(game.system(term)).at_least(lowest).removeprefix("high card, ")
            always = (
                f", and always against {with_article(term.always_against)} or better" if term.always_against else ""
            )
            words.append(f"The dealer qualifies with {least}{always} ({term.qualifier_clause}).")
    return " ".join(words)


def method_blocks(game: DeclaredGame) -> tuple[Block, ...]:
    """The counting argument, its size, and how counts become money."""
    found, payoffs, units = explain(game), Payoffs.of(game), units_of(game)
    sets = "; ".join(f"{decision}: {number:,}" for decision, number in found.information_sets.items())
    situations = f"Different situations, decision by decision: {sets}." if sets else "Nothing is decided in it."
    n_paths, n_cells = payoffs.net.shape
    paths = f"one of {n_paths} ways through the decisions and " if n_paths > 1 else ""
    return (
        Paragraph(f"The game is counted by the family {found.family}: {found.argument.removesuffix('.')}."),
        Paragraph(f"{situations} Work: {found.work}."),
        Paragraph(
            f"A round ends in {paths}one of {n_cells} cells: how the hands "
            "compare, and what else decides a bet. Each is settled once by the rules of the game, as whole "
            "numbers; every figure of this report is a sum of counts times those numbers. With N combinations in all, "
            f"n(e) of them in ending e, and p(e) what it pays in {units}, the value of the game is"
        ),
        Formula("V = 1/N sum_e n(e) p(e)", "V = 1/N sum over e of n(e) p(e)"),
        *([Paragraph(BEST_OPTION)] if n_paths > 1 else []),
    )
