"""The house's bankroll at a table: the cost of its bets, whether that is covered, and the operator's view.

A bet is accepted only if every account stays within `LARGEST_BALANCE` even when each seat wins the most that the rules
allow. The database can store four times that amount, so nothing overflows when one player wins at several tables at
once. The chips of a practice table belong to the house, so its debt is the chips on the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.errors import NotCovered
from houseway.games.engine.money import dollars
from houseway.games.telling.words import choice_words, table_words
from houseway.room.ledger import house_account, user_account
from houseway.room.state import TableState
from houseway.room.transfers import bot_bet

LARGEST_BALANCE = 2**61


def accounts_at_stake(state: TableState) -> list[str]:
    """Return the accounts off the table that the next round can change."""
    people = [user_account(user_id) for seat in state.bets if (user_id := state.at(seat).user_id) is not None]
    return [house_account(state.id), *people]


def check_covered(state: TableState, held: Mapping[str, int], bankroll: int) -> None:
    """Refuse the open bets if they can win more than the house can pay or the ledger can store."""
    bets = {seat: placed.bet for seat, placed in state.bets.items()}
    bets |= {seat: bot_bet(state, seat) for seat in state.bots}
    seats = sorted(bets)
    returns = dict(zip(seats, state.game.largest_returns([bets[seat] for seat in seats]), strict=True))
    most = max(returns.values()) if state.between_players else sum(returns.values())
    house = held[house_account(state.id)]
    chips_in_play = abs(house) if state.practice else abs(house) + sum(state.stacks)
    if chips_in_play + sum(sum(bet.values()) for bet in bets.values()) + most > LARGEST_BALANCE:
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


@dataclass(frozen=True, slots=True)
class Exposure:
    """The bets of people at a table, and an upper bound on their total payout.

    Computer players play with the house's chips, so the house does not lose their winnings.
    """

    staked: int = 0
    most_back: int = 0

    @property
    def most_lost(self) -> int:
        """Return an upper bound on the house's loss on these bets. Later bets in the round can only lower it."""
        return max(0, self.most_back - self.staked)


def exposure_of(state: TableState) -> Exposure:
    """Return the exposure at one table: none for player vs. player games and practice chips."""
    if state.between_players or state.practice:
        return Exposure()
    played = state.round
    if played is not None:
        returns = state.game.largest_returns(played.bets)
        people = [place for place, user_id in enumerate(played.users) if user_id is not None]
        staked = sum(amount for place in people for _, amount in played.state.wagers()[place])
        return Exposure(staked, sum(returns[place] for place in people))
    if not state.bets:
        return Exposure()
    bets = [state.bets[seat].bet for seat in sorted(state.bets)]
    return Exposure(sum(sum(bet.values()) for bet in bets), sum(state.game.largest_returns(bets)))


def floor_of(state: TableState) -> dict[str, Any]:
    """Return a table in plain form: non-default readings, the limits of the house and the law, and its exposure."""
    game, legal, exposure = state.game, state.game.limits.largest_wager, exposure_of(state)
    return {
        "id": state.id,
        "title": game.title,
        "chosen": table_words(game),
        "jurisdiction": game.limits.jurisdiction,
        "practice": state.practice,
        "readings": {
            reading.id: choice_words(reading, game.readings[reading.id])
            for reading in game.sheet.readings.values()
            if game.readings[reading.id] != reading.default
        },
        "limits": {
            "least": state.limits.least,
            "largest": state.limits.largest,
            "legal": None if legal is None else legal.value,
        },
        "round": None if state.round is None else state.round.number,
        "staked": exposure.staked,
        "most_lost": exposure.most_lost,
    }
