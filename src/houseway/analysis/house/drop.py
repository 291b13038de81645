"""The drop of a shift: money changed into chips. No rule of a game says how much that is, so it is stated, or follows.

Handle, all bets, and win, what the house keeps of them, follow from the game. Players buy chips once and bet them many
times over, and carry some away: how much they buy is a habit of the room. Who states the buy-ins gets the hold, win
over drop; who states the hold that the room usually has gets the drop that this win would need.
"""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.house.skills import exact_number
from houseway.analysis.results.result import exact
from houseway.errors import BadSetting

MOST_CENTS = 10**12


@dataclass(frozen=True, slots=True)
class Drop:
    """The money changed into chips in a shift, in cents, and the expected win over it; `stated` says what was given."""

    cents: Fraction
    hold: Fraction
    stated: str

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {"drop_cents": exact(self.cents), "hold": exact(self.hold), "stated": self.stated}


def drop_of(
    win: Fraction, player_hours: Fraction, buy_in: int | None, hold: Fraction | float | str | None
) -> Drop | None:
    """The drop by buy-ins in cents for each player and hour, or by a stated hold; nothing where neither is stated.

    >>> drop_of(Fraction(120_00), Fraction(4), 150_00, None).hold
    Fraction(1, 5)
    >>> drop_of(Fraction(120_00), Fraction(4), None, "0.2").cents
    Fraction(60000, 1)
    """
    if buy_in is not None and hold is not None:
        raise BadSetting("Buy-in and hold each set the drop. Give only one of them.")
    if buy_in is not None:
        if isinstance(buy_in, bool) or not isinstance(buy_in, int) or not 0 < buy_in <= MOST_CENTS:
            raise BadSetting(f"Buy-in must be cents per player and hour, above 0; got {buy_in!r}.")
        cents = buy_in * player_hours
        return Drop(cents, win / cents, "buy-ins")
    if hold is None:
        return None
    share = exact_number(hold)
    if share is None or not 0 < share <= 1:
        raise BadSetting(f"Hold must be win ÷ drop, above 0 and at most 1; got {hold!r}.")
    if win <= 0:
        raise BadSetting("Hold cannot be given here: the house expects to lose with these players.")
    return Drop(win / share, share, "hold")
