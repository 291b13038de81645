"""A small job for the tests of shards: it counts residues, slowly enough to be killed in the middle."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from houseway.analysis.counting.sums import Counts

N_SHARDS = 12
NUMBERS_A_SHARD = 1000


@dataclass(frozen=True)
class ResidueJob:
    """How many numbers of each shard leave each residue; a trace of every shard counted goes to a file."""

    modulus: int
    trace: str = ""
    delay: float = 0.0
    n_shards: int = N_SHARDS

    @property
    def name(self) -> str:
        return "residues"

    @property
    def parameters(self) -> Mapping[str, object]:
        return {"modulus": self.modulus}

    @property
    def modules(self) -> Sequence[str]:
        return [__name__]

    def shards(self) -> Sequence[int]:
        return range(self.n_shards)

    def run(self, shard: int) -> Counts:
        time.sleep(self.delay)
        size = N_SHARDS * NUMBERS_A_SHARD // self.n_shards
        numbers = np.arange(shard * size, (shard + 1) * size)
        if self.trace:
            with open(self.trace, "a") as file:
                file.write(f"{shard} {os.getpid()}\n")
        return {"residues": np.bincount(numbers % self.modulus, minlength=self.modulus)}


@dataclass(frozen=True)
class SlowAfter(ResidueJob):
    """The same counts; after three shards each takes two minutes, and says so when it begins."""

    def run(self, shard: int) -> Counts:
        if shard < 3:
            return ResidueJob.run(self, shard)
        with open(self.trace, "a") as file:
            file.write(f"{shard} {os.getpid()}\n")
        time.sleep(120)
        return ResidueJob.run(self, shard)
