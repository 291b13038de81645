"""What cards mean in a declared title: how hands compare, what they are paid, how they are set, whether they draw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import descending
from houseway.games.engine.declared.declaration import Declaration
from houseway.games.engine.declared.ending import NOTHING, Compared, Feature, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.vocabulary import (
    BestOf,
    Between,
    Cause,
    Chosen,
    Compare,
    Exchanged,
    Hand,
    Held,
    HouseSet,
    Makes,
    Margin,
    Paid,
    Rest,
)
from houseway.games.engine.setting import SettingWay, setting_way
from houseway.ranking import Category, ranking
from houseway.ranking.points import points_of, total

Cards = tuple[Card, ...]
Showdown = tuple[Callable[[Sequence[int]], int], int, int]
"""How the hands of a comparison are valued, the lowest value that qualifies, and the own one against which all do."""


@cache
def _value_of(system: str, cards: str) -> int:
    """The value of a hand that a declaration writes out, such as a qualifier, or the lowest one of a kind that it
    names: every showdown asks for it.
    """
    ranked = ranking(system)
    if cards in ranked.categories:
        return ranked.first_value(Category(cards))
    return ranked.value(parse_cards(cards, deck=ranked.system.deck))


@dataclass(frozen=True)
class Evaluation(Declaration):
    """A declaration that can be asked what cards mean."""

    def compared(self, term: Compare, own: Sequence[int], dealers: Sequence[int]) -> Compared:
        """How a comparison comes out between two sets of cards, the common ones in both."""
        value, least, against = self._showdowns.get(term) or self._showdown(term)
        mine, theirs = value(own), value(dealers)
        outcome = Outcome.WON if mine > theirs else Outcome.LOST if mine < theirs else Outcome.TIED
        return Compared(outcome, theirs >= least or mine >= against, term)

    def _showdown(self, term: Compare) -> Showdown:
        found = ranking(self.system(term)).value, self.least_qualified(term), self.qualified_against(term)
        return self._showdowns.setdefault(term, found)

    @cached_property
    def _showdowns(self) -> dict[Compare, Showdown]:
        """For each comparison how hands are valued, and which qualify: every settlement asks for it."""
        return {}

    def feature(self, term: Cause, hands: Mapping[Held, Sequence[int]]) -> Feature:
        """How a comparison or a paid hand comes out with these cards."""
        if isinstance(term, Makes):
            return IsMade(term.made_by(hands[term.hands[0]]), term)
        if isinstance(term, Between):
            return IsMade(term.made_by(hands[term.hands[0]], self.ranked_as(term.system)), term)
        if isinstance(term, Margin):
            mine, theirs = hands[term.own], hands[term.against]
            natural = term.is_natural(term.own, mine) or term.is_natural(term.against, theirs)
            return Lead(total(mine) - total(theirs), natural, term)
        if isinstance(term, Paid):
            return self.pay_class(term, [card for hand in term.hands for card in hands[hand]])
        own = [card for hand in term.own_hands for card in hands[hand]]
        return self.compared(term, own, [card for hand in term.dealer_hands for card in hands[hand]])

    def with_derived(self, hands: Mapping[Held, Cards]) -> dict[Held, Cards]:
        """Hands with those that follow from them, as far as all their cards are there: as they are after an exchange,
        as the house way sets them, the best cards of a hand, and what is left of one.
        """
        found = dict(hands)
        if not self._derives:
            return found
        for held in self.every(Exchanged):
            cards = held.made_of(hands) if held.of in hands else None
            if cards is not None:
                found[held] = cards
        for part in self.every(HouseSet):
            if len(found.get(part.of, ())) == part.of.cards:
                found[part] = self.house_way.set(found[part.of])[1].front
        for best in self.every(BestOf):
            dealt, board = found.get(best.of, ()), found.get(best.board, ())
            if len(dealt) == best.of.cards and len(board) == best.board.cards:
                found[best] = best.made_of(dealt, board)
        for rest in self.every(Rest):
            if rest.of in found and rest.of.of in found:
                found[rest] = descending(card for card in found[rest.of.of] if card not in found[rest.of])
        return found

    @cached_property
    def _derives(self) -> bool:
        return any(self.every(kind) for kind in (Exchanged, HouseSet, BestOf, Rest))

    @cached_property
    def house_way(self) -> SettingWay:
        """How the dealer sets a hand, under the readings in force: high and low hands rank as they are compared."""
        systems = {term.against: self.system(term) for term in self.every(Compare)}
        low = self.every(HouseSet)[0]
        high = next(rest for rest in self.every(Rest) if rest.of is low)
        read = {reading.about: self.reading(reading.id) for reading in self.sheet.readings.values()}
        return setting_way(self.slug, read, systems[high], systems[low])

    @cached_property
    def outranked(self) -> frozenset[Held | None]:
        """The picked cards that must not outrank the rest of their hand."""
        return frozenset(rest.of for rest in self.every(Rest) if rest.outranks)

    def fouled_by(self, picked: Chosen, hand: Cards, cards: Cards) -> str:
        """The clause by which some cards of a hand cannot be picked, since they outrank the rest; empty if they can."""
        for rest in self.every(Rest):
            if rest.of is picked and rest.outranks:
                behind = [card for card in hand if card not in cards]
                return rest.clause if self.house_way.is_fouled(cards, behind) else ""
        return ""

    def least_qualified(self, term: Compare) -> int:
        """The lowest value that qualifies; 0 where every hand does."""
        return _value_of(self.system(term), term.qualifier) if term.qualifier else 0

    def qualified_against(self, term: Compare) -> int:
        """The lowest own value against which the dealer qualifies with any hand; above all if there is none."""
        system = self.system(term)
        return _value_of(system, term.always_against) if term.always_against else ranking(system).n_values + 1

    def pay_class(self, term: Paid, cards: Sequence[int]) -> PayClass:
        """The row of its table that a set of cards hits."""
        table = self.table(term)
        row = table.row_of_value(ranking(table.form.system).value(cards))
        return PayClass(NOTHING, None, term) if row is None else PayClass(row.label, row.pays, term)

    def draws(self, hand: Hand, hands: Mapping[Hand, Sequence[int]]) -> bool:
        """Whether a hand gets one card more, by its drawing rule and the cards of all hands so far."""
        rule = hand.draws
        assert rule is not None, f"{hand} has a drawing rule"
        drawing = [each for each in self.every(Hand) if each.draws is not None]
        if any(total(hands[each][: each.cards]) in rule.naturals for each in drawing):
            return False
        drawn = () if rule.after is None else hands[rule.after][rule.after.cards :]
        return total(hands[hand]) in rule.on[points_of(drawn[0]) if drawn else None]
