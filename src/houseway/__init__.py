"""Regulator-approved casino card games: executable, exact and auditable."""

__version__ = "0.1.0"
