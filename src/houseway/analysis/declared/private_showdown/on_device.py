"""Dealer's hands by inclusion and exclusion by the kernel in `disjoint.cu`, on whatever machine runs it."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from houseway.analysis.counting.card_sets import PLACES
from houseway.analysis.counting.device.machines import Machine, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import information_sets
from houseway.analysis.declared.private_showdown.disjoint import DisjointShowdowns, tables_of
from houseway.cards.deck import Deck
from houseway.ranking import ranking

OF_LOOKUP = ("card_keys", "card_masks", "offsets", "values", "mask_values")


@cache
def source() -> str:
    """The kernel's text."""
    return kernel_source("houseway.analysis.declared.private_showdown", "disjoint.cu")


def count_on(machine: Machine, job: DisjointShowdowns, shards: Sequence[int]) -> Counts:
    """The counts of some parts; the other rows are zero."""
    deck, told, dealer = Deck(job.copies), job.told, job.up + job.hidden
    seen, _ = information_sets(deck, job.own, job.up, job.keep_colors)
    tables, lookup = tables_of(deck, dealer, told.system), ranking(told.system).lookup
    numbers = [
        job.own,
        job.up,
        dealer,
        told.n_codes,
        told.least,
        told.always,
        tables.below.shape[1],
        PLACES.shape[1],
        tables.values.shape[1],
        int(lookup.start),
    ]
    arrays = {name: getattr(lookup, name) for name in OF_LOOKUP}
    arrays |= {"places": PLACES, "classes": tables.classes, "first_class": tables.first_class, "below": tables.below}
    arrays |= {"first_row": tables.first_row, "values of the largest sets": tables.values}
    head, held = table(machine, numbers, arrays)
    counts = np.zeros((len(seen), told.n_codes), np.int64)
    for first, end in _stretches([job.rows(shard) for shard in shards]):
        found = machine.zeros((end - first, told.n_codes), np.int64)
        given = [head, machine.put(np.ascontiguousarray(seen[first:end])), np.uint32(end - first), found]
        machine.launch(source(), "count_rows", given, 0)
        counts[first:end] = machine.get(found)
    del held
    return {"counts": counts}


def _stretches(parts: Sequence[slice]) -> list[tuple[int, int]]:
    """Rows of several parts, those that lie side by side as one."""
    found: list[tuple[int, int]] = []
    for part in sorted((each.start, each.stop) for each in parts if each.start < each.stop):
        if found and found[-1][1] == part[0]:
            found[-1] = found[-1][0], part[1]
        else:
            found.append(part)
    return found
