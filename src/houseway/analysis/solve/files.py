"""Saved solutions: a line that says what the file is, a header in JSON, the arrays, and a hash of all that.

The header tells the question as it was asked, the hash of the game that it makes (hands, weights, strengths, bets and
pot), how far it was solved and what was measured. The same solution is saved in the same bytes. A file of another
game, or one that was changed, is refused.
"""

import json
import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.solve.subgame import Iterated, Solved
from houseway.errors import BadSolution

MAGIC = b"houseway solution 1\n"
HASH_BYTES = 32


def fingerprint(game: Iterated) -> str:
    """A hash of what a game is."""
    found = sha256()
    for fact in game.facts():
        found.update(f"{fact.dtype.str} {fact.shape};".encode())
        found.update(np.ascontiguousarray(fact).tobytes())
    return found.hexdigest()


def save(path: Path, question: Mapping[str, Any], game: Iterated, solved: Solved) -> None:
    """Write a solution with the question that it answers: beside, then renamed, so that an older file is never lost."""
    header = {
        "question": dict(question),
        "game": fingerprint(game),
        "iterations": game.iterations,
        "value": solved.value,
        "exploitability": solved.exploitability,
        "measured_by": "exact best responses of both players",
    }
    told = json.dumps(header, sort_keys=True).encode() + b"\n"
    running, aside = sha256(), path.with_name(f"{path.name}.part")
    try:
        with aside.open("wb") as out:
            for part in (MAGIC, told):
                running.update(part)
                out.write(part)
            for array in game.learned_arrays():
                part = np.ascontiguousarray(array).tobytes()
                running.update(part)
                out.write(part)
            out.write(running.digest())
        os.replace(aside, path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise BadSolution(f"the solution cannot be written to {str(path)!r}: {error}") from None


def load(path: Path, make: Callable[[dict[str, Any]], Iterated]) -> tuple[dict[str, Any], Iterated]:
    """The question of a saved solution and its game as it was, which `make` builds anew from the question."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSolution(f"the solution {str(path)!r} cannot be read: {error}") from None
    if not data.startswith(MAGIC):
        raise BadSolution(f"{path.name} is no saved solution: it does not begin with {MAGIC.decode().strip()!r}")
    if len(data) < len(MAGIC) + HASH_BYTES or sha256(data[:-HASH_BYTES]).digest() != data[-HASH_BYTES:]:
        raise BadSolution(f"{path.name} is damaged: its contents do not have the hash at its end")
    try:
        end = data.index(b"\n", len(MAGIC)) + 1
        header: dict[str, Any] = json.loads(data[len(MAGIC) : end])
        question, known, iterations = dict(header["question"]), header["game"], int(header["iterations"])
        game = make(question)
    except (ValueError, KeyError, TypeError) as problem:
        raise BadSolution(f"{path.name} has a header that no solution has: {problem!r}") from None
    if fingerprint(game) != known:
        raise BadSolution(
            f"{path.name} is of another game: hands, ranking or bets are not those that it was solved for"
        )
    learned = list(game.learned_arrays())
    if len(data) - HASH_BYTES - end != sum(array.nbytes for array in learned):
        raise BadSolution(f"{path.name} holds more or less than the game has to learn")
    for array in learned:
        read = np.frombuffer(data, array.dtype, array.size, end).reshape(array.shape)
        array[...] = read
        end += read.nbytes
    game.iterations = iterations
    return question, game
