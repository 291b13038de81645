"""The value of a declared title, from its declaration alone: payoffs of all endings, and families that count them."""
