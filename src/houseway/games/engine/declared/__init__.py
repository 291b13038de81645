"""Titles as one declaration: the terms it is written with, and the round that follows from them."""
