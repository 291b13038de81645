"""The estimated value of every way to hold five cards before the flop, by dealing the rest, against any opponents.

The exact count against one opponent (`holds.best_hold`) takes seconds. This takes a fraction of one, for up to eight.
Every opponent gets five of the unseen cards and holds by a rule. Then the board comes. The same cards give the same
answer.
"""

from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.results.equity import SampledHold, SampledHolds
from houseway.analysis.titles.five_card_holdout.held import KEPT_FIRST, kept_cards
from houseway.analysis.titles.five_card_holdout.holds import USUAL_RULE, every_hold
from houseway.analysis.titles.five_card_holdout.showdown import PLAYERS, RANKING, board_values
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards, unknown
from houseway.games.engine.action import descending
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.composition import ALL_HELD

DEALS = 60_000
PARTS = 2520
"""The number of parts of a pot. Two to nine players can share it without a remainder."""
DEVIATIONS = 1.96
Cards = NDArray[np.uint8]


def sampled_holds(hand: CardsLike, opponents: int = 1, *, rule: str = USUAL_RULE, deals: int = DEALS) -> SampledHolds:
    """Return the 31 ways to hold a hand, each with its share of the pot over `deals` deals, the best first."""
    own = descending(parse_cards(hand, deck=Deck.standard(), count=HOLE_CARDS))
    if opponents + 1 not in PLAYERS:
        raise BadCards(f"expected {PLAYERS[0] - 1} to {PLAYERS[-1] - 1} opponents; got {opponents!r}")
    if rule not in HOLD_RULES:
        raise unknown("hold rule", rule, HOLD_RULES)
    unseen = np.array(Deck.standard().without(own).distinct, np.uint8)
    generator = np.random.Generator(np.random.Philox([*own, opponents]))
    needed = opponents * HOLE_CARDS + BOARD_CARDS
    dealt = unseen[generator.random((deals, len(unseen)), np.float32).argsort(axis=1)[:, :needed]]
    boards = np.ascontiguousarray(dealt[:, -BOARD_CARDS:])
    theirs = np.column_stack(
        [_held_values(dealt[:, HOLE_CARDS * seat :][:, :HOLE_CARDS], boards, rule) for seat in range(opponents)]
    )
    holds = every_hold(own)
    shares = np.array([_parts_won(board_values(held, boards), theirs) for held in holds])
    sums = shares.sum(axis=1)
    best = int(sums.argmax())
    found = [
        SampledHold(
            held,
            _share(sums[which], deals),
            _margin(shares[which]),
            _share(sums[best] - sums[which], deals),
            _margin(shares[best] - shares[which]),
        )
        for which, held in enumerate(holds)
    ]
    return SampledHolds(own, opponents, rule, deals, tuple(sorted(found, key=lambda each: -each.share)))


def _held_values(hands: Cards, boards: Cards, rule: str) -> NDArray[np.uint16]:
    """Return the value of each hand of five with the board beside it, with the cards that the rule holds."""
    ascending = np.sort(hands, axis=1)
    kept = kept_cards(rule)[set_numbers(ascending)]
    arranged = np.take_along_axis(ascending, KEPT_FIRST[kept], axis=1)
    sizes = np.bitwise_count(kept)
    values = np.zeros(len(hands), np.uint16)
    for size in range(1, HOLE_CARDS + 1):
        rows = sizes == size
        held = np.ascontiguousarray(arranged[rows, :size])
        if size == HOLE_CARDS:
            values[rows] = ranking(RANKING).evaluate(held)
        elif rows.any():
            values[rows] = ranking(RANKING).evaluate_best(ALL_HELD, held, np.ascontiguousarray(boards[rows]))
    return values


def _parts_won(ours: NDArray[np.uint16], theirs: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the parts of the pot that we win on each deal: all of it, an equal share, or nothing."""
    best = theirs.max(axis=1)
    sharers = 1 + (theirs == best[:, None]).sum(axis=1)
    won: NDArray[np.int64] = np.where(ours > best, PARTS, np.where(ours == best, PARTS // sharers, 0))
    return won


def _share(parts: np.int64, deals: int) -> Fraction:
    return Fraction(int(parts), PARTS * deals)


def _margin(parts: NDArray[np.int64]) -> float:
    """Return the margin of error of the mean of the deals."""
    return DEVIATIONS * float(parts.std()) / PARTS / sqrt(len(parts))
