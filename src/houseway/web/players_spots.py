"""Looks for a spot between two players among hands that the plan plays, and solves the round of betting it is in."""

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.training.kinds import kind_of
from houseway.training.players_spots import deal_players_spot
from houseway.training.search import Wanted
from houseway.training.spots import SEAT, NoSpot, seed_number
from houseway.web.player_vs_player import last_round_of, players_question

Plain = dict[str, Any]


def players_spot(
    game: GameBetweenPlayers,
    wanted: Wanted,
    base: str,
    numbers: range,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Plain:
    """The first hand of some numbers that will do, or none, and the number of the hand to go on with.

    At least one hand is looked at; after so many seconds no other is begun, so that others get their turn.
    """
    until = clock() + seconds
    for number in numbers:
        found = _dealt(game, wanted, seed_number(base, number))
        if found is not None or clock() >= until:
            return {"spot": None, **(found or {}), "next": number + 1}
    return {"spot": None, "next": numbers.stop}


def _dealt(game: GameBetweenPlayers, wanted: Wanted, seed: str) -> Plain | None:
    try:
        spot = deal_players_spot(game, seed)
    except NoSpot:
        return None
    state = spot.state()
    kind = kind_of(state)
    if not wanted.has_kind(kind):
        return None
    question = players_question(state, SEAT)
    advice = last_round_of(game, question)
    if "margin" not in advice or not _is_close(wanted, advice):
        return None
    return {"spot": spot.to_dict(), "kind": [kind.decision, kind.hand], "question": question, "advice": advice}


def _is_close(wanted: Wanted, advice: Plain) -> bool:
    """Whether the best action gains little enough over the next; a gain within the solution's own error is none."""
    if wanted.closest is None:
        return True
    values = [Fraction(option["value"]["exact"]) for option in advice["options"]]
    gains = [values[0] - value for value in values if float(values[0] - value) > advice["margin"]]
    return bool(gains) and min(gains) <= wanted.closest
