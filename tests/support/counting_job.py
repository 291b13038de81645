"""Small jobs for the tests of shards: they count residues, and wait where a test wants something to happen."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from houseway.analysis.counting.sums import Counts

N_SHARDS = 12
NUMBERS_A_SHARD = 1000


@dataclass(frozen=True)
class ResidueJob:
    """How many numbers of each shard leave each residue; a trace of every shard counted goes to a file."""

    modulus: int
    trace: str = ""
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
        size = N_SHARDS * NUMBERS_A_SHARD // self.n_shards
        numbers = np.arange(shard * size, (shard + 1) * size)
        if self.trace:
            self.leave_trace(shard)
        return {"residues": np.bincount(numbers % self.modulus, minlength=self.modulus)}

    def leave_trace(self, shard: int) -> None:
        with open(self.trace, "a") as file:
            file.write(f"{shard} {os.getpid()}\n")


@dataclass(frozen=True)
class ByTwo(ResidueJob):
    """The same counts; no shard is done before two processes have begun one."""

    def run(self, shard: int) -> Counts:
        self.leave_trace(shard)
        longest = time.monotonic() + 60
        while len(self.processes()) < 2 and time.monotonic() < longest:
            time.sleep(0.01)
        return ResidueJob.run(self, shard)

    def processes(self) -> set[str]:
        return {line.split()[1] for line in Path(self.trace).read_text().splitlines()}


@dataclass(frozen=True)
class SlowAfter(ResidueJob):
    """The same counts; after three shards each takes two minutes, and says so when it begins."""

    def run(self, shard: int) -> Counts:
        if shard < 3:
            return ResidueJob.run(self, shard)
        self.leave_trace(shard)
        time.sleep(120)
        return ResidueJob.run(self, shard)
