"""Sentences for players, made once for every game and every interface: prompts, results, verdicts, and names.

The pages and the terminal show these sentences and add none about a game.
"""
