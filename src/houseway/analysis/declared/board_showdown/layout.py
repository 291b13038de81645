"""Which declarations are board showdowns, and the three levels of common cards on which a seat may decide.

The *first* decisions come before any common card, the *middle* ones all on one number of common cards, the *late* ones
on another. A level without a decision is there too: nothing is chosen on it.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import MOST_CARDS
from houseway.analysis.declared.levels import kinds, level_by_kind
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.streets import Streets, hands_of, reason_against
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause, Compare, Hand, Opening, Owner, Paid
from houseway.ranking.system import BY_SUIT, ranking_system

HOLE = 2
N_OUTCOMES = 6
"""Won, tied, lost against a qualified dealer, then against one who does not qualify: the order of the levels."""
MOST_CLASSES = 4 * 10**6
"""Own hands with the common cards of the middle level, up to renaming of suits: beyond this the sums are too large."""
SUIT_RENAMINGS = 24

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """A title that is a board showdown: `middle` and `late` are the numbers of common cards on those levels."""

    streets: Streets
    compare: Compare
    dealer: Hand
    middle: int
    late: int

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """The layout of a title that is not refused."""
        streets = Streets.of(game)
        middle, late = _levels(streets)
        return cls(streets, game.every(Compare)[0], hands_of(game, Owner.DEALER)[0], middle, late)

    @property
    def game(self) -> DeclaredGame:
        """The title."""
        return self.streets.game

    @cached_property
    def first_end(self) -> int:
        """The first stage that sees common cards."""
        return sum(stage.shown == 0 for stage in self.streets.stages)

    @cached_property
    def middle_end(self) -> int:
        """The first late stage."""
        return self.first_end + sum(0 < stage.shown == self.middle for stage in self.streets.stages)

    @property
    def system(self) -> str:
        """The ranking system of both hands."""
        return self.game.system(self.compare)

    @cached_property
    def least(self) -> int:
        """The lowest value with which the dealer qualifies."""
        return self.game.least_qualified(self.compare)

    @property
    def dealers(self) -> int:
        """How many hands of the dealer there are against one own hand and a board."""
        return comb(self.game.deck.size - HOLE - self.streets.board.cards, HOLE)

    def ways(self, shown: int) -> int:
        """The ways to end with one own hand, once one of the levels of common cards is seen: chains and dealers."""
        n_cards = self.game.deck.size - HOLE
        levels = [level for level in (self.middle, self.late, self.streets.board.cards) if level >= shown]
        ways, before = self.dealers, shown
        for level in levels:
            ways *= comb(n_cards - before, level - before)
            before = level
        return ways

    @property
    def total(self) -> int:
        """All deals, with the ways to show their common cards level by level."""
        return comb(self.game.deck.size, HOLE) * self.ways(0)

    def cells(self, payoffs: Payoffs) -> Numbers:
        """The cell of payoffs by the kind of the own hand (see `levels`) and the outcome."""
        cells = np.zeros((len(kinds(self.system)[1]), N_OUTCOMES), np.int64)
        for term, n_levels in zip(payoffs.features, payoffs.shape, strict=True):
            if isinstance(term, Paid):
                cells = cells * n_levels + level_by_kind(self.game, term)[:, None]
            else:
                cells = cells * n_levels + np.arange(N_OUTCOMES) % n_levels
        return cells

    def net(self, payoffs: Payoffs) -> Numbers:
        """The net result by path, kind of the own hand and outcome."""
        return np.ascontiguousarray(payoffs.net[:, self.cells(payoffs)])


def reason_against_board(game: DeclaredGame) -> str:
    """Why a title is no board showdown that can be counted; empty if it is one."""
    dealers, compares = hands_of(game, Owner.DEALER), game.every(Compare)
    if len(dealers) != 1 or len(compares) != 1:
        return f"it has {len(dealers)} hands of the dealer and {len(compares)} comparisons; expected one of each"
    if reason := reason_against(game):
        return reason
    streets, compare = Streets.of(game), compares[0]
    if streets.own.cards != HOLE or dealers[0].cards != HOLE or dealers[0].up_at(game):
        return "own and dealer's hand are not two cards each, the dealer's hidden"
    if compare.board not in streets.board.hands:
        return f"{compare.place}: the comparison is without the common cards"
    if compare.always_against:
        return f"{compare.place}: whether the dealer qualifies depends on the own hand"
    system = game.system(compare)
    if system in BY_SUIT:
        return f"{system} ranks by suit"
    if streets.board.cards > MOST_CARDS or HOLE + streets.board.cards not in ranking_system(system).sizes:
        return f"{system} does not rank {HOLE + streets.board.cards} cards"
    for paid in game.every(Paid):
        same = game.table(paid).form.system == system
        if is_beside(game, paid):
            if ranking_system(game.table(paid).form.system).whole:
                return f"{paid.place}: {paid.title} is ranked hand by hand"
        elif not same or set(paid.hands) != {streets.own, *streets.board.hands}:
            return f"{paid.place}: {paid.title} is not paid on own and common cards in the ranking {system}"
    return _reason_against_beside(game, streets) or _reason_against_levels(streets)


def is_beside(game: DeclaredGame, term: Cause) -> bool:
    """Whether own cards, the dealer's, or both decide a pay table, without any common ones."""
    return isinstance(term, Paid) and not set(term.hands) & set(hands_of(game, Owner.TABLE))


def beside_wagers(game: DeclaredGame) -> tuple[Opening, ...]:
    """The side bets that such tables decide, and that the table takes."""
    if not any(is_beside(game, term) for term in game.every(Paid)):
        return ()
    alone = {
        wager: Payoffs.of(game, {wager: Fraction(1)})
        for wager in game.every(Opening)
        if wager.side_bet and wager.taken_at(game)
    }
    return tuple(wager for wager, each in alone.items() if any(is_beside(game, term) for term in each.features))


def _reason_against_beside(game: DeclaredGame, streets: Streets) -> str:
    """Such tables decide side bets alone, and what is done after the first common card does not touch those."""
    if any(is_beside(game, term) for term in Payoffs.of(game).features):
        return "own and dealer's cards without the common ones decide more than side bets"
    first = sum(stage.shown == 0 for stage in streets.stages)
    for wager in beside_wagers(game):
        alone = Payoffs.of(game, {wager: Fraction(1)})
        if not all(is_beside(game, term) for term in alone.features):
            return f"{wager.place}: {wager} is decided by the common cards too"
        for prefix in streets.prefixes[first]:
            nets = alone.net[[path[: len(prefix)] == prefix for path in alone.paths]]
            if (nets != nets[:1]).any():
                return f"{wager.place}: {wager} depends on what is done with the common cards"
    return ""


def _reason_against_levels(streets: Streets) -> str:
    seen = sorted({stage.shown for stage in streets.stages} - {0})
    if len(seen) > 2:
        return f"it decides on {', '.join(map(str, seen))} common cards; at most two numbers are counted"
    middle, late = _levels(streets)
    n_cards = streets.game.deck.size
    classes = comb(n_cards, middle) * comb(n_cards - middle, HOLE) // SUIT_RENAMINGS
    if classes > MOST_CLASSES:
        return f"about {classes:,} hands decide on {middle} common cards; at most {MOST_CLASSES:,} are counted"
    return "" if streets.board.cards - late <= 1 else f"more than one card comes after the decision on {late}"


def _levels(streets: Streets) -> tuple[int, int]:
    """How many common cards are seen on the middle and on the late level."""
    seen = sorted({stage.shown for stage in streets.stages} - {0})
    if len(seen) == 2:
        return seen[0], seen[1]
    if seen and seen[0] < streets.board.cards:
        return seen[0], streets.board.cards
    return 0, streets.board.cards
