"""The options of a Fast Action Hold'em player with four cards (FA-7, FA-7a), under the readings of splits."""

from collections.abc import Sequence
from functools import lru_cache

from houseway.cards.card import Card, rank_of
from houseway.games.engine.action import Action, descending

Hand = tuple[Card, ...]

KEEP, SPLIT = "keep", "split"
ANTE, BONUS, BOTH = "ante", "bonus", "both"
PLACES = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1))
"""Every choice of two of four cards, then the other two."""


def rest_of(hole: Sequence[Card], hand: Sequence[Card]) -> Hand:
    """Return the cards that are left, from high to low. Of two copies of a card, one is taken at a time.

    >>> rest_of((51, 51, 3, 0), (51, 3))
    (51, 0)
    """
    left = list(descending(hole))
    for card_id in hand:
        left.remove(card_id)
    return tuple(left)


def divisions(hole: Sequence[Card]) -> tuple[tuple[Hand, Hand], ...]:
    """Return every different choice of two of the four cards, with the other two: six, or fewer if there are copies."""
    cards = descending(hole)
    return tuple(dict.fromkeys([((cards[a], cards[b]), (cards[c], cards[d])) for a, b, c, d in PLACES]))


def is_first_hand(hand: Sequence[Card], other: Sequence[Card]) -> bool:
    """Return whether a hand may be the first of the two (FA-R3, first-hand): its high card is higher or equal.

    The highest ranks are compared, then the others. Suits do not count. If both ranks are the same, either may be
    first.

    >>> from houseway.cards import parse_cards
    >>> king_deuce, queens, king_three = parse_cards("Ks 2s"), parse_cards("Qs Qh"), parse_cards("Kh 3h")
    >>> is_first_hand(king_deuce, queens), is_first_hand(king_deuce, king_three)
    (True, False)
    """
    return _ranks(hand) >= _ranks(other)


def _ranks(hand: Sequence[Card]) -> list[int]:
    return sorted(map(rank_of, hand), reverse=True)


@lru_cache(maxsize=4096)
def hand_options(hole: Hand, has_bonus: bool, splits: str = "all", rides: str = "player-chooses") -> tuple[Action, ...]:
    """Return every way to play four cards: keep two, or split Ante, Bonus or both (FA-7, FA-7a).

    `splits` is the choice of FA-R2, `rides` that of FA-R3. A split lists its first hand, on which the unsplit bet
    rides. If no bet is left to ride, each division is listed once, with the highest card in the first hand.
    """
    ways = divisions(hole)
    each_once = _each_once(ways)
    ridden = tuple(way for way in ways if is_first_hand(*way)) if rides == "first-hand" else ways
    keeps = [Action(KEEP, hand) for hand, _ in ways]
    if not has_bonus:
        return (*keeps, *_splits(each_once, ANTE))
    bonus_alone = _splits(ridden, BONUS) if splits == "all" else ()
    return (*keeps, *_splits(ridden, ANTE), *bonus_alone, *_splits(each_once, BOTH))


def _each_once(ways: tuple[tuple[Hand, Hand], ...]) -> tuple[tuple[Hand, Hand], ...]:
    first_seen: dict[frozenset[Hand], tuple[Hand, Hand]] = {}
    for way in ways:
        first_seen.setdefault(frozenset(way), way)
    return tuple(first_seen.values())


def _splits(ways: tuple[tuple[Hand, Hand], ...], option: str) -> tuple[Action, ...]:
    return tuple([Action(SPLIT, hand, option=option) for hand, _ in ways])
