"""Flops counted and played by the kernels in `flops.cu`, on whatever machine runs them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, all_sets
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.titles.two_hand_holdem.boards import N_SUMS
from houseway.analysis.titles.two_hand_holdem.holes import EDGE, RAISED_STAKE, Scores
from houseway.analysis.titles.two_hand_holdem.jobs import HAND_CLASSES, SCORES, AllFlops
from houseway.analysis.titles.two_hand_holdem.kinds import RANK_WORLD, SQUARE, Flop, kind_counts, pair_places
from houseway.analysis.titles.two_hand_holdem.payoffs import N_BONUS_CLASSES, bonus_classes
from houseway.analysis.titles.two_hand_holdem.reading import DRAWS, N_CLASSES, all_classes
from houseway.analysis.titles.two_hand_holdem.tables import N_JOINT, completions, worlds_of
from houseway.cards.card import N_NATURAL, rank_of, suit_of
from houseway.games.titles.two_hand_holdem import HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.keys import RANK_KEYS

MOST_PARTS = 4
CELLS = N_JOINT + 1
STATISTICS = EDGE + 1
Arrays = dict[str, NDArray[Any]]


@cache
def source() -> str:
    """The kernels' text."""
    return kernel_source("houseway.analysis.titles.two_hand_holdem", "flops.cu")


@cache
def bonus_of_holes() -> NDArray[np.uint8]:
    """The bonus class of every set of four cards, by its number."""
    found: NDArray[np.uint8] = bonus_classes(all_sets(N_NATURAL, HOLE_CARDS)).astype(np.uint8)
    return found


@dataclass(frozen=True)
class FlopCards:
    """What the strategies look at after a flop."""

    flop: Flop
    cards: NDArray[np.int64]


def play_on(machine: Machine, job: AllFlops, shards: Sequence[int]) -> Counts:
    """Every strategy after the flops of some shards, each times the flops that it stands for."""
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
    """The arrays of `struct Worlds`."""
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
    """The numbers of `struct Holes`."""
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
    """The arrays of `struct Holes`."""
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
