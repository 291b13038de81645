"""What automatic players bet."""

from collections.abc import Iterator

from houseway.errors import BadBet, HousewayError
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK
from houseway.room.state import TableState
from houseway.room.transfers import BOT_BUYS_BELOW, BUY_IN, big_blind

EVERYDAY_UNIT = 1000


def bot_bet(state: TableState, seat: int) -> Bet:
    """The opening bet of an automatic player: ten dollars on each usual wager, or what the table's limits leave."""
    if state.between_players:
        stack = state.stacks[seat]
        blind = big_blind(state)
        return Bet(**{STACK: stack if stack >= BOT_BUYS_BELOW * blind else BUY_IN * blind})
    for bet in _candidates(state):
        try:
            state.limits.check(state.game, bet)
            return state.game.check_bets([bet])[0]
        except HousewayError:
            continue
    raise BadBet(f"Computer players have no bet within the limits of table {state.id}.")


def _candidates(state: TableState) -> Iterator[Bet]:
    """From the usual bet down: the usual wagers, all wagers equal, required wagers alone.

    What is in a meter is people's: automatic players never bet on one.
    """
    wagers = [wager for wager in state.game.wagers if state.game.takes(wager) and not wager.on_meter]
    largest = state.limits.largest
    units = [EVERYDAY_UNIT, state.limits.least] if largest is None else [EVERYDAY_UNIT, state.limits.least, largest]
    for unit in units:
        yield state.game.usual_bet(unit)
        yield Bet(**{wager.name: unit for wager in wagers})
        yield Bet(**{wager.name: unit for wager in wagers if wager.required})
