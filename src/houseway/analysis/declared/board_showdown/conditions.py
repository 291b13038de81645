"""What a person may check of two cards with the board, with the signs that meet it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.board_showdown.glance import (
    BETTER,
    FLUSH,
    HIGH,
    LOW,
    LOW_PAIR,
    MADE,
    OPEN_STRAIGHT,
    OUTS,
    STRAIGHT,
    Glance,
)
from houseway.analysis.declared.conditions import COUNTED, BoardHand
from houseway.analysis.declared.fitted_rules import Candidate
from houseway.analysis.results.rules import Rule
from houseway.cards.card import ACE

FACTS = ("made", "high", "low", "flush", "straight", "outs")
"""The parts of a sign, in their order."""
HIDDEN = (
    "Hidden: one of your cards makes it, and your hand is of a higher kind than the board alone. A second pair has one "
    "rank of the board above it, a top pair none."
)
HIDDEN_TWO_PAIR = "Hidden two pair: each of your cards pairs a different card of the board."
TO_A_FLUSH = "{four} to a flush: exactly {few} of one suit, at least one of them yours."
TO_A_STRAIGHT = (
    "{four} to a straight: a rank that you lack would make {many} in a row, and would not with the board alone. In two "
    "ways: there are two such ranks or more."
)
DEALER_OUTS = "Dealer outs: unseen cards that would put the dealer ahead. Count each alone with the board."
TOGETHER = (
    (MADE, HIGH),
    (MADE, FLUSH),
    (MADE, STRAIGHT),
    (MADE, OUTS),
    (HIGH, LOW),
    (HIGH, FLUSH),
    (HIGH, STRAIGHT),
    (HIGH, OUTS),
    (FLUSH, STRAIGHT),
    (FLUSH, OUTS),
    (STRAIGHT, OUTS),
)
"""Parts of a sign of which two are checked at a time; of a draw to a flush then only whether it is there."""


def facts_of(glance: Glance, signs: int | NDArray[np.int64]) -> Mapping[str, Any]:
    """What signs say, by name."""
    return dict(zip(FACTS, np.unravel_index(signs, glance.shape), strict=True))


def conditions_of(glance: Glance, signs: NDArray[np.int64]) -> list[Candidate]:
    """Everything that can be asked of these signs."""
    facts = facts_of(glance, signs)
    single = {part: list(_single(glance, part)) for part in range(len(FACTS)) if glance.shape[part] > 1}
    asked = [hand for part in single if part != LOW for hand in single[part]]
    for one, other in combinations(single, 2):
        if (one, other) in TOGETHER:
            pairs = product(*(single[part][:1] if part == FLUSH else single[part] for part in (one, other)))
            asked += [_both(hand, more) for hand, more in pairs]
    found = [Candidate(hand, np.asarray(hand.met(facts), np.bool_)) for hand in asked]
    return [each for each in found if each.holds.any()]


def notes_on(rules: Sequence[Rule]) -> Iterator[str]:
    """What words of the rules mean, where they are used."""
    asked = [hand for rule in rules for hand in rule.when if isinstance(hand, BoardHand)]
    if any(hand.made for hand in asked):
        yield HIDDEN
    if any(hand.made == BETTER for hand in asked):
        yield HIDDEN_TWO_PAIR
    if asked:
        many, few = COUNTED[asked[0].length], COUNTED[asked[0].length - 1]
        if any(hand.flush for hand in asked):
            yield TO_A_FLUSH.format(four=few.capitalize(), few=few)
        if any(hand.straight for hand in asked):
            yield TO_A_STRAIGHT.format(four=few.capitalize(), many=many)
    if any(hand.outs >= 0 for hand in asked):
        yield DEALER_OUTS


def _both(one: BoardHand, other: BoardHand) -> BoardHand:
    told = {each.name: getattr(other, each.name) for each in fields(other)}
    return replace(one, **{name: value for name, value in told.items() if value != _DEFAULTS.get(name)})


_DEFAULTS = {each.name: each.default for each in fields(BoardHand)}


def _single(glance: Glance, part: int) -> Iterator[BoardHand]:
    """The conditions on one part of a sign."""
    any_hand = BoardHand(glance.length)
    if part == MADE:
        yield from (replace(any_hand, made=level) for level in range(LOW_PAIR, BETTER + 1))
    elif part == HIGH:
        yield from (replace(any_hand, high=rank) for rank in range(1, ACE + 1))
    elif part == LOW:
        yield from (replace(any_hand, low=rank) for rank in range(1, ACE + 1))
    elif part == FLUSH:
        yield from (replace(any_hand, flush=least) for least in (1, *range(2, ACE + 2)))
    elif part == STRAIGHT:
        yield from (replace(any_hand, straight=least) for least in range(1, OPEN_STRAIGHT + 1))
    elif part == OUTS:
        yield from (replace(any_hand, outs=most) for most in range(glance.shape[OUTS] - 1))
