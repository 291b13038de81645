"""What a declared title is worth, from its declaration alone: payoffs of all endings, families that count them."""
