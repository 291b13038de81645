"""The wagers of a title, and the results of wagers."""

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
    """The result of a wager: odds to one, 0 for a push, None for a loss, and the clause that decides it.

    `because` is the comparison or the paid hand that decided it, if there is one. `also` is a second one that matters.
    `note` is any other text about it.
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
        """Lose the stake."""
        return Settled(self, None, clause, because)

    def pushes(self, clause: str, because: "Cause | None" = None) -> Settled:
        """Push, which returns the stake."""
        return Settled(self, Fraction(0), clause, because)

    def pays(self, odds: int | Fraction, clause: str, because: "Cause | None" = None, note: str = "") -> Settled:
        """Return the stake with winnings of this many times the stake."""
        return Settled(self, Fraction(odds), clause, because, note=note)

    def as_compared(self, compared: Compared, clause: str) -> Settled:
        """Pay even money for the higher hand, and push a tie."""
        odds = {True: Fraction(1), False: None}[compared.won] if not compared.tied else Fraction(0)
        return Settled(self, odds, clause, compared.of)

    def by_table(self, pay_class: PayClass, clause: str) -> Settled:
        """Pay by the row of the hand, and lose if no row has it."""
        return Settled(self, pay_class.odds, clause, pay_class.of)

    def pays_if(
        self,
        hit: bool,
        odds: int | Fraction,
        clause: str,
        because: "Cause | None" = None,
        also: "Compare | None" = None,
    ) -> Settled:
        """Pay this many times the stake, or lose it. `also` is another comparison that the hand must win."""
        return Settled(self, Fraction(odds) if hit else None, clause, because, also)

    def halves(self, clause: str, because: "Cause | None" = None) -> Settled:
        """Lose half the stake and return the other half."""
        return Settled(self, Fraction(-1, 2), clause, because)

    def follows(self, other: Settled, clause: str) -> Settled:
        """Settle as another wager."""
        return replace(other, wager=self, clause=clause)


class Opening(Payable):
    """A wager made before the deal. The first one of a title is the unit of all values.

    `equal_to` is a wager that this one must equal if it is made, under the readings of `equal_when`. A side bet is
    separate. The title's figures leave it out unless it is requested, and it has a separate return table. A bet that
    rides on another one is not a further game with the same hand. `setting` names the table setting that the bet
    requires, `when` the readings that it requires. `printed` is the text in its circle on the felt if the title is too
    long for one.
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
        """Return the wager that this one must equal under the readings in force."""
        return self.equal_to if holds(game, self.equal_when) else None

    def taken_at(self, game: "Game") -> bool:
        """Return whether the table takes the bet."""
        return holds(game, self.when) and (not self.setting or bool(getattr(game, self.setting)))

    def goes_back(self, clause: str) -> Settled:
        """Return the stake that the player withdrew. No card affects it, and it counts as not made."""
        return Settled(self, Fraction(0), clause, note="taken back")


class MeterBet(Payable):
    """A wager before the deal whose best hands are paid from meters. It has one amount, and only some tables take it.

    It is separate: no decision and no dealer's hand affects it, not even a fold. `on` are the hands for its prizes.
    `setting` is the table setting that names the table of prizes, one of the sheet's progressives.
    """

    def __init__(self, title: str, clause: str, *on: "Held", amount: int, setting: str) -> None:
        super().__init__(title, clause)
        self.on = on
        self.amount = amount
        self.setting = setting

    def table_at(self, game: "Game") -> str:
        """Return the table of prizes in force, empty if the bet is not taken."""
        return str(getattr(game, self.setting))


@dataclass(frozen=True, slots=True)
class PostedLimit:
    """The most that a bet wins, in cents, if the house posts a limit: the table setting for it, and a clause.

    Results in units ignore it, because its effect depends on the size of the bets.
    """

    setting: str
    clause: str


class LaterBet(Payable):
    """A bet that a decision makes, a whole number of times an opening wager. Several decisions may add to it.

    `limit` is the limit on its winnings, if the rules let a house post one. `printed` is the same as for an opening
    wager.
    """

    def __init__(
        self, title: str, clause: str, *, of: Opening, limit: PostedLimit | None = None, printed: str = ""
    ) -> None:
        super().__init__(title, clause)
        self.printed = printed or title
        self.of = of
        self.limit = limit


class Award(Payable):
    """A payment on the amount of a wager without a stake, such as an Ante Bonus."""

    def __init__(self, title: str, clause: str, *, on: Opening) -> None:
        super().__init__(title, clause)
        self.on = on


class EnvyBonus(Term):
    """A fixed sum for every other player's hand that a table lists.

    A seat gets it with at least `least` cents on the wager `on`.
    """

    def __init__(self, title: str, clause: str, *, hand: "Hand", table: str, on: Opening, least: int) -> None:
        super().__init__(title, clause)
        self.hand = hand
        self.table = table
        self.on = on
        self.least = least
