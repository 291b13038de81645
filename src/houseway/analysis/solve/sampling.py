"""The compiled steps of external sampling: one player tries every action, the other and the cards are drawn.

A deal is walked once for each player. The learning player tries all actions of a decision. It notes how much more each
would have won than its play. For the other player, one action is drawn by its current play, which is added to its
average. Both are weighted by the number of the visit, so that early, poor play is soon outweighed.

The stages of a game are the round after the blinds, the discards, a round in between if there is one, and the last
round. Each stage has a table for each player (`Learned`). It has a row for each public situation and bucket of hands,
with a number for each action.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels import leaf

FIRST, HOLDS, MIDDLE, LAST = range(4)
STAGES = 4
MOST_HELD = 3
"""The most ways to hold a hand, and the most actions of a decision."""
ENDINGS = 16
"""A number above any round's decisions of one player."""
_SHIFT_A, _SHIFT_B, _SHIFT_C = np.uint64(12), np.uint64(25), np.uint64(27)
_SHIFT_FLOAT, _SPREAD = np.uint64(11), np.uint64(2685821657736338717)
_UNIT = 1.0 / (1 << 53)
Array = NDArray[Any]


class Walk(NamedTuple):
    """A round of betting: decisions, parents first. `lost` is the loss of an ending's loser.

    `after` numbers those endings after which both are still in (-1 for the others).
    """

    actors: Array
    cells: Array
    n_actions: Array
    children: Array
    folded: Array
    lost: Array
    after: Array


class Room(NamedTuple):
    """Buffers for computing a round, with the parts of it that are reached.

    They are the decisions of the learning player, in the order in which they are found, and the endings. `worths` has
    the decisions in front, the endings from `ENDINGS` on. `leads` has the one that each action of a decision leads to,
    once the other player has answered.
    """

    decisions: Array
    endings: Array
    plays: Array
    leads: Array
    worths: Array


class Learned(NamedTuple):
    """All tables in one row of numbers, so that a decision's inputs and outputs are adjacent.

    The sums of play follow the regrets of a row's actions. `starts` and `columns` are by 2 * stage + player.
    """

    numbers: Array
    starts: Array
    columns: Array


class Terms(NamedTuple):
    """The rounds of a game, the number of sizes that can be held, and the number of buckets of each stage."""

    first: Walk
    middle: Walk
    last: Walk
    has_middle: bool
    n_sizes: int
    n_buckets: Array
    """The number of buckets by stage."""
    entries: int
    """The number of ways through the first round."""
    later: int
    """The number of ways through the round in between, 1 if there is none."""


class Deals(NamedTuple):
    """Hands and boards from which deals are drawn, with the data that index the players' tables.

    `cards` and `boards` are bits. A hand can be held in `n_holds` ways, and `sizes` is their number of cards (counted
    from the smallest). Buckets after the discards depend on the size that the other player holds.
    """

    cards: Array
    n_holds: Array
    sizes: Array
    first: Array
    holds: Array
    middle: Array
    """(hands, holds, sizes of the other)."""
    boards: Array
    last: Array
    """(boards, hands, holds, sizes of the other, lines).

    There is one line if earlier bets do not change the buckets of the last round. If they do, there is one for each
    player and way through the rounds before.
    """
    strengths: Array
    """(boards, hands, holds)."""


@leaf
def drawn_number(state: Array) -> np.uint64:
    """Return the next 64 bits of a generator (xorshift64*)."""
    x = state[0]
    x ^= x >> _SHIFT_A
    x ^= x << _SHIFT_B
    x ^= x >> _SHIFT_C
    state[0] = x
    return np.uint64(x * _SPREAD)


@leaf
def drawn_share(state: Array) -> float:
    """Return a number from 0 to 1."""
    return float(drawn_number(state) >> _SHIFT_FLOAT) * _UNIT


@leaf
def drawn_below(state: Array, limit: int) -> int:
    """Return a whole number below a limit."""
    return int(drawn_share(state) * limit)


@leaf
def place_of(learned: Learned, table: int, row: int) -> int:
    """Return the place where the regrets of a row begin."""
    return int(learned.starts[table] + row * 2 * learned.columns[table])


@leaf
def match(numbers: Array, place: int, count: int) -> tuple[float, float, float]:
    """Play in proportion to positive regrets, or evenly if there are none, of at most three actions."""
    one = max(float(numbers[place]), 0.0)
    two = max(float(numbers[place + 1]), 0.0) if count > 1 else 0.0
    three = max(float(numbers[place + 2]), 0.0) if count > 2 else 0.0
    total = one + two + three
    if total > 0.0:
        part = 1.0 / total
        return one * part, two * part, three * part
    even = 1.0 / count
    return even, even if count > 1 else 0.0, even if count > 2 else 0.0


@leaf
def answer(learned: Learned, table: int, place: int, count: int, weight: float, state: Array) -> int:
    """Draw an action of the player that is not learning by its current play, which is added to its average."""
    one, two, three = match(learned.numbers, place, count)
    average = place + learned.columns[table]
    learned.numbers[average] += weight * one
    if count > 1:
        learned.numbers[average + 1] += weight * two
    if count > 2:
        learned.numbers[average + 2] += weight * three
    share = drawn_share(state)
    return min(int(share >= one) + int(share >= one + two), count - 1)


@leaf
def answered(
    walk: Walk, below: int, player: int, learned: Learned, theirs: int, start: int, weight: float, state: Array
) -> int:  # fmt: skip
    """Return the result of an action. If the other player acts next, return the result of its answer."""
    if below < 0 or walk.actors[below] == player:
        return below
    action = answer(learned, theirs, start + walk.cells[below], walk.n_actions[below], weight, state)
    return int(walk.children[below, action])


@leaf
def descend(
    walk: Walk, room: Room, stage: int, player: int, learned: Learned, row: int, other_row: int, weight: float,
    state: Array,
) -> tuple[int, int]:  # fmt: skip
    """Find the reached part of a round: all actions of the player's decisions, one answer of the other's.

    Return the number of decisions and the number of endings.
    """
    theirs = 2 * stage + 1 - player
    own, start = place_of(learned, 2 * stage + player, row), place_of(learned, theirs, other_row)
    first = answered(walk, 0, player, learned, theirs, start, weight, state)
    if first < 0:
        room.endings[0] = -1 - first
        return 0, 1
    room.decisions[0] = first
    decisions, endings, here = 1, 0, 0
    while here < decisions:
        decision = room.decisions[here]
        count = walk.n_actions[decision]
        one, two, three = match(learned.numbers, own + walk.cells[decision], count)
        room.plays[here, 0], room.plays[here, 1], room.plays[here, 2] = one, two, three
        for action in range(count):
            below = answered(
                walk, walk.children[decision, action], player, learned, theirs, start, weight, state
            )  # fmt: skip
            if below >= 0:
                room.decisions[decisions] = below
                room.leads[here, action] = decisions
                decisions += 1
            else:
                room.endings[endings] = -1 - below
                room.leads[here, action] = ENDINGS + endings
                endings += 1
        here += 1
    return decisions, endings


@leaf
def climb(
    walk: Walk, room: Room, count: int, stage: int, player: int, learned: Learned, row: int, weight: float
) -> float:
    """Return the value of a round from those of the reached endings. The player notes its regrets."""
    if count == 0:
        return float(room.worths[ENDINGS])
    own = place_of(learned, 2 * stage + player, row)
    for here in range(count - 1, -1, -1):
        decision = room.decisions[here]
        actions, place = walk.n_actions[decision], own + walk.cells[decision]
        value = 0.0
        for action in range(actions):
            value += room.plays[here, action] * room.worths[room.leads[here, action]]
        for action in range(actions):
            learned.numbers[place + action] += weight * (room.worths[room.leads[here, action]] - value)
        room.worths[here] = value
    return float(room.worths[0])


@leaf
def last_bucket(
    terms: Terms, deals: Deals, player: int, public: int, board: int, hand: int, hold: int, size: int
) -> int:  # fmt: skip
    """Return the bucket of a player's hold in the last round, by the line to it. `size` is the other's held size."""
    line = 0
    if deals.last.shape[4] > 1:
        entry = public // (terms.n_sizes * terms.n_sizes * terms.later)
        line = (player * terms.entries + entry) * terms.later + public % terms.later
    return int(deals.last[board, hand, hold, size, line])


@leaf
def last_round(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], learned: Learned, player: int, hands: Array, held: Array,
    board: int, public: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """Return the value of the last round. `pot` is half of the pot."""
    walk, room, other = terms.last, rooms[2], 1 - player
    one, two = hands[player], hands[other]
    k_one, k_two = held[player], held[other]
    start = public * terms.n_buckets[LAST]
    row = start + last_bucket(terms, deals, player, public, board, one, k_one, deals.sizes[two, k_two])
    other_row = start + last_bucket(terms, deals, other, public, board, two, k_two, deals.sizes[one, k_one])
    count, endings = descend(walk, room, LAST, player, learned, row, other_row, weight, state)
    ours, others = deals.strengths[board, one, k_one], deals.strengths[board, two, k_two]
    sign = 1.0 if ours > others else -1.0 if ours < others else 0.0
    for each in range(endings):
        folded = walk.folded[room.endings[each]]
        won = sign if folded < 0 else -1.0 if folded == player else 1.0
        room.worths[ENDINGS + each] = won * (pot + walk.lost[room.endings[each]])
    return climb(walk, room, count, LAST, player, learned, row, weight)


@leaf
def middle_round(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], learned: Learned, player: int, hands: Array, held: Array,
    board: int, public: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """Return the value of the round between the discards and the last one."""
    walk, room, other = terms.middle, rooms[1], 1 - player
    one, two = hands[player], hands[other]
    k_one, k_two = held[player], held[other]
    start = public * terms.n_buckets[MIDDLE]
    row = start + deals.middle[one, k_one, deals.sizes[two, k_two]]
    other_row = start + deals.middle[two, k_two, deals.sizes[one, k_one]]
    count, endings = descend(walk, room, MIDDLE, player, learned, row, other_row, weight, state)
    for each in range(endings):
        ending = room.endings[each]
        half, folded = pot + walk.lost[ending], walk.folded[ending]
        if folded >= 0:
            room.worths[ENDINGS + each] = -half if folded == player else half
        else:
            below = public * terms.later + walk.after[ending]
            room.worths[ENDINGS + each] = last_round(
                terms, deals, rooms, learned, player, hands, held, board, below, half, weight, state
            )
    return climb(walk, room, count, MIDDLE, player, learned, row, weight)


@leaf
def after_discards(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], learned: Learned, player: int, hands: Array, held: Array,
    board: int, entry: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """Return the value of the rest of the hand if both players hold as in `held`."""
    sizes = deals.sizes[hands[0], held[0]] * terms.n_sizes + deals.sizes[hands[1], held[1]]
    public = entry * terms.n_sizes * terms.n_sizes + sizes
    if terms.has_middle:
        return middle_round(terms, deals, rooms, learned, player, hands, held, board, public, pot, weight, state)
    return last_round(terms, deals, rooms, learned, player, hands, held, board, public, pot, weight, state)


@leaf
def hold_place(terms: Terms, deals: Deals, learned: Learned, player: int, hands: Array, held: Array, entry: int) -> int:
    """Return the place of a player's regrets for its hold. The second player sees how many cards the first has held."""
    seen = entry if player == 0 else entry * terms.n_sizes + deals.sizes[hands[0], held[0]]
    return place_of(learned, 2 * HOLDS + player, seen * terms.n_buckets[HOLDS] + deals.holds[hands[player]])


@leaf
def draw_hold(
    terms: Terms, deals: Deals, learned: Learned, player: int, hands: Array, held: Array, entry: int, weight: float,
    state: Array,
) -> None:  # fmt: skip
    """Draw a hold of the player that is not learning, by its current play."""
    place = hold_place(terms, deals, learned, player, hands, held, entry)
    held[player] = answer(learned, 2 * HOLDS + player, place, deals.n_holds[hands[player]], weight, state)


@leaf
def discards(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], learned: Learned, player: int, hands: Array, held: Array,
    board: int, entry: int, pot: float, worths: Array, weight: float, state: Array,
) -> float:  # fmt: skip
    """Return the value of the discards: the first player holds, then the second."""
    if player == 1:
        draw_hold(terms, deals, learned, 0, hands, held, entry, weight, state)
    place, count = hold_place(terms, deals, learned, player, hands, held, entry), deals.n_holds[hands[player]]
    for action in range(count):
        held[player] = action
        if player == 0:
            draw_hold(terms, deals, learned, 1, hands, held, entry, weight, state)
        worths[action] = after_discards(
            terms, deals, rooms, learned, player, hands, held, board, entry, pot, weight, state
        )
    one, two, three = match(learned.numbers, place, count)
    value = one * worths[0]
    if count > 1:
        value += two * worths[1]
    if count > 2:
        value += three * worths[2]
    for action in range(count):
        learned.numbers[place + action] += weight * (worths[action] - value)
    return float(value)


@leaf
def whole_hand(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], learned: Learned, player: int, hands: Array, held: Array,
    board: int, worths: Array, weight: float, state: Array,
) -> float:  # fmt: skip
    """Return the value of a deal to the learning player."""
    walk, room = terms.first, rooms[0]
    row, other_row = deals.first[hands[player]], deals.first[hands[1 - player]]
    count, endings = descend(walk, room, FIRST, player, learned, row, other_row, weight, state)
    for each in range(endings):
        ending = room.endings[each]
        half, folded = walk.lost[ending], walk.folded[ending]
        if folded >= 0:
            room.worths[ENDINGS + each] = -half if folded == player else half
        else:
            room.worths[ENDINGS + each] = discards(
                terms, deals, rooms, learned, player, hands, held, board, walk.after[ending], half, worths, weight,
                state,
            )  # fmt: skip
    return climb(walk, room, count, FIRST, player, learned, row, weight)


@leaf
def draw_deal(deals: Deals, hands: Array, state: Array) -> int:
    """Draw two hands and a board that share no card, and return the number of the board."""
    board = drawn_below(state, len(deals.boards))
    while True:
        one, two = drawn_below(state, len(deals.cards)), drawn_below(state, len(deals.cards))
        if deals.cards[one] & (deals.cards[two] | deals.boards[board]):
            continue
        if deals.cards[two] & deals.boards[board]:
            continue
        hands[0], hands[1] = one, two
        return board


@numba.njit(cache=True, nogil=True)
def learn(terms, deals, rooms, learned, n_deals, weight, state):  # type: ignore[no-untyped-def]
    """Draw deals, let both players learn from each, and return the first player's mean win."""
    total = 0.0
    hands, held, worths = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(MOST_HELD)
    for _ in range(n_deals):
        board = draw_deal(deals, hands, state)
        for player in range(2):
            value = whole_hand(terms, deals, rooms, learned, player, hands, held, board, worths, weight, state)
            total += value if player == 0 else -value
    return total / (2 * n_deals)
