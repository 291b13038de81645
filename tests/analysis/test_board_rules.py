"""Rules fitted to board showdowns: what is seen at a glance by hand, and the lists beside the published strategies."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from houseway import game
from houseway.analysis import rule_list
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.features import (
    BETTER,
    FLUSH,
    LOW_PAIR,
    MADE,
    OUTS,
    SECOND_PAIR,
    STRAIGHT,
    TOP_PAIR,
    StreetFeatures,
    completing_ranks,
)
from houseway.analysis.declared.board_showdown.rules import conditions_of
from houseway.analysis.declared.conditions import Two, in_words
from houseway.cards.card import N_NATURAL, N_RANKS, RANKS
from houseway.cards.notation import parse_cards
from houseway.ranking import ranking

DECK = tuple(range(N_NATURAL))
EVERY_TWO = [Two(high, low, suited) for high in range(N_RANKS) for low in range(high) for suited in (False, True)]
EVERY_TWO += [Two(rank, rank, False) for rank in range(N_RANKS)]


def seen(own: str, board: str) -> tuple[int, ...]:
    cards = np.array([parse_cards(board)], np.uint8)
    glance = StreetFeatures("standard", DECK, cards.shape[1], 5)
    sign = glance.signs(np.array([parse_cards(own)], np.uint8), cards)[0]
    return tuple(int(part) for part in np.unravel_index(sign, glance.shape))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "board", "made"),
    [
        ("As Kd", "2c 7h 9s", 0),
        ("As 2d", "2c 7h 9s", LOW_PAIR),
        ("3s 3d", "2c 7h 9s", LOW_PAIR),
        ("As 7d", "2c 7c 9s", SECOND_PAIR),
        ("8s 8d", "2c 7c 9s", SECOND_PAIR),
        ("9d Ad", "2c 7c 9s", TOP_PAIR),
        ("Ts Td", "2c 7c 9s", TOP_PAIR),
        ("2s 7d", "2c 7c 9s", BETTER),
        ("9d 9h", "2c 7c 9s", BETTER),
        ("As Kd", "7h 7c 9s", 0),
        ("9d Kd", "7h 7c 9s", TOP_PAIR),
        ("7d Kd", "7h 7c 9s", BETTER),
        ("8d Td", "7h 9c Js", BETTER),
        ("2d 2h", "7h 7c 9s 9d Ac", 0),
        ("2d 3h", "Th Jc Qs Kd Ac", 0),
        ("Td 2h", "9h Jc Qs Kd Ac", BETTER),
        ("Td 2h", "8h 9c Jc Qs Ac", BETTER),
    ],
)
def test_what_own_cards_make_is_told_from_what_the_board_has(own: str, board: str, made: int) -> None:
    assert seen(own, board)[MADE] == made


@pytest.mark.parametrize(
    ("own", "board", "flush", "straight"),
    [
        ("Ts 3s", "2s 7s 9d", RANKS.index("T") + 1, 0),
        ("Td 3s", "2s 7s 9s", RANKS.index("3") + 1, 0),
        ("Td 3d", "2s 7s 9s", 0, 0),
        ("8d Tc", "9s Jh 2c", 0, 2),
        ("8d Qc", "9s Jh 2c", 0, 1),
        ("2d Qc", "8s 9h Th Jc", 0, 1),
        ("2d 3c", "8s 9h Th Jc", 0, 0),
        ("Ad 3c", "2s 4h Kc", 0, 1),
    ],
)
def test_draws_count_where_an_own_card_takes_part(own: str, board: str, flush: int, straight: int) -> None:
    """With Q on 8-9-T-J, a straight already, only a king makes one that the board would not have."""
    found = seen(own, board)
    assert (found[FLUSH], found[STRAIGHT]) == (flush, straight)


def test_outs_are_the_cards_with_which_the_dealer_would_be_ahead() -> None:
    value, random = ranking("standard").value, Random(5)
    for size in (4, 5) * 40:
        cards = random.sample(DECK, size + 2)
        own, board = cards[:2], cards[2:]
        ahead = sum(value([*board, card]) > value(cards) for card in DECK if card not in cards)
        glance = StreetFeatures("standard", DECK, size, 5)
        sign = glance.signs(np.array([own], np.uint8), np.array([board], np.uint8))[0]
        assert np.unravel_index(sign, glance.shape)[OUTS] == ahead


def test_outs_by_hand() -> None:
    """Against K-Q high on A-J-8-5-2 of four suits: 3 each of A, J, 8, 5, 2 pair the board; no other card is ahead."""
    assert seen("Kd Qc", "Ah Js 8c 5d 2h")[OUTS] == 15


def test_ranks_that_complete_a_straight() -> None:
    ranks = {rank: 1 << RANKS.index(rank) for rank in RANKS}
    completing = completing_ranks(5)
    assert completing[sum(ranks[each] for each in "6789")] == ranks["5"] | ranks["T"]
    assert completing[sum(ranks[each] for each in "2345")] == ranks["6"] | ranks["A"]
    assert completing[sum(ranks[each] for each in "TJQK")] == ranks["9"] | ranks["A"]
    assert completing[sum(ranks[each] for each in "2346")] == ranks["5"]
    assert completing[sum(ranks[each] for each in "KA23")] == 0


def test_starting_hands_in_words() -> None:
    assert in_words(EVERY_TWO, EVERY_TWO) == "every hand"
    assert in_words([two for two in EVERY_TWO if two.high == two.low], EVERY_TWO) == "any pair"
    low = [Two(RANKS.index(high), 0, False) for high in "34567"]
    assert in_words(low, EVERY_TWO) == "3-2 to 7-2 offsuit"
    broken = [Two(11, 3, True), Two(11, 5, True), Two(11, 6, True), Two(4, 4, False), Two(5, 5, False)]
    assert in_words(broken, EVERY_TWO) == "6-6 to 7-7; K-5 suited; K-7 to K-8 suited"


def test_the_starting_hands_of_ultimate_texas_holdem_are_the_published_ones() -> None:
    rules = rule_list(game("ultimate-texas-holdem"))
    assert rules.lines()[0].endswith(
        ": bet 4x with 3-3+; any ace; K-5+; K-2+ suited; Q-8+; Q-6+ suited; J-T; J-8+ suited"
    )
    assert any("bet 1x with at most 20 dealer outs" in line for line in rules.lines())
    assert 0 < rules.cost < Fraction(2, 1000)
    assert len(rules.lines()) <= 15


def test_texas_holdem_bonus_folds_the_published_hands() -> None:
    rules = rule_list(game("texas-holdem-bonus"))
    assert rules.lines()[0].endswith(": fold with 3-2 to 7-2 offsuit")
    assert 0 < rules.cost < Fraction(1, 100)
    assert len(rules.lines()) <= 15


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "texas-holdem-bonus"])
def test_the_rules_that_ship_are_those_that_are_fitted_now(slug: str) -> None:
    shipped, fitted = rule_list(game(slug)), rule_list(game(slug), runner=Runner(cache=False), recompute=True)
    assert (shipped.lines(), shipped.cost) == (fitted.lines(), fitted.cost)


def test_every_condition_holds_for_some_signs_and_not_for_all_of_them() -> None:
    for shown in (3, 4, 5):
        glance = StreetFeatures("standard", DECK, shown, 5)
        signs = np.arange(glance.n_signs)
        conditions = conditions_of(glance, signs)
        assert all(each.holds.any() and not each.holds.all() for each in conditions)
        assert len({each.condition.text for each in conditions}) == len(conditions)
