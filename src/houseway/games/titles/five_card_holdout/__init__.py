"""Five Card HoldOut: five cards each, discard up to four, the board replaces them (letter of September 26, 2014)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.errors import BadBet
from houseway.games.engine.action import Action, descending, refuse
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import BettingRound, Pot, Share, divide, side_pots
from houseway.games.engine.between_players import BURN, DEAL_BOARD, RoundBetweenPlayers
from houseway.games.engine.event import NOBODY, Event, Settlement
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import CHANCE, DEALER
from houseway.games.engine.view import Pile
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS, RANKINGS, HoldOutTable
from houseway.ranking import ranking
from houseway.ranking.category import HandValue, with_article
from houseway.ranking.composition import AllHeld

PRE_FLOP, FLOP, RIVER = range(3)
NUMBER_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
BETTING_CLAUSES = ("FCH-3b", "FCH-4a", "FCH-4b")
PLAIN_TEXTS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
ALL_IN_TEXTS = {**PLAIN_TEXTS, "call": "calls all in", "bet": "bets all in", "raise": "raises all in to"}

Outcome = tuple[int, str, str]
"""The amount that a seat gets from the middle, the clause, and the reason."""

FOLDED: Outcome = (0, "FCH-0", "folded")


@dataclass(frozen=True)
class FiveCardHoldOut(HoldOutTable):
    """The game as one table offers it."""

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe, button: int = 0) -> "HoldOutRound":
        """Return a round with the button placed and the blinds posted, before any card is dealt (FCH-1, FCH-2)."""
        n_seats = len(bets)
        if isinstance(button, bool) or not isinstance(button, int) or not 0 <= button < n_seats:
            raise BadBet(f"Button: expected a seat index from 0 to {n_seats - 1}; got {button!r} (FCH-1).")
        order = tuple([seat % n_seats for seat in range(button + 1, button + 1 + n_seats)])
        opening = tuple([bet["stack"] - self.fee for bet in bets])
        blinds = self.blinds(order)
        betting = BettingRound.after_blinds(self.terms[PRE_FLOP], order, opening, blinds)
        events = [Event("FCH-1", f"the button is at seat {button}", button)]
        if self.fee:
            events += [Event("FCH-R7", f"seat {seat} pays for the hand", seat, amount=self.fee) for seat in order]
        for seat, name in zip(blinds, ("small", "big"), strict=True):
            text = f"seat {seat} posts the {name} blind{'' if betting.stacks[seat] else ' all in'}"
            events.append(Event("FCH-2", text, seat, amount=Cents(betting.bets[seat])))
        nothing: tuple[tuple[Card, ...], ...] = ((),) * n_seats
        return HoldOutRound(
            self, shoe, tuple(events), (), order, opening, betting, hole=nothing, held=nothing, waiting=order
        )

    @classmethod
    def smaller(cls, cards: int, deck: Deck, **settings: int) -> "FiveCardHoldOut":
        """Return HoldOut of two or three cards, see `small_holdout`."""
        from houseway.games.titles.five_card_holdout.small_holdout import small_holdout

        return small_holdout(cards, deck, **settings)


@dataclass(frozen=True)
class HoldOutRound(RoundBetweenPlayers):
    """A hand, step by step in the order of the letter."""

    # FCH-3a: the deal.

    def deal_hole(self, action: Action) -> "HoldOutRound":
        """Deal five cards face down to a seat. The shoe is arranged in rotation (FCH-3a)."""
        seat, waiting = self.waiting[0], self.waiting[1:]
        cards = descending(action.cards)
        text = f"{NUMBER_WORDS[len(cards)]} cards to seat {seat}"
        event = Event("FCH-3a", text, seat, cards, seen_by=(seat,), action=action)
        events = (*self.events, event)
        hole = (*self.hole[:seat], cards, *self.hole[seat + 1 :])
        if waiting:
            return self.evolve(events=events, hole=hole, waiting=waiting)
        return self._next_to_bet(self.betting, events, hole=hole, waiting=())

    # FCH-3b, FCH-4a, FCH-4b: three rounds of betting, of the structure of FCH-R1.

    def bet(self, action: Action) -> "HoldOutRound":
        """Make one move of a betting round (FCH-3b, FCH-4a, FCH-4b)."""
        betting, kind = self.betting, action.kind
        seat = betting.waiting[0]
        if kind == "fold":
            after, amount = betting.fold(), 0
        elif kind in ("check", "call"):
            after = betting.call()
            amount = after.pot - betting.pot
        else:
            after, amount = betting.raise_to(action.amount), action.amount
        text = (PLAIN_TEXTS if after.stacks[seat] else ALL_IN_TEXTS)[kind]
        event = Event(BETTING_CLAUSES[self.street], f"seat {seat} {text}", seat, (), None, Cents(amount), action)
        return self._next_to_bet(after, (*self.events, event))

    def _next_to_bet(self, betting: BettingRound, events: tuple[Event, ...], **changes: Any) -> "HoldOutRound":
        """Pass the action to the next seat. If none must act, return an uncalled bet and continue the hand (FCH-R5)."""
        waiting = betting.waiting
        if waiting:
            return self.evolve(events=events, betting=betting, step="bet", turn=waiting[0], **changes)
        seat, uncalled = betting.uncalled()
        if uncalled:
            betting = betting.give_back(seat, uncalled)
            text = f"the uncalled bet goes back to seat {seat}"
            events = (*events, Event("FCH-R5", text, seat, amount=Cents(uncalled)))
        changes.update(events=events, betting=betting)
        if len(betting.live) == 1:
            return self.evolve(step="push_pot", turn=DEALER, **changes)
        street = changes.get("street", self.street)
        if street == PRE_FLOP:
            changes["waiting"] = betting.live
            return self.evolve(step="discard", turn=betting.live[0], **changes)
        if street + 1 < len(self.table.size.streets):
            return self.evolve(step=self._before_board, turn=CHANCE, **changes)
        return self.evolve(step="show_down", turn=DEALER, **changes)

    @property
    def _before_board(self) -> str:
        return BURN if self.table.size.burn_cards else DEAL_BOARD

    # FCH-3c to FCH-3f: the discards.

    def discard_options(self) -> tuple[Action, ...]:
        """Return any 0 to 4 of the five cards. At least one is held (FCH-3c)."""
        hole, most = self.hole[self.waiting[0]], self.table.size.most_discards
        return tuple([Action("discard", cards) for count in range(most + 1) for cards in combinations(hole, count)])

    def _check_discard(self, action: Action) -> Action:
        hole, given = self.hole[self.waiting[0]], action.cards
        cards = tuple([card for card in hole if card in given])
        if (
            action.kind == "discard"
            and not action.amount
            and not action.option
            and len(cards) == len(given) <= self.table.size.most_discards
        ):
            return action if cards == given else Action("discard", cards)
        raise refuse(action, self.discard_options())

    def discard(self, action: Action) -> "HoldOutRound":
        """Discard cards of a live seat, all in or not, face down. Only their number is public (FCH-3c, FCH-3f).

        In turn, later seats see how many. Simultaneously, no seat does before all have chosen (FCH-R2).
        """
        seat, waiting = self.waiting[0], self.waiting[1:]
        cards = action.cards
        kept = tuple([card for card in self.hole[seat] if card not in cards])
        held = (*self.held[:seat], kept, *self.held[seat + 1 :])
        if self.simultaneous:
            events = [*self.events, Event("FCH-R2", f"seat {seat} has chosen", seat, seen_by=(seat,), action=action)]
            if not waiting:
                events += [self._discarded(other, held[other], None) for other in self.betting.live]
        else:
            events = [*self.events, self._discarded(seat, kept, action)]
        if waiting:
            return self.evolve(events=tuple(events), held=held, waiting=waiting, turn=waiting[0])
        return self.evolve(events=tuple(events), held=held, waiting=(), step=self._before_board, turn=CHANCE)

    def _discarded(self, seat: int, kept: tuple[Card, ...], action: Action | None) -> Event:
        cards = tuple([card for card in self.hole[seat] if card not in kept])
        return Event("FCH-3f", f"seat {seat} discards {len(cards)}", seat, cards, seen_by=(seat,), action=action)

    @property
    def simultaneous(self) -> bool:
        """Return whether discards are chosen before any count is known (FCH-R2)."""
        return self.game.readings["FCH-R2"] == "simultaneous"

    # FCH-4a, FCH-4b: flop and river.

    def burn(self, action: Action) -> "HoldOutRound":
        """Burn one card face down (FCH-4a, FCH-4b)."""
        clause = BETTING_CLAUSES[self.street + 1]
        event = Event(clause, "a card is burned", None, action.cards, seen_by=NOBODY, action=action)
        return self.evolve(events=(*self.events, event), burns=self.burns + action.cards, step=DEAL_BOARD)

    def deal_board(self, action: Action) -> "HoldOutRound":
        """Deal two community cards face up. The first live seat left of the button then acts (FCH-4a, FCH-4b)."""
        street = self.street + 1
        event = Event(
            BETTING_CLAUSES[street], "the flop" if street == FLOP else "the river", None, action.cards, action=action
        )
        before = self.betting
        betting = BettingRound.opened(self.table.terms[street], before.live, before.stacks, before.pot)
        return self._next_to_bet(betting, (*self.events, event), street=street, board=self.board + action.cards)

    # FCH-5a, FCH-5b: showdown and settlement.

    def push_pot(self, action: Action) -> "HoldOutRound":
        """Give the pot to the last player after all others folded. That player shows nothing (FCH-0)."""
        (seat,) = self.betting.live
        pots = self._pots()
        prize = sum([pot.prize for pot in pots])
        event = Event("FCH-0", f"everyone else has folded: seat {seat} gets", seat, amount=Cents(prize), action=action)
        return self._settle([event, *_rake_events(pots)], {seat: (prize, "FCH-0", "everyone else folded")})

    def show_down(self, action: Action) -> "HoldOutRound":
        """Show all live hands and give each pot to the best (FCH-5a).

        Tied hands split it (FCH-5b), odd chips one each from the left of the button (FCH-R4).
        """
        live, held, pots = self.betting.live, self.held, self._pots()
        hand_cards = self.table.size.hole_cards
        values = {seat: hand_value(held[seat], self.board, hand_cards) for seat in live}
        names = {seat: with_article(hand_name(value, hand_cards)) for seat, value in values.items()}
        shares = divide(pots, values)
        events = [
            Event("FCH-5a", f"seat {seat} shows {names[seat]}:", seat, held[seat], action=None if place else action)
            for place, seat in enumerate(live)
        ]
        events += [*_rake_events(pots), *[_share_event(share, len(pots)) for share in shares]]
        outcomes = {seat: _outcome([share for share in shares if share.seat == seat], names[seat]) for seat in live}
        return self._settle(events, outcomes, shown=True)

    def _pots(self) -> tuple[Pot, ...]:
        """Return the pots less the rake. Without a flop there is no rake (FCH-R5, FCH-R7)."""
        pots = side_pots(self.paid, self.betting.live)
        rake = self.table.rake
        return rake.taken_from(pots) if rake is not None and self.board else pots

    def _settle(self, events: list[Event], outcomes: dict[int, Outcome], shown: bool = False) -> "HoldOutRound":
        """Settle every seat's chips in the middle and its share of them. A fee goes to the house (FCH-R7)."""
        settlements = []
        fee = self.table.fee
        for seat, paid in enumerate(self.paid):
            returned, clause, reason = outcomes.get(seat, FOLDED)
            if paid:
                settlements.append(Settlement(seat, "pot", Cents(paid), Cents(returned), clause, reason))
            if fee:
                settlements.append(Settlement(seat, "time", fee, NO_MONEY, "FCH-R7", "pays for the hand"))
        return self.evolve(
            events=(*self.events, *events), settlements=tuple(settlements), step="over", turn=None, shown=shown
        )

    # The cards and chips on the table.

    @property
    def table(self) -> HoldOutTable:
        """Return the game, by its specific type."""
        assert isinstance(self.game, HoldOutTable)
        return self.game

    def hand_shown(self, seat: int) -> HandValue:
        """Return all cards held with the best of the board (FCH-5a)."""
        hand_cards = self.table.size.hole_cards
        return ranking(RANKINGS[hand_cards]).describe(hand_value(self.held[seat], self.board, hand_cards))

    def decisions(self) -> tuple[Action, ...]:
        """Return the seat's decisions: bet or discard."""
        if not isinstance(self.turn, int):
            return ()
        return self.bet_options() if self.step == "bet" else self.discard_options()

    def _check_decision(self, action: Action) -> Action:
        if self.step == "bet":
            return self._check_bet(action)
        return self._check_discard(action) if self.step == "discard" else super()._check_decision(action)

    def cards_due(self) -> int:
        """Return how many cards the step deals."""
        size = self.table.size
        if self.step == DEAL_BOARD:
            return size.streets[self.street + 1]
        return size.burn_cards if self.step == BURN else size.hole_cards

    def _end(self) -> "HoldOutRound":
        return self.evolve(step="over", turn=None)

    def _carry_out(self, action: Action) -> "HoldOutRound":
        state: HoldOutRound = getattr(self, self.step)(action)
        return state

    def piles(self) -> tuple[Pile, ...]:
        """Return the board, the burns, and every seat's cards. A folded hand stays face down."""
        common = (Pile("board", self.board), Pile("burns", self.burns, seen_by=NOBODY))
        return common + tuple([pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)])

    def _seat_piles(self, seat: int) -> tuple[Pile, ...]:
        hole, held = self.hole[seat], self.held[seat]
        if not held or (self.step == "discard" and self.simultaneous):
            return (Pile("hole", hole, seat, (seat,)),)
        discards = tuple([card for card in hole if card not in held])
        seen_by = None if self.shown and seat in self.betting.live else (seat,)
        return (Pile("held", held, seat, seen_by), Pile("discards", discards, seat, (seat,)))


def hand_value(held: Sequence[Card], board: Sequence[Card], hand_cards: int = HOLE_CARDS) -> int:
    """Return the value of all held cards with the best board cards that complete five (FCH-3d, FCH-3e, FCH-5a).

    In a small game a hand has fewer cards.

    The letter's example (FCH-5c):

    >>> from houseway.cards import parse_cards
    >>> board = parse_cards("2c Qh Ks Ad")
    >>> [hand_name(hand_value(parse_cards(held), board)) for held in ("Ts Jd", "Tc Jh Qd", "Td Jc 2h")]
    ['straight, ace high', 'straight, ace high', 'pair of deuces']
    """
    return ranking(RANKINGS[hand_cards]).best_value(AllHeld(hand_cards), held, board)


@cache
def hand_name(value: int, hand_cards: int = HOLE_CARDS) -> str:
    """Return a hand of this many cards in words."""
    return ranking(RANKINGS[hand_cards]).describe(value).name


def _rake_events(pots: Sequence[Pot]) -> list[Event]:
    taken = sum(pot.rake for pot in pots)
    return [Event("FCH-R7", "the house takes a rake of", amount=Cents(taken))] if taken else []


def _share_event(share: Share, n_pots: int) -> Event:
    clause, verb = ("FCH-5a", "wins") if share.winners == 1 else ("FCH-5b", "splits")
    pot = "the pot" if n_pots == 1 else f"side pot {share.pot}" if share.pot else "the main pot"
    return Event(clause, f"seat {share.seat} {verb} {pot}:", share.seat, amount=share.amount)


def _outcome(shares: list[Share], hand: str) -> Outcome:
    if not shares:
        return 0, "FCH-5a", f"loses with {hand}"
    won_alone = any(share.winners == 1 for share in shares)
    clause, verb = ("FCH-5a", "wins") if won_alone else ("FCH-5b", "splits")
    return sum(share.amount for share in shares), clause, f"{verb} with {hand}"
