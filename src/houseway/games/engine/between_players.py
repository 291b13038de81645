"""A game in which players bet against each other, and the round that such games share."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.errors import BadBet, BadSetting
from houseway.games.engine.action import Action, refuse
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import NO_LIMIT, BettingRound, BettingTerms, Rake
from houseway.games.engine.event import Event
from houseway.games.engine.game import Game
from houseway.games.engine.layout import FELT_UNIT, Felt, plain_felt
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.state import CHANCE, Actor, State
from houseway.games.engine.view import ShownHand
from houseway.ranking.category import HandValue

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


DEAL_HOLE, BURN, DEAL_BOARD = "deal_hole", "burn", "deal_board"
"""The steps of chance, by which another program's history is read."""
FOLD, CHECK = Action("fold"), Action("check")


@dataclass(frozen=True)
class RoundBetweenPlayers(State):
    """A hand, step by step. `step` names the method that comes next, `turn` who takes it.

    The amount of a call, a bet or a raise is what the seat will have put in in this round of betting: a raise is a
    raise *to*. A call may leave its amount out.
    """

    order: tuple[int, ...]
    """All seats from the left of the button."""
    opening: tuple[int, ...]
    """What each seat could play with before the blinds."""
    betting: BettingRound
    """The round of betting that is on, or the last one that was."""
    hole: tuple[tuple[Card, ...], ...]
    held: tuple[tuple[Card, ...], ...]
    """What each seat has kept for the showdown, empty before it has chosen."""
    waiting: tuple[int, ...]
    """The seats that still get cards, or that still choose among theirs."""
    street: int = 0
    step: str = DEAL_HOLE
    turn: Actor = CHANCE
    board: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    shown: bool = False

    @property
    def table(self) -> GameBetweenPlayers:
        """The game, with its own settings."""
        assert isinstance(self.game, GameBetweenPlayers)
        return self.game

    @abstractmethod
    def hand_shown(self, seat: int) -> HandValue:
        """What a seat shows, as the game values it."""

    def shown_hands(self) -> Iterator[ShownHand]:
        """The hands of a showdown."""
        for seat in self.live_at_showdown:
            cards, clause = self.held[seat] + self.board, self.table.cited.showdown
            yield ShownHand(seat, "the hand", cards, self.hand_shown(seat), clause, meets_seats=True)

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.opening)

    @property
    def actor(self) -> Actor:
        """Who takes the next step."""
        return self.turn

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.order[-1]

    @property
    def paid(self) -> tuple[int, ...]:
        """What each seat has put in and not got back."""
        return tuple([before - left for before, left in zip(self.opening, self.betting.stacks, strict=True)])

    @property
    def live_at_showdown(self) -> tuple[int, ...]:
        """The seats whose cards were turned up, from the left of the button."""
        return self.betting.live if self.shown else ()

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """What every seat has in the middle, and the time fee."""
        fee = (("time", self.table.fee),) if self.table.fee else ()
        return tuple([((("pot", Cents(paid)),) if paid else ()) + fee for paid in self.paid])

    def question(self) -> str:
        """What it costs to stay in, and what there is to win; how cards are chosen the felt says."""
        stay = next((action for action in self.decisions() if action.kind in ("check", "call")), None)
        if stay is None:
            return ""
        due = stay.amount - self.betting.bets[self.betting.waiting[0]] if stay.kind == "call" else 0
        pot = dollars(self.betting.pot)
        return f"{dollars(due)} to call. The pot is {pot}." if due else f"No bet to call. The pot is {pot}."

    def refusals(self) -> dict[tuple[str, str], str]:
        """A raise where none is left: as many were made as the structure allows, or nobody has chips to answer one."""
        kinds = {action.kind for action in self.decisions()}
        if "fold" not in kinds or kinds & {"bet", "raise"}:
            return {}
        kind = "raise" if self.betting.price else "bet"
        return {(kind, ""): f"no {kind} is left in this round of betting"}

    def bet_options(self) -> tuple[Action, ...]:
        """Fold, check or call, and the ends of what may be bet or raised to; in no-limit also the size of the pot."""
        betting = self.betting
        seat, call_to, allowed = betting.waiting[0], betting.call_to, betting.raises()
        stay = CHECK if call_to == betting.bets[seat] else Action("call", (), Cents(call_to))
        if allowed is None:
            return (FOLD, stay)
        least, most = allowed
        kind = "raise" if betting.price else "bet"
        options = [FOLD, stay, Action(kind, (), Cents(least))]
        if betting.terms.structure == NO_LIMIT and least < (pot := betting.pot_raise_to) < most:
            options.append(Action(kind, (), Cents(pot)))
        if most > least:
            options.append(Action(kind, (), Cents(most)))
        return tuple(options)

    def _check_bet(self, action: Action) -> Action:
        """The move with its amount; any whole number of cents between the ends is legal."""
        betting, kind, amount = self.betting, action.kind, action.amount
        if not action.cards and not action.option and isinstance(amount, int) and not isinstance(amount, bool):
            call_to = betting.call_to
            can_check = call_to == betting.bets[betting.waiting[0]]
            if kind == "fold" or (kind == "check" and can_check):
                if amount == 0:
                    return action
            elif kind == "call" and not can_check:
                if amount in (0, call_to):
                    return Action("call", (), Cents(call_to))
            elif kind == ("raise" if betting.price else "bet"):
                allowed = betting.raises()
                if allowed is not None and allowed[0] <= amount <= allowed[1]:
                    return action
        raise refuse(action, self.bet_options())
