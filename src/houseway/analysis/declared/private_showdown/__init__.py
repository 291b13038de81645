"""Private showdowns: player's cards against the dealer's, some of them face up, without community cards."""
