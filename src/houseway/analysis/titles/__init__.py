"""Hand-written analyzers, for the games whose counting needs a special argument."""
