"""Equilibria of games between two players: betting trees, ranges, discounted regrets, best responses.

A value here is a float, found by iteration; what it is worth is said by its exploitability, which is measured by the
best response to it and never assumed.
"""
