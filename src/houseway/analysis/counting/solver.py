"""The slow reference, which solves a one-seat round by walking its states, without knowledge of any game.

A *belief* is a set of weighted states that the seat cannot distinguish. Chance and the dealer split a belief by the
cards that the seat sees. The seat acts alike in all states of one belief and chooses the best action on average. So
hidden cards are never used, even where a game deals them before the decision. It is for stripped decks, where the whole
tree has at most some hundred thousand deals. There it proves the fast analyzers.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.distribution import Distribution
from houseway.cards.classes import classes
from houseway.errors import HousewayError
from houseway.games.engine.action import DEAL, PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.state import CHANCE, DEALER, State
from houseway.games.strategies.base import Strategy

SEAT = 0
Belief = list[tuple[State, Fraction]]
Outcomes = dict[int, Fraction]
"""Net results in cents with their probabilities."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best result of the seat: the probabilities of its net results in cents."""

    outcomes: Outcomes

    @property
    def value(self) -> Fraction:
        """Return the expected net result in cents."""
        return _mean(self.outcomes)

    def in_units(self, unit: int) -> dict[Fraction, Fraction]:
        """Return net results in multiples of a unit, such as the Ante."""
        return {Fraction(net, unit): weight for net, weight in sorted(self.outcomes.items())}

    def agrees_with(self, net: Distribution, unit: int) -> bool:
        """Return whether an exact distribution in units has the same values and probabilities."""
        theirs = {value: Fraction(weight, net.total) for value, weight in net.weights.items()}
        return theirs == self.in_units(unit)


def solve(game: Game, bet: Bet, strategy: Strategy | None = None, *, symmetric: bool = False) -> Solution:
    """Play one seat perfectly, or by a strategy, against every deal of the game's deck.

    `symmetric` deals the first packet only once for every class under renaming of suits, which is right for rules that
    do not distinguish suits. Of equally good actions the first one counts.
    """
    state = game.start([bet], open_shoe=True)
    if not symmetric:
        return solve_from(state, strategy)
    return Solution(_mix([(_play([(after, Fraction(1))], strategy), weight) for after, weight in _first_deals(state)]))


def solve_from(state: State, strategy: Strategy | None = None) -> Solution:
    """Solve the rest of a round from a state of an open shoe, such as one in which the seat's cards are already dealt.

    The state must not contain anything hidden from the seat. Deal only the cards that the seat sees.
    """
    return Solution(_play([(state, Fraction(1))], strategy))


def _first_deals(state: State) -> Belief:
    while state.actor == DEALER:
        state = state.apply(PROCEED)
    if state.actor != CHANCE:
        raise HousewayError("A symmetric solution needs a round that starts with a deal.")
    deals = list(classes(state.game.deck, (state.cards_due(),)))
    total = sum(weight for _, weight in deals)
    return [(state.apply(Action(DEAL, cards)), Fraction(weight, total)) for (cards,), weight in deals]


def _play(belief: Belief, strategy: Strategy | None) -> Outcomes:
    """Return the outcomes of a belief, whose states all have the same actor and look the same to the seat."""
    actor = belief[0][0].actor
    if actor is None:
        return _results(belief)
    if actor == SEAT:
        return _decide(belief, strategy)
    if actor == CHANCE:
        after = [(state.apply(deal), weight * p) for state, weight in belief for deal, p in state.chance_outcomes()]
    else:
        after = [(state.apply(PROCEED), weight) for state, weight in belief]
    told = len(belief[0][0].events)
    return _mix([(_play(part, strategy), Fraction(1)) for part in _split(after, told)])


def _results(belief: Belief) -> Outcomes:
    outcomes: Outcomes = defaultdict(Fraction)
    for state, weight in belief:
        outcomes[state.result(SEAT)] += weight
    return outcomes


def _decide(belief: Belief, strategy: Strategy | None) -> Outcomes:
    first = belief[0][0]
    actions = first.legal_actions() if strategy is None else (strategy.choose(first.view(SEAT)),)
    best: Outcomes | None = None
    for action in actions:
        outcomes = _play([(state.apply(action), weight) for state, weight in belief], strategy)
        if best is None or _mean(outcomes) > _mean(best):
            best = outcomes
    assert best is not None, "a seat that acts has an action"
    return best


def _split(belief: Belief, told: int) -> list[Belief]:
    """Split the states by the cards that the seat has newly seen."""
    parts: dict[object, Belief] = defaultdict(list)
    for state, weight in belief:
        seen = tuple(event.seen_from(SEAT) for event in state.events[told:])
        parts[seen].append((state, weight))
    return list(parts.values())


def _mean(outcomes: Outcomes) -> Fraction:
    return sum((net * weight for net, weight in outcomes.items()), Fraction(0))


def _mix(parts: list[tuple[Outcomes, Fraction]]) -> Outcomes:
    mixed: Outcomes = defaultdict(Fraction)
    for outcomes, weight in parts:
        for net, probability in outcomes.items():
            mixed[net] += weight * probability
    return mixed
