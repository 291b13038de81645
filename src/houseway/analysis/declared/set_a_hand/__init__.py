"""Hands set high and low: house way against house way, the best setting, and one hand against all dealer's hands."""
