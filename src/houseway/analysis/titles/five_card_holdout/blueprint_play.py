"""A seat's decision against one opponent by the blueprint. The last round is re-solved, within a time limit.

The ranges of a river are all dealt hands, weighted by Bayes' rule. A weight is how often the blueprint would have bet,
held and bet that hand again as seen. Both ranges are public information. The seat's cards are looked up in the
solution, and never change it. A player is assumed to slip now and then, so that no line leaves an empty range.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from time import monotonic

import numpy as np

from houseway.analysis.results.equity import PLANNED, SOLVED, PlannedPlay
from houseway.analysis.solve.looking import Look
from houseway.analysis.solve.sampling import HOLDS, LAST
from houseway.analysis.solve.subgame import Solved, Subgame
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules, chips_a_blind
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadSetting

SLIP = 0.01
TARGET, MOST_ITERATIONS, SECONDS = 0.005, 100, 1.5
"""The precision of a solved river, as a share of its pot, and the limit at which it is given up."""
MOST_HANDS = 100_000
MOST_KEPT = 4
LEAST_HELD = 2
"""The fewest cards held. The blueprint never holds a single card, and has no range for a player that does."""


class _OutOfTime(Exception):
    """Raised if a river is not solved in time."""


def planned_play(
    cards: CardsLike,
    holds: Sequence[int],
    player: int,
    lines: Sequence[str],
    board: CardsLike,
    legal: Mapping[str, float],
    *,
    solving: bool = True,
    seconds: float = SECONDS,
) -> PlannedPlay:
    """Return a player's play with the dealt cards, or after the discards with the held ones.

    `lines` are the actions of each betting round so far. Player 0 has the big blind. `legal` are the actions that the
    table allows, with the player's total bet in this round, in big blinds. If they are not those of the fixed limit,
    such as against an all-in player, there is no advice. A river that is not solved within `seconds` is played by the
    blueprint.
    """
    first, middle, last = (*lines, "", "")[:3]
    spot = Spot(first, tuple(holds), middle, last, parse_cards(board, deck=Deck.standard()))
    own = parse_cards(cards, deck=Deck.standard().without(spot.board))
    if spot.player != player:
        raise BadSetting(f"Player {spot.player} is to act, not player {player}.")
    if spot.stage == HOLDS:
        held_often = {format_cards(held): share for held, share in _shipped().holds(spot, own).items()}
        return PlannedPlay(held_often, PLANNED, beaten_by=_beaten_by())
    _check_legal(spot, legal)
    if solving and spot.stage == LAST and min(spot.held) >= LEAST_HELD:
        found = _on_solved_river(spot, own, seconds)
        if found is not None:
            return found
    often, learned = _shipped().learned_strategy(spot, own)
    return PlannedPlay(often, PLANNED, beaten_by=_beaten_by(), is_learned=learned)


def solved_river(spot: Spot, stop: Callable[[], bool] = lambda: False) -> tuple[Subgame, Solved] | None:
    """Solve the river of a spot from its beginning, with the blueprint's ranges.

    Return None if it is stopped, or if the ranges have more than MOST_HANDS hands.
    """
    ranges = [_shipped().range_of(player, replace(spot, last=""), slip=SLIP) for player in (0, 1)]
    if sum(len(each.hands) for each in ranges) > MOST_HANDS:
        return None
    pot = pot_before(spot)
    game = subgame(spot.board, spot.held, pot, ranges)

    def report(iterations: int, measured: Solved | None) -> None:
        if stop():
            raise _OutOfTime

    try:
        return game, game.solve(TARGET * pot, MOST_ITERATIONS, report)
    except _OutOfTime:
        return None


def pot_before(spot: Spot) -> float:
    """Return the pot when the last round begins, in big blinds."""
    rules, lost = blueprint_rules(), 0
    for tree, line in ((rules.blinds, spot.first), (rules.rounds[0], spot.middle)):
        lost += int(tree.lost[tree.lines_to_endings.index(line)])
    return 2 * lost / _big_blind()


@cache
def _big_blind() -> int:
    return chips_a_blind()


@cache
def _shipped() -> Blueprint:
    return Blueprint.load()


def _beaten_by() -> tuple[float, float] | None:
    """Return a local best response's win per hand, and the margin, in big blinds, or None if not measured."""
    found = _shipped().header["measured"].get("local_best_response")
    return None if found is None else (found["mbb"] / 1000, found["within_mbb"] / 1000)


_rivers: dict[Spot, tuple[Subgame, Solved]] = {}
"""The last solved rivers. A player may be asked again before the hand is over."""


def _on_solved_river(spot: Spot, own: tuple[int, ...], seconds: float) -> PlannedPlay | None:
    """Return the hand's play in the solution, or None if there is none in time, or the hand is not in the range."""
    key, until = replace(spot, last=""), monotonic() + seconds
    if key not in _rivers:
        found = solved_river(spot, lambda: monotonic() > until)
        if found is None:
            return None
        while len(_rivers) >= MOST_KEPT:
            del _rivers[next(iter(_rivers))]
        _rivers[key] = found
    game, solved = _rivers[key]
    places = (game.ranges[spot.player].hands == np.sort(np.array(own, np.uint8))).all(axis=1).nonzero()[0]
    if not len(places):
        return None
    decision, place = game.last.lines.index(spot.last), int(places[0])
    look, names = Look(game, spot.player), game.last.actions[decision]
    often, values = look.play(decision)[:, place].tolist(), look.values(decision)[:, place].tolist()
    return PlannedPlay(
        dict(zip(names, often, strict=True)), SOLVED, dict(zip(names, values, strict=True)), solved.exploitability
    )


def _check_legal(spot: Spot, legal: Mapping[str, float]) -> None:
    tree, line = spot.round
    decision = tree.lines.index(line)
    names, below = tree.actions[decision], tree.children[decision].tolist()
    prices = {
        name: float(tree.paid_before[child, spot.player]) / _big_blind()
        for name, child in zip(names, below, strict=False)
        if name in ("bet", "raise")
    }
    if set(legal) != set(names) or any(legal[name] != price for name, price in prices.items()):
        raise BadSetting(f"after {line or 'nothing'} a fixed limit allows {', '.join(names)}")
