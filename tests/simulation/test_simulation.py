"""The room in simulated worlds: no invariant breaks, the same seed is the same world, and deliberate bugs are found."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulation.mutations import MUTATIONS, Mutation
from simulation.run import Workshop
from simulation.seeds import MINUTES, ONCE_FAILED, SHORT_RUN

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "simulate_faults.py"
LONGEST_CALM = 200.0
MOST_SEEDS = 12
"""By so many seeds a deliberate bug must be found."""


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


@pytest.mark.slow
def test_no_invariant_breaks(workshop: Workshop) -> None:
    outcomes = [workshop.run(seed, MINUTES) for seed in (*SHORT_RUN, *ONCE_FAILED)]
    broken = [outcome for outcome in outcomes if outcome.violation]
    assert not broken, "\n".join([f"seed {broken[0].seed}: {broken[0].violation}", *broken[0].trace[-30:]])
    faults = sum((Counter(outcome.faults) for outcome in outcomes), Counter[str]())
    assert sum(outcome.kills for outcome in outcomes) >= 5
    assert sum(outcome.rounds for outcome in outcomes) >= 50
    assert len(faults) >= 10, faults


@pytest.mark.slow
def test_the_same_seed_is_the_same_world_to_the_byte(workshop: Workshop) -> None:
    """In another process, whose sets and dictionaries have another order of hashes."""
    command = [sys.executable, str(SCRIPT), "--first", "106", "--seeds", "1", "--minutes", "0.4", "--digests"]
    environment = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    outcome = workshop.run(106, 0.4)
    assert outcome.told > 20
    assert done.stdout.split() == ["106", outcome.digest]


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name.replace(" ", "_"))
def test_a_deliberate_bug_is_found(mutation: Mutation, workshop: Workshop) -> None:
    for seed in range(1, MOST_SEEDS + 1):
        with mutation.in_place():
            outcome = workshop.run(seed, MINUTES / 2, mutation.likelihood, longest_calm=LONGEST_CALM)
        if outcome.violation:
            assert outcome.kind in mutation.found_as, outcome.violation
            return
    pytest.fail(f"{MOST_SEEDS} worlds did not show it")
