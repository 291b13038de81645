"""The titles, one module per title, each with its declaration."""
