"""Every choice with every hand of Pick 2 Poker, side by side, as two versions are compared by it."""

import numpy as np

from houseway.analysis.compare.option_values import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.pick_2_poker.hands import count_hands
from houseway.analysis.titles.pick_2_poker.payoffs import FIRST_THREE_COLUMN, FIVE_COLUMN, Payoffs, bonus_only_stake
from houseway.analysis.titles.pick_2_poker.strategies import action_of
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FOLD


def option_values(game: Pick2Poker, runner: Runner) -> OptionValues:
    """Fold, play all five, and the ten ways to pick three."""
    hands = count_hands(game.deck, runner)
    payoffs = Payoffs.of(game, hands, bonus_only_stake(game, None))
    values = payoffs.values()
    titles = (FOLD, game.five_card_poker.title, game.three_card_poker.title)
    return OptionValues(
        hands=hands.cards,
        weights=hands.weights,
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=payoffs.scale * hands.dealer_hands,
        kind_of=lambda column: titles[min(column, FIRST_THREE_COLUMN)],
        describe=lambda cards, column: str(action_of(column, cards)) if column != FIVE_COLUMN else FIVE,
    )
