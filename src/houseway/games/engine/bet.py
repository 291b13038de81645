"""What a seat brings to a round: the wagers that a table takes, a seat's bet, and features that go with wagers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from houseway.errors import BadBet
from houseway.games.engine.meter import ProgressiveTable
from houseway.games.engine.money import Cents


class Bet(Mapping[str, Cents]):
    """The opening wagers of one seat, by name, in whole cents.

    `game.wagers` lists the names that a game takes.

    Args:
        wagers: one keyword per wager.

    Raises:
        BadBet: an amount is not a whole number of cents, or is below zero.

    >>> Bet(ante=1000, bonus=500)
    Bet(ante=1000, bonus=500)
    >>> Bet(ante=-5)
    Traceback (most recent call last):
        ...
    houseway.errors.BadBet: ante: expected a whole number of cents, zero or more; got -5
    """

    __slots__ = ("_wagers",)

    def __init__(self, **wagers: int) -> None:
        for name, amount in wagers.items():
            if isinstance(amount, bool) or not isinstance(amount, int) or amount < 0:
                raise BadBet(f"{name}: expected a whole number of cents, zero or more; got {amount!r}")
        self._wagers = {name: Cents(amount) for name, amount in wagers.items() if amount}

    def __getitem__(self, name: str) -> Cents:
        return self._wagers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._wagers)

    def __len__(self) -> int:
        return len(self._wagers)

    def in_order(self, names: Iterable[str]) -> "Bet":
        """The same wagers in the order of these names.

        >>> Bet(bonus=500, ante=1000).in_order(["ante", "bonus", "tip"])
        Bet(ante=1000, bonus=500)
        """
        ordered = [name for name in names if name in self._wagers]
        return self if ordered == list(self._wagers) else Bet(**{name: self._wagers[name] for name in ordered})

    def amount(self, name: str) -> Cents:
        """The amount on a wager, zero where none was made."""
        return self._wagers.get(name, Cents(0))

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._wagers.items())))

    def __repr__(self) -> str:
        return f"Bet({', '.join(f'{name}={amount}' for name, amount in self._wagers.items())})"


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet that a seat may open a round with.

    `follow_on` is the largest later bet that this one obliges or allows, as a multiple: a Raise of twice the Ante
    must stay within the limits too, so the Ante is held to half of them. `own_game` is False for a bet that rides on
    another one's outcome, such as a bet for the dealer: it is no further game with the same hand of cards. `limited` is
    False for chips that are only brought to the table, of which the game itself limits each wager. `usual` is a wager
    that need not be made and mostly is. One `on_meter` has its prizes from meters, and is no part of a title's figures.
    """

    name: str
    title: str
    clause: str
    required: bool = True
    follow_on: int = 1
    own_game: bool = True
    limited: bool = True
    usual: bool = False
    on_meter: bool = False


@dataclass(frozen=True, slots=True)
class MeterWager:
    """The wager on meters that a table takes: always of the same amount, and paid by one table of prizes."""

    name: str
    amount: int
    prizes: ProgressiveTable

    def staked(self, bets: Iterable[Bet]) -> int:
        """What seats have on it together, in cents."""
        return sum(bet.amount(self.name) for bet in bets)


ENVY = "envy"
"""What an Envy Bonus is called among settlements."""


@dataclass(frozen=True, slots=True)
class AggregateLimit:
    """A limit that the house may post on what all bets of a kind win together (WAC 230-15-490).

    `posted` is its amount, None where none is posted; `by_hand` tells a limit on each bet from one on the whole round.
    """

    clause: str
    posted: Cents | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Envy:
    """A fixed sum to those who have a lammer for every hand of another player that a pay table lists.

    The lammer comes with `wager` from the amount `lammer_from` up. `hands` is how many hands of one player can qualify
    another. `readings` are those that change what it comes to.
    """

    clause: str
    lammer_clause: str
    wager: str
    lammer_from: Cents
    table: str
    hands: int
    readings: tuple[str, ...]

    def has_lammer(self, bet: Bet) -> bool:
        """Whether a seat with these bets gets a lammer."""
        return bet.amount(self.wager) >= self.lammer_from
