"""The round that follows from a declaration: deals, questions, prices, piles, events and settlements."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from houseway.cards.card import Card
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Compared, Ending, Feature
from houseway.games.engine.declared.settling import reason_of, settlement_of
from houseway.games.engine.declared.steps import Ask, Clear, DealHand, DeclaredStep, Settle, Show
from houseway.games.engine.declared.title import DeclaredGame, Path, is_asked
from houseway.games.engine.declared.vocabulary import Compare, Decision, Hand, LaterBet, Owner, Paid, Payable
from houseway.games.engine.event import NOBODY, Event
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.games.engine.procedure import Deal, Dealer, Decide, Lap, ProcedureState, Step
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import State
from houseway.games.engine.view import Pile

Cards = tuple[Card, ...]
NO_CARDS: Mapping[Hand, Cards] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table: opening wagers, own hands, the way through the decisions, whether shown."""

    bet: Bet
    hands: Mapping[Hand, Cards] = NO_CARDS
    path: Path = ()
    shown: bool = False

    @property
    def folded(self) -> bool:
        """Whether the player gave the hand up."""
        return any(option.folds for _, option in self.path)


@dataclass(frozen=True)
class DeclaredRound(ProcedureState):
    """A round, step by step in the order of the declared procedure. `turned` counts the common cards face up."""

    game: DeclaredGame
    seats: tuple[Seat, ...] = ()
    common: Mapping[Hand, Cards] = field(default_factory=lambda: NO_CARDS)
    turned: Mapping[Hand, int] = field(default_factory=dict)

    declared: ClassVar[Mapping[str, DeclaredStep]]
    """The declared step behind the name of each compiled one."""

    def _call(self, method: str, seat: int | None, *arguments: Any) -> Any:
        """Carry a compiled step out: its name is that of the method here and of the declared step."""
        verb, _, number = method.partition(" ")
        step = self.declared[number.removesuffix("_options")]
        suffix = "_options" if number.endswith("_options") else ""
        return getattr(self, f"_{verb}{suffix}")(step, seat, *arguments)

    # Cards.

    def _deal(self, step: DealHand, seat: int | None, cards: Cards) -> "DeclaredRound":
        hand = step.hand
        faces = f"{len(cards)} cards" if len(cards) > 1 else "one card"
        if seat is not None:
            text = f"{faces} to seat {seat}: {hand.title}"
            dealt = {**self.seats[seat].hands, hand: descending(cards)}
            event = Event(hand.clause, text, seat, cards, seen_by=None if hand.up else (seat,))
            return self._with_seat(seat, event, hands=MappingProxyType(dealt))
        up, down = cards[: hand.up], cards[hand.up :]
        events = [Event(hand.clause, f"{hand.title}: {faces} face down", cards=down, seen_by=NOBODY)] if down else []
        if up:
            events.insert(0, Event(hand.clause, f"{hand.title}: face up", cards=up))
        common = MappingProxyType({**self.common, hand: cards})
        return self.record(*events, common=common, turned={**self.turned, hand: hand.up})

    def _show(self, step: Show, seat: int | None) -> "DeclaredRound":
        cards, before = self.common[step.hand], self.turned[step.hand]
        now = len(cards) if step.cards is None else min(before + step.cards, len(cards))
        event = Event(step.clause, f"{step.hand.title}: face up", cards=cards[before:now])
        return self.record(event, turned={**self.turned, step.hand: now})

    def _clear(self, step: Clear, seat: int | None) -> "DeclaredRound":
        return self.record(Event(step.clause, "all cards go to the discard rack"))

    # Decisions.

    def _is_asked(self, step: Ask, seat: int) -> bool:
        player = self.seats[seat]
        bets = [option.bets for option in step.decision.options if option.bets is not None]
        return is_asked(step.decision, player.path) and all(player.bet.amount(bet.of.name) for bet in bets)

    def _ask_options(self, step: Ask, seat: int) -> tuple[Action, ...]:
        return tuple(Action(option.name) for option in step.decision.offered(self.game))

    def _asked(self) -> Decision:
        turn = self.turn
        assert turn is not None
        step = self.declared[turn.step.does.partition(" ")[2]]
        assert isinstance(step, Ask)
        return step.decision

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """The price of an option: so many times the wager that its bet is a multiple of."""
        assert isinstance(self.actor, int), "a seat decides"
        option = next(each for each in self._asked().offered(self.game) if each.name == action.kind)
        if option.bets is None:
            return NO_MONEY, ""
        return Cents(option.times * self.seats[self.actor].bet.amount(option.bets.of.name)), option.bets.clause

    def _ask(self, step: Ask, seat: int, action: Action) -> "DeclaredRound":
        option = next(each for each in step.decision.offered(self.game) if each.name == action.kind)
        price, _ = self.bet_due(action)
        what = f"{option.bets.title}, {option.title}" if option.bets is not None else option.title
        event = Event(option.clause or step.decision.clause, f"seat {seat}: {what}", seat, amount=price)
        return self._with_seat(seat, event, path=(*self.seats[seat].path, (step.decision, option)))

    # Settlement.

    def _settle(self, step: Settle, seat: int) -> "DeclaredRound":
        player, end = self.seats[seat], self.ending(seat)
        done = {each.wager for each in self.settlements if each.seat == seat}
        events, settlements = [], []
        for settled in self.game.settle(end):
            if settled.wager.name in done or (step.wagers and settled.wager not in step.wagers):
                continue
            reason = reason_of(self.game, settled, end, self.cards_of(seat))
            made = settlement_of(self.game, seat, settled, player.bet, player.path, reason)
            if made is not None:
                settlements.append(made)
                events.append(Event(settled.clause, f"seat {seat}: {settled.wager.title}, {reason}", seat))
        if not player.folded:
            for hand, cards in player.hands.items():
                events.insert(0, Event(hand.clause, f"seat {seat} shows", seat, cards))
        if not events:
            events.append(Event(self.game.unit().clause, f"seat {seat}: nothing left to settle", seat))
        return self._with_seat(
            seat, *events, settlements=(*self.settlements, *settlements), shown=player.shown or not player.folded
        )

    def cards_of(self, seat: int) -> Mapping[Hand, Cards]:
        """All hands that a seat's wagers are decided by."""
        return {**self.seats[seat].hands, **self.common}

    def ending(self, seat: int) -> Ending:
        """How the round ended for a seat, from the cards and its decisions."""
        cards = self.cards_of(seat)
        return Ending(dict(self.seats[seat].path), {term: self._feature(term, cards) for term in self.game.features})

    def _feature(self, term: Compare | Paid, cards: Mapping[Hand, Cards]) -> Feature:
        if isinstance(term, Paid):
            return self.game.pay_class(term, [card for hand in term.hands for card in cards[hand]])
        compared: Compared = self.game.compared(
            term,
            [card for hand in term.own_hands for card in cards[hand]],
            [card for hand in term.dealer_hands for card in cards[hand]],
        )
        return compared

    # What lies on the table.

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.seats)

    def piles(self) -> tuple[Pile, ...]:
        """The common hands as far as they are turned, and every seat's own."""
        return (*self._common_piles(), *(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)))

    def _common_piles(self) -> list[Pile]:
        piles = []
        for hand, cards in self.common.items():
            name = "dealer" if hand.owner is Owner.DEALER else hand.name
            up = self.turned[hand]
            if up:
                piles.append(Pile(name, cards[:up]))
            if up < len(cards):
                piles.append(Pile(f"{name} face down" if up else name, cards[up:], seen_by=NOBODY))
        return piles

    def _seat_piles(self, seat: int) -> list[Pile]:
        player = self.seats[seat]
        return [
            Pile(
                "folded" if player.folded else hand.name,
                cards,
                seat,
                seen_by=None if player.shown or hand.up else (seat,),
            )
            for hand, cards in player.hands.items()
        ]

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """The chips of every seat: opening wagers, then later bets."""
        return tuple((*player.bet.items(), *self._later_bets(player)) for player in self.seats)

    def _later_bets(self, player: Seat) -> list[tuple[str, Cents]]:
        stakes = [(bet.name, Cents(self.game.stake(bet, player.bet, player.path))) for bet in self.game.every(LaterBet)]
        return [(name, amount) for name, amount in stakes if amount]

    def _with_seat(self, seat: int, *events: Event, **changes: Any) -> "DeclaredRound":
        player = self.seats[seat]
        kept = {name: changes.pop(name, getattr(player, name)) for name in ("hands", "path", "shown")}
        return self.record(
            *events, seats=(*self.seats[:seat], Seat(player.bet, **kept), *self.seats[seat + 1 :]), **changes
        )


@cache
def round_class(title: type[DeclaredGame]) -> type[DeclaredRound]:
    """The round of a title: its declared steps, compiled to those that the engine walks."""
    declared: dict[str, DeclaredStep] = {}

    def compiled(step: Step) -> Step:
        assert isinstance(step, DeclaredStep), f"{step} is no step of a declaration"
        number = str(len(declared))
        declared[number] = step
        if isinstance(step, DealHand):
            return Deal(f"deal {number}", cards=step.hand.cards)
        if isinstance(step, Ask):
            return Decide(f"ask {number}", only=f"is_asked {number}")
        if isinstance(step, Show):
            return Dealer(f"show {number}")
        return Dealer(f"{'settle' if isinstance(step, Settle) else 'clear'} {number}")

    procedure = tuple(Lap(lap.order, tuple(compiled(step) for step in lap.steps)) for lap in title.procedure)
    members = {"procedure": procedure, "declared": MappingProxyType(declared), "__doc__": f"A round of {title.slug}."}
    return type(f"{title.__name__}Round", (DeclaredRound,), members)


def first_state(game: DeclaredGame, bets: tuple[Bet, ...], shoe: Shoe) -> State:
    """Bets are down, before the first card."""
    named: dict[str, Payable] = {wager.name: wager for wager in game.terms if isinstance(wager, Payable)}
    events = tuple(
        Event(named[name].clause, f"seat {seat}: {named[name].title}", seat, amount=amount)
        for seat, bet in enumerate(bets)
        for name, amount in bet.items()
    )
    return round_class(type(game))(game, shoe, events, (), cursor=0, seats=tuple(Seat(bet) for bet in bets))
