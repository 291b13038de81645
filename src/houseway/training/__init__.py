"""Drills: rounds to settle by hand, question by question, for dealers in training."""
