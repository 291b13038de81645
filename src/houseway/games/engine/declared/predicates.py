"""The facts that cards decide and that settle a wager: comparisons, paid hands, hands made, margins."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.hands import Chosen, Exchanged, Hand, Held
from houseway.games.engine.declared.terms import Conditions, Term
from houseway.ranking import ranking
from houseway.ranking.points import total


class Compare(Term):
    """The player's hand against the dealer's, each with the community cards of `board` if there are any.

    `qualifier` is a text of the lowest hand that qualifies, such as "Qc 3d 2h" for queen high. `qualifier_clause` is
    its clause, if not the clause of the comparison. `always_against` is the player's lowest hand against which the
    dealer always qualifies. Either may name a kind of hand instead, which means the lowest of that kind. `ranks` is the
    clause by which hands rank. A comparison with a title has one line in the log for all its wagers.
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
        """Return all cards that it uses."""
        return (*self.own_hands, self.against)

    @property
    def own_hands(self) -> tuple[Held, ...]:
        """Return the cards of the player's hand."""
        return (self.own,) if self.board is None else (self.own, self.board)

    @property
    def dealer_hands(self) -> tuple[Held, ...]:
        """Return the cards of the dealer's hand."""
        return (self.against,) if self.board is None else (self.against, self.board)


class Paid(Term):
    """A hand paid by a table: the best one among the cards named, in the ranking system of the table's form.

    `ranks` is the clause by which hands rank, if it is not the clause of the payment. `when` names readings under which
    there is such a table.
    """

    def __init__(
        self,
        *hands: Hand | Chosen | Exchanged,
        table: str,
        clause: str,
        ranks: str = "",
        when: Conditions | None = None,
    ) -> None:
        super().__init__(table, clause)
        self.ranks = ranks
        self.when = dict(when or {})
        self.hands: tuple[Held, ...] = hands
        self.table = table


class Makes(Term):
    """The fact whether a hand has `points` points and, if given, `cards` cards."""

    def __init__(self, hand: Hand, clause: str, *, points: int, title: str, cards: int | None = None) -> None:
        super().__init__(title, clause)
        self.hands: tuple[Held, ...] = (hand,)
        self.points = points
        self.cards = cards

    def made_by(self, cards: Sequence[int]) -> bool:
        """Return whether these cards are such a hand."""
        return total(cards) == self.points and self.cards in (None, len(cards))


class Between(Term):
    """The fact whether the best hand in some cards is neither below one hand nor above another, each given as a text.

    Without `highest`, every better hand is enough. The readings in force may replace `system` with another ranking
    system.
    """

    def __init__(self, hand: Held, clause: str, *, system: str, lowest: str, highest: str = "", title: str) -> None:
        super().__init__(title, clause)
        self.hands: tuple[Held, ...] = (hand,)
        self.system = system
        self.lowest = lowest
        self.highest = highest

    def made_by(self, cards: Sequence[int], system: str = "") -> bool:
        """Return whether these cards are such a hand, in a ranking system that the readings may have named instead."""
        named = system or self.system
        value = max(map(ranking(named).value, combinations(cards, ranking(named).system.hand_size)))
        return value in _values_between(named, self.lowest, self.highest)

    @property
    def values(self) -> range:
        """Return the values of such hands in the named ranking system."""
        return _values_between(self.system, self.lowest, self.highest)


@cache
def _values_between(system: str, lowest: str, highest: str) -> range:
    ranked = ranking(system)
    first = ranked.value(parse_cards(lowest, deck=ranked.system.deck))
    last = ranked.value(parse_cards(highest, deck=ranked.system.deck)) if highest else ranked.n_values
    return range(first, last + 1)


class Margin(Term):
    """The points by which one hand beats another. A hand of `naturals` points on its first cards decides by itself."""

    def __init__(self, own: Hand, against: Hand, clause: str, *, naturals: tuple[int, ...]) -> None:
        super().__init__("margin", clause)
        self.own = own
        self.against = against
        self.hands: tuple[Held, ...] = (own, against)
        self.naturals = naturals

    def is_natural(self, hand: Hand, cards: Sequence[int]) -> bool:
        """Return whether the first cards of a hand are a natural."""
        return total(cards[: hand.cards]) in self.naturals


Cause = Compare | Paid | Makes | Between | Margin
"""A fact that the cards decide and that may settle a wager."""
