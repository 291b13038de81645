"""Analyzers written by hand, for the games whose counting needs an argument of its own."""
