"""The dealing shuffle. It is cryptographic and unbiased, and anyone can repeat it from its recorded seed.

Every draw takes the next two bytes of the generator as a big-endian number. A number in the incomplete last run of
remainders is discarded, so that every card left is equally likely. docs/shuffle.md gives the scheme step by step, for
other languages.
"""

from struct import Struct

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.drbg import HmacDrbg
from houseway.cards.seed import Seed, SeedLike, utf8
from houseway.errors import BadCards

PERSONALIZATION = b"houseway/shuffle/1:"
REQUEST_SIZE = 128
_NUMBERS = 2**16
_READ_REQUEST = Struct(f">{REQUEST_SIZE // 2}H").unpack


def shuffle(deck: Deck, seed: SeedLike, *, label: str = "", first: int | None = None) -> tuple[Card, ...]:
    """Return a deck in the random order that a seed and a label determine, top card first.

    One seed serves many shuffles if each has its own label.

    Args:
        deck: the deck.
        seed: a `Seed`, or a number, text or bytes to make one from.
        label: a text that distinguishes shuffles of one seed.
        first: return only this many cards from the top: the same cards as the whole shuffle, for less work.

    Returns:
        The cards, top card first.

    Raises:
        BadSeed: the seed or the label cannot be turned into bytes.

    >>> from houseway.cards import format_cards
    >>> format_cards(shuffle(Deck.standard(), seed=7, first=5))
    'Ts 8h 8s 7s 9h'
    """
    count = _checked_count(deck, first)
    cards = list(deck.cards)
    generator = HmacDrbg(Seed.of(seed).raw, personalization=PERSONALIZATION + utf8(label))
    top, left = 0, len(cards)
    while top < count and left > 1:
        for number in _READ_REQUEST(generator.generate(REQUEST_SIZE)):
            if number < _NUMBERS - _NUMBERS % left:
                drawn = top + number % left
                cards[top], cards[drawn] = cards[drawn], cards[top]
                top += 1
                left -= 1
                if top == count or left == 1:
                    break
    return tuple(cards[:count])


def _checked_count(deck: Deck, first: int | None) -> int:
    if deck.size > _NUMBERS:
        raise BadCards(f"A shuffle takes at most {_NUMBERS} cards; got {deck.size}.")
    if first is None:
        return deck.size
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first <= deck.size:
        raise BadCards(f"expected to deal 0 to {deck.size} cards of this deck; got {first!r}")
    return first
