"""How much an automatic player of Five Card HoldOut wins from another, heads-up in the usual fixed limit.

    python benchmarks/holdout_players.py --player river-solver --hands 20000 [--against caller ...] [--seed 1]
    python benchmarks/holdout_players.py --without-solving --hands 100000

The second plays the blueprint to the end: many more hands in the same time. Every deal is played twice with the seats
changed, so that both have had the same cards; what is told is the mean of the pairs in thousandths of a big blind a
hand with an interval of 95%, and what the player's decisions rested on.
"""

import argparse
from collections import Counter
from statistics import fmean, stdev
from time import process_time
from typing import Any

from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.strategies import strategy_names
from houseway.games.strategies.base import Strategy
from houseway.web.automatic_players import player_names, players_who_ask
from houseway.web.calculations import carry_out
from houseway.web.solving_player import SolvingPlayer

SLUG, STACK_BLINDS = "five-card-holdout", 100
WITHIN = 1.96


def ask(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of this process."""
    return carry_out({"task": "advise", **request}, lambda *told: None)


def net(table: GameBetweenPlayers, players: list[Strategy], seed: int, button: int) -> list[int]:
    """What each of two seats wins in one hand."""
    stack = STACK_BLINDS * table.big_blind
    state = table.start([Bet(stack=stack), Bet(stack=stack)], seed=seed, button=button)
    while (actor := state.actor) is not None:
        if isinstance(actor, int):
            state = state.apply(players[actor].choose(state.view(actor)))
        else:
            state = state.apply(state.legal_actions()[0])
    won = [0, 0]
    for settled in state.settlements:
        won[settled.seat] += settled.returned - settled.staked
    return won


def main() -> None:
    """Play and print a table."""
    names = player_names(SLUG, strategy_names(SLUG))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", choices=names, default="river-solver")
    parser.add_argument("--against", choices=names, nargs="*", default=list(strategy_names(SLUG)))
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-solving", action="store_true", help="play the last round by the blueprint too")
    given = parser.parse_args()
    table, player = game(SLUG), players_who_ask(ask)
    assert isinstance(table, GameBetweenPlayers)
    for other in given.against:
        mine, theirs = player(SLUG, given.player, given.seed), player(SLUG, other, given.seed + 1)
        if given.without_solving:
            mine = SolvingPlayer(SLUG, ask, given.seed, solving=False)
        begun = process_time()
        pairs = []
        for deal in range(given.hands // 2):
            seed = given.seed * 1_000_000 + deal
            one = net(table, [mine, theirs], seed, deal % 2)[0]
            two = net(table, [theirs, mine], seed, deal % 2)[1]
            pairs.append(1000 * (one + two) / 2 / table.big_blind)
        error = WITHIN * stdev(pairs) / len(pairs) ** 0.5
        rested: Counter[str] = getattr(mine, "rested_on", Counter())
        shares = ", ".join(f"{name} {count / rested.total():.0%}" for name, count in rested.most_common())
        told = f"{given.player} against {other}: {fmean(pairs):+.0f} +- {error:.0f} mbb a hand in {2 * len(pairs):,}"
        print(f"{told}, {1000 * (process_time() - begun) / len(pairs) / 2:.1f} CPU ms a hand; {shares}", flush=True)


if __name__ == "__main__":
    main()
