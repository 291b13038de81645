"""The most that each wager of a declared title can win: the best of all its endings."""

from fractions import Fraction

import numpy as np

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.house.wager_payout import WagerPayout
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import PayClass
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Award, Opening, Payable
from houseway.games.engine.money import Cents


def declared_payouts(game: DeclaredGame, bet: Bet) -> tuple[WagerPayout, ...]:
    """Every wager that a seat with these opening bets can come to have, at the ending that pays it most."""
    opening = {wager: Fraction(bet.amount(wager.name)) for wager in game.every(Opening) if bet.amount(wager.name)}
    payoffs = Payoffs.of(game, opening)
    return tuple(_payout(payoffs, wager) for wager in payoffs.by_wager)


def _payout(payoffs: Payoffs, wager: Payable) -> WagerPayout:
    nets = payoffs.by_wager[wager]
    path, cell = (int(place) for place in np.unravel_index(nets.argmax(), nets.shape))
    stake = payoffs.stakes[wager.on] if isinstance(wager, Award) else payoffs.staked[wager][path]
    won = Fraction(int(nets[path, cell]), payoffs.scale)
    paid = _paid(payoffs, wager, path, cell)
    what = paid.label if paid is not None else "a win"
    return WagerPayout(
        wager.name, wager.title, wager.clause, Cents(int(stake)), won / stake, what, by_table=paid is not None
    )


def _paid(payoffs: Payoffs, wager: Payable, path: int, cell: int) -> PayClass | None:
    """The row of a pay table that the wager is paid by; None where no table makes a difference to it."""
    results = payoffs.by_wager[wager][path].reshape(payoffs.shape)
    for axis, level in enumerate(payoffs.levels(cell)):
        if isinstance(level, PayClass) and level.hit and (results != results.take([0], axis=axis)).any():
            return level
    return None
