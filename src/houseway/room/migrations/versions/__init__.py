"""The migrations in order, one module each."""
