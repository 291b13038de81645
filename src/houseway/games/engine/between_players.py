"""A player vs. player game, and the round that such games share."""

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
"""The house's possible charges, named as in the reading about the charge."""
BETTING_KEYS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "fold": {"words": "Fold", "key": "F"},
        "check": {"words": "Check", "key": "C"},
        "call": {"words": "Call {price}", "key": "C"},
        "bet": {"words": "Bet", "key": "B"},
        "raise": {"words": "Raise to", "key": "R"},
    }
)
"""The labels of the buttons of a betting round, and the key for each."""


@dataclass(frozen=True, slots=True)
class PlayersClauses:
    """The clauses and readings that every player vs. player game has, by subject."""

    button: str
    blinds: str
    structure: str
    """The reading about the betting structure: fixed, pot or no-limit."""
    charge: str
    """The reading about the house's charge: none, rake or time."""
    showdown: str


@dataclass(frozen=True)
class GameBetweenPlayers(Game):
    """A player vs. player game as one table offers it. The title adds the hand itself, a `RoundBetweenPlayers`.

    `rake_percent` and `rake_cap` (per hand, None for no cap) apply if the house takes a rake. `time_fee` (per seat and
    hand) applies if it charges for time.
    """

    short_name: ClassVar[str]
    """A word for identifiers of other programs."""
    phh_code: ClassVar[str]
    """The name of the game in a hand history, after the letter of the betting structure."""
    cited: ClassVar[PlayersClauses]
    counted_piles: ClassVar[tuple[str, ...]] = ()
    """Piles whose number of cards is public. Only the owner sees the cards."""
    system: ClassVar[str]
    """The ranking by which hands compare."""
    opponent_rule: ClassVar[str]
    """The computer player whose choice of cards an opponent is assumed to follow."""
    small_settings: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The settings of a small form of the game, as `smaller` takes them, with default values. Empty if it has none."""

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
        """Return the terms of wagers in each round of betting."""

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """Return the one ranking by which hands compare."""
        return (self.system,)

    @property
    def structure(self) -> str:
        """Return the betting structure: fixed, pot or no-limit."""
        return self.reading(self.cited.structure)

    @property
    def charge(self) -> str:
        """Return the house's charge: none, rake or time."""
        return self.reading(self.cited.charge)

    @cached_property
    def fee(self) -> Cents:
        """Return the fee that each seat pays for the hand."""
        return Cents(self.time_fee if self.charge == TIME else 0)

    @cached_property
    def rake(self) -> Rake | None:
        """Return the rake from the pots, if the house takes one."""
        return self.stated_rake if self.charge == RAKE else None

    @property
    def stated_rake(self) -> Rake:
        """Return the table's percentage and cap, whether or not a rake is in force."""
        return Rake(Fraction(self.rake_percent), None if self.rake_cap is None else Cents(self.rake_cap))

    def blinds(self, order: tuple[int, ...]) -> dict[int, int]:
        """Return the blinds, from the left of the button. With two players, the button posts the small blind."""
        small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
        return {small: self.small_blind, big: self.big_blind}

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Return all stacks together, because players win only from each other."""
        return (sum(bet.amount(STACK) for bet in bets),) * len(bets)

    def usual_bet(self, unit: int) -> Bet:
        """Return a stack of twenty units."""
        return Bet(**{STACK: 20 * unit})

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require a stack that covers the time fee and leaves chips to play with."""
        if bet.amount(STACK) <= self.fee:
            fee = dollars(self.fee)
            raise BadBet(f"Seat {seat + 1}: the stack must be more than the time fee of {fee} ({self.cited.charge}).")

    def button_in(self, events: Sequence[Event]) -> int | None:
        """Return the seat with the button, from the events of a hand."""
        return next((event.seat for event in events if event.clause == self.cited.button), None)

    def replay(self, bets: Sequence[Bet], events: Sequence[Event], **options: Any) -> State:
        """Return the state after these actions, with the button from the events."""
        return super().replay(bets, events, **{"button": self.button_in(events) or 0, **options})

    def felt(self) -> Felt:
        """Return the pot and the buttons of a betting round. A title adds its board and how cards are chosen."""
        return plain_felt(
            motto=self.sheet.motto,
            pot=True,
            stakes=f"The blinds are {dollars(self.small_blind)} and {dollars(self.big_blind)}.",
            actions={kind: dict(words) for kind, words in BETTING_KEYS.items()},
            defaults=dict(self.usual_bet(FELT_UNIT).items()),
        )

    @classmethod
    def smaller(cls, cards: int, deck: Deck, **settings: int) -> "GameBetweenPlayers":
        """Return the same rules with hands of fewer cards, for a solver to cover completely."""
        raise BadSetting(f"{cls.slug} has no small form; got one of {cards} cards of {deck.size}, {settings}")


DEAL_HOLE, BURN, DEAL_BOARD = "deal_hole", "burn", "deal_board"
"""The steps of chance, by which another program's history is read."""
FOLD, CHECK = Action("fold"), Action("check")


@dataclass(frozen=True)
class RoundBetweenPlayers(State):
    """A hand, step by step. `step` names the next method, `turn` the actor that takes it.

    The amount of a call, a bet or a raise is the seat's total in this round of betting. So a raise is a raise *to*. A
    call may leave its amount out.
    """

    order: tuple[int, ...]
    """All seats from the left of the button."""
    opening: tuple[int, ...]
    """The chips that each seat could play with before the blinds."""
    betting: BettingRound
    """The round of betting in progress, or the last one."""
    hole: tuple[tuple[Card, ...], ...]
    held: tuple[tuple[Card, ...], ...]
    """The cards that each seat has kept for the showdown, empty before it has chosen."""
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
        """Return the game, by its specific type."""
        assert isinstance(self.game, GameBetweenPlayers)
        return self.game

    @abstractmethod
    def hand_shown(self, seat: int) -> HandValue:
        """Return the hand that a seat shows, as the game values it."""

    def shown_hands(self) -> Iterator[ShownHand]:
        """Return the hands of a showdown."""
        for seat in self.live_at_showdown:
            cards, clause = self.held[seat] + self.board, self.table.cited.showdown
            yield ShownHand(seat, "the hand", cards, self.hand_shown(seat), clause, meets_seats=True)

    @property
    def n_seats(self) -> int:
        """Return the number of players."""
        return len(self.opening)

    @property
    def actor(self) -> Actor:
        """Return the actor of the next step."""
        return self.turn

    @property
    def button(self) -> int:
        """Return the seat with the button."""
        return self.order[-1]

    @property
    def paid(self) -> tuple[int, ...]:
        """Return the total that each seat has put in and not got back."""
        return tuple([before - left for before, left in zip(self.opening, self.betting.stacks, strict=True)])

    @property
    def live_at_showdown(self) -> tuple[int, ...]:
        """Return the seats whose cards were turned up, from the left of the button."""
        return self.betting.live if self.shown else ()

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Return every seat's chips in the middle, and the time fee."""
        fee = (("time", self.table.fee),) if self.table.fee else ()
        return tuple([((("pot", Cents(paid)),) if paid else ()) + fee for paid in self.paid])

    def question(self) -> str:
        """Return the price to stay in and the pot to win. The felt describes how cards are chosen."""
        stay = next((action for action in self.decisions() if action.kind in ("check", "call")), None)
        if stay is None:
            return ""
        due = stay.amount - self.betting.bets[self.betting.waiting[0]] if stay.kind == "call" else 0
        pot = dollars(self.betting.pot)
        return f"{dollars(due)} to call. The pot is {pot}." if due else f"No bet to call. The pot is {pot}."

    def refusals(self) -> dict[tuple[str, str], str]:
        """Return why a raise is refused: all allowed raises were made, or no seat has chips to answer one."""
        kinds = {action.kind for action in self.decisions()}
        if "fold" not in kinds or kinds & {"bet", "raise"}:
            return {}
        kind = "raise" if self.betting.price else "bet"
        return {(kind, ""): f"no {kind} is left in this round of betting"}

    def bet_options(self) -> tuple[Action, ...]:
        """Return fold, check or call, and the smallest and largest bet or raise. No-limit adds a pot-sized one."""
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
        """Return the move with its amount. Any whole number of cents between the ends is legal."""
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
