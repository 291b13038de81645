"""How a game is counted, in short; the pages about methods say it in full."""

from collections.abc import Mapping
from dataclasses import dataclass

OF_ITS_OWN = "an analysis of its own"
"""Stands for a family where the counting is written for one game."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is counted, how much of it, and about how long that takes."""

    family: str
    argument: str
    information_sets: Mapping[str, int]
    work: str
    cpu_seconds: float
