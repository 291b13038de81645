"""Rounds of a shoe side by side, one per row: the kinds of the cards in the hands, and the options that the seat took.

A counted row represents all deals of its kinds. Its weight is the number of *ordered* deals, a product of falling
factorials of the copies. A row that ends with fewer cards than a round can take is completed with any of the cards
left. So all rows are out of the same number of deals.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, perm, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.card import N_CARDS
from houseway.cards.deck import Deck
from houseway.games.engine.declared.steps import Ask, DealHand, Draw
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause, Compare, Decision, Hand, Held, Makes, Margin, Paid
from houseway.ranking import ranking
from houseway.ranking.points import MODULUS, points_of, total
from houseway.ranking.system import RankingSystem, ranking_system

POINTS = "points"


@dataclass(frozen=True)
class Kinds:
    """The kinds of the cards of a deck: a card that represents each, how many there are, and the kind of every card."""

    sample: tuple[int, ...]
    copies: tuple[int, ...]
    of_card: NDArray[np.int64]

    @classmethod
    def of(cls, game: DeclaredGame, dead: Sequence[int] = ()) -> "Kinds":
        """Return the kinds of a title's deck, without the `dead` cards."""
        systems = systems_of(game)
        alike: dict[object, int] = {}
        of_card = np.full(N_CARDS, -1, np.int64)
        for card in game.deck.distinct:
            key = tuple(system.alike(card) for system in systems if system.alike is not None)
            of_card[card] = alike.setdefault(key, len(alike))
        samples = {int(of_card[card]): int(card) for card in reversed(game.deck.distinct)}
        left: Deck = game.deck.without(dead)
        copies = [0] * len(alike)
        for card in left.cards:
            copies[of_card[card]] += 1
        return cls(tuple(samples[kind] for kind in range(len(alike))), tuple(copies), of_card)

    def __len__(self) -> int:
        return len(self.sample)

    @property
    def size(self) -> int:
        """Return how many cards there are."""
        return sum(self.copies)


def systems_of(game: DeclaredGame) -> tuple[RankingSystem, ...]:
    """Return the ranking systems that a title applies to its cards, points included where it counts them."""
    names = [system_of(game, term) for term in game.features]
    names += [POINTS for hand in game.every(Hand) if hand.draws is not None]
    return tuple(ranking_system(name) for name in dict.fromkeys(names))


def system_of(game: DeclaredGame, term: Cause) -> str:
    """Return the ranking system that a feature applies to cards."""
    if isinstance(term, Compare):
        return game.system(term)
    return game.table(term).form.system if isinstance(term, Paid) else POINTS


Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
NONE = -1
"""The kind of a card that was not dealt, and the path of a seat that is still to decide."""
MOST_CODES = 1 << 21
"""Rows of kinds whose answers are cached: 16 megabytes."""


@dataclass(frozen=True)
class Rounds:
    """Rounds of a shoe. `cards` holds the kinds by hand, one row per round. `path` is a number of the title's paths."""

    cards: Mapping[Hand, Numbers]
    path: Numbers
    weight: Numbers
    left: Numbers
    asked: Numbers

    def __len__(self) -> int:
        return len(self.path)

    def rows(self, places: NDArray[np.intp] | Mask) -> "Rounds":
        """Return some of the rounds."""
        cards = {hand: kinds[places] for hand, kinds in self.cards.items()}
        return Rounds(cards, self.path[places], self.weight[places], self.left[places], self.asked[places])

    def with_cards(self, hand: Hand, kinds: Numbers) -> "Rounds":
        """Return the same rounds with the cards of a hand."""
        return replace(self, cards={**self.cards, hand: kinds})

    @classmethod
    def together(cls, parts: Sequence["Rounds"]) -> "Rounds":
        """Return all rounds of several tables."""
        cards = {hand: np.concatenate([part.cards[hand] for part in parts]) for hand in parts[0].cards}
        path, weight, left, asked = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("path", "weight", "left", "asked")
        )
        return cls(cards, path, weight, left, asked)


@dataclass(frozen=True)
class Walk(ABC):
    """A pass through the procedure of a title with many rounds at once. Subclasses supply cards and decisions."""

    game: DeclaredGame
    kinds: Kinds
    judged: dict[tuple[Hashable, int], Numbers] = field(default_factory=dict, compare=False, repr=False, kw_only=True)
    """Answers about hands, by the question and the number of cards."""

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """Return the hands that some rule uses. Cards that no rule uses do not change any probability."""
        looked_at = {hand for term in self.game.features for hand in term.hands}
        drawing = {hand for hand in self.game.every(Hand) if hand.draws is not None}
        return tuple(hand for hand in self.game.every(Hand) if hand in looked_at | drawing and self.game.deals(hand))

    @cached_property
    def n_cards(self) -> int:
        """Return the most cards that a round takes from the shoe for these hands."""
        return sum(hand.most_cards for hand in self.hands)

    @abstractmethod
    def deal(self, rounds: Rounds, hand: Hand, places: range, dealt: Mask) -> Rounds:
        """Give a hand cards at some places in the rounds that deal them."""

    @abstractmethod
    def ask(self, rounds: Rounds, decision: Decision, asked: Mask) -> Rounds:
        """Let the seat decide in the rounds that ask it."""

    def start(self, rounds: int) -> Rounds:
        """Return rounds before the first card."""
        cards = {hand: np.full((rounds, hand.most_cards), NONE) for hand in self.hands}
        undecided = self.game.paths.index(()) if () in self.game.paths else NONE
        return Rounds(
            cards,
            np.full(rounds, undecided),
            np.ones(rounds, np.int64),
            np.tile(np.array(self.kinds.copies, np.int64), (rounds, 1)),
            np.full(rounds, NONE),
        )

    def ended(self, rounds: Rounds) -> Rounds:
        """Go through the procedure to its end."""
        for step in (step for lap in self.game.procedure for step in lap.steps):
            if isinstance(step, DealHand) and step.hand in self.hands:
                rounds = self.deal(rounds, step.hand, range(step.hand.cards), self._is_dealt(step.hand, rounds))
            elif isinstance(step, Draw):
                places = range(step.hand.cards, step.hand.most_cards)
                rounds = self.deal(rounds, step.hand, places, self._draws(step.hand, rounds))
            elif isinstance(step, Ask):
                tie = step.decision.if_tied
                asked = np.ones(len(rounds), bool) if tie is None else self.levels(tie, rounds) == 1
                rounds = self.ask(rounds, step.decision, asked)
        return rounds

    def _is_dealt(self, hand: Hand, rounds: Rounds) -> Mask:
        if hand.with_bet is None:
            return np.ones(len(rounds), bool)
        bets = [any(hand.with_bet in option.bets for _, option in path) for path in self.game.paths]
        return np.array(bets)[rounds.path]

    def _draws(self, hand: Hand, rounds: Rounds) -> Mask:
        """Return whether a hand draws, by the drawing rule, as `DeclaredGame.draws` decides it for one round."""
        rule = hand.draws
        assert rule is not None, "only a hand with a rule is drawn to"
        natural = np.zeros(len(rounds), bool)
        for each in (each for each in self.hands if each.draws is not None):
            natural |= np.isin(self._points(rounds.cards[each][:, : each.cards]), rule.naturals)
        by_points = np.array([[points in rule.on[after] for points in range(MODULUS)] for after in rule.on])
        row_of = {after: row for row, after in enumerate(rule.on)}
        row = np.full(len(rounds), row_of[None])
        if rule.after is not None:
            drawn = rounds.cards[rule.after][:, rule.after.cards :]
            known = drawn[:, 0] != NONE
            row[known] = self._of_cards(drawn[known], hand, lambda cards: row_of[points_of(cards[0])])
        has = self._points(rounds.cards[hand])
        return np.asarray(~natural & by_points[row, has])

    def _of_cards(self, kinds: Numbers, asked: Hashable, judge: Callable[[Sequence[int]], int]) -> Numbers:
        """Return the result of `judge` for the cards of each row, called once per different row; `asked` names it."""
        base, n_cards = len(self.kinds) + 1, kinds.shape[1]
        codes = np.zeros(len(kinds), np.int64)
        for column in range(n_cards):
            codes = codes * base + kinds[:, column] + 1
        if base**n_cards <= MOST_CODES:
            if (asked, n_cards) not in self.judged:
                self.judged[asked, n_cards] = np.full(base**n_cards, NONE)
            known = self.judged[asked, n_cards]
        else:
            codes = np.unique(codes, return_inverse=True)[1].ravel()
            known = np.full(len(codes), NONE)
        unknown = np.flatnonzero(known[codes] == NONE)
        new, first = np.unique(codes[unknown], return_index=True)
        for code, row in zip(new.tolist(), unknown[first].tolist(), strict=True):
            known[code] = judge([self.kinds.sample[kind] for kind in kinds[row] if kind != NONE])
        return np.asarray(known[codes])

    def levels(self, term: Cause, rounds: Rounds) -> Numbers:
        """Return the level of a feature in every round; 0 where the round does not reach it."""
        comes = np.array([self.game.comes_to(term, path) for path in self.game.paths])[rounds.path]
        if comes.all():
            return self._levels(term, rounds)
        level = np.zeros(len(rounds), np.int64)
        level[comes] = self._levels(term, rounds.rows(comes))
        return level

    def _levels(self, term: Cause, rounds: Rounds) -> Numbers:
        def together(hands: Sequence[Held]) -> Numbers:
            return np.hstack([rounds.cards[hand] for hand in hands if isinstance(hand, Hand)])

        if isinstance(term, Compare):
            system = self.game.system(term)
            value, both = ranking(system).value, (term.own_hands, term.dealer_hands)
            mine, theirs = (self._of_cards(together(hands), system, value) for hands in both)
            level: Numbers = np.int64(1) + (mine < theirs) - (mine > theirs)
            return level + 3 * (theirs < self.game.least_qualified(term))
        if isinstance(term, Makes):
            return self._of_cards(together(term.hands), term, lambda cards: int(not term.made_by(cards)))
        if isinstance(term, Margin):
            return self._leads(term, rounds)
        assert isinstance(term, Paid)
        place_of = {level: place for place, level in enumerate(self.game.levels(term))}
        return self._of_cards(together(term.hands), term, lambda cards: place_of[self.game.pay_class(term, cards)])

    def _points(self, kinds: Numbers) -> Numbers:
        return self._of_cards(kinds, total, total)

    def _leads(self, term: Margin, rounds: Rounds) -> Numbers:
        """Return the levels of a margin: leads from the largest down, decided by a natural, then without one."""
        mine, theirs = (self._points(rounds.cards[hand]) for hand in (term.own, term.against))
        natural = np.zeros(len(rounds), bool)
        for hand in (term.own, term.against):
            natural |= np.isin(self._points(rounds.cards[hand][:, : hand.cards]), term.naturals)
        return np.asarray(MODULUS - 1 - (mine - theirs) + (2 * MODULUS - 1) * (~natural), np.int64)

    def cells(self, rounds: Rounds, payoffs: Payoffs) -> Numbers:
        """Return the cell of some payoffs in which every round ends."""
        cells = np.zeros(len(rounds), np.int64)
        for term, n_levels in zip(payoffs.features, payoffs.shape, strict=True):
            cells = cells * n_levels + self.levels(term, rounds)
        return cells


@cache
def multisets(n_kinds: int, size: int) -> Numbers:
    """Return every multiset of `size` kinds, one per row."""
    return np.array(list(combinations_with_replacement(range(n_kinds), size)), np.int64).reshape(-1, size)


@dataclass(frozen=True)
class Count(Walk):
    """A count that deals every hand and decides in every way. `given` are hands whose cards are known, by kind."""

    given: Mapping[Hand, Sequence[int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Return how many deals all rounds represent."""
        known = sum(map(len, self.given.values()))
        return perm(self.kinds.size, self.n_cards - known)

    def deal(self, rounds: Rounds, hand: Hand, places: range, dealt: Mask) -> Rounds:
        """Make one row for every multiset of kinds, times the orders in which its copies can come."""
        others, dealing = rounds.rows(~dealt), rounds.rows(dealt)
        if hand in self.given and not places.start:
            known = dealing.cards[hand].copy()
            known[:, places.start : places.stop] = self.given[hand]
            return Rounds.together([others, dealing.with_cards(hand, known)])
        parts = [others]
        for drawn in multisets(len(self.kinds), len(places)):
            times = np.bincount(drawn, minlength=len(self.kinds))
            orders = factorial(len(drawn)) // prod(factorial(int(each)) for each in times)
            ways = np.full(len(dealing), orders, np.int64)
            for kind in np.flatnonzero(times):
                for gone in range(times[kind]):
                    ways *= np.maximum(dealing.left[:, kind] - gone, 0)
            part = dealing.rows(ways > 0)
            kinds = part.cards[hand].copy()
            kinds[:, places.start : places.stop] = drawn
            parts.append(
                Rounds(
                    {**part.cards, hand: kinds},
                    part.path,
                    part.weight * ways[ways > 0],
                    part.left - times,
                    part.asked,
                )
            )
        return Rounds.together(parts)

    def ask(self, rounds: Rounds, decision: Decision, asked: Mask) -> Rounds:
        """Make one row for every option; `asked` numbers the cards that the seat saw, which are all cards dealt."""
        others, deciding = rounds.rows(~asked), rounds.rows(asked)
        seen = np.arange(len(deciding))
        parts = [others]
        for option in decision.offered(self.game):
            path = self.game.paths.index(((decision, option),))
            parts.append(Rounds(deciding.cards, np.full(len(deciding), path), deciding.weight, deciding.left, seen))
        return Rounds.together(parts)

    def counted(self) -> Rounds:
        """Return all rounds at their end, each with its share of all deals."""
        rounds = self.ended(self.start(1))
        known = sum(map(len, self.given.values()))
        dealt = sum((kinds != NONE).sum(axis=1) for kinds in rounds.cards.values()) - known
        rest = [
            perm(self.kinds.size - cards, self.n_cards - known - cards) for cards in range(self.n_cards + 1 - known)
        ]
        weight = rounds.weight * np.array(rest, np.int64)[dealt]
        return Rounds(rounds.cards, rounds.path, weight, rounds.left, rounds.asked)
