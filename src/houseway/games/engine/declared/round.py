"""The round that follows from a declaration: deals, questions, prices, piles, events and settlements."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from houseway.errors import IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.seat import (
    Cards,
    Hands,
    Seat,
    actions_of,
    dealt_as,
    left_of,
    no_cards,
    parts_of,
    picked_from,
    seen_by,
)
from houseway.games.engine.declared.settlement import (
    Ended,
    HeldCards,
    ended,
    line_of,
    own_cards,
    settled_by,
    settled_envy,
    settled_on_meters,
)
from houseway.games.engine.declared.steps import Announce, Ask, DealHand, DealPacket, PayEnvy, Settle, Show
from houseway.games.engine.declared.text import (
    cards_in_words,
    dealer_sets,
    dealer_shows,
    dealt_in_words,
    laid_out,
)
from houseway.games.engine.declared.title import DeclaredGame, asked_by_cards, asks
from houseway.games.engine.declared.vocabulary import (
    Cause,
    Decision,
    Discards,
    Hand,
    HouseSet,
    LaterBet,
    MeterBet,
    Option,
    Owner,
    Payable,
    holds,
)
from houseway.games.engine.event import NOBODY, Event, Irregularity, Settlement, lazily
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.games.engine.procedure import Lap, ProcedureState, Step, Turn, unrolled
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.view import Pile, ShownHand
from houseway.ranking import HandValue


@dataclass(frozen=True)
class DeclaredRound(ProcedureState):
    """A round, step by step in the order of the declared procedure. `turned` counts the community cards face up."""

    game: DeclaredGame
    seats: tuple[Seat, ...] = ()
    common: Hands = field(default_factory=no_cards)
    turned: Mapping[Hand, int] = field(default_factory=dict)
    shown_by_meters: Mapping[str, Showing] = field(default_factory=dict)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Return the whole procedure, which every later state of the round shares."""
        return turns_of(type(self.game), len(self.seats))

    @property
    def meters(self) -> Mapping[str, Showing]:
        """Return the values of the meters on which the round has wagers."""
        return self.shown_by_meters

    def with_meters(self, meters: Mapping[str, Showing]) -> "DeclaredRound":
        """Return the same round with these meters."""
        if set(meters) != set(self.shown_by_meters):
            raise IllegalAction(f"the meters are {', '.join(self.shown_by_meters) or 'none'}; got {', '.join(meters)}")
        return self.evolve(shown_by_meters=dict(meters))

    # Cards. A packet is dealt by itself. It is face up, or will be turned up as a whole.

    def deal_own(self, step: DealPacket, seat: int, cards: Cards) -> "DeclaredRound":
        """Deal cards of a seat's hand, face up if the declaration shows them to all."""
        hand = step.hand
        before = self.seats[seat].hands.get(hand, ())
        up = len(before) < hand.up_at(self.game)
        text = dealt_in_words(step.tells or cards_in_words(len(cards)), f"seat {seat}", up)
        event = Event(step.clause or hand.clause, text, seat, cards, seen_by=None if up else seen_by(hand, seat))
        dealt = MappingProxyType({**self.seats[seat].hands, hand: (*before, *hand.laid_out(cards))})
        return self._with_seat(seat, self.seats[seat].with_hands(dealt), event)

    def replacements_due(self, discards: Discards, seat: int) -> int:
        """Return how many cards of the seat's hand wait for replacement."""
        return discards.of.cards - len(self.seats[seat].hands[discards.of])

    def replace_discards(self, discards: Discards, seat: int, cards: Cards) -> "DeclaredRound":
        """Deal new cards for the discards."""
        text, held = f"{cards_in_words(len(cards))} from the deck to seat {seat}", self.seats[seat].hands
        filled = MappingProxyType({**held, discards.of: (*held[discards.of], *cards)})
        event = Event(discards.clause, text, seat, cards, (seat,))
        return self._with_seat(seat, self.seats[seat].with_hands(filled), event)

    def is_in(self, seat: int) -> bool:
        """Return whether the seat still gets cards, which it does not after a fold."""
        return not self.seats[seat].folded

    def deal_common(self, step: DealPacket, cards: Cards) -> "DeclaredRound":
        """Deal cards of the dealer's hand or of a common one."""
        hand = step.hand
        before = self.common.get(hand, ())
        all_up = hand.up_at(self.game)
        up = len(before) < all_up
        to_dealer = hand.owner is Owner.DEALER
        told = step.tells or cards_in_words(len(cards))
        to_table = step.tells or lazily(laid_out, hand, len(cards), up)
        text = dealt_in_words(told, "the dealer", up) if to_dealer else to_table
        event = Event(step.clause or hand.clause, text, None, cards, None if up else NOBODY)
        dealt = (*before, *hand.laid_out(cards))
        turned = {**self.turned, hand: min(all_up, len(dealt))}
        return self.record(event, common=MappingProxyType({**self.common, hand: dealt}), turned=turned)

    def is_dealt(self, hand: Hand, seat: int | None = None) -> bool:
        """Return whether a hand is dealt.

        A hand that goes with a bet is dealt to a seat that made it, or once for all that did. A hand that replaces
        cards is dealt to a seat that discarded them.
        """
        players = self.seats if seat is None else (self.seats[seat],)
        made = {bet for player in players for _, option in player.path for bet in option.bets}
        picked = {chosen for player in players for chosen in player.chosen}
        return self.game.deals(hand) and hand.with_bet in {None, *made} and hand.replaces in {None, *picked}

    def draw(self, hand: Hand, cards: Cards) -> "DeclaredRound":
        """Deal one more card, by the hand's drawing rule."""
        rule = hand.draws
        assert rule is not None, "a step draws only to a hand with a rule"
        after = rule.after is not None and len(self.common[rule.after]) > rule.after.cards
        event = Event(rule.drawn_clause if after else rule.clause, f"{hand.title} draws", cards=cards)
        common = MappingProxyType({**self.common, hand: (*self.common[hand], *cards)})
        return self.record(event, common=common, turned={**self.turned, hand: len(common[hand])})

    def has_to_draw(self, hand: Hand) -> bool:
        """Return whether the rule gives the hand a card."""
        return self.game.draws(hand, self.common)

    def show(self, step: Show) -> "DeclaredRound":
        """Turn up cards of a hand, and announce a dealer's hand once it is whole."""
        hand, cards, before = step.hand, self.common[step.hand], self.turned[step.hand]
        now = len(cards) if step.cards is None else before + step.cards
        turned = {**self.turned, hand: now}
        if hand.owner is not Owner.DEALER or now < len(cards):
            text = f"{hand.title}: {cards_in_words(now - before)} turned up"
            return self.record(Event(step.clause, text, cards=cards[before:now]), turned=turned)
        if any(part.of is hand for part in self.game.every(HouseSet)):
            return self.record(dealer_sets(self.game, cards, step.clause), turned=turned)
        told = dealer_shows(self.game, hand, self.common_cards, step.clause, cards[before:])
        return self.record(*told, turned=turned)

    def announce(self, step: Announce) -> "DeclaredRound":
        """Announce a dealer's act on which no wager depends."""
        return self.record(Event(step.clause, step.text))

    # Decisions.

    def is_asked(self, decision: Decision, seat: int) -> bool:
        """Return whether the seat has a decision: the wager in question is made, and nothing has ended it."""
        if not asks(decision, self.seats[seat].path, self.seats[seat].bet):
            return False
        return not decision.depends_on_cards or bool(asked_by_cards(decision, self.ended(seat).end))

    def options(self, decision: Decision, seat: int) -> tuple[Action, ...]:
        """Return the seat's actions: each option that its hand allows, with every choice of cards for it."""
        hands = self.seats[seat].hands
        allowed = [
            option for option in decision.offered(self.game) if not decision.why_closed(option, self.game, hands)
        ]
        found: list[Action] = []
        for option in allowed:
            possible = actions_of(option, picked_from(option, hands))
            may_foul = option.sets in self.game.outranked
            found += [each for each in possible if not self._fouls(option, seat, each)] if may_foul else possible
        return tuple(found)

    def _fouls(self, option: Option, seat: int, action: Action) -> str:
        """Return the clause that forbids the cards that an action picks, or an empty text if they are allowed."""
        if option.sets is None or option.by_house_way:
            return ""
        return self.game.fouled_by(option.sets, self.seats[seat].hands[option.sets.of], action.cards)

    def why_refused(self, action: Action) -> str:
        """Return the reason why the rules forbid a choice of cards."""
        turn = self.turn
        if turn is None or turn.seat is None or not isinstance(turn.step, Ask):
            return ""
        decision, hands = turn.step.decision, self.seats[turn.seat].hands
        for option in decision.offered(self.game):
            if option.is_taken_by(action) and option.sets is not None and not option.by_house_way:
                possible = actions_of(option, picked_from(option, hands))
                if action.normal() in possible and (clause := self._fouls(option, turn.seat, action.normal())):
                    return f"{option.sets.title} would outrank {option.sets.rest_title} ({clause})"
        return ""

    def question(self) -> str:
        """Return the title's text for the decision that is due."""
        assert isinstance(self.actor, int), "a seat decides"
        return self.game.question(self._decision, self.seats[self.actor].bet)

    def refusals(self) -> dict[tuple[str, str], str]:
        """Return the options for which the seat's hand is not good enough, or too good."""
        assert isinstance(self.actor, int), "a seat decides"
        hands, decision = self.seats[self.actor].hands, self._decision
        reasons = {option: decision.why_closed(option, self.game, hands) for option in decision.offered(self.game)}
        return {(option.kind, option.choice): reason for option, reason in reasons.items() if reason}

    @property
    def _decision(self) -> Decision:
        turn = self.turn
        assert turn is not None, "a seat decides"
        assert isinstance(turn.step, Ask), "a seat decides"
        return turn.step.decision

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """Return the price of an option, as a multiple of the wagers on which its bets are based."""
        turn = self.turn
        assert turn is not None
        assert turn.seat is not None, "a seat decides"
        option = self._option(self._decision, action)
        if not option.bets:
            return NO_MONEY, ""
        bet = self.seats[turn.seat].bet
        return Cents(sum(option.times * bet.amount(made.of.name) for made in option.bets)), option.bets[0].clause

    def _option(self, decision: Decision, action: Action) -> Option:
        return next(each for each in decision.offered(self.game) if each.is_taken_by(action))

    def ask(self, decision: Decision, seat: int, action: Action) -> "DeclaredRound":
        """Record the seat's decision."""
        option = self._option(decision, action)
        before = self.seats[seat]
        player = Seat(before.bet, before.hands, (*before.path, (decision, option)), before.chosen, before.shown)
        cards: Cards = action.cards
        rest: Cards = ()
        if option.sets is not None and not isinstance(option.sets, Discards):
            hand = player.hands[option.sets.of]
            if option.by_house_way:
                cards = self.game.house_way.set(hand)[1].front
            player = replace(player, chosen=MappingProxyType({**player.chosen, option.sets: cards}))
            rest = left_of(hand, cards)
        events = tuple(self.game.decided(seat, decision, option, player.bet, cards, rest))
        if isinstance(option.sets, Discards):
            player, put_away = _put_away(player, seat, option.sets, cards)
            # The bet is public, but its event carries the action, and with it the discards. Only the seat sees that.
            events = (replace(events[0], seen_by=(seat,)), put_away)
        decided = self._with_seat(seat, player, *events)
        return decided._settle_at_once(seat) if option.at_once else decided

    def _settle_at_once(self, seat: int) -> "DeclaredRound":
        """Settle the wagers that a decision alone settles, without any card."""
        player, ended = self.seats[seat], self.ended(seat)
        done = self._done(seat)
        by_decision = [each for each in ended.settled if each.because is None and each.wager.name not in done]
        made = [each for _, each in settled_by(self.game, seat, player.bet, ended.end, ended.cards, by_decision)]
        if player.folded:
            made = [replace(each, reason="folded") for each in made]
        return self.record(settlements=(*self.settlements, *made))

    # Settlement.

    def has_to_settle(self, step: Settle, seat: int) -> bool:
        """Return whether a wager of the step is still open, and the readings settle it now."""
        player = self.seats[seat]
        done = self._done(seat)
        named = step.wagers or self.game.every(Payable)
        is_open = any(self.game.stake(wager, player.bet, player.path) and wager.name not in done for wager in named)
        return is_open and holds(self.game, step.when)

    def settle(self, step: Settle, seat: int) -> "DeclaredRound":
        """Settle every open wager by the title. Cards that decide one are turned up."""
        player, ended = self.seats[seat], self.ended(seat)
        end, cards, done = ended.end, ended.cards, self._done(seat)
        due = [
            settled
            for settled in ended.settled
            if settled.wager.name not in done and (not step.wagers or settled.wager in step.wagers)
        ]
        made = settled_by(self.game, seat, player.bet, end, cards, due)
        events = list(self.game.tell_settled(seat, end, cards, made))
        on_meters = [] if step.wagers else [bet for bet in self.game.every(MeterBet) if bet.name not in done]
        prizes = settled_on_meters(self.game, seat, player.bet, cards, on_meters, self.meters_left())
        events += [Event(each.clause, lazily(line_of, seat, _title(self.game, each), each), seat) for each in prizes]
        turned = tuple(dict.fromkeys(card for event in events for card in event.cards))
        decided_by_cards = not player.folded or bool(prizes) or any(own_cards(settled, cards) for settled, _ in made)
        face_down = any(hand.up_at(self.game) < len(held) for hand, held in player.hands.items())
        if self.game.shows_apart and not player.shown and decided_by_cards and face_down:
            turned = tuple(card for hand in player.hands.values() for card in hand)
            own = next(iter(player.hands))
            clause = shown_by(type(self.game), own)
            events.insert(0, Event(clause, f"seat {seat} shows", seat, turned))
        player = player.with_shown(turned)
        settlements = (*self.settlements, *(settlement for _, settlement in made), *prizes)
        return self._with_seat(seat, player, *events, settlements=settlements)

    def envy_is_due(self, step: PayEnvy, seat: int) -> bool:
        """Return whether another player's hand pays the seat."""
        return bool(self._envy(step, seat))

    def pay_envy(self, step: PayEnvy, seat: int) -> "DeclaredRound":
        """Write a line and a settlement for each of those hands."""
        paid = self._envy(step, seat)
        events = [Event(each.clause, lazily(line_of, seat, step.envy.title, each), seat) for each in paid]
        return self.record(*events, settlements=(*self.settlements, *paid))

    def _envy(self, step: PayEnvy, seat: int) -> tuple[Settlement, ...]:
        hands = {other: player.hands[step.envy.hand] for other, player in enumerate(self.seats)}
        return settled_envy(self.game, step.envy, seat, self.seats[seat].bet, hands)

    def _done(self, seat: int) -> set[str]:
        return {each.wager for each in self.settlements if each.seat == seat}

    def ended(self, seat: int) -> Ended:
        """Return the ending of the round for a seat, from the dealt cards and its decisions."""
        return ended(self.game, seat, self.seats[seat], self.common)

    @property
    def common_cards(self) -> HeldCards:
        """Return the dealer's and the common hands, with those that follow from them."""
        return self.game.with_derived(dict(self.common.items()))

    def irregularities(self) -> tuple[Irregularity, ...]:
        """Return the irregularities that may still be found."""
        face_down = [hand for hand, cards in self.common.items() if self.turned[hand] < len(cards)]
        return tuple(found for found in super().irregularities() if self.game.may_find(found, face_down))

    # The cards and chips on the table.

    def set_by_house_way(self) -> Cards:
        """Return the dealer's hand, if the house way sets it."""
        return next((self.common[part.of] for part in self.game.every(HouseSet) if part.of in self.common), ())

    def shown_hands(self) -> Iterator[ShownHand]:
        """Return the hands that are compared or paid."""
        from houseway.games.engine.declared.views import hands_shown

        return hands_shown(self)

    def hands_in_sight(self, seat: int) -> Iterator[tuple[str, HandValue]]:
        """Return the hand that is compared or paid, and with several, each with its title."""
        from houseway.games.engine.declared.views import hands_in_sight

        return hands_in_sight(self, seat)

    @property
    def n_seats(self) -> int:
        """Return the number of players."""
        return len(self.seats)

    def piles(self) -> tuple[Pile, ...]:
        """Return the common hands as far as they are turned up, and every seat's hands."""
        common = [pile for hand, cards in self.common.items() for pile in self._common_piles(hand, cards)]
        return (*common, *(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)))

    def _common_piles(self, hand: Hand, cards: Cards) -> list[Pile]:
        name = hand.pile_name
        up = self.turned[hand]
        parts = [part for part in self.game.every(HouseSet) if part.of is hand and up == hand.cards]
        if parts:
            split = self.game.house_way.set(cards)[1]
            return [Pile(name, split.behind), Pile(parts[0].name, split.front)]
        down = [Pile(f"{name} face down" if up else name, cards[up:], seen_by=NOBODY)] if up < len(cards) else []
        return [Pile(name, cards[:up]), *down] if up else down

    def _seat_piles(self, seat: int) -> list[Pile]:
        player = self.seats[seat]
        drawn_to = self.game.drawn_to()
        piles = [pile for hand in drawn_to for pile in self._with_discards(seat, hand)]
        for hand, dealt in player.hands.items():
            if hand in drawn_to:
                continue
            for name, cards in parts_of(player, hand, dealt):
                up = len(cards) if player.shown and set(cards) <= set(player.shown) else hand.up_at(self.game)
                if up:
                    piles.append(Pile(name, cards[:up], seat))
                if up < len(cards):
                    down = f"{name} face down" if up else name
                    piles.append(Pile(down, cards[up:], seat, seen_by=seen_by(hand, seat)))
        return piles

    def _with_discards(self, seat: int, hand: Hand) -> tuple[Pile, Pile]:
        """Return a hand with replaced cards, shown if it is settled and not folded, and its discards."""
        player = self.seats[seat]
        away: Cards = ()
        for each in self.game.drawn_to()[hand] if player.chosen else ():
            away += player.chosen.get(each, ())
        only_seat = (seat,)
        return (
            Pile(hand.name, player.hands.get(hand, ()), seat, None if player.shown else only_seat),
            Pile(Discards.pile, away, seat, only_seat),
        )

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Return the chips of every seat: opening wagers, then later bets."""
        return tuple((*player.bet.items(), *self._later_bets(player)) for player in self.seats)

    def _later_bets(self, player: Seat) -> list[tuple[str, Cents]]:
        stakes = [(bet.name, Cents(self.game.stake(bet, player.bet, player.path))) for bet in self.game.every(LaterBet)]
        return [(name, amount) for name, amount in stakes if amount]

    def _with_seat(self, seat: int, player: Seat, *events: Event, **changes: Any) -> "DeclaredRound":
        return self.record(*events, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]), **changes)


@cache
def shown_by(title: type[DeclaredGame], own: Hand) -> str:
    """Return the clause that turns up a seat's hand: that of the first comparison or paid hand that uses it."""
    causes = (term for term in title.terms if isinstance(term, Cause))
    return next((term.clause for term in causes if own in map(dealt_as, term.hands)), own.clause)


def _put_away(player: Seat, seat: int, discards: Discards, cards: Cards) -> tuple[Seat, Event]:
    """Return the seat without its discards, and the text about them."""
    kept = tuple(card for card in player.hands[discards.of] if card not in cards)
    event = Event(discards.clause, f"seat {seat} discards {cards_in_words(len(cards))}", seat, cards, (seat,))
    hands = MappingProxyType({**player.hands, discards.of: kept})
    chosen = MappingProxyType({**player.chosen, discards: cards})
    return Seat(player.bet, hands, player.path, chosen, player.shown), event


def _title(game: DeclaredGame, settlement: Settlement) -> str:
    return game.wager_title(settlement.wager)


@cache
def turns_of(title: type[DeclaredGame], n_seats: int) -> tuple[Turn, ...]:
    """Return the whole procedure of a title for a number of seats, its hands dealt packet by packet."""

    def packets(step: Step) -> list[Step]:
        if not isinstance(step, DealHand):
            return [step]
        sizes = title.packets(step.hand) if step.cards is None else (step.cards,)
        return [DealPacket(step.hand, cards, step.clause, step.tells) for cards in sizes]

    laps = [Lap(lap.order, tuple(part for step in lap.steps for part in packets(step))) for lap in title.procedure]
    return unrolled(laps, n_seats)


def first_state(game: DeclaredGame, bets: tuple[Bet, ...], shoe: Shoe, meters: Mapping[str, Showing]) -> DeclaredRound:
    """Return the round with bets down, before the first card."""
    placed = (event for seat, bet in enumerate(bets) for event in game.bets_placed(seat, bet))
    events = (*placed, *game.before_the_deal())
    seats = tuple(Seat(bet) for bet in bets)
    return DeclaredRound(game, shoe, events, (), cursor=0, seats=seats, shown_by_meters=meters)
