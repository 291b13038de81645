"""Double entry in whole cents of play chips: every transfer takes from one account what it gives to another."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.errors import BadBet

MINT = "mint"
"""The account that issues play chips. Its balance is minus all chips ever issued."""

USER, SEAT, STAKES, HOUSE = "user", "seat", "stakes", "house"
METER, RESERVE = "meter", "reserve"
MAY_OWE = (MINT, HOUSE)
"""The kinds of account that may have a negative balance."""


def user_account(user_id: int) -> str:
    """Return the account of a user's chips that are not on any table."""
    return f"{USER}:{user_id}"


def seat_account(table_id: int, seat: int) -> str:
    """Return the account of a seat's stack: a computer player's, or anyone's in a player vs. player game."""
    return f"{SEAT}:{table_id}/{seat}"


def stakes_account(table_id: int) -> str:
    """Return the account of all unsettled wagers at a table."""
    return f"{STAKES}:{table_id}"


def house_account(table_id: int) -> str:
    """Return the account of the house's result at a table."""
    return f"{HOUSE}:{table_id}"


def meter_account(meter_id: int) -> str:
    """Return the account of a meter's amount: players' money, held in custody by the house (WAC 230-15-671)."""
    return f"{METER}:{meter_id}"


def reserve_account(meter_id: int) -> str:
    """Return the account of a meter's hidden reserve, from which its next seed comes."""
    return f"{RESERVE}:{meter_id}"


FUND = house_account(0)
"""The house's money outside all tables. Seeds of new meters come from it and return to it."""


def kind_of(account: str) -> str:
    """Return the kind of an account, by its name.

    >>> kind_of("seat:7/2")
    'seat'
    """
    return account.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer of chips from one account to another, with its purpose."""

    source: str
    target: str
    amount: int
    memo: str

    def __post_init__(self) -> None:
        if not all(isinstance(text, str) for text in (self.source, self.target, self.memo)):
            raise BadBet(f"A transfer must name two accounts and its purpose; got {self!r}.")
        if isinstance(self.amount, bool) or not isinstance(self.amount, int) or self.amount <= 0:
            raise BadBet(f"A transfer must move a whole number of cents above zero; got {self.amount!r}.")

    def entries(self) -> Iterator["Entry"]:
        """Yield the two entries, which sum to zero."""
        yield Entry(self.source, -self.amount, self.memo)
        yield Entry(self.target, self.amount, self.memo)

    def to_list(self) -> list[object]:
        """Return a plain form for JSON."""
        return [self.source, self.target, self.amount, self.memo]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of one account: its gain (positive) or loss (negative)."""

    account: str
    amount: int
    memo: str


def move(source: str, target: str, amount: int, memo: str) -> tuple[Transfer, ...]:
    """Return a transfer of an amount. It is reversed if the amount is negative, and empty if it is zero.

    >>> move("user:1", "stakes:2", -5, "ante")
    (Transfer(source='stakes:2', target='user:1', amount=5, memo='ante'),)
    """
    if not amount:
        return ()
    return (Transfer(source, target, amount, memo) if amount > 0 else Transfer(target, source, -amount, memo),)


def changes(transfers: Iterable[Transfer]) -> Counter[str]:
    """Return the net gain or loss of every account over all transfers."""
    total: Counter[str] = Counter()
    for transfer in transfers:
        for entry in transfer.entries():
            total[entry.account] += entry.amount
    return total


def gains_and_lowest(records: Iterable[Iterable[Transfer]]) -> dict[str, tuple[int, int]]:
    """Return, for every account, the total gain over all records and the lowest balance on the way, from zero.

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
