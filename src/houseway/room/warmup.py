"""Rounds of every game played at startup, so that the tables which the rules load on first use are in memory."""

from dataclasses import dataclass
from datetime import date

from houseway.games.catalogue import GAMES
from houseway.games.engine.action import Action
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.strategies import play_out
from houseway.room.spec import TableSpec
from houseway.room.state import TableState
from houseway.room.transfers import bot_bet

PLAYERS, ROUNDS = 2, 3


@dataclass
class NeverFolds:
    """A player that takes the first legal action other than a fold, so that every hand is ranked in the end."""

    name: str = "never folds"

    def choose(self, view: View) -> Action:
        """Return one of the legal actions."""
        return next(action for action in view.legal_actions if action.kind != "fold")


def warm_up(today: date) -> list[State]:
    """Play a few rounds of every game from fixed seeds, and return the result of each."""
    rounds: list[State] = []
    for slug in GAMES:
        table = TableState.opened(0, TableSpec(slug, seats=PLAYERS).completed(today))
        bets = [bot_bet(table, seat) for seat in range(PLAYERS)]
        rounds += [play_out(table.game.start(bets, seed=seed), NeverFolds()) for seed in range(ROUNDS)]
    return rounds
