"""The file of a blueprint: a line that says what it is, a header in JSON, a byte for each frequency, and a hash.

The header tells the game, its readings and terms, the hashes of buckets and ranking, how many deals were learned from
with which seed, and what was measured. A file whose hashes are not those of this version, or that was changed, is
refused.
"""

import json
import os
import zlib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.solve.sampled import SampledRules
from houseway.analysis.solve.sampling import STAGES, Array
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.errors import BadSolution
from houseway.games.titles.five_card_holdout import FiveCardHoldOut
from houseway.ranking import ranking

MAGIC = b"houseway blueprint 1\n"
HASH_BYTES = 32


@cache
def ranking_digest() -> str:
    """A hash of how hands compare."""
    lookup = ranking(RANKING).lookup
    found = sha256()
    for each in (lookup.values, lookup.mask_values):
        found.update(each.astype("<u2").tobytes())
    return found.hexdigest()


def terms_digest(rules: SampledRules) -> str:
    """A hash of the rounds of betting and the tables over them."""
    found = sha256(repr((rules.n_sizes, rules.most_holds, rules.buckets)).encode())
    for tree in (rules.blinds, *rules.rounds):
        for each in (tree.actors, tree.children, tree.folded, tree.paid):
            found.update(np.ascontiguousarray(each).astype("<i8").tobytes())
    return found.hexdigest()


def header_of(rules: SampledRules, buckets: str, **told: Any) -> dict[str, Any]:
    """What a file says of itself: the game and its hashes, and what else is told."""
    table = FiveCardHoldOut.configure()
    return {
        "game": table.slug,
        "readings": dict(table.readings),
        "terms": "two players, fixed limit, one bet and three raises a round, nothing charged",
        "hashes": {"abstraction": buckets, "ranking": ranking_digest(), "terms": terms_digest(rules)},
        **told,
    }


def write_strategy(path: Path, header: Mapping[str, Any], tables: tuple[Array, ...]) -> None:
    """Write a strategy: beside, then renamed, so that an older file is never lost."""
    body = zlib.compress(b"".join(table.tobytes() for table in tables), 9)
    data = MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + body
    aside = path.with_name(f"{path.name}.part")
    try:
        aside.write_bytes(data + sha256(data).digest())
        os.replace(aside, path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise BadSolution(f"the blueprint cannot be written to {str(path)!r}: {error}") from None


def read_strategy(path: Path, rules: SampledRules, buckets: str) -> tuple[tuple[Array, ...], dict[str, Any]]:
    """The tables and the header of a file, if it is of this game, these buckets and this ranking."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSolution(f"the blueprint {str(path)!r} cannot be read: {error}") from None
    if not data.startswith(MAGIC):
        raise BadSolution(f"{path.name} is no blueprint: it does not begin with {MAGIC.decode().strip()!r}")
    if len(data) < len(MAGIC) + HASH_BYTES or sha256(data[:-HASH_BYTES]).digest() != data[-HASH_BYTES:]:
        raise BadSolution(f"{path.name} is damaged: its contents do not have the hash at its end")
    try:
        end = data.index(b"\n", len(MAGIC)) + 1
        header: dict[str, Any] = json.loads(data[len(MAGIC) : end])
        known = dict(header["hashes"])
        body = zlib.decompress(data[end:-HASH_BYTES])
    except (ValueError, KeyError, TypeError, zlib.error) as problem:
        raise BadSolution(f"{path.name} has a header or contents that no blueprint has: {problem!r}") from None
    expected = {"abstraction": buckets, "ranking": ranking_digest(), "terms": terms_digest(rules)}
    for name, digest in expected.items():
        if known.get(name) != digest:
            raise BadSolution(f"{path.name} was made with another {name}: it does not fit this version")
    shapes = [rules.shape(stage, player) for stage in range(STAGES) for player in (0, 1)]
    if len(body) != sum(rows * columns for rows, columns in shapes):
        raise BadSolution(f"{path.name} holds more or less than the game has decisions")
    tables, start = [], 0
    for rows, columns in shapes:
        tables.append(np.frombuffer(body, np.uint8, rows * columns, start).reshape(rows, columns))
        start += rows * columns
    return tuple(tables), header
