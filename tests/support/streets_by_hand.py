"""Titles with streets played out card by card: every deal, every option, each ending settled by the title itself.

No counting and no table: what the seat sees decides what it does, street after street, and results are only added up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from houseway.analysis.declared.payoffs import Stakes
from houseway.games.engine.declared.ending import Ending, Feature
from houseway.games.engine.declared.title import DeclaredGame, Path, is_asked
from houseway.games.engine.declared.vocabulary import (
    Cause,
    Compare,
    Decision,
    Hand,
    Held,
    LaterBet,
    Opening,
    Option,
    Owner,
    Paid,
)

Results = Counter[Fraction]
"""In how many ways each net result comes about."""


class ByHand:
    """A title at a table with one seat. `shown` says how many common cards lie face up at each decision."""

    def __init__(self, game: DeclaredGame, stakes: Stakes, shown: Sequence[tuple[Decision, int]], last: bool) -> None:
        self.game, self.stakes, self.shown, self.last = game, stakes, tuple(shown), last
        self.own, self.board = (
            next(hand for hand in game.every(Hand) if hand.owner is owner) for owner in (Owner.SEAT, Owner.TABLE)
        )
        self.dealer = next((hand for hand in game.every(Hand) if hand.owner is Owner.DEALER), None)
        self.known: dict[tuple[object, ...], Results] = {}

    def everything(self) -> Results:
        """All deals."""
        total: Results = Counter()
        for own in combinations(self.game.deck.distinct, self.own.cards):
            total.update(self.from_here(own, (), (), 0, ()))
        return total

    def options(
        self, own: Sequence[int], board: Sequence[int], path: Path, stage: int, dead: Sequence[int] = ()
    ) -> dict[Option, Results]:
        """What every option of a decision leads to."""
        decision = self.shown[stage][0]
        return {
            option: self.from_here(tuple(own), tuple(board), (*path, (decision, option)), stage + 1, tuple(dead))
            for option in decision.offered(self.game)
        }

    def from_here(
        self, own: tuple[int, ...], board: tuple[int, ...], path: Path, stage: int, dead: tuple[int, ...]
    ) -> Results:
        """All results from a stage on, where common cards may have to be turned first."""
        wanted = self.shown[stage][1] if stage < len(self.shown) else self.board.cards
        if len(board) < wanted:
            total: Results = Counter()
            for more in combinations(self._left(own, board, dead), wanted - len(board)):
                total.update(self.from_here(own, (*board, *more), path, stage, dead))
            return total
        if stage == len(self.shown):
            return self._ended(own, board, path, dead)
        if not is_asked(self.shown[stage][0], path):
            return self.from_here(own, board, path, stage + 1, dead)
        found = list(self.options(own, board, path, stage, dead).values())
        return max(reversed(found) if self.last else found, key=total_of)

    def _ended(self, own: tuple[int, ...], board: tuple[int, ...], path: Path, dead: tuple[int, ...]) -> Results:
        key = own, frozenset(board), path, dead
        if key not in self.known:
            self.known[key] = Counter(
                self._net(path, features) for features in self._features(own, tuple(sorted(board)), dead)
            )
        return self.known[key]

    def _features(
        self, own: tuple[int, ...], board: tuple[int, ...], dead: tuple[int, ...]
    ) -> Iterator[dict[Cause, Feature]]:
        dealers = combinations(self._left(own, board, dead), self.dealer.cards) if self.dealer else iter([()])
        for dealer in dealers:
            cards: dict[Held | None, tuple[int, ...]] = {self.own: own, self.board: board, self.dealer: dealer}
            found: dict[Cause, Feature] = {}
            for term in self.game.features:
                if isinstance(term, Paid):
                    found[term] = self.game.pay_class(term, [card for hand in term.hands for card in cards[hand]])
                elif isinstance(term, Compare):
                    found[term] = self.game.compared(term, [*own, *board], [*dealer, *board])
            yield found

    def _net(self, path: Path, features: dict[Cause, Feature]) -> Fraction:
        end, net = Ending(dict(path), features), Fraction(0)
        for settled in self.game.settle(end):
            wager = settled.wager
            assert isinstance(wager, Opening | LaterBet)
            if isinstance(wager, Opening):
                staked = self.stakes.get(wager, Fraction(0))
            else:
                staked = end.times(wager) * self.stakes.get(wager.of, Fraction(0))
            net += -staked if settled.odds is None else staked * settled.odds
        return net

    def _left(self, *seen: Sequence[int]) -> list[int]:
        gone = {card for cards in seen for card in cards}
        return [card for card in self.game.deck.distinct if card not in gone]


def total_of(results: Results) -> Fraction:
    """The sum of all results."""
    return sum((net * times for net, times in results.items()), Fraction(0))


def mean_of(results: Results) -> Fraction:
    """The mean of all results."""
    return total_of(results) / results.total()
