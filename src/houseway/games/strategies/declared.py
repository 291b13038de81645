"""Computer players of any declared title, made from its declaration without a module for the title."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.views import bet_of, cards_in_sight, path_of
from houseway.games.engine.declared.vocabulary import Award, Decision, Hand, Held, Option
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.view import View

SAMPLES = 60
Dealt = Mapping[Held, Sequence[Card]]


@dataclass
class NeverFolds:
    """A player that stays in for the smallest possible bet, whatever the cards."""

    game: DeclaredGame
    name: str = "never-folds"

    def choose(self, view: View) -> Action:
        """Return the first option that does not fold or withdraw a bet."""
        decision = self.game.next_decision(path_of(self.game, view), bet_of(self.game, view))
        assert decision is not None, "a seat that is asked has a decision"
        folds = [option for option in decision.offered(self.game) if option.folds]
        stays = (action for action in view.legal_actions if not any(option.is_taken_by(action) for option in folds))
        return next(stays, view.legal_actions[0])


@dataclass
class LooksAhead(NeverFolds):
    """A player that deals the unseen cards at random, many times, and takes the option with the best average.

    It assumes that it stays in for the smallest bets afterwards. That makes it a fair player but not a perfect one.
    """

    name: str = "looks-ahead"
    generator: random.Random = field(default_factory=random.Random)

    def choose(self, view: View) -> Action:
        """Return the option with the highest sum over the sampled deals, the smallest commitment among equals."""
        path, bet = path_of(self.game, view), bet_of(self.game, view)
        decision = self.game.next_decision(path, bet)
        assert decision is not None, "a seat that is asked has a decision"
        offered = decision.offered(self.game)
        options = {
            action: next(option for option in offered if option.is_taken_by(action)) for action in view.legal_actions
        }
        ways = {action: self._stays_in((*path, (decision, option)), bet) for action, option in options.items()}
        sums = dict.fromkeys(ways, Fraction(0))
        for hands in self._deals(view):
            for action, way in ways.items():
                sums[action] += _net(self.game, self._ending(hands, options[action], action, way), bet, way)
        return max(ways, key=sums.__getitem__)

    def _ending(self, dealt: Dealt, option: Option, action: Action, way: Path) -> Ending:
        held: dict[Held, tuple[Card, ...]] = {hand: tuple(cards) for hand, cards in dealt.items()}
        if option.sets is not None:
            by_house_way = option.by_house_way
            front = self.game.house_way.set(held[option.sets.of])[1].front if by_house_way else action.cards
            held[option.sets] = front
        return self.game.ending_with(way, self.game.with_derived(held))

    def _stays_in(self, path: Path, bet: Bet) -> Path:
        while (decision := self.game.next_decision(path, bet)) is not None:
            path = (*path, (decision, _staying(self.game, decision)))
        return path

    def _deals(self, view: View) -> Iterator[Dealt]:
        known = {hand: cards_in_sight(self.game, hand, view) for hand in self.game.every(Hand)}
        seen = [card for pile in view.piles for card in pile.cards if card != HIDDEN]
        unseen = list(self.game.deck.without(seen).cards)
        wanted = {hand: hand.cards - len(cards) for hand, cards in known.items()}
        for _ in range(SAMPLES):
            drawn = iter(self.generator.sample(unseen, sum(wanted.values())))
            yield {hand: [*cards, *(next(drawn) for _ in range(wanted[hand]))] for hand, cards in known.items()}


def _staying(game: DeclaredGame, decision: Decision) -> Option:
    offered = decision.offered(game)
    return next((option for option in offered if not option.folds), offered[0])


def _net(game: DeclaredGame, end: Ending, bet: Bet, path: Path) -> Fraction:
    """Return the result of a seat in an ending, in cents before any rounding."""
    total = Fraction(0)
    for settled in game.settle(end):
        wager = settled.wager
        staked = bet.amount(wager.on.name) if isinstance(wager, Award) else game.stake(wager, bet, path)
        if settled.odds is not None:
            total += staked * settled.odds
        elif not isinstance(wager, Award):
            total -= staked
    return total
