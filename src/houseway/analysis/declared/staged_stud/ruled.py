"""Staged stud by rules: what each hand does where the options follow from the sign of the cards in sight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.choices import staying_path
from houseway.analysis.declared.fitted_rules import FittedRules, fit
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.seats_view import left_of
from houseway.analysis.declared.staged_stud.conditions import conditions_of, notes_on
from houseway.analysis.declared.staged_stud.signs import N_SIGNS, Signs, deciding_table, points_by_rank
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets
from houseway.analysis.results.rules import Rule, Rules, Step

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Places = NDArray[np.int8]
"""For every set of later cards the place of the option that is taken."""


def seen_cards(own: Cards, left: Cards, shown: int) -> Cards:
    """An own hand with every set of so many later cards."""
    later = left[all_sets(len(left), shown)]
    return np.hstack([np.broadcast_to(own, (len(later), len(own))), later])


def follow(streets: Streets, n_cards: int, places: Sequence[Places]) -> StreetPlay:
    """The play that takes these options, stage by stage; what they are worth is not asked."""
    best = []
    for stage, taken in enumerate(places):
        leads = np.empty((len(streets.prefixes[stage]), len(taken)), np.int8)
        for prefix, children in enumerate(streets.children[stage]):
            leads[prefix] = np.array(children, np.int8)[taken] if len(children) > 1 else children[0]
        best.append(leads)
    return StreetPlay(streets, n_cards, 0, 0, (), tuple(best))


def staying(payoffs: Payoffs, streets: Streets, n_cards: int) -> StreetPlay:
    """The play that never folds and bets as little as it can, the same for all hands."""
    path = dict(payoffs.paths[staying_path(payoffs.game)])
    places = []
    for stage in streets.stages:
        option = path.get(stage.decision)
        place = 0 if option is None else stage.decision.offered(payoffs.game).index(option)
        places.append(np.full(comb(n_cards, stage.shown), place, np.int8))
    return follow(streets, n_cards, places)


@dataclass(frozen=True)
class StudRules:
    """Rules for every stage, by the sign of the cards in sight."""

    streets: Streets
    signs: Signs
    stages: tuple[FittedRules, ...]

    @classmethod
    def fitted(
        cls, payoffs: Payoffs, streets: Streets, hands: Cards, weights: Numbers, plays: Iterator[StreetPlay]
    ) -> "StudRules":
        """Fitted to best play: the values of the options wherever it comes, by sign."""
        game = payoffs.game
        signs = Signs(points_by_rank(game.table(deciding_table(payoffs.features))))
        n_options = [max(map(len, children)) for children in streets.children]
        worth = [np.zeros((options, N_SIGNS), np.int64) for options in n_options]
        for own, weight, play in zip(hands, weights.tolist(), plays, strict=True):
            left, reached = left_of(game, own.tolist()), play.reached()
            for stage, each in enumerate(streets.stages):
                code = signs.of(seen_cards(own, left, each.shown))
                for prefix, children in enumerate(streets.children[stage]):
                    if len(children) > 1 and reached[stage][prefix].any():
                        times = weight * reached[stage][prefix]
                        for option, child in enumerate(children):
                            np.add.at(worth[stage][option], code, times * play.values[stage][child])
        rules = [
            fit(values, conditions_of(signs.points, streets.own.cards + stage.shown))
            for values, stage in zip(worth, streets.stages, strict=True)
        ]
        return cls(streets, signs, tuple(rules))

    def play(self, own: Cards) -> StreetPlay:
        """What a hand does."""
        left = left_of(self.streets.game, own.tolist())
        places = [
            rules.choice[self.signs.of(seen_cards(own, left, stage.shown))]
            for rules, stage in zip(self.stages, self.streets.stages, strict=True)
        ]
        return follow(self.streets, len(left), places)

    def rules(self, cost: Fraction) -> Rules:
        """The rules of all stages, with their cost."""
        found: list[Rule] = []
        for rules, stage in zip(self.stages, self.streets.stages, strict=True):
            options = [Step(option.name, option.title) for option in stage.decision.offered(self.streets.game)]
            found += rules.rules(options, stage.decision.title)
        return Rules(tuple(found), cost, tuple(notes_on(found, self.signs.points)))
