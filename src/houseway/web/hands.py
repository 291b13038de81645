"""Hands between players that were played in the room, in the Poker Hand History format (PHH)."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.adapters.phh import to_phh, to_phhs
from houseway.errors import UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.players_round import RoundBetweenPlayers


def hands_as_phh(game: Game, table_id: int, rounds: Sequence[Mapping[str, Any]]) -> str:
    """Finished rounds of a table, the oldest first, as the text of a .phhs file; PHH cannot say that one was void."""
    if not isinstance(game, GameBetweenPlayers):
        raise UnknownName(f"{game.title} has no PHH hand history. PHH is for player vs. player games.")
    return to_phhs(_hand(game, table_id, played) for played in reversed(rounds) if played["void"] is None)


def _hand(game: GameBetweenPlayers, table_id: int, played: Mapping[str, Any]) -> str:
    """A hand numbers the seats that play it; where those stand at the table is in a field of our own."""
    state = _replayed(game, played)
    about = {
        "table": str(table_id),
        "hand": played["number"],
        "players": [_name(played, place) for place in state.order],
        "_table_seats": [played["seats"][place] + 1 for place in state.order],
        "_unit": "cents of play chips",
    }
    return to_phh(state, about)


def _name(played: Mapping[str, Any], place: int) -> str:
    name: str = played["names"][place]
    return f"{name} (automatic)" if played["seats"][place] in played["automatic"] else name


def _replayed(game: GameBetweenPlayers, played: Mapping[str, Any]) -> RoundBetweenPlayers:
    bets = [Bet(**bet) for bet in played["bets"]]
    state = game.start(bets, open_shoe=True, button=played["seats"].index(played["button"]))
    for event in played["events"]:
        if event["action"] is not None:
            state = state.apply(Action.from_dict(event["action"]))
    assert isinstance(state, RoundBetweenPlayers)
    return state
