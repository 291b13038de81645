"""The figures of a game that are known at once where the rest needs a count of minutes: all but the distribution."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis.counting.shards import duration, free_cores
from houseway.analysis.results.result import PublishedCheck, Share, Subject, WagerValue
from houseway.errors import HousewayError
from houseway.plain import exact

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

MISSING = (
    "variance",
    "standard_deviation",
    "rounds_won",
    "rounds_not_lost",
    "return_table",
    "wager_tables",
    "total_combinations",
    "distribution",
)
"""The figures of an analysis that follow from the distribution alone, by their names in JSON."""
OPTION = "--count"
IN_PYTHON = " of `houseway analyze`, in Python with Runner(count=True)"


class CountNeededError(HousewayError):
    """A question that the shipped results cannot answer. `known` is the part that they can answer, if any."""

    known: "PartialAnalysis | None" = None

    def add_how(self, cpu_seconds: float, cores: int) -> None:
        """Add how long a count would take on the free cores, and how to ask for it."""
        about = duration(cpu_seconds / free_cores(cores))
        self.args = (f"{self}: a count of about {about} gives it, and is saved; ask for it with {OPTION}{IN_PYTHON}",)


@dataclass(frozen=True)
class PartialAnalysis:
    """An exact result without its distribution. `cpu_seconds` is the measured time to count the rest, where known."""

    subject: Subject
    value: Fraction
    bases: Mapping[str, Fraction]
    wagers: tuple[WagerValue, ...]
    decisions: tuple[Share, ...]
    reason: str
    cpu_seconds: float
    cores: int
    published: tuple[PublishedCheck, ...] = ()
    notes: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def house_edge(self, base: str) -> Fraction:
        """Return the expected loss over a base: `ante`, `initial wager` or `unit bet`."""
        return -self.value / self.bases[base]

    @property
    def estimated_seconds(self) -> float:
        """Return how long a count would take on the cores that are free now."""
        return self.cpu_seconds / free_cores(self.cores)

    @property
    def missing(self) -> str:
        """Return which figures are missing, why, and how to get them."""
        return (
            f"Not shown: variance, return tables and distribution, because {self.reason}. "
            f"A count of about {duration(self.estimated_seconds)} gives them, and is saved. Add {OPTION}."
        )

    def to_dict(self) -> dict[str, object]:
        """Return the form of a whole analysis, in which missing figures are null; `missing` gives the reason."""
        return {
            **self.subject.to_dict(),
            "ev": exact(self.value),
            "house_edge": {f"per_{base.replace(' ', '_')}": exact(self.house_edge(base)) for base in self.bases},
            "average_total_wager": exact(self.bases["unit bet"]),
            "wagers": [
                {"wager": wager.wager, "staked": exact(wager.staked), "ev": exact(wager.value)} for wager in self.wagers
            ],
            "decisions": {share.what: exact(share.probability) for share in self.decisions},
            "published": [check.to_dict() for check in self.published],
            "notes": list(self.notes),
            **dict.fromkeys(MISSING),
            "missing": {
                "figures": list(MISSING),
                "reason": self.reason,
                "estimated_seconds": round(self.estimated_seconds),
                "estimated_cpu_seconds": round(self.cpu_seconds),
                "option": OPTION,
            },
            **self.extra,
        }

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.results.display import render_partial

        yield from render_partial(self)
