"""What is asked before a bet is taken: can the house pay the most that it can win, and the ledger hold it?

A bet is taken only if every account stays within `LARGEST_BALANCE`, even if each seat of the table gets the most back
that the rules can give it. The database holds four times as much, so that nothing overflows where somebody wins at
several tables at once. All chips of a practice table are the house's own: its debt is what lies there.
"""

from collections.abc import Mapping

from houseway.errors import NotCovered
from houseway.games.engine.money import dollars
from houseway.room.bots import bot_bet
from houseway.room.ledger import house_account, user_account
from houseway.room.state import TableState

LARGEST_BALANCE = 2**61


def accounts_at_stake(state: TableState) -> list[str]:
    """The accounts that the next round can change, of those that lie not on the table itself."""
    people = [user_account(user_id) for seat in state.bets if (user_id := state.at(seat).user_id) is not None]
    return [house_account(state.id), *people]


def check_covered(state: TableState, held: Mapping[str, int], bankroll: int) -> None:
    """Refuse the bets that lie on the table if what they can win is more than the house can pay or the ledger hold."""
    bets = {seat: placed.bet for seat, placed in state.bets.items()}
    bets |= {seat: bot_bet(state, seat) for seat in state.bots}
    seats = sorted(bets)
    returns = dict(zip(seats, state.game.largest_returns([bets[seat] for seat in seats]), strict=True))
    most = max(returns.values()) if state.between_players else sum(returns.values())
    house = held[house_account(state.id)]
    lying = abs(house) if state.practice else abs(house) + sum(state.stacks)
    if lying + sum(sum(bet.values()) for bet in bets.values()) + most > LARGEST_BALANCE:
        raise NotCovered(
            f"This bet could win more than the largest balance of an account, {dollars(LARGEST_BALANCE)}. Bet less."
        )
    if state.practice:
        return
    for seat, most_back in returns.items():
        user_id = state.at(seat).user_id
        if user_id is not None and held[user_account(user_id)] + most_back > LARGEST_BALANCE:
            raise NotCovered(
                f"Seat {seat + 1} could win more than the largest balance of an account, {dollars(LARGEST_BALANCE)}."
            )
    if not state.between_players and most > house + bankroll:
        left = dollars(max(0, house + bankroll))
        raise NotCovered(
            f"The bets of this round could win {dollars(most)}, and the house can pay {left} here. Bet less."
        )
