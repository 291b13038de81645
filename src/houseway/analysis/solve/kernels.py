"""The compiled steps of a betting round: how often each hand reaches each action, and the value of every action.

Regrets and sums of the average play have a row for each action of a player (`cells`), and a column for each hand.
`UPDATE` takes a step of discounted regrets. `RESPOND` is the best response to the other player's average play. `PLAY`
follows the average play of both. `MEASURE` is the last two at once.
"""

import numba
import numpy as np
from numba import prange

from houseway.analysis.solve.packing import closed, opened
from houseway.analysis.solve.removal import compare_disjoint
from houseway.analysis.solve.rows import WIDTH

UPDATE, RESPOND, PLAY, MEASURE = 0, 1, 2, 3
NEXT_TO_NOTHING = 1e-30
"""The smallest sum from which play is read. The inverse of a number near the single-precision limit is infinite."""


@numba.njit(cache=True, fastmath=True)
def descend(actors, cells, n_actions, before, player, source, reach, plays, reaches):  # type: ignore[no-untyped-def]
    """Compute a player's play, in proportion to the positive part of `source`, and each hand's reach after each action.

    A hand with nothing positive plays evenly. `reaches[0]` is the reach at the start, `reaches[1 + c]` that after c.
    """
    n_hands = len(reach)
    number = reaches.dtype.type
    nothing, one, least = number(0), number(1), number(NEXT_TO_NOTHING)
    share, even = np.empty(n_hands, reaches.dtype), np.empty(n_hands, reaches.dtype)
    for hand in range(n_hands):
        reaches[0, hand] = reach[hand]
    for decision in range(len(actors)):
        if actors[decision] != player:
            continue
        first, count, came = cells[decision], n_actions[decision], before[player, decision]
        share[:] = nothing
        for cell in range(first, first + count):
            for hand in range(n_hands):
                share[hand] += max(number(source[cell, hand]), nothing)
        evenly = one / number(count)
        for hand in range(n_hands):
            total = share[hand]
            share[hand] = one / total if total > least else nothing
            even[hand] = nothing if total > least else evenly
        for cell in range(first, first + count):
            for hand in range(n_hands):
                often = max(number(source[cell, hand]), nothing) * share[hand] + even[hand]
                plays[cell, hand] = often
                reaches[1 + cell, hand] = reaches[came, hand] * often


@numba.njit(cache=True, fastmath=True)
def climb(  # type: ignore[no-untyped-def]
    actors, cells, n_actions, children, before, player, mode, values, plays, reaches, regrets, averages, locked,
    gain, loss, fade, at,
):  # fmt: skip
    """Compute the values of a player's hands at each decision (`at`) from those at a round's endings (endings, hands).

    In mode UPDATE, the regrets and the sums of the average play are updated by one step, except where play is locked. A
    lock is for all hands (one column of `locked`), or by hand.
    """
    n_hands = values.shape[1]
    by_hand = locked.shape[1] > 1
    number = at.dtype.type
    more, less, kept = number(gain), number(loss), number(fade)
    for backwards in range(len(actors)):
        decision = len(actors) - 1 - backwards
        count, first, came = n_actions[decision], cells[decision], before[player, decision]
        mine = actors[decision] == player
        all_locked = mine and not by_hand and locked[decision, 0]
        some_locked = mine and by_hand and locked[decision].any()
        best = mine and mode == RESPOND and not all_locked
        here = at[decision]
        for action in range(count):
            below = children[decision, action]
            worth = at[below] if below >= 0 else values[-1 - below]
            if action == 0 and (best or not mine):
                for hand in range(n_hands):
                    here[hand] = worth[hand]
            elif best:
                for hand in range(n_hands):
                    here[hand] = max(here[hand], worth[hand])
            elif not mine:
                for hand in range(n_hands):
                    here[hand] += worth[hand]
            elif action == 0:
                for hand in range(n_hands):
                    here[hand] = plays[first, hand] * worth[hand]
            else:
                for hand in range(n_hands):
                    here[hand] += plays[first + action, hand] * worth[hand]
        if best and some_locked:
            for hand in range(n_hands):
                if locked[decision, hand]:
                    here[hand] = 0
                    for action in range(count):
                        below = children[decision, action]
                        worth = at[below] if below >= 0 else values[-1 - below]
                        here[hand] += plays[first + action, hand] * worth[hand]
        if mine and mode == UPDATE and not all_locked:
            for action in range(count):
                below = children[decision, action]
                worth = at[below] if below >= 0 else values[-1 - below]
                cell = first + action
                if some_locked:
                    for hand in range(n_hands):
                        if not locked[decision, hand]:
                            regret = regrets[cell, hand]
                            regrets[cell, hand] = regret * (more if regret > 0 else less) + worth[hand] - here[hand]
                            averages[cell, hand] = averages[cell, hand] * kept + reaches[came, hand] * plays[cell, hand]
                    continue
                for hand in range(n_hands):
                    regret = regrets[cell, hand]
                    regrets[cell, hand] = regret * (more if regret > 0 else less) + worth[hand] - here[hand]
                for hand in range(n_hands):
                    averages[cell, hand] = averages[cell, hand] * kept + reaches[came, hand] * plays[cell, hand]


@numba.njit(cache=True, fastmath=True)
def into_block(rows, first, block, start, count):  # type: ignore[no-untyped-def]
    """Transpose `count` rows, from row `first` on, into columns of a block from `start` on. Other columns stay."""
    for hand in range(block.shape[0]):
        for column in range(count):
            block[hand, start + column] = rows[first + column, hand]


@numba.njit(cache=True, fastmath=True)
def out_of_block(block, start, rows, first, count):  # type: ignore[no-untyped-def]
    """Transpose columns of a block into rows."""
    for hand in range(block.shape[0]):
        for column in range(count):
            rows[first + column, hand] = block[hand, start + column]


def room_needed(
    entries: int,
    n_endings: int,
    n_decisions: int,
    n_own: int,
    n_other: int,
    n_own_cells: int,
    n_other_cells: int,
    n_sets: int,
    packed: bool,
) -> int:
    """Return how many numbers `last_round` needs as working memory, which is allocated once and reused."""
    blocks = -(-entries * n_other_cells // WIDTH)
    most_cells, most_hands = max(n_own_cells, n_other_cells), max(n_own, n_other)
    return (
        blocks * WIDTH * (n_other + 2 * n_own)
        + (1 + (4 if packed else 2) * most_cells) * most_hands
        + WIDTH * (n_sets + 2 * n_own)
        + (n_endings + n_decisions) * n_own
    )


@numba.njit(cache=True, fastmath=True)
def _take(room, taken, rows, columns):  # type: ignore[no-untyped-def]
    """Return a part of the memory as an array, and the new total of used memory."""
    return room[taken : taken + rows * columns].reshape((rows, columns)), taken + rows * columns


@numba.njit(cache=True, fastmath=True)
def _take_spare(spare, number, rows, columns):  # type: ignore[no-untyped-def]
    """Return a buffer for unpacked rows, or an empty one if numbers are not packed."""
    if len(spare) < (number + 1) * rows * columns:
        return spare[:0].reshape((0, columns))
    return spare[number * rows * columns : (number + 1) * rows * columns].reshape((rows, columns))


@numba.njit(cache=True, fastmath=True)
def last_round(  # type: ignore[no-untyped-def]
    actors, cells, n_actions, children, folded, before, before_end, n_own_cells, n_other_cells,
    amounts, player, mode, own_reach, other_reach,
    own_regrets, own_averages, regret_scales, average_scales, own_locked, other_source, other_scales,
    own_sets, signs, other_sets, twins, twin_sign, n_sets,
    own_order, own_values, other_order, other_values,
    gain, loss, fade, found, room,
):  # fmt: skip
    """Compute the values of a player's hands at the start of a last round, for each starting pot (`found`).

    `amounts` are the loser's losses of a pot at each ending. Own hands that are not in `own_order` are not dealt. The
    other player's weightings, one for each pot and own action, are the columns of the fewest blocks that hold them.
    """
    entries, n_endings, n_decisions = len(amounts), len(folded), len(actors)
    n_own, n_other = own_reach.shape[1], other_reach.shape[1]
    kind = room.dtype
    n_columns = entries * n_other_cells
    n_blocks = (n_columns + WIDTH - 1) // WIDTH
    most_cells, most_hands = max(n_own_cells, n_other_cells), max(n_own, n_other)
    blocks, taken = _take(room, 0, n_blocks * n_other, WIDTH)
    plays, taken = _take(room, taken, most_cells, most_hands)
    reaches, taken = _take(room, taken, 1 + most_cells, most_hands)
    sums, taken = _take(room, taken, n_sets, WIDTH)
    compared, taken = _take(room, taken, n_own, WIDTH)
    present, taken = _take(room, taken, n_own, WIDTH)
    all_compared, taken = _take(room, taken, n_blocks * WIDTH, n_own)
    all_present, taken = _take(room, taken, n_blocks * WIDTH, n_own)
    values, taken = _take(room, taken, n_endings, n_own)
    at, taken = _take(room, taken, n_decisions, n_own)
    spare = room[taken:]
    their_plays, their_reaches = plays[:, :n_other], reaches[:, :n_other]
    blocks[(n_blocks - 1) * n_other :] = 0
    for entry in range(entries):
        source = opened(other_source[entry], other_scales[entry], _take_spare(spare, 0, n_other_cells, n_other))
        descend(
            actors, cells, n_actions, before, 1 - player, source, other_reach[entry],
            their_plays, their_reaches,
        )  # fmt: skip
        done = 0
        while done < n_other_cells:
            column = entry * n_other_cells + done
            start = column % WIDTH
            count = min(WIDTH - start, n_other_cells - done)
            block = (column // WIDTH) * n_other
            into_block(their_reaches, 1 + done, blocks[block : block + n_other], start, count)
            done += count
    for block in range(n_blocks):
        compare_disjoint(
            blocks[block * n_other : (block + 1) * n_other], own_sets, signs, other_sets, twins, twin_sign,
            own_order, own_values, other_order, other_values, sums, compared, present,
        )  # fmt: skip
        out_of_block(compared, 0, all_compared, block * WIDTH, WIDTH)
        out_of_block(present, 0, all_present, block * WIDTH, WIDTH)
    own_plays, own_reaches = plays[:, :n_own], reaches[:, :n_own]
    dealt = np.zeros(n_own, kind)
    for place in range(len(own_order)):
        dealt[own_order[place]] = 1
    for entry in range(entries):
        for ending in range(n_endings):
            column = entry * n_other_cells + before_end[1 - player, ending] - 1
            amount = amounts[entry, ending]
            worth = all_compared[column] if folded[ending] < 0 else all_present[column]
            signed = kind.type(-amount if folded[ending] == player else amount)
            for hand in range(n_own):
                values[ending, hand] = signed * worth[hand]
        regrets = opened(own_regrets[entry], regret_scales[entry], _take_spare(spare, 0, n_own_cells, n_own))
        averages = opened(own_averages[entry], average_scales[entry], _take_spare(spare, 1, n_own_cells, n_own))
        descend(
            actors, cells, n_actions, before, player, regrets if mode == UPDATE else averages, own_reach[entry] * dealt,
            own_plays, own_reaches,
        )  # fmt: skip
        for part in range(len(found)):
            how = mode if mode != MEASURE else (RESPOND if part == 0 else PLAY)
            climb(
                actors, cells, n_actions, children, before, player, how, values, own_plays, own_reaches,
                regrets, averages, own_locked[entry], gain, loss, fade, at,
            )  # fmt: skip
            for hand in range(n_own):
                found[part, entry, hand] = at[0, hand]
        if mode == UPDATE:
            closed(regrets, own_regrets[entry], regret_scales[entry])
            closed(averages, own_averages[entry], average_scales[entry])


def _last_rounds(  # type: ignore[no-untyped-def]
    actors, cells, n_actions, children, folded, before, before_end, n_own_cells, n_other_cells,
    amounts, player, mode, own_reach, other_reach,
    own_regrets, own_averages, regret_scales, average_scales, own_locked, other_source, other_scales,
    own_sets, signs, other_sets, twins, twin_sign, n_sets,
    own_orders, own_values, other_orders, other_values, own_counts, other_counts,
    images, image_starts, gain, loss, fade, rooms,
):  # fmt: skip
    """Sum the last rounds over all boards. A board represents its images, by the place to which they send each hand.

    Boards are dealt out to one lane per thread, each with a row of `rooms`. So the sum does not depend on which thread
    is faster.
    """
    boards, entries, n_own = len(own_orders), len(amounts), own_reach.shape[1]
    parts = 2 if mode == MEASURE else 1
    lanes = min(boards, len(rooms))
    sums = np.zeros((lanes, parts, entries, n_own))
    lock_of = np.arange(boards) if len(own_locked) > 1 else np.zeros(boards, np.int64)
    for lane in prange(lanes):
        found = np.zeros((parts, entries, n_own), rooms.dtype)
        for board in range(lane, boards, lanes):
            n_mine, n_theirs = own_counts[board], other_counts[board]
            last_round(
                actors, cells, n_actions, children, folded, before, before_end, n_own_cells, n_other_cells,
                amounts, player, mode, own_reach, other_reach,
                own_regrets[board], own_averages[board], regret_scales[board], average_scales[board],
                own_locked[lock_of[board]], other_source[board], other_scales[board],
                own_sets, signs, other_sets, twins, twin_sign, n_sets,
                own_orders[board, :n_mine], own_values[board, :n_mine],
                other_orders[board, :n_theirs], other_values[board, :n_theirs],
                gain, loss, fade, found, rooms[lane],
            )  # fmt: skip
            for image in range(image_starts[board], image_starts[board + 1]):
                for part in range(parts):
                    for entry in range(entries):
                        for hand in range(n_own):
                            sums[lane, part, entry, images[image, hand]] += found[part, entry, hand]
    total = np.zeros((parts, entries, n_own))
    for lane in range(lanes):
        total += sums[lane]
    return total


last_rounds = numba.njit(cache=True, fastmath=True)(_last_rounds)
last_rounds_in_threads = numba.njit(cache=True, fastmath=True, parallel=True)(_last_rounds)
"""The same with threads. For a single board, waiting threads cost more than the board itself."""
