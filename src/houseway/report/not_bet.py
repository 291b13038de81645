"""Wagers of a game that the analysed round leaves out, and what they are worth by themselves."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis import counted_by_family
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.result import Analysis
from houseway.analysis.results.return_table import ReturnRow, WagerTable
from houseway.analysis.titles.pick_2_poker.analyser import bonus_only
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Opening, Paid
from houseway.games.engine.game import Game
from houseway.games.titles.pick_2_poker.hands import SLUG as PICK_2
from houseway.report.formats import ratio, share

FIVE_CARD_BONUS, FIVE_CARD_TABLE = "five_card_bonus", "five-card-only"


@dataclass(frozen=True, slots=True)
class NotBet:
    """An optional wager that nobody makes in the analysed round.

    It has the title and the name of its pay table, its house edge, and the return table of one unit that is bet on it.
    """

    title: str
    clause: str
    edge: Fraction
    form: str
    rows: tuple[ReturnRow, ...]
    player: str = "for a player who folds no hand that it pays"

    @property
    def says(self) -> str:
        """The wager in two sentences."""
        return (
            f"{self.title} ({self.clause}) is optional and not bet here: no figure of the round contains it. By itself "
            f"it has a house edge of {share(self.edge)} on its amount ({ratio(self.edge)}), {self.player}."
        )


def not_bet(game: Game, analysis: Analysis) -> tuple[NotBet, ...]:
    """The wagers that are paid by a table of their own and have no stake in the analysis."""
    if counted_by_family(game):
        return tuple(_side_bet(game, table) for table in analysis.side_bets)
    staked = {wager.wager for wager in analysis.wagers if wager.staked}
    if game.slug != PICK_2 or FIVE_CARD_BONUS in staked:
        return ()
    clause = next(wager.clause for wager in game.wagers if wager.name == FIVE_CARD_BONUS)
    alone = bonus_only(game)
    title = game.sheet.table_forms[FIVE_CARD_TABLE].title
    return (NotBet(title, clause, -alone.value, FIVE_CARD_TABLE, alone.return_table),)


def _side_bet(game: DeclaredGame, table: WagerTable) -> NotBet:
    wager = next(each for each in game.every(Opening) if each.name == table.wager)
    paid = [term for term in Payoffs.of(game, {wager: Fraction(1)}).features if isinstance(term, Paid)]
    form = game.table(paid[0]).form
    player = "for a player who plays the rest of the round best"
    return NotBet(wager.title, wager.clause, -table.value, form.name, table.rows, player)
