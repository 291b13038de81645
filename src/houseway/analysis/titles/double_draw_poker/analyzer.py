"""The exact value of Double Draw Poker for any pay table and every reading, and its strategies.

A strategy is a plan: the optimal one, the rule list, or an automatic player that uses the hand alone. Two versions of
the game are compared by the values of every first option with every hand. Published figures are matched by the names
that the sheet gives them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.advice import as_kind, check_strategy, view_of_hand
from houseway.analysis.results.endings import EDGE, Ended, Part, analysis_of_ends, as_given, beside, has_usual_deck
from houseway.analysis.results.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.results.result import NOT_BET, OPTIMAL, Analysis, PublishedCheck, Share
from houseway.analysis.titles.double_draw_poker.draws import FOLD_HAND, MASKS, common_deals, deals
from houseway.analysis.titles.double_draw_poker.endings import DREW, FOLDED, STOOD
from houseway.analysis.titles.double_draw_poker.jobs import OutcomeCount, Plan, Problem, optimal_plan, solve_first_draw
from houseway.analysis.titles.double_draw_poker.rule_list import Cards, RuleList, describe
from houseway.analysis.titles.double_draw_poker.space import (
    BINOMIAL,
    FOLD_FIRST,
    LOSES,
    LOSS,
    LOWEST,
    MOST_DEAD,
    N_OUTCOMES,
    WINNING,
    Array,
    HandSpace,
    map_sorted,
    nets_of,
    set_number,
)
from houseway.cards.card import Card, is_joker
from houseway.cards.notation import format_cards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.seat import actions_of
from houseway.games.engine.declared.text import cards_in_words
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Published
from houseway.games.strategies import strategy as automatic_player
from houseway.games.titles.double_draw_poker import (
    DRAW_BETS,
    MOST_DISCARDS,
    PACKET,
    DoubleDrawPoker,
)
from houseway.ranking import Category
from houseway.ranking.category import JOKER_ORDER

SYMMETRIC_PLAYERS = ("hold-pairs", "stand-pat")
"""The automatic players that treat all suits alike, so that one hand represents its class."""
STRATEGY_NAMES = (OPTIMAL, RuleList.name, *SYMMETRIC_PLAYERS)

_compiled = numba.njit(nogil=True, cache=True)


def as_double_draw(game: Game) -> DoubleDrawPoker:
    """Return the game, which must be Double Draw Poker."""
    return as_kind(game, DoubleDrawPoker)


def legal_actions(game: DoubleDrawPoker, hand: Cards, most: int) -> tuple[Action, ...]:
    """Return the legal actions of a hand that may replace at most `most` cards: fold, or draw any of them."""
    decision = game.decisions()[MOST_DISCARDS.index(most)]
    return tuple(action for option in decision.options for action in actions_of(option, hand))


def plan_by_name(strategy: str, game: DoubleDrawPoker, problem: Problem, runner: Runner) -> Plan:
    """Return the plan of a strategy. An unknown name gives an error that lists the names."""
    check_strategy(game, strategy, STRATEGY_NAMES)
    if strategy == OPTIMAL:
        return optimal_plan(problem, runner)
    if strategy == RuleList.name:
        rules = RuleList(game)
        return _plan(problem.space, lambda hand, most: _mask(rules.held(hand, last_draw=most == 1), hand))
    player = automatic_player(game.slug, strategy)

    def held(hand: Cards, most: int) -> Cards:
        """Return the cards that the player holds, regardless of earlier discards."""
        return _held(player.choose(view_of_hand(hand, legal_actions(game, hand, most))), hand)

    return _plan(problem.space, lambda hand, most: _mask(held(hand, most), hand))


def _plan(space: HandSpace, mask_of: Callable[[Cards, int], int]) -> Plan:
    """Return the plan of a strategy that treats suits alike and holds by the five cards alone, class by class."""
    rows = [tuple(map(Card, row)) for row in space.cards[space.hand_classes[0]].tolist()]
    first, second = (np.array([mask_of(row, most) for row in rows], np.uint8) for most in MOST_DISCARDS)
    return Plan(first, masks_of_all_hands(space, second))


def _held(action: Action, hand: Cards) -> Cards:
    """Return the cards that an action holds, or none if it folds."""
    return () if action.kind == "fold" else tuple(card_id for card_id in hand if card_id not in action.cards)


def _mask(held: Cards, hand: Cards) -> int:
    if not held:
        return FOLD_HAND
    return sum(1 << place for place, card_id in enumerate(hand) if card_id not in held)


def masks_of_all_hands(space: HandSpace, masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the mask of every hand by its number, from the masks of the classes."""
    every = np.empty(len(space.categories), np.uint8)
    _carry_over(space.hand_classes[0], masks, space.images, every)
    return every


@_compiled
def _carry_over(hands: Array, masks: Array, images: Array, every: Array) -> None:
    """Copy each class's mask to all its hands. The symmetry maps the discards."""
    image = np.empty(PACKET, np.int64)
    for row in range(hands.shape[0]):
        for which in range(images.shape[0]):
            map_sorted(hands[row], images[which], image)
            number, mask = 0, masks[row] & FOLD_HAND
            for place in range(PACKET):
                number += BINOMIAL[image[place], place + 1]
                for old in range(PACKET):
                    if images[which, hands[row, old]] == image[place]:
                        mask |= (masks[row] >> old & 1) << place
            every[number] = mask


AT_THE_END = ("probability of ", " at the end, best play")
DEALT = "dealt hands: "
BASE_OF_READING = {"initial-wager": "initial wager", "ante": "ante", "unit-bet": "unit bet"}


def published_checks(
    game: DoubleDrawPoker,
    space: HandSpace,
    edges: Mapping[str, Fraction],
    final: Mapping[Category, Fraction] | None,
) -> Iterator[PublishedCheck]:
    """Yield the comparable figures: none with another deck; edges and final hands only under the optimal strategy.

    The letter does not give the base of its edges; reading DD-R3 does. `final` has the probability of each final hand
    under the optimal strategy and is None for any other strategy.
    """
    if not has_usual_deck(game):
        return
    for figure in game.sheet.published:
        if figure.paytable and game.pay_set is not game.sheet.pay_sets[figure.paytable]:
            continue
        ours = _ours(game, space, figure, edges, final)
        if ours is not None:
            yield beside(figure, ours, _base(game, figure))


def _ours(
    game: DoubleDrawPoker,
    space: HandSpace,
    figure: Published,
    edges: Mapping[str, Fraction],
    final: Mapping[Category, Fraction] | None,
) -> Fraction | None:
    before, after = AT_THE_END
    if figure.what.startswith(DEALT):
        return Fraction(_dealt(game, space, figure.what.removeprefix(DEALT)))
    if final is None:
        return None
    if figure.what.startswith(EDGE):
        return edges[_base(game, figure)]
    if figure.what.startswith(before) and figure.what.endswith(after):
        name = figure.what.removeprefix(before).removesuffix(after).removeprefix("a ")
        return final[category_named(game, name)]
    raise AssertionError(f"no figure of ours belongs to the published {figure.what!r}")


def _base(game: DoubleDrawPoker, figure: Published) -> str:
    """Return the base of an edge, from a public source or by DD-R3. Return an empty string for other figures."""
    if not figure.what.startswith(EDGE):
        return ""
    if figure.source == "letter":
        return BASE_OF_READING[game.reading("DD-R3")]
    return figure.what.removeprefix(EDGE).lower()


def _dealt(game: DoubleDrawPoker, space: HandSpace, name: str) -> int:
    if name == "all":
        return len(space.categories)
    return space.dealt(category_named(game, name))


def category_named(game: DoubleDrawPoker, name: str) -> Category:
    """Return the category of a name that pay tables and published figures use."""
    lowest = {"nothing": LOWEST}
    return lowest.get(name) or Category(game.bonus_table.form.also_named.get(name, name))


def name_of(game: DoubleDrawPoker, category: Category) -> str:
    """Return the name that the pay table uses. A royal flush without a joker is a natural one."""
    names = {other: name for name, other in game.bonus_table.form.also_named.items()}
    return names.get(str(category), str(category))


WIN, LESS = "two pair or better", "less than two pair"
SECOND_FOLD, FIRST_FOLD = "folded at the second option", "folded at the first option"


@dataclass(frozen=True)
class Outcomes:
    """The number of combinations that end in each way. All numbers of one round are over the same total."""

    total: int
    first_folds: int
    second_folds: int
    final: tuple[int, ...]
    first_draws: tuple[int, ...]
    stood: int
    drew: int

    @classmethod
    def of(cls, problem: Problem, plan: Plan, counts: NDArray[np.int64]) -> "Outcomes":
        """Return counts by the number of first discards, scaled to the common number of deals."""
        n_cards, weights = problem.space.n_cards, problem.space.hand_classes[1]
        common = common_deals(n_cards)
        factors = [common // deals(n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)]
        sums = [sum(int(count) * factor for count, factor in zip(column, factors, strict=True)) for column in counts.T]
        folds = plan.masks == FOLD_HAND
        n_discards = np.bitwise_count(plan.masks)
        first_draws = [int(weights[~folds & (n_discards == n_dead)].sum()) * common for n_dead in range(MOST_DEAD + 1)]
        return cls(
            total=int(weights.sum()) * common,
            first_folds=int(weights[folds].sum()) * common,
            second_folds=sums[FOLDED],
            final=tuple(sums[:N_OUTCOMES]),
            first_draws=tuple(first_draws),
            stood=sums[STOOD],
            drew=sums[DREW],
        )

    def __post_init__(self) -> None:
        ends = self.first_folds + self.second_folds + sum(self.final)
        if ends != self.total:
            raise AssertionError(f"{ends} combinations come to an end, of {self.total}")

    def share(self, combinations: int) -> Fraction:
        """Return a number of combinations as a probability."""
        return Fraction(combinations, self.total)

    def final_hands(self) -> Mapping[Category, Fraction]:
        """Return the probability of each winning hand at the end."""
        return {category: self.share(count) for category, count in zip(WINNING, self.final[LOSES + 1 :], strict=True)}


def explain(game: Game) -> Explanation:
    """Return how the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "From the last draw back to the first: the value of what is held is a sum over the draws that avoid the "
            "discards, taken by inclusion and exclusion over the dead cards."
        ),
        information_sets={"first draw": 152_646},
        work="152,646 hands x 26 options, and 3,650,166 draws after symmetry",
        cpu_seconds=11.6,
    )


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None) -> Analysis:
    """Return the analysis of a round, for the optimal strategy, the rule list, or an automatic player by name."""
    table, runner = as_double_draw(game), runner or Runner()
    problem = Problem.of(table)
    plan = plan_by_name(strategy, table, problem, runner)
    counts = runner.run(OutcomeCount(problem, plan))["counts"]
    return analysis_of(table, problem, Outcomes.of(problem, plan, counts), strategy)


def analysis_of(game: DoubleDrawPoker, problem: Problem, outcomes: Outcomes, strategy: str) -> Analysis:
    """Return the analysis of given outcomes."""
    result = analysis_of_ends(
        game,
        strategy,
        list(_ends(game, outcomes)),
        initial=Fraction(-FOLD_FIRST),
        decisions=_decisions(outcomes),
        order=as_given,
    )
    edges = {base: result.house_edge(base) for base in result.bases}
    final = outcomes.final_hands() if strategy == OPTIMAL else None
    return replace(result, published=tuple(published_checks(game, problem.space, edges, final)))


def _ends(game: DoubleDrawPoker, outcomes: Outcomes) -> Iterator[Ended]:
    """Yield the endings from the best hand down, then the losses, as the title settles them."""
    folded_first, folded_second, played = game.paths
    for category, count in reversed(list(zip(WINNING, outcomes.final[LOSES + 1 :], strict=True))):
        hand = name_of(game, category)
        yield Ended(hand, count, _parts(nets_of(game, played, category), WIN, bonus=hand))
    for what, count, path in (
        (LESS, outcomes.final[LOSES], played),
        (SECOND_FOLD, outcomes.second_folds, folded_second),
        (FIRST_FOLD, outcomes.first_folds, folded_first),
    ):
        yield Ended(what, count, _parts(nets_of(game, path, LOWEST), what, bonus=what))


def _parts(nets: Mapping[str, Fraction], what: str, bonus: str) -> tuple[Part, ...]:
    """Return every wager with the cause of its end. A Draw bet after a fold is not made."""
    ended = {"ante": what, "bonus": bonus, **dict.fromkeys(DRAW_BETS, what)}
    return tuple(
        Part(wager, why, Fraction(1), nets[wager]) if wager in nets else Part(wager, NOT_BET, Fraction(0), Fraction(0))
        for wager, why in ended.items()
    )


def _decisions(outcomes: Outcomes) -> tuple[Share, ...]:
    first = [
        (f"first option: replace {cards_in_words(number)}", count) for number, count in enumerate(outcomes.first_draws)
    ]
    second = [
        ("second option: fold", outcomes.second_folds),
        ("second option: replace no card", outcomes.stood),
        ("second option: replace one card", outcomes.drew),
    ]
    decisions = [("first option: fold", outcomes.first_folds), *first, *second]
    return tuple(Share(what, combinations, outcomes.total) for what, combinations in decisions)


def option_values(game: DoubleDrawPoker, runner: Runner) -> OptionValues:
    """Return the values of the first options, with later decisions played optimally."""
    problem = Problem.of(game)
    space = problem.space
    solution = solve_first_draw(problem, runner)
    members, weights = space.hand_classes
    gains = solution.option_gains(members, solution.pats)
    unit = problem.payoffs.scale * common_deals(space.n_cards)
    fold = np.full((len(gains), 1), (FOLD_FIRST - LOSS) * unit, np.int64)
    values = np.concatenate([fold, gains], axis=1)
    places = [[place for place in range(PACKET) if mask >> place & 1] for mask in MASKS.tolist()]
    discards: list[list[int]] = [[], *places]
    return OptionValues(
        hands=np.array(space.cards, np.uint8)[members],
        weights=np.asarray(weights),
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=unit,
        kind_of=lambda column: f"replace {cards_in_words(len(discards[column]))}" if column else "fold",
        describe=lambda cards, column: _draw_words(cards, discards[column]) if column else "fold",
    )


def _draw_words(cards: Cards, discards: list[int]) -> str:
    held = tuple(card for place, card in enumerate(cards) if place not in discards)
    return f"hold {format_cards(held[::-1])}"


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Hands of one category and number of jokers with the same hold at the first draw, and their value."""

    dealt: str
    jokers: int
    hold: str
    hands: int
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """Return the rules with their exact cost against the optimal strategy of this pay table and these readings."""
    table = as_double_draw(game)
    best, ruled = (analyze(table, strategy=name, runner=runner).value for name in (OPTIMAL, RuleList.name))
    return replace(RuleList(table), cost=best - ruled)


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyRow, ...]:
    """Return the optimal first draws by category, jokers and hold: best category first, then the most common hold."""
    table = as_double_draw(game)
    problem = Problem.of(table)
    space = problem.space
    masks, gains = solve_first_draw(problem, runner or Runner()).best()
    hands, weights = space.hand_classes
    wheel = table.reading("DD-R4") == "yes"
    sums: dict[tuple[int, int, str], list[int]] = defaultdict(lambda: [0, 0])
    for hand, mask, weight, gain in zip(hands, masks.tolist(), weights.tolist(), gains.tolist(), strict=True):
        cards = [Card(card_id) for card_id in space.cards[hand].tolist()]
        category = int(space.categories[set_number(hand)])
        row = sums[category, sum(map(is_joker, cards)), _hold(cards, mask, wheel)]
        row[0] += weight
        row[1] += weight * gain
    total = common_deals(space.n_cards)
    ordered = sorted(sums.items(), key=lambda each: (-each[0][0], each[0][1], -each[1][0]))
    return tuple(
        StrategyRow(name_of(table, JOKER_ORDER[category]), jokers, hold, n, problem.payoffs.antes(gain, n * total))
        for (category, jokers, hold), (n, gain) in ordered
    )


def _hold(cards: list[Card], mask: int, wheel: bool) -> str:
    if mask == FOLD_HAND:
        return "fold"
    held = [card_id for place, card_id in enumerate(cards) if not mask >> place & 1]
    return "all five" if len(held) == PACKET else describe(held, wheel=wheel)
