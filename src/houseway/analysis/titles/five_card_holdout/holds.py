"""The best cards to hold of one hand of Five Card HoldOut, exactly: against a given opponent, or against every one."""

import os
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.equity import HoldResult, HoldValue
from houseway.analysis.titles.five_card_holdout.against_random import compare_with_all
from houseway.analysis.titles.five_card_holdout.held import Opponents, boards_of
from houseway.analysis.titles.five_card_holdout.showdown import board_values, boards_to_come
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards, unknown
from houseway.games.engine.action import descending
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS

USUAL_RULE = next(iter(HOLD_RULES))


def best_hold(
    hand: CardsLike,
    *,
    opponent: CardsLike | None = None,
    opponent_rule: str | None = None,
    dead: CardsLike = (),
) -> HoldResult:
    """Return the chances of a hand's 31 holds against one opponent with the given cards or any five unseen ones.

    A random opponent holds by a named rule, by default `hold-best`. A given opponent holds all cards given or, of five
    cards, those that the rule holds.
    """
    own = descending(parse_cards(hand, deck=Deck.standard(), count=HOLE_CARDS))
    gone = parse_cards(dead, deck=Deck.standard())
    other = () if opponent is None else parse_cards(opponent, deck=Deck.standard())
    left = Deck.standard().without((*own, *gone, *other))
    if opponent_rule is not None and opponent_rule not in HOLD_RULES:
        raise unknown("hold rule", opponent_rule, HOLD_RULES)
    if opponent is None:
        return _against_random(own, left, opponent_rule or USUAL_RULE)
    return _against_given(own, left, other, opponent_rule)


def every_hold(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return every hold: one card at least (FCH-3c), all five first."""
    return [held for size in range(HOLE_CARDS, 0, -1) for held in combinations(hand, size)]


def _against_given(own: tuple[Card, ...], left: Deck, other: tuple[Card, ...], rule: str | None) -> HoldResult:
    if not other or len(other) > HOLE_CARDS or (rule and len(other) != HOLE_CARDS):
        wanted = f"{HOLE_CARDS} cards to hold from by {rule}" if rule else f"1 to {HOLE_CARDS} held cards"
        raise BadCards(f"Opponent: expected {wanted}; got {len(other)}.")
    held = HOLD_RULES[rule](other) if rule else other
    boards = boards_to_come(left)
    theirs = board_values(held, boards)
    holds = every_hold(own)
    values = [board_values(each, boards) for each in holds]
    below = [int((theirs < ours).sum()) for ours in values]
    at = [int((theirs == ours).sum()) for ours in values]
    return _result(own, descending(other), rule or "", len(boards), below, at)


def _against_random(own: tuple[Card, ...], left: Deck, rule: str) -> HoldResult:
    if left.size < HOLE_CARDS + BOARD_CARDS:
        raise BadCards(
            f"The opponent and the board need {HOLE_CARDS + BOARD_CARDS} cards; the deck has {left.size} left."
        )
    unseen = np.array(left.distinct, np.uint8)
    boards: NDArray[np.uint8] = unseen[boards_of(len(unseen))]
    values = np.array([board_values(each, boards) for each in every_hold(own)])
    below, at = compare_with_all(Opponents.of(unseen, rule), values, os.cpu_count() or 1)
    situations = comb(left.size, HOLE_CARDS) * comb(left.size - HOLE_CARDS, BOARD_CARDS)
    return _result(own, (), rule, situations, below.tolist(), at.tolist())


def _result(
    own: tuple[Card, ...], other: tuple[Card, ...], rule: str, situations: int, below: list[int], at: list[int]
) -> HoldResult:
    values = [
        HoldValue(held, Fraction(won, situations), Fraction(tied, situations), (won + Fraction(tied, 2)) / situations)
        for held, won, tied in zip(every_hold(own), below, at, strict=True)
    ]
    return HoldResult(own, other, rule, situations, tuple(sorted(values, key=lambda each: -each.equity)))
