"""The counts behind Pick 2 Poker: against every dealer hand listed, and against facts of the whole space."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.pick_2_cases import TWELVE_CARDS, UNCACHED, table

from houseway.analysis.counting.card_sets import set_classes, set_numbers
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Comparison
from houseway.analysis.declared.private_showdown.disjoint import DisjointTables, count_below
from houseway.analysis.declared.private_showdown.picks import PickHands, PickShowdowns, Told
from houseway.analysis.declared.registry import NotCountableError, family_of
from houseway.cards import Card, Deck, parse_cards
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.ranking import Category, ranking

ALL_HANDS, DEALER_HANDS = 2_598_960, 1_533_939
FIVE, THREE = Pick2Poker.five_card_poker, Pick2Poker.three_card_poker
LOWEST_QUALIFYING = parse_cards("Ac Kd 4c 3c 2c")

Numbers = NDArray[Any]


@pytest.fixture(scope="module")
def full_deck() -> PickHands:
    return PickHands.all_of(Payoffs.of(table()), UNCACHED)


def fives(hands: PickHands) -> Numbers:
    """Dealer's hands below, at and above all five cards, whether they qualify or not."""
    codes = hands.codes[FIVE][:, 0]
    return codes[:, :3] + codes[:, 3:]


def unqualified(hands: PickHands) -> Numbers:
    found: Numbers = hands.codes[FIVE][:, 0, 3:].sum(axis=1)
    return found


def test_numbers_of_sets_run_without_a_gap() -> None:
    five_cards = np.array(list(combinations(range(12), 5)), np.uint8)
    assert sorted(set_numbers(five_cards).tolist()) == list(range(comb(12, 5)))


def test_every_set_belongs_to_the_class_of_its_least_image() -> None:
    classes = set_classes(Deck.standard(), 3)
    assert len(classes.members) == 1755
    assert np.bincount(classes.class_of).tolist() == classes.weights.tolist()


def test_there_are_134459_classes_that_stand_for_all_hands(full_deck: PickHands) -> None:
    assert len(full_deck.cards) == 134_459
    assert full_deck.weights.sum() == ALL_HANDS
    assert full_deck.dealer_hands == DEALER_HANDS


def test_player_and_dealer_are_equally_likely_to_hold_the_better_five(full_deck: PickHands) -> None:
    wins, _, losses = fives(full_deck).T
    assert (full_deck.weights * wins).sum() == (full_deck.weights * losses).sum()


def test_player_and_dealer_are_equally_likely_to_hold_the_better_three_of_five(full_deck: PickHands) -> None:
    rows = np.arange(len(full_deck.cards))
    wins, _, losses = full_deck.codes[THREE][rows, full_deck.best_pick].T
    assert (full_deck.weights * wins).sum() == (full_deck.weights * losses).sum()


def test_P2_8_dealers_who_do_not_qualify_number_as_their_ranks_say(full_deck: PickHands) -> None:
    """Five ranks, neither ten straights' nor ace and king's, in 4^5 - 4 suits; each such hand meets every player."""
    without_ace_king = comb(13, 5) - comb(11, 3)
    straights_without_ace_king = 9
    hands = (without_ace_king - straights_without_ace_king) * (4**5 - 4)
    assert (full_deck.weights * unqualified(full_deck)).sum() == hands * DEALER_HANDS


@pytest.mark.parametrize("hand", ["As Ks Qs Js Ts", "7c 5d 4h 3s 2c", "Ac Ad 9c 4c 2h", "Kc Kd 8h 8s 5c"])
def test_counts_equal_every_dealer_hand_listed(full_deck: PickHands, hand: str) -> None:
    cards = tuple(sorted(parse_cards(hand), reverse=True))
    listed = PickHands.one(Payoffs.of(table()), cards, Deck.standard().without(cards))
    row = set_classes(Deck.standard(), 5).class_of[set_numbers(np.array([cards[::-1]]))[0]]
    assert (full_deck.codes[FIVE][row] == listed.codes[FIVE][0]).all()
    assert sorted(full_deck.codes[THREE][row].tolist()) == sorted(listed.codes[THREE][0].tolist())


def test_counts_of_a_small_deck_equal_plain_loops() -> None:
    hands = PickHands.all_of(Payoffs.of(table(deck=TWELVE_CARDS)), UNCACHED)
    five, three = ranking("standard").value, ranking("three-card").value
    for row in range(0, len(hands.cards), 7):
        own = [Card(card) for card in hands.cards[row].tolist()]
        left = [card for card in TWELVE_CARDS.cards if card not in own]
        dealers = list(combinations(left, 5))
        best_threes = [max(map(three, combinations(dealer, 3))) for dealer in dealers]
        below = sum(five(dealer) < five(own) for dealer in dealers)
        at = sum(five(dealer) == five(own) for dealer in dealers)
        assert fives(hands)[row].tolist() == [below, at, len(dealers) - below - at]
        assert unqualified(hands)[row] == sum(five(dealer) < five(LOWEST_QUALIFYING) for dealer in dealers)
        for column, chosen in enumerate(combinations(own, 3)):
            below = sum(best < three(chosen) for best in best_threes)
            at = sum(best == three(chosen) for best in best_threes)
            assert hands.codes[THREE][row, column].tolist() == [below, at, len(dealers) - below - at]


def test_P2_8_the_lowest_qualifying_hand_is_ace_king_four_three_two() -> None:
    value = table().least_qualified(FIVE)
    described = ranking("standard").describe(value)
    assert (described.category, described.name) == (Category.HIGH_CARD, "high card, A-K-4-3-2")
    assert ranking("standard").describe(value - 1).name == "high card, A-Q-J-T-9"


def test_shards_add_up_to_the_whole_whatever_the_threads() -> None:
    job = PickShowdowns(TWELVE_CARDS, 5, 5, (Told(Comparison("standard", 0)),))
    one, two = Runner(jobs=1, cache=False).run(job), Runner(jobs=2, cache=False).run(job)
    members = set_classes(TWELVE_CARDS, 5).members
    values = ranking("standard").evaluate(members)[:, None].astype(np.int64)
    tables = DisjointTables.of(TWELVE_CARDS, 5, "standard")
    below = count_below(tables, members, 5, 5, "standard", np.hstack([values, values + 1]))
    assert (one["below0"] == below[:, :1]).all()
    assert (one["up_to0"] == below[:, 1:2]).all()
    assert all((one[name] == two[name]).all() for name in one)


@pytest.mark.parametrize("deck", [Deck.standard(decks=2), Deck.with_jokers(), Deck.stripped(ranks="TJ")])
def test_decks_that_the_argument_does_not_cover_are_refused(deck: Deck) -> None:
    with pytest.raises(NotCountableError, match=r"copies and jokers|need 10 cards"):
        family_of(table(deck=deck))
