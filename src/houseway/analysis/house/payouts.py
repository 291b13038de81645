"""The most that each wager of a game can win: its largest stake at its highest odds."""

from houseway.analysis.house.wager_payout import EVEN, WagerPayout
from houseway.analysis.particulars import particulars
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.paytable import PayTable


def wager_payouts(game: Game, bet: Bet) -> tuple[WagerPayout, ...]:
    """Every wager that a seat with these opening bets can come to have, with the most that it can win."""
    return tuple(each for each in particulars(game).wager_payouts(game, bet) if each.stake)


def paid_even(wager: str, title: str, clause: str, stake: int) -> WagerPayout:
    """A wager that wins its own amount."""
    return WagerPayout(wager, title, clause, Cents(stake), EVEN, "a win", by_table=False)


def paid_by_table(wager: str, title: str, clause: str, stake: int, table: PayTable) -> WagerPayout:
    """A wager that a pay table pays."""
    return WagerPayout(wager, title, clause, Cents(stake), table.highest, top_row(table), by_table=True)


def top_row(table: PayTable) -> str:
    """The row with the highest odds; the best hand of several."""
    return max(table.rows, key=lambda row: row.pays).label if table.rows else "no hand"
