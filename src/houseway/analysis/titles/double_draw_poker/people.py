"""The best strategy for people to read: as a table, and as a short list of rules with its cost."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.titles.double_draw_poker.analyzer import analyze
from houseway.analysis.titles.double_draw_poker.first import FOLD_HAND, common_deals
from houseway.analysis.titles.double_draw_poker.jobs import Problem, solve_first_draw
from houseway.analysis.titles.double_draw_poker.patterns import describe
from houseway.analysis.titles.double_draw_poker.published import name_of
from houseway.analysis.titles.double_draw_poker.rule_list import RuleList
from houseway.analysis.titles.double_draw_poker.space import set_number
from houseway.analysis.titles.double_draw_poker.strategies import as_double_draw
from houseway.cards.card import Card, is_joker
from houseway.games.engine.game import Game
from houseway.games.titles.double_draw_poker import PACKET
from houseway.ranking.category import JOKER_ORDER


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Hands of one category and number of jokers that hold the same at the first draw, and what they are worth."""

    dealt: str
    jokers: int
    hold: str
    hands: int
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """The rules with their exact cost against the best play of this pay table and these readings."""
    table = as_double_draw(game)
    best, ruled = (analyze(table, strategy=name, runner=runner).value for name in (OPTIMAL, RuleList.name))
    return replace(RuleList(table), cost=best - ruled)


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyRow, ...]:
    """The best first draws by category, jokers and what is held: the best category first, then the commonest hold."""
    table = as_double_draw(game)
    problem = Problem.of(table)
    space = problem.space
    masks, gains = solve_first_draw(problem, runner or Runner()).best()
    hands, weights = space.hand_classes
    wheel = table.reading("DD-R4") == "yes"
    sums: dict[tuple[int, int, str], list[int]] = defaultdict(lambda: [0, 0])
    for hand, mask, weight, gain in zip(hands, masks.tolist(), weights.tolist(), gains.tolist(), strict=True):
        cards = [Card(card_id) for card_id in space.cards[hand].tolist()]
        category = int(space.categories[set_number(hand)])
        row = sums[category, sum(map(is_joker, cards)), _hold(cards, mask, wheel)]
        row[0] += weight
        row[1] += weight * gain
    total = common_deals(space.n_cards)
    ordered = sorted(sums.items(), key=lambda each: (-each[0][0], each[0][1], -each[1][0]))
    return tuple(
        StrategyRow(name_of(table, JOKER_ORDER[category]), jokers, hold, n, problem.payoffs.antes(gain, n * total))
        for (category, jokers, hold), (n, gain) in ordered
    )


def _hold(cards: list[Card], mask: int, wheel: bool) -> str:
    if mask == FOLD_HAND:
        return "fold"
    held = [card_id for place, card_id in enumerate(cards) if not mask >> place & 1]
    return "all five" if len(held) == PACKET else describe(held, wheel=wheel)
