"""Typed ranges: `AA, KQs, 0.5:T9, As Kd` for two cards held, `AAx, QJTs` for three, and so on.

A range is a list of items with commas between them. An item is one rank per card held, `x` for any rank, in any order.
`s` after them asks for cards of one suit, `o` for cards that are not all of one suit. An item can also be the cards
themselves, or words that the game knows (`pair or better`, the name of a holding rule). `&` between two of these asks
for both. A weight goes before the item with a colon. A later item replaces earlier ones for the same hand.
"""

import re
from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.solve.ranges import Range, full_range
from houseway.cards.card import N_SUITS, RANKS
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, BadSetting

_ITEM = re.compile(r"(?:(?P<weight>[0-9.]+)\s*:\s*)?(?P<hand>\S.*)")
_RANKS = re.compile(rf"(?P<ranks>[{RANKS}x]+)(?P<suits>[so]?)")

LEAST_WEIGHT, LARGEST_WEIGHT = 1e-6, 1e6
"""Weight bounds that keep sums of products from overflowing or underflowing."""

Words = Callable[[str, Range, Sequence[int]], NDArray[np.float64] | None]
"""A function from a game's words and the cards seen to a weight for each hand, or None for unknown words."""


def typed_range(text: str, deck: Deck, size: int, seen: Sequence[int] = (), words: Words | None = None) -> Range:
    """Return the hands of `size` cards that a text names, without those that the cards seen rule out.

    >>> pairs = typed_range("AA, 0.5:KK", Deck.standard(), 2)
    >>> len(pairs.hands), float(pairs.weights.sum())
    (12, 9.0)
    >>> len(typed_range("AAx", Deck.standard(), 3).hands)
    292
    """
    every = full_range(deck, size, seen)
    weights = np.zeros(len(every.hands))
    for item in text.split(","):
        found = _ITEM.fullmatch(item.strip())
        if found is None:
            raise BadSetting(f"Write each hand of a range like AA, KQs, 0.5:T9 or As Kd; got {item.strip()!r}.")
        parts = (_named(part.strip(), every, deck, seen, words) for part in found["hand"].split("&"))
        named = reduce(np.multiply, parts)  # one after the other: of five cards each takes megabytes
        weights[named > 0] = _weight(found["weight"]) * named[named > 0]
    if not weights.any():
        raise BadSetting(f"Range {text!r} has no hand of {size} cards that the board allows.")
    return Range(every.hands[weights > 0], weights[weights > 0])


def _weight(text: str | None) -> float:
    try:
        weight = float(text or 1)
    except ValueError:
        weight = -1.0
    if weight and not LEAST_WEIGHT <= weight <= LARGEST_WEIGHT:
        raise BadSetting(f"A range weight must be 0, or between 0.000001 and 1,000,000; got {(text or '')[:20]!r}.")
    return weight


def _named(text: str, every: Range, deck: Deck, seen: Sequence[int], words: Words | None) -> NDArray[np.float64]:
    """Return the weights of the hands that an item names, 0 for the others."""
    known = words(text, every, seen) if words is not None else None
    return _by_cards(text, every, deck).astype(np.float64) if known is None else known


def _by_cards(text: str, every: Range, deck: Deck) -> NDArray[np.bool_]:
    """Return which hands have the ranks or the cards of an item."""
    size = every.size
    pattern = _RANKS.fullmatch(text)
    if pattern is None or len(pattern["ranks"]) != size or (size == 1 and pattern["suits"]):
        try:
            cards = np.array([sorted(parse_cards(text, deck=deck, count=range(size, size + 1)))], np.uint8)
        except BadCards as wrong:
            raise BadSetting(
                f"{text!r} names no hand of {size} cards: expected their ranks with x for any, such as "
                f"{'AK' + 'x' * (size - 2) if size > 1 else 'A'}, the cards themselves, or words of the game such as "
                f"pair or better ({wrong})"
            ) from None
        one: NDArray[np.bool_] = set_numbers(every.hands) == set_numbers(cards)
        return one
    ranks, suits = every.hands // N_SUITS, every.hands % N_SUITS
    named = np.ones(len(every.hands), bool)
    for rank in set(pattern["ranks"]) - {"x"}:
        named &= (ranks == RANKS.index(rank)).sum(axis=1) >= pattern["ranks"].count(rank)
    if pattern["suits"]:
        named &= (suits == suits[:, :1]).all(axis=1) == (pattern["suits"] == "s")
    return named
