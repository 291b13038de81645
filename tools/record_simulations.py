"""Write the simulations that ship with the package for reports of approved tables.

Best play can be simulated only where it is known for every hand, which for these games takes a whole count: a report of
an approved table would wait for it, although its exact result ships. A simulation is found again by the key of the
exact result. Run it after a change of a simulator's stream of cards:

    python tools/record_simulations.py [SLUG ...]

Games that are left out keep the simulations they have.
"""

import os
import sys
from pathlib import Path

import houseway.report.verification as verification
from houseway.analysis import analyzed, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import result_key
from houseway.analysis.results.simulation import SimulationResult
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

ROUNDS = 10_000_000
HEADING = (
    "# Simulations of approved tables, by the key of their exact result: `tools/record_simulations.py` writes them.\n"
)
TARGET = Path(verification.__file__).with_name(verification.RECORDS)


def entry(game: Game, result: SimulationResult) -> str:
    """One simulation as a table of the file."""
    counts = "\n".join(f'"{value}" = {times}' for value, times in result.net.weights.items())
    key = result_key(game, "optimal")
    head = f'label = "{game.label}"\nstrategy = "{result.subject.strategy}"\nseed = {verification.SEED}'
    return f"\n[{key}]\n{head}\n\n[{key}.net]\n{counts}\n"


def main(slugs: list[str]) -> None:
    """Simulate every pay table of the games, and write the file."""
    entries = []
    for slug in analyzed():
        if not particulars(make_game(slug)).needs_count(make_game(slug)):
            continue
        names: list[str | None] = [*sheet(slug).pay_sets]
        for name in names or [None]:
            game = make_game(slug, paytable=name)
            known = verification.recorded_simulation(game)
            if slug in slugs:
                rounds = min(ROUNDS, 10 * particulars(game).usual_rounds(game))
                known = simulate(game, rounds, seed=verification.SEED, jobs=os.cpu_count() or 1, runner=Runner())
                low, high = known.interval
                print(f"{game.label}: {float(known.mean):+.6f}, {low:+.6f} to {high:+.6f}", flush=True)
            if known is not None:
                entries.append(entry(game, known))
    TARGET.write_text(HEADING + "".join(entries), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or list(analyzed()))
