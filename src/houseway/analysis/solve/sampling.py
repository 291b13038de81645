"""The compiled steps of external sampling: one player tries every action, the other and the cards are drawn.

A deal is walked once for each player. The player whose turn it is to learn tries all actions of a decision and notes
what each would have won more than its play; of the other's, one is drawn by its present play, which is added to its
average. Both are weighted by the number of the visit, so that early, poor play is soon outweighed.

The stages of a game are the round after the blinds, the discards, a round in between where there is one, and the last
round. What was learned lies in `regrets[2 * stage + player]`: a row for each public situation and bucket of hands, a
column for each action.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.valuing import leaf

FIRST, HOLDS, MIDDLE, LAST = range(4)
STAGES = 4
_ONE, _SHIFT_A, _SHIFT_B, _SHIFT_C = np.uint64(1), np.uint64(12), np.uint64(25), np.uint64(27)
_SHIFT_FLOAT, _SPREAD = np.uint64(11), np.uint64(2685821657736338717)
_UNIT = 1.0 / (1 << 53)
Array = NDArray[Any]
Tables = tuple[Array, ...]


class Walk(NamedTuple):
    """A round of betting: decisions, parents first; `lost` is what an ending costs its loser, `after` numbers those
    endings after which both are still in (-1 for the others)."""

    actors: Array
    cells: Array
    n_actions: Array
    children: Array
    folded: Array
    lost: Array
    after: Array


class Room(NamedTuple):
    """Where a round is worked out: plays, what was reached and drawn, values."""

    plays: Array
    reached: Array
    ended: Array
    drawn: Array
    at: Array
    values: Array


class Terms(NamedTuple):
    """The rounds of a game, how many sizes can be held, and how many buckets each stage has."""

    first: Walk
    middle: Walk
    last: Walk
    has_middle: bool
    n_sizes: int
    n_buckets: Array
    """By stage."""
    entries: int
    """The ways through the first round."""
    later: int
    """The ways through the round in between; 1 where there is none."""


class Deals(NamedTuple):
    """Hands and boards from which deals are drawn, with all that the players' tables are read by.

    `cards` and `boards` are bits. A hand can be held in `n_holds` ways, of which `sizes` says how many cards they are
    (counted from the smallest). Buckets after the discards depend on the size that the other player holds.
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
    """(boards, hands, holds, sizes of the other, lines): one line where the bets before change no bucket of the last
    round, else one for each player and way through the rounds before."""
    strengths: Array
    """(boards, hands, holds)."""


@leaf
def drawn_number(state: Array) -> np.uint64:
    """The next 64 bits of a generator (xorshift64*)."""
    x = state[0]
    x ^= x >> _SHIFT_A
    x ^= x << _SHIFT_B
    x ^= x >> _SHIFT_C
    state[0] = x
    return np.uint64(x * _SPREAD)


@leaf
def drawn_share(state: Array) -> float:
    """A number from 0 to 1."""
    return float(drawn_number(state) >> _SHIFT_FLOAT) * _UNIT


@leaf
def drawn_below(state: Array, limit: int) -> int:
    """A whole number below a limit."""
    return int(drawn_share(state) * limit)


@leaf
def match(regrets: Array, row: int, first: int, count: int, play: Array, place: int) -> None:
    """Play in proportion to positive regrets, evenly where there is none."""
    total = 0.0
    for action in range(count):
        regret = max(float(regrets[row, first + action]), 0.0)
        play[place, action] = regret
        total += regret
    for action in range(count):
        play[place, action] = play[place, action] / total if total > 0.0 else 1.0 / count


@leaf
def draw(play: Array, place: int, count: int, state: Array) -> int:
    """An action by its frequency."""
    share = drawn_share(state)
    for action in range(count - 1):
        share -= play[place, action]
        if share < 0.0:
            return action
    return count - 1


@leaf
def descend(
    walk: Walk, room: Room, player: int, mine: Array, row: int, theirs: Array, averages: Array, other_row: int,
    weight: float, state: Array,
) -> None:  # fmt: skip
    """Mark what is reached of a round: all below the player's own decisions, one action below the other's."""
    room.reached[:] = False
    room.ended[:] = False
    room.reached[0] = True
    for decision in range(len(walk.actors)):
        if not room.reached[decision]:
            continue
        count, first = walk.n_actions[decision], walk.cells[decision]
        if walk.actors[decision] == player:
            match(mine, row, first, count, room.plays, decision)
            for action in range(count):
                below = walk.children[decision, action]
                if below >= 0:
                    room.reached[below] = True
                else:
                    room.ended[-1 - below] = True
            continue
        match(theirs, other_row, first, count, room.plays, decision)
        for action in range(count):
            averages[other_row, first + action] += weight * room.plays[decision, action]
        action = draw(room.plays, decision, count, state)
        room.drawn[decision] = action
        below = walk.children[decision, action]
        if below >= 0:
            room.reached[below] = True
        else:
            room.ended[-1 - below] = True


@leaf
def climb(walk: Walk, room: Room, player: int, mine: Array, row: int, weight: float) -> float:
    """The value of a round from those of the endings that were reached; the player notes its regrets."""
    for backwards in range(len(walk.actors)):
        decision = len(walk.actors) - 1 - backwards
        if not room.reached[decision]:
            continue
        if walk.actors[decision] != player:
            below = walk.children[decision, room.drawn[decision]]
            room.at[decision] = room.at[below] if below >= 0 else room.values[-1 - below]
            continue
        first = walk.cells[decision]
        value = 0.0
        for action in range(walk.n_actions[decision]):
            below = walk.children[decision, action]
            value += room.plays[decision, action] * (room.at[below] if below >= 0 else room.values[-1 - below])
        for action in range(walk.n_actions[decision]):
            below = walk.children[decision, action]
            worth = room.at[below] if below >= 0 else room.values[-1 - below]
            mine[row, first + action] += weight * (worth - value)
        room.at[decision] = value
    return float(room.at[0])


@leaf
def last_bucket(
    terms: Terms, deals: Deals, player: int, public: int, board: int, hand: int, hold: int, size: int
) -> int:  # fmt: skip
    """The bucket of a player's hold in the last round, by the line that led there; `size` is what the other holds."""
    line = 0
    if deals.last.shape[4] > 1:
        entry = public // (terms.n_sizes * terms.n_sizes * terms.later)
        line = (player * terms.entries + entry) * terms.later + public % terms.later
    return int(deals.last[board, hand, hold, size, line])


@leaf
def last_round(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], regrets: Tables, averages: Tables, player: int,
    hands: Array, held: Array, board: int, public: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """The value of the last round; `pot` is half of what lies in the middle."""
    walk, room, other = terms.last, rooms[2], 1 - player
    one, two = hands[player], hands[other]
    k_one, k_two = held[player], held[other]
    start = public * terms.n_buckets[LAST]
    row = start + last_bucket(terms, deals, player, public, board, one, k_one, deals.sizes[two, k_two])
    other_row = start + last_bucket(terms, deals, other, public, board, two, k_two, deals.sizes[one, k_one])
    mine, theirs = 2 * LAST + player, 2 * LAST + other
    descend(walk, room, player, regrets[mine], row, regrets[theirs], averages[theirs], other_row, weight, state)
    ours, others = deals.strengths[board, one, k_one], deals.strengths[board, two, k_two]
    sign = 1.0 if ours > others else -1.0 if ours < others else 0.0
    for ending in range(len(walk.folded)):
        if room.ended[ending]:
            folded = walk.folded[ending]
            won = sign if folded < 0 else -1.0 if folded == player else 1.0
            room.values[ending] = won * (pot + walk.lost[ending])
    return climb(walk, room, player, regrets[mine], row, weight)


@leaf
def middle_round(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], regrets: Tables, averages: Tables, player: int,
    hands: Array, held: Array, board: int, public: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """The value of the round between the discards and the last one."""
    walk, room, other = terms.middle, rooms[1], 1 - player
    one, two = hands[player], hands[other]
    k_one, k_two = held[player], held[other]
    start = public * terms.n_buckets[MIDDLE]
    row = start + deals.middle[one, k_one, deals.sizes[two, k_two]]
    other_row = start + deals.middle[two, k_two, deals.sizes[one, k_one]]
    mine, theirs = 2 * MIDDLE + player, 2 * MIDDLE + other
    descend(walk, room, player, regrets[mine], row, regrets[theirs], averages[theirs], other_row, weight, state)
    for ending in range(len(walk.folded)):
        if not room.ended[ending]:
            continue
        half, folded = pot + walk.lost[ending], walk.folded[ending]
        if folded >= 0:
            room.values[ending] = -half if folded == player else half
        else:
            below = public * terms.later + walk.after[ending]
            room.values[ending] = last_round(
                terms, deals, rooms, regrets, averages, player, hands, held, board, below, half, weight, state
            )
    return climb(walk, room, player, regrets[mine], row, weight)


@leaf
def after_discards(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], regrets: Tables, averages: Tables, player: int,
    hands: Array, held: Array, board: int, entry: int, pot: float, weight: float, state: Array,
) -> float:  # fmt: skip
    """The value of what follows when both players hold as `held` says."""
    sizes = deals.sizes[hands[0], held[0]] * terms.n_sizes + deals.sizes[hands[1], held[1]]
    public = entry * terms.n_sizes * terms.n_sizes + sizes
    if terms.has_middle:
        return middle_round(
            terms, deals, rooms, regrets, averages, player, hands, held, board, public, pot, weight, state
        )
    return last_round(terms, deals, rooms, regrets, averages, player, hands, held, board, public, pot, weight, state)


@leaf
def hold_row(terms: Terms, deals: Deals, player: int, hands: Array, held: Array, entry: int) -> int:
    """The row of a player who is to hold: the second sees how many cards the first has held."""
    seen = entry if player == 0 else entry * terms.n_sizes + deals.sizes[hands[0], held[0]]
    return int(seen * terms.n_buckets[HOLDS] + deals.holds[hands[player]])


@leaf
def draw_hold(
    terms: Terms, deals: Deals, regrets: Tables, averages: Tables, player: int, hands: Array, held: Array, entry: int,
    play: Array, weight: float, state: Array,
) -> None:  # fmt: skip
    """A hold of a player who does not learn now, by its present play."""
    row, count, table = hold_row(terms, deals, player, hands, held, entry), deals.n_holds[hands[player]], 2 * HOLDS
    match(regrets[table + player], row, 0, count, play, player)
    for action in range(count):
        averages[table + player][row, action] += weight * play[player, action]
    held[player] = draw(play, player, count, state)


@leaf
def discards(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], regrets: Tables, averages: Tables, player: int,
    hands: Array, held: Array, board: int, entry: int, pot: float, play: Array, weight: float, state: Array,
) -> float:  # fmt: skip
    """The value of the discards: the first player holds, then the second."""
    if player == 1:
        draw_hold(terms, deals, regrets, averages, 0, hands, held, entry, play, weight, state)
    row, count = hold_row(terms, deals, player, hands, held, entry), deals.n_holds[hands[player]]
    mine = regrets[2 * HOLDS + player]
    match(mine, row, 0, count, play, player)
    value = 0.0
    for action in range(count):
        held[player] = action
        if player == 0:
            draw_hold(terms, deals, regrets, averages, 1, hands, held, entry, play, weight, state)
        worth = after_discards(
            terms, deals, rooms, regrets, averages, player, hands, held, board, entry, pot, weight, state
        )
        play[2 + player, action] = worth
        value += play[player, action] * worth
    for action in range(count):
        mine[row, action] += weight * (play[2 + player, action] - value)
    return value


@leaf
def whole_hand(
    terms: Terms, deals: Deals, rooms: tuple[Room, ...], regrets: Tables, averages: Tables, player: int,
    hands: Array, held: Array, board: int, play: Array, weight: float, state: Array,
) -> float:  # fmt: skip
    """The value of a deal to the player who learns."""
    walk, room, other = terms.first, rooms[0], 1 - player
    row, other_row = deals.first[hands[player]], deals.first[hands[other]]
    mine, theirs = 2 * FIRST + player, 2 * FIRST + other
    descend(walk, room, player, regrets[mine], row, regrets[theirs], averages[theirs], other_row, weight, state)
    for ending in range(len(walk.folded)):
        if not room.ended[ending]:
            continue
        half, folded = walk.lost[ending], walk.folded[ending]
        if folded >= 0:
            room.values[ending] = -half if folded == player else half
        else:
            room.values[ending] = discards(
                terms, deals, rooms, regrets, averages, player, hands, held, board, walk.after[ending], half, play,
                weight, state,
            )  # fmt: skip
    return climb(walk, room, player, regrets[mine], row, weight)


@leaf
def draw_deal(deals: Deals, hands: Array, state: Array) -> int:
    """Two hands and a board that share no card; the number of the board."""
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
def learn(  # type: ignore[no-untyped-def]
    terms, deals, rooms, regrets, averages, n_deals, weight, state, hands, held, play
):  # fmt: skip
    """Draw deals and let both players learn from each; what the first player won on average."""
    total = 0.0
    for _ in range(n_deals):
        board = draw_deal(deals, hands, state)
        for player in range(2):
            value = whole_hand(terms, deals, rooms, regrets, averages, player, hands, held, board, play, weight, state)
            total += value if player == 0 else -value
    return total / (2 * n_deals)
