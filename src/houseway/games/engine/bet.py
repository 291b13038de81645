"""The bets that a seat brings to a round: the table's wagers, a seat's bet, and features that go with wagers."""

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
        """Return the same wagers in the order of these names.

        >>> Bet(bonus=500, ante=1000).in_order(["ante", "bonus", "tip"])
        Bet(ante=1000, bonus=500)
        """
        ordered = [name for name in names if name in self._wagers]
        return self if ordered == list(self._wagers) else Bet(**{name: self._wagers[name] for name in ordered})

    def amount(self, name: str) -> Cents:
        """Return the amount on a wager, 0 if it was not made."""
        return self._wagers.get(name, Cents(0))

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._wagers.items())))

    def __repr__(self) -> str:
        return f"Bet({', '.join(f'{name}={amount}' for name, amount in self._wagers.items())})"


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet with which a seat may open a round.

    `follow_on` is the largest later bet that this one requires or allows, as a multiple. A Raise of twice the Ante must
    stay within the limits too, so the Ante is limited to half of them. `own_game` is False for a bet that rides on
    another bet's outcome, such as a bet for the dealer. Such a bet is not a further game with the same hand of cards.
    `limited` is False for chips that a player only brings to the table. Then the game itself limits each wager. `usual`
    is an optional wager that most players make. A wager `on_meter` is paid from meters and is not part of a title's
    figures.
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
    """A wager on meters. Its amount is fixed, and one table of prizes pays it."""

    name: str
    amount: int
    prizes: ProgressiveTable

    def staked(self, bets: Iterable[Bet]) -> int:
        """Return the total that seats bet on it, in cents."""
        return sum(bet.amount(self.name) for bet in bets)


ENVY = "envy"
"""The name of an Envy Bonus among settlements."""


@dataclass(frozen=True, slots=True)
class AggregateLimit:
    """A limit that the house may post on the total that all bets of a kind win (WAC 230-15-490).

    `posted` is its amount, None if none is posted. `by_hand` distinguishes a limit on each bet from a limit on the
    whole round.
    """

    clause: str
    posted: Cents | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Envy:
    """A fixed sum for each hand of another player that a pay table lists. It is paid to the seats that have a lammer.

    A bet on `wager` of at least `lammer_from` earns the lammer. `hands` is the most hands of one player that can
    qualify another player. `readings` are the readings that change its amount.
    """

    clause: str
    lammer_clause: str
    wager: str
    lammer_from: Cents
    table: str
    hands: int
    readings: tuple[str, ...]

    def has_lammer(self, bet: Bet) -> bool:
        """Return whether a seat with these bets gets a lammer."""
        return bet.amount(self.wager) >= self.lammer_from
