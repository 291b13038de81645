"""How one wager ended."""

from dataclasses import dataclass

from houseway.games.engine.event import Words
from houseway.games.engine.money import Cents


@dataclass(frozen=True, slots=True)
class FromMeter:
    """The meter that a prize is paid from, and whether it takes all of it."""

    meter: str
    takes_all: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of one wager: the stake, the amount returned, the clause and the reason.

    `returned` includes the stake if it was not lost. `net` is `returned - staked`.

    Args:
        seat: the seat, from 0.
        wager: the wager's name.
        staked: the stake in cents.
        returned: the amount returned in cents.
        clause: the clause that decides.
        words: one sentence that says why: `reason`, made when it is asked for.
        paid_by: the progressive meter that pays, if one does. The house does not pay that part.
        taken_back: whether the player withdrew the bet. That is not a push. It follows from the decisions, so the log
            does not record it.

    >>> Settlement(0, "ante", 1000, 2000, "3CP-7", "high card, K-8-2 against high card, K-3-2: pays 1 to 1").net
    1000
    """

    seat: int
    wager: str
    staked: Cents
    returned: Cents
    clause: str
    words: Words
    paid_by: FromMeter | None = None
    taken_back: bool = False

    @property
    def reason(self) -> str:
        """The sentence that says why."""
        return str(self.words)

    @property
    def net(self) -> Cents:
        """The player's gain: negative where the house won."""
        return Cents(self.returned - self.staked)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "seat": self.seat,
            "wager": self.wager,
            "staked": self.staked,
            "returned": self.returned,
            "clause": self.clause,
            "reason": self.reason,
            **({} if self.paid_by is None else {"meter": self.paid_by.meter, "takes_all": self.paid_by.takes_all}),
        }
