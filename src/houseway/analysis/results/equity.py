"""Results of player vs. player games: shares of the pot, charts of holds and openings, planned play."""

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
    """All players' chances over `boards` boards, all equally likely."""

    boards: int
    players: tuple[PlayerEquity, ...]


HoldValue = PlayerEquity
"""A hold and its chances: the same figures as a player's."""


@dataclass(frozen=True, slots=True)
class HoldResult(Plain):
    """All holds of a hand, the best first, over equally likely situations of opponent and board."""

    hand: tuple[Card, ...]
    opponent: tuple[Card, ...]
    opponent_rule: str
    situations: int
    holds: tuple[HoldValue, ...]

    @property
    def best(self) -> HoldValue:
        """Return the hold with the largest share of the pot; of equal ones the one with more cards."""
        return self.holds[0]


@dataclass(frozen=True, slots=True)
class SampledHold:
    """One way to hold a hand: its average share of the pot, and its shortfall against the best one of the same deals.

    In 95 samples of 100 the true share is within `margin` of this one, and the true shortfall within `shortfall_margin`
    of that one. The latter is smaller, because all ways are played on the same deals, so luck cancels out.
    """

    held: tuple[Card, ...]
    share: Fraction
    margin: float
    shortfall: Fraction
    shortfall_margin: float

    @property
    def is_level(self) -> bool:
        """Return whether the sample cannot distinguish it from the best one."""
        return float(self.shortfall) <= self.shortfall_margin


@dataclass(frozen=True, slots=True)
class SampledHolds:
    """All ways to hold a hand, the best first, against opponents who hold by a rule."""

    hand: tuple[Card, ...]
    opponents: int
    opponent_rule: str
    deals: int
    holds: tuple[SampledHold, ...]

    @property
    def best(self) -> SampledHold:
        """Return the hold with the largest share."""
        return self.holds[0]


@dataclass(frozen=True, slots=True)
class HoldRow(Plain):
    """One kind of dealt hand. Shares are of its hands, and worth is the share of an opponent's hands beaten."""

    kind: str
    hands: int
    sizes: tuple[float, ...]
    """The share of its hands of which one, two, .. cards are best held."""
    worth: float
    lead: float
    """The advantage of the best number of cards over the next best number, on average."""
    planned: tuple[float, ...]
    """The share of its hands of which the blueprint holds one, two, .. cards, where it reaches the discards."""
    by_rule: float
    """The share of its hands of which the rule holds exactly the best cards."""
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
    """Keyed by the earlier actions: "" where the button opens, "call" and "raise" where the big blind answers."""


@dataclass(frozen=True, slots=True)
class OpeningChart(Plain):
    """All kinds of hands, the strongest first, then all hands together."""

    rests_on: str
    rows: tuple[OpeningRow, ...]


@dataclass(frozen=True, slots=True)
class SeatWorth(Plain):
    """The win of a seat per hand, in big blinds, and how many cards it holds where it reaches the discards."""

    seat: str
    worth: float
    within: float
    """The margin of error at 95%, to either side."""
    held: tuple[float, ...]
    """How often it holds one, two, .. cards."""


@dataclass(frozen=True, slots=True)
class ButtonChart(Plain):
    """Both seats of two players."""

    rests_on: str
    deals: int
    seats: tuple[SeatWorth, ...]


PLANNED, SOLVED = "blueprint", "solved"
"""The sources of a decision: the plan as it was learned, or the round solved again."""


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """How often each action is taken, or each set of cards held (by its text), and the source of these frequencies.

    Where the round was solved, `values` is the win of each action from there on. `exploitability` is how much a best
    response gains against the play of the round. Both are in big blinds, and are valid as far as the ranges are right.
    Where the plan is followed, `beaten_by` is the measured win of an opponent per hand against the whole plan, with its
    margin of error, in big blinds. In spots that it never learned (`is_learned`), the plan plays evenly.
    """

    often: dict[str, float]
    rests_on: str
    values: dict[str, float] | None = None
    exploitability: float | None = None
    beaten_by: tuple[float, float] | None = None
    is_learned: bool = True
