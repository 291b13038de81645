"""Equilibria of two-player games: betting trees, ranges, discounted regrets, best responses.

A value here is a float, found by iteration. Its quality is its exploitability, which is measured by the best response
to it and never assumed.
"""
