"""Every first option with every hand of Double Draw Poker, side by side, as two versions are compared by it."""

import numpy as np

from houseway.analysis.compare.option_values import Cards, OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.double_draw_poker.first import MASKS, common_deals
from houseway.analysis.titles.double_draw_poker.jobs import Problem, solve_first_draw
from houseway.analysis.titles.double_draw_poker.payoffs import FOLD_FIRST, LOSS
from houseway.cards.notation import format_cards
from houseway.games.titles.double_draw_poker import PACKET, DoubleDrawPoker


def option_values(game: DoubleDrawPoker, runner: Runner) -> OptionValues:
    """The first option; what comes after it is played best."""
    problem = Problem.of(game)
    space = problem.space
    solution = solve_first_draw(problem, runner)
    members, weights = space.hand_classes
    gains = solution.option_gains(members, solution.pats)
    unit = problem.payoffs.scale * common_deals(space.n_cards)
    fold = np.full((len(gains), 1), (FOLD_FIRST - LOSS) * unit, np.int64)
    values = np.concatenate([fold, gains], axis=1)
    places = [[place for place in range(PACKET) if mask >> place & 1] for mask in MASKS.tolist()]
    discards: list[list[int]] = [[], *places]
    names = ("replace no card", "replace one card", "replace two cards", "replace three cards")
    return OptionValues(
        hands=np.array(space.cards, np.uint8)[members],
        weights=np.asarray(weights),
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=unit,
        kind_of=lambda column: names[len(discards[column])] if column else "fold",
        describe=lambda cards, column: _draw_words(cards, discards[column]) if column else "fold",
    )


def _draw_words(cards: Cards, discards: list[int]) -> str:
    held = tuple(card for place, card in enumerate(cards) if place not in discards)
    return f"hold {format_cards(held[::-1])}"
