"""The compiled part: sums over the other player's hands with exact card removal, and the steps of a round of betting.

Arrays over a round have a row for each pot with which the round can begin (`entries`), then a player's own decisions
(`rows` numbers them), the actions and the hands. `UPDATE` takes a step of discounted regrets, `RESPOND` is the best
response to the other player's average play, `PLAY` follows the average play of both.
"""

import numba
import numpy as np
from numba import prange
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
UPDATE, RESPOND, PLAY = 0, 1, 2


@numba.njit(cache=True, fastmath=True)
def sum_disjoint(weights, own_sets, signs, other_sets, others, n_sets):  # type: ignore[no-untyped-def]
    """For every own hand the weights of the other hands that share no card with it; a column for each weighting."""
    columns = weights.shape[1]
    sums = np.zeros((n_sets, columns))
    for place in range(len(others)):
        hand = others[place]
        for each in other_sets[hand]:
            for column in range(columns):
                sums[each, column] += weights[hand, column]
    sums[n_sets - 1] = 0.0
    found = np.zeros((len(own_sets), columns))
    for hand in range(len(own_sets)):
        for part in range(own_sets.shape[1]):
            each, sign = own_sets[hand, part], signs[part]
            for column in range(columns):
                found[hand, column] += sign * sums[each, column]
    return found


@numba.njit(cache=True, fastmath=True)
def compare_disjoint(  # type: ignore[no-untyped-def]
    weights, own_sets, signs, other_sets, own_order, own_values, other_order, other_values, n_sets
):
    """For every own hand: the weights of the weaker disjoint hands less those of the stronger.

    Both lists are walked once in ascending strength; `order` names the hands, `values` their strengths in that order.
    """
    columns = weights.shape[1]
    sums = np.zeros((n_sets, columns))
    found = np.zeros((len(own_sets), columns))
    start, read = 0, 0
    n_own, n_other = len(own_order), len(other_order)
    while read < n_own:
        strength = own_values[read]
        while start < n_other and other_values[start] < strength:
            hand = other_order[start]
            for each in other_sets[hand]:
                for column in range(columns):
                    sums[each, column] += weights[hand, column]
            start += 1
        sums[n_sets - 1] = 0.0
        last = read
        while last < n_own and own_values[last] == strength:
            hand = own_order[last]
            for part in range(own_sets.shape[1]):
                each, sign = own_sets[hand, part], signs[part]
                for column in range(columns):
                    found[hand, column] += sign * sums[each, column]
            last += 1
        tied = start
        while tied < n_other and other_values[tied] == strength:
            hand = other_order[tied]
            for each in other_sets[hand]:
                for column in range(columns):
                    sums[each, column] += weights[hand, column]
            tied += 1
        start = tied
        sums[n_sets - 1] = 0.0
        for place in range(read, last):
            hand = own_order[place]
            for part in range(own_sets.shape[1]):
                each, sign = own_sets[hand, part], signs[part]
                for column in range(columns):
                    found[hand, column] += sign * sums[each, column]
        read = last
    while start < n_other:
        hand = other_order[start]
        for each in other_sets[hand]:
            for column in range(columns):
                sums[each, column] += weights[hand, column]
        start += 1
    sums[n_sets - 1] = 0.0
    for place in range(n_own):
        hand = own_order[place]
        for part in range(own_sets.shape[1]):
            each, sign = own_sets[hand, part], signs[part]
            for column in range(columns):
                found[hand, column] -= sign * sums[each, column]
    return found


@numba.njit(cache=True, fastmath=True)
def match_regrets(regrets, n_actions, out):  # type: ignore[no-untyped-def]
    """A strategy in proportion to positive regrets; even where there are none. Also turns sums into averages."""
    for hand in range(regrets.shape[1]):
        total = 0.0
        for action in range(n_actions):
            if regrets[action, hand] > 0:
                total += regrets[action, hand]
        for action in range(n_actions):
            if total > 0:
                positive = regrets[action, hand]
                out[action, hand] = positive / total if positive > 0 else 0.0
            else:
                out[action, hand] = 1.0 / n_actions


@numba.njit(cache=True, fastmath=True)
def reach_endings(actors, rows, n_actions, children, player, plays, reach, n_endings):  # type: ignore[no-untyped-def]
    """The reach of a player's hands at every ending of a round, from that at its beginning; (endings, hands)."""
    n_decisions, n_hands = len(actors), len(reach)
    at = np.zeros((n_decisions, n_hands))
    ends = np.zeros((n_endings, n_hands))
    at[0] = reach
    for decision in range(n_decisions):
        for action in range(n_actions[decision]):
            below = children[decision, action]
            for hand in range(n_hands):
                there = at[decision, hand]
                if actors[decision] == player:
                    there *= plays[rows[decision], action, hand]
                if below >= 0:
                    at[below, hand] = there
                else:
                    ends[-1 - below, hand] = there
    return at, ends


@numba.njit(cache=True, fastmath=True)
def climb(  # type: ignore[no-untyped-def]
    actors, rows, n_actions, children, player, mode, values, plays, reach, regrets, averages, gain, loss, fade
):
    """The values of a player's hands at the beginning of a round from those at its endings (endings, hands).

    In mode UPDATE the regrets and the sums of the average play are taken a step on.
    """
    n_decisions, n_hands = len(actors), values.shape[1]
    at = np.zeros((n_decisions, n_hands))
    for backwards in range(n_decisions):
        decision = n_decisions - 1 - backwards
        count = n_actions[decision]
        mine = actors[decision] == player
        row = rows[decision]
        for hand in range(n_hands):
            best, total = -np.inf, 0.0
            for action in range(count):
                below = children[decision, action]
                value = at[below, hand] if below >= 0 else values[-1 - below, hand]
                if not mine:
                    total += value
                else:
                    best = max(best, value)
                    total += plays[row, action, hand] * value
            at[decision, hand] = best if mine and mode == RESPOND else total
            if mine and mode == UPDATE:
                for action in range(count):
                    below = children[decision, action]
                    value = at[below, hand] if below >= 0 else values[-1 - below, hand]
                    regret = regrets[row, action, hand]
                    regret = regret * (gain if regret > 0 else loss) + value - total
                    regrets[row, action, hand] = regret
                    kept = averages[row, action, hand] * fade
                    averages[row, action, hand] = kept + reach[decision, hand] * plays[row, action, hand]
    return at[0]


@numba.njit(cache=True, fastmath=True)
def play_of(actors, rows, n_actions, player, mode, regrets, averages, plays):  # type: ignore[no-untyped-def]
    """How a player plays each decision now: by regrets while they are learned, by the average afterwards."""
    for decision in range(len(actors)):
        if actors[decision] == player:
            row = rows[decision]
            source = regrets[row] if mode == UPDATE else averages[row]
            match_regrets(source, n_actions[decision], plays[row])


@numba.njit(cache=True, fastmath=True)
def last_round(  # type: ignore[no-untyped-def]
    actors, rows, n_actions, children, folded, amounts, player, mode,
    own_reach, other_reach, own_regrets, own_averages, other_regrets, other_averages,
    own_sets, signs, other_sets, own_order, own_values, other_order, other_values, n_sets,
    gain, loss, fade,
):  # fmt: skip
    """The values of a player's hands at the beginning of a last round, for each pot it can begin with.

    `amounts` are what the loser of a pot loses at each ending. Own hands that are not in `own_order` are not dealt.
    """
    entries, n_endings, n_actions_most = len(amounts), len(folded), children.shape[1]
    n_own, n_other = own_reach.shape[1], other_reach.shape[1]
    shown = 0
    for ending in range(n_endings):
        shown += folded[ending] < 0
    by_show = np.zeros((n_other, entries * shown))
    by_fold = np.zeros((n_other, entries * (n_endings - shown)))
    other_plays = np.zeros((other_regrets.shape[1], n_actions_most, n_other))
    for entry in range(entries):
        play_of(actors, rows, n_actions, 1 - player, mode, other_regrets[entry], other_averages[entry], other_plays)
        _, ends = reach_endings(
            actors, rows, n_actions, children, 1 - player, other_plays, other_reach[entry], n_endings
        )
        show, fold = entry * shown, entry * (n_endings - shown)
        for ending in range(n_endings):
            if folded[ending] < 0:
                by_show[:, show] = ends[ending]
                show += 1
            else:
                by_fold[:, fold] = ends[ending]
                fold += 1
    compared = compare_disjoint(
        by_show, own_sets, signs, other_sets, own_order, own_values, other_order, other_values, n_sets
    )
    present = sum_disjoint(by_fold, own_sets, signs, other_sets, other_order, n_sets)
    dealt = np.zeros(n_own)
    for place in range(len(own_order)):
        dealt[own_order[place]] = 1.0
    found = np.zeros((entries, n_own))
    values = np.zeros((n_endings, n_own))
    own_plays = np.zeros((own_regrets.shape[1], n_actions_most, n_own))
    for entry in range(entries):
        show, fold = entry * shown, entry * (n_endings - shown)
        for ending in range(n_endings):
            if folded[ending] < 0:
                values[ending] = amounts[entry, ending] * compared[:, show]
                show += 1
            else:
                won = amounts[entry, ending] if folded[ending] != player else -amounts[entry, ending]
                values[ending] = won * present[:, fold] * dealt
                fold += 1
        play_of(actors, rows, n_actions, player, mode, own_regrets[entry], own_averages[entry], own_plays)
        at, _ = reach_endings(actors, rows, n_actions, children, player, own_plays, own_reach[entry] * dealt, n_endings)
        found[entry] = climb(
            actors, rows, n_actions, children, player, mode, values, own_plays, at,
            own_regrets[entry], own_averages[entry], gain, loss, fade,
        )  # fmt: skip
    return found


def _last_rounds(  # type: ignore[no-untyped-def]
    actors, rows, n_actions, children, folded, amounts, player, mode,
    own_reach, other_reach, own_regrets, own_averages, other_regrets, other_averages,
    own_sets, signs, other_sets, own_orders, own_values, other_orders, other_values, n_sets,
    own_counts, other_counts, images, image_starts, gain, loss, fade, threads,
):  # fmt: skip
    """The sum of the last rounds over all boards; a board stands for its images, by where they send each hand.

    Boards are dealt out to as many lanes as there are threads, so that the sum does not depend on which is faster.
    """
    boards, entries, n_own = len(own_orders), len(amounts), own_reach.shape[1]
    lanes = min(boards, threads)
    sums = np.zeros((lanes, entries, n_own))
    for lane in prange(lanes):
        for board in range(lane, boards, lanes):
            n_mine, n_theirs = own_counts[board], other_counts[board]
            found = last_round(
                actors, rows, n_actions, children, folded, amounts, player, mode,
                own_reach, other_reach,
                own_regrets[board], own_averages[board], other_regrets[board], other_averages[board],
                own_sets, signs, other_sets,
                own_orders[board, :n_mine], own_values[board, :n_mine],
                other_orders[board, :n_theirs], other_values[board, :n_theirs], n_sets,
                gain, loss, fade,
            )  # fmt: skip
            for image in range(image_starts[board], image_starts[board + 1]):
                for entry in range(entries):
                    for hand in range(n_own):
                        sums[lane, entry, images[image, hand]] += found[entry, hand]
    total = np.zeros((entries, n_own))
    for lane in range(lanes):
        total += sums[lane]
    return total


last_rounds = numba.njit(cache=True, fastmath=True)(_last_rounds)
last_rounds_in_threads = numba.njit(cache=True, fastmath=True, parallel=True)(_last_rounds)
"""The same; threads that wait for a single board cost more than it does."""
