"""What a person may check of the cards of a staged stud, in words and as the signs that have it."""

from collections.abc import Iterator, Sequence

import numpy as np

from houseway.analysis.declared.fitted_rules import Condition
from houseway.analysis.declared.staged_stud.signs import (
    LOW_PAIR,
    MOST_POINTS,
    N_SIGNS,
    NO_STRAIGHT,
    NOTHING,
    PAID_PAIR,
    PUSHED_PAIR,
    SHAPE,
    THREE_OR_MORE,
    TWO_PAIR,
)
from houseway.cards.card import RANK_NAMES, RANK_PLURALS


def conditions_of(points: Sequence[int], n_seen: int) -> list[Condition]:
    """Everything that can be asked of so many cards."""
    made, score, suited, gaps = np.unravel_index(np.arange(N_SIGNS), SHAPE)
    found = [Condition(text, made >= level) for text, level in _made(points)]
    scores = [(f"{least} points or more", least) for least in range(1, MOST_POINTS + 1) if any(points)]
    found += [Condition(text, (score >= least) & (made == NOTHING)) for text, least in scores]
    for most in range(NO_STRAIGHT - 1):
        in_a_row = gaps <= most
        inside = "no gap" if not most else f"at most {most} gap{'s' if most > 1 else ''}"
        straight, flush = f"{n_seen} to a straight with {inside}", f"{n_seen} to a straight flush with {inside}"
        found += [Condition(straight, in_a_row), Condition(flush, in_a_row & (suited == n_seen))]
        for text, least in scores:
            found.append(Condition(f"{straight} and {text}", in_a_row & (score >= least)))
            found.append(Condition(f"{flush} and {text}", in_a_row & (suited == n_seen) & (score >= least)))
    for most in range(2, n_seen + 1):
        found.append(Condition(f"{most} cards of a suit" + ("" if most == n_seen else " or more"), suited >= most))
        found += [
            Condition(f"{n_seen} cards of a suit and {text}", (suited == n_seen) & (score >= least))
            for text, least in scores
            if most == n_seen
        ]
    return found


def _made(points: Sequence[int]) -> Iterator[tuple[str, int]]:
    yield "a pair or better", LOW_PAIR
    for level, worth in ((PUSHED_PAIR, 1), (PAID_PAIR, 2)):
        ranks = [rank for rank, each in enumerate(points) if each >= worth]
        if ranks:
            yield f"a pair of {RANK_PLURALS[ranks[0]]} or better", level
    yield "two pair or better", TWO_PAIR
    yield "three of a kind or better", THREE_OR_MORE


def points_in_words(points: Sequence[int]) -> Iterator[str]:
    """How points are counted."""
    for worth in (2, 1):
        ranks = [RANK_NAMES[rank] for rank, each in enumerate(points) if each == worth]
        if ranks:
            yield f"{worth} for each {ranks[0]} to {ranks[-1]}" if len(ranks) > 1 else f"{worth} for each {ranks[0]}"
