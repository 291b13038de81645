"""The hands that a dealer reads at the end of a round, as the game itself values them."""

from collections.abc import Iterator

from houseway.games.engine.shown_hand import ShownHand
from houseway.games.engine.state import State
from houseway.games.titles.five_card_holdout import HoldOutRound, hand_value
from houseway.ranking import ranking


def shown_hands(state: State) -> tuple[ShownHand, ...]:
    """Every hand that is turned up by the end of the round, the dealer's first."""
    return tuple(_holdout(state) if isinstance(state, HoldOutRound) else state.shown_hands())


def _holdout(played: HoldOutRound) -> Iterator[ShownHand]:
    describe = ranking("standard").describe
    for seat in played.betting.live if played.shown else ():
        held = played.held[seat]
        yield ShownHand(seat, "the hand", held + played.board, describe(hand_value(held, played.board)), "FCH-5a")
