"""Chances from the flop on, against hands that are listed, held by the rule and compared one by one."""

from fractions import Fraction
from itertools import combinations

import pytest

from houseway.analysis.titles.five_card_holdout.chances import chances
from houseway.cards import Deck, format_cards, parse_cards
from houseway.cards.card import Card
from houseway.errors import BadCards
from houseway.games.titles.five_card_holdout import hand_value
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES

DECK = Deck.standard()


def listed(held: str, board: str, unseen: tuple[Card, ...], size: int, rule: str) -> tuple[Fraction, Fraction]:
    """How often the held cards win and tie over every hand that the rule holds so many of, and every board."""
    own, known = parse_cards(held), parse_cards(board)
    counts = [0, 0, 0]
    for hand in combinations(unseen, 5):
        kept = HOLD_RULES[rule](hand)
        if len(kept) != size:
            continue
        left = [card for card in unseen if card not in hand]
        for to_come in combinations(left, 4 - len(known)):
            full = (*known, *to_come)
            ours, theirs = hand_value(own, full), hand_value(kept, full)
            counts[0 if ours > theirs else 1 if ours == theirs else 2] += 1
    return Fraction(counts[0], sum(counts)), Fraction(counts[1], sum(counts))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("board", ["2c Qh", "2c Qh Ks Ad"])
def test_FCH_5a_chances_are_those_of_a_list_of_all_hands_and_boards(board: str, size: int) -> None:
    held = "Ts Jd"
    seen = set(parse_cards(held)) | set(parse_cards(board))
    unseen = parse_cards("9c 9d 9h 8h 8d 7h 5h 4h Tc Td Jh Kd")
    dead = tuple(card for card in DECK.cards if card not in seen and card not in unseen)
    found = chances(held, board, opponent_holds=size, dead=dead)
    win, tie = listed(held, board, unseen, size, "hold-best")
    assert (found.win, found.tie, found.equity) == (win, tie, win + tie / 2)


def test_where_the_rule_never_holds_so_many_any_of_the_unseen_cards_are_held() -> None:
    unseen = parse_cards("9c 9d 9h 8h 8d 7h 7d")
    seen = set(parse_cards("Ts Jd 2c Qh"))
    dead = tuple(card for card in DECK.cards if card not in seen and card not in unseen)
    counts = [0, 0]
    for card in unseen:
        for to_come in combinations([other for other in unseen if other != card], 2):
            board = (*parse_cards("2c Qh"), *to_come)
            counts[0] += 1
            counts[1] += hand_value(parse_cards("Ts Jd"), board) > hand_value((card,), board)
    assert chances("Ts Jd", "2c Qh", opponent_holds=1, dead=dead).win == Fraction(counts[1], counts[0])


@pytest.mark.parametrize(("board", "holds"), [("2c", 2), ("2c Qh Ks", 2), ("2c Qh", 0), ("2c Qh", 6)])
def test_FCH_4a_only_the_flop_and_the_whole_board_are_known_boards(board: str, holds: int) -> None:
    with pytest.raises(BadCards):
        chances("Ts Jd", board, opponent_holds=holds)


@pytest.mark.parametrize("holds", [1, 2, 5])
@pytest.mark.parametrize(("board", "needed"), [("2c Qh", 7), ("2c Qh Ks Ad", 5)])
def test_with_too_few_cards_for_an_opponent_and_the_board_there_are_no_chances(
    board: str, needed: int, holds: int
) -> None:
    seen = set(parse_cards("Ts Jd")) | set(parse_cards(board))
    others = [card for card in DECK.cards if card not in seen]
    for left in range(needed):
        with pytest.raises(BadCards, match=f"only {left} cards are unseen"):
            chances("Ts Jd", board, opponent_holds=holds, dead=others[left:])
    assert 0 <= chances("Ts Jd", board, opponent_holds=holds, dead=others[needed:]).equity <= 1


def test_the_cards_are_told_back_from_high_to_low() -> None:
    assert format_cards(chances("Ts Jd", "2c Qh Ks Ad", opponent_holds=2).held) == "Jd Ts"
