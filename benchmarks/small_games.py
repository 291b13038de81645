"""Iterations a second on games that are solved whole, beside OpenSpiel's CFR on the same games, in one run.

    python benchmarks/small_games.py [--seconds 5]

OpenSpiel's solver is its compiled `CFRSolver` (of HoldOut over the tree that the adapter writes out; of Kuhn's poker
and Leduc hold'em over its own games); its iterations update both players one after the other, as ours do. Both are
timed in turn by seconds of CPU, after a first iteration that is not counted, and measured by OpenSpiel's
exploitability for theirs and by our best responses for ours.
"""

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

import pyspiel

import houseway.adapters.open_spiel_small_game  # noqa: F401 (registers the game)
from houseway.adapters.open_spiel_small_game import Tree
from houseway.analysis.solve.small import kuhn, leduc
from houseway.analysis.solve.subgame import Iterated
from houseway.analysis.titles.five_card_holdout.small_games import small_game
from houseway.cards.deck import Deck

RANKS, SUITS = "QKA", "hs"
HOLDOUT = f"python_houseway_small_holdout(cards=2,ranks={RANKS},suits={SUITS},bets_a_round=1)"
TURNS = 4
"""Both are timed so often, one after the other."""


def games() -> dict[str, tuple[Iterated, Any]]:
    """Each game in our form and in OpenSpiel's."""
    holdout = small_game(2, Deck.stripped(ranks=RANKS, suits=SUITS), bets_a_round=1)
    return {
        "Kuhn's poker": (kuhn(), pyspiel.load_game("kuhn_poker")),
        "Leduc hold'em": (leduc(), pyspiel.load_game("leduc_poker")),
        "HoldOut of 2 cards, one bet a round": (holdout, Tree(pyspiel.load_game(HOLDOUT)).load()),
    }


def timed(step: Callable[[], Any], seconds: float) -> tuple[int, float]:
    """How many steps were taken in about so many seconds of CPU, and in how many."""
    begun, count = process_time(), 0
    while (spent := process_time() - begun) < seconds:
        step()
        count += 1
    return count, spent


def main() -> None:
    """Time both in turn and print what they came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU for each solver and game.")
    seconds = parser.parse_args().seconds
    for name, (ours, game) in games().items():
        theirs = pyspiel.CFRSolver(game)
        steps = {"ours": ours.step, "OpenSpiel": theirs.evaluate_and_update_policy}
        counts, spent = dict.fromkeys(steps, 0), dict.fromkeys(steps, 0.0)
        for step in steps.values():
            step()
        for _ in range(TURNS):
            for who, step in steps.items():
                count, cpu = timed(step, seconds / TURNS)
                counts[who] += count
                spent[who] += cpu
        rates = {who: counts[who] / spent[who] for who in steps}
        found = pyspiel.exploitability(game, theirs.average_policy())
        print(
            f"{name}: {rates['ours']:,.1f} iterations a second, OpenSpiel {rates['OpenSpiel']:,.1f}: "
            f"{rates['ours'] / rates['OpenSpiel']:.1f} times; exploitability {ours.measure().exploitability:.2g} after "
            f"{1 + counts['ours']:,}, {found:.2g} after {1 + counts['OpenSpiel']:,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
