"""A game in which players bet against each other: blinds, stacks, pots, and what the house charges for the table."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from houseway.cards.deck import Deck
from houseway.errors import BadBet, BadSetting
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import BettingTerms
from houseway.games.engine.event import Event
from houseway.games.engine.felt import FELT_UNIT, Felt, plain_felt
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.pots import Rake
from houseway.games.engine.state import State

STACK = "stack"
"""The wager that a seat brings to such a table: chips to play with."""
NO_CHARGE, RAKE, TIME = "none", "rake", "time"
"""What the house may take, as the reading of the charge names it."""
BETTING_KEYS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "fold": {"words": "Fold", "key": "F"},
        "check": {"words": "Check", "key": "C"},
        "call": {"words": "Call {price}", "key": "C"},
        "bet": {"words": "Bet", "key": "B"},
        "raise": {"words": "Raise to", "key": "R"},
    }
)
"""What stands on the keys of a betting round, and the letter that presses each."""


@dataclass(frozen=True, slots=True)
class PlayersClauses:
    """The clauses and readings that every game between players has, by what they rule."""

    button: str
    blinds: str
    structure: str
    """The reading that says how much may be bet: fixed, pot or no-limit."""
    charge: str
    """The reading that says what the house takes: none, rake or time."""
    showdown: str


@dataclass(frozen=True)
class GameBetweenPlayers(Game):
    """What one table of such a game offers; the title adds the hand itself, a `RoundBetweenPlayers`.

    `rake_percent` and `rake_cap` (for one hand; None: no cap) count where the house takes a rake, `time_fee` (for each
    seat and hand) where it charges for time.
    """

    short_name: ClassVar[str]
    """A word for identifiers of other programs."""
    phh_code: ClassVar[str]
    """What stands for the game in a hand history, after the letter of the betting structure."""
    cited: ClassVar[PlayersClauses]
    counted_piles: ClassVar[tuple[str, ...]] = ()
    """Piles of which everybody sees how many cards they hold, and only the owner which."""
    system: ClassVar[str]
    """The ranking by which hands compare."""
    opponent_rule: ClassVar[str]
    """The automatic player whose choice of cards an opponent is taken to follow."""
    small_settings: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The settings of a small form of the game, as `smaller` takes them, with usual values; none where it has none."""

    small_blind: int = 100
    big_blind: int = 200
    rake_percent: int | Fraction = 5
    rake_cap: int | None = 500
    time_fee: int = 100

    def __post_init__(self) -> None:
        amounts = {"small_blind": self.small_blind, "big_blind": self.big_blind, "time_fee": self.time_fee}
        for name, amount in (amounts if self.rake_cap is None else {**amounts, "rake_cap": self.rake_cap}).items():
            if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
                raise BadSetting(f"{name}: expected a whole number of cents, more than zero; got {amount!r}")
        if self.small_blind > self.big_blind:
            raise BadSetting(
                f"small_blind {self.small_blind} is more than big_blind {self.big_blind} ({self.cited.blinds})"
            )
        percent = self.rake_percent
        if isinstance(percent, bool) or not isinstance(percent, int | Fraction) or not 0 < percent <= 100:
            raise BadSetting(f"rake: expected a percentage above 0, at most 100; got {percent}")
        self.limits.check_wager("the smallest bet of the last round", self.terms[-1].bet, poker=True)
        if self.charge == RAKE:
            self.limits.check_fee("rake_percent", percent, "a rake")
            self.limits.check_fee("rake_a_hand", self.rake_cap, "a rake a hand")
        elif self.charge == TIME:
            self.limits.check_fee("fee_a_hand", self.time_fee, "a fee a hand for each player")

    @property
    @abstractmethod
    def terms(self) -> tuple[BettingTerms, ...]:
        """What a wager may be in each round of betting."""

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """The one ranking by which hands compare."""
        return (self.system,)

    @property
    def structure(self) -> str:
        """How much may be bet: fixed, pot or no-limit."""
        return self.reading(self.cited.structure)

    @property
    def charge(self) -> str:
        """What the house takes: none, rake or time."""
        return self.reading(self.cited.charge)

    @cached_property
    def fee(self) -> Cents:
        """What each seat pays for the hand."""
        return Cents(self.time_fee if self.charge == TIME else 0)

    @cached_property
    def rake(self) -> Rake | None:
        """What the house takes from the pots, where it takes a rake."""
        return self.stated_rake if self.charge == RAKE else None

    @property
    def stated_rake(self) -> Rake:
        """The table's percentage and cap, whether or not a rake is in force."""
        return Rake(Fraction(self.rake_percent), None if self.rake_cap is None else Cents(self.rake_cap))

    def blinds(self, order: tuple[int, ...]) -> dict[int, int]:
        """Who posts what, from the left of the button; of two players the button posts the small blind."""
        small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
        return {small: self.small_blind, big: self.big_blind}

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """All stacks together: players win from each other, and nobody else pays."""
        return (sum(bet.amount(STACK) for bet in bets),) * len(bets)

    def usual_bet(self, unit: int) -> Bet:
        """A stack of twenty units."""
        return Bet(**{STACK: 20 * unit})

    def check_bet(self, seat: int, bet: Bet) -> None:
        """A stack must cover the time fee and leave something to play with."""
        if bet.amount(STACK) <= self.fee:
            fee = dollars(self.fee)
            raise BadBet(f"Seat {seat + 1}: the stack must be more than the time fee of {fee} ({self.cited.charge}).")

    def button_in(self, events: Sequence[Event]) -> int | None:
        """The seat with the button, as the events of a hand tell it."""
        return next((event.seat for event in events if event.clause == self.cited.button), None)

    def replay(self, bets: Sequence[Bet], events: Sequence[Event], **options: Any) -> State:
        """The state that the actions lead to; the button is where the events say."""
        return super().replay(bets, events, **{"button": self.button_in(events) or 0, **options})

    def felt(self) -> Felt:
        """The pot and the keys of a betting round; a title adds its board, and how cards are chosen."""
        return plain_felt(
            motto=self.sheet.motto,
            pot=True,
            stakes=f"The blinds are {dollars(self.small_blind)} and {dollars(self.big_blind)}.",
            actions={kind: dict(words) for kind, words in BETTING_KEYS.items()},
            defaults=dict(self.usual_bet(FELT_UNIT).items()),
        )

    @classmethod
    def smaller(cls, cards: int, deck: Deck, **settings: int) -> "GameBetweenPlayers":
        """The same rules with hands of fewer cards, for a solver to go through whole."""
        raise BadSetting(f"{cls.slug} has no small form; got one of {cards} cards of {deck.size}, {settings}")
