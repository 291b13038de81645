"""How one wager ended."""

from dataclasses import dataclass

from houseway.games.engine.money import Cents


@dataclass(frozen=True, slots=True)
class FromMeter:
    """The meter that a prize is paid from, and whether it takes all of it."""

    meter: str
    takes_all: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """A wager, what was staked, what came back (the stake included where it was not lost), and why.

    What a meter pays is not the house's: `paid_by` names it. `taken_back` is a bet that its player withdrew, which is
    no push; it follows from the decisions, so that no record has it.
    """

    seat: int
    wager: str
    staked: Cents
    returned: Cents
    clause: str
    reason: str
    paid_by: FromMeter | None = None
    taken_back: bool = False

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
