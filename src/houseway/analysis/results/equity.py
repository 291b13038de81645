"""Results of games between players: shares of the pot, charts of holds and openings, planned play."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.cards.card import Card
from houseway.plain import Plain


@dataclass(frozen=True, slots=True)
class PlayerEquity(Plain):
    """One player's chances: to win alone, to tie for the best hand, and the share of the pot on average."""

    held: tuple[Card, ...]
    win: Fraction
    tie: Fraction
    equity: Fraction


@dataclass(frozen=True, slots=True)
class EquityResult(Plain):
    """All players' chances over so many boards, all equally likely."""

    boards: int
    players: tuple[PlayerEquity, ...]


HoldValue = PlayerEquity
"""A hold and its chances: the same figures as a player's."""


@dataclass(frozen=True, slots=True)
class HoldResult(Plain):
    """All holds of a hand, the best first, over so many equally likely situations of opponent and board."""

    hand: tuple[Card, ...]
    opponent: tuple[Card, ...]
    opponent_rule: str
    situations: int
    holds: tuple[HoldValue, ...]

    @property
    def best(self) -> HoldValue:
        """The hold with the largest share of the pot; the one with more cards of equal ones."""
        return self.holds[0]


@dataclass(frozen=True, slots=True)
class SampledHold:
    """One way to hold a hand: its share of the pot on average, and what the best one of the same deals has more.

    In 95 samples of 100 the true share lies within `margin` of this one, and the true shortfall within
    `shortfall_margin` of that one, which is smaller: all ways are played on the same deals, so that luck cancels out.
    """

    held: tuple[Card, ...]
    share: Fraction
    margin: float
    shortfall: Fraction
    shortfall_margin: float

    @property
    def is_level(self) -> bool:
        """Whether the sample cannot tell it from the best one."""
        return float(self.shortfall) <= self.shortfall_margin


@dataclass(frozen=True, slots=True)
class SampledHolds:
    """All ways to hold a hand, the best first, against so many opponents who hold by a rule."""

    hand: tuple[Card, ...]
    opponents: int
    opponent_rule: str
    deals: int
    holds: tuple[SampledHold, ...]

    @property
    def best(self) -> SampledHold:
        """The one with the largest share."""
        return self.holds[0]


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
class HoldChart(Plain):
    """All kinds of hands, the strongest first, then all hands together."""

    rule: str
    rests_on: str
    plan_rests_on: str
    rows: tuple[HoldRow, ...]


@dataclass(frozen=True, slots=True)
class OpeningRow(Plain):
    """One kind of dealt hand: of how many hands, and how often each action is taken after each line."""

    kind: str
    hands: int
    play: dict[str, dict[str, float]]
    """By what was done before: "" where the button opens, "call" and "raise" where the big blind answers."""


@dataclass(frozen=True, slots=True)
class OpeningChart(Plain):
    """All kinds of hands, the strongest first, then all hands together."""

    rests_on: str
    rows: tuple[OpeningRow, ...]


@dataclass(frozen=True, slots=True)
class SeatWorth(Plain):
    """What a seat wins a hand, in big blinds, and how many cards it holds where it comes to the discards."""

    seat: str
    worth: float
    within: float
    """The interval of 95%, to either side."""
    held: tuple[float, ...]
    """How often one, two, .. cards."""


@dataclass(frozen=True, slots=True)
class ButtonChart(Plain):
    """Both seats of two players."""

    rests_on: str
    deals: int
    seats: tuple[SeatWorth, ...]


PLANNED, SOLVED = "blueprint", "solved"
"""What a decision rests on: the plan as it was learned, or the round solved anew."""


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """How often each action is taken, or each set of cards held (by its text), and what that rests on.

    Where the round was solved, `values` is what each action wins from there on, and `exploitability` by how much the
    play of the round can be beaten, both in big blinds; they hold as far as the ranges are right. Where the plan is
    followed, `beaten_by` is what a measured opponent wins a hand from all of it, and the margin, in big blinds; what it
    has never learned (`is_learned`), it plays evenly.
    """

    often: dict[str, float]
    rests_on: str
    values: dict[str, float] | None = None
    exploitability: float | None = None
    beaten_by: tuple[float, float] | None = None
    is_learned: bool = True
