"""The family of private showdowns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from houseway.analysis.counting.card_sets import MOST_CARDS
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS, STRATEGY_NAMES, staying_path
from houseway.analysis.declared.family import AllOptions, Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.bounded import MOST_HIDDEN, BoundedPlayer
from houseway.analysis.declared.private_showdown.counting import information_sets
from houseway.analysis.declared.private_showdown.layout import SUIT_RENAMINGS, Layout, reason_against
from houseway.analysis.declared.private_showdown.play import Play, option_values
from houseway.analysis.declared.private_showdown.players import (
    OpenHandsPlayer,
    SamePathPlayer,
    SightPlayer,
    ValuesPlayer,
)
from houseway.analysis.declared.private_showdown.rank_player import RankPlayer, decides_by_ranks
from houseway.analysis.declared.private_showdown.situations import QUICKLY_COUNTED, one_situation
from houseway.analysis.declared.private_showdown.up_cards import up_classes
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RuleList
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Decision, Hand, Option, Paid

SHOWDOWNS_A_SECOND, SUBSETS_A_SECOND, SIGHTS_A_SECOND, SWEPT_A_SECOND, OTHERS_A_SECOND = 20e6, 8e6, 37e6, 10e6, 30e6
"""Units of work of one core per second."""
TABLES = 2.0
"""CPU seconds for tables of hands, and for the strategy in words."""


class PrivateShowdown(Family):
    """A player's hand against the dealer's, without community cards; all decisions are made on one sight of cards.

    Some of the dealer's cards may be face up.
    """

    name = "private showdown"
    strategies = STRATEGY_NAMES
    looks_at_others = True
    keeps_colors = True

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = Layout.of(game)
        if layout.others is not None:
            return self._explain_open_hands(game, layout, layout.others)
        if layout.by_up_cards(game):
            return self._explain_up_cards(game, layout)
        if layout.by_sweep(game):
            return self._explain_sweep(game, layout)
        seen, _ = information_sets(game.deck, layout.own.cards, layout.up, layout.keep_colors)
        dealers = layout.dealer_hands(game.deck.size)
        sight = f"{layout.own.cards} player cards" + (f" and {layout.up} of the dealer's" if layout.up else "")
        laid_out = not layout.by_exclusion(game) or any(
            isinstance(term, Paid) and layout.dealer in term.hands for term in game.features
        )
        subsets = 1 << layout.own.cards
        seconds = TABLES + len(seen) * subsets / SUBSETS_A_SECOND
        work = (
            [f"{len(seen):,} situations x {subsets} subsets of the player's cards"] if layout.by_exclusion(game) else []
        )
        if laid_out:
            seconds += len(seen) * dealers / SHOWDOWNS_A_SECOND
            work.append(f"{len(seen):,} situations x {dealers:,} dealer's hands")
        return Explanation(
            family=self.name,
            argument=(
                f"For every hand that a seat can see ({sight}), with interchangeable suits, the dealer's hands are "
                "counted by how they compare. Inclusion and exclusion over the player's cards is used where "
                "possible. The hands are enumerated where a table also pays the dealer's cards or the ranking has no "
                "keys. Each path through the decisions is worth the sum of its payoffs, and the best path is taken."
            ),
            information_sets={decision.title: len(seen) for decision in game.every(Decision)},
            work="; ".join(work),
            cpu_seconds=seconds,
        )

    def _explain_sweep(self, game: DeclaredGame, layout: Layout) -> Explanation:
        """Return how hands that are too large for tables by value are counted."""
        own = layout.own.cards
        sights = comb(game.deck.size, own)
        rows = sights // SUIT_RENAMINGS
        return Explanation(
            family=self.name,
            argument=(
                f"All hands of {own} cards, with interchangeable suits, are passed once in the order of their "
                "values. For every set of cards, the number of hands passed so far that contain it is known. "
                "Inclusion and exclusion over the subsets of a hand then gives the number of dealer hands below it, "
                "and of ties. Each path through the decisions is worth the sum of its payoffs, and the best path is "
                "taken."
            ),
            information_sets={decision.title: sights for decision in game.every(Decision)},
            work=f"about {rows:,} hands x {(1 << own) - 1} subsets",
            cpu_seconds=TABLES + rows * (1 << own) / SWEPT_A_SECOND,
        )

    def _explain_open_hands(self, game: DeclaredGame, layout: Layout, others: Hand) -> Explanation:
        """Return how a title with open hands of other seats is counted."""
        own, size = len(information_sets(game.deck, layout.own.cards, 0, layout.keep_colors)[0]), game.deck.size
        sets = comb(size - layout.own.cards, others.cards)
        return Explanation(
            family=self.name,
            argument=(
                f"For every hand of {layout.own.cards} player cards, with interchangeable suits, all sets of "
                f"{others.cards} cards of other seats are listed card by card. The dealer's hands without these "
                "cards follow by subtraction: one more card removes the hands with that card. Each path through the "
                "decisions is worth the sum of its payoffs, and the best path is taken."
            ),
            information_sets={decision.title: comb(size, layout.own.cards) * sets for decision in game.decisions()},
            work=f"{own:,} player hands x {sets:,} sets of other cards",
            cpu_seconds=TABLES + own * sets / OTHERS_A_SECOND,
        )

    def _explain_up_cards(self, game: DeclaredGame, layout: Layout) -> Explanation:
        """Return how a title with face-up dealer's cards is counted."""
        own, up, size = layout.own.cards, layout.up, game.deck.size
        ups, sights = len(up_classes(game.deck, up)[0]), comb(size, own) * comb(size - own, up)
        return Explanation(
            family=self.name,
            argument=(
                f"For every set of the dealer's up cards, with interchangeable suits, hands of {own} player cards "
                "that the dealer's hidden cards cannot distinguish are counted together: suits matter only where a "
                "flush is still possible. The dealer's hands are counted by how they compare, by inclusion and "
                "exclusion over the player's cards. Each path through the decisions is worth the sum of its payoffs, "
                "and the best path is taken."
            ),
            information_sets={decision.title: sights for decision in game.every(Decision)},
            work=f"{ups:,} sets of up cards, {sights:,} sights together",
            cpu_seconds=TABLES + sights / SIGHTS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return a strategy and the endings that it leads to."""
        return Play.of(strategy, payoffs, runner).solution(runner)

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return cuts in the order of the player's hands, for each rank of the dealer's up cards."""
        return Play.best(payoffs, runner).rules()[0]

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy for a simulation."""
        layout = Layout.of(payoffs.game)
        if strategy == NEVER_FOLDS:
            return SamePathPlayer(layout, staying_path(payoffs.game))
        if strategy != OPTIMAL:
            return Play.of(strategy, payoffs, runner).player()
        if layout.others is not None:
            return OpenHandsPlayer(layout, layout.others, payoffs)
        if not layout.by_up_cards(payoffs.game):
            return Play.best(payoffs, runner).player()
        sights = SightPlayer(layout, payoffs)
        if len(up_classes(payoffs.game.deck, layout.up)[0]) <= QUICKLY_COUNTED:
            best = Play.best(payoffs, runner)
            return ValuesPlayer.of(layout, best.situations, best.paths, sights)
        if layout.dealer.cards - layout.up <= MOST_HIDDEN and layout.dealer.cards - 1 <= MOST_CARDS:
            bounded = BoundedPlayer(layout, payoffs)
            by_ranks = decides_by_ranks(layout, payoffs)
            return RankPlayer.of(layout, payoffs, bounded) if by_ranks else bounded
        return sights

    def all_options(self, payoffs: Payoffs, runner: Runner) -> AllOptions | None:
        """Return every situation with the values of all paths; None where there are too many to store."""
        layout = Layout.of(payoffs.game)
        if layout.others is not None or layout.by_up_cards(payoffs.game):
            return None
        play = Play.best(payoffs, runner)
        situations = play.situations
        values = (play.worth // situations.weights).T
        unit = payoffs.scale * situations.dealer_hands
        return AllOptions(situations.seen, situations.weights, values, situations.allowed.T, unit)

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option of the decision that is due with these cards in sight."""
        layout = Layout.of(payoffs.game)
        given, wanted = (len(sight.own), len(sight.board), len(sight.dealer_up)), (layout.own.cards, 0, layout.up)
        if given != wanted:
            names = ("cards", "community cards", "of the dealer's cards face up")
            wrong = [
                f"takes {number} {name}; you gave {got}"
                for number, name, got in zip(wanted, names, given, strict=True)
                if number != got
            ]
            raise BadCards(f"{payoffs.game.title} {', and '.join(wrong)}.")
        left = payoffs.game.deck.without((*sight.own, *sight.dealer_up, *sight.dead))
        needed = layout.dealer.cards - layout.up
        if left.size < needed:
            raise BadCards(f"The dealer needs {needed} cards; the deck has {left.size} left.")
        situation = one_situation(payoffs, layout, sight.own, sight.dealer_up, left)
        before = _beginning(payoffs, sight.taken)
        return option_values(situation, before, situation.worth()[:, 0], situation.allowed[:, 0], 1)


def _beginning(payoffs: Payoffs, taken: Sequence[Option]) -> Path:
    """Return the decisions of the options that were taken."""
    for path in payoffs.paths:
        if tuple(option for _, option in path[: len(taken)]) == tuple(taken) and len(path) > len(taken):
            return path[: len(taken)]
    names = ", ".join(option.name for option in taken)
    raise BadCards(f"{payoffs.game.title}: nothing is left to decide after {names or 'the deal'}")
