"""Exposures and counts that several documents of a game need, computed once for all of them in a process.

Each of them is still computed, by the code under test: only the second and later times are saved.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from houseway.analysis.compare import comparison
from houseway.analysis.counting.shards import Job
from houseway.analysis.counting.sums import Counts
from houseway.analysis.operations import exposure, operation
from houseway.errors import HousewayError
from houseway.report import mathematics

_counted: dict[str, Counts] = {}


def counted(job: Job, count: Callable[[Job], Counts]) -> Counts:
    """Return the counts of a job, counted the first time that they are wanted."""
    key = json.dumps([job.name, dict(job.parameters), list(job.modules)], sort_keys=True)
    if key not in _counted:
        _counted[key] = count(job)
    return {name: array.copy() for name, array in _counted[key].items()}


class Remembered:
    """A function with its answers, and its refusals, to what it was asked before. What it is given has no hash."""

    def __init__(self, compute: Callable[..., Any]) -> None:
        self._compute = compute
        self._known: list[tuple[Any, Any, HousewayError | None]] = []

    def __call__(self, *given: Any, runner: Any = None, **named: Any) -> Any:
        """Return what the function returns. A runner of another kind may refuse what this one counts."""
        asked = (given, named, type(runner))
        for question, answer, refusal in self._known:
            if question == asked:
                if refusal is not None:
                    raise refusal
                return answer
        answer, refusal = None, None
        try:
            answer = self._compute(*given, **named, **({} if runner is None else {"runner": runner}))
        except HousewayError as error:
            refusal = error
        self._known.append((asked, answer, refusal))
        if refusal is not None:
            raise refusal
        return answer


@cache
def _patched() -> tuple[tuple[Any, str, Remembered], ...]:
    whole = Remembered(exposure.exposure)
    parts = [(exposure, name, Remembered(getattr(exposure, name))) for name in ("largest_bet", "wager_payouts")]
    return (*((module, "exposure", whole) for module in (comparison, operation, mathematics)), *parts)


@contextmanager
def remembered() -> Iterator[None]:
    """Let exposures be computed once for all documents of this process."""
    with ExitStack() as stack:
        for module, name, function in _patched():
            stack.enter_context(patch.object(module, name, function))
        yield
