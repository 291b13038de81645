"""Rounds of arranged shoes for tests, and what their settlements say, wager by wager."""

from collections.abc import Sequence
from typing import Any

from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.procedure import ProcedureState
from houseway.games.engine.state import State


def declared_game(slug: str, paytable: str | None = None, **readings: str) -> DeclaredGame:
    """A declared title with readings given as R3="push"; the prefix is that of its sheet."""
    prefix = next(iter(game(slug).sheet.clauses)).partition("-")[0]
    made = game(slug, paytable=paytable, readings={f"{prefix}-{name}": each for name, each in readings.items()})
    assert isinstance(made, DeclaredGame)
    return made


def price(state: State, action: Action) -> tuple[int, str]:
    """What a decision costs, and the clause that says so."""
    assert isinstance(state, ProcedureState)
    return state.bet_due(action)


def play(table: Game, bets: Sequence[Bet], shoe: str, *moves: Action, **options: Any) -> State:
    """A round of an arranged shoe in which the seats make these moves in turn."""
    state = table.start(bets, shoe=shoe, **options).advance()
    for move in moves:
        state = state.apply(move).advance()
    return state


def returned(state: State, seat: int = 0) -> dict[str, int]:
    return {entry.wager: entry.returned for entry in state.settlements if entry.seat == seat}


def staked(state: State, seat: int = 0) -> dict[str, int]:
    return {entry.wager: entry.staked for entry in state.settlements if entry.seat == seat}


def clauses(state: State, seat: int = 0) -> dict[str, str]:
    return {entry.wager: entry.clause for entry in state.settlements if entry.seat == seat}
