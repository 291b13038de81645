"""The boards on which a last round can be played: the strength of every hand there, and which boards are equivalent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import suit_images
from houseway.analysis.solve.ranges import Range
from houseway.cards.card import N_CARDS
from houseway.cards.deck import Deck

Strength = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.int64]]
"""A function from hands and whole boards, row by row, to strengths. Larger is better."""
_ROWS_AT_ONCE = 1 << 18
_AS_THEY_ARE = np.arange(N_CARDS, dtype=np.uint8)


@dataclass(frozen=True)
class Strengths:
    """For each board: the hands that it leaves, in ascending strength, their strengths, and their number."""

    order: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(
        cls, known: Range, seen: Sequence[int], boards: Sequence[tuple[int, ...]], strength: Strength
    ) -> "Strengths":
        """Return the strengths of a range's hands on boards, each of which is the cards seen and some more."""
        hands = known.hands
        shape = (len(boards), len(hands))
        order, values, counts = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(len(boards), np.int64)
        at_once = max(1, _ROWS_AT_ONCE // len(hands))
        for start in range(0, len(boards), at_once):
            some = boards[start : start + at_once]
            left = [np.flatnonzero(~np.isin(hands, board).any(axis=1)) for board in some]
            whole = np.array([(*seen, *board) for board in some], np.uint8).reshape(len(some), -1)
            sizes = [len(each) for each in left]
            found = strength(known.playing[np.concatenate(left)], np.repeat(whole, sizes, axis=0))
            for row, (places, worth) in enumerate(
                zip(left, np.split(found, np.cumsum(sizes)[:-1]), strict=True), start
            ):
                ascending = np.argsort(worth, kind="stable")
                counts[row] = len(places)
                order[row, : len(places)] = places[ascending]
                values[row, : len(places)] = worth[ascending]
        return cls(order, values, counts)


@dataclass(frozen=True)
class Boards:
    """The cards to come, each set once for all its images under a renaming of suits.

    For each image that a board represents, `images` has the place to which its renaming sends each hand. Those of board
    b are the rows from `image_starts[b]` on.
    """

    cards: tuple[tuple[int, ...], ...]
    strengths: tuple[Strengths, Strengths]
    images: tuple[NDArray[np.int32], NDArray[np.int32]]
    image_starts: NDArray[np.int64]
    chances: int
    """The number of sets of cards that can come, whatever two hands are held."""

    def __len__(self) -> int:
        return len(self.cards)


Classes = dict[tuple[int, ...], list[NDArray[np.uint8]]]


def distinct_boards(
    deck: Deck, seen: Sequence[int], coming: int, ranges: tuple[Range, Range], same_suits: bool = True
) -> Classes:
    """Return the sets of cards that may come, one for all images under renamings, with those renamings.

    If `same_suits`, suits are renamed if neither the cards seen nor a range distinguishes them.
    """
    left = deck.without(seen).distinct
    renamings = _renamings(deck, seen, ranges) if same_suits else [_AS_THEY_ARE]
    known: set[tuple[int, ...]] = set()
    classes: Classes = {}
    for board in combinations(sorted(left), coming):
        if board in known:
            continue
        classes[board] = []
        for image in renamings:
            renamed = tuple(sorted(int(image[card]) for card in board))
            if renamed not in known:
                known.add(renamed)
                classes[board].append(image)
    return classes


def boards_of(
    classes: Classes, deck: Deck, seen: Sequence[int], ranges: tuple[Range, Range], strength: Strength
) -> Boards:
    """Return the boards with the strengths of all hands on them."""
    first, second = ranges
    cards = tuple(classes)
    images = [image for same in classes.values() for image in same]
    one = Strengths.of(first, seen, cards, strength)
    return Boards(
        cards,
        (one, one if second is first else Strengths.of(second, seen, cards, strength)),
        (all_sent(first, images), all_sent(second, images)),
        np.cumsum([0, *(len(same) for same in classes.values())]),
        comb(deck.without(seen).size - first.size - second.size, len(cards[0])),
    )


def _renamings(deck: Deck, seen: Sequence[int], ranges: tuple[Range, Range]) -> list[NDArray[np.uint8]]:
    """Return the renamings of suits that change neither the cards seen nor a range."""
    return [
        image
        for image in suit_images(deck)
        if {int(image[card]) for card in seen} == set(seen) and all(_is_same(each, image) for each in ranges)
    ]


def _is_same(each: Range, image: NDArray[np.uint8]) -> bool:
    numbers, renamed = each.numbers(_AS_THEY_ARE), each.numbers(image)
    order = np.argsort(renamed)
    return bool((renamed[order] == numbers).all() and (each.weights[order] == each.weights).all())


def all_sent(each: Range, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.int32]:
    """Return the place in the range to which each renaming sends each hand."""
    numbers = each.numbers(_AS_THEY_ARE)
    known: dict[bytes, NDArray[np.int32]] = {}
    for image in images:
        if image.tobytes() not in known:
            known[image.tobytes()] = np.searchsorted(numbers, each.numbers(image)).astype(np.int32)
    return np.array([known[image.tobytes()] for image in images])
