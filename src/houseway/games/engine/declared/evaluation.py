"""The meaning of cards in a declared title: how hands compare, are paid, are set, and draw."""

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
"""How a comparison values hands, the lowest value that qualifies, and the player's value against which every hand does.
"""


@cache
def _value_of(system: str, cards: str) -> int:
    """Return the value of a hand that a declaration writes out, such as a qualifier.

    If the declaration names a kind of hand, return its lowest value. Every showdown needs this, so it is cached.
    """
    ranked = ranking(system)
    if cards in ranked.categories:
        return ranked.first_value(Category(cards))
    return ranked.value(parse_cards(cards, deck=ranked.system.deck))


@dataclass(frozen=True)
class Evaluation(Declaration):
    """A declaration that evaluates cards."""

    def compared(self, term: Compare, own: Sequence[int], dealers: Sequence[int]) -> Compared:
        """Return the result of a comparison between two sets of cards, the community cards in both."""
        value, least, against = self._showdowns.get(term) or self._showdown(term)
        mine, theirs = value(own), value(dealers)
        outcome = Outcome.WON if mine > theirs else Outcome.LOST if mine < theirs else Outcome.TIED
        return Compared(outcome, theirs >= least or mine >= against, term)

    def _showdown(self, term: Compare) -> Showdown:
        found = ranking(self.system(term)).value, self.least_qualified(term), self.qualified_against(term)
        return self._showdowns.setdefault(term, found)

    @cached_property
    def _showdowns(self) -> dict[Compare, Showdown]:
        """Return for each comparison how hands are valued and which qualify, cached for every settlement."""
        return {}

    def feature(self, term: Cause, hands: Mapping[Held, Sequence[int]]) -> Feature:
        """Return the result of a comparison or a paid hand with these cards."""
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
        """Return hands with those that follow from them, as far as all their cards are known.

        These are hands after an exchange, hands that the house way sets, the best cards of a hand, and the rest of a
        hand.
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
        """Return the house way under the readings in force. High and low hands rank as they are compared."""
        systems = {term.against: self.system(term) for term in self.every(Compare)}
        low = self.every(HouseSet)[0]
        high = next(rest for rest in self.every(Rest) if rest.of is low)
        read = {reading.about: self.reading(reading.id) for reading in self.sheet.readings.values()}
        return setting_way(self.slug, read, systems[high], systems[low])

    @cached_property
    def outranked(self) -> frozenset[Held | None]:
        """Return the picked cards that must not outrank the rest of their hand."""
        return frozenset(rest.of for rest in self.every(Rest) if rest.outranks)

    def fouled_by(self, picked: Chosen, hand: Cards, cards: Cards) -> str:
        """Return the clause that forbids picking these cards because they outrank the rest, or an empty text."""
        for rest in self.every(Rest):
            if rest.of is picked and rest.outranks:
                behind = [card for card in hand if card not in cards]
                return rest.clause if self.house_way.is_fouled(cards, behind) else ""
        return ""

    def least_qualified(self, term: Compare) -> int:
        """Return the lowest value that qualifies, 0 if every hand does."""
        return _value_of(self.system(term), term.qualifier) if term.qualifier else 0

    def qualified_against(self, term: Compare) -> int:
        """Return the lowest player's value against which the dealer always qualifies, or one above all values."""
        system = self.system(term)
        return _value_of(system, term.always_against) if term.always_against else ranking(system).n_values + 1

    def pay_class(self, term: Paid, cards: Sequence[int]) -> PayClass:
        """Return the pay table row of a set of cards."""
        table = self.table(term)
        row = table.row_of_value(ranking(table.form.system).value(cards))
        return PayClass(NOTHING, None, term) if row is None else PayClass(row.label, row.pays, term)

    def draws(self, hand: Hand, hands: Mapping[Hand, Sequence[int]]) -> bool:
        """Return whether a hand gets one more card, by its drawing rule and the cards of all hands so far."""
        rule = hand.draws
        assert rule is not None, f"{hand} has a drawing rule"
        drawing = [each for each in self.every(Hand) if each.draws is not None]
        if any(total(hands[each][: each.cards]) in rule.naturals for each in drawing):
            return False
        drawn = () if rule.after is None else hands[rule.after][rule.after.cards :]
        return total(hands[hand]) in rule.on[points_of(drawn[0]) if drawn else None]
