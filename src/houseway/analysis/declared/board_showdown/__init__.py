"""Board showdowns: two player's cards against the dealer's two, with shared community cards in streets."""
