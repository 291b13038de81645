"""Groups of cards that a player looks for in a hand: of a kind, to a flush, to a straight. A joker belongs to any.

Where a hand has several such groups the one that fits the most straights counts, then the one of higher ranks.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations

from houseway.cards.card import ACE, N_RANKS, N_SUITS, RANKS, Card, is_joker, rank_of, suit_of

STRAIGHT_CARDS = 5
WHEEL = (ACE, 0, 1, 2, 3)
JOKER = N_RANKS
"""Stands for the rank of a joker."""
HIGHER_STRAIGHTS = tuple(tuple(range(low, low + STRAIGHT_CARDS)) for low in range(N_RANKS - STRAIGHT_CARDS + 1))

Cards = tuple[Card, ...]


def rank_as_paired(card_id: Card) -> int:
    """The rank by which a card pairs up: a joker is an ace (DD-0b)."""
    return ACE if is_joker(card_id) else rank_of(card_id)


def of_a_kind(hand: Sequence[Card]) -> list[Cards]:
    """The cards rank by rank, jokers as aces: the largest group first, then the highest."""
    return [tuple(hand[at] for at in places) for places in _places_by_rank(tuple(map(rank_as_paired, hand)))]


@lru_cache(maxsize=1 << 14)
def _places_by_rank(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(tuple(at for at, each in enumerate(ranks) if each == rank) for rank in order)


@lru_cache(maxsize=1 << 14)
def straights_of(ranks: tuple[int, ...], wheel: bool) -> int:
    """How many straights contain all these ranks; none if one of them occurs twice.

    >>> straights_of((7, 8, 9, 10), wheel=True), straights_of((9, 12), wheel=True), straights_of((12, 3), wheel=True)
    (2, 1, 1)
    """
    if len(set(ranks)) < len(ranks):
        return 0
    straights = (WHEEL, *HIGHER_STRAIGHTS) if wheel else HIGHER_STRAIGHTS
    return sum(set(ranks) <= set(straight) for straight in straights)


def _naturals(cards: Iterable[Card]) -> list[Card]:
    return [card_id for card_id in cards if not is_joker(card_id)]


Score = tuple[int, ...]
"""How many straights a group fits, then its ranks from the highest down: the greater, the better."""


@lru_cache(maxsize=1 << 16)
def _score(ranks: tuple[int, ...], wheel: bool) -> Score:
    naturals = tuple(sorted((rank for rank in ranks if rank != JOKER), reverse=True))
    return straights_of(naturals, wheel), *naturals


@lru_cache(maxsize=1 << 16)
def _best_group(ranks: tuple[int, ...], size: int, wheel: bool, least: int) -> tuple[Score, tuple[int, ...]]:
    """The places of the best group of so many cards that fits at least so many straights; nothing if there is none."""
    groups = [(_score(tuple(ranks[at] for at in places), wheel), places) for places in _places(len(ranks), size)]
    fitting = [each for each in groups if each[0][0] >= least]
    return max(fitting, key=lambda each: each[0], default=((), ()))


@cache
def _places(n_cards: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(n_cards), size))


def _ranks(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(JOKER if is_joker(card_id) else rank_of(card_id) for card_id in cards)


def to_a_straight(cards: Sequence[Card], size: int, *, wheel: bool, least: int = 1) -> Cards:
    """So many cards that fit at least so many straights; empty where there are none."""
    return tuple(cards[at] for at in _best_group(_ranks(cards), size, wheel, least)[1])


@lru_cache(maxsize=1 << 8)
def suits_of(hand: Cards) -> tuple[Cards, ...]:
    """For each suit in the hand its cards, and the jokers."""
    jokers = tuple(card_id for card_id in hand if is_joker(card_id))
    by_suit: list[list[Card]] = [[] for _ in range(N_SUITS)]
    for card_id in _naturals(hand):
        by_suit[suit_of(card_id)].append(card_id)
    return tuple((*same, *jokers) for same in by_suit if same)


def to_a_straight_flush(hand: Sequence[Card], size: int, *, wheel: bool, least: int = 1) -> Cards:
    """So many cards of one suit that fit at least so many straights; empty where there are none."""
    best: tuple[Score, Cards] = ((), ())
    for same in suits_of(tuple(hand)):
        score, places = _best_group(_ranks(same), size, wheel, least)
        if score > best[0]:
            best = score, tuple(same[at] for at in places)
    return best[1]


def to_a_flush(hand: Sequence[Card], size: int, *, wheel: bool) -> Cards:
    """So many cards of one suit; empty where there are none."""
    return to_a_straight_flush(hand, size, wheel=wheel, least=0)


def describe(held: Sequence[Card], *, wheel: bool) -> str:
    """What a held group is, in a few words.

    >>> from houseway.cards import parse_cards
    >>> [describe(parse_cards(text), wheel=True) for text in ("9s 9d Ah", "Jk 8d 9d", "Ks 7s 2s", "Jk Jk")]
    ['pair and ace', '3 to a straight flush', '3 to a flush', 'pair of aces']
    """
    groups = of_a_kind(held)
    sizes = tuple(len(group) for group in groups)
    if named := _KINDS.get(sizes):
        top = rank_as_paired(groups[0][0])
        if sizes == (2, 1):
            return f"{named} and {'ace' if rank_as_paired(groups[1][0]) == ACE else 'kicker'}"
        return f"{named} of aces" if top == ACE and sizes in ((2,), (3,)) else named
    one_suit = len({suit_of(card_id) for card_id in _naturals(held)}) <= 1
    fits = bool(_score(_ranks(held), wheel)[0])
    kind = {(True, True): "straight flush", (True, False): "flush", (False, True): "straight"}.get((one_suit, fits))
    if len(held) == 1:
        return "joker" if is_joker(held[0]) else RANKS[rank_of(held[0])]
    return f"{len(held)} to a {kind}" if kind else f"{len(held)} cards"


_KINDS = {
    (2,): "pair",
    (2, 1): "pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (4,): "four of a kind",
    (3, 1): "three of a kind and kicker",
}
