"""One round of betting between players: whose turn it is, what may be wagered, and when the round is over.

Amounts are what a seat will have in front of it in this round: a raise is always a raise *to*.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

FIXED, POT, NO_LIMIT = "fixed", "pot", "no-limit"
NOT_YET = -1


@dataclass(frozen=True, slots=True)
class BettingTerms:
    """What a wager may be in one round.

    `bet` is the only bet and raise of a fixed limit, and the smallest of the others. `most_wagers` counts the bet and
    the raises of a round, `largest_wager` bounds a bet or what a raise adds to the bet before it; None is no bound.
    """

    structure: str
    bet: int
    most_wagers: int | None = None
    largest_wager: int | None = None


class BettingRound(NamedTuple):
    """A moment of a betting round; `fold`, `call` and `raise_to` give the next one.

    A named tuple and no dataclass because every move makes one, and a tuple is made five times as fast.
    """

    terms: BettingTerms
    live: tuple[int, ...]
    """The seats that have not folded, from the left of the button."""
    waiting: tuple[int, ...]
    """The seats that must still act, the next one first."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """What each seat has put in in this round."""
    answered: tuple[int, ...]
    """The price that each seat met, set or left when it last acted in this round, or NOT_YET."""
    price: int
    """What a seat must have put in in this round to stay."""
    full_raise: int
    """What a raise must add to the price to count as a full one: the largest bet or raise of the round so far."""
    wagers: int
    """How many bets and raises were made in this round."""
    pot: int
    """Everything in the middle, the bets of this round included."""

    @classmethod
    def opened(cls, terms: BettingTerms, live: tuple[int, ...], stacks: tuple[int, ...], pot: int) -> "BettingRound":
        """A round that the first live seat opens, with nothing bet yet."""
        nothing = (0,) * len(stacks)
        with_chips = tuple([seat for seat in live if stacks[seat]])
        waiting = with_chips if len(with_chips) > 1 else ()
        answered = (NOT_YET,) * len(stacks)
        return cls(terms, live, waiting, stacks, nothing, answered, 0, terms.bet, 0, pot)

    @classmethod
    def after_blinds(
        cls, terms: BettingTerms, live: tuple[int, ...], stacks: tuple[int, ...], blinds: Mapping[int, int]
    ) -> "BettingRound":
        """The first round: blinds are posted, the big blind last, and the seat after it opens.

        The price is the full big blind even where the seat that posts it cannot cover it, and the big blind is the
        round's first wager.
        """
        bets = [0] * len(stacks)
        left = list(stacks)
        for seat, blind in blinds.items():
            bets[seat] = min(blind, stacks[seat])
            left[seat] -= bets[seat]
        last, price = list(blinds.items())[-1]
        first = live.index(last) + 1
        waiting = tuple([seat for seat in live[first:] + live[:first] if left[seat]])
        posted, behind = tuple(bets), tuple(left)
        return cls(
            terms,
            live,
            still_to_act(waiting, live, behind, posted),
            behind,
            posted,
            (NOT_YET,) * len(stacks),
            price,
            full_raise=terms.bet,
            wagers=1,
            pot=sum(bets),
        )

    @property
    def actor(self) -> int | None:
        """The seat to act, None once the round is over."""
        return self.waiting[0] if self.waiting else None

    @property
    def call_to(self) -> int:
        """What the actor has in this round after a call, all in if need be; its bet so far where it can check."""
        seat = self.waiting[0]
        return min(self.price, self.bets[seat] + self.stacks[seat])

    def raises(self) -> tuple[int, int] | None:
        """The least and the most that the actor may bet or raise to, None where it may not.

        It may not where the round has had all its wagers (WAC 230-15-135), where nobody could answer, or where it has
        acted and since then the price has gone up by less than a full raise.
        """
        terms, price = self.terms, self.price
        if terms.most_wagers is not None and self.wagers >= terms.most_wagers:
            return None
        seat = self.waiting[0]
        stacks, bets = self.stacks, self.bets
        all_in = bets[seat] + stacks[seat]
        since = self.answered[seat]
        if all_in <= price or (since != NOT_YET and price - since < self.full_raise):
            return None
        for other in self.live:
            if other != seat and stacks[other] + bets[other] > price:
                break
        else:
            return None
        least = price + self.full_raise
        if terms.structure == FIXED:
            most = least
        else:
            most = max(least, self.pot_raise_to) if terms.structure == POT else all_in
            if terms.largest_wager is not None:
                most = min(most, price + terms.largest_wager)
        return min(least, all_in), min(most, all_in)

    @property
    def pot_raise_to(self) -> int:
        """A raise by the size of the pot after a call, whether or not the actor can cover it."""
        return self.price + self.pot + self.price - self.bets[self.waiting[0]]

    def fold(self) -> "BettingRound":
        """The actor gives up its hand."""
        seat, *waiting = self.waiting
        live = tuple([other for other in self.live if other != seat])
        return self._replace(live=live, waiting=still_to_act(tuple(waiting), live, self.stacks, self.bets))

    def call(self) -> "BettingRound":
        """The actor checks, or calls the price as far as its chips go."""
        return self._paid(self.call_to, self.waiting[1:], self.price, self.full_raise, self.wagers)

    def raise_to(self, amount: int) -> "BettingRound":
        """The actor bets or raises to an amount within `raises`; everyone else with chips must answer."""
        seat, live = self.waiting[0], self.live
        place = live.index(seat)
        waiting = tuple([other for other in live[place + 1 :] + live[:place] if self.stacks[other]])
        return self._paid(amount, waiting, amount, max(self.full_raise, amount - self.price), self.wagers + 1)

    def _paid(self, amount: int, waiting: tuple[int, ...], price: int, full_raise: int, wagers: int) -> "BettingRound":
        terms, live, (seat, *_), stacks, bets, answered, _, _, _, pot = self
        added = amount - bets[seat]
        after = seat + 1
        stacks = (*stacks[:seat], stacks[seat] - added, *stacks[after:])
        bets = (*bets[:seat], amount, *bets[after:])
        answered = (*answered[:seat], price, *answered[after:])
        waiting = still_to_act(waiting, live, stacks, bets)
        return BettingRound(terms, live, waiting, stacks, bets, answered, price, full_raise, wagers, pot + added)

    def uncalled(self) -> tuple[int, int]:
        """Once the round is over: the seat that has bet most, and what nobody has called of it."""
        second, most = sorted(self.bets)[-2:]
        return self.bets.index(most), most - second

    def give_back(self, seat: int, amount: int) -> "BettingRound":
        """The round with an uncalled bet back in its seat's stack."""
        stacks = (*self.stacks[:seat], self.stacks[seat] + amount, *self.stacks[seat + 1 :])
        bets = (*self.bets[:seat], self.bets[seat] - amount, *self.bets[seat + 1 :])
        return self._replace(stacks=stacks, bets=bets, pot=self.pot - amount)


def still_to_act(
    waiting: tuple[int, ...], live: tuple[int, ...], stacks: tuple[int, ...], bets: tuple[int, ...]
) -> tuple[int, ...]:
    """The seats to act, less those at the front that have nothing to decide.

    A seat decides while some opponent has chips behind or has bet more than the seat has.
    """
    while waiting:
        seat = waiting[0]
        bet = bets[seat]
        for other in live:
            if other != seat and (stacks[other] or bets[other] > bet):
                return waiting
        waiting = waiting[1:]
    return waiting
