"""The round that follows from a declaration: deals, questions, prices, piles, events and settlements."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partialmethod
from types import MappingProxyType
from typing import Any

from houseway.cards.card import Card
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.settling import reason_of, settlement_of
from houseway.games.engine.declared.steps import Ask, Clear, DealHand, Settle, Show
from houseway.games.engine.declared.telling import cards_in_words, dealer_shows
from houseway.games.engine.declared.title import DeclaredGame, Path, asks
from houseway.games.engine.declared.vocabulary import Decision, Hand, LaterBet, Option, Owner, Payable
from houseway.games.engine.event import NOBODY, Event
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.games.engine.procedure import Deal, Dealer, Decide, Lap, Order, ProcedureState, Step
from houseway.games.engine.settlement import Settlement
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import State
from houseway.games.engine.view import Pile

Cards = tuple[Card, ...]
Hands = Mapping[Hand, Cards]


def _no_cards() -> Hands:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table: opening wagers, own hands, the way through the decisions, whether shown."""

    bet: Bet
    hands: Hands = field(default_factory=_no_cards)
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
    common: Hands = field(default_factory=_no_cards)
    turned: Mapping[Hand, int] = field(default_factory=dict)

    # Cards. A packet is dealt by itself: it lies face up, or will be turned as a whole.

    def deal_own(self, hand: Hand, seat: int, cards: Cards) -> "DeclaredRound":
        """Cards of a seat's own hand, as far as it is dealt face up in sight of all."""
        before = self.seats[seat].hands.get(hand, ())
        up = len(before) < hand.up
        text = f"{cards_in_words(len(cards))} to seat {seat}{', face up' if up else ''}"
        event = Event(hand.clause, text, seat, cards, seen_by=None if up else (seat,))
        dealt = MappingProxyType({**self.seats[seat].hands, hand: (*before, *descending(cards))})
        return self._with_seat(seat, replace(self.seats[seat], hands=dealt), event)

    def deal_common(self, hand: Hand, cards: Cards) -> "DeclaredRound":
        """Cards of the dealer's hand or of a common one."""
        before = self.common.get(hand, ())
        up = len(before) < hand.up
        text = f"{hand.title}: {cards_in_words(len(cards))} face {'up' if up else 'down'}"
        event = Event(hand.clause, text, cards=cards, seen_by=None if up else NOBODY)
        common = MappingProxyType({**self.common, hand: (*before, *descending(cards))})
        return self.record(event, common=common, turned={**self.turned, hand: min(hand.up, len(common[hand]))})

    def show(self, step: Show) -> "DeclaredRound":
        """The dealer turns cards up, and says what a whole hand of the dealer's is."""
        hand, cards, before = step.hand, self.common[step.hand], self.turned[step.hand]
        now = len(cards) if step.cards is None else before + step.cards
        turned = {**self.turned, hand: now}
        if hand.owner is not Owner.DEALER or now < len(cards):
            text = f"{hand.title}: {cards_in_words(now - before)} turned up"
            return self.record(Event(step.clause, text, cards=cards[before:now]), turned=turned)
        told = dealer_shows(self.game, hand, self.common)
        first = Event(step.clause, "the dealer shows", cards=cards[before:])
        return self.record(first, *(Event(clause, text) for clause, text in told), turned=turned)

    def clear(self, step: Clear) -> "DeclaredRound":
        """The dealer takes the cards in."""
        return self.record(Event(step.clause, "all cards go to the discard rack"))

    # Decisions.

    def is_asked(self, decision: Decision, seat: int) -> bool:
        """Whether the seat has something to decide: the wager that is bet on is made, and nothing has ended it."""
        return asks(decision, self.seats[seat].path, self.seats[seat].bet)

    def options(self, decision: Decision, seat: int) -> tuple[Action, ...]:
        """What the seat may do."""
        return tuple(Action(option.name) for option in decision.offered(self.game))

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """The price of an option: so many times the wager that its bet is a multiple of."""
        turn = self.turn
        assert turn is not None
        assert turn.seat is not None, "a seat decides"
        option = self._option(asked_at(type(self), turn.step), action)
        if option.bets is None:
            return NO_MONEY, ""
        return Cents(option.times * self.seats[turn.seat].bet.amount(option.bets.of.name)), option.bets.clause

    def _option(self, decision: Decision, action: Action) -> Option:
        return next(each for each in decision.offered(self.game) if each.name == action.kind)

    def ask(self, decision: Decision, seat: int, action: Action) -> "DeclaredRound":
        """The seat has decided."""
        option = self._option(decision, action)
        titles = [option.title, option.bets.title] if option.bets is not None else [option.title]
        what = titles[-1] if titles[0].lower() == titles[-1].lower() else ", ".join(titles)
        event = Event(option.clause or decision.clause, f"seat {seat}: {what}", seat, amount=self.bet_due(action)[0])
        player = self.seats[seat]
        return self._with_seat(seat, replace(player, path=(*player.path, (decision, option))), event)

    # Settlement.

    def has_to_settle(self, step: Settle, seat: int) -> bool:
        """Whether a wager of the step is still open."""
        player = self.seats[seat]
        done = {each.wager for each in self.settlements if each.seat == seat}
        named = step.wagers or self.game.every(Payable)
        return any(self.game.stake(wager, player.bet, player.path) and wager.name not in done for wager in named)

    def settle(self, step: Settle, seat: int) -> "DeclaredRound":
        """What the title says of every open wager. Cards are turned up if they decide one."""
        player, end = self.seats[seat], self.ending(seat)
        done = {each.wager for each in self.settlements if each.seat == seat}
        made: list[Settlement] = []
        events: list[Event] = []
        decided_by: set[Hand] = set()
        for settled in self.game.settle(end):
            if settled.wager.name in done or (step.wagers and settled.wager not in step.wagers):
                continue
            reason = reason_of(self.game, settled, end, self.cards_of(seat))
            settlement = settlement_of(self.game, seat, settled, player.bet, player.path, reason)
            if settlement is not None:
                made.append(settlement)
                events.append(Event(settled.clause, f"seat {seat}: {settled.wager.title}, {reason}", seat))
                decided_by.update(() if settled.because is None else settled.because.hands)
        shown = not player.folded or any(hand in decided_by for hand in player.hands)
        if shown and not player.shown:
            cards = tuple(card for hand in player.hands.values() for card in hand)
            clause = next((term.clause for term in self.game.features if set(term.hands) & set(player.hands)), "")
            events.insert(0, Event(clause, f"seat {seat} shows", seat, cards))
        player = replace(player, shown=player.shown or shown)
        return self._with_seat(seat, player, *events, settlements=(*self.settlements, *made))

    def cards_of(self, seat: int) -> Hands:
        """All hands that a seat's wagers are decided by."""
        return {**self.seats[seat].hands, **self.common}

    def ending(self, seat: int) -> Ending:
        """How the round ended for a seat, from the cards and its decisions."""
        cards = self.cards_of(seat)
        return Ending(
            dict(self.seats[seat].path), {term: self.game.feature(term, cards) for term in self.game.features}
        )

    # What lies on the table.

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.seats)

    def piles(self) -> tuple[Pile, ...]:
        """The common hands as far as they are turned, and every seat's own."""
        common = [pile for hand, cards in self.common.items() for pile in self._common_piles(hand, cards)]
        return (*common, *(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)))

    def _common_piles(self, hand: Hand, cards: Cards) -> list[Pile]:
        name = hand.pile_name
        up = self.turned[hand]
        down = [Pile(f"{name} face down" if up else name, cards[up:], seen_by=NOBODY)] if up < len(cards) else []
        return [Pile(name, cards[:up]), *down] if up else down

    def _seat_piles(self, seat: int) -> list[Pile]:
        player = self.seats[seat]
        piles = []
        for hand, cards in player.hands.items():
            up = len(cards) if player.shown else hand.up
            name = "folded" if player.folded else hand.name
            if up:
                piles.append(Pile(name, cards[:up], seat))
            if up < len(cards):
                piles.append(Pile(f"{name} face down" if up else name, cards[up:], seat, seen_by=(seat,)))
        return piles

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """The chips of every seat: opening wagers, then later bets."""
        return tuple((*player.bet.items(), *self._later_bets(player)) for player in self.seats)

    def _later_bets(self, player: Seat) -> list[tuple[str, Cents]]:
        stakes = [(bet.name, Cents(self.game.stake(bet, player.bet, player.path))) for bet in self.game.every(LaterBet)]
        return [(name, amount) for name, amount in stakes if amount]

    def _with_seat(self, seat: int, player: Seat, *events: Event, **changes: Any) -> "DeclaredRound":
        return self.record(*events, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]), **changes)


@cache
def round_class(title: type[DeclaredGame]) -> type[DeclaredRound]:
    """The round of a title: its declared steps, compiled to those that the engine walks, each with its own method."""
    members: dict[str, Any] = {"__doc__": f"A round of {title.slug}.", "__module__": title.__module__}

    def method(verb: str, does: Any, subject: object) -> str:
        name = f"{verb}_{len(members)}"
        members[name] = partialmethod(does, subject)
        return name

    def compiled(step: Step, order: Order) -> list[Step]:
        if isinstance(step, DealHand):
            deals = DeclaredRound.deal_common if order is Order.ONCE else DeclaredRound.deal_own
            return [Deal(method("deal", deals, step.hand), cards=cards) for cards in title.packets(step.hand)]
        if isinstance(step, Ask):
            name = method("ask", DeclaredRound.ask, step.decision)
            members[f"{name}_options"] = partialmethod(DeclaredRound.options, step.decision)
            return [Decide(name, only=method("is_asked", DeclaredRound.is_asked, step.decision))]
        if isinstance(step, Settle):
            only = method("has_to_settle", DeclaredRound.has_to_settle, step)
            return [Dealer(method("settle", DeclaredRound.settle, step), only=only)]
        does = DeclaredRound.show if isinstance(step, Show) else DeclaredRound.clear
        return [Dealer(method("show" if isinstance(step, Show) else "clear", does, step))]

    members["procedure"] = tuple(
        Lap(lap.order, tuple(each for step in lap.steps for each in compiled(step, lap.order)))
        for lap in title.procedure
    )
    return type(f"{title.__name__}Round", (DeclaredRound,), members)


@cache
def asked_at(round_: type[DeclaredRound], step: Step) -> Decision:
    """The decision behind a compiled step."""
    asks = vars(round_)[step.does]
    assert isinstance(asks, partialmethod), "a compiled question"
    decision: Decision = asks.args[0]
    return decision


def first_state(game: DeclaredGame, bets: tuple[Bet, ...], shoe: Shoe) -> State:
    """Bets are down, before the first card."""
    named = {wager.name: wager for wager in game.every(Payable)}
    events = tuple(
        Event(named[name].clause, f"seat {seat}: {named[name].title}", seat, amount=amount)
        for seat, bet in enumerate(bets)
        for name, amount in bet.items()
    )
    return round_class(type(game))(game, shoe, events, (), cursor=0, seats=tuple(Seat(bet) for bet in bets))
