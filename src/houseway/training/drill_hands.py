"""The hands that a dealer reads at the end of a round, as the game itself values them."""

from houseway.games.engine.shown_hand import ShownHand
from houseway.games.engine.state import State


def shown_hands(state: State) -> tuple[ShownHand, ...]:
    """Every hand that is turned up by the end of the round, the dealer's first."""
    return tuple(state.shown_hands())
