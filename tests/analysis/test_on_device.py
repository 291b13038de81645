"""The kernels for a GPU, compiled for this machine from the same source: their integers are those of the cores.

What cannot be run here is the GPU itself: `benchmarks/gpu.py` compares whole games on a machine that has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from math import comb
from pathlib import Path

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
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.choices import as_declared, stakes_of
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Comparison
from houseway.analysis.declared.private_showdown.disjoint import DisjointShowdowns
from houseway.analysis.declared.private_showdown.layout import Layout as ShowdownLayout
from houseway.analysis.declared.private_showdown.situations import by_commitment, pays_by_value
from houseway.analysis.declared.private_showdown.up_cards import UpShowdowns
from houseway.analysis.declared.set_a_hand.counting import AgainstTheHouseWay
from houseway.analysis.declared.set_a_hand.layout import kinds_of
from houseway.analysis.declared.set_a_hand.settings import settings_of
from houseway.analysis.results.recounted import recount
from houseway.analysis.results.simulation import PlayRounds
from houseway.analysis.titles.two_hand_holdem.analyzer import as_two_hand
from houseway.analysis.titles.two_hand_holdem.holes import N_BONUS_CLASSES
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops
from houseway.analysis.titles.two_hand_holdem.simulation import N_CELLS, Simulator
from houseway.cards.deck import Deck
from houseway.errors import HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.declared.vocabulary import Compare


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
def test_both_passes_over_boards_are_those_of_the_cores(
    slug: str, deck: Deck, smaller_on_ties: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a qualifier and without one; with all common cards in sight at the last decision, and with one hidden."""
    table = as_declared(game(slug, deck=deck))
    monkeypatch.setattr(type(table), "smaller_on_ties", smaller_on_ties)
    layout = Layout.of(table)
    passes = Passes.of(layout, Payoffs.of(table, stakes_of(table, None)))
    first = BoardValues(passes)
    shards = first.shards()
    values = assert_same(first, shards)["values"]
    assert_same(BoardCounts(passes, EarlyPlay.of(layout, values).prefixes()), shards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "deck", "shards"),
    [
        ("six-card-poker", Deck.stripped("89TJQKA", "cdh", 1), (0, 1, 40)),
        ("three-card-poker-face-up", Deck.stripped("23456789TJQKA", "cdhs", 1), (0, 12)),
        in_proof(("six-card-poker", Deck.stripped("6789TJQKA", "cdhs", 1), (0, 17))),
    ],
)
def test_hands_against_up_cards_are_counted_as_by_the_cores(slug: str, deck: Deck, shards: tuple[int, ...]) -> None:
    """With three hidden cards and a qualifier, with two and four ways to play; in live suits and in others."""
    table = as_declared(game(slug, deck=deck))
    layout, payoffs = ShowdownLayout.of(table), Payoffs.of(table, stakes_of(table, None))
    told, pays = pays_by_value(payoffs)
    cards = layout.own.cards, layout.up, layout.dealer.cards - layout.up
    assert_same(UpShowdowns(deck.copies, *cards, told, pays, tuple(by_commitment(payoffs).tolist())), shards)


def test_tables_that_are_too_large_for_a_block_are_left_to_the_cores() -> None:
    table = as_declared(game("caribbean-stud-poker"))
    told, pays = pays_by_value(Payoffs.of(table, stakes_of(table, None)))
    assert not UpShowdowns(table.deck.copies, 5, 1, 4, told, pays, (0, 1)).runs_on(one_thread())


@pytest.mark.parametrize(
    ("slug", "deck"),
    [
        ("four-card-poker", Deck.stripped("TJQKA", "cdh", 1)),
        ("crazy-4-poker", Deck.stripped("9TJQKA", "cdh", 1)),
        ("dj-wild-stud-poker", Deck.stripped("2TJQKA", "cdh", 1, jokers=1)),
    ],
)
def test_private_hands_are_counted_as_by_the_cores(slug: str, deck: Deck) -> None:
    """With a card up, with a qualifier, with wild cards; parts that lie side by side and one that does not."""
    table = as_declared(game(slug, deck=deck))
    layout, told = ShowdownLayout.of(table), Comparison.of(table, table.every(Compare)[0])
    cards = layout.own.cards, layout.up, layout.dealer.cards - layout.up
    assert_same(DisjointShowdowns(deck.copies, *cards, told, keep_colors=layout.keep_colors), (3, 4, 5, 9))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "deck", "n_kinds"),
    [
        ("ez-pai-gow", Deck.stripped("TJQKA", "cdhs", 1, jokers=1), 1),
        ("face-up-pai-gow", Deck.stripped("24679TA", "cdh", 1), 2),
    ],
)
def test_settings_beat_the_house_way_as_on_the_cores(slug: str, deck: Deck, n_kinds: int) -> None:
    """All sizes of common sets, the whole hand included; dealer's hands of one kind and of two."""
    table = as_declared(game(slug, deck=deck))
    kinds = kinds_of(table, settings_of(table.deck, table.house_way))
    job = AgainstTheHouseWay(table.deck, table.house_way, tuple(kinds.tolist()))
    counts = assert_same(job, job.shards())
    assert counts["every"].shape[1] == n_kinds
    assert counts["hands"].sum() * comb(table.deck.size - 7, 7) == counts["every"].sum()


@pytest.mark.slow
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


@pytest.mark.slow
def test_recounted_shards_are_held_against_what_ships_and_against_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game stands for the large one: its shards are not those that ship, and that is found."""
    monkeypatch.setattr("houseway.analysis.counting.shards.gpu", one_thread)
    small = replace(game("two-hand-holdem"), deck=Deck.stripped("6789T", "cdhs", 1))
    found = list(recount(small, Runner(cache=False, device=GPU), n_shards=2, first=3))
    assert [each.held_against for each in found] == ["what ships", "what ships", "the cores", "the cores"]
    assert [each.agrees for each in found] == [False, False, True, True]
    assert {each.counted_on for each in found} == {OneThread().name}


@pytest.mark.slow
@pytest.mark.parametrize("with_bonus", [False, True])
@pytest.mark.parametrize("first_round", [0, 2**32 - 400])
def test_rounds_by_the_rule_list_end_as_on_the_cores(with_bonus: bool, first_round: int, tmp_path: Path) -> None:
    """With the classes of a Bonus and without; across the boundary of a word of the round's number."""
    table = game("two-hand-holdem")
    if with_bonus:
        house = tmp_path / "house.toml"
        house.write_text("[bonus]\npair = 1\n")
        table = game("two-hand-holdem", paytable=house, readings={"2HH-R1": "four-card"})
    simulator = Simulator.of(as_two_hand(table), seed=5, best=None)
    play = simulator.on_device(one_thread())
    assert play is not None
    ours = play(first_round, 1000)
    assert ours.tolist() == simulator.play(first_round, 1000).tolist()
    assert ours.sum() == 1000
    assert bool(ours[N_CELLS // N_BONUS_CLASSES :].any()) == with_bonus


@pytest.mark.slow
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
