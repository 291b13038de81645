"""Spots between two players: hands that the plan plays on both sides, up to a decision of the last round of betting."""

import random
from collections import Counter
from typing import Any

from houseway.analysis.between_players import PlayersAnalysis, players_analysis
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.view import View
from houseway.games.telling.hand_so_far import followed, planned_question
from houseway.training.kinds import Kind, kind_of
from houseway.training.spots import SEAT, NoSpot, Spot, opened, seed_number

ASKED = ("cards", "holds", "player", "lines", "board", "legal")
"""What the plan is asked with."""
PLAYERS_KINDS_FROM = 100
"""How many hands are dealt to see which kinds of spots there are."""


def deal_players_spot(game: GameBetweenPlayers, seed: str) -> Spot:
    """A decision of the last round of the hand of a seed, the first or every other time a later one."""
    generator = random.Random(f"houseway/spot/{seed}")
    title, state, found = players_analysis(game), opened(game, seed), None
    before: list[Action] = []
    passed = generator.randrange(2)
    while isinstance(state.actor, int):
        view = state.view(state.actor)
        asked = planned_question(game.slug, view)
        assert asked is not None, "two are dealt in, in a fixed limit"
        if state.actor == SEAT and len(asked["lines"]) == len(game.terms):
            found = Spot(game.slug, seed, tuple(before))
            if not passed:
                return found
            passed -= 1
        action = _drawn(title, asked, view, generator)
        before.append(action)
        state = state.apply(action).advance()
    if found is None:
        raise NoSpot(f"this hand of {game.title} was over before the last round of betting")
    return found


def _drawn(title: PlayersAnalysis, asked: dict[str, Any], view: View, generator: random.Random) -> Action:
    """An action as often as the plan takes it."""
    planned = title.planned_play(*(asked[name] for name in ASKED), solving=False)
    (chosen,) = generator.choices(list(planned.often), list(planned.often.values()))
    return followed(view, chosen)


def players_kinds(game: GameBetweenPlayers, base: str = "kinds") -> list[tuple[Kind, int]]:
    """The kinds of spots that come up, with how many of `PLAYERS_KINDS_FROM` hands have each."""
    seen: Counter[Kind] = Counter()
    for number in range(PLAYERS_KINDS_FROM):
        try:
            seen[kind_of(deal_players_spot(game, seed_number(base, number)).state())] += 1
        except NoSpot:
            continue
    return sorted(seen.items(), key=lambda each: (each[0].decision, -each[1], each[0].hand))
