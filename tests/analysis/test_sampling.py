"""Games learned by sampling: on a game that is solved whole they find an equilibrium, and go on where they were."""

from dataclasses import replace

import numpy as np
import pytest
from support.sampled_small import SampledSmall

from houseway.analysis.solve.sampled import Sampled
from houseway.analysis.titles.five_card_holdout.small_games import small_game
from houseway.cards.deck import Deck
from houseway.errors import BadSetting

pytestmark = pytest.mark.slow

SIX = Deck.stripped(ranks="QKA", suits="hs")


@pytest.fixture(scope="module")
def sampled() -> SampledSmall:
    """Two-card HoldOut after sixty thousand deals."""
    found = SampledSmall(small_game(2, SIX, same_suits=False, bets_a_round=1), seed=1)
    for _ in range(120):
        found.sampled.visit(500)
    return found


def test_sampled_play_of_a_small_game_can_hardly_be_beaten(sampled: SampledSmall) -> None:
    """By exact best responses; play at random loses a big blind."""
    nothing = SampledSmall(small_game(2, SIX, same_suits=False, bets_a_round=1), seed=1)
    assert nothing.measured() > 0.8
    assert sampled.measured() < 0.05


def test_a_run_in_two_parts_learns_the_same_as_one(sampled: SampledSmall) -> None:
    game = small_game(2, SIX, same_suits=False, bets_a_round=1)
    whole, first, second = (SampledSmall(game, seed=7).sampled for _ in range(3))
    for _ in range(6):
        whole.visit(200)
    for _ in range(3):
        first.visit(200)
    for mine, theirs in zip((*second.regrets, *second.averages), (*first.regrets, *first.averages), strict=True):
        mine[...] = theirs
    second.visits, second.deals = first.visits, first.deals
    for _ in range(3):
        second.visit(200)
    assert second.deals == whole.deals == 1200
    for mine, theirs in zip((*second.regrets, *second.averages), (*whole.regrets, *whole.averages), strict=True):
        assert np.array_equal(mine, theirs)


def test_another_seed_deals_other_cards() -> None:
    game = small_game(2, SIX, same_suits=False, bets_a_round=1)
    one, two = SampledSmall(game, seed=1).sampled, SampledSmall(game, seed=2).sampled
    assert one.visit(50) != two.visit(50)


def test_hands_with_more_ways_to_hold_than_a_decision_has_room_for_are_refused(sampled: SampledSmall) -> None:
    """Three cards could be held in seven ways."""
    rules = replace(sampled.sampled.rules, most_holds=7)
    with pytest.raises(BadSetting, match="at most 3 ways"):
        Sampled(rules, sampled.sampled.dealer, 1)
