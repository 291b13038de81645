"""Private showdowns: a player's own cards against the dealer's, some of them face up, and nothing in common."""
