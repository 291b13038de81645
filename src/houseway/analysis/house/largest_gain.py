"""The most that a seat gains in a round at given bets: from what ships, where counting it takes long, or counted now.

What ships (`<slug>-gains.json` beside the recorded results, written by `tools/record_gains.py`) is of the built-in
tables, at the largest bets that the limits allow. Only the proportions of the bets matter.
"""

from fractions import Fraction

from houseway.analysis.counting.shards import Runner
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import records, result_key
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game

RECORD = "gains"


def largest_gain(game: Game, bet: Bet, strategy: str, runner: Runner | None = None) -> Fraction:
    """The largest net result that occurs under a strategy, in units of the first bet."""
    known = records(f"{game.slug}-{RECORD}").get(result_key(game, strategy))
    if known is not None and known["bets"] == proportions(bet):
        return Fraction(known["gain"])
    return particulars(game).largest_gain(game, bet, strategy, runner)


def proportions(bet: Bet) -> dict[str, str]:
    """Each wager in units of the first.

    >>> proportions(Bet(ante=1000, bonus=500))
    {'ante': '1', 'bonus': '1/2'}
    """
    return {name: str(Fraction(amount, next(iter(bet.values())))) for name, amount in bet.items()}
