"""Board showdowns: two player's cards against the dealer's two, with community cards in streets that both
hands share.
"""
