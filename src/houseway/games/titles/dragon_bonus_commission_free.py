"""Dragon Bonus, commission free: the same bets, and one Banker win that is barred instead (catalogue 19)."""

from fractions import Fraction

from houseway.games.engine.declared.words import Ending, Makes, Reading, Settled
from houseway.games.titles.baccarat import banker_bet
from houseway.games.titles.dragon_bonus import DragonBonus

HALF = Fraction(1, 2)


class DragonBonusCommissionFree(DragonBonus):
    """Title 18 with a different Banker bet. DB-10 is not carried out here."""

    slug = "dragon-bonus-commission-free"

    reduced_banker_win = Reading("DB-R2")

    seven = Makes(DragonBonus.bankers, "DB-11", points=7, cards=3, title="three-card 7 of the Banker")
    six = Makes(DragonBonus.bankers, "DB-11", points=6, title="6 of the Banker")

    def settle_banker(self, end: Ending) -> Settled:
        """Settle the Banker bet at even money, except the barred win, which pushes or pays less (DB-11, DB-R2)."""
        shown, barred = end[self.showdown], self.reduced_banker_win == "dragon-7-push"
        if shown.lost and barred and end[self.seven].made:
            return self.banker.pushes("DB-11", self.seven)
        if shown.lost and not barred and end[self.six].made:
            return self.banker.pays(HALF, "DB-11", self.six)
        return banker_bet(self.banker, shown, "DB-11")
