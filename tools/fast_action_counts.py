"""Writes the counts of Fast Action Hold'em that ship with the package.

`python tools/record.py counts GAME[,READING=CHOICE...]` counts all boards on a GPU (CuPy), keeps the counts of one
arrangement of each class, and chooses from them what ships.

What is chosen. Of all arrangements ship the wins and the boards by class. Wins by class ship of the pairs that the best
play of any of many tables keeps, and whole cells of the hands that it splits, the latter only if the table is worth
less than MOST_GENEROUS to the player. Half of the tables are drawn at random: the lowest hand that is paid, how steep
the odds are, the Bonus in Antes. The others are approved tables with every row changed at random. Each is played with
and without the split of the Bonus alone. To them come the approved tables with other bet ratios and readings of splits,
their rule lists and the house way.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import gpu
from houseway.analysis.titles.fast_action_holdem.analyzer import as_fast_action
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices, Payoffs, odds_by_class
from houseway.analysis.titles.fast_action_holdem.counts import FOLDER, LIMB, WholeCounts, job_of, limbs_of, packed
from houseway.analysis.titles.fast_action_holdem.rule_list import house_way_plays, rule_ways
from houseway.analysis.titles.fast_action_holdem.space import Integers, space_of
from houseway.games.catalogue import game
from houseway.games.engine.sheet import sheet
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER
MOST_GENEROUS = 0.0
N_TABLES = 750
RATIOS = (0.2, 0.5, 1, 1, 1, 2, 3, 2)
APPROVED_RATIOS = (0, Fraction(1, 5), Fraction(1, 2), 2, 3, 5, 1)
KINDS = np.array([way.kind for way in WAYS])
SLOTS = np.array([way.slot for way in WAYS])
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def game_of(spec: str) -> FastActionGame:
    """The game that the command line names."""
    slug, *settings = spec.split(",")
    return as_fast_action(game(slug, readings=dict(each.split("=") for each in settings)))


def count(table: FastActionGame, place: Path) -> None:
    """All counts of one arrangement of each class, by the GPU."""
    job, started = job_of(table), perf_counter()
    space = space_of(job.deck)
    counts = job.run_on(gpu(), job.shards())
    print(f"{table.label}: {len(space.boards[0]):,} boards in {perf_counter() - started:.1f} s")
    sizes = space.arrangement_sizes
    limbs = counts["wins"] if len(counts["wins"]) == 2 else limbs_of(counts["wins"][0])
    low = limbs[0] + (limbs[1] % sizes << LIMB)
    if (low % sizes).any() or (counts["boards"] % sizes).any():
        raise ArithmeticError("a sum over a class of arrangements is not a multiple of its size")
    wins = np.stack([low // sizes & (2**LIMB - 1), limbs[1] // sizes + (low // sizes >> LIMB)])
    np.savez_compressed(place, wins=wins, boards=counts["boards"] // sizes)


def random_tables(chances: Floats, generator: np.random.Generator) -> Iterator[Floats]:
    """Odds by class, times the Bonus in Antes: nothing below some class, then ascending, steep or flat."""
    for _ in range(N_TABLES):
        lowest = generator.choice([1, 2, 3, 4, 5], p=[0.1, 0.25, 0.25, 0.25, 0.15])
        steep, share = generator.uniform(0.4, 1), generator.uniform(0.1, 0.5)
        odds = np.round(chances**-steep * share * np.exp(generator.normal(0, 0.6, len(chances))))
        nets = np.full(len(chances), -1.0)
        nets[lowest:] = np.maximum.accumulate(odds[lowest:])
        yield nets * generator.choice(RATIOS)


class Needed:
    """Which arrangements are kept, and which split."""

    def __init__(self, counted: WholeCounts) -> None:
        self.slots, self.weights = counted.space.slots, counted.space.hands[1].astype(np.float64)
        self.kept, self.joint = (np.zeros(counted.space.n_arrangements, np.bool_) for _ in range(2))

    def add(self, ways: Integers, joint: bool = True) -> None:
        """The arrangements that ways to play all hands use."""
        rows, splits = np.arange(len(ways)), KINDS[ways] != KEEP
        first, other = self.slots[rows, SLOTS[ways]], self.slots[rows, 5 - SLOTS[ways]]
        self.kept[first[~splits]] = True
        if joint:
            self.joint[first[splits]] = self.joint[other[splits]] = True


def neighbors(table: FastActionGame, counted: WholeCounts, generator: np.random.Generator) -> Iterator[Floats]:
    """Approved tables with every row changed by up to half, times the Bonus in Antes."""
    for name in sheet(table.slug).pay_sets:
        chosen = as_fast_action(game(table.slug, paytable=name, readings=table.readings))
        odds = np.array([float(net) for net in odds_by_class(chosen, counted.job.first_values)])
        for _ in range(N_TABLES // 3):
            changed = np.round(odds * np.exp(generator.uniform(-0.7, 0.5, len(odds)))) + generator.integers(
                -1, 2, len(odds)
            )
            yield np.where(odds < 0, -1, np.maximum.accumulate(np.maximum(changed, 0))) * generator.choice(RATIOS)


def add_random_tables(table: FastActionGame, counted: WholeCounts, needed: Needed) -> None:
    """What the best play of random tables needs; by floating point, which is near enough to choose."""
    n_all = float(counted.n_boards * counted.n_dealer)
    ante = (2 * counted.wins.astype(np.float64) / n_all - 1)[needed.slots]
    chances = counted.boards / counted.n_boards
    by_slot = chances[:, needed.slots]
    generator = np.random.default_rng(1)
    drawn = random_tables(np.maximum(chances.mean(axis=1), 1e-9), generator)
    for nets in chain(drawn, neighbors(table, counted, generator)):
        bonus = np.tensordot(nets, by_slot, 1)
        values = np.stack([ante[:, way.slot] + bonus[:, way.slot] for way in WAYS])
        for place, way in enumerate(WAYS):
            values[place] += ante[:, 5 - way.slot] * (way.kind in (ANTE, BOTH))
            values[place] += bonus[:, 5 - way.slot] * (way.kind in (BONUS, BOTH))
        for allowed in (np.arange(len(WAYS)), np.flatnonzero(KINDS != BONUS)):
            best = allowed[values[allowed].argmax(axis=0)]
            worth = np.average(values[best, np.arange(len(best))], weights=needed.weights)
            needed.add(best, joint=worth < MOST_GENEROUS)


def add_approved_tables(table: FastActionGame, counted: WholeCounts, needed: Needed) -> None:
    """What best play, rule lists and the house way need of the approved tables."""
    for name in sheet(table.slug).pay_sets:
        for readings in ({}, {"FA-R2": "no-bonus-only"}, {"FA-R3": "first-hand"}):
            chosen = as_fast_action(game(table.slug, paytable=name, readings={**table.readings, **readings}))
            for ratio in (1,) if chosen.pays.equal_bets else APPROVED_RATIOS:
                payouts = Payoffs.of(chosen, counted.job.first_values, Fraction(ratio), None)
                choices = Choices(chosen, counted, payouts)
                needed.add(choices.best)
                if ratio == 1:
                    needed.add(rule_ways(choices))
    for ways in house_way_plays(choices):
        needed.add(ways)


def pack(table: FastActionGame, source: Path) -> None:
    """Choose what ships and write it."""
    with np.load(source) as file:
        wins, boards = file["wins"], file["boards"]
    job = job_of(table)
    sizes = space_of(job.deck).arrangement_sizes
    counted = WholeCounts(job, {"wins": wins * sizes, "boards": boards * sizes})
    needed = Needed(counted)
    add_random_tables(table, counted, needed)
    add_approved_tables(table, counted, needed)
    PLACE.mkdir(exist_ok=True)
    place = PLACE / f"{job.name}.npz"
    np.savez_compressed(place, allow_pickle=False, **packed(job, wins, boards, needed.kept, needed.joint))
    shares = f"{needed.kept.mean():.1%} kept, {needed.joint.mean():.1%} split"
    print(f"{place.name}: {place.stat().st_size:,} bytes; of {len(needed.kept):,} arrangements {shares}")


def record_counts(spec: str) -> None:
    """Count all boards of a game on a GPU, choose what ships, and write it."""
    table = game_of(spec)
    with TemporaryDirectory() as folder:
        place = Path(folder) / "counts.npz"
        count(table, place)
        pack(table, place)
