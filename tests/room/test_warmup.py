"""The rounds that are played before the first guest comes."""

from collections import Counter
from datetime import date

from houseway.games.catalogue import GAMES
from houseway.room.warmup import ROUNDS, warm_up


def test_every_game_is_played_to_its_end_and_nobody_folds() -> None:
    rounds = warm_up(date(2026, 7, 1))
    assert Counter(state.game.slug for state in rounds) == dict.fromkeys(GAMES, ROUNDS)
    assert all(state.is_over and state.settlements for state in rounds)
    assert not [event for state in rounds for event in state.events if event.action and event.action.kind == "fold"]
