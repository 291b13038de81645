"""Suits: hands that rank by their longest flush, counted as a product over the suits."""
