"""The most that each wager of a declared title can win: the best of all its endings."""

from collections.abc import Iterable

from houseway.analysis.house.wager_payout import WagerPayout
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.settling import lead_in_words
from houseway.games.engine.declared.telling import cards_in_words
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Award, Compare, Makes, Margin, Paid, Payable, Settled
from houseway.games.engine.money import Cents
from houseway.ranking.system import ranking_system


def declared_payouts(game: DeclaredGame, bet: Bet) -> Iterable[WagerPayout]:
    """Every wager in the ending in which it wins most, of all ways through the decisions."""
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
    """What a wager wins on that no table pays: so many points, a margin, a tie."""
    because = settled.because
    if isinstance(because, Makes):
        return because.title
    if isinstance(because, Margin):
        return lead_in_words(end[because])
    return "a tie" if isinstance(because, Compare) and end[because].tied else "a win"


def _paying_rows(game: DeclaredGame, settled: Settled, end: Ending) -> str:
    """The row of the table that pays; of two tables that pay together, both."""
    paid = [term for term in (settled.because, settled.also) if isinstance(term, Paid)]
    hits = [end[term] for term in paid if end[term].hit]
    alone = [hit.label for hit in hits if hit.odds == settled.odds]
    if alone or len(hits) < 2:
        return (alone or [hit.label for hit in hits])[0]
    size = ranking_system(game.table(paid[1]).form.system).hand_size
    return f"{hits[0].label} with {hits[1].label} of {cards_in_words(size)}"
