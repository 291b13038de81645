"""What a person may check of the cards of a staged stud, with the signs that meet it."""

from collections.abc import Iterator, Sequence

import numpy as np

from houseway.analysis.declared.conditions import (
    COUNTED,
    LOW_PAIR,
    PAID_PAIR,
    PUSHED_PAIR,
    THREE_OR_MORE,
    TWO_PAIR,
    StudHand,
)
from houseway.analysis.declared.fitted_rules import Candidate
from houseway.analysis.declared.staged_stud.signs import (
    LONGEST_STRAIGHT,
    MOST_POINTS,
    N_SIGNS,
    NO_STRAIGHT,
    facts_of,
)
from houseway.analysis.results.rules import Rule
from houseway.cards.card import RANK_NAMES


def conditions_of(points: Sequence[int], n_seen: int) -> list[Candidate]:
    """Everything that can be asked of so many cards."""
    facts = facts_of(np.arange(N_SIGNS))
    return [Candidate(hand, np.asarray(hand.met(facts), np.bool_)) for hand in _hands(points, n_seen)]


def _hands(points: Sequence[int], n_seen: int) -> Iterator[StudHand]:
    scores = range(1, MOST_POINTS + 1) if any(points) else range(0)
    yield StudHand(n_seen, made=LOW_PAIR)
    for level, worth in ((PUSHED_PAIR, 1), (PAID_PAIR, 2)):
        ranks = [rank for rank, each in enumerate(points) if each >= worth]
        if ranks:
            yield StudHand(n_seen, made=level, pair=ranks[0])
    yield StudHand(n_seen, made=TWO_PAIR)
    yield StudHand(n_seen, made=THREE_OR_MORE)
    yield from (StudHand(n_seen, points=least, unpaired=True) for least in scores)
    for most in range(NO_STRAIGHT - 1):
        for suited in (0, n_seen):
            yield from (StudHand(n_seen, suited=suited, gaps=most, points=least) for least in (0, *scores))
    for suited in range(2, n_seen + 1):
        yield from (
            StudHand(n_seen, suited=suited, points=least) for least in (0, *(scores if suited == n_seen else ()))
        )


def notes_on(rules: Sequence[Rule], points: Sequence[int]) -> Iterator[str]:
    """What words of the rules mean, where they are used."""
    asked = [hand for rule in rules for hand in rule.when if isinstance(hand, StudHand)]
    if any(hand.points for hand in asked):
        yield f"Points: {', '.join(points_in_words(points))}."
    if any(hand.gaps >= 0 for hand in asked):
        yield (
            f"To a straight: the cards are of different ranks and fit into {COUNTED[LONGEST_STRAIGHT]} in a row, an "
            "ace high or low. A gap is a rank missing between them."
        )


def points_in_words(points: Sequence[int]) -> Iterator[str]:
    """How points are counted."""
    for worth in (2, 1):
        ranks = [RANK_NAMES[rank] for rank, each in enumerate(points) if each == worth]
        if ranks:
            yield f"{worth} for each {ranks[0]} to {ranks[-1]}" if len(ranks) > 1 else f"{worth} for each {ranks[0]}"
