"""The counts behind Pick 2 Poker: against every dealer hand laid out, and against facts of the whole space."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from support.pick_2_cases import TWELVE_CARDS, UNCACHED

from houseway.analysis.counting.card_sets import set_classes, set_numbers
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.private_showdown.disjoint import DisjointTables
from houseway.analysis.titles.pick_2_poker.advice import deal_dealer
from houseway.analysis.titles.pick_2_poker.hands import CountingJob, Hands, below_and_at, count_hands, lowest_qualifying
from houseway.cards import Card, Deck, parse_cards
from houseway.errors import BadCards
from houseway.ranking import Category, ranking

ALL_HANDS, DEALER_HANDS = 2_598_960, 1_533_939


@pytest.fixture(scope="module")
def full_deck() -> Hands:
    return count_hands(Deck.standard(), UNCACHED)


def test_numbers_of_sets_run_without_a_gap() -> None:
    fives = np.array(list(combinations(range(12), 5)), np.uint8)
    assert sorted(set_numbers(fives).tolist()) == list(range(comb(12, 5)))


def test_every_set_belongs_to_the_class_of_its_least_image() -> None:
    classes = set_classes(Deck.standard(), 3)
    assert len(classes.members) == 1755
    assert np.bincount(classes.class_of).tolist() == classes.weights.tolist()


def test_there_are_134459_classes_that_stand_for_all_hands(full_deck: Hands) -> None:
    assert len(full_deck.cards) == 134_459
    assert full_deck.weights.sum() == ALL_HANDS
    assert full_deck.dealer_hands == DEALER_HANDS


def test_player_and_dealer_are_equally_likely_to_hold_the_better_five(full_deck: Hands) -> None:
    wins = full_deck.five_below.astype(np.int64)
    losses = DEALER_HANDS - wins - full_deck.five_at
    assert (full_deck.weights * wins).sum() == (full_deck.weights * losses).sum()


def test_player_and_dealer_are_equally_likely_to_hold_the_better_three_of_five(full_deck: Hands) -> None:
    best = full_deck.best_triple
    wins = full_deck.threes_below[full_deck.rows, best].astype(np.int64)
    losses = DEALER_HANDS - wins - full_deck.threes_at[full_deck.rows, best]
    assert (full_deck.weights * wins).sum() == (full_deck.weights * losses).sum()


def test_P2_8_dealers_who_do_not_qualify_number_as_their_ranks_say(full_deck: Hands) -> None:
    """Five ranks, neither ten straights' nor ace and king's, in 4^5 - 4 suits; each such hand meets every player."""
    without_ace_king = comb(13, 5) - comb(11, 3)
    straights_without_ace_king = 9
    hands = (without_ace_king - straights_without_ace_king) * (4**5 - 4)
    assert (full_deck.weights * full_deck.unqualified).sum() == hands * DEALER_HANDS


@pytest.mark.parametrize("hand", ["As Ks Qs Js Ts", "7c 5d 4h 3s 2c", "Ac Ad 9c 4c 2h", "Kc Kd 8h 8s 5c"])
def test_counts_equal_every_dealer_hand_laid_out(full_deck: Hands, hand: str) -> None:
    cards = tuple(sorted(parse_cards(hand), reverse=True))
    laid_out = deal_dealer(cards, Deck.standard().without(cards))
    row = set_classes(Deck.standard(), 5).class_of[set_numbers(np.array([cards[::-1]]))[0]]
    assert full_deck.five_below[row] == laid_out.five_below[0]
    assert full_deck.five_at[row] == laid_out.five_at[0]
    assert full_deck.unqualified[row] == laid_out.unqualified[0]
    ours = sorted(zip(full_deck.threes[row], full_deck.threes_below[row], full_deck.threes_at[row], strict=True))
    theirs = sorted(zip(laid_out.threes[0], laid_out.threes_below[0], laid_out.threes_at[0], strict=True))
    assert ours == theirs


def test_counts_of_a_small_deck_equal_plain_loops() -> None:
    hands = count_hands(TWELVE_CARDS, UNCACHED)
    five, three = ranking("standard").value, ranking("three-card").value
    for row in range(0, len(hands.cards), 7):
        own = [Card(card) for card in hands.cards[row].tolist()]
        left = [card for card in TWELVE_CARDS.cards if card not in own]
        dealers = list(combinations(left, 5))
        best_threes = [max(map(three, combinations(dealer, 3))) for dealer in dealers]
        assert hands.five_below[row] == sum(five(dealer) < five(own) for dealer in dealers)
        assert hands.five_at[row] == sum(five(dealer) == five(own) for dealer in dealers)
        assert hands.unqualified[row] == sum(five(dealer) < lowest_qualifying() for dealer in dealers)
        for column, chosen in enumerate(combinations(own, 3)):
            assert hands.threes_below[row, column] == sum(best < three(chosen) for best in best_threes)
            assert hands.threes_at[row, column] == sum(best == three(chosen) for best in best_threes)


def test_P2_8_the_lowest_qualifying_hand_is_ace_king_four_three_two() -> None:
    value = lowest_qualifying()
    described = ranking("standard").describe(value)
    assert (described.category, described.name) == (Category.HIGH_CARD, "high card, A-K-4-3-2")
    assert ranking("standard").describe(value - 1).name == "high card, A-Q-J-T-9"


def test_shards_add_up_to_the_whole_whatever_the_threads() -> None:
    job = CountingJob(TWELVE_CARDS)
    one, two = Runner(jobs=1, cache=False).run(job), Runner(jobs=2, cache=False).run(job)
    members = set_classes(TWELVE_CARDS, 5).members
    values = ranking("standard").evaluate(members)
    below, at = below_and_at(DisjointTables.of(TWELVE_CARDS, 5, "standard"), members, "standard", values[:, None])
    assert (one["five_below"] == below[:, 0]).all()
    assert (one["five_at"] == at[:, 0]).all()
    assert all((one[name] == two[name]).all() for name in one)


@pytest.mark.parametrize("deck", [Deck.standard(decks=2), Deck.with_jokers(), Deck.stripped(ranks="TJ")])
def test_decks_that_the_argument_does_not_cover_are_refused(deck: Deck) -> None:
    with pytest.raises(BadCards, match=r"copies and jokers|need 10 cards"):
        count_hands(deck, UNCACHED)
