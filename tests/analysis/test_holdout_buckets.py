"""The comparison of buckets of a river."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "holdout_buckets.py"


@pytest.fixture(scope="module")
def script() -> Any:
    found = spec_from_file_location("holdout_buckets", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def lost(script: Any, river: Any, buckets: list[Array], iterations: int) -> float:
    over = script.OverBuckets(river.game.last, [int(each.max()) + 1 for each in buckets])
    for number in range(1, iterations + 1):
        over.step(number, [river], [buckets])
    return float(over.beaten_by([river], [buckets]))


@pytest.mark.proof
def test_a_bucket_for_every_hand_loses_what_solving_the_river_does_and_one_for_all_loses_much(script: Any) -> None:
    river = script.rivers_of(Blueprint.load(), script.LINES[0], 1, seeded(3))[0]
    everybody = [np.arange(len(each.hands)) for each in river.ranges]
    nobody = [np.zeros(len(each.hands), np.int64) for each in river.ranges]
    designed = [script.DESIGNS["own 30"](river, player) for player in script.PLAYERS]
    alone, one, some = (lost(script, river, buckets, 12) for buckets in (everybody, nobody, designed))
    river.game.iterations = 0
    for learned in river.game.closing.learned:
        learned.regrets[...] = learned.averages[...] = 0
    assert alone == pytest.approx(river.game.solve(0.0, 12).exploitability / river.pot, rel=1e-4)
    assert one > 0.1 > some
