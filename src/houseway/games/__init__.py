"""The approved games: what the rules are."""
