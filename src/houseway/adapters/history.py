"""A round of any game as one JSON object, which can be replayed and checked event by event."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.errors import BadHistory, HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import Event
from houseway.games.engine.game import Game
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State
from houseway.games.files.gamefile import game_from_text
from houseway.games.files.gamefile_text import export_game

FORMAT = 1
SOURCE = "the hand history's game"


def to_json(state: State, bets: Sequence[Bet]) -> str:
    """A round, finished or not, with the game as a game file, the bets, all events and the settlements.

    All cards are in it, hidden ones too: it is for the record, not for a seat.
    """
    plain = {
        "format": FORMAT,
        "game": export_game(state.game),
        "bets": [dict(bet) for bet in bets],
        "events": [event.to_dict() for event in state.events],
        "settlements": [settlement.to_dict() for settlement in state.settlements],
        **_meters_of(state),
        "results": [state.result(seat) for seat in range(state.n_seats)],
    }
    return json.dumps(plain, ensure_ascii=False, indent=1)


def _meters_of(state: State) -> dict[str, Any]:
    """What a round with wagers on meters was played for: each with the amount and the seed, in cents."""
    shown = {name: [each.amount, each.seed] for name, each in state.meters.items()}
    return {"meters": shown} if shown else {}


def from_json(text: str) -> State:
    """Replay a history; the events, settlements and results that follow must be those written down."""
    plain = _read(text)
    game = game_from_text(plain["game"], SOURCE)
    state = _replayed(game, plain)
    written = [plain["events"], plain["settlements"], plain["results"]]
    again = json.loads(to_json(state, [Bet(**bet) for bet in plain["bets"]]))
    for name, before in zip(("events", "settlements", "results"), written, strict=True):
        if again[name] != before:
            raise BadHistory(f"The {name} in the file do not match the actions: {_differ(before, again[name])}.")
    return state


def _read(text: str) -> dict[str, Any]:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadHistory(f"The history is not a JSON object: {error}.") from None
    kinds = {"format": int, "game": str, "bets": list, "events": list, "settlements": list, "results": list}
    if isinstance(plain, dict) and "meters" in plain:
        kinds["meters"] = dict
    if not isinstance(plain, dict) or set(plain) != set(kinds):
        raise BadHistory(f"expected an object with {', '.join(kinds)}")
    for name, kind in kinds.items():
        if not isinstance(plain[name], kind):
            raise BadHistory(f"{name}: expected {kind.__name__}; got {type(plain[name]).__name__}")
    if plain["format"] != FORMAT:
        raise BadHistory(f"format: expected {FORMAT}; got {plain['format']}")
    return plain


def _replayed(game: Game, plain: Mapping[str, Any]) -> State:
    try:
        shown = {name: Showing(amount, seed) for name, (amount, seed) in plain.get("meters", {}).items()}
        options = {"meters": shown} if shown else {}
        events = [_event(entry) for entry in plain["events"]]
        return game.replay([Bet(**bet) for bet in plain["bets"]], events, **options)
    except HousewayError as error:
        raise BadHistory(f"The round cannot be replayed: {error}") from None
    except (TypeError, ValueError):
        raise BadHistory(
            "A bet must be an object of wager names and cents, and an event an object with an action."
        ) from None


def _event(entry: Any) -> Event:
    """What a replay needs of an event: the clause, the seat and the action."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("clause"), str):
        raise BadHistory(f"An event must be an object with a clause; got {entry!r}.")
    action = entry.get("action")
    return Event(entry["clause"], "", entry.get("seat"), action=None if action is None else Action.from_dict(action))


def _differ(written: Sequence[Any], again: Sequence[Any]) -> str:
    """The first place where two lists differ."""
    for place, (before, after) in enumerate(zip(written, again, strict=False)):
        if before != after:
            return f"number {place} is {before!r}, expected {after!r}"
    return f"{len(written)} of them, expected {len(again)}"
