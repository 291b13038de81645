"""Five Card HoldOut: exact equities, and the best cards to hold."""
