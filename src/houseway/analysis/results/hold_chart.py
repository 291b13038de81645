"""Which cards are best held, by kind of hand: how many of them, how clearly, and what a rule gives up."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class HoldRow:
    """One kind of dealt hand; shares are of its hands, worth is in shares of an opponent's hands that are beaten."""

    kind: str
    hands: int
    sizes: tuple[float, ...]
    """The share of its hands of which one, two, .. cards are best held."""
    worth: float
    lead: float
    """What the best number of cards is worth above the next best number, on average."""
    planned: tuple[float, ...]
    """The share of its hands of which the blueprint holds one, two, .. cards, where it comes to the discards."""
    by_rule: float
    """The share of which the rule holds the very cards."""
    lost_by_rule: float


@dataclass(frozen=True, slots=True)
class HoldChart:
    """All kinds of hands, the strongest first, then all hands together."""

    rule: str
    rests_on: str
    plan_rests_on: str
    rows: tuple[HoldRow, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return asdict(self)
