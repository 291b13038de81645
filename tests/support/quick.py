"""Which of many cases `make test` takes; the others are for `make proof`."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int = 1, *, first: int = 0) -> list[Any]:
    """Cases as parameters, of which `make test` takes every so manieth."""
    return [case if place % every == first else in_proof(case) for place, case in enumerate(cases)]


def in_proof(case: Any) -> Any:
    """A case, or several values of one, for `make proof` only."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.proof)
