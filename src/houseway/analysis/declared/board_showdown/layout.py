"""Declarations that are board showdowns, and the three levels of community cards on which a seat may decide.

The *first* decisions come before any community card, the *middle* ones all on one number of community cards, the *late*
ones on another. A level without a decision exists too, but nothing is chosen on it.

Player hands and sets of community cards are numbers, up to renaming of suits.

Cards are places in the deck. A hand is the number of its set of two places, and a middle set that of its places. Some
renaming takes every middle set to the member of its class, and the hand with it. Hands that the member's symmetries
take to each other are one class.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import MOST_CARDS, all_sets, set_numbers
from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.levels import kinds, level_by_kind
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.strategy_rows import made_of_cards
from houseway.analysis.declared.streets import Streets, hands_of, reason_against
from houseway.cards.card import N_CARDS
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause, Compare, Hand, Opening, Owner, Paid
from houseway.ranking import ranking
from houseway.ranking.category import Category
from houseway.ranking.system import BY_SUIT, ranking_system

HOLE = 2
N_OUTCOMES = 6
"""Won, tied, lost against a qualified dealer, then against a dealer who does not qualify: the order of the levels."""
MOST_CLASSES = 4 * 10**6
"""Player hands with middle-level community cards, up to renaming of suits. Beyond this the sums are too large."""
SUIT_RENAMINGS = 24

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """A title that is a board showdown. `middle` and `late` are the numbers of community cards on those levels."""

    streets: Streets
    compare: Compare
    dealer: Hand
    middle: int
    late: int

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """Return the layout of a title that the family accepts."""
        streets = Streets.of(game)
        middle, late = _levels(streets)
        return cls(streets, game.every(Compare)[0], hands_of(game, Owner.DEALER)[0], middle, late)

    @property
    def game(self) -> DeclaredGame:
        """Return the title."""
        return self.streets.game

    @cached_property
    def first_end(self) -> int:
        """Return the first stage that sees community cards."""
        return sum(stage.shown == 0 for stage in self.streets.stages)

    @cached_property
    def middle_end(self) -> int:
        """Return the first late stage."""
        return self.first_end + sum(0 < stage.shown == self.middle for stage in self.streets.stages)

    @property
    def system(self) -> str:
        """Return the ranking system of both hands."""
        return self.game.system(self.compare)

    @cached_property
    def least(self) -> int:
        """Return the lowest value with which the dealer qualifies."""
        return self.game.least_qualified(self.compare)

    @property
    def dealers(self) -> int:
        """Return how many dealer's hands there are against one player's hand and a board."""
        return comb(self.game.deck.size - HOLE - self.streets.board.cards, HOLE)

    def ways(self, shown: int) -> int:
        """Return the ways to end with one player's hand after a level of community cards: chains and dealers."""
        n_cards = self.game.deck.size - HOLE
        levels = [level for level in (self.middle, self.late, self.streets.board.cards) if level >= shown]
        ways, before = self.dealers, shown
        for level in levels:
            ways *= comb(n_cards - before, level - before)
            before = level
        return ways

    @property
    def total(self) -> int:
        """Return all deals, with the ways to show their community cards level by level."""
        return comb(self.game.deck.size, HOLE) * self.ways(0)

    def cells(self, payoffs: Payoffs) -> Numbers:
        """Return the cell of payoffs by the kind of the player's hand (see `levels`) and the outcome."""
        cells = np.zeros((len(kinds(self.system)[1]), N_OUTCOMES), np.int64)
        for term, n_levels in zip(payoffs.features, payoffs.shape, strict=True):
            if isinstance(term, Paid):
                cells = cells * n_levels + level_by_kind(self.game, term)[:, None]
            else:
                cells = cells * n_levels + np.arange(N_OUTCOMES) % n_levels
        return cells

    def net(self, payoffs: Payoffs) -> Numbers:
        """Return the net result by path, kind of the player's hand and outcome."""
        return np.ascontiguousarray(payoffs.net[:, self.cells(payoffs)])


def reason_against_board(game: DeclaredGame) -> str:
    """Return why a title is not a board showdown that can be counted; empty if it is one."""
    dealers, compares = hands_of(game, Owner.DEALER), game.every(Compare)
    if len(dealers) != 1 or len(compares) != 1:
        return f"it has {len(dealers)} hands of the dealer and {len(compares)} comparisons; expected one of each"
    if reason := reason_against(game):
        return reason
    streets, compare = Streets.of(game), compares[0]
    if streets.own.cards != HOLE or dealers[0].cards != HOLE or dealers[0].up_at(game):
        return "own and dealer's hand are not two cards each, the dealer's hidden"
    if compare.board not in streets.board.hands:
        return f"{compare.place}: the comparison is without the common cards"
    if compare.always_against:
        return f"{compare.place}: whether the dealer qualifies depends on the own hand"
    system = game.system(compare)
    if system in BY_SUIT:
        return f"{system} ranks by suit"
    if streets.board.cards > MOST_CARDS or HOLE + streets.board.cards not in ranking_system(system).sizes:
        return f"{system} does not rank {HOLE + streets.board.cards} cards"
    for paid in game.every(Paid):
        same = game.table(paid).form.system == system
        if is_independent(game, paid):
            if ranking_system(game.table(paid).form.system).whole:
                return f"{paid.place}: {paid.title} is ranked hand by hand"
        elif not same or set(paid.hands) != {streets.own, *streets.board.hands}:
            return f"{paid.place}: {paid.title} is not paid on own and common cards in the ranking {system}"
    return _reason_against_beside(game, streets) or _reason_against_levels(streets)


def is_independent(game: DeclaredGame, term: Cause) -> bool:
    """Return whether player's cards, dealer's cards, or both decide a pay table, without any community cards."""
    return isinstance(term, Paid) and not set(term.hands) & set(hands_of(game, Owner.TABLE))


def independent_wagers(game: DeclaredGame) -> tuple[Opening, ...]:
    """Return the side bets that such tables decide, and that the table takes."""
    if not any(is_independent(game, term) for term in game.every(Paid)):
        return ()
    alone = {
        wager: Payoffs.of(game, {wager: Fraction(1)})
        for wager in game.every(Opening)
        if wager.side_bet and wager.taken_at(game)
    }
    return tuple(wager for wager, each in alone.items() if any(is_independent(game, term) for term in each.features))


def _reason_against_beside(game: DeclaredGame, streets: Streets) -> str:
    """Return why such tables decide more than side bets, or how later decisions affect those."""
    if any(is_independent(game, term) for term in Payoffs.of(game).features):
        return "own and dealer's cards without the common ones decide more than side bets"
    first = sum(stage.shown == 0 for stage in streets.stages)
    for wager in independent_wagers(game):
        alone = Payoffs.of(game, {wager: Fraction(1)})
        if not all(is_independent(game, term) for term in alone.features):
            return f"{wager.place}: {wager} is decided by the common cards too"
        for prefix in streets.prefixes[first]:
            nets = alone.net[[path[: len(prefix)] == prefix for path in alone.paths]]
            if (nets != nets[:1]).any():
                return f"{wager.place}: {wager} depends on what is done with the common cards"
    return ""


def _reason_against_levels(streets: Streets) -> str:
    seen = sorted({stage.shown for stage in streets.stages} - {0})
    if len(seen) > 2:
        return f"it decides on {', '.join(map(str, seen))} common cards; at most two numbers are counted"
    middle, late = _levels(streets)
    n_cards = streets.game.deck.size
    classes = comb(n_cards, middle) * comb(n_cards - middle, HOLE) // SUIT_RENAMINGS
    if classes > MOST_CLASSES:
        return f"about {classes:,} hands decide on {middle} common cards; at most {MOST_CLASSES:,} are counted"
    return "" if streets.board.cards - late <= 1 else f"more than one card comes after the decision on {late}"


def _levels(streets: Streets) -> tuple[int, int]:
    """Return how many community cards are seen on the middle and on the late level."""
    seen = sorted({stage.shown for stage in streets.stages} - {0})
    if len(seen) == 2:
        return seen[0], seen[1]
    if seen and seen[0] < streets.board.cards:
        return seen[0], streets.board.cards
    return 0, streets.board.cards


MADE_CATEGORIES = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
)
"""The hands that too few cards for a full hand can have made, in the order of `made_of_cards`."""


def n_rows(system: str) -> int:
    """Return how many rows there may be."""
    return 2 * len(kinds(system)[1])


def board_places(system: str, boards: NDArray[Any]) -> Numbers:
    """Return, for rows of community cards, the place of the category that they make alone."""
    ranked = ranking(system)
    if boards.shape[1] in ranked.system.sizes:
        return ranked.category_places[ranked.evaluate(boards)].astype(np.int64)
    places = {category: place for place, category in enumerate(ranked.categories)}
    return np.array([places.get(each, -1) for each in MADE_CATEGORIES])[made_of_cards(boards)]


def row_numbers(system: str, boards: NDArray[Any]) -> Numbers:
    """Return, for rows of community cards, the row of a player's hand of each kind."""
    kind_places = ranking(system).category_places[list(kinds(system)[1])].astype(np.int64)
    on_board = kind_places == board_places(system, boards)[:, None]
    numbers: Numbers = np.arange(len(kind_places)) + len(kind_places) * on_board
    return numbers


def row_name(system: str, number: int) -> str:
    """Return the name of a row."""
    samples = kinds(system)[1]
    on_board, kind = divmod(number, len(samples))
    ranked = ranking(system)
    category = ranked.category_of(samples[kind])
    pair = category is Category.PAIR
    name = ranked.describe(samples[kind]).name.partition(",")[0] if pair else str(category)
    return f"as on the board, {name}" if on_board and category is not Category.HIGH_CARD else name


Small = NDArray[np.int32]


@dataclass(frozen=True)
class Space:
    """The numbers of a deck for one size of middle sets.

    `hand_images[symmetry, hand]` is the image of a hand under a renaming, `hole_of` its class. `set_class` and
    `set_symmetry` give each middle set's class and a renaming that takes it to the member. `class_of[set class, hand]`
    is the class of the two together, -1 where they share a card. Each of these has a middle set, a hand and a weight.
    """

    cards: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    hand_images: Small
    hole_of: Small
    set_class: Small
    set_symmetry: NDArray[np.int8]
    class_of: Small
    sets: NDArray[np.uint8]
    hand: Small
    weights: Numbers

    @property
    def n_classes(self) -> int:
        """Return how many classes of a middle set with a hand there are."""
        return len(self.weights)

    @property
    def n_holes(self) -> int:
        """Return how many classes of player hands there are."""
        return int(self.hole_of.max()) + 1


@lru_cache(maxsize=4)
def space_of(deck: Deck, middle: int) -> Space:
    """Return the space of a deck in which no card has a copy."""
    cards = np.array(deck.distinct, np.uint8)
    images = _images(deck, cards)
    hands = all_sets(len(cards), HOLE)
    hand_images = np.stack([set_numbers(np.sort(image[hands], axis=1)) for image in images]).astype(np.int32)
    members, set_weights = _members(deck, cards, middle)
    set_class, set_symmetry = _to_members(images, members)
    class_of, set_of, hand_of, weights = _classes_with_hands(members, set_weights, images, hands, hand_images)
    return Space(
        cards=cards,
        hands=hands,
        hand_images=hand_images,
        hole_of=np.unique(hand_images.min(axis=0), return_inverse=True)[1].astype(np.int32),
        set_class=set_class,
        set_symmetry=set_symmetry,
        class_of=class_of,
        sets=members.astype(np.uint8)[set_of],
        hand=hand_of,
        weights=weights,
    )


def _images(deck: Deck, cards: NDArray[np.uint8]) -> Numbers:
    """Return, for every renaming of suits, the image of each place."""
    places = np.full(N_CARDS, -1, np.int64)
    places[cards] = np.arange(len(cards))
    return np.array([[places[renamed(card, suits)] for card in cards.tolist()] for suits in suit_symmetries(deck)])


def _to_members(images: Numbers, members: Numbers) -> tuple[Small, NDArray[np.int8]]:
    """Return, for every set, its class and a renaming that takes it to the member."""
    n_cards = images.shape[1]
    set_class = np.zeros(comb(n_cards, members.shape[1]), np.int32)
    set_symmetry = np.zeros(len(set_class), np.int8)
    for image in images:
        numbers = numbers_of(image[members].astype(np.uint8))
        set_class[numbers] = np.arange(len(members))
        set_symmetry[numbers] = int((images[:, image] == np.arange(n_cards)).all(axis=1).argmax())
    return set_class, set_symmetry


def _members(deck: Deck, cards: NDArray[np.uint8], size: int) -> tuple[Numbers, Numbers]:
    """Return a set of each class, by places, and how many sets it represents."""
    if not size:
        return np.empty((1, 0), np.int64), np.ones(1, np.int64)
    members, weights = class_arrays(deck, (size,))
    return np.searchsorted(cards, members).astype(np.int64), weights


def _classes_with_hands(
    members: Numbers, set_weights: Numbers, images: Numbers, hands: NDArray[np.uint8], hand_images: Small
) -> tuple[Small, Small, Small, Numbers]:
    """Return the class of each middle set with each hand, and the set, the hand and the weight of each class."""
    class_of = np.full((len(members), len(hands)), -1, np.int32)
    sets, kept_hands, weights, n_classes = [], [], [], 0
    for place, member in enumerate(members):
        holding = (np.sort(images[:, member], axis=1) == member).all(axis=1)
        least = hand_images[holding].min(axis=0)
        free = ~np.isin(hands, member).any(axis=1)
        kept, inverse, times = np.unique(least[free], return_inverse=True, return_counts=True)
        class_of[place, free] = n_classes + inverse
        sets.append(np.full(len(kept), place, np.int32))
        kept_hands.append(kept.astype(np.int32))
        weights.append(set_weights[place] * times)
        n_classes += len(kept)
    return class_of, np.concatenate(sets), np.concatenate(kept_hands), np.concatenate(weights)


@lru_cache(maxsize=4)
def late_sets(deck: Deck, late: int) -> tuple[NDArray[np.uint8], Numbers]:
    """Return a late set of each class, by places, and how many sets it represents."""
    members, weights = _members(deck, np.array(deck.distinct, np.uint8), late)
    return members.astype(np.uint8), weights


@lru_cache(maxsize=4)
def late_symmetries(deck: Deck, late: int) -> tuple[Small, NDArray[np.int8]]:
    """Return, for every late set, by its number, its place in `late_sets` and a renaming that takes it there."""
    return _to_members(_images(deck, np.array(deck.distinct, np.uint8)), late_sets(deck, late)[0].astype(np.int64))


def subset_columns(late: int, middle: int) -> NDArray[np.int64]:
    """Return the places of a late set that make each of its middle sets."""
    return np.array(list(combinations(range(late), middle)), np.int64).reshape(comb(late, middle), middle)
