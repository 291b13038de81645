"""Cards, decks and how they are shuffled: the lowest layer, which knows no game."""

from houseway.cards.card import Card, card, card_symbol, card_text, is_joker, parse_card, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.cards.seed import Seed, SeedLike
from houseway.cards.shuffle import shuffle

__all__ = [
    "Card",
    "CardsLike",
    "Deck",
    "Seed",
    "SeedLike",
    "card",
    "card_symbol",
    "card_text",
    "format_cards",
    "is_joker",
    "parse_card",
    "parse_cards",
    "rank_of",
    "shuffle",
    "suit_of",
]
