"""Draws: cards of a hand are exchanged unseen, and the hand is compared with the dealer's."""
