"""The bets with which a seat gains most, of a title in which nothing is decided: wagers that exclude each other are not
best made together.

Everything that can happen is counted once with a unit on every wager. In each outcome the wagers that win or push are
tried at the largest amount, at the largest that counts as small, and left out; the game says which of these bets it
takes.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Opening
from houseway.games.engine.money import Cents

UNIT = Fraction(1)


def dearest_bet(game: DeclaredGame) -> tuple[Bet, Cents] | None:
    """The bets within the limits that can win most in one round, and how much; None where something is decided.

    >>> from houseway.games.catalogue import game
    >>> dearest_bet(game("three-card-poker")) is None
    True
    """
    if game.decisions() or game.limits.largest_wager is None:
        return None
    most = Cents(0)
    found = None
    for outcome in _outcomes(game):
        for gain, bet in sorted(_bets(game, outcome), key=_gain_then_fewest, reverse=True):
            if gain <= most:
                break
            if _taken(game, bet):
                most, found = gain, bet
                break
    return None if found is None else (found, most)


def _outcomes(game: DeclaredGame) -> Iterator[dict[str, Fraction]]:
    """What a unit on each wager nets, of the wagers that do not lose, in all that can happen; each once."""
    paid = Payoffs.of(game, {wager: UNIT for wager in game.every(Opening) if wager.taken_at(game)})
    occurs = family_of(game).solve(paid, Runner()).counts[0] > 0
    nets = np.array([net[0] for net in paid.by_wager.values()])
    for column in np.unique(nets[:, occurs], axis=1).T.tolist():
        units = {wager.name: Fraction(net, paid.scale) for wager, net in zip(paid.by_wager, column, strict=True)}
        yield {name: unit for name, unit in units.items() if unit >= 0}


def _bets(game: DeclaredGame, outcome: dict[str, Fraction]) -> Iterator[tuple[Cents, Bet]]:
    limits = game.limits
    assert limits.largest_wager is not None, "asked for within limits"
    small = (limits.large_wager_above.value,) if limits.large_wager_above else ()
    for amounts in product((limits.largest_wager.value, *small, 0), repeat=len(outcome)):
        gain = sum((amount * unit for amount, unit in zip(amounts, outcome.values(), strict=True)), Fraction(0))
        yield Cents(int(gain)), Bet(**dict(zip(outcome, amounts, strict=True)))


def _gain_then_fewest(found: tuple[Cents, Bet]) -> tuple[int, int]:
    gain, bet = found
    return gain, -sum(bet.values())


def _taken(game: DeclaredGame, bet: Bet) -> bool:
    try:
        game.check_bets([bet])
    except BadBet:
        return False
    return True
