"""A round of Fast Action Hold'em, step by step in the order of the letter (FA-2 to FA-16)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, ClassVar, cast

from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.event import NOBODY, Event, Settlement
from houseway.games.engine.money import NO_MONEY, Cents, share_out, winnings
from houseway.games.engine.procedure import (
    Deal,
    Dealer,
    Decide,
    Lap,
    ProcedureState,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.shoe import OpenShoe
from houseway.games.engine.view import Pile, ShownHand
from houseway.games.house_way import house_way_choices, keep
from houseway.games.titles.fast_action_holdem.clauses import Cited
from houseway.games.titles.fast_action_holdem.options import BONUS, BOTH, SPLIT, Hand, hand_options, rest_of
from houseway.games.titles.fast_action_holdem.seat import Seat
from houseway.ranking import ranking

if TYPE_CHECKING:
    from houseway.games.titles.fast_action_holdem import FastActionGame

HOLE_CARDS, COMMUNITY_CARDS = 4, 5
TITLES = {"ante": "Ante", "split_ante": "Split Ante", "bonus": "Bonus", "split_bonus": "Split Bonus"}


@cache
def hand_name(system: str, value: int) -> str:
    """Return a value of a ranking system in words."""
    return ranking(system).describe(value).name


PLAYERS_SET_HANDS = (clockwise(Decide("set_hand")), once(Dealer("take_discards", only="anyone_kept")))
SETTLEMENT = (
    counter_clockwise(Dealer("settle")),
    counter_clockwise(Dealer("pay_envy", only="envy_is_due")),
    once(Dealer("take_lammers", only="lammers_are_out")),
)


@dataclass(frozen=True)
class FastActionRound(ProcedureState):
    """A round, step by step in the order of the letter: one deck, the shuffler in its standard mode (FA-1)."""

    seats: tuple[Seat, ...] = ()
    community: Hand = ()
    community_shown: bool = False
    dealer: Hand = ()
    dealer_hand: Hand = ()
    dealer_value: int = 0
    values: tuple[tuple[int, ...], ...] = ()

    procedure: ClassVar[tuple[Lap, ...]] = (
        once(Deal("deal_community", cards=COMMUNITY_CARDS)),
        clockwise(Deal("deal_hole", cards=HOLE_CARDS)),
        once(Deal("deal_dealer", cards=HOLE_CARDS), Dealer("end_deal")),
        *PLAYERS_SET_HANDS,
        once(Dealer("set_dealer_hand"), Dealer("show_community")),
        *SETTLEMENT,
    )

    # FA-4 to FA-6: the deal.

    def deal_community(self, cards: Hand) -> "FastActionRound":
        """Deal five community cards face down in front of the dealer (FA-4)."""
        event = Event(self.cited.community, "five community cards face down", cards=cards, seen_by=NOBODY)
        return self.record(event, community=cards)

    def deal_hole(self, seat: int, cards: Hand) -> "FastActionRound":
        """Deal four cards to a player (FA-5)."""
        event = Event(self.cited.deal, f"four cards to seat {seat}", seat, cards, seen_by=(seat,))
        return self._with_seat(seat, Seat(self.seats[seat].bet, cards), event)

    def deal_dealer(self, cards: Hand) -> "FastActionRound":
        """Deal four cards to the dealer (FA-5)."""
        event = Event(self.cited.deal, "four cards to the dealer", cards=cards, seen_by=NOBODY)
        return self.record(event, dealer=cards)

    def end_deal(self) -> "FastActionRound":
        """Dispense the rest of the shuffler's cards, automatically or at the press of a button (FA-6)."""
        if self.n_seats == self.table.full_table:
            text = "full table: the shuffler dispenses the remaining cards and starts on the other deck"
        else:
            text = "the dealer presses the green button for the remaining cards"
        return self.record(Event("FA-6", text))

    # FA-7, FA-8: players keep two cards or split.

    def set_hand_options(self, seat: int) -> tuple[Action, ...]:
        """Return the options: keep two cards (FA-7), or split the Ante, the Bonus or both (FA-7a)."""
        player, table = self.seats[seat], self.table
        return hand_options(
            player.hole, bool(player.bet.amount("bonus")), table.reading("FA-R2"), table.reading("FA-R3")
        )

    def refusals(self) -> dict[tuple[str, str], str]:
        """Return the refused splits: of a Bonus that was not bet (FA-7a), or that is not split alone (FA-R2)."""
        assert isinstance(self.actor, int), "a seat decides"
        if not self.seats[self.actor].bet.amount("bonus"):
            return {(SPLIT, option): "you made no Bonus bet" for option in (BONUS, BOTH)}
        if self.table.reading("FA-R2") != "all":
            return {(SPLIT, BONUS): "the Bonus is not split without the Ante here (FA-R2)"}
        return {}

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """Return Split bets equal to the bets that are split (FA-7a)."""
        assert isinstance(self.actor, int), "a seat decides"
        stakes = Seat(self.seats[self.actor].bet, split=action.option).stakes()
        return Cents(sum(amount for _, hand, amount in stakes if hand)), self.cited.split

    def set_hand(self, seat: int, action: Action) -> "FastActionRound":
        """Set one hand and discard two cards (FA-7), or set two hands and put Split bets beside the bets (FA-7a)."""
        player, rest = self.seats[seat], rest_of(self.seats[seat].hole, action.cards)
        cards = (*action.cards, *rest)
        if action.kind != SPLIT:
            text = f"seat {seat} keeps two cards and discards two"
            event = Event(self.cited.keep, text, seat, cards, seen_by=(seat,))
            return self._with_seat(seat, Seat(player.bet, player.hole, (action.cards,)), event)
        new = Seat(player.bet, player.hole, (action.cards, rest), action.option)
        split_bets = [
            Event(self.cited.split, f"seat {seat} makes the {TITLES[wager]} bet", seat, amount=amount)
            for wager, hand, amount in new.stakes()
            if hand
        ]
        event = Event(self.cited.split, f"seat {seat} splits into two hands", seat, cards, seen_by=(seat,))
        return self._with_seat(seat, new, event, *split_bets)

    def anyone_kept(self) -> bool:
        """Return whether any player did not split, and so has discards (FA-8)."""
        return not all(player.split for player in self.seats)

    def take_discards(self) -> "FastActionRound":
        """Take the discards of players who did not split. No one else sees them (FA-8)."""
        kept = [seat for seat, player in enumerate(self.seats) if not player.split]
        clause = self.cited.discards
        return self.record(*[Event(clause, f"the dealer takes the two discards of seat {seat}", seat) for seat in kept])

    # FA-9, FA-10: the dealer's hand and the community.

    def set_dealer_hand(self) -> "FastActionRound":
        """Show the dealer's four cards and keep two by the house way (FA-9)."""
        line, kept = keep(self.dealer, self.table.house_way)
        text = f"the dealer keeps, by line {line.number} of the house way, {line.words}:"
        shown = Event(self.cited.house_way, "the dealer shows four cards", cards=self.dealer)
        return self.record(shown, Event(self.cited.house_way, text, cards=kept), dealer_hand=kept)

    def show_community(self) -> "FastActionRound":
        """Turn up the community (FA-10) and evaluate every hand: the best five of its two cards and these (FA-12)."""
        value = ranking(self.table.showdown).value
        dealer_value = value(self.dealer_hand + self.community)
        values = tuple(tuple(value(hand + self.community) for hand in player.hands) for player in self.seats)
        turned = "" if self.community_shown else "the community is shown, "
        text = f"{turned}the dealer has {self._name(dealer_value)}"
        event = Event(self.cited.shown, text, cards=self.community)
        return self.record(event, community_shown=True, dealer_value=dealer_value, values=values)

    # FA-11 to FA-15: settlement.

    def settle(self, seat: int) -> "FastActionRound":
        """Settle all wagers of one player, the Bonus bets with the others, counter-clockwise (FA-11, FA-14)."""
        player, values = self.seats[seat], self.values[seat]
        events = [Event(self.cited.order, f"the dealer settles with seat {seat}", seat)]
        events += [
            Event(self.cited.best_five, f"seat {seat} has {self._name(value)}", seat, hand)
            for hand, value in zip(player.hands, values, strict=True)
        ]
        settlements = tuple(
            self._settle_bonus(seat, wager, staked, values[hand])
            if "bonus" in wager
            else self._settle_ante(seat, wager, staked, values[hand])
            for wager, hand, staked in player.stakes()
        )
        events += [Event(entry.clause, f"seat {seat}: {entry.reason}", seat) for entry in settlements]
        return self.record(*events, settlements=self.settlements + settlements)

    def _settle_ante(self, seat: int, wager: str, staked: Cents, value: int) -> Settlement:
        """Pay 1 to 1 if the hand beats the dealer. The house wins ties (FA-13)."""
        clause = self.cited.showdown
        hands = f"{self._name(value)} against {self._name(self.dealer_value)}"
        if value > self.dealer_value:
            reason = f"{TITLES[wager]} beats the dealer: {hands}"
            return Settlement(seat, wager, staked, Cents(2 * staked), clause, reason)
        outcome = "ties the dealer and loses" if value == self.dealer_value else "loses to the dealer"
        return Settlement(seat, wager, staked, NO_MONEY, clause, f"{TITLES[wager]} {outcome}: {hands}")

    def _settle_bonus(self, seat: int, wager: str, staked: Cents, value: int) -> Settlement:
        """Pay by the pay table (FA-15, FAM-12), within the posted aggregate limit (FA-15i, FAM-12i)."""
        odds, hand = self._bonus_odds(value), self._name(value)
        if odds is None:
            return Settlement(seat, wager, staked, NO_MONEY, self.cited.taken, f"{TITLES[wager]} is taken: {hand}")
        if not odds:
            return Settlement(seat, wager, staked, staked, self.cited.paid, f"{TITLES[wager]} pushes: {hand}")
        due = winnings(staked, odds)
        paid = due if self.table.aggregate_limit is None else self._within_limit()[seat, wager]
        reason = f"{TITLES[wager]} pays {odds} to 1: {hand}"
        if paid == due:
            return Settlement(seat, wager, staked, Cents(staked + paid), self.cited.paid, reason)
        cut = f"{reason}, cut to the aggregate limit"
        return Settlement(seat, wager, staked, Cents(staked + paid), self.cited.aggregate, cut)

    def _bonus_odds(self, value: int) -> Fraction | None:
        return self.table.pays["bonus"].pays_value(value, self.table.showdown)

    def _within_limit(self) -> dict[tuple[int, str], Cents]:
        """Return the winnings of every Bonus bet under the aggregate limit, in the order of settlement (FA-15i)."""
        limit = self.table.aggregate_limit
        assert limit is not None
        due = {
            (seat, wager): winnings(staked, self._bonus_odds(self.values[seat][hand]) or Fraction(0))
            for seat in reversed(range(self.n_seats))
            for wager, hand, staked in self.seats[seat].stakes()
            if "bonus" in wager
        }
        if self.table.aggregate_scope == "hand":
            return {bet: min(amount, limit) for bet, amount in due.items()}
        return dict(zip(due, share_out(tuple(due.values()), limit), strict=True))

    # FA-16: the Envy Bonus.

    def envy_hands(self, seat: int) -> tuple[tuple[Cents, int], ...]:
        """Return the payout of a player's hands to each lammer of another player, and their values (FA-16).

        Each played hand counts, with or without a Bonus bet on it, or only the better of two (FA-R9).
        """
        values = self.values[seat] if self.table.reading("FA-R9") == "each" else (max(self.values[seat]),)
        envy, system = self.table.pays["envy"], self.table.showdown
        return tuple((Cents(int(pays)), value) for value in values if (pays := envy.pays_value(value, system)))

    def envy_is_due(self, seat: int) -> bool:
        """Return whether a player has a lammer and another player a qualifying hand (FA-16)."""
        return self.seats[seat].has_lammer and any(self.envy_hands(other) for other in self._others(seat))

    def pay_envy(self, seat: int) -> "FastActionRound":
        """Pay the Envy amount for each qualifying hand of another player (FA-16).

        It is never paid for the player's hands or the dealer's.
        """
        paid = tuple(
            Settlement(seat, "envy", NO_MONEY, amount, self.cited.envy, f"seat {other} has {self._name(value)}")
            for other in self._others(seat)
            for amount, value in self.envy_hands(other)
        )
        events = [
            Event(entry.clause, f"Envy Bonus to seat {seat}: {entry.reason}", seat, amount=entry.returned)
            for entry in paid
        ]
        return self.record(*events, settlements=self.settlements + paid)

    def _others(self, seat: int) -> list[int]:
        return [other for other in range(self.n_seats) if other != seat]

    def lammers_are_out(self) -> bool:
        """Return whether any player has a lammer. A lost Bonus does not cost it (FA-15)."""
        return any(player.has_lammer for player in self.seats)

    def take_lammers(self) -> "FastActionRound":
        """Take the lammers back once every wager is settled (FA-16)."""
        return self.record(Event(self.cited.envy, "every wager is settled: the dealer takes the lammers"))

    # The cards and chips on the table.

    def set_by_house_way(self) -> Hand:
        """Return the dealer's four cards (FA-9)."""
        return self.dealer

    def shown_hands(self) -> Iterator[ShownHand]:
        """Return the dealer's hand (FA-10), then one or two of every seat (FA-12)."""
        describe = ranking(self.table.showdown).describe
        dealers = "the dealer's hand, as the house way sets it"
        shown, theirs = self.dealer + self.community, describe(self.dealer_value)
        yield ShownHand(None, dealers, shown, theirs, self.cited.shown, self.dealer_hand + self.community)
        for seat, player in enumerate(self.seats):
            for place, (hand, value) in enumerate(zip(player.hands, self.values[seat], strict=True), start=1):
                title = f"Hand {place}" if player.split else "the hand"
                yield ShownHand(seat, title, hand + self.community, describe(value), self.cited.best_five)

    @property
    def table(self) -> "FastActionGame":
        """Return the game, by its specific type."""
        return cast("FastActionGame", self.game)

    @property
    def cited(self) -> Cited:
        """Return the clauses of the version that is played."""
        return self.table.cited

    @property
    def n_seats(self) -> int:
        """Return the number of players."""
        return len(self.seats)

    def chance_outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        """Return every deal with its probability.

        The dealer's four cards occur in each order that changes the house way's choice. An open shoe deals sets, and
        the dealer keeps the first of equally good cards. So here each comes first (FA-R4).
        """
        turn = self.turn
        outcomes = super().chance_outcomes()
        if turn is None or turn.step != Deal("deal_dealer", cards=HOLE_CARDS) or not isinstance(self.shoe, OpenShoe):
            yield from outcomes
            return
        for deal, probability in outcomes:
            _, choices = house_way_choices(deal.cards, self.table.house_way)
            for kept in dict.fromkeys(choices):
                share = Fraction(choices.count(kept), len(choices))
                yield Action(DEAL, (*kept, *rest_of(deal.cards, kept))), probability * share

    def piles(self) -> tuple[Pile, ...]:
        """Return the community, the dealer's cards, and every seat's cards, hands and discards."""
        return (
            Pile("community", self.community, seen_by=None if self.community_shown else NOBODY),
            *self._dealer_piles(),
            *(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)),
        )

    def _dealer_piles(self) -> tuple[Pile, ...]:
        if not self.dealer_hand:
            return (Pile("dealer", self.dealer, seen_by=NOBODY),)
        return Pile("dealer", self.dealer_hand), Pile("dealer discards", rest_of(self.dealer, self.dealer_hand))

    def _seat_piles(self, seat: int) -> tuple[Pile, ...]:
        player = self.seats[seat]
        shown = None if any(entry.seat == seat for entry in self.settlements) else (seat,)
        if not player.hands:
            return (Pile("hole", player.hole, seat, shown),)
        if not player.split:
            return Pile("hand", player.hands[0], seat, shown), Pile("discards", player.discards, seat, (seat,))
        return tuple(Pile(f"hand {place}", hand, seat, shown) for place, hand in enumerate(player.hands, start=1))

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Return Ante, Bonus and Split bets of every seat."""
        return tuple(tuple((wager, amount) for wager, _, amount in player.stakes()) for player in self.seats)

    def _name(self, value: int) -> str:
        return hand_name(self.table.showdown, value)

    def _with_seat(self, seat: int, player: Seat, *events: Event) -> "FastActionRound":
        return self.record(*events, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))


@dataclass(frozen=True)
class CustomModeRound(FastActionRound):
    """A round with one deck, the shuffler in a custom mode of fours. The community is formed after the hands (FA-1)."""

    procedure: ClassVar[tuple[Lap, ...]] = (
        clockwise(Deal("deal_hole", cards=HOLE_CARDS)),
        once(
            Deal("deal_dealer", cards=HOLE_CARDS),
            Deal("form_community", cards=COMMUNITY_CARDS),
            Dealer("end_deal"),
        ),
        *PLAYERS_SET_HANDS,
        once(Dealer("set_dealer_hand"), Dealer("show_community")),
        *SETTLEMENT,
    )

    def form_community(self, cards: Hand) -> FastActionRound:
        """Form the community from the next packet of four and the top card of one more (FA-1)."""
        event = Event(
            "FA-1", "a packet of four and the top card of one more: the community", cards=cards, seen_by=NOBODY
        )
        return self.record(event, community=cards)


@dataclass(frozen=True)
class MultiDeckRound(FastActionRound):
    """A round with six to eight decks.

    The community is dealt face up once all hands, the dealer's too, are set (FAM-7). The steps that it shares with one
    deck cite its clauses. The limits are FAM-0a, bets FAM-1 and FAM-2, the deal FAM-3. Hands are FAM-4, FAM-4a and
    FAM-5, the dealer's FAM-6. Settlement is FAM-8 to FAM-12b, the Envy Bonus FAM-13.
    """

    procedure: ClassVar[tuple[Lap, ...]] = (
        clockwise(Deal("deal_hole", cards=HOLE_CARDS)),
        once(Deal("deal_dealer", cards=HOLE_CARDS)),
        *PLAYERS_SET_HANDS,
        once(
            Dealer("set_dealer_hand"),
            Deal("deal_community_up", cards=COMMUNITY_CARDS),
            Dealer("show_community"),
        ),
        *SETTLEMENT,
    )

    def deal_community_up(self, cards: Hand) -> FastActionRound:
        """Deal five community cards face up (FAM-7)."""
        return self.record(
            Event(self.cited.community, "five community cards face up", cards=cards),
            community=cards,
            community_shown=True,
        )
