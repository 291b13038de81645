"""The kernels for a GPU, compiled for this machine from the same source: their integers are those of the cores.

What cannot be run here is the GPU itself: `benchmarks/gpu.py` compares whole games on a machine that has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from numpy.typing import NDArray
from support.command_line import houseway
from support.device import one_thread
from support.quick import in_proof

from houseway.analysis import simulate
from houseway.analysis.counting.device import machines
from houseway.analysis.counting.device.machines import Machine, OneThread
from houseway.analysis.counting.shards import CPU, GPU, DeviceJob, Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.middle import EarlyPlay
from houseway.analysis.declared.choices import as_declared, stakes_of
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.recounted import recount
from houseway.analysis.results.simulation import PlayRounds
from houseway.analysis.titles.two_hand_holdem.analyser import as_two_hand
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops
from houseway.analysis.titles.two_hand_holdem.payoffs import N_BONUS_CLASSES
from houseway.analysis.titles.two_hand_holdem.simulation import N_CELLS, Simulator
from houseway.cards.deck import Deck
from houseway.errors import HousewayError
from houseway.games.catalogue import game


def added(parts: Sequence[Counts]) -> Counts:
    return reduce(lambda total, part: {name: total[name] + part[name] for name in total}, parts)


def assert_same(job: Job, shards: Sequence[int]) -> Counts:
    """Count shards in both ways; all arrays must be equal, in form too."""
    assert isinstance(job, DeviceJob)
    machine = one_thread()
    assert job.runs_on(machine)
    ours, theirs = job.run_on(machine, shards), added([job.run(shard) for shard in shards])
    assert ours.keys() == theirs.keys()
    for name, array in theirs.items():
        assert (ours[name].dtype, ours[name].shape) == (array.dtype, array.shape), name
        assert np.array_equal(ours[name], array), name
    assert any(array.any() for array in theirs.values())
    return theirs


@pytest.mark.parametrize("smaller_on_ties", [False, True])
@pytest.mark.parametrize(
    ("slug", "deck"),
    [
        ("ultimate-texas-holdem", Deck.stripped("TJQKA", "cdh", 1)),
        ("texas-holdem-bonus", Deck.stripped("9TJQK", "cd", 1)),
    ],
)
def test_both_passes_over_boards_are_those_of_the_cores(slug: str, deck: Deck, smaller_on_ties: bool) -> None:
    """With a qualifier and without one; with all common cards in sight at the last decision, and with one hidden."""
    table = as_declared(game(slug, deck=deck))
    layout = Layout.of(table)
    passes = Passes.of(layout, Payoffs.of(table, stakes_of(table, None)), smaller_on_ties)
    first = BoardValues(passes)
    shards = first.shards()
    values = assert_same(first, shards)["values"]
    assert_same(BoardCounts(passes, EarlyPlay.of(layout, values, smaller_on_ties).prefixes()), shards)


@pytest.mark.parametrize(
    ("deck", "shards"),
    [
        (Deck.stripped("6789T", "cdhs", 1), (0, 5, 11)),
        (Deck.stripped("56789TJ", "cdh", 1), (3,)),
        in_proof((Deck.stripped("23456789TJQKA", "cdhs", 1), (0, 175, 350))),
    ],
)
def test_flops_are_played_as_by_the_cores(deck: Deck, shards: tuple[int, ...]) -> None:
    assert_same(AllFlops(deck.copies), shards)


@dataclass(frozen=True)
class Seen(AllFlops):
    """Notes which stretches of shards are counted at once."""

    stretches: list[list[int]] = field(default_factory=list, compare=False)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        self.stretches.append(list(shards))
        return {"counted": np.array([sum(shards), len(shards)])}


def test_a_runner_counts_on_a_gpu_in_a_few_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.analysis.counting.shards.gpu", lambda: OneThread())
    job = Seen(Deck.stripped("6789T", "cdhs", 1).copies)
    counts = Runner(cache=False, device=GPU).run(job)
    shards = list(job.shards())
    assert counts["counted"].tolist() == [sum(shards), len(shards)]
    assert [shard for stretch in job.stretches for shard in stretch] == shards
    assert 1 < len(job.stretches) < len(shards)


def test_the_cores_count_where_nothing_else_is_asked_for() -> None:
    job = AllFlops(Deck.stripped("6789T", "cdhs", 1).copies)
    assert Runner(device=CPU).machine(job) is None
    assert Runner(cluster="tcp://127.0.0.1:1", device=GPU).machine(job) is None


def test_a_gpu_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    machines.gpu.cache_clear()
    with pytest.raises(HousewayError, match="expected CuPy"):
        Runner(device=GPU).machine(AllFlops(Deck.stripped("6789T", "cdhs", 1).copies))
    result = houseway("verify-counts", "two-hand-holdem", "--device", "gpu")
    assert result.returncode == 2
    assert "expected CuPy" in result.stderr


def test_recounted_shards_are_held_against_what_ships_and_against_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game stands for the large one: its shards are not those that ship, and that is found."""
    monkeypatch.setattr("houseway.analysis.counting.shards.gpu", one_thread)
    small = replace(game("two-hand-holdem"), deck=Deck.stripped("6789T", "cdhs", 1))
    found = list(recount(small, Runner(cache=False, device=GPU), n_shards=2, first=3))
    assert [each.held_against for each in found] == ["what ships", "what ships", "the cores", "the cores"]
    assert [each.agrees for each in found] == [False, False, True, True]
    assert {each.counted_on for each in found} == {OneThread().name}


@pytest.mark.parametrize("with_bonus", [False, True])
@pytest.mark.parametrize("first_round", [0, 2**32 - 400])
def test_rounds_by_the_rule_list_end_as_on_the_cores(with_bonus: bool, first_round: int) -> None:
    """With the classes of a Bonus and without; across the boundary of a word of the round's number."""
    simulator = Simulator.of(as_two_hand(game("two-hand-holdem")), seed=5, best=None)
    if with_bonus:
        simulator = replace(simulator, paid=(("any", Fraction(-1)),) * N_BONUS_CLASSES)
    play = simulator.on_device(one_thread())
    assert play is not None
    ours = play(first_round, 1000)
    assert ours.tolist() == simulator.play(first_round, 1000).tolist()
    assert ours.sum() == 1000
    assert bool(ours[N_CELLS // N_BONUS_CLASSES :].any()) == with_bonus


def test_a_simulation_is_played_on_the_runners_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rounds as on the cores: with a kernel they are played there, without one they are played here."""
    cores = simulate("two-hand-holdem", 3000, seed=9, strategy="rule-list", runner=Runner(device=CPU))
    asked: list[int] = []

    def noted(self: Simulator, machine: Machine) -> PlayRounds:
        def play(first_round: int, rounds: int) -> NDArray[np.int64]:
            asked.append(rounds)
            return self.play(first_round, rounds)

        return play

    monkeypatch.setattr("houseway.analysis.counting.shards.gpu", one_thread)
    monkeypatch.setattr(Simulator, "on_device", noted)
    found = simulate("two-hand-holdem", 3000, seed=9, strategy="rule-list", runner=Runner(device=GPU))
    assert asked == [3000]
    assert found.net == cores.net
    other = simulate("pick-2-poker", 1000, seed=9, runner=Runner(device=GPU))
    assert other.net == simulate("pick-2-poker", 1000, seed=9, runner=Runner(device=CPU)).net
