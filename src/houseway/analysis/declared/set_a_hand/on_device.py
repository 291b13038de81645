"""Settings against the house way by the kernels in `common_sets.cu`, on whatever machine runs them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.set_a_hand.classes import HAND
from houseway.analysis.declared.set_a_hand.counting import (
    AgainstTheHouseWay,
    Sums,
    common_sets,
    take_off_same_hands,
)
from houseway.analysis.declared.set_a_hand.settings import Settings, settings_of

MOST_CARDS = 53
"""As many as the kernels have room for."""
SHARED, PARTS = 1, 2048
"""Up to so many common cards all blocks share the hands of a set, in so many parts."""
COMMON = np.dtype([("weight", np.int64), ("size", np.uint8), ("cards", np.uint8, HAND)])
"""`struct Common`."""
OF_LOOKUP = (
    "by_ranks", "rank_offsets", "columns", "column_offsets", "suited_keys", "by_flush", "splits_kings", "keys", "masks",
)  # fmt: skip


@cache
def source() -> str:
    """The kernels' text."""
    return kernel_source("houseway.analysis.declared.set_a_hand", "common_sets.cu")


def fits(job: AgainstTheHouseWay) -> bool:
    """Whether the kernels have room for the deck."""
    return job.deck.size <= MOST_CARDS


def count_on(machine: Machine, job: AgainstTheHouseWay, shards: Sequence[int]) -> Counts:
    """The hands beaten in some parts, with their signs."""
    settings, n_kinds = settings_of(job.deck, job.way), job.n_kinds
    highs, lows, n_classes = int(settings.high.max()), int(settings.low.max()) + 2, len(settings.hands)
    places = len(np.unique(settings.house_high))
    sets = _sets_of(job, shards)
    numbers = [
        job.deck.size,
        n_classes,
        n_kinds,
        lows,
        highs,
        places,
        settings.lookup.by_flush.shape[1],
        int(settings.lookup.start),
    ]
    head, held = table(machine, numbers, _arrays(job, settings))
    shapes = (len(settings.rows.high), n_kinds, 3), (n_classes, n_kinds)
    beaten, every = (machine.zeros(shape, np.uint64) for shape in shapes)
    hands = machine.zeros(n_classes, np.uint64)
    text, room = source(), fixed_room(machine, source())
    more, last = (sets[sets["size"] < HAND - 1], sets[sets["size"] == HAND - 1])
    if len(more):
        words = 2 * n_classes + highs + 1 + n_kinds * (places + 1) * lows
        work = machine.zeros((machine.blocks(text, "count_sets", room), words), np.uint32)
        held_sets, n_shared = machine.put(more.view(np.uint8)), np.uint32((more["size"] <= SHARED).sum())
        collected = machine.zeros((max(1, int(n_shared)), n_classes), np.uint32)
        given = [head, held_sets, n_shared, np.uint32(PARTS), machine.zeros(1, np.uint32), collected]
        machine.launch(text, "collect_hands", given, room)
        given = [head, held_sets, np.uint32(len(more)), collected, n_shared, machine.zeros(1, np.uint32), work]
        machine.launch(text, "count_sets", [*given, beaten, every, hands], room)
    if len(last):
        given = [head, machine.put(last.view(np.uint8)), np.uint32(len(last))]
        machine.launch(text, "count_last", [*given, beaten, every], room)
    del held
    found = Sums(*(machine.get(each).view(np.int64) for each in (beaten, every)))
    by_class = machine.get(hands).astype(np.int64)
    if by_class.any():
        take_off_same_hands(job.codes, settings.rows, by_class, found)
    return {"beaten": found.beaten, "every": found.every, "hands": by_class}


def _sets_of(job: AgainstTheHouseWay, shards: Sequence[int]) -> NDArray[Any]:
    """The sets of common cards of some shards, the largest work first; weights with the sign of the size."""
    found = []
    for size, first, end in sorted(job.parts[shard] for shard in shards):
        sets, weights = common_sets(job.deck, size)
        part = np.zeros(end - first, COMMON)
        part["weight"], part["size"] = weights[first:end] * (-1) ** size, size
        part["cards"][:, :size] = sets[first:end]
        found.append(part)
    return np.concatenate(found)


def _arrays(job: AgainstTheHouseWay, settings: Settings) -> dict[str, NDArray[Any]]:
    """The arrays of `struct Tables`, in its order."""
    lookup, codes, rows = settings.lookup, job.codes, settings.rows
    return {
        **{name: getattr(lookup, name) for name in OF_LOOKUP},
        "high": codes.high,
        "low": codes.low,
        "dealer": codes.dealer,
        "start": rows.start,
        "row_high": rows.high,
        "row_low": rows.low,
    }
