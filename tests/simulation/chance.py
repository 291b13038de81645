"""Everything that is left to chance in a world, from one seed; and which faults are likely in it."""

import random
from collections import Counter
from dataclasses import dataclass, fields


class Chance:
    """Generators of their own for each part of the world: a change in one part leaves the others' choices alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.room, self.disk, self.network = self._of("room"), self._of("disk"), self._of("network")
        self.threads, self.people, self.house = self._of("threads"), self._of("people"), self._of("house")
        self.plan = self._of("plan")

    def _of(self, part: str) -> random.Random:
        return random.Random(f"houseway/simulation/{self.seed}/{part}")


@dataclass(frozen=True)
class Likelihood:
    """How likely each fault is, each time that it could happen. Every world has its own mixture."""

    error_before: float = 0.0
    """Of a statement or commit that fails and does nothing."""
    error_after_commit: float = 0.0
    """Of a commit that is done and reported as failed."""
    disk_full: float = 0.0
    """Of a statement that fails and loses its transaction."""
    slow_disk: float = 0.0
    kill_at_statement: float = 0.0
    kill_at_step: float = 0.0
    """Of a kill between two steps of the event loop."""
    restored: float = 0.0
    """Of an older copy of the database in the place of the newest one after a kill."""
    preempted: float = 0.2
    """Of another thread's turn at a lock."""
    lost: float = 0.0
    doubled: float = 0.0
    reordered: float = 0.0
    delayed: float = 0.0
    cut: float = 0.0
    half_open: float = 0.0
    """Of a cut that the server hears of much later."""
    slow_reader: float = 0.0
    wall_clock_set: float = 0.0
    """In each second."""
    wicked: float = 0.0
    """Of a message that no page sends, each time that a page sends one."""


MOST = Likelihood(
    error_before=0.004,
    error_after_commit=0.02,
    disk_full=0.002,
    slow_disk=0.01,
    kill_at_statement=0.003,
    kill_at_step=0.001,
    restored=0.3,
    preempted=0.5,
    lost=0.03,
    doubled=0.05,
    reordered=0.1,
    delayed=0.1,
    cut=0.01,
    half_open=0.3,
    slow_reader=0.05,
    wall_clock_set=0.02,
    wicked=0.4,
)
"""The strongest mixture."""


def some_faults(generator: random.Random, most: Likelihood = MOST) -> Likelihood:
    """Each fault is absent in a third of all worlds, and else anything up to the most."""
    chosen = {}
    for kind in fields(Likelihood):
        share = 0.0 if generator.random() < 1 / 3 else generator.random() ** 2
        chosen[kind.name] = share * float(getattr(most, kind.name))
    return Likelihood(**chosen)


class Faults:
    """Decides whether a fault happens now, and counts those that did."""

    def __init__(self, likelihood: Likelihood) -> None:
        self.likelihood = likelihood
        self.counts: Counter[str] = Counter()
        self.on = True

    def strikes(self, kind: str, generator: random.Random) -> bool:
        """Whether this fault happens now."""
        likely: float = getattr(self.likelihood, kind)
        if not self.on or not likely or generator.random() >= likely:
            return False
        self.counts[kind] += 1
        return True
