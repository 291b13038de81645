"""A round of betting between players, and the pots that bets make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.games.engine.money import NO_MONEY, Cents

FIXED, POT, NO_LIMIT = "fixed", "pot", "no-limit"
NOT_YET = -1


@dataclass(frozen=True, slots=True)
class BettingTerms:
    """The wagers allowed in one round of betting.

    `bet` is the only bet and raise of a fixed limit, and the smallest in other structures. `most_wagers` counts the bet
    and the raises of a round. `largest_wager` bounds a bet, or the amount that a raise adds to the bet before it. None
    means no bound.
    """

    structure: str
    bet: int
    most_wagers: int | None = None
    largest_wager: int | None = None


class BettingRound(NamedTuple):
    """A moment of a betting round. `fold`, `call` and `raise_to` give the next one.

    It is a named tuple and not a dataclass. Every move makes one, and a tuple is made five times as fast.
    """

    terms: BettingTerms
    live: tuple[int, ...]
    """The seats that have not folded, from the left of the button."""
    waiting: tuple[int, ...]
    """The seats that must still act, the next one first."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """The chips that each seat has put in during this round."""
    answered: tuple[int, ...]
    """The price that each seat met, set or left at its last action in this round, or NOT_YET."""
    price: int
    """The chips that a seat must have put in during this round to stay."""
    full_raise: int
    """The least that a full raise must add to the price: the largest bet or raise of the round so far."""
    wagers: int
    """The number of bets and raises in this round."""
    pot: int
    """Everything in the middle, the bets of this round included."""

    @classmethod
    def opened(cls, terms: BettingTerms, live: tuple[int, ...], stacks: tuple[int, ...], pot: int) -> "BettingRound":
        """Open a round in which nothing is bet yet and the first live seat acts first."""
        nothing = (0,) * len(stacks)
        with_chips = tuple([seat for seat in live if stacks[seat]])
        waiting = with_chips if len(with_chips) > 1 else ()
        answered = (NOT_YET,) * len(stacks)
        return cls(terms, live, waiting, stacks, nothing, answered, 0, terms.bet, 0, pot)

    @classmethod
    def after_blinds(
        cls, terms: BettingTerms, live: tuple[int, ...], stacks: tuple[int, ...], blinds: Mapping[int, int]
    ) -> "BettingRound":
        """Open the first round after the blinds. The big blind is posted last, and the seat after it acts first.

        The price is the full big blind even if the seat that posts it cannot cover it. The big blind is the round's
        first wager.
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
        """Return the seat to act, None once the round is over."""
        return self.waiting[0] if self.waiting else None

    @property
    def call_to(self) -> int:
        """Return the actor's total in this round after a call, all in if necessary.

        If it can check, that is its bet so far.
        """
        seat = self.waiting[0]
        return min(self.price, self.bets[seat] + self.stacks[seat])

    def raises(self) -> tuple[int, int] | None:
        """Return the least and the most that the actor may bet or raise to, or None if it may not.

        It may not if the round has had all its wagers (WAC 230-15-135), or if no seat could answer. It also may not if
        it has acted and the price has since risen by less than a full raise.
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
        """Return a raise by the size of the pot after a call, whether or not the actor can cover it."""
        return self.price + self.pot + self.price - self.bets[self.waiting[0]]

    def fold(self) -> "BettingRound":
        """Fold the actor's hand."""
        seat, *waiting = self.waiting
        live = tuple([other for other in self.live if other != seat])
        return self._replace(live=live, waiting=still_to_act(tuple(waiting), live, self.stacks, self.bets))

    def call(self) -> "BettingRound":
        """Check, or call the price as far as the actor's chips go."""
        return self._paid(self.call_to, self.waiting[1:], self.price, self.full_raise, self.wagers)

    def raise_to(self, amount: int) -> "BettingRound":
        """Bet or raise to an amount within `raises`. Every other seat with chips must answer."""
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
        """Return the seat that has bet most and the uncalled part of its bet, once the round is over."""
        second, most = sorted(self.bets)[-2:]
        return self.bets.index(most), most - second

    def give_back(self, seat: int, amount: int) -> "BettingRound":
        """Return the round with an uncalled bet back in its seat's stack."""
        stacks = (*self.stacks[:seat], self.stacks[seat] + amount, *self.stacks[seat + 1 :])
        bets = (*self.bets[:seat], self.bets[seat] - amount, *self.bets[seat + 1 :])
        return self._replace(stacks=stacks, bets=bets, pot=self.pot - amount)


def still_to_act(
    waiting: tuple[int, ...], live: tuple[int, ...], stacks: tuple[int, ...], bets: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the seats to act, without those at the front that have nothing to decide.

    A seat decides while an opponent has chips behind or has bet more than the seat has.
    """
    while waiting:
        seat = waiting[0]
        bet = bets[seat]
        for other in live:
            if other != seat and (stacks[other] or bets[other] > bet):
                return waiting
        waiting = waiting[1:]
    return waiting


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that only these seats can win, listed from the left of the button. `rake` of them belong to the house."""

    amount: Cents
    seats: tuple[int, ...]
    rake: Cents = NO_MONEY

    @property
    def prize(self) -> Cents:
        """Return the part that the winners share."""
        return Cents(self.amount - self.rake)


@dataclass(frozen=True, slots=True)
class Rake:
    """The house's part of a pot: a percentage, at most `cap` from one hand."""

    percent: Fraction
    cap: Cents | None = None

    def taken_from(self, pots: Sequence[Pot]) -> tuple[Pot, ...]:
        """Return the pots with their rake, main pot first. A fraction of a cent stays in the pot.

        >>> pots = [Pot(Cents(399), (0, 1, 2)), Pot(Cents(900), (0, 1))]
        >>> [pot.rake for pot in Rake(Fraction(5), Cents(30)).taken_from(pots)]
        [19, 11]
        """
        raked = []
        left = self.cap
        for pot in pots:
            share = pot.amount * self.percent.numerator // (100 * self.percent.denominator)
            if left is not None:
                share = min(share, left)
                left = Cents(left - share)
            raked.append(Pot(pot.amount, pot.seats, Cents(share)))
        return tuple(raked)


def side_pots(paid: Sequence[int], live: Sequence[int]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots of a hand. A seat can win from each other seat as much as it paid itself.

    `paid` is the total that each seat has put in and not got back. `live` lists the seats that have not folded.

    >>> side_pots([50, 200, 200, 80], live=[1, 2, 0])
    (Pot(amount=200, seats=(1, 2, 0), rake=0), Pot(amount=330, seats=(1, 2), rake=0))
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        return (Pot(Cents(sum(paid)), tuple(live)),)
    pots = []
    below = 0
    for level in levels:
        top = level if level < levels[-1] else max(paid)
        amount = sum(min(each, top) - min(each, below) for each in paid)
        pots.append(Pot(Cents(amount), tuple(seat for seat in live if paid[seat] >= level)))
        below = top
    return tuple(pots)


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's share of one pot. `pot` is the pot's place, 0 for the main pot, `winners` the number that share it."""

    pot: int
    seat: int
    amount: Cents
    winners: int


def divide(pots: Sequence[Pot], values: Mapping[int, int]) -> list[Share]:
    """Give every pot to the best hand among its seats, pot by pot. Tied hands split it.

    >>> [(share.seat, share.amount) for share in divide([Pot(Cents(11), (1, 2, 0))], {0: 7, 1: 7, 2: 3})]
    [(1, 6), (0, 5)]
    """
    shares = []
    for place, pot in enumerate(pots):
        best = max([values[seat] for seat in pot.seats])
        winners = [seat for seat in pot.seats if values[seat] == best]
        amounts = equal_shares(pot.prize, len(winners))
        shares += [Share(place, seat, amount, len(winners)) for seat, amount in zip(winners, amounts, strict=True)]
    return shares


def equal_shares(prize: int, n_winners: int) -> tuple[Cents, ...]:
    """Return the prize in equal parts, with odd chips one each from the left of the button.

    >>> equal_shares(11, 3)
    (4, 4, 3)
    """
    share, odd = divmod(prize, n_winners)
    return tuple(Cents(share + (place < odd)) for place in range(n_winners))
