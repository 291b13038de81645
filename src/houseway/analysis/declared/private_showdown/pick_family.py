"""The family of private showdowns in which an option picks some of the player's cards."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.family import ActionWorth, Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.pick_play import PickPlay, PickPlayer
from houseway.analysis.declared.private_showdown.picks import (
    ALL,
    Column,
    PickHands,
    PickLayout,
    every_hand,
    reason_against,
)
from houseway.analysis.results.distribution import percent
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import Rule, RuleList
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.errors import BadCards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Opening, Option, Paid
from houseway.games.strategies import own_players

SUBSETS_A_SECOND = 20e6
"""Units of work of one core per second."""
TABLES = 1.0
"""CPU seconds for the tables of hands."""
N_OUTCOMES = 3
Picked = tuple[Option, tuple[Card, ...]]


class PickShowdown(Family):
    """A player's hand, or some of its cards, against the dealer's hand; one decision, on the player's cards only."""

    name = "private showdown with picked cards"
    strategies = STRATEGY_NAMES
    picks_cards = True

    def strategies_of(self, game: DeclaredGame) -> tuple[str, ...]:
        """Return the strategies of most titles, and the title's computer players."""
        return (*self.strategies, *own_players(game.slug))

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; an empty text if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = PickLayout.of(game)
        hands, n_values = len(every_hand(game.deck, layout.own.cards)[0]), 1 + len(layout.picks)
        subsets = 1 << layout.own.cards
        return Explanation(
            family=self.name,
            argument=(
                f"For every hand of {layout.own.cards} player cards, with interchangeable suits, the dealer's hands "
                "that share no card with it are counted below and at the value of the hand, and of every choice of "
                f"{layout.chosen.cards} of its cards, by inclusion and exclusion over the player's cards. Every pay "
                "table and reading is then a sum, and the best choice is taken."
            ),
            information_sets={layout.decision.title: hands},
            work=f"{hands:,} hands x {n_values} values x {subsets} subsets of the player's cards",
            cpu_seconds=TABLES + hands * n_values * subsets / SUBSETS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return a strategy and the endings that it leads to."""
        return PickPlay.of(strategy, payoffs, runner).solution()

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return rules about the hands of all cards and of the best choice of them, with their exact cost."""
        return PickPlay.best(payoffs, runner).rules()[0]

    def divisors(self, game: DeclaredGame) -> Mapping[str, int]:
        """Return the wagers that pay tables alone decide, each with the number of the dealer's hands per hand."""
        alone = {wager: Payoffs.of(game, {wager: Fraction(1)}) for wager in game.every(Opening)}
        dealer_hands = PickLayout.of(game).dealer_hands(game.deck)
        by_tables = (wager for wager, each in alone.items() if all(isinstance(term, Paid) for term in each.features))
        return {wager.name: dealer_hands for wager in by_tables}

    def action_of(self, payoffs: Payoffs, rule: Rule, sight: Observation) -> Action:
        """Return the action of a rule with a hand; an option that picks cards picks the best."""
        (taken,) = rule.takes
        option = next(path[0][1] for path in payoffs.paths if path[0][1].name == taken.name)
        if option.sets is None:
            return Action(option.name)
        layout = PickLayout.of(payoffs.game)
        hand = descending([Card(card) for card in sight.own])
        bare = PickHands(payoffs, layout, np.array([hand], np.uint8), np.ones(1, np.int64), 1, {})
        return Action(option.name, bare.picked(int(bare.best_pick[0]), 0))

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy, many rounds at once."""
        return PickPlayer.of(PickPlay.of(strategy, payoffs, runner))

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option, with the best choice of cards."""
        found: dict[Option, Fraction] = {}
        for (option, _), value in self.actions(payoffs, sight).items():
            found[option] = max(found.get(option, value), value)
        return found

    def actions(self, payoffs: Payoffs, sight: Observation) -> Mapping[Picked, Fraction]:
        """Return the exact value of every option with every choice of its cards."""
        return {picked: worth.value for picked, worth in self.action_worths(payoffs, sight).items()}

    def action_worths(self, payoffs: Payoffs, sight: Observation) -> Mapping[Picked, ActionWorth]:
        """Return the value of every option with every choice of its cards, wager by wager, and how it compares.

        Choices of cards come from the lowest, so that of equally good ones the highest is advised.
        """
        hands = PickHands.one(payoffs, descending([Card(card) for card in sight.own]), self._left(payoffs.game, sight))
        sums = {wager: hands.sums(net)[:, 0].tolist() for wager, net in payoffs.by_wager.items()}
        in_order = sorted(enumerate(hands.columns), key=lambda each: (each[1].path, -each[1].pick))
        return {
            (column.option, () if column.pick == ALL else hands.picked(column.pick, 0)): ActionWorth(
                hands.as_fraction(sum(worth[number] for worth in sums.values())),
                _reason(hands, column),
                {wager.name: hands.as_fraction(worth[number]) for wager, worth in sums.items()},
            )
            for number, column in in_order
        }

    def _left(self, game: DeclaredGame, sight: Observation) -> Deck:
        """Return the cards that the dealer's hand can come from."""
        layout = PickLayout.of(game)
        if len(sight.own) != layout.own.cards:
            raise BadCards(f"{game.title} takes {layout.own.cards} cards; you gave {len(sight.own)}.")
        left = game.deck.without((*sight.own, *sight.dead))
        if left.size < layout.dealer.cards:
            raise BadCards(f"The dealer needs {layout.dealer.cards} cards; the deck has {left.size} left.")
        return left

    def option_values(self, payoffs: Payoffs, runner: Runner) -> OptionValues:
        """Return every hand with the value of every option and choice of cards."""
        hands = PickHands.all_of(payoffs, runner)
        titles = [column.option.title for column in hands.columns]
        return OptionValues(
            hands=hands.cards,
            weights=hands.weights,
            values=hands.worth.T,
            allowed=np.ones(hands.worth.T.shape, np.bool_),
            unit=hands.unit,
            kind_of=titles.__getitem__,
            describe=lambda cards, column: str(hands.columns[column].action(cards, hands.layout.picks)),
        )


def _reason(hands: PickHands, column: Column) -> str:
    """Return how the cards in play compare with the dealer's hands; an empty text where nothing is compared."""
    term = hands.compared(column.path)
    if term is None:
        return ""
    counts = hands.dealers(column)[0][0]
    shares = [Fraction(int(counts[place::N_OUTCOMES].sum()), hands.dealer_hands) for place in range(N_OUTCOMES)]
    better, equal, worse = (percent(share, 2) for share in shares)
    qualified = Fraction(int(counts[:N_OUTCOMES].sum()), hands.dealer_hands)
    qualifies = f"; dealer qualifies {percent(qualified, 2)}" if len(counts) > N_OUTCOMES else ""
    return f"better {better}, equal {equal}, worse {worse}{qualifies}"
