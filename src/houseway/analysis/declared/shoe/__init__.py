"""Shoes: titles whose cards count by their rank alone, from one or more decks."""
