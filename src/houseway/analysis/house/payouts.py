"""The most that each wager of a game can win: its largest stake at its highest odds."""

from collections.abc import Callable, Iterable

from houseway.analysis.house.wager_payout import EVEN, WagerPayout
from houseway.errors import unknown
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.telling import cards_in_words
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Award, Paid, Payable, Settled
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, winnings
from houseway.games.engine.paytable import PayTable
from houseway.games.titles.double_draw_poker import DRAW_BETS
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.two_hand_holdem import HANDS, RAISE_MULTIPLE
from houseway.ranking import Category
from houseway.ranking.system import ranking_system


def wager_payouts(game: Game, bet: Bet) -> tuple[WagerPayout, ...]:
    """Every wager that a seat with these opening bets can come to have, with the most that it can win."""
    if isinstance(game, DeclaredGame):
        return tuple(_declared(game, bet))
    if game.slug not in _WAGERS:
        raise unknown("game whose largest payouts are known", game.slug, _WAGERS)
    return tuple(each for each in _WAGERS[game.slug](game, bet) if each.stake)


def seat_bound(game: Game, wagers: tuple[WagerPayout, ...]) -> Cents:
    """No seat can gain more in a round: the sum of what its wagers win at most, less what excludes itself.

    Two hands of Fast Action Hold'em share the board and no card of one deck. If both are royal flushes they are of one
    suit (two suits need three board cards each), and every card of it that one hand holds the other lacks: the board is
    the royal flush, the dealer has it too, and the house wins the tie (FA-12, FA-13).
    """
    every = Cents(sum(each.payout for each in wagers))
    if not isinstance(game, FastActionGame) or game.deck.max_copies > 1:
        return every
    odds = sorted((row.pays for row in game.pays["bonus"].rows), reverse=True)
    top = next((row for row in game.pays["bonus"].rows if row.pays == odds[0]), None) if odds else None
    if top is None or top.category is not Category.ROYAL_FLUSH or odds[:2] == odds[:1] * 2:
        return every
    stakes = {each.wager: each.stake for each in wagers}
    ante, bonus = stakes["ante"], stakes.get("bonus", Cents(0))
    antes_lost = ante if game.reading("FA-R2") == "all" else 2 * ante
    two_royals = 2 * winnings(bonus, odds[0]) - antes_lost
    second = winnings(bonus, odds[1]) if len(odds) > 1 else 0
    return Cents(min(every, max(two_royals, winnings(bonus, odds[0]) + second + 2 * ante)))


def _even(wager: str, title: str, clause: str, stake: int) -> WagerPayout:
    return WagerPayout(wager, title, clause, Cents(stake), EVEN, "a win", by_table=False)


def _by_table(wager: str, title: str, clause: str, stake: int, table: PayTable) -> WagerPayout:
    return WagerPayout(wager, title, clause, Cents(stake), table.highest, top_row(table), by_table=True)


def top_row(table: PayTable) -> str:
    """The row with the highest odds; the best hand of several."""
    return max(table.rows, key=lambda row: row.pays).label if table.rows else "no hand"


def _two_hand(game: Game, bet: Bet) -> Iterable[WagerPayout]:
    for hand in HANDS:
        ante = bet.amount(f"ante_{hand + 1}")
        yield _even(f"ante_{hand + 1}", f"Ante of Hand {hand + 1}", "2HH-9d", ante)
        yield _even(f"raise_{hand + 1}", f"Raise of Hand {hand + 1}", "2HH-9d", RAISE_MULTIPLE * ante)
    if game.pay_set is not None:
        yield _by_table("bonus", "four-card Bonus", "2HH-R1", bet.amount("bonus"), game.pay_set["bonus"])


def _double_draw(game: Game, bet: Bet) -> Iterable[WagerPayout]:
    assert game.pay_set is not None, "the sheet has pay tables"
    yield _even("ante", "Ante", "DD-8a", bet.amount("ante"))
    for number, name in enumerate(DRAW_BETS, 1):
        yield _even(name, f"Draw bet {number}", "DD-8a", bet.amount("ante"))
    yield _by_table("bonus", "Bonus", "DD-8b", bet.amount("bonus"), game.pay_set["bonus"])


def _fast_action(game: Game, bet: Bet) -> Iterable[WagerPayout]:
    assert isinstance(game, FastActionGame), "the game of this function"
    ante, bonus, pays = bet.amount("ante"), bet.amount("bonus"), game.pays["bonus"]
    yield _even("ante", "Ante", game.cited.showdown, ante)
    yield _even("split_ante", "Split bet of the Ante", game.cited.showdown, ante)
    yield _by_table("bonus", "Bonus", game.cited.paid, bonus, pays)
    yield _by_table("split_bonus", "Split bet of the Bonus", game.cited.paid, bonus, pays)


def _declared(game: DeclaredGame, bet: Bet) -> Iterable[WagerPayout]:
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
                    what = _paying_rows(game, settled, end) if by_table else "a win"
                    found[wager] = WagerPayout(
                        wager.name, wager.title, settled.clause, Cents(stake), odds, what, by_table=by_table
                    )
    return [found[wager] for wager in game.every(Payable) if wager in found]


def _paying_rows(game: DeclaredGame, settled: Settled, end: Ending) -> str:
    """The row of the table that pays; of two tables that pay together, both."""
    paid = [term for term in (settled.because, settled.also) if isinstance(term, Paid)]
    hits = [end[term] for term in paid if end[term].hit]
    alone = [hit.label for hit in hits if hit.odds == settled.odds]
    if alone or len(hits) < 2:
        return (alone or [hit.label for hit in hits])[0]
    size = ranking_system(game.table(paid[1]).form.system).hand_size
    return f"{hits[0].label} with {hits[1].label} of {cards_in_words(size)}"


_WAGERS: dict[str, Callable[[Game, Bet], Iterable[WagerPayout]]] = {
    "two-hand-holdem": _two_hand,
    "double-draw-poker": _double_draw,
    "fast-action-holdem": _fast_action,
    "fast-action-holdem-multi": _fast_action,
}
