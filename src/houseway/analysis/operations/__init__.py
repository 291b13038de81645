"""Figures for a room that offers a game: operation, exposure, risk, seats and actual results."""
