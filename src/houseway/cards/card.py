"""Cards as small integers: 4 x rank + suit for the 52 cards, then the two jokers.

Ranks run from 0 (deuce) to 12 (ace). Suits are clubs, diamonds, hearts, spades.
"""

from collections.abc import Iterator
from itertools import product
from operator import index
from typing import NewType

from houseway.errors import BadCards

Card = NewType("Card", int)
# A card as a small integer: 0 to 51 by rank and suit, then the jokers. `parse_cards` and `format_cards` convert.

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
JOKER_TEXT = "Jk"
JOKER_SYMBOL = "★"

RED_SUITS = (1, 2)

N_RANKS = len(RANKS)
N_SUITS = len(SUITS)
N_NATURAL = N_RANKS * N_SUITS
N_CARDS = N_NATURAL + 2

DEUCE, FIVE, SIX, EIGHT, TEN, JACK, QUEEN, KING, ACE = 0, 3, 4, 6, 8, 9, 10, 11, 12
JOKERS = (Card(N_NATURAL), Card(N_NATURAL + 1))

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)


def card(rank: int, suit: int) -> Card:
    """Return the card of a rank (0 is the deuce, 12 the ace) and a suit (0 to 3: c, d, h, s)."""
    return Card(N_SUITS * rank + suit)


def rank_of(card_id: int) -> int:
    """Return the rank of a natural card, 0 (deuce) to 12 (ace)."""
    return card_id // N_SUITS


def suit_of(card_id: int) -> int:
    """Return the suit of a natural card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card_id % N_SUITS


def is_red(card_id: int) -> bool:
    """Return whether a card is a diamond or a heart."""
    return suit_of(card_id) in RED_SUITS and not is_joker(card_id)


def is_joker(card_id: int) -> bool:
    """Return whether the card is one of the two jokers."""
    return card_id >= N_NATURAL


def _glyph(card_id: int) -> str:
    """Return the Unicode playing card (block 1F0A0). That block has a knight between jack and queen."""
    if is_joker(card_id):
        return "\U0001f0cf"
    rank, suit = rank_of(card_id), suit_of(card_id)
    row = (0x1F0D0, 0x1F0C0, 0x1F0B0, 0x1F0A0)[suit]
    column = 1 if rank == ACE else rank + 2
    return chr(row + column + (column >= 12))


CARD_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), JOKER_TEXT, JOKER_TEXT)
CARD_SYMBOLS = (*(rank + suit for rank in RANKS for suit in SUIT_SYMBOLS), JOKER_SYMBOL, JOKER_SYMBOL)
CARD_GLYPHS = tuple(_glyph(card_id) for card_id in range(N_CARDS))

_VARIATION_SELECTORS = "\ufe0e\ufe0f"


def _in_any_case(text: str) -> Iterator[str]:
    """Return every mixture of capital and small letters. `str.lower` would also read a Kelvin sign as a king."""
    return map("".join, product(*((letter.upper(), letter.lower()) for letter in text)))


_BY_TEXT = {
    spelling: Card(card_id)
    for card_id in reversed(range(N_CARDS))
    for text in (CARD_TEXTS[card_id], CARD_SYMBOLS[card_id], CARD_GLYPHS[card_id])
    for spelling in _in_any_case(text)
}


def checked_card(item: object) -> Card:
    """Return a card id, or raise a typed error for a boolean, a fraction or a number that is not a card.

    >>> checked_card(54)
    Traceback (most recent call last):
        ...
    houseway.errors.BadCards: card id 54 is not in 0..53
    """
    try:
        card_id = None if isinstance(item, bool) else index(item)  # type: ignore[arg-type]
    except TypeError:
        card_id = None
    if card_id is None:
        raise BadCards(f"expected a card id or a text such as As; got {item!r}")
    if not 0 <= card_id < N_CARDS:
        raise BadCards(f"card id {card_id} is not in 0..{N_CARDS - 1}")
    return Card(card_id)


def card_text(card_id: int) -> str:
    """Return the two-letter form of a card.

    >>> card_text(51), card_text(0), card_text(52)
    ('As', '2c', 'Jk')
    """
    return CARD_TEXTS[checked_card(card_id)]


def card_symbol(card_id: int) -> str:
    """Return a card with a suit symbol.

    >>> card_symbol(51)
    'A♠'
    """
    return CARD_SYMBOLS[checked_card(card_id)]


def parse_card(text: str) -> Card:
    """Read one card: ``As``, ``as``, ``10h``, ``A♠``, ``🂡`` or ``Jk``. A joker is read as the first one.

    >>> parse_card("As") == parse_card("A♠") == parse_card("🂡") == 51
    True
    """
    try:
        key = text.strip().rstrip(_VARIATION_SELECTORS)
        return _BY_TEXT["T" + key[2:] if key.startswith("10") else key]
    except (KeyError, AttributeError, TypeError):
        raise BadCards(
            f"Unknown card {text!r}. Write a rank of {RANKS} and a suit of {SUITS}, "
            f"such as As, Td, 2c, or {JOKER_TEXT} for a joker."
        ) from None
