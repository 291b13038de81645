"""A moment of Five Card HoldOut after the discards, heads-up in a fixed limit, as a subgame that can be solved.

Chips are counted in big blinds: the small bet is one, the big bet of the last round two (FCH-R1). Discards are
forgotten: a range has the held cards, and any card that is neither held nor seen may come.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.betting import betting_tree
from houseway.analysis.solve.boards import boards_of, distinct_boards
from houseway.analysis.solve.ranges import Range, full_range
from houseway.analysis.solve.subgame import MOST_BYTES, Subgame, check_size
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadSetting
from houseway.games.titles.five_card_holdout.table import BETS_A_ROUND, BIG_BET, BOARD_CARDS, FLOP_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.composition import ALL_HELD

SMALL_BET = 1


def subgame(
    board: CardsLike,
    holds: Sequence[int],
    pot: float,
    ranges: Sequence[Range | None] = (None, None),
    *,
    same_suits: bool = True,
    storage: Any = None,
    most_bytes: int = MOST_BYTES,
) -> Subgame:
    """Return the betting from a flop of two cards or a whole board of four on, by two players with given hold sizes.

    `pot` is in big blinds. A range that is None is full: every set of that size that the board allows, equally likely.
    `same_suits` lets boards that are equal under a renaming of suits be played once; it does not change results. A
    subgame that takes more memory than `most_bytes` is refused.
    """
    deck = Deck.standard()
    seen = parse_cards(board, deck=deck)
    if len(seen) not in (FLOP_CARDS, BOARD_CARDS):
        raise BadSetting(f"The board must have {FLOP_CARDS} cards (flop) or {BOARD_CARDS} (river); got {len(seen)}.")
    if len(holds) != 2 or any(type(size) is not int or not 1 <= size <= HOLE_CARDS for size in holds):
        raise BadSetting(f"two players hold 1 to {HOLE_CARDS} cards each; got {', '.join(map(str, holds))!r}")
    if not 0 <= pot < 1e9:
        raise BadSetting(f"The pot must be zero or more big blinds; got {pot!r}.")
    first, second = (
        full_range(deck, size, seen) if given is None else given for size, given in zip(holds, ranges, strict=True)
    )
    ranges_held, coming = (first, second), BOARD_CARDS - len(seen)
    last = betting_tree(BIG_BET * SMALL_BET, BETS_A_ROUND)
    before = betting_tree(SMALL_BET, BETS_A_ROUND) if coming else None
    storage = storage or (np.int16 if coming else np.float64)
    classes = distinct_boards(deck, seen, coming, ranges_held, same_suits)
    check_size(ranges_held, last, before, len(classes), storage, most_bytes)
    boards = boards_of(classes, deck, seen, ranges_held, hand_strengths)
    return Subgame(ranges_held, pot, last, boards, before, storage)


def hand_strengths(hands: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the strength of held cards with whole boards, row by row. All of them play (FCH-3e)."""
    return ranking(RANKING).evaluate_best(ALL_HELD, hands, boards).astype(np.int64)


def strength_group(strength: int) -> tuple[int, ...]:
    """Return the group of a strength: its kind and highest rank. Strengths of a group are shown as one."""
    return ranking(RANKING).strength_of(strength)[:2]


def strength_words(weakest: int, strongest: int) -> str:
    """Return the hands of a group in words.

    >>> strength_words(4086, 4086), strength_words(1, 4)
    ('pair of aces', 'high card, 7-5-4-3-2 to 7-6-5-4-2')
    """
    low, high = (ranking(RANKING).describe(value) for value in (weakest, strongest))
    if low.name == high.name:
        return low.name
    return f"{low.name} to {high.name.removeprefix(f'{high.category}, ')}"
