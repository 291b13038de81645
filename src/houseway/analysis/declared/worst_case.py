"""The most that a wager or a seat of a declared title can win."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.operations.payouts import WagerPayout
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.settlement import lead_in_words
from houseway.games.engine.declared.text import cards_in_words
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Award, Compare, Makes, Margin, Opening, Paid, Payable, Settled
from houseway.games.engine.money import Cents
from houseway.ranking.system import ranking_system

UNIT = Fraction(1)


def worst_case_bet(game: DeclaredGame) -> tuple[Bet, Cents] | None:
    """Return the bets within the limits that can win most in one round, and how much; None if the game has decisions.

    >>> from houseway.games.catalogue import game
    >>> worst_case_bet(game("three-card-poker")) is None
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
    """Yield the net per unit on each wager that does not lose, for all possible outcomes, each once."""
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


def declared_payouts(game: DeclaredGame, bet: Bet) -> Iterable[WagerPayout]:
    """Yield every wager in the ending in which it wins most, of all ways through the decisions."""
    found: dict[Payable, WagerPayout] = {}
    for path in game.paths:
        for end in game.endings(path):
            for settled in game.settle(end):
                wager, odds = settled.wager, settled.odds
                stake = bet.amount(wager.on.name) if isinstance(wager, Award) else game.stake(wager, bet, path)
                best = found.get(wager)
                if odds and stake and (best is None or odds * stake > best.odds * best.stake):
                    by_table = isinstance(settled.because, Paid)
                    what = _paying_rows(game, settled, end) if by_table else _what_wins(settled, end)
                    found[wager] = WagerPayout(
                        wager.name, wager.title, settled.clause, Cents(stake), odds, what, by_table=by_table
                    )
    return [found[wager] for wager in game.every(Payable) if wager in found]


def _what_wins(settled: Settled, end: Ending) -> str:
    """Return the reason for a win that no table pays: a number of points, a margin, a tie."""
    because = settled.because
    if isinstance(because, Makes):
        return because.title
    if isinstance(because, Margin):
        return lead_in_words(end[because])
    return "a tie" if isinstance(because, Compare) and end[because].tied else "a win"


def _paying_rows(game: DeclaredGame, settled: Settled, end: Ending) -> str:
    """Return the row of the table that pays; if two tables pay together, return both."""
    paid = [term for term in (settled.because, settled.also) if isinstance(term, Paid)]
    hits = [end[term] for term in paid if end[term].hit]
    alone = [hit.label for hit in hits if hit.odds == settled.odds]
    if alone or len(hits) < 2:
        return (alone or [hit.label for hit in hits])[0]
    size = ranking_system(game.table(paid[1]).form.system).hand_size
    return f"{hits[0].label} with {hits[1].label} of {cards_in_words(size)}"
