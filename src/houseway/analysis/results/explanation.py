"""How a game is counted, in short. The pages about methods have the details."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.analysis.counting.shards import duration

OF_ITS_OWN = "an analysis of its own"
"""The family name where the counting is written for one game."""


COMPILE_SECONDS = 10.0
"""The most extra CPU seconds, about, of the first count after an install, which compiles machine code once."""
MOMENT = 2.0
"""CPU seconds up to which a count, with the start of the program, is shown as one or two seconds."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a game is counted: the method, the number of situations, and about how long it takes once compiled."""

    family: str
    argument: str
    information_sets: Mapping[str, int]
    work: str
    cpu_seconds: float

    @property
    def duration(self) -> str:
        """Return how long a count takes, and the extra time after an install.

        >>> Explanation("", "", {}, "", 0.6).duration
        '1 or 2 s of CPU time on one core; the first count after an install takes up to 10 s more, once'
        """
        about = "1 or 2 s" if self.cpu_seconds <= MOMENT else f"about {duration(self.cpu_seconds)}"
        once = f"the first count after an install takes up to {duration(COMPILE_SECONDS)} more, once"
        return f"{about} of CPU time on one core; {once}"
