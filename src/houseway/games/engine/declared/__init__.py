"""A title as one declaration: the nouns it is written with, and the round that follows from them."""
