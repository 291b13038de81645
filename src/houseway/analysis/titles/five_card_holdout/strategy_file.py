"""The sealed file of a blueprint: a byte for each frequency, compressed.

The header has the game, its readings and terms, the hashes of buckets and ranking, the number of training deals, the
seed, and the measurements. A file with hashes of another version, or a changed file, is refused.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.solve.sampled import SampledRules
from houseway.analysis.solve.sampling import STAGES, Array
from houseway.analysis.solve.sealed import Seal
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.errors import BadSolution
from houseway.games.titles.five_card_holdout import FiveCardHoldOut
from houseway.ranking import ranking

SEAL = Seal(b"houseway blueprint 1\n", "blueprint")


@cache
def ranking_digest() -> str:
    """Return a hash of how hands compare."""
    lookup = ranking(RANKING).lookup
    found = sha256()
    for each in (lookup.values, lookup.mask_values):
        found.update(each.astype("<u2").tobytes())
    return found.hexdigest()


def terms_digest(rules: SampledRules) -> str:
    """Return a hash of the rounds of betting and the tables over them."""
    found = sha256(repr((rules.n_sizes, rules.most_holds, rules.buckets)).encode())
    for tree in (rules.blinds, *rules.rounds):
        for each in (tree.actors, tree.children, tree.folded, tree.paid):
            found.update(np.ascontiguousarray(each).astype("<i8").tobytes())
    return found.hexdigest()


def header_of(rules: SampledRules, buckets: str, **told: Any) -> dict[str, Any]:
    """Return a file's header: the game and its hashes, and the other given facts."""
    table = FiveCardHoldOut.configure()
    return {
        "game": table.slug,
        "readings": dict(table.readings),
        "terms": "two players, fixed limit, one bet and three raises a round, nothing charged",
        "hashes": {"abstraction": buckets, "ranking": ranking_digest(), "terms": terms_digest(rules)},
        **told,
    }


def write_strategy(path: Path, header: Mapping[str, Any], tables: tuple[Array, ...]) -> None:
    """Write a strategy."""
    SEAL.write(path, header, [zlib.compress(b"".join(table.tobytes() for table in tables), 9)])


def read_strategy(path: Path, rules: SampledRules, buckets: str) -> tuple[tuple[Array, ...], dict[str, Any]]:
    """Return the tables and the header of a file, if it is of this game, these buckets and this ranking."""
    header, packed = SEAL.read(path)
    shapes = [rules.shape(stage, player) for stage in range(STAGES) for player in (0, 1)]
    size = sum(rows * columns for rows, columns in shapes)
    try:
        known = dict(header["hashes"])
        body = zlib.decompressobj().decompress(packed, size + 1)
    except (ValueError, KeyError, TypeError, zlib.error) as problem:
        raise BadSolution(f"{path.name} has a header or contents that no blueprint has: {problem!r}") from None
    expected = {"abstraction": buckets, "ranking": ranking_digest(), "terms": terms_digest(rules)}
    for name, digest in expected.items():
        if known.get(name) != digest:
            raise BadSolution(f"{path.name} was made with another {name}: it does not fit this version")
    if len(body) != size:
        raise BadSolution(f"{path.name} holds more or less than the game has decisions")
    tables, start = [], 0
    for rows, columns in shapes:
        tables.append(np.frombuffer(body, np.uint8, rows * columns, start).reshape(rows, columns))
        start += rows * columns
    return tuple(tables), header
