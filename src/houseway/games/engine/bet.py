"""What a seat brings to a round: its opening wagers, or its stack in a player-against-player game."""

from collections.abc import Iterable, Iterator, Mapping

from houseway.errors import BadBet
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
