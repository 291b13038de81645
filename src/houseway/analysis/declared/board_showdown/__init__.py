"""Board showdowns: two own cards against the dealer's two, with common cards in streets that both hands share."""
