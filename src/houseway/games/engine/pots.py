"""What is in the middle at the end of a hand: side pots, the rake, and who gets which chips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.games.engine.money import NO_MONEY, Cents


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that only these seats can win, named from the left of the button; `rake` of them belong to the house."""

    amount: Cents
    seats: tuple[int, ...]
    rake: Cents = NO_MONEY

    @property
    def prize(self) -> Cents:
        """What the winners share."""
        return Cents(self.amount - self.rake)


@dataclass(frozen=True, slots=True)
class Rake:
    """The house's part of a pot: a percentage, at most `cap` from one hand."""

    percent: Fraction
    cap: Cents | None = None

    def taken_from(self, pots: Sequence[Pot]) -> tuple[Pot, ...]:
        """The pots with their rake, main pot first; a broken cent stays in the pot.

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
    """The main pot and the side pots of a hand: a seat can win from every other seat what it paid itself.

    `paid` is what each seat has put in and not got back, `live` names the seats that have not folded.

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
    """What a seat gets of one pot; `pot` is its place, 0 for the main pot, `winners` how many share it."""

    pot: int
    seat: int
    amount: Cents
    winners: int


def divide(pots: Sequence[Pot], values: Mapping[int, int]) -> list[Share]:
    """Every pot to the best hand among its seats, pot by pot; equal hands split it.

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
    """The prize in equal parts, odd chips one each from the left of the button.

    >>> equal_shares(11, 3)
    (4, 4, 3)
    """
    share, odd = divmod(prize, n_winners)
    return tuple(Cents(share + (place < odd)) for place in range(n_winners))
