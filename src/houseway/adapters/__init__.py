"""The games in the forms that other projects expect.

No rule is repeated here, because everything reads states and views.
"""
