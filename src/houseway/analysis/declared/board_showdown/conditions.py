"""What a person may check of own and common cards, in words and as the signs that have it."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from houseway.analysis.declared.board_showdown.glance import (
    BETTER,
    FLUSH,
    HIGH,
    LOW,
    LOW_PAIR,
    MADE,
    OPEN_STRAIGHT,
    OUTS,
    SECOND_PAIR,
    STRAIGHT,
    TOP_PAIR,
    Glance,
)
from houseway.analysis.declared.fitted_rules import Condition, Flags
from houseway.cards.card import ACE, RANK_NAMES

MADE_TEXTS = {
    LOW_PAIR: "a hidden pair or better",
    SECOND_PAIR: "a hidden second pair or better",
    TOP_PAIR: "a hidden top pair or better",
    BETTER: "hidden two pair or better",
}
COUNTED = ("no", "one", "two", "three", "four", "five", "six")
HIDDEN = "Hidden: made with at least one own card; a second pair has one rank of the board above it, a top pair none"
DEALER_OUTS = "Dealer outs: unseen cards of which one in the dealer's hand would be ahead of yours"
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


def conditions_of(glance: Glance, signs: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[Condition]:
    """Everything that can be asked of these signs."""
    parts = np.unravel_index(signs, glance.shape)
    single = {part: list(_single(glance, part, parts[part])) for part in range(len(parts)) if glance.shape[part] > 1}
    found = [Condition(text, holds) for part in single if part != LOW for text, holds in single[part]]
    for one, other in combinations(single, 2):
        if (one, other) in TOGETHER:
            pairs = product(*(single[part][:1] if part == FLUSH else single[part] for part in (one, other)))
            found += [Condition(f"{text} and {more}", holds & also) for (text, holds), (more, also) in pairs]
    return [each for each in found if each.holds.any()]


def notes_on(texts: list[str]) -> Iterator[str]:
    """What words of the rules mean, where they are used."""
    if any("hidden" in text for text in texts):
        yield HIDDEN
    if any("dealer out" in text for text in texts):
        yield DEALER_OUTS


def _single(glance: Glance, part: int, held: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Iterator[tuple[str, Flags]]:
    """The conditions on one part of a sign."""
    if part == MADE:
        yield from ((text, held >= level) for level, text in MADE_TEXTS.items())
    elif part in (HIGH, LOW):
        which = "an own" if part == HIGH else "both own cards"
        for rank in range(1, ACE + 1):
            yield _at_least(which, rank), held >= rank
    elif part == FLUSH:
        to_flush = f"{COUNTED[glance.length - 1]} to a flush"
        yield to_flush, held > 0
        for rank in range(1, ACE + 1):
            yield f"{to_flush} with {_at_least('an own', rank)} in it", held > rank
    elif part == STRAIGHT:
        yield f"{COUNTED[glance.length - 1]} to a straight", held > 0
        yield f"{COUNTED[glance.length - 1]} to a straight in two ways", held >= OPEN_STRAIGHT
    elif part == OUTS:
        for most in range(glance.shape[OUTS] - 1):
            yield f"at most {most} dealer out{'' if most == 1 else 's'}", held <= most


def _at_least(which: str, rank: int) -> str:
    return f"{which} {RANK_NAMES[rank]}" + ("" if rank == ACE else " or higher")
