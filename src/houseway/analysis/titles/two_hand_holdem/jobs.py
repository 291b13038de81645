"""Flops and holes as jobs: every strategy that can be computed exactly in one pass, and optimal play as one table.

The table of optimal play is for simulation. A decision is one of three arrangements and of four choices of raises:
twelve in all, half a byte. The table has a row for each class of flops under renaming of suits, 1,755 of them. A row
has a place for each of the C(49,4) holes: 186 million bytes in all. To find a decision, the suits of the whole round
are renamed so that its flop is the one that represents its class. Rows are counted flop by flop and stored on disk
compressed, 15 million bytes in all.

The kernels in `flops.cu` count and play the same flops on a GPU.
"""

import lzma
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb
from time import thread_time
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, all_sets
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.titles.two_hand_holdem.counting import (
    N_JOINT,
    N_SUMS,
    RANK_WORLD,
    SQUARE,
    Array,
    Flop,
    FlopTables,
    completions,
    flop_tables,
    kind_counts,
    pair_places,
    worlds_of,
)
from houseway.analysis.titles.two_hand_holdem.holes import (
    EDGE,
    N_BONUS_CLASSES,
    RAISED_STAKE,
    Scores,
    best_decisions,
    bonus_classes,
    lay_out_holes,
    play_by_points,
    play_optimally,
)
from houseway.analysis.titles.two_hand_holdem.rule_list import (
    DRAWS,
    N_CLASSES,
    PointCount,
    all_classes,
    all_points,
    counted_points,
)
from houseway.cards.card import N_NATURAL, N_SUITS, rank_of, suit_of
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.strategies.two_hand_holdem import NeverRaise, RaiseMadeHands, RaisePairs, least_made_value
from houseway.games.titles.two_hand_holdem import FLOP_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.keys import RANK_KEYS

FLOPS_AT_ONCE = 5
HAND_CLASSES = "hand classes"


@dataclass(frozen=True)
class AllFlops:
    """A job that plays every hole after every flop. `copies` are those of the deck.

    Counts are multiplied by the number of flops of the class. The name of a strategy has the totals of `holes`.
    HAND_CLASSES has the statistics of the hands that optimal play sets.
    """

    copies: tuple[int, ...]

    name = "two-hand-holdem"
    modules: Sequence[str] = (
        *(
            f"houseway.analysis.titles.two_hand_holdem.{module}"
            for module in ("counting", "holes", "jobs", "rule_list")
        ),
        "houseway.analysis.declared.levels",
        "houseway.games.strategies.two_hand_holdem",
    )

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the deck alone: pay tables and readings apply after counting."""
        return {"copies": list(self.copies)}

    @cached_property
    def _flops(self) -> tuple[Array, Array]:
        return class_arrays(Deck(self.copies), (FLOP_CARDS,))

    def shards(self) -> Sequence[int]:
        """Return stretches of flop classes."""
        return range(-(-len(self._flops[0]) // FLOPS_AT_ONCE))

    def estimated_seconds(self) -> float:
        """Return the CPU time of all flops, estimated from two played now. The first flop compiles the kernels."""
        flops = self._flops[0].tolist()
        deck, last = Deck(self.copies), len(flops) - 1
        play_flop(deck, tuple(flops[0]))
        started = thread_time()
        for place in {last // 3, 2 * last // 3}:
            play_flop(deck, tuple(flops[place]))
        return (thread_time() - started) / len({last // 3, 2 * last // 3}) * len(flops)

    def run(self, shard: int) -> Counts:
        """Play every hole after the flops of one stretch."""
        total: Counts = {}
        for flop, weight in zip(*self.flops_of([shard]), strict=True):
            for name, counts in play_flop(Deck(self.copies), flop).items():
                total[name] = total.get(name, 0) + weight * counts
        return total

    def runs_on(self, machine: Machine) -> bool:
        """Return True: the kernels have room for any deck."""
        return True

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Play every hole after the flops of some stretches at once."""
        return play_on(machine, self, shards)

    def flops_of(self, shards: Sequence[int]) -> tuple[list[Flop], list[int]]:
        """Return a flop of each class in some stretches, and the number of flops that it represents."""
        places = [place for shard in shards for place in range(shard * FLOPS_AT_ONCE, (shard + 1) * FLOPS_AT_ONCE)]
        places = [place for place in places if place < len(self._flops[0])]
        flops, weights = self._flops
        return [tuple(flop) for flop in flops[places].tolist()], weights[places].tolist()

    def cards_after(self, flop: Flop) -> Array:
        """Return the cards that a flop leaves."""
        return np.array(Deck(self.copies).without(flop).cards, np.int64)


def play_flop(deck: Deck, flop: Flop) -> Counts:
    """Return the counts of every strategy after one flop."""
    tables = flop_tables(deck, flop)
    holes = np.empty((comb(tables.cards.size, HOLE_CARDS), HOLE_CARDS), np.uint8)
    lay_out_holes(tables.cards, holes)
    bonuses = bonus_classes(holes)
    counts: Counts = {}
    classes = all_classes(tables.cards, flop, DRAWS)
    counts[OPTIMAL], counts[HAND_CLASSES] = play_optimally(tables, classes, N_CLASSES, bonuses)
    played = play_by_points(tables, [scores(tables) for scores in SCORES.values()], bonuses)
    counts.update(zip(SCORES, played, strict=True))
    return counts


class SeenFlop(Protocol):
    """A flop and the cards that it leaves."""

    @property
    def flop(self) -> Flop:
        """Return the three cards."""

    @property
    def cards(self) -> Array:
        """Return the others, ascending."""


Scorer = Callable[[SeenFlop], Scores]


def _by_points(tables: SeenFlop) -> Scores:
    points = all_points(tables.cards, tables.flop, DRAWS)
    return Scores(counted_points(points), np.zeros_like(points), (points > 0).astype(np.int64))


def _by_raises(raised: Callable[[Array, Array, Flop], Array], by_strength: bool = False) -> Scorer:
    """Return the scores of a simple player that sets the most hands to raise. One such player also uses strengths."""

    def scores(tables: SeenFlop) -> Scores:
        cards, flop = tables.cards, tables.flop
        size = cards.size
        raises, strengths = np.zeros((size, size), np.int64), np.zeros((size, size), np.int64)
        high, low = np.tril_indices(size, -1)
        hands = np.column_stack([cards[high], cards[low]])
        made = np.column_stack([hands, np.tile(flop, (len(hands), 1))]).astype(np.uint8)
        values = ranking("standard").evaluate(made)
        raises[high, low] = raised(hands, values, flop)
        if by_strength:
            strengths[high, low] = values
        raises, strengths = raises + raises.T, strengths + strengths.T
        return Scores(raises, strengths, raises)

    return scores


SCORES: dict[str, Scorer] = {
    PointCount.name: _by_points,
    RaiseMadeHands.name: _by_raises(lambda hands, values, flop: values >= least_made_value(flop), by_strength=True),
    RaisePairs.name: _by_raises(lambda hands, values, flop: hands[:, 0] // N_SUITS == hands[:, 1] // N_SUITS),
    NeverRaise.name: _by_raises(lambda hands, values, flop: np.zeros(len(hands), np.bool_)),
}
STRATEGY_NAMES = (OPTIMAL, *SCORES)


SECONDS_A_FLOP = 0.15


class BestPlay(NamedTuple):
    """The table and its index.

    By the number of a flop: its row, and the renaming that maps it there. By renaming: the image of each card. `place`
    counts the cards of the deck below each card. `choose[k, n]` is C(n, k). Two decisions share a byte of `decisions`.
    """

    row_of_flop: NDArray[np.int32]
    renaming_of_flop: NDArray[np.uint8]
    renamed: NDArray[np.uint8]
    place: NDArray[np.int64]
    choose: NDArray[np.int64]
    holes: int
    decisions: NDArray[np.uint8]


@dataclass(frozen=True)
class BestDecisions:
    """A job that makes the decisions of optimal play for each class of flops, in the form of `holes.best_decisions`.

    `copies` are those of the deck. Each row is compressed.
    """

    copies: tuple[int, ...]

    name = "two-hand-holdem-play"
    modules: Sequence[str] = tuple(
        f"houseway.analysis.titles.two_hand_holdem.{module}" for module in ("counting", "holes", "jobs")
    )

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the deck alone: neither a Bonus nor a reading changes optimal play."""
        return {"copies": list(self.copies)}

    @cached_property
    def flops(self) -> Array:
        """Return the flop that represents each class."""
        return class_arrays(Deck(self.copies), (FLOP_CARDS,))[0]

    def shards(self) -> Sequence[int]:
        """Return stretches of flop classes."""
        return range(-(-len(self.flops) // FLOPS_AT_ONCE))

    def estimated_seconds(self) -> float:
        """Return the CPU time of all flops, as measured on one machine."""
        return SECONDS_A_FLOP * len(self.flops)

    def run(self, shard: int) -> Counts:
        """Decide every hole after the flops of one stretch."""
        rows = range(len(self.flops))[shard * FLOPS_AT_ONCE : (shard + 1) * FLOPS_AT_ONCE]
        return {str(row): _packed(best_decisions(self._tables(row))) for row in rows}

    def _tables(self, row: int) -> FlopTables:
        low, middle, high = self.flops[row].tolist()
        return flop_tables(Deck(self.copies), (low, middle, high))


def _packed(decisions: Array) -> NDArray[np.uint8]:
    return np.frombuffer(lzma.compress(decisions.tobytes(), preset=3), np.uint8)


@lru_cache(maxsize=1)
def best_play(deck: Deck, runner: Runner) -> BestPlay:
    """Return the table of a deck, with its rows from disk if they are there, or counted now."""
    job = BestDecisions(deck.copies)
    rows = runner.run(job)
    holes = comb(deck.size - FLOP_CARDS, HOLE_CARDS)
    width = -(-holes // 2)
    decisions = np.zeros(len(job.flops) * width, np.uint8)
    for row in range(len(job.flops)):
        plain = np.frombuffer(lzma.decompress(rows[str(row)].tobytes()), np.uint8)
        even = np.zeros(2 * width, np.uint8)
        even[:holes] = plain
        decisions[row * width : (row + 1) * width] = even[::2] | even[1::2] << 4
    return BestPlay(
        *_ways_to_rows(deck, job.flops),
        place=np.cumsum(np.array(deck.copies[:N_NATURAL])) - 1,
        choose=np.array([[comb(n, k) for n in range(N_NATURAL)] for k in range(HOLE_CARDS + 1)], np.int64),
        holes=2 * width,
        decisions=decisions,
    )


def _ways_to_rows(deck: Deck, flops: Array) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return each flop's row and a renaming that maps it there, and all renamings."""
    symmetries = suit_symmetries(deck)
    images = np.array([[renamed(card_id, suits) for card_id in range(N_NATURAL)] for suits in symmetries], np.uint8)
    row_of_flop = np.zeros(comb(N_NATURAL, FLOP_CARDS), np.int32)
    renaming_of_flop = np.zeros(len(row_of_flop), np.uint8)
    for number, image in enumerate(images):
        back = np.argsort(image)
        low, middle, high = np.sort(back[flops], axis=1).T
        places = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        row_of_flop[places], renaming_of_flop[places] = np.arange(len(flops)), number
    return row_of_flop, renaming_of_flop, images


MOST_PARTS = 4
CELLS = N_JOINT + 1
STATISTICS = EDGE + 1
Arrays = dict[str, NDArray[Any]]


@cache
def source() -> str:
    """Return the kernels' source text."""
    return kernel_source("houseway.analysis.titles.two_hand_holdem", "flops.cu")


@cache
def bonus_of_holes() -> NDArray[np.uint8]:
    """Return the bonus class of every set of four cards, by its number."""
    found: NDArray[np.uint8] = bonus_classes(all_sets(N_NATURAL, HOLE_CARDS)).astype(np.uint8)
    return found


@dataclass(frozen=True)
class FlopCards:
    """The strategies' inputs after a flop."""

    flop: Flop
    cards: NDArray[np.int64]


def play_on(machine: Machine, job: AllFlops, shards: Sequence[int]) -> Counts:
    """Play every strategy after the flops of some shards, each times the number of flops that it represents."""
    flops, weights = job.flops_of(shards)
    seen = [FlopCards(flop, job.cards_after(flop)) for flop in flops]
    worlds = [(place, suit) for place, each in enumerate(seen) for suit in worlds_of(each.flop)]
    squares = np.array([1 if suit == RANK_WORLD else 2 for _, suit in worlds])
    sizes = (squares * SQUARE) ** 2 * N_SUMS
    starts = np.concatenate([[0], np.cumsum(sizes)])
    sums = machine.zeros(int(starts[-1]), np.int32)
    room = fixed_room(machine, source())
    head, kept = table(machine, (), _world_arrays(seen, worlds, squares, starts))
    given = [head, np.uint32(len(worlds)), machine.zeros(1, np.uint32), sums]
    machine.launch(source(), "count_worlds", given, room)
    n_strategies = 1 + len(SCORES)
    play = machine.zeros((n_strategies, N_BONUS_CLASSES, 2, 2, CELLS), np.uint64)
    statistics = machine.zeros((N_CLASSES, STATISTICS), np.uint64)
    head, also_kept = table(machine, _hole_numbers(seen), _hole_arrays(seen, weights, worlds, squares, starts))
    given = [head, np.uint32(len(seen)), machine.zeros(1, np.uint32), sums, play, statistics]
    machine.launch(source(), "play_holes", given, room)
    found = machine.get(play).astype(np.int64)
    del kept, also_kept
    totals = dict(zip((OPTIMAL, *SCORES), found, strict=True))
    return {**totals, HAND_CLASSES: machine.get(statistics).astype(np.int64)}


def _world_arrays(
    seen: Sequence[FlopCards], worlds: Sequence[tuple[int, int]], squares: NDArray[Any], starts: NDArray[Any]
) -> Arrays:
    """Return the arrays of `struct Worlds`."""
    lookup = ranking("standard").lookup
    flops = [(seen[place].flop, suit) for place, suit in worlds]
    suited = [[rank_of(card) for card in flop if suit_of(card) == suit] for flop, suit in flops]
    return {
        "rank_keys": np.array(RANK_KEYS, np.uint64),
        "offsets": lookup.offsets,
        "values": lookup.values,
        "mask_values": lookup.mask_values,
        "squares": squares.astype(np.int64),
        "flop_key": np.array([sum(RANK_KEYS[rank_of(card)] for card in flop) for flop, _ in flops], np.int64),
        "flop_mask": np.array([sum(1 << rank for rank in ranks) for ranks in suited], np.int64),
        "in_flop": np.array([len(ranks) for ranks in suited], np.int64),
        "sums_start": starts[:-1].astype(np.int64),
        "counts": np.stack([kind_counts(seen[place].cards, suit) for place, suit in worlds]).astype(np.uint8),
    }


def _hole_numbers(seen: Sequence[FlopCards]) -> list[int]:
    """Return the numbers of `struct Holes`."""
    n_cards = len(seen[0].cards)
    deals = completions(n_cards)
    return [n_cards, len(SCORES), N_BONUS_CLASSES, N_CLASSES, MOST_PARTS, deals, RAISED_STAKE, PLACES.shape[1]]


def _hole_arrays(
    seen: Sequence[FlopCards],
    weights: Sequence[int],
    worlds: Sequence[tuple[int, int]],
    squares: NDArray[Any],
    starts: NDArray[Any],
) -> Arrays:
    """Return the arrays of `struct Holes`."""
    n_cards = len(seen[0].cards)
    by_part = np.zeros((2, len(seen), MOST_PARTS), np.int64)
    places = np.zeros((len(seen), MOST_PARTS, n_cards, n_cards), np.uint16)
    n_parts = np.zeros(len(seen), np.int64)
    for number, (place, suit) in enumerate(worlds):
        part = n_parts[place]
        by_part[:, place, part] = starts[number], squares[number]
        places[place, part] = pair_places(seen[place].cards, suit)
        n_parts[place] += 1
    scores: list[Scores] = [score(each) for each in seen for score in SCORES.values()]
    return {
        "weight": np.array(weights, np.int64),
        "n_parts": n_parts,
        "sums_start": by_part[0],
        "squares": by_part[1],
        "places_of": PLACES,
        "places": places,
        "cards": np.stack([each.cards for each in seen]).astype(np.uint8),
        "classes": np.stack([all_classes(each.cards, each.flop, DRAWS) for each in seen]).astype(np.uint8),
        "raises": np.stack([score.raises for score in scores]).astype(np.uint8),
        "bonus": bonus_of_holes(),
        "triples": all_sets(n_cards, HOLE_CARDS - 1),
        "points": np.stack([score.points for score in scores]).astype(np.int32),
        "strengths": np.stack([score.strengths for score in scores]).astype(np.int32),
    }
