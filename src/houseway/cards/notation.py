"""Functions that read and write several cards together."""

import re
from collections.abc import Iterable

from houseway.cards.card import JOKERS, Card, card_symbol, card_text, checked_card, parse_card
from houseway.cards.deck import Deck
from houseway.errors import BadCards

_SEPARATORS = re.compile(r"[\s,]+")
_PACKED = re.compile(r"(?:10.|jk|[\U0001f0a0-\U0001f0ff★]|..)[\ufe0e\ufe0f]?", re.IGNORECASE)

CardsLike = str | Iterable[int | str]
"""Cards as text (``"As Kd"``, ``"AsKd"``, ``"A♠ K♦"``) or as a sequence of ids and texts."""


def parse_cards(cards: CardsLike, *, deck: Deck | None = None, count: int | range | None = None) -> tuple[Card, ...]:
    """Read cards, and check them against a deck and a number.

    Args:
        cards: text such as `"As Kd"`, or a sequence of texts or card ids.
        deck: the deck that they must fit; one deck with two jokers by default, so that a repeated card is an error.
        count: how many cards are expected, as a number or a range.

    Returns:
        The cards, in the given order.

    Raises:
        BadCards: a card cannot be read, is repeated, or their number is wrong.

    >>> parse_cards("As Kd") == parse_cards("AsKd") == parse_cards(["A♠", "K♦"])
    True
    >>> parse_cards("As As")
    Traceback (most recent call last):
        ...
    houseway.errors.BadCards: repeated card As: it is in this deck only once
    """
    ids = _number_jokers(_read(cards))
    (deck or Deck.with_jokers()).without(ids)
    _check_count(ids, count)
    return ids


def format_cards(cards: Iterable[int]) -> str:
    """Write cards as text, in the given order.

    Args:
        cards: card ids.

    Returns:
        The cards in letters, separated by blanks.

    Raises:
        BadCards: a number is not a card.

    >>> format_cards([51, 46, 52])
    'As Kh Jk'
    """
    if not isinstance(cards, Iterable):
        raise BadCards(f"expected cards; got {cards!r}")
    return " ".join(card_text(card_id) for card_id in cards)


def shown_cards(cards: Iterable[int]) -> str:
    """Return cards in the form people read, with suit symbols and a ten as 10.

    >>> shown_cards([51, 34])
    'A♠ 10♥'
    """
    return " ".join(card_symbol(card_id).replace("T", "10") for card_id in cards)


def _read(cards: CardsLike) -> list[Card]:
    if isinstance(cards, str):
        words = [word for word in _SEPARATORS.split(cards) if word]
        return [parse_card(text) for word in words for text in _split_word(word)]
    try:
        return [_read_one(item) for item in cards]
    except TypeError:
        raise BadCards(f"expected cards as text or a sequence; got {cards!r}") from None


def _split_word(word: str) -> list[str]:
    pieces = _PACKED.findall(word)
    return pieces if "".join(pieces) == word else [word]


def _read_one(item: int | str) -> Card:
    return parse_card(item) if isinstance(item, str) else checked_card(item)


def _number_jokers(cards: list[Card]) -> tuple[Card, ...]:
    """Number the jokers. Both are written Jk, so a second Jk means the other joker."""
    first, second = JOKERS
    if cards.count(first) == 2 and second not in cards:
        position = len(cards) - 1 - cards[::-1].index(first)
        cards = [*cards[:position], second, *cards[position + 1 :]]
    return tuple(cards)


def _check_count(cards: tuple[Card, ...], count: int | range | None) -> None:
    if count is None:
        return
    expected = range(count, count + 1) if isinstance(count, int) else count
    if len(cards) not in expected:
        wanted = f"{expected[0]} to {expected[-1]}" if len(expected) > 1 else str(expected[0])
        if expected.step > 1:
            wanted = " or ".join(map(str, expected))
        raise BadCards(f"expected {wanted} cards; got {len(cards)}: {format_cards(cards) or 'none'}")
