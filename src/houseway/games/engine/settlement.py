"""How one wager ended."""

from dataclasses import dataclass

from houseway.games.engine.money import Cents


@dataclass(frozen=True, slots=True)
class Settlement:
    """A wager, what was staked, what came back (the stake included where it was not lost), and why."""

    seat: int
    wager: str
    staked: Cents
    returned: Cents
    clause: str
    reason: str

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
        }
