"""The nouns that a title is declared with, as a dealer uses them: wagers, hands, decisions, comparisons, pay classes.

Each is an attribute of the title's class and takes its name from there. Each cites its clause and knows the line where
it stands, so that a mistake is reported at that line.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.ending import Compared, PayClass
from houseway.ranking import ranking
from houseway.ranking.points import total

if TYPE_CHECKING:
    from houseway.games.engine.game import Game


class Owner(Enum):
    """Whose a hand is: each seat has one, or the dealer, or it lies in the middle for everybody."""

    SEAT = "seat"
    DEALER = "dealer"
    TABLE = "table"


SEAT, DEALER, TABLE = Owner

Conditions = Mapping[str, tuple[str, ...]]
"""Readings, each with the choices under which something holds."""


def holds(game: "Game", conditions: Conditions) -> bool:
    """Whether the readings in force are among those named."""
    return all(game.reading(reading) in choices for reading, choices in conditions.items())


class Term:
    """A declared thing: `name` is the attribute it is bound to, `place` the file and line of its declaration."""

    name: str = ""

    def __init__(self, title: str, clause: str) -> None:
        self.title = title
        self.clause = clause
        self.place = _line_of_declaration()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.name or self.title!r}"


def _line_of_declaration() -> str:
    """The file and line outside this module that made the term."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


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

    def pays_if(self, hit: bool, odds: int | Fraction, clause: str, because: "Cause | None" = None) -> Settled:
        """Winnings of so many times the stake, or its loss."""
        return Settled(self, Fraction(odds) if hit else None, clause, because)

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
    the bet is not taken, `when` the readings under which it is.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *,
        required: bool = True,
        equal_to: "Opening | None" = None,
        equal_when: Conditions | None = None,
        side_bet: bool = False,
        rides_on: "Opening | None" = None,
        setting: str = "",
        when: Conditions | None = None,
    ) -> None:
        super().__init__(title, clause)
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


class LaterBet(Payable):
    """A bet that a decision makes, a whole number of times an opening wager; several decisions may add to it."""

    def __init__(self, title: str, clause: str, *, of: Opening) -> None:
        super().__init__(title, clause)
        self.of = of


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


@dataclass(frozen=True, slots=True)
class DrawingRule:
    """When a hand gets one card more, which nobody decides: by its points, and by what another hand drew before it.

    `on` holds the points on which it draws, by what the card of `after` counts, None where that hand drew none or there
    is no such hand; `drawn_clause` is the clause where it drew one. A natural, which is so many points of the first
    cards in any hand with such a rule, ends all drawing.
    """

    clause: str
    on: Mapping[int | None, range]
    after: "Hand | None" = None
    drawn_clause: str = ""
    naturals: tuple[int, ...] = ()


class Held(Term):
    """Cards that a comparison or a pay table looks at."""

    cards: int
    owner: Owner


class Hand(Held):
    """Cards that are dealt together. A seat's own are seen by their player, others only as far as they lie face up.

    `up` is how many of them are dealt face up; a step `Show` turns more. With `draws` a step `Draw` may add a card that
    lies face up. A hand `with_bet` is dealt to a seat that made that later bet, a common one once a seat has; `when`
    names readings under which it is dealt at all. `replaces` are cards that a player puts away: the hand is dealt only
    to a seat that has, lies apart, and not even its player looks at it before the settlement.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *,
        cards: int,
        owner: Owner = Owner.SEAT,
        up: int = 0,
        draws: DrawingRule | None = None,
        with_bet: LaterBet | None = None,
        when: Conditions | None = None,
        replaces: "Chosen | None" = None,
    ) -> None:
        super().__init__(title, clause)
        self.cards = cards
        self.owner = owner
        self.up = up
        self.draws = draws
        self.with_bet = with_bet
        self.when = dict(when or {})
        self.replaces = replaces

    @property
    def most_cards(self) -> int:
        """How many cards it may come to have."""
        return self.cards + (self.draws is not None)

    @property
    def is_own(self) -> bool:
        """Whether every seat has one."""
        return self.owner is Owner.SEAT

    @property
    def pile_name(self) -> str:
        """What its cards are called on the table."""
        return "dealer" if self.owner is Owner.DEALER else self.name


class Chosen(Held):
    """Cards of a hand that its player picks with an option; the rest lie apart, in a pile named `rest`."""

    def __init__(self, title: str, clause: str, *, of: Hand, cards: int, rest: str, rest_title: str = "") -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = cards
        self.owner = of.owner
        self.rest = rest
        self.rest_title = rest_title or rest


class HouseSet(Held):
    """The cards of the dealer's hand that the house way, which is in the sheet, puts in the low hand."""

    def __init__(self, title: str, clause: str, *, of: Hand, cards: int) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = cards
        self.owner = of.owner


class Rest(Held):
    """The cards of a hand that are not among those picked or set. With `outranks` they must not be the lower hand:
    cards that would leave them so cannot be picked, by this clause.
    """

    def __init__(self, title: str, clause: str, *, of: Chosen | HouseSet, outranks: bool = False) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = of.of.cards - of.cards
        self.owner = of.owner
        self.outranks = outranks


class Exchanged(Held):
    """A hand as it is in the end: as it was dealt, or what was kept of it with the cards drawn for those put away."""

    def __init__(self, title: str, clause: str, *, of: Hand, drawn: Hand) -> None:
        super().__init__(title, clause)
        self.of = of
        self.drawn = drawn
        self.cards = of.cards
        self.owner = of.owner

    def made_of(self, cards: Mapping[Held, Sequence[Card]]) -> tuple[Card, ...] | None:
        """Its cards among those of other hands; None as long as the drawn ones are to come."""
        away = cards.get(self.drawn.replaces, ()) if self.drawn.replaces is not None else ()
        drawn = cards.get(self.drawn, ()) if away else ()
        if len(drawn) != len(away):
            return None
        return (*(card for card in cards[self.of] if card not in away), *drawn)


@dataclass(frozen=True)
class AtLeast:
    """What a player must hold for an option: `lowest` is a text of the lowest hand that will do, such as a pair of aces
    with the lowest kickers.
    """

    hand: Hand
    lowest: str
    system: str

    def read(self, game: "Game") -> "AtLeast":
        """The same in the ranking system that the readings put in the place of the one that is named."""
        system = game.ranked_as(self.system)
        return self if system == self.system else replace(self, system=system)

    @cached_property
    def least(self) -> int:
        """The lowest value that will do."""
        ranked = ranking(self.system)
        return ranked.value(parse_cards(self.lowest, deck=ranked.system.deck))

    @property
    def in_words(self) -> str:
        """The lowest hand that will do, by name."""
        return str(ranking(self.system).describe(self.least))

    def met_by(self, cards: Sequence[int]) -> bool:
        """Whether the cards of the hand are enough."""
        return ranking(self.system).value(cards) >= self.least


class Option(Term):
    """One choice of a decision: it may make a later bet, or fold. `when` names readings under which it is offered.

    `bets` is the bet that it makes, `times` how many times its base. `folds` gives the hand up. `key` is pressed for it
    on the page and in the terminal: the first letter of its name unless another is given.

    `takes_back` is an opening wager that the player withdraws: it goes back at once. `holding` is what the player's own
    hand must be for it, where not every hand may take it. `sets` are cards that the player picks with it, or with
    `by_house_way` those that the house way picks. `compares` is the comparison that it asks for, where the title has
    one for each of several games. `at_once`: wagers that no card decides are settled with it rather than at the end.
    `tells` is what is said of the seat that takes it, `gives_up` what a fold costs if not the whole first wager.
    """

    def __init__(
        self,
        name: str,
        clause: str = "",
        *,
        title: str = "",
        bets: LaterBet | None = None,
        times: int = 1,
        folds: bool = False,
        takes_back: Opening | None = None,
        key: str = "",
        when: Conditions | None = None,
        holding: AtLeast | None = None,
        sets: Chosen | None = None,
        by_house_way: bool = False,
        compares: "Compare | None" = None,
        at_once: bool = False,
        tells: str = "",
        gives_up: str = "",
    ) -> None:
        super().__init__(title or name.replace("-", " "), clause)
        self.name = name
        self.bets = bets
        self.times = times if bets is not None else 0
        self.folds = folds
        self.takes_back = takes_back
        self.key = key or name[0].upper()
        self.when = dict(when or {})
        self.holding = holding
        self.sets = sets
        self.by_house_way = by_house_way
        self.compares = compares
        self.at_once = at_once or takes_back is not None
        self.tells = tells or ("folds" if folds else "")
        self.gives_up = gives_up

    def offered(self, game: "Game") -> bool:
        """Whether the readings in force offer it."""
        return holds(game, self.when)


class Decision(Term):
    """What a seat is asked, with its options, the smallest commitment first.

    A seat that has folded is not asked again, nor one that has already made a bet of `unless`. With `if_tied` only a
    seat is asked whose hand ties in that comparison, with `unless_made` nobody where the dealer's hand is that one.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *options: Option,
        unless: LaterBet | None = None,
        if_tied: "Compare | None" = None,
        unless_made: "Between | None" = None,
    ) -> None:
        super().__init__(title, clause)
        self.options = options
        self.unless = unless
        self.if_tied = if_tied
        self.unless_made = unless_made

    @property
    def depends_on_cards(self) -> bool:
        """Whether cards say if anybody is asked."""
        return self.if_tied is not None or self.unless_made is not None

    def offered(self, game: "Game") -> tuple[Option, ...]:
        """The options under the readings in force."""
        return tuple(option for option in self.options if option.offered(game))


class Compare(Term):
    """The player's hand against the dealer's, each with the common cards if there are any.

    `qualifier` is a text of the lowest hand that qualifies, such as "Qc 3d 2h" for queen high, by `qualifier_clause`
    if that is not the clause of the comparison; `always_against` is one of the lowest hand of the player's against
    which the dealer qualifies with any. `ranks` is the clause by which hands rank. A comparison with a title of its own
    is told in one line for all its wagers.
    """

    def __init__(
        self,
        own: Held,
        against: Held,
        clause: str,
        *,
        system: str,
        title: str = "",
        board: Hand | None = None,
        qualifier: str = "",
        qualifier_clause: str = "",
        always_against: str = "",
        ranks: str = "",
    ) -> None:
        super().__init__(title or "comparison", clause)
        self.has_title = bool(title)
        self.own = own
        self.against = against
        self.board = board
        self.system = system
        self.qualifier = qualifier
        self.qualifier_clause = qualifier_clause or clause
        self.always_against = always_against
        self.ranks = ranks

    @property
    def hands(self) -> tuple[Held, ...]:
        """All cards that it looks at."""
        return (*self.own_hands, self.against)

    @property
    def own_hands(self) -> tuple[Held, ...]:
        """The cards that the player's hand is made of."""
        return (self.own,) if self.board is None else (self.own, self.board)

    @property
    def dealer_hands(self) -> tuple[Held, ...]:
        """The cards that the dealer's hand is made of."""
        return (self.against,) if self.board is None else (self.against, self.board)


class Paid(Term):
    """A hand paid by a table: the best one among the cards named, in the ranking system of the table's form."""

    def __init__(self, *hands: Hand | Chosen | Exchanged, table: str, clause: str) -> None:
        super().__init__(table, clause)
        self.hands: tuple[Held, ...] = hands
        self.table = table


class Makes(Term):
    """Whether a hand has so many points, and so many cards where that is said."""

    def __init__(self, hand: Hand, clause: str, *, points: int, title: str, cards: int | None = None) -> None:
        super().__init__(title, clause)
        self.hands: tuple[Held, ...] = (hand,)
        self.points = points
        self.cards = cards

    def made_by(self, cards: Sequence[int]) -> bool:
        """Whether these cards are such a hand."""
        return total(cards) == self.points and self.cards in (None, len(cards))


class Between(Term):
    """Whether the best hand in some cards is neither below one hand nor above another, each given as a text."""

    def __init__(self, hand: Held, clause: str, *, system: str, lowest: str, highest: str, title: str) -> None:
        super().__init__(title, clause)
        self.hands: tuple[Held, ...] = (hand,)
        self.system = system
        self.lowest = lowest
        self.highest = highest

    @cached_property
    def values(self) -> range:
        """The values of such hands."""
        ranked = ranking(self.system)
        first, last = (ranked.value(parse_cards(text, deck=ranked.system.deck)) for text in (self.lowest, self.highest))
        return range(first, last + 1)

    def made_by(self, cards: Sequence[int]) -> bool:
        """Whether these cards are such a hand."""
        ranked = ranking(self.system)
        return max(map(ranked.value, combinations(cards, ranked.system.hand_size))) in self.values


class Margin(Term):
    """By how many points one hand beats another; a hand of `naturals` points on its first cards decides by itself."""

    def __init__(self, own: Hand, against: Hand, clause: str, *, naturals: tuple[int, ...]) -> None:
        super().__init__("margin", clause)
        self.own = own
        self.against = against
        self.hands: tuple[Held, ...] = (own, against)
        self.naturals = naturals

    def is_natural(self, hand: Hand, cards: Sequence[int]) -> bool:
        """Whether the first cards of a hand are a natural."""
        return total(cards[: hand.cards]) in self.naturals


Cause = Compare | Paid | Makes | Between | Margin
"""What the cards decide, and a wager may be settled by."""
