"""What an operator looks at of a table: what is offered there, and what the house can lose on its bets."""

from dataclasses import dataclass
from typing import Any

from houseway.games.telling.words import choice_words, table_words
from houseway.room.state import TableState


@dataclass(frozen=True, slots=True)
class Exposure:
    """The bets of people on a table, and a sum that they cannot bring back more than.

    Automatic players play with the house's chips: what they win, the house does not lose.
    """

    staked: int = 0
    most_back: int = 0

    @property
    def most_lost(self) -> int:
        """A bound of what the house can lose on them: bets that are still to come in the round only lower it."""
        return max(0, self.most_back - self.staked)


def exposure_of(state: TableState) -> Exposure:
    """The exposure at one table; none where players win from each other, or with practice chips."""
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
    """A table in plain form: readings that are not the usual ones, the house's limits and the law's, its exposure."""
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
