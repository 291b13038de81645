"""Double entry in whole cents of play chips: every transfer takes from one account what it gives to another."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.errors import BadBet

MINT = "mint"
"""Where play chips come from: its balance is minus all chips that were ever given out."""

USER, SEAT, STAKES, HOUSE = "user", "seat", "stakes", "house"
METER, RESERVE = "meter", "reserve"
MAY_OWE = (MINT, HOUSE)
"""The kinds of account that may fall below zero."""


def user_account(user_id: int) -> str:
    """A person's chips that lie on no table."""
    return f"{USER}:{user_id}"


def seat_account(table_id: int, seat: int) -> str:
    """The stack before a seat: of an automatic player, or of anyone in a player-against-player game."""
    return f"{SEAT}:{table_id}/{seat}"


def stakes_account(table_id: int) -> str:
    """All wagers on a table that are not settled yet."""
    return f"{STAKES}:{table_id}"


def house_account(table_id: int) -> str:
    """What the house has won or lost at a table."""
    return f"{HOUSE}:{table_id}"


def meter_account(meter_id: int) -> str:
    """What a meter shows: players' money, of which the house is custodian only (WAC 230-15-671)."""
    return f"{METER}:{meter_id}"


def reserve_account(meter_id: int) -> str:
    """A meter's hidden reserve, from which its next seed comes."""
    return f"{RESERVE}:{meter_id}"


FUND = house_account(0)
"""The house's own money at no table: seeds of new meters come from it, and go back there."""


def kind_of(account: str) -> str:
    """The kind of an account, by its name.

    >>> kind_of("seat:7/2")
    'seat'
    """
    return account.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips from one account to another, and what for."""

    source: str
    target: str
    amount: int
    memo: str

    def __post_init__(self) -> None:
        if not all(isinstance(text, str) for text in (self.source, self.target, self.memo)):
            raise BadBet(f"a transfer names two accounts and what it is for; got {self!r}")
        if isinstance(self.amount, bool) or not isinstance(self.amount, int) or self.amount <= 0:
            raise BadBet(f"a transfer moves a whole number of cents, more than zero; got {self.amount!r}")

    def entries(self) -> Iterator["Entry"]:
        """The two entries, which sum to zero."""
        yield Entry(self.source, -self.amount, self.memo)
        yield Entry(self.target, self.amount, self.memo)

    def to_list(self) -> list[object]:
        """A plain form for JSON."""
        return [self.source, self.target, self.amount, self.memo]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of one account: what it gained (more than zero) or lost."""

    account: str
    amount: int
    memo: str


def move(source: str, target: str, amount: int, memo: str) -> tuple[Transfer, ...]:
    """A transfer of an amount; the other way round if it is below zero, none if it is zero.

    >>> move("user:1", "stakes:2", -5, "ante")
    (Transfer(source='stakes:2', target='user:1', amount=5, memo='ante'),)
    """
    if not amount:
        return ()
    return (Transfer(source, target, amount, memo) if amount > 0 else Transfer(target, source, -amount, memo),)


def changes(transfers: Iterable[Transfer]) -> Counter[str]:
    """What every account gains or loses by all of these together."""
    total: Counter[str] = Counter()
    for transfer in transfers:
        for entry in transfer.entries():
            total[entry.account] += entry.amount
    return total


def gains_and_lowest(records: Iterable[Iterable[Transfer]]) -> dict[str, tuple[int, int]]:
    """For every account what it gains by all records, and the lowest that it comes to on the way, from zero.

    >>> spend, win = Transfer("user:1", "stakes:2", 5, "raise"), Transfer("stakes:2", "user:1", 9, "raise")
    >>> gains_and_lowest([[spend], [win]])["user:1"]
    (4, -5)
    """
    gains: Counter[str] = Counter()
    lowest: Counter[str] = Counter()
    for transfers in records:
        for account, gain in changes(transfers).items():
            gains[account] += gain
            lowest[account] = min(lowest[account], gains[account])
    return {account: (gain, lowest[account]) for account, gain in gains.items()}
