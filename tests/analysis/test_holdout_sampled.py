"""Shares of the pot that are dealt: beside a whole count, beside rounds by the rules themselves, and their margins."""

import random
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.titles.five_card_holdout.sampled import sampled_holds
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, UnknownName
from houseway.games.engine.action import descending
from houseway.games.titles.five_card_holdout import hand_value
from houseway.games.titles.five_card_holdout.hold_rules import hold_best
from houseway.ranking import ranking

WIDE = 2
"""Margins are of 95 in 100; a fixed sample lies within twice that unless something is wrong."""


def test_a_whole_hand_against_whole_hands_agrees_with_the_count_of_all_of_them() -> None:
    own = parse_cards("Ks Kd 9h 5c 2s")
    unseen = np.array(Deck.standard().without(own).distinct, np.uint8)
    others = ranking("standard").evaluate(unseen[all_sets(len(unseen), 5)])
    value = ranking("standard").value(own)
    counted = Fraction(2 * int((others < value).sum()) + int((others == value).sum()), 2 * len(others))
    whole = next(each for each in sampled_holds(own, rule="hold-all").holds if len(each.held) == 5)
    assert abs(float(whole.share - counted)) < WIDE * whole.margin


def test_three_players_share_as_rounds_by_the_rules_do() -> None:
    own, dice, deals = parse_cards("As Ks 8d 8c 2h"), random.Random(5), 1500
    unseen = list(Deck.standard().without(own).distinct)
    held = descending(own[:1] + own[2:4])
    total = 0.0
    for _ in range(deals):
        cards = dice.sample(unseen, 14)
        board = tuple(cards[10:])
        rivals = [hand_value(hold_best(cards[start : start + 5]), board) for start in (0, 5)]
        mine, best = hand_value(held, board), max(rivals)
        total += 1.0 if mine > best else 1 / (1 + rivals.count(best)) if mine == best else 0.0
    dealt = next(each for each in sampled_holds(own, 2).holds if each.held == held)
    off = 1.96 * (0.25 / deals) ** 0.5
    assert abs(float(dealt.share) - total / deals) < WIDE * (off + dealt.margin)


def test_the_best_comes_first_and_what_the_deals_cannot_tell_apart_is_called_level() -> None:
    found = sampled_holds("Qs Qd Jh Jd 4c")
    assert [each.share for each in found.holds] == sorted((each.share for each in found.holds), reverse=True)
    assert len(found.holds) == 31
    assert found.best.shortfall == 0
    assert found.best.is_level
    assert not found.holds[-1].is_level
    assert found.holds[-1].shortfall == found.best.share - found.holds[-1].share
    assert sampled_holds("Qs Qd Jh Jd 4c") == found, "the same cards give the same answer"


def test_bad_questions_are_refused_by_what_was_expected() -> None:
    with pytest.raises(BadCards, match="1 to 8 opponents"):
        sampled_holds("Qs Qd Jh Jd 4c", 9)
    with pytest.raises(BadCards, match="5"):
        sampled_holds("Qs Qd Jh")
    with pytest.raises(UnknownName, match="hold rule"):
        sampled_holds("Qs Qd Jh Jd 4c", rule="guess")
