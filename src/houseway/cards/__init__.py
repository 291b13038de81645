"""Cards, decks and shuffles. This is the lowest layer and does not depend on any game.

Two modules load heavy libraries, so import them only where they are needed. `houseway.cards.classes` (NumPy) lists all
classes of cards under renaming of suits. `houseway.cards.streams` (Numba) deals for simulation.
"""

from houseway.cards.card import Card, card, card_symbol, card_text, is_joker, parse_card, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.cards.seed import Seed, SeedLike
from houseway.cards.shuffle import shuffle
from houseway.cards.symmetry import canonical, class_weight, orbit_size, stabilizer, suit_symmetries

__all__ = [
    "Card",
    "CardsLike",
    "Deck",
    "Seed",
    "SeedLike",
    "canonical",
    "card",
    "card_symbol",
    "card_text",
    "class_weight",
    "format_cards",
    "is_joker",
    "orbit_size",
    "parse_card",
    "parse_cards",
    "rank_of",
    "shuffle",
    "stabilizer",
    "suit_of",
    "suit_symmetries",
]
