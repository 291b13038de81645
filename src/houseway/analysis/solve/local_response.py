"""A local best response to play over buckets: an opponent that knows the play, and looks one action ahead.

Its win is a lower bound of the play's exploitability: it is a valid opponent, if not the best one. At each decision it
compares three options. It can fold. It can call, then check to the end. It can raise: the other then folds as often as
its play says, or calls and checks to the end. It sees its cards, the current board and the public actions. It knows how
often each hand would have reached this point. Before the board comes, it compares hands by their mean value. It makes
the most valuable hold.

The other player is all hands that can be dealt beside the responder's, weighted by how often they would have reached
this point. Their folds are won in proportion, and a showdown is counted against all of them. That keeps the mean, and
makes it far less uncertain than a single hand would.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.range_bins import buckets_by_line
from houseway.analysis.solve.sampling import (
    FIRST,
    HOLDS,
    LAST,
    MIDDLE,
    Array,
    Deals,
    Terms,
    Walk,
    drawn_below,
    drawn_share,
)
from houseway.ranking.kernels import leaf


class Known(NamedTuple):
    """The responder's knowledge before any cards come, by the buckets of dealt hands, and the values of its hands."""

    often: Array
    """How many of all hands are in each bucket of the first round."""
    worth: Array
    """The mean value of a bucket's hands: the share of the opponents' hands that they beat."""
    hands: Array
    """The value of each hand of a visit."""
    holds: Array
    """(hands, holds)."""


class Belief(NamedTuple):
    """The other's hands: the probability of each hold, whether the board allows it, whether it loses to the responder.

    Every second hand of a visit can be the other's (`allowed`). The responder judges by the rest (`believed`), so it
    never knows which hands were drawn for it to meet. `buckets` is the same before the discards, by buckets alone. It
    does not depend on boards that are still to come.
    """

    weights: Array
    allowed: Array
    believed: Array
    beaten: Array
    buckets: Array


def paid_before(tree: BettingTree) -> Array:
    """Return each player's bets in a round before each decision."""
    paid = np.zeros((len(tree.actors), 2))
    for decision in range(len(tree.actors)):
        below = decision
        while below >= 0:
            below = int(tree.children[below, 0])
        paid[decision] = tree.paid[-1 - below]
    return paid


@leaf
def shares(belief: Belief, deals: Deals, plays: Array, start: int, buckets: Array, column: int) -> None:
    """Multiply each hold's weight by how often it takes an action."""
    for hand in range(belief.weights.shape[0]):
        for hold in range(deals.n_holds[hand]):
            if belief.weights[hand, hold] > 0.0:
                belief.weights[hand, hold] *= plays[start + buckets[hand, hold], column]


@leaf
def often_of(belief: Belief, deals: Deals, plays: Array, start: int, buckets: Array, column: int) -> float:
    """Return how often the hands that the board allows take an action."""
    total, taken = 0.0, 0.0
    for hand in range(belief.weights.shape[0]):
        if belief.allowed[hand]:
            for hold in range(deals.n_holds[hand]):
                weight = belief.weights[hand, hold]
                if weight > 0.0:
                    total += weight
                    taken += weight * plays[start + buckets[hand, hold], column]
    return taken / total if total > 0.0 else 0.0


@leaf
def chances(belief: Belief, deals: Deals, plays: Array, start: int, buckets: Array, column: int) -> tuple[float, float]:
    """Return how often the other is believed to fold, and the responder's win of the rest.

    At column -1 it never folds.
    """
    total, folds, won = 0.0, 0.0, 0.0
    for hand in range(belief.weights.shape[0]):
        if not belief.believed[hand]:
            continue
        for hold in range(deals.n_holds[hand]):
            weight = belief.weights[hand, hold]
            if weight <= 0.0:
                continue
            total += weight
            stays = weight
            if column >= 0:
                stays = weight * (1.0 - plays[start + buckets[hand, hold], column])
                folds += weight - stays
            won += stays * belief.beaten[hand, hold]
    if total <= 0.0:
        return 0.0, 0.5
    return folds / total, won / (total - folds) if total - folds > 1e-12 else 0.5


@leaf
def first_chances(belief: Belief, known: Known, mine: float, plays: Array, column: int) -> tuple[float, float]:
    """Return the same before the discards, by buckets. A hand wins by the amount that its value exceeds the other's."""
    total, folds, worth = 0.0, 0.0, 0.0
    for bucket in range(len(belief.buckets)):
        weight = belief.buckets[bucket]
        stays = weight
        if column >= 0:
            stays = weight * (1.0 - plays[bucket, column])
            folds += weight - stays
        total += weight
        worth += stays * known.worth[bucket]
    if total - folds <= 1e-12 * total:
        return 1.0, 0.5
    return folds / total, min(max(0.5 + mine - worth / (total - folds), 0.0), 1.0)


@leaf
def fold_column(walk: Walk, decision: int) -> int:
    """Return the column of a fold at a decision, or -1 if folding is not possible."""
    below = walk.children[decision, 0]
    return int(walk.cells[decision]) if below < 0 and walk.folded[-1 - below] >= 0 else -1


@leaf
def respond(
    walk: Walk, paid: Array, decision: int, player: int, pot: float, stage: int, belief: Belief, known: Known,
    mine: float, deals: Deals, plays: Array, start: int, buckets: Array,
) -> int:  # fmt: skip
    """Return the action with the highest expected win for a responder that looks one action ahead."""
    middle = 2.0 * pot + paid[decision, 0] + paid[decision, 1]
    price = paid[decision, 1 - player] - paid[decision, player]
    if stage == FIRST:
        _, wins = first_chances(belief, known, mine, plays, -1)
    else:
        _, wins = chances(belief, deals, plays, start, buckets, -1)
    best, chosen = -1e30, 0
    for action in range(walk.n_actions[decision]):
        below = walk.children[decision, action]
        promised = 0.0
        if below >= 0 and paid[below, player] > paid[below, 1 - player]:
            column = fold_column(walk, below)
            if stage == FIRST:
                folds, rest = first_chances(belief, known, mine, plays, column)
            else:
                folds, rest = chances(belief, deals, plays, start, buckets, column)
            answer = paid[below, player] - paid[below, 1 - player]
            put_in = paid[below, player] - paid[decision, player]
            promised = folds * middle + (1.0 - folds) * (rest * (middle + answer) - (1.0 - rest) * put_in)
        elif below >= 0 or walk.folded[-1 - below] < 0:
            promised = wins * middle - (1.0 - wins) * price
        if promised > best:
            best, chosen = promised, action
    return chosen


@leaf
def play_round(
    walk: Walk, paid: Array, player: int, pot: float, stage: int, belief: Belief, known: Known, mine: float,
    deals: Deals, plays: Array, start: int, buckets: Array, state: Array, result: Array,
) -> int:  # fmt: skip
    """Play a round against all hands of the other, and return the ending, or -1 once the hand is over.

    `result` holds the win so far, and the probability of the line in which the hand goes on.
    """
    decision, other = 0, 1 - player
    while True:
        if walk.actors[decision] == player:
            action = respond(
                walk, paid, decision, player, pot, stage, belief, known, mine, deals, plays, start, buckets
            )
        else:
            left = 1.0
            column = fold_column(walk, decision)
            first = 0
            if column >= 0:
                folds = often_of(belief, deals, plays, start, buckets, column)
                result[0] += result[1] * folds * (pot + walk.lost[-1 - walk.children[decision, 0]])
                result[1] *= 1.0 - folds
                left -= folds
                first = 1
            if left <= 1e-12:
                return -1
            drawn = drawn_share(state) * left
            action = walk.n_actions[decision] - 1
            for each in range(first, walk.n_actions[decision] - 1):
                drawn -= often_of(belief, deals, plays, start, buckets, walk.cells[decision] + each)
                if drawn < 0.0:
                    action = each
                    break
            cell = walk.cells[decision] + action
            shares(belief, deals, plays, start, buckets, cell)
            if stage == FIRST:
                for bucket in range(len(belief.buckets)):
                    belief.buckets[bucket] *= plays[bucket, cell]
        below = walk.children[decision, action]
        if below >= 0:
            decision = below
            continue
        ending = -1 - below
        if walk.folded[ending] == player:
            result[0] -= result[1] * (pot + walk.lost[ending])
            return -1
        return ending if walk.folded[ending] != other else -1


@leaf
def compare(belief: Belief, deals: Deals, own: int, held: int, board: int, stage: int) -> None:
    """Compute the win from each hold: on the board, or over other boards while the last cards are unknown."""
    for hand in range(belief.weights.shape[0]):
        for hold in range(deals.n_holds[hand]):
            if belief.weights[hand, hold] <= 0.0:
                continue
            total, count = 0.0, 0
            for each in range(len(deals.boards)):
                if (each == board) != (stage == LAST):
                    continue
                if deals.boards[each] & (deals.cards[own] | deals.cards[hand]):
                    continue
                mine, theirs = deals.strengths[each, own, held], deals.strengths[each, hand, hold]
                total += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
                count += 1
            belief.beaten[hand, hold] = total / count if count else 0.5


@leaf
def hold_other(terms: Terms, deals: Deals, plays: Array, belief: Belief, seen: int, state: Array) -> int:
    """Draw the number of cards that the other holds, and weight its holds accordingly. Return the size, or -1."""
    total = 0.0
    sums = 0.0
    for hand in range(belief.weights.shape[0]):
        weight = belief.weights[hand, 0]
        row = seen * terms.n_buckets[HOLDS] + deals.holds[hand]
        normed = 0.0
        for hold in range(deals.n_holds[hand]):
            normed += plays[row, hold]
        for hold in range(deals.n_holds[hand]):
            belief.weights[hand, hold] = (
                weight * plays[row, hold] / normed if normed > 0.0 else weight / deals.n_holds[hand]
            )
        if belief.allowed[hand]:
            total += weight
    drawn = drawn_share(state) * total
    size = -1
    for hand in range(belief.weights.shape[0]):
        if belief.allowed[hand] and size < 0:
            for hold in range(deals.n_holds[hand]):
                sums += belief.weights[hand, hold]
                if sums > drawn and size < 0:
                    size = deals.sizes[hand, hold]
    for hand in range(belief.weights.shape[0]):
        for hold in range(deals.n_holds[hand]):
            if deals.sizes[hand, hold] != size:
                belief.weights[hand, hold] = 0.0
    return size


@leaf
def showdown(belief: Belief, deals: Deals) -> float:
    """Return the responder's wins less its losses, as a share, against all remaining hands."""
    total, won = 0.0, 0.0
    for hand in range(belief.weights.shape[0]):
        if belief.allowed[hand]:
            for hold in range(deals.n_holds[hand]):
                weight = belief.weights[hand, hold]
                if weight > 0.0:
                    total += weight
                    won += weight * (2.0 * belief.beaten[hand, hold] - 1.0)
    return won / total if total > 0.0 else 0.0


@numba.njit(cache=True, nogil=True)
def one_hand(  # type: ignore[no-untyped-def]
    terms, paid, deals, ranges, plays, known, belief, rows, player, state, result
):  # fmt: skip
    """Return the responder's win with one hand, in chips."""
    other = 1 - player
    board = drawn_below(state, len(deals.boards))
    own = drawn_below(state, len(deals.cards))
    while deals.cards[own] & deals.boards[board]:
        own = drawn_below(state, len(deals.cards))
    for hand in range(len(deals.cards)):
        apart = (deals.cards[hand] & deals.cards[own]) == 0
        belief.weights[hand, :] = 0.0
        belief.weights[hand, 0] = 1.0 if apart else 0.0
        belief.believed[hand] = hand % 2 == 0
        belief.allowed[hand] = hand % 2 == 1 and apart and (deals.cards[hand] & deals.boards[board]) == 0
        rows[hand, :] = deals.first[hand]
    for bucket in range(len(belief.buckets)):
        belief.buckets[bucket] = known.often[bucket]
    result[0], result[1] = 0.0, 1.0
    walks, pot, public, held, mine, size = (terms.first, terms.middle, terms.last), 0.0, 0, 0, 0, 0
    for step in range(3):
        if step == 1 and not terms.has_middle:
            continue
        stage = FIRST if step == 0 else MIDDLE if step == 1 else LAST
        if stage != FIRST:
            compare(belief, deals, own, held, board, stage)
            for hand in range(len(deals.cards)):
                for hold in range(deals.n_holds[hand]):
                    rows[hand, hold] = deals.middle[hand, hold, mine]
                    if stage == LAST and deals.cards[hand] & deals.boards[board]:
                        belief.weights[hand, hold] = 0.0
        if stage == LAST:
            entry = public // (terms.n_sizes * terms.n_sizes * terms.later)
            one, two = (mine, size) if player == 0 else (size, mine)
            buckets = buckets_by_line(ranges, board, other, entry, one, two, public % terms.later)
            for hand in range(len(deals.cards)):
                for hold in range(deals.n_holds[hand]):
                    rows[hand, hold] = buckets[max(deals.strengths[board, hand, hold], 0)]
        ending = play_round(
            walks[step], paid[step], player, pot, stage, belief, known, known.hands[own], deals,
            plays[2 * stage + other], public * terms.n_buckets[stage], rows, state, result,
        )  # fmt: skip
        if ending < 0:
            return float(result[0])
        pot += walks[step].lost[ending]
        after = walks[step].after[ending]
        if stage == MIDDLE:
            public = public * terms.later + after
        elif stage == FIRST:
            for hold in range(deals.n_holds[own]):
                if known.holds[own, hold] > known.holds[own, held]:
                    held = hold
            mine = deals.sizes[own, held]
            seen = after if other == 0 else after * terms.n_sizes + mine
            size = hold_other(terms, deals, plays[2 * HOLDS + other], belief, seen, state)
            sizes = mine * terms.n_sizes + size if player == 0 else size * terms.n_sizes + mine
            public = after * terms.n_sizes * terms.n_sizes + sizes
    return float(result[0] + result[1] * showdown(belief, deals) * pot)


@numba.njit(cache=True, nogil=True)
def respond_to(terms, paid, deals, ranges, plays, known, count, state):  # type: ignore[no-untyped-def]
    """Return the mean win of a local best response from each seat, over `count` hands of each.

    In the last round, buckets are by a hold's position in the other's range, which the responder knows.
    """
    n_hands, n_holds = deals.sizes.shape
    belief = Belief(
        np.zeros((n_hands, n_holds)), np.zeros(n_hands, np.bool_), np.zeros(n_hands, np.bool_),
        np.zeros((n_hands, n_holds)),
        np.zeros(len(known.often)),
    )  # fmt: skip
    rows = np.zeros((n_hands, n_holds), np.int64)
    result, won = np.zeros(2), np.zeros(2)
    for _ in range(count):
        for player in range(2):
            won[player] += one_hand(terms, paid, deals, ranges, plays, known, belief, rows, player, state, result)
    return won / count
