"""What people are told at a table, made once for every game and every face: prompts, results, verdicts, and the words.

The pages and the terminal draw these; neither has sentences of its own about a game.
"""
