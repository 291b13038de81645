"""How hands are bet before the discards, by kind, and what each seat is worth."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One kind of dealt hand: of how many hands, and how often each action is taken after each line."""

    kind: str
    hands: int
    play: dict[str, dict[str, float]]
    """By what was done before: "" where the button opens, "call" and "raise" where the big blind answers."""


@dataclass(frozen=True, slots=True)
class OpeningChart:
    """All kinds of hands, the strongest first, then all hands together."""

    rests_on: str
    rows: tuple[OpeningRow, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SeatWorth:
    """What a seat wins a hand, in big blinds, and how many cards it holds where it comes to the discards."""

    seat: str
    worth: float
    within: float
    """The interval of 95%, to either side."""
    held: tuple[float, ...]
    """How often one, two, .. cards."""


@dataclass(frozen=True, slots=True)
class ButtonChart:
    """Both seats of two players."""

    rests_on: str
    deals: int
    seats: tuple[SeatWorth, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return asdict(self)
