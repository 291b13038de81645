"""Saved solutions, as sealed files whose body is the arrays.

The header has the question as it was asked, the hash of its game (hands, weights, strengths, bets and pot), the
progress and the measurements. The same solution is saved in the same bytes. A file of another game, or a changed file,
is refused.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.solve.sealed import Seal
from houseway.analysis.solve.subgame import Iterated, Solved
from houseway.errors import BadSolution

SEAL = Seal(b"houseway solution 1\n", "saved solution")


def fingerprint(game: Iterated) -> str:
    """Return a hash of a game's definition."""
    found = sha256()
    for fact in game.facts():
        found.update(f"{fact.dtype.str} {fact.shape};".encode())
        found.update(np.ascontiguousarray(fact).tobytes())
    return found.hexdigest()


def save(path: Path, question: Mapping[str, Any], game: Iterated, solved: Solved) -> None:
    """Write a solution with the question that it answers."""
    header = {
        "question": dict(question),
        "game": fingerprint(game),
        "iterations": game.iterations,
        "value": solved.value,
        "exploitability": solved.exploitability,
        "measured_by": "exact best responses of both players",
    }
    SEAL.write(path, header, (np.ascontiguousarray(array).tobytes() for array in game.learned_arrays()))


def load(path: Path, make: Callable[[dict[str, Any]], Iterated]) -> tuple[dict[str, Any], Iterated]:
    """Return the question of a saved solution and its restored game, which `make` rebuilds from the question."""
    header, body = SEAL.read(path)
    try:
        question, known, iterations = dict(header["question"]), header["game"], int(header["iterations"])
        game = make(question)
    except (ValueError, KeyError, TypeError) as problem:
        raise BadSolution(f"{path.name} is not a solution: its header is wrong ({problem!r}).") from None
    if fingerprint(game) != known:
        raise BadSolution(f"{path.name} is for another game: its hands, ranking or bets differ.")
    learned = list(game.learned_arrays())
    if len(body) != sum(array.nbytes for array in learned):
        raise BadSolution(f"{path.name} does not fit this game: it has too many or too few numbers.")
    end = 0
    for array in learned:
        read = np.frombuffer(body, array.dtype, array.size, end).reshape(array.shape)
        array[...] = read
        end += read.nbytes
    game.iterations = iterations
    return question, game
