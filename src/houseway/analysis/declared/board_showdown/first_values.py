"""The values of the first decisions, hand by hand: shipped for the tables that were counted, or from the first pass.

They are few, a number for every class of own hands and option, and what a player asks for first; to count them takes
both cores half a minute. A record is found by a digest of all that the first pass depends on but the choice between
equals, which changes no value. `tools/record_first_values.py` writes the records.

With them ship the counts of best play by path, kind of own hand and outcome, which are few too: what a side bet on the
same cards comes to beside the rest of the round follows from them without a count. Where a side bet looks at no common
card, so do the counts by its groups.
"""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.counting.shards import job_folder
from houseway.analysis.counting.sums import MERGED, load_counts
from houseway.analysis.declared.board_showdown.beside import Groups
from houseway.analysis.declared.board_showdown.beside_pass import digest
from houseway.analysis.declared.board_showdown.jobs import BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.middle import EarlyPlay
from houseway.analysis.declared.board_showdown.space import space_of

FOLDER, FILE, COUNTS_FILE = "recorded_results", "board-showdown-first.json", "board-showdown-counts.json"
GROUPS_FILE = "board-showdown-groups.json"
KEY_LENGTH = 24

Numbers = NDArray[np.int64]


def first_totals(layout: Layout, passes: Passes) -> tuple[Numbers, ...] | None:
    """For each first stage the value of every prefix after it by class of own hands, times the ways to end and the
    hands of the class; None where it neither ships nor lies on disk.
    """
    plain = _records().get(record_key(passes))
    if plain is not None:
        return tuple(np.array(stage, np.int64) for stage in plain)
    kept = load_counts(job_folder(BoardValues(passes)) / MERGED)
    return None if kept is None else EarlyPlay.of(layout, kept["values"]).first.totals


def record_key(passes: Passes) -> str:
    """A digest of all that determines the values."""
    parameters = {name: value for name, value in passes.parameters.items() if name != "smaller on ties"}
    return sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:KEY_LENGTH]


def best_counts(passes: Passes) -> Numbers | None:
    """The counts of best play as the second pass has them; None where they do not ship."""
    plain = _counts().get(counts_key(passes))
    return None if plain is None else np.array(plain, np.int64)


def counts_key(passes: Passes) -> str:
    """A digest of all that determines the counts, the choice between equals among it."""
    return sha256(json.dumps(dict(passes.parameters), sort_keys=True).encode()).hexdigest()[:KEY_LENGTH]


def group_counts(passes: Passes, groups: Groups) -> Numbers | None:
    """The counts of best play by groups, as the pass of the bets beside has them; None where they do not ship."""
    plain = _group_counts().get(groups_key(passes, groups))
    return None if plain is None else np.array(plain, np.int64)


def groups_key(passes: Passes, groups: Groups) -> str:
    """A digest of all that determines the counts by groups."""
    return sha256(f"{counts_key(passes)} {digest(groups)}".encode()).hexdigest()[:KEY_LENGTH]


def hole_class(layout: Layout, own: NDArray[np.uint8]) -> tuple[int, int]:
    """The class of an own hand and how many hands it holds."""
    space = space_of(layout.game.deck, 0)
    places = np.sort(np.searchsorted(space.cards, own))
    hole = int(space.hole_of[set_numbers(places[None, :])[0]])
    return hole, int((space.hole_of == hole).sum())


@cache
def _records() -> dict[str, list[list[list[int]]]]:
    return _read(FILE)


@cache
def _counts() -> dict[str, list[list[list[int]]]]:
    return _read(COUNTS_FILE)


@cache
def _group_counts() -> dict[str, list[list[list[int]]]]:
    return _read(GROUPS_FILE)


def _read(file: str) -> dict[str, list[list[list[int]]]]:
    found: dict[str, list[list[list[int]]]] = json.loads(
        files("houseway.analysis").joinpath(FOLDER, file).read_text("utf-8")
    )
    return found
