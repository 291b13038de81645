"""What another player's hand is worth to a player with an Envy lammer (FA-16)."""

from collections.abc import Callable
from fractions import Fraction

from houseway.analysis.titles.fast_action_holdem.endings import NO_HAND, Outcome, Tally
from houseway.games.titles.fast_action_holdem import FastActionGame


def envy_value(game: FastActionGame, tally: Tally, first_values: tuple[int, ...]) -> Fraction:
    """The expected Envy Bonus, in cents a round, for each other player who plays as the tally does."""
    due = envy_by_outcome(game, first_values)
    total = sum((due(outcome) * times for outcome, times in tally.combinations.items()), Fraction(0))
    return total / tally.total


def envy_by_outcome(game: FastActionGame, first_values: tuple[int, ...]) -> Callable[[Outcome], Fraction]:
    """What an outcome pays each lammer of another player, in cents.

    Each hand that was played counts, or only the better of two (FA-R9).
    """
    pays = [game.pays["envy"].pays_value(value, game.showdown) or Fraction(0) for value in first_values]
    better_only = game.reading("FA-R9") == "better"

    def due(outcome: Outcome) -> Fraction:
        if outcome.second == NO_HAND:
            return pays[outcome.first]
        if better_only:
            return pays[max(outcome.first, outcome.second)]
        return pays[outcome.first] + pays[outcome.second]

    return due
