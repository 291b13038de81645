"""The wagers of a title, and what a wager comes to."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games.engine.declared.ending import Compared, PayClass
from houseway.games.engine.declared.terms import Conditions, Term, holds

if TYPE_CHECKING:
    from houseway.games.engine.declared.hands import Hand, Held
    from houseway.games.engine.declared.predicates import Cause, Compare, Paid
    from houseway.games.engine.game import Game


@dataclass(frozen=True, slots=True)
class Settled:
    """What a wager came to: odds to one, 0 for a push, None where it is lost, and the clause that says so.

    `because` is the comparison or the paid hand that decided it, where there is one, `also` a second one with a say.
    `note` is what else is told of it.
    """

    wager: "Payable"
    odds: Fraction | None
    clause: str
    because: "Cause | None" = None
    also: "Paid | Compare | None" = None
    note: str = ""


class Payable(Term):
    """Anything that `settle` pays: an opening wager, a later bet, an award."""

    def loses(self, clause: str, because: "Cause | None" = None) -> Settled:
        """The stake is lost."""
        return Settled(self, None, clause, because)

    def pushes(self, clause: str, because: "Cause | None" = None) -> Settled:
        """The stake goes back."""
        return Settled(self, Fraction(0), clause, because)

    def pays(self, odds: int | Fraction, clause: str, because: "Cause | None" = None, note: str = "") -> Settled:
        """The stake goes back with winnings of so many times itself."""
        return Settled(self, Fraction(odds), clause, because, note=note)

    def as_compared(self, compared: Compared, clause: str) -> Settled:
        """Even money for the higher hand, a push for equal ones."""
        odds = {True: Fraction(1), False: None}[compared.won] if not compared.tied else Fraction(0)
        return Settled(self, odds, clause, compared.of)

    def by_table(self, pay_class: PayClass, clause: str) -> Settled:
        """What the row pays that the hand hits; lost where it hits none."""
        return Settled(self, pay_class.odds, clause, pay_class.of)

    def pays_if(
        self,
        hit: bool,
        odds: int | Fraction,
        clause: str,
        because: "Cause | None" = None,
        also: "Compare | None" = None,
    ) -> Settled:
        """Winnings of so many times the stake, or its loss; `also` is the comparison that the hand must win besides."""
        return Settled(self, Fraction(odds) if hit else None, clause, because, also)

    def halves(self, clause: str, because: "Cause | None" = None) -> Settled:
        """Half the stake is lost and the other half goes back."""
        return Settled(self, Fraction(-1, 2), clause, because)

    def follows(self, other: Settled, clause: str) -> Settled:
        """The same as another wager comes to."""
        return replace(other, wager=self, clause=clause)


class Opening(Payable):
    """A wager made before the deal. The first one of a title is the unit in which everything is valued.

    `equal_to` is a wager that this one must equal if it is made, under the readings of `equal_when`. A side bet stands
    for itself: the title's figures leave it out unless it is asked for, and it has a return table of its own. A bet
    that rides on another one is no further game with the same hand. `setting` names the table setting without which
    the bet is not taken, `when` the readings under which it is. `printed` stands in its circle on the felt where the
    title is too long for one.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *,
        printed: str = "",
        required: bool = True,
        equal_to: "Opening | None" = None,
        equal_when: Conditions | None = None,
        side_bet: bool = False,
        rides_on: "Opening | None" = None,
        setting: str = "",
        when: Conditions | None = None,
    ) -> None:
        super().__init__(title, clause)
        self.printed = printed or title
        self.required = required
        self.equal_to = equal_to
        self.equal_when = dict(equal_when or {})
        self.side_bet = side_bet
        self.rides_on = rides_on
        self.setting = setting
        self.when = dict(when or {})

    def must_equal(self, game: "Game") -> "Opening | None":
        """The wager that this one must equal under the readings in force."""
        return self.equal_to if holds(game, self.equal_when) else None

    def taken_at(self, game: "Game") -> bool:
        """Whether the table takes the bet."""
        return holds(game, self.when) and (not self.setting or bool(getattr(game, self.setting)))

    def goes_back(self, clause: str) -> Settled:
        """The player took the bet back before the end: no card has a say in it, and it counts as not made."""
        return Settled(self, Fraction(0), clause, note="taken back")


class MeterBet(Payable):
    """A wager before the deal whose best hands are paid from meters: of one amount, and only where the table takes it.

    It stands for itself: no decision and no dealer's hand has a say in it, not even a fold. `on` are the hands that its
    prizes are for; `setting` is the table setting that names the table of prizes, one of the sheet's progressives.
    """

    def __init__(self, title: str, clause: str, *on: "Held", amount: int, setting: str) -> None:
        super().__init__(title, clause)
        self.on = on
        self.amount = amount
        self.setting = setting

    def table_at(self, game: "Game") -> str:
        """The table of prizes in force, empty where the bet is not taken."""
        return str(getattr(game, self.setting))


@dataclass(frozen=True, slots=True)
class PostedLimit:
    """The most that a bet wins, in cents, where the house posts a limit: the table setting that names it, and a clause.

    Results in units leave it aside: it binds by the size of the bets.
    """

    setting: str
    clause: str


class LaterBet(Payable):
    """A bet that a decision makes, a whole number of times an opening wager; several decisions may add to it.

    `limit` is that on what it wins, where the rules let a house post one. `printed` is as that of an opening wager.
    """

    def __init__(
        self, title: str, clause: str, *, of: Opening, limit: PostedLimit | None = None, printed: str = ""
    ) -> None:
        super().__init__(title, clause)
        self.printed = printed or title
        self.of = of
        self.limit = limit


class Award(Payable):
    """A payment on the amount of a wager for which nothing is at stake, such as an Ante Bonus."""

    def __init__(self, title: str, clause: str, *, on: Opening) -> None:
        super().__init__(title, clause)
        self.on = on


class EnvyBonus(Term):
    """A fixed sum for every other player's hand that a table lists, to a seat with so many cents on a wager or more."""

    def __init__(self, title: str, clause: str, *, hand: "Hand", table: str, on: Opening, least: int) -> None:
        super().__init__(title, clause)
        self.hand = hand
        self.table = table
        self.on = on
        self.least = least
