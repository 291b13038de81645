"""What the rules are worth: exact counts, strategies, simulation."""
