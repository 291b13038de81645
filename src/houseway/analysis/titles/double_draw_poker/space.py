"""Every hand of a deck and its outcome, and the outcome of every four cards with each fifth card.

A card here is its place in the deck: 0, 1, 2, ... in ascending order, jokers last. A set of cards c1 < c2 < c3 ... has
the number C(c1, 1) + C(c2, 2) + C(c3, 3) + .... So the sets of one size are numbered 0, 1, 2, ... without a gap.

An *outcome* determines the payment of a final hand. 0 is every hand below two pair, which loses all (DD-9). 1 to 10 are
the categories from two pair to five aces.

The value of a set of cards does not change if suits are renamed or jokers exchanged. The set with the least number
represents a class of held sets. Every set stores its class and a symmetry that maps it there; the same symmetry maps
its discards. The symmetries that fix a held set also divide the sets that can be drawn to it into classes. Only one of
each class is visited, and weighted by the number of members.

The cards that are not held are numbered 0, 1, 2, ... in turn. An array over *small sets* has a place for every set of
at most k of them. The empty set is first, then the single cards, the pairs, the triples.

A round that is played to the end and lost costs four Antes: Ante, Bonus and two Draw bets (DD-9). Everything else is
written as a *gain* over that loss, which is never negative. A fold at the second option gains one Ante, and a fold at
the first option two. A winning hand gains seven and the odds of its Bonus (DD-8a, DD-8b). The unit is 1/scale Ante.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKERS, N_CARDS, Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.errors import BadCards
from houseway.games.engine.declared.ending import NOTHING, Ending, IsMade, PayClass
from houseway.games.engine.declared.paths import Path
from houseway.games.engine.declared.vocabulary import LaterBet
from houseway.games.titles.double_draw_poker import DRAW_BETS, LOSING, MOST_DISCARDS, PACKET, DoubleDrawPoker
from houseway.ranking import Category, ranking
from houseway.ranking.category import JOKER_ORDER

_compiled = numba.njit(nogil=True, cache=True)

LOSES = 0
LOWEST = JOKER_ORDER[0]
WINNING = JOKER_ORDER[len(LOSING) :]
N_OUTCOMES = 1 + len(WINNING)
MOST_DEAD = MOST_DISCARDS[0]
IN_HAND = 255
"""The marker in `outcome_with` if the fifth card is one of the four."""
ROW = 64
"""The width of a row of `outcome_with`: one line of the processor's cache. Columns beyond the deck hold LOSES."""

BINOMIAL = np.array([[comb(n, k) for k in range(PACKET + 1)] for n in range(N_CARDS + 1)], np.int64)

Array = NDArray[Any]


@_compiled
def all_sets(n_cards: int, size: int) -> Array:
    """Return every set of `size` cards in the order of their numbers."""
    sets = np.empty((BINOMIAL[n_cards, size], size), np.uint8)
    current = np.arange(size)
    for row in range(sets.shape[0]):
        for place in range(size):
            sets[row, place] = current[place]
        place = 0
        while place < size - 1 and current[place] + 1 == current[place + 1]:
            current[place] = place
            place += 1
        if size:
            current[place] += 1
    return sets


@_compiled
def set_number(cards: Array) -> int:
    """Return the number of a set given in ascending order."""
    number = 0
    for place in range(cards.size):
        number += BINOMIAL[cards[place], place + 1]
    return number


@_compiled
def fifth_cards(n_cards: int, outcome_of_hand: Array, outcome_with: Array, outcome_counts: Array) -> None:
    """Enter every hand under each four of its cards."""
    hands = all_sets(n_cards, PACKET)
    for row in range(hands.shape[0]):
        outcome = outcome_of_hand[row]
        for place in range(PACKET):
            kept = number_without(hands[row], place)
            outcome_with[kept, hands[row, place]] = outcome
            outcome_counts[kept, outcome] += 1


@_compiled
def number_without(hand: Array, place: int) -> int:
    """Return the number of the four cards that are left without the one at a place."""
    number = 0
    for other in range(PACKET):
        if other != place:
            number += BINOMIAL[hand[other], other + 1 if other < place else other]
    return number


@dataclass(frozen=True)
class HandSpace:
    """The hands of one deck under one ranking system. `space_of` makes one."""

    deck: Deck
    system: str

    def __post_init__(self) -> None:
        least = PACKET + sum(MOST_DISCARDS)
        if self.deck.max_copies > 1:
            raise BadCards("Double Draw Poker is analyzed with one copy of each card only")
        if self.deck.size < least:
            raise BadCards(f"A round can need {least} cards; the deck has {self.deck.size}.")

    @property
    def n_cards(self) -> int:
        """Return the size of the deck."""
        return self.deck.size

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """Return the card id at each place."""
        return np.array(self.deck.cards, np.uint8)

    @cached_property
    def place_of(self) -> dict[Card, int]:
        """Return the place of each card."""
        return {card_id: place for place, card_id in enumerate(self.deck.cards)}

    @cached_property
    def categories(self) -> NDArray[np.int8]:
        """Return the place in the ranking's order of each hand's category, by the number of the hand."""
        order = ranking(self.system)
        hands = self.cards[all_sets(self.n_cards, PACKET)]
        return order.category_places[order.evaluate(hands, threads=None)]

    @cached_property
    def outcome_of_hand(self) -> NDArray[np.uint8]:
        """Return the outcome of each hand, by its number."""
        return np.maximum(self.categories - (len(LOSING) - 1), LOSES).astype(np.uint8)

    @cached_property
    def fifth_card_tables(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return, for each four cards, the outcome with each fifth card, and how many fifth cards give each outcome."""
        shape = comb(self.n_cards, PACKET - 1)
        outcome_with = np.full((shape, ROW), IN_HAND, np.uint8)
        outcome_with[:, self.n_cards :] = LOSES
        outcome_counts = np.zeros((shape, N_OUTCOMES), np.uint8)
        fifth_cards(self.n_cards, self.outcome_of_hand, outcome_with, outcome_counts)
        return outcome_with, outcome_counts

    @cached_property
    def images(self) -> NDArray[np.uint8]:
        """Return the image of each card under each symmetry: suits renamed, with or without the jokers exchanged."""
        renamings = [[renamed(card_id, suits) for card_id in self.deck.cards] for suits in suit_symmetries(self.deck)]
        rows = [[self.place_of[card_id] for card_id in renaming] for renaming in renamings]
        if set(JOKERS) <= set(self.deck.cards):
            rows += [[*row[:-2], row[-1], row[-2]] for row in rows]
        return np.array(rows, np.uint8)

    @cached_property
    def hand_classes(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return one hand of each class under the symmetries, ascending, and how many hands it represents."""
        cards, weights = class_arrays(self.deck, (PACKET,))
        hands = np.searchsorted(self.cards, cards).astype(np.uint8)
        if set(JOKERS) <= set(self.deck.cards):
            first, second = (np.any(hands == self.n_cards - back, axis=1) for back in (2, 1))
            weights = np.where(first ^ second, 2 * weights, weights)
            hands, weights = hands[first | ~second], weights[first | ~second]
        return hands, weights

    def dealt(self, category: Category) -> int:
        """Return how many hands of the deck are of a category."""
        return int(np.count_nonzero(self.categories == JOKER_ORDER.index(category)))


@lru_cache(maxsize=4)
def space_of(deck: Deck, system: str) -> HandSpace:
    """Return the hands of a deck, cached for the next call."""
    return HandSpace(deck, system)


@_compiled
def least_images(sets: Array, images: Array) -> tuple[Array, Array]:
    """Return, for every set, the number of its least image and the symmetry that gives it."""
    least = np.empty(sets.shape[0], np.int64)
    symmetry = np.empty(sets.shape[0], np.uint8)
    image = np.empty(sets.shape[1], np.int64)
    for row in range(sets.shape[0]):
        least[row] = np.iinfo(np.int64).max
        for which in range(images.shape[0]):
            map_sorted(sets[row], images[which], image)
            number = set_number(image)
            if number < least[row]:
                least[row], symmetry[row] = number, which
    return least, symmetry


@_compiled
def map_sorted(cards: Array, image_of: Array, image: Array) -> None:
    """Write the images of some cards, in ascending order."""
    for place in range(cards.size):
        card = image_of[cards[place]]
        at = place
        while at > 0 and image[at - 1] > card:
            image[at] = image[at - 1]
            at -= 1
        image[at] = card


@_compiled
def symmetries_left(held: Array, others: Array, images: Array) -> Array:
    """Return the symmetries that fix the held set, as renumberings of the other cards."""
    place_of = np.full(images.shape[1], -1, np.int64)
    for other in range(others.size):
        place_of[others[other]] = other
    left = np.empty((images.shape[0], others.size), np.int64)
    found = 0
    for which in range(images.shape[0]):
        leaves_held = True
        for card in held:
            leaves_held = leaves_held and place_of[images[which, card]] < 0
        if leaves_held:
            for other in range(others.size):
                left[found, other] = place_of[images[which, others[other]]]
            found += 1
    return left[:found]


@_compiled
def class_size(drawn: Array, left: Array, image: Array) -> int:
    """Return the size of a drawn set's class if the set represents it, or 0 if not."""
    own, fixed = set_number(drawn), 0
    for which in range(left.shape[0]):
        map_sorted(drawn, left[which], image)
        number = set_number(image)
        if number < own:
            return 0
        fixed += number == own
    size: int = left.shape[0] // fixed
    return size


@dataclass(frozen=True)
class HeldSets:
    """The sets of one size that a first draw can hold. `held_sets` makes one."""

    space: HandSpace
    size: int

    @cached_property
    def _least(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        least, symmetry = least_images(all_sets(self.space.n_cards, self.size), self.space.images)
        return least, symmetry

    @cached_property
    def representatives(self) -> NDArray[np.uint8]:
        """Return the set that represents each class."""
        every: NDArray[np.uint8] = all_sets(self.space.n_cards, self.size)
        return every[np.unique(self._least[0])]

    @cached_property
    def class_of(self) -> NDArray[np.int32]:
        """Return the class of every set, by its number."""
        numbers = np.unique(self._least[0])
        return np.searchsorted(numbers, self._least[0]).astype(np.int32)

    @property
    def symmetry_of(self) -> NDArray[np.uint8]:
        """Return the symmetry that maps every set to the one that represents its class."""
        return self._least[1]


@lru_cache(maxsize=16)
def held_sets(deck: Deck, system: str, size: int) -> HeldSets:
    """Return the held sets of a deck, cached for the next call. Their classes are the same for every ranking system."""
    return HeldSets(space_of(deck, system), size)


@_compiled
def n_small_sets(n_others: int, most: int) -> int:
    """Return the number of sets of at most `most` cards."""
    number: int = 0
    for size in range(most + 1):
        number += BINOMIAL[n_others, size]
    return number


@_compiled
def pair_at(n_others: int, i: int, j: int) -> int:
    """Return the place of a pair."""
    low, high = min(i, j), max(i, j)
    return 1 + n_others + high * (high - 1) // 2 + low


@_compiled
def triple_at(n_others: int, i: int, j: int, h: int) -> int:
    """Return the place of a triple."""
    low, high = min(i, j, h), max(i, j, h)
    middle = i + j + h - low - high
    pairs = n_others * (n_others - 1) // 2
    below = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return 1 + n_others + pairs + below


@_compiled
def add_images(sums: Array, n_others: int, n_dead: int, left: Array, total: Array) -> None:
    """Add up, at every set, the numbers at all its images under the given symmetries."""
    for which in range(left.shape[0]):
        image_of = left[which]
        total[0] += sums[0]
        for i in range(n_others if n_dead >= 1 else 0):
            total[1 + i] += sums[1 + image_of[i]]
        for i in range(n_others if n_dead >= 2 else 0):
            for j in range(i):
                total[pair_at(n_others, i, j)] += sums[pair_at(n_others, image_of[i], image_of[j])]
        for i in range(n_others if n_dead == 3 else 0):
            for j in range(i):
                for h in range(j):
                    image = triple_at(n_others, image_of[i], image_of[j], image_of[h])
                    total[triple_at(n_others, i, j, h)] += sums[image]


BETS_AT_START = len(DoubleDrawPoker.wagers)
FOLD_FIRST, FOLD_SECOND = -BETS_AT_START, -BETS_AT_START - 1
LOSS = -BETS_AT_START - len(DRAW_BETS)
"""The net of the two folds and of a lost hand, in Antes. The kernels use these three and no other payoff."""


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Gains by outcome in units of 1/scale Antes, the losing outcome first."""

    scale: int
    gains: tuple[int, ...]

    @classmethod
    def of(cls, game: DoubleDrawPoker) -> "Payoffs":
        """Return the gains as the title settles them."""
        folded_first, folded_second, played = (
            [sum(nets_of(game, path, category).values()) for category in (LOWEST, *WINNING)] for path in game.paths
        )
        assert (folded_first[0], folded_second[0], played[0]) == (FOLD_FIRST, FOLD_SECOND, LOSS), "as kernels know"
        exact = [Fraction(net - LOSS) for net in played]
        scale = lcm(*(gain.denominator for gain in exact))
        return cls(scale, tuple(int(gain * scale) for gain in exact))

    def antes(self, gain: int, total: int = 1) -> Fraction:
        """Return the net result in Antes that belongs to an average gain of `gain` / `total`."""
        return LOSS + Fraction(gain, total * self.scale)


def nets_of(game: DoubleDrawPoker, path: Path, category: Category) -> dict[str, Fraction]:
    """Return the net of each wager on a path with a final hand of a category, in Antes, as the title settles it."""
    row = game.bonus_table.row_of(category)
    paid = PayClass(row.label if row else NOTHING, row.pays if row else None, game.paid)
    end = Ending(dict(path), {game.paid: paid, game.winning: IsMade(category not in LOSING, game.winning)})
    made = [each for each in game.settle(end) if not isinstance(each.wager, LaterBet) or end.times(each.wager)]
    return {each.wager.name: Fraction(-1) if each.odds is None else each.odds for each in made}
