"""The exact value of every option with every hand of a game, side by side: what two versions are compared by.

A game that has so many situations that they are only summed up, never kept, has no such table here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import counted_by_family
from houseway.analysis.compare.alternatives import KeptCounts, NotCountedError
from houseway.analysis.counting.card_sets import Array
from houseway.analysis.counting.shards import Runner
from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.titles.double_draw_poker import DoubleDrawPoker
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.pick_2_poker.hands import SLUG as PICK_2

Cards = tuple[Card, ...]
Describe = Callable[[Cards, int], str]


@dataclass(frozen=True)
class OptionValues:
    """One row for each class of hands, one column for each option.

    `values` are whole numbers of 1 / `unit` Antes above some common zero, so that only differences mean something, and
    nothing does where an option is not `allowed`. `hands` holds a hand of each class, `weights` how many the class has.
    """

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    values: Array
    allowed: NDArray[np.bool_]
    unit: int
    kind_of: Callable[[int], str]
    describe: Describe

    @property
    def best(self) -> NDArray[np.intp]:
        """The best option of each hand, the first of equally good ones."""
        lowest = int(self.values[self.allowed].min())
        best: NDArray[np.intp] = np.where(self.allowed, self.values, lowest - 1).argmax(axis=1)
        return best

    def at(self, options: NDArray[np.intp]) -> Array:
        """The values of one option of each hand."""
        return np.asarray(self.values[np.arange(len(self.values)), options])

    def antes(self, difference: int, hands: int = 1) -> Fraction:
        """A difference of values, or the sum of many hands' differences, in Antes a hand."""
        return Fraction(int(difference), self.unit * hands)


def option_values(game: Game, runner: Runner) -> OptionValues | None:
    """The table of a game, counted or from disk; None where there is none."""
    if game.slug == PICK_2:
        return _pick_2(game, runner)
    if isinstance(game, DoubleDrawPoker):
        return _double_draw(game, runner)
    if isinstance(game, FastActionGame):
        return _fast_action(game)
    return _declared(game, runner) if counted_by_family(game) else None


def _declared(game: DeclaredGame, runner: Runner) -> OptionValues | None:
    """All situations of a title whose family keeps them; a column is a way through the decisions."""
    from houseway.analysis.declared.payoffs import Payoffs
    from houseway.analysis.declared.registry import family_of
    from houseway.analysis.declared.rule_list import keeps_situations

    family, payoffs = family_of(game), Payoffs.of(game)
    if not keeps_situations(family):
        return None
    found = family.all_options(payoffs, runner)
    names = [", ".join(option.title for _, option in path) for path in payoffs.paths]
    return OptionValues(
        hands=found.seen,
        weights=found.weights,
        values=found.values,
        allowed=found.allowed,
        unit=found.unit,
        kind_of=names.__getitem__,
        describe=lambda cards, column: names[column],
    )


def _pick_2(given: Game, runner: Runner) -> OptionValues:
    from houseway.analysis.titles.pick_2_poker.hands import count_hands
    from houseway.analysis.titles.pick_2_poker.payoffs import FIRST_THREE_COLUMN, FIVE_COLUMN, Payoffs, bonus_only_stake
    from houseway.analysis.titles.pick_2_poker.strategies import action_of, as_pick_2

    game = as_pick_2(given)
    hands = count_hands(game.deck, runner)
    payoffs = Payoffs.of(game, hands, bonus_only_stake(game, None))
    values = payoffs.values()
    titles = ("fold", game.five_card_poker.title, game.three_card_poker.title)
    return OptionValues(
        hands=hands.cards,
        weights=hands.weights,
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=payoffs.scale * hands.dealer_hands,
        kind_of=lambda column: titles[min(column, FIRST_THREE_COLUMN)],
        describe=lambda cards, column: str(action_of(column, cards)) if column != FIVE_COLUMN else "five",
    )


def _double_draw(game: DoubleDrawPoker, runner: Runner) -> OptionValues:
    """The first option; what comes after it is played best."""
    from houseway.analysis.titles.double_draw_poker.jobs import Problem, solve_first_draw
    from houseway.analysis.titles.double_draw_poker.payoffs import FOLD_FIRST, LOSS
    from houseway.analysis.titles.double_draw_poker.plan import MASKS, common_deals

    problem = Problem.of(game)
    space = problem.space
    solution = solve_first_draw(problem, runner)
    members, weights = space.hand_classes
    gains = solution.option_gains(members, solution.pats)
    unit = problem.payoffs.scale * common_deals(space.n_cards)
    fold = np.full((len(gains), 1), (FOLD_FIRST - LOSS) * unit, np.int64)
    values = np.concatenate([fold, gains], axis=1)
    discards: list[list[int]] = [[], *([place for place in range(5) if mask >> place & 1] for mask in MASKS.tolist())]
    names = ("replace no card", "replace one card", "replace two cards", "replace three cards")
    return OptionValues(
        hands=np.array(space.cards, np.uint8)[members],
        weights=np.asarray(weights),
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=unit,
        kind_of=lambda column: names[len(discards[column])] if column else "fold",
        describe=lambda cards, column: _draw_words(cards, discards[column]) if column else "fold",
    )


def _draw_words(cards: Cards, discards: list[int]) -> str:
    held = tuple(card for place, card in enumerate(cards) if place not in discards)
    return f"hold {format_cards(held[::-1])}"


def _fast_action(game: FastActionGame) -> OptionValues | None:
    """Only from counts on disk: they take minutes."""
    from houseway.analysis.titles.fast_action_holdem.analyser import choices_of
    from houseway.analysis.titles.fast_action_holdem.choices import WAYS, action_of
    from houseway.analysis.titles.fast_action_holdem.wager_tables import DECISIONS

    try:
        choices = choices_of(game, KeptCounts())
    except NotCountedError:
        return None
    values = np.where(choices.allowed, choices.values, 0).T
    return OptionValues(
        hands=choices.hands[0],
        weights=choices.hands[1],
        values=values,
        allowed=choices.allowed.T,
        unit=choices.unit,
        kind_of=lambda column: DECISIONS[WAYS[column].kind],
        describe=lambda cards, column: str(action_of(WAYS[column], cards)),
    )
