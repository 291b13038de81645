"""The room in simulated worlds, one for each seed: clock, disk, network, threads and people are decided by the seed.

Each world plays tables of all games for some simulated minutes, in which writes fail, messages are lost, doubled,
delayed and reordered, clocks are set and the server is killed between any two steps. Then the faults stop, every round
must come to its end, and everything is checked: chips, promises, the log played again, secrecy, time.

    python benchmarks/simulate_faults.py --seeds 200 --minutes 3 --jobs 2
    python benchmarks/simulate_faults.py --first 17 --minutes 3 --trace -       # one seed again, line by line
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from simulation.run import Workshop
from simulation.world import Outcome

Batch = tuple[list[int], float]
BATCH = 4
BATCHES_OF_ONE_PROCESS = 4
"""Then a new process goes on: a world leaves some memory behind."""
LINES_SHOWN = 40


@dataclass
class Tally:
    """All worlds together."""

    seeds: int = 0
    rounds: int = 0
    kills: int = 0
    restores: int = 0
    records: int = 0
    transactions: int = 0
    messages: int = 0
    told: int = 0
    simulated_hours: float = 0.0
    cpu_seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[dict[str, object]] = field(default_factory=list)

    def add(self, outcome: Outcome, minutes: float, cpu: float) -> None:
        """One more world."""
        self.seeds += 1
        for name in ("rounds", "kills", "restores", "records", "transactions", "messages", "told"):
            setattr(self, name, getattr(self, name) + getattr(outcome, name))
        self.simulated_hours += outcome.seconds / 3600
        self.cpu_seconds += cpu
        self.faults.update(outcome.faults)
        if outcome.violation:
            again = f"python benchmarks/simulate_faults.py --first {outcome.seed} --minutes {minutes} --trace -"
            self.violations.append({"seed": outcome.seed, "what": outcome.violation, "replay": again})


def run_batch(batch: Batch) -> list[tuple[Outcome, float]]:
    """A few worlds, in one process."""
    seeds, minutes = batch
    done: list[tuple[Outcome, float]] = []
    with closing(Workshop()) as workshop:
        for seed in seeds:
            began = time.process_time()
            done.append((workshop.run(seed, minutes), time.process_time() - began))
    return done


def batches(options: argparse.Namespace) -> Iterator[Batch]:
    """All seeds, a few at a time, until time is up."""
    until = time.monotonic() + options.seconds if options.seconds else float("inf")
    numbers = iter(range(options.first, options.first + options.seeds))
    while time.monotonic() < until and (batch := list(islice(numbers, BATCH))):
        yield batch, options.minutes


def run_all(options: argparse.Namespace, tally: Tally) -> None:
    """All worlds, in this process or in several."""
    if options.jobs == 1:
        for batch in batches(options):
            report(run_batch(batch), tally, options)
        return
    with ProcessPoolExecutor(options.jobs, max_tasks_per_child=BATCHES_OF_ONE_PROCESS) as pool:
        running: set[Future[list[tuple[Outcome, float]]]] = set()
        for batch in batches(options):
            running.add(pool.submit(run_batch, batch))
            if len(running) == options.jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    report(one.result(), tally, options)
        for one in running:
            report(one.result(), tally, options)


def report(done: list[tuple[Outcome, float]], tally: Tally, options: argparse.Namespace) -> None:
    """Count worlds, and tell of those in which something broke, at once."""
    for outcome, cpu in done:
        tally.add(outcome, options.minutes, cpu)
        if options.digests:
            print(outcome.seed, outcome.digest, outcome.violation)
        elif outcome.violation:
            print(*outcome.trace[-LINES_SHOWN:], sep="\n", file=sys.stderr)
            print(json.dumps(tally.violations[-1], indent=2), file=sys.stderr, flush=True)


def trace_one(options: argparse.Namespace) -> int:
    """One world with everything that happened in it."""
    out = sys.stdout if options.trace == "-" else open(options.trace, "w", encoding="utf-8")  # noqa: SIM115
    with closing(Workshop()) as workshop:
        outcome = workshop.run(options.first, options.minutes, trace_to=out)
    print(outcome.seed, outcome.digest, outcome.violation or "no violation", file=sys.stderr)
    return 1 if outcome.violation else 0


def main() -> None:
    """Read the options, run, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=50, help="how many worlds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--minutes", type=float, default=3.0, help="simulated minutes with faults in each world")
    parser.add_argument("--seconds", type=float, help="begin no more worlds after so many real seconds")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--digests", action="store_true", help="print a digest of all that happened for each seed")
    parser.add_argument("--trace", metavar="FILE", help="write all that happens with the first seed, - for the screen")
    options = parser.parse_args()
    if options.trace:
        sys.exit(trace_one(options))
    tally = Tally()
    try:
        run_all(options, tally)
    except KeyboardInterrupt:
        print("interrupted: these are the worlds until now", file=sys.stderr)
    plain = {**asdict(tally), "faults": dict(sorted(tally.faults.items()))}
    if options.json:
        print(json.dumps(plain, indent=2))
    elif not options.digests:
        for name, value in plain.items():
            print(f"{name.replace('_', ' '):16} {value}")
        print(f"{'rounds a minute':16} {60 * tally.rounds / max(tally.cpu_seconds, 1e-9):.0f} for each CPU")
    sys.exit(1 if tally.violations else 0)


if __name__ == "__main__":
    main()
