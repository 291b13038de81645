"""Every path through the decisions of a declared title, and the endings of each."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import NOTHING, Compared, Ending, Feature, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.evaluation import Cards, Evaluation
from houseway.games.engine.declared.steps import Ask
from houseway.games.engine.declared.vocabulary import (
    Between,
    Cause,
    Chosen,
    Compare,
    Decision,
    Hand,
    Held,
    LaterBet,
    Makes,
    Margin,
    MeterBet,
    Opening,
    Option,
    Paid,
    Payable,
    Rest,
    Settled,
    holds,
)
from houseway.ranking.points import MODULUS

Path = tuple[tuple[Decision, Option], ...]
"""The options that a seat takes, decision after decision, until the end of its round."""


@dataclass(frozen=True)
class Paths(Evaluation):
    """A declaration with all its paths and endings, and the result of every wager in each."""

    @abstractmethod
    def settle(self, end: Ending) -> Iterator[Settled]:
        """Return the result of every wager in an ending, in the order of the clauses."""

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Return every path through the decisions, in the order of the procedure and of the options."""
        open_paths: list[Path] = [()]
        for decision in self.decisions():
            extended: list[Path] = []
            for path in open_paths:
                asked = is_asked(decision, path)
                if not asked or decision.depends_on_cards:
                    extended.append(path)
                if asked:
                    extended.extend((*path, (decision, option)) for option in decision.offered(self))
            open_paths = extended
        return tuple(open_paths)

    @classmethod
    def decisions(cls) -> tuple[Decision, ...]:
        """Return the decisions of a seat, in the order of the procedure."""
        return tuple(step.decision for lap in cls.procedure for step in lap.steps if isinstance(step, Ask))

    @cached_property
    def depends_on_hand(self) -> bool:
        """Return whether some option requires a hand that is good enough."""
        return any(option.holding for decision in self.decisions() for option in decision.offered(self))

    def next_decision(self, path: Path, bet: Bet) -> Decision | None:
        """Return the next decision of a seat on this path, if there is one."""
        decided = [decision for decision, _ in path]
        last = max((self.decisions().index(decision) for decision in decided), default=-1)
        return next((each for each in self.decisions()[last + 1 :] if asks(each, path, bet)), None)

    def levels(self, term: Cause) -> tuple[Feature, ...]:
        """Return every possible result of a comparison or a paid hand.

        A comparison goes from won to lost, qualified first. A paid hand goes by the rows of its table, the best first,
        and no row last.
        """
        if isinstance(term, Makes | Between):
            return IsMade(True, term), IsMade(False, term)
        if isinstance(term, Margin):
            leads = range(MODULUS - 1, -MODULUS, -1)
            return tuple(Lead(points, natural, term) for natural in (True, False) for points in leads)
        if isinstance(term, Compare):
            qualified = (True, False) if term.qualifier else (True,)
            return tuple(Compared(outcome, each, term) for each in qualified for outcome in Outcome)
        rows = [PayClass(row.label, row.pays, term) for row in self.table(term).rows]
        return (*rows, PayClass(NOTHING, None, term))

    @cached_property
    def features(self) -> tuple[Cause, ...]:
        """Return everything that the cards decide."""
        found = [term for term in self.terms if isinstance(term, Cause)]
        return tuple(term for term in found if not isinstance(term, Paid) or holds(self, term.when))

    @cached_property
    def _asked_for(self) -> frozenset[Compare]:
        """Return the comparisons that are made only with options that ask for them."""
        options = [option for decision in self.every(Decision) for option in decision.options]
        return frozenset(option.compares for option in options if option.compares is not None)

    def features_of(self, path: Path) -> tuple[Cause, ...]:
        """Return the features that the cards decide for a seat on this path, once all cards are dealt."""
        try:
            return self._features_by_path[path]
        except KeyError:
            found = tuple(term for term in self.features if self.comes_to(term, path))
            return self._features_by_path.setdefault(path, found)

    @cached_property
    def _features_by_path(self) -> dict[Path, tuple[Cause, ...]]:
        """Return a cache by path, because every settlement needs these features."""
        return {}

    def ending_with(self, path: Path, hands: Mapping[Held, Cards]) -> Ending:
        """Return the ending of a path with these cards, as far as they decide anything."""
        decided = [term for term in self.features_of(path) if all(hand in hands for hand in term.hands)]
        return Ending(dict(path), {term: self.feature(term, hands) for term in decided})

    def comes_to(self, term: Cause, path: Path) -> bool:
        """Return whether a seat on this path has the cards of a feature, and asked for it if that is required."""
        picked, made = {option.sets for _, option in path}, {bet for _, option in path for bet in option.bets}
        parts = [hand.of if isinstance(hand, Rest) else hand for hand in term.hands]
        if any(isinstance(hand, Chosen) and hand not in picked for hand in parts):
            return False
        if any(isinstance(hand, Hand) and hand.with_bet not in {None, *made} for hand in term.hands):
            return False
        return term not in self._asked_for or any(option.compares is term for _, option in path)

    def endings(self, path: Path, features: Sequence[Cause] | None = None) -> Iterator[Ending]:
        """Yield every ending of a path, with the last feature varying fastest."""
        here = self.features_of(path)
        decided = here if features is None else tuple(term for term in features if term in here)
        for levels in product(*(self.levels(term) for term in decided)):
            end = Ending(dict(path), dict(zip(decided, levels, strict=True)))
            if self._leads_to(path, end):
                yield end

    def _leads_to(self, path: Path, end: Ending) -> bool:
        """Return whether an ending agrees with the decisions on the path.

        A decision after a tie is asked exactly if the hands tie. A decision that a dealer's hand makes unnecessary is
        asked exactly if that hand is not made.
        """
        for decision in self._in_order:
            cards_ask = asked_by_cards(decision, end)
            if cards_ask is not None:
                before = tuple(step for step in path if self._comes_before(step[0], decision))
                if (is_asked(decision, before) and cards_ask) is not (decision in end.options):
                    return False
        return True

    @cached_property
    def _in_order(self) -> tuple[Decision, ...]:
        """Return the decisions, cached because every ending uses them."""
        return self.decisions()

    def _comes_before(self, one: Decision, other: Decision) -> bool:
        return self.decisions().index(one) < self.decisions().index(other)

    @cached_property
    def settled_endings(self) -> tuple[tuple[tuple[Ending, tuple[Settled, ...]], ...], ...]:
        """Return for every path its endings, each with its result from `settle`, computed once for any stakes."""
        return tuple(tuple((end, tuple(self.settle(end))) for end in self.endings(path)) for path in self.paths)

    @cached_property
    def highest_odds(self) -> tuple[tuple[Path, Mapping[Payable, Fraction | None]], ...]:
        """Return for every path the highest odds of every wager."""
        found = []
        for path, endings in zip(self.paths, self.settled_endings, strict=True):
            highest: dict[Payable, Fraction | None] = {}
            for _, all_settled in endings:
                for settled in all_settled:
                    known = highest.get(settled.wager)
                    if settled.odds is not None and (known is None or settled.odds > known):
                        highest[settled.wager] = settled.odds
            found.append((path, highest))
        return tuple(found)

    def stake(self, wager: Payable, bet: Bet, path: Path) -> int:
        """Return the stake of a wager at the end of a path, in cents. An award has no stake."""
        if isinstance(wager, Opening | MeterBet):
            return bet.amount(wager.name)
        if isinstance(wager, LaterBet):
            return sum(option.times for _, option in path if wager in option.bets) * bet.amount(wager.of.name)
        return 0


def is_asked(decision: Decision, path: Path) -> bool:
    """Return whether a seat on this path is asked: not after a fold, nor if the bet in question is made."""
    if any(option.folds for _, option in path):
        return False
    return decision.unless is None or all(decision.unless not in option.bets for _, option in path)


def asked_by_cards(decision: Decision, end: Ending) -> bool | None:
    """Return whether the cards of an ending require a decision, None if the decision does not depend on them."""
    if decision.if_tied is not None and end.has(decision.if_tied):
        return end[decision.if_tied].tied
    if decision.unless_made is not None and end.has(decision.unless_made):
        return not end[decision.unless_made].made
    return None


def asks(decision: Decision, path: Path, bet: Bet) -> bool:
    """Return whether a seat with these wagers is asked. It must have made those of which the options make multiples."""
    return is_asked(decision, path) and all(bet.amount(base.name) for base in decision.bases)
