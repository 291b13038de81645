"""The exact value of 2 Hand Hold 'Em: one count of all flops and holes answers every strategy and Bonus table.

Counts become endings: the results of the two hands, the raises, and the Bonus class of the hole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.levels import level_by_kind
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.advice import as_kind, check_strategy
from houseway.analysis.results.endings import Ended, Part, analysis_of_ends
from houseway.analysis.results.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.results.result import NOT_BET, OPTIMAL, Analysis, Share
from houseway.analysis.results.rules import FORMAT
from houseway.analysis.titles.two_hand_holdem.counting import (
    BOTH_NOT_LOSE,
    BOTH_WIN,
    FIRST_NOT_LOSES,
    FIRST_NOT_LOSES_SECOND_WINS,
    FIRST_WINS,
    FIRST_WINS_SECOND_NOT_LOSES,
    N_JOINT,
    SECOND_NOT_LOSES,
    SECOND_WINS,
    Array,
    completions,
)
from houseway.analysis.titles.two_hand_holdem.holes import (
    EDGE,
    N_RAISED,
    N_SET,
    RAISED_STAKE,
    Stake,
    bonus_stake,
)
from houseway.analysis.titles.two_hand_holdem.jobs import HAND_CLASSES, STRATEGY_NAMES, AllFlops
from houseway.analysis.titles.two_hand_holdem.rule_list import LINES, POINTS, PointCount, class_names
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.errors import BadCards
from houseway.games.engine.declared.ending import PayClass
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import (
    DEALER_CARDS,
    FLOP_CARDS,
    HANDS,
    HOLE_CARDS,
    LAST_CARDS,
    TwoHandHoldEm,
)
from houseway.plain import exact

WINS, PUSHES, LOSES = range(3)

NO_BONUS = "no bonus"
ORDER = ("ante_1", "raise_1", "ante_2", "raise_2", "bonus")
"""Wagers in the order of the tables."""
RESULT_NAMES = ("wins", "pushes", "loses")
SIGNS = (1, 0, -1)


@dataclass(frozen=True)
class Settlement:
    """The payments of the rules in every ending of two Antes and a Bonus.

    `paths` has the path of each choice of raises. The cell of an ending has the results of the two hands and, if there
    is a Bonus bet, the row of the Bonus.
    """

    payoffs: Payoffs
    paths: Mapping[tuple[bool, bool], int]
    bonus_levels: NDArray[np.int64]

    @classmethod
    def of(cls, game: TwoHandHoldEm, stake: Fraction) -> "Settlement":
        """Return the payoffs of two Antes and a Bonus."""
        stakes = {game.ante_1: Fraction(1), game.ante_2: Fraction(1), **({game.bonus: stake} if stake else {})}
        payoffs = Payoffs.of(game, stakes)
        made = [{bet for _, option in path for bet in option.bets} for path in payoffs.paths]
        paths = {(game.raise_1 in bets, game.raise_2 in bets): path for path, bets in enumerate(made)}
        has_bonus = game.four_cards in payoffs.features
        levels = level_by_kind(game, game.four_cards) if has_bonus else np.zeros(0, np.int64)
        return cls(payoffs, paths, levels)

    @property
    def has_bonus(self) -> bool:
        """Return whether there is a Bonus bet."""
        return bool(len(self.bonus_levels))

    def place(self, ending: "Ending") -> tuple[int, int]:
        """Return the path and the cell of an ending."""
        digits = [*ending.results, *([int(self.bonus_levels[ending.bonus_class])] if self.has_bonus else [])]
        return self.paths[ending.raised], int(np.ravel_multi_index(digits, self.payoffs.shape))

    def net(self, ending: "Ending") -> Fraction:
        """Return the total win or loss of all wagers, in Antes."""
        return Fraction(int(self.payoffs.net[self.place(ending)]), self.payoffs.scale)

    def ended(self, ending: "Ending") -> Ended:
        """Return the ending wager by wager."""
        path, cell = self.place(ending)
        words = ending.words
        label = ""
        if self.has_bonus:
            level = self.payoffs.levels(cell)[-1]
            assert isinstance(level, PayClass), "the last digit is the row of the Bonus"
            label = words["bonus"] = level.label if level.hit else NO_BONUS
        parts = [
            Part(
                wager.name,
                words[wager.name],
                self.payoffs.staked[wager][path],
                Fraction(int(nets[path, cell]), self.payoffs.scale),
            )
            for wager, nets in sorted(self.payoffs.by_wager.items(), key=lambda each: ORDER.index(each[0].name))
        ]
        return Ended(f"{ending.name}, Bonus: {label}" if label else ending.name, ending.combinations, tuple(parts))


@dataclass(frozen=True, slots=True)
class Ending:
    """Rounds that ended alike: for Hand 1 and Hand 2 the result and whether it was raised.

    Hand 1 is the one with the highest card.
    """

    bonus_class: int
    raised: tuple[bool, bool]
    results: tuple[int, int]
    combinations: int = 1

    @property
    def name(self) -> str:
        """Return the ending in words. It does not matter which of the hands is Hand 1."""
        first, second = (RESULT_NAMES[result] for result in self.results)
        if self.raised[0] == self.raised[1]:
            first, second = (RESULT_NAMES[result] for result in sorted(self.results))
            how = "both raised" if self.raised[0] else "none raised"
            both = {"wins": "both win", "pushes": "both push", "loses": "both lose"}
            return f"{how}: {both[first] if first == second else f'one {first}, one {second}'}"
        raised, other = (first, second) if self.raised[0] else (second, first)
        return f"one raised: it {raised}, the other {other}"

    @property
    def words(self) -> dict[str, str]:
        """Return the results of Ante and Raise of each hand."""
        told = {}
        for hand in HANDS:
            raised, result = self.raised[hand], RESULT_NAMES[self.results[hand]]
            told[f"ante_{hand + 1}"] = f"{'raised' if raised else 'checked'}, {result}"
            told[f"raise_{hand + 1}"] = result if raised else NOT_BET
        return told


def joint_results(counts: Array, deals: int) -> Array:
    """Return the nine joint results of two hands from the eight counts of `counting` and the number of holes.

    The counts give how often each hand does at least this well. So their differences give how often it does exactly
    this well.
    """
    eight = [int(count) for count in counts[:N_JOINT]]
    at_least = np.zeros((4, 4), object)
    at_least[1:, 1:] = [
        [eight[BOTH_WIN], eight[FIRST_WINS_SECOND_NOT_LOSES], eight[FIRST_WINS]],
        [eight[FIRST_NOT_LOSES_SECOND_WINS], eight[BOTH_NOT_LOSE], eight[FIRST_NOT_LOSES]],
        [eight[SECOND_WINS], eight[SECOND_NOT_LOSES], int(counts[N_JOINT]) * deals],
    ]
    return np.diff(np.diff(at_least, axis=0), axis=1)


def all_endings(totals: Array, deals: int) -> Iterator[Ending]:
    """Yield every ending that occurs, from the totals of a strategy. `deals` complete one flop and hole."""
    for bonus_class, first, second in product(range(totals.shape[0]), (0, 1), (0, 1)):
        counts = joint_results(totals[bonus_class, first, second], deals)
        for one, other in product((WINS, PUSHES, LOSES), repeat=2):
            if counts[one, other]:
                yield Ending(bonus_class, (bool(first), bool(second)), (one, other), int(counts[one, other]))


def holes_by_raises(totals: Array) -> tuple[int, int, int]:
    """Return how many flops and holes raise no hand, one hand, both hands."""
    holes = totals[..., N_JOINT].sum(axis=0)
    return int(holes[0, 0]), int(holes[0, 1] + holes[1, 0]), int(holes[1, 1])


def hand_results(endings: Sequence[Ending]) -> dict[str, object]:
    """Return how often a hand wins, pushes and loses, over both hands of all rounds."""
    sums = Counter[str]()
    for ending in endings:
        for result in ending.results:
            sums[RESULT_NAMES[result]] += ending.combinations
    return {name: exact(Fraction(sums[name], sums.total())) for name in RESULT_NAMES}


ROUND_CARDS = HOLE_CARDS + FLOP_CARDS + DEALER_CARDS + LAST_CARDS
RAISED = ("no hand raised", "one hand raised", "both hands raised")


def explain(game: Game) -> Explanation:
    """Return how the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "For every flop up to renaming of suits and every board of kinds, the dealer's hands are counted below "
            "every hand of the player's; every hole of four cards is then split and raised in the best way."
        ),
        information_sets={"after the flop": 1_755 * 211_876},
        work="1,755 flops x 211,876 holes; 10^11 additions in all",
        cpu_seconds=265.0,
    )


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bonus: Stake = None) -> Analysis:
    """Return the analysis of a round, for the optimal strategy, the rule list, or an automatic player by name.

    `bonus` is the four-card Bonus bet in Antes. By default it is one if the house offers it.
    """
    table = as_two_hand(game)
    check_strategy(game, strategy, STRATEGY_NAMES)
    stake = bonus_stake(table, bonus)
    totals = count_all(table.deck, runner or Runner())[strategy]
    endings = tuple(all_endings(totals, completions(table.deck.size - FLOP_CARDS)))
    settlement = Settlement.of(table, stake)
    raises = holes_by_raises(totals)
    combinations = sum(ending.combinations for ending in endings)
    return analysis_of_ends(
        table,
        strategy,
        list(map(settlement.ended, endings)),
        initial=len(HANDS) + stake,
        decisions=tuple(Share(what, holes, sum(raises)) for what, holes in zip(RAISED, raises, strict=True)),
        divisors={"bonus": combinations // comb(table.deck.size, HOLE_CARDS)},
        extra={"hand_results": hand_results(endings)},
    )


def as_two_hand(game: Game) -> TwoHandHoldEm:
    """Return the game, which must be 2 Hand Hold 'Em with different natural cards, enough for a round."""
    table = as_kind(game, TwoHandHoldEm)
    deck = table.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]) or deck.size < ROUND_CARDS:
        raise BadCards(
            f"2 Hand Hold 'Em needs at least {ROUND_CARDS} different cards and no joker; got a deck of {deck.size} "
            f"with up to {deck.max_copies} copies of a card"
        )
    return table


def count_all(deck: Deck, runner: Runner) -> Counts:
    """Return the counts of every strategy over all flops and holes of a deck."""
    return runner.run(AllFlops(deck.copies))


def strategy_value(totals: Counts, strategy: str, game: TwoHandHoldEm) -> Fraction:
    """Return the value of the two hands under a strategy, in Antes, without the Bonus."""
    settlement = Settlement.of(game, Fraction(0))
    endings = tuple(all_endings(totals[strategy], completions(game.deck.size - FLOP_CARDS)))
    total = sum(ending.combinations for ending in endings)
    return sum((settlement.net(ending) * ending.combinations for ending in endings), Fraction(0)) / total


@dataclass(frozen=True)
class RuleList(PointCount):
    """The point count in words and as an automatic player. `cost` is its cost, in Antes per round."""

    cost: Fraction

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words."""
        return LINES

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form for JSON: the points of each feature."""
        return {"format": FORMAT, "points": dict(POINTS), "raised": RAISED_STAKE}


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """The hands of one class that optimal play sets: their number, how many are raised, and their average edge."""

    hand: str
    hands: int
    raised: int
    edge: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """Return the rules with their exact cost against optimal play."""
    table = as_two_hand(game)
    counts = count_all(table.deck, runner or Runner())
    cost = strategy_value(counts, OPTIMAL, table) - strategy_value(counts, RuleList.name, table)
    return RuleList(cost)


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyRow, ...]:
    """Return optimal play for the hands that it sets, by class, from the best down.

    A class is the hand made with the flop and how it may improve. Edges are P(win) - P(lose).
    """
    table = as_two_hand(game)
    stats = count_all(table.deck, runner or Runner())[HAND_CLASSES]
    deals = completions(table.deck.size - FLOP_CARDS)
    rows = []
    for name, row in reversed(list(zip(class_names(), stats, strict=True))):
        hands, raised, edge = int(row[N_SET]), int(row[N_RAISED]), int(row[EDGE])
        if hands:
            rows.append(StrategyRow(name, hands, raised, Fraction(edge, hands * deals)))
    return tuple(rows)
