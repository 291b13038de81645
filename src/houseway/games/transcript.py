"""A whole round as text: every event with its clause, every seat's view at each of its decisions, every settlement."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.strategies.base import Strategy


def transcript(game: Game, bets: Sequence[Bet], players: Mapping[int, Strategy], seed: int, **options: Any) -> str:
    """Play one round and write it down completely.

    A view appears before each decision, for the seat that acts and for a spectator. So a leak of hidden cards is
    visible in a review.
    """
    state = game.start(bets, seed=seed, **options)
    lines = [
        f"# {game.label}",
        f"# seed {seed}; {', '.join(f'seat {seat}: {bet}' for seat, bet in enumerate(bets))}",
        "",
    ]
    written = 0
    while True:
        state = state.advance()
        lines += [str(event) for event in state.events[written:]]
        written = len(state.events)
        seat = state.actor
        if seat is None:
            break
        assert isinstance(seat, int)
        lines += _view_lines(state, seat)
        action = players[seat].choose(state.view(seat))
        lines.append(f"> seat {seat}: {action}")
        state = state.apply(action)
    return "\n".join([*lines, "", *_settlement_lines(state), ""])


def _view_lines(state: State, seat: int) -> list[str]:
    own, spectator = state.view(seat), state.view(None)
    legal = ", ".join(str(action) for action in own.legal_actions)
    return [
        f"  seat {seat} sees: {'; '.join(str(pile) for pile in own.piles if pile.cards)}",
        f"  all see: {'; '.join(str(pile) for pile in spectator.piles if pile.cards)}",
        f"  may: {legal}",
    ]


def _settlement_lines(state: State) -> list[str]:
    lines = [
        f"seat {entry.seat} {entry.wager}: staked {dollars(entry.staked)}, returned {dollars(entry.returned)} "
        f"[{entry.clause}] {entry.reason}"
        for entry in state.settlements
    ]
    results = [f"seat {seat} {dollars(state.result(seat))}" for seat in range(state.n_seats)]
    return [*lines, f"results: {', '.join(results)}, house {dollars(state.house_result)}"]
