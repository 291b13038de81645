"""Showdowns against up cards by the kernel in `up_showdown.cu`, on whatever machine runs it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.up_cards import Kinds, kinds_of_up, rank_multisets
from houseway.analysis.declared.private_showdown.up_counting import UpShowdowns, kind_multisets, up_classes, up_kinds
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS
from houseway.cards.deck import Deck
from houseway.ranking import ranking
from houseway.ranking.keys import CARD_KEYS, CARD_MASKS, RANK_KEYS

MOST_OWN, MOST_HIDDEN = 7, 4
MOST_TABLE = 1 << 24
"""Bytes that the tables of one block may take: with more of them the cores count."""
MOST_ROOM = 96 << 10
"""Bytes of a multiprocessor's own memory that a block may take."""
WORD, HALF = 4, 2


@cache
def source(own: int, hidden: int) -> str:
    """The kernel's text, for hands of these sizes."""
    text = kernel_source("houseway.analysis.declared.private_showdown", "up_showdown.cu")
    return f"#define OWN {own}\n#define HIDDEN {hidden}\n{text}"


def fits(job: UpShowdowns) -> bool:
    """Whether a block has room for the tables of any set of up cards."""
    if job.own > MOST_OWN or job.hidden > MOST_HIDDEN:
        return False
    rows, columns = _most(job)
    return rows * columns * WORD <= MOST_TABLE and _own_room(job) <= MOST_ROOM


def count_on(machine: Machine, job: UpShowdowns, shards: Sequence[int]) -> Counts:
    """The sums of some parts of the up cards."""
    deck, ranked = Deck(job.copies), ranking(job.told.system)
    ups = _ups_of(job, shards)
    text = source(job.own, job.hidden)
    room = fixed_room(machine, text) + _own_room(job)
    rows, columns = _most(job)
    arrays = _arrays(job)
    n_parts = _most_parts(arrays)
    numbers = [
        job.told.n_codes,
        len(job.order),
        ranked.n_values,
        job.told.least,
        comb(deck.size - job.own - job.up, job.hidden),
        rows,
        columns,
        n_parts,
        int(ranked.lookup.start),
    ]
    head, held = table(machine, numbers, arrays)
    shape = len(up_kinds(deck, job.up)), ranked.n_values + 1, len(job.order) ** 2
    sights, deals = (machine.zeros(each, np.uint64) for each in (shape, (*shape, job.told.n_codes)))
    blocks = machine.blocks(text, "count_ups", room)
    work = [machine.zeros((blocks, rows * columns), np.int32), machine.zeros((blocks, n_parts), np.uint64)]
    given = [head, machine.put(ups), np.uint32(len(ups)), machine.zeros(1, np.uint32)]
    machine.launch(text, "count_ups", [*given, *work, sights, deals], room)
    del held
    return {"sights": machine.get(sights).astype(np.int64), "deals": machine.get(deals).astype(np.int64)}


@lru_cache(maxsize=4)
def _all_ups(copies: tuple[int, ...], up: int, hidden: int, system: str) -> NDArray[np.uint64]:
    """Every set of up cards as the kernel reads it: `struct Up`, a row of 64-bit numbers."""
    deck, ranked = Deck(copies), ranking(system)
    members, weights = up_classes(deck, up)
    kinds_found = {kind: place for place, kind in enumerate(up_kinds(deck, up))}
    rows = np.zeros((len(members), 6 + 2 * N_SUITS + N_NATURAL), np.uint64)
    every = zip(rows, members.tolist(), weights.tolist(), kinds_of_up(members).tolist(), strict=True)
    for row, cards, weight, kind in every:
        kinds = Kinds.of(deck.distinct, cards, hidden, ranked.system.hand_size)
        live, dead = kinds.live_cards, kinds.dead_suits
        key = int(ranked.lookup.start) + sum(CARD_KEYS[card] for card in cards)
        mask = sum(CARD_MASKS[card] for card in cards)
        row[:6] = len(live), len(dead), weight, kinds_found[tuple(kind)], key, mask
        row[6 : 6 + len(dead)] = dead
        row[6 + N_SUITS : 6 + N_SUITS + len(dead)] = kinds.dead @ (1 << np.arange(N_RANKS))
        row[6 + 2 * N_SUITS : 6 + 2 * N_SUITS + len(live)] = live
    return rows


def _ups_of(job: UpShowdowns, shards: Sequence[int]) -> NDArray[np.uint64]:
    rows = _all_ups(job.copies, job.up, job.hidden, job.told.system)
    return np.ascontiguousarray(np.concatenate([rows[shard :: len(job.shards())] for shard in shards]))


def _most_live(job: UpShowdowns) -> int:
    return int(_all_ups(job.copies, job.up, job.hidden, job.told.system)[:, 0].max())


def _most(job: UpShowdowns) -> tuple[int, int]:
    """The most rows and columns that the tables of a set of up cards have."""
    n_kinds = N_RANKS + _most_live(job)
    rows = sum(comb(n_kinds + size - 1, size) for size in range(job.hidden))
    return rows, min(ranking(job.told.system).n_values, comb(n_kinds + job.hidden - 1, job.hidden)) + 1


def _own_room(job: UpShowdowns) -> int:
    """What a block works in besides what the source says: a column, and the levels of hidden hands and of values."""
    hands = comb(N_RANKS + _most_live(job) + job.hidden - 1, job.hidden)
    return _most(job)[0] * WORD + (hands + ranking(job.told.system).n_values + 2) * HALF


def _arrays(job: UpShowdowns) -> dict[str, NDArray[Any]]:
    """The arrays of `struct Tables`, in its order; lists of sets of all sizes lie one after another."""
    ranked, lookup = ranking(job.told.system), ranking(job.told.system).lookup
    n_live, n_kinds, sizes = _most_live(job), N_RANKS + _most_live(job), range(job.own + 1)
    multisets = [rank_multisets(size, ranked.system.hand_size) for size in sizes]
    dead = [
        np.repeat(np.tile(np.arange(N_RANKS), len(held)), held.ravel()).reshape(len(held), size)
        for size, (held, _, _) in enumerate(multisets)
    ]
    flush_ranks = [flushes @ (1 << np.arange(N_RANKS)) for _, flushes, _ in multisets]
    hidden = [kind_multisets(n_kinds, size) for size in range(job.hidden + 1)]
    live = [all_sets(n_live, size) for size in sizes]
    return {
        "rank_keys": np.array(RANK_KEYS[:N_RANKS], np.uint64),
        "card_keys": np.array(CARD_KEYS, np.uint64),
        "card_masks": np.array(CARD_MASKS, np.uint64),
        "offsets": lookup.offsets,
        "values": lookup.values,
        "mask_values": lookup.mask_values,
        "hidden_sets": _wide(hidden, job.hidden),
        "dead_sets": _wide(dead, job.own),
        "live_sets": _wide(live, job.own),
        "hidden_first": _starts(hidden),
        "dead_first": _starts([held for held, _, _ in multisets]),
        "live_first": _starts(live),
        "flush_first": _starts([flushes for _, flushes, _ in multisets]),
        "flush_ranks": np.concatenate(flush_ranks).astype(np.uint16),
        "flush_whose": np.concatenate([whose for _, _, whose in multisets]).astype(np.int32),
        "pays": job.pays.astype(np.int64),
        "order": np.array(job.order, np.int64),
    }


def _wide(sets: Sequence[NDArray[Any]], width: int) -> NDArray[np.uint8]:
    """Sets of several sizes one after another, every row of the same width."""
    return np.concatenate([np.pad(each, ((0, 0), (0, width - each.shape[1]))) for each in sets]).astype(np.uint8)


def _starts(lists: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    return np.cumsum([0, *(len(each) for each in lists)]).astype(np.int64)


def _most_parts(arrays: dict[str, NDArray[Any]]) -> int:
    """The most parts of own hands with the same number of dead cards."""
    sets, flushes = np.diff(arrays["dead_first"]), np.diff(arrays["flush_first"])
    return int((sets + N_SUITS * flushes).max())
