"""Run worlds: one seed after the other, each in a folder of its own, from a database that is made once."""

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import TextIO

from support.chance import seeded_randomness

from houseway.room import Room
from simulation.agenda import START_OF_WALL_CLOCK
from simulation.chance import Chance, Likelihood
from simulation.world import LONGEST_CALM, Outcome, World

SHARED_MEMORY = Path("/dev/shm")


class Workshop:
    """A folder for the databases of worlds; in memory where the machine has such a place."""

    def __init__(self) -> None:
        place = SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else None
        self._folder = Path(tempfile.mkdtemp(prefix="houseway-simulation-", dir=place))
        self._template = self._folder / "template.db"
        with seeded_randomness(Chance(0).room):
            Room(f"sqlite:///{self._template}", time=lambda: START_OF_WALL_CLOCK).close()

    def run(
        self,
        seed: int,
        minutes: float,
        likelihood: Likelihood | None = None,
        trace_to: TextIO | None = None,
        longest_calm: float = LONGEST_CALM,
    ) -> Outcome:
        """One world."""
        folder = self._folder / str(seed)
        folder.mkdir()
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            world = World(seed, folder, self._template, likelihood)
            world.trace_to, world.longest_calm = trace_to, longest_calm
            return world.run(minutes * 60)
        finally:
            if was_enabled:
                gc.enable()
            gc.collect()
            shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        """Remove everything."""
        shutil.rmtree(self._folder, ignore_errors=True)
