"""Ranges: the hands that a player may hold, and their weights."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.cards.card import CARD_TEXTS
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadSetting

_LINE = re.compile(r"(?P<hand>[^:=#]+?)\s*(?:[:=]\s*(?P<weight>[0-9.eE+-]+)\s*)?(?:#.*)?")
MOST_NUMBER = 23
"""The number of bits in which every set of up to five cards has its number."""


@dataclass(frozen=True)
class Range:
    """Hands of one size as ascending rows of card ids, sorted by their numbers, with a weight each.

    If discards are remembered, `hands` are the dealt cards, which no other player can have. `held` are the remaining
    cards, which play.
    """

    hands: NDArray[np.uint8]
    weights: NDArray[np.float64]
    held: NDArray[np.uint8] | None = None

    @property
    def size(self) -> int:
        """Return the number of cards in a hand."""
        return int(self.hands.shape[1])

    @property
    def playing(self) -> NDArray[np.uint8]:
        """Return the cards of each hand that play."""
        return self.hands if self.held is None else self.held

    def numbers(self, image: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return a number for each hand after a renaming of the cards, different for different hands."""
        dealt = set_numbers(np.sort(image[self.hands], axis=1))
        if self.held is None:
            return dealt
        return dealt << MOST_NUMBER | set_numbers(np.sort(image[self.held], axis=1))

    @property
    def texts(self) -> list[str]:
        """Return the hands in words."""
        return [" ".join(CARD_TEXTS[card] for card in hand) for hand in self.hands.tolist()]

    def without(self, cards: Sequence[int]) -> "Range":
        """Return the hands that hold none of some cards."""
        apart = ~np.isin(self.hands, list(cards)).any(axis=1)
        return Range(self.hands[apart], self.weights[apart], None if self.held is None else self.held[apart])


def full_range(deck: Deck, size: int, seen: Sequence[int] = ()) -> Range:
    """Return every hand of `size` cards that the cards seen allow, equally likely."""
    cards = np.array(deck.without(seen).distinct, np.uint8)
    if size < 1 or size > len(cards):
        raise BadSetting(f"A player holds 1 to {len(cards)} cards; got {size!r}.")
    hands = cards[all_sets(len(cards), size)]
    return Range(hands, np.ones(len(hands)))


def read_range(lines: Iterable[str], deck: Deck, size: int, seen: Sequence[int] = ()) -> Range:
    """Read a range from text: one hand per line, a weight after a colon if it is not 1, # before a remark.

    >>> known = read_range(["Ts Jd", "Tc Jh: 0.5  # half of the time"], Deck.standard(), 2)
    >>> known.texts, known.weights.tolist()
    (['Ts Jd', 'Tc Jh'], [1.0, 0.5])
    """
    weights: dict[tuple[int, ...], float] = {}
    for number, line in enumerate(lines, start=1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        found = _LINE.fullmatch(text)
        try:
            weight = float(found["weight"] or 1) if found else -1.0
        except ValueError:
            weight = -1.0
        if found is None or not 0 <= weight < float("inf"):
            raise BadSetting(f"Line {number} of the range: expected a hand, or a hand: weight; got {line.strip()!r}.")
        cards = tuple(sorted(parse_cards(found["hand"], deck=deck, count=range(size, size + 1))))
        if not set(cards) & set(seen):
            weights[cards] = weights.get(cards, 0.0) + weight
    held = {cards: weight for cards, weight in weights.items() if weight > 0}
    if not held:
        raise BadSetting(
            f"A range needs a hand of {size} cards that are not on the board ({format_cards(seen) or 'none'})."
        )
    hands = np.array(list(held), np.uint8)
    order = np.argsort(set_numbers(hands))
    return Range(hands[order], np.array(list(held.values()))[order])
