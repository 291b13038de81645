"""The exact value of Pick 2 Poker for any pay table and every reading, and its strategies.

A strategy is a column of choices, one for each hand. Two versions of the game are compared by the values of every
choice with every hand; the strategy table has the best choice by kind of hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.card_sets import set_classes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.levels import row_by_value
from houseway.analysis.results.advice import as_kind, check_strategy, view_of_hand
from houseway.analysis.results.endings import UNIT_BET, Ended, Part, analysis_of_ends, as_given
from houseway.analysis.results.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.results.result import NO_HIT, OPTIMAL, Analysis, Share, percent
from houseway.analysis.titles.pick_2_poker.hands import TRIPLES, Hands, check_deck, count_hands
from houseway.analysis.titles.pick_2_poker.payoffs import (
    BY_THE_HAND,
    FIRST_THREE_COLUMN,
    FIVE_CARD_POKER,
    FIVE_COLUMN,
    FOLD_COLUMN,
    THREE_CARD_POKER,
    Payoffs,
    bonus_only_stake,
    ends_of,
)
from houseway.analysis.titles.pick_2_poker.rule_list import RuleList, fit_rules
from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy as automatic_player
from houseway.games.strategies.base import Strategy
from houseway.games.strategies.pick_2_poker import STRATEGIES
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, FOLD, HAND_CARDS, THREE, THREE_CARDS
from houseway.ranking import ranking


def as_pick_2(game: Game) -> Pick2Poker:
    """The game, which must be Pick 2 Poker."""
    return as_kind(game, Pick2Poker)


def best_columns(payoffs: Payoffs) -> NDArray[np.intp]:
    """The best choice of every hand; of equally good ones the first in the order of the game's legal actions."""
    best: NDArray[np.intp] = payoffs.values().argmax(axis=1)
    return best


def columns_of(strategy: Strategy, hands: Hands) -> NDArray[np.intp]:
    """The choices of a strategy that sees its own five cards, asked hand by hand."""
    return np.array([column_of(strategy.choose(view_of_hand(cards)), cards) for cards in _rows(hands)], np.intp)


def action_of(column: int, cards: tuple[Card, ...]) -> Action:
    """The action of a column; the cards descend."""
    if column < FIRST_THREE_COLUMN:
        return Action(FOLD if column == FOLD_COLUMN else FIVE)
    return Action(THREE, tuple(cards[place] for place in TRIPLES[column - FIRST_THREE_COLUMN]))


def column_of(action: Action, cards: tuple[Card, ...]) -> int:
    """The column of an action; the cards descend."""
    if action.kind in (FOLD, FIVE):
        return FOLD_COLUMN if action.kind == FOLD else FIVE_COLUMN
    places = tuple(place for place, card in enumerate(cards) if card in action.cards)
    return FIRST_THREE_COLUMN + TRIPLES.index(places)


def _rows(hands: Hands) -> list[tuple[Card, ...]]:
    return [tuple(map(Card, row)) for row in hands.cards.tolist()]


STRATEGY_NAMES = (OPTIMAL, RuleList.name, *STRATEGIES)
WAGER_READINGS = ("P2-R1", "P2-R2", "P2-R3", "P2-R4", "P2-R5", "P2-R7")
"""The readings that change what a round is worth; P2-R6 is about the order of settlement only, P2-R8 about void rounds,
P2-R9 about seats."""
VALUED_ALIKE = ("five-card",)
"""Choices whose round is valued with the same bets, by the same rules, as another choice: of P2-R2, as three-five."""


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "Dealer's hands below a value that share no card with the player's five are counted by inclusion and "
            "exclusion over those five cards; any pay table and reading is then a sum."
        ),
        information_sets={"fold or play": 134_459},
        work="134,459 hands x 11 values x 32 subsets of the hand",
        cpu_seconds=3.5,
    )


def analyze(
    game: Game,
    *,
    strategy: str = OPTIMAL,
    runner: Runner | None = None,
    five_card_bonus: Fraction | int | None = None,
) -> Analysis:
    """What a round is worth in Antes, for the best strategy, the rule list, or an automatic player by name.

    `five_card_bonus` is the 5 Card Bonus Only bet in Antes: none unless given, except under P2-R2=both, where the
    usual round has all three opening bets equal.
    """
    check_strategy(game, strategy, STRATEGY_NAMES)
    table = as_pick_2(game)
    hands = count_hands(table.deck, runner or Runner())
    payoffs = Payoffs.of(table, hands, bonus_only_stake(table, five_card_bonus))
    return analysis_of(table, payoffs, columns_by_name(strategy, payoffs), strategy)


def columns_by_name(strategy: str, payoffs: Payoffs) -> NDArray[np.intp]:
    """The choices of all hands under a strategy."""
    if strategy == OPTIMAL:
        return best_columns(payoffs)
    if strategy == RuleList.name:
        return fit_rules(payoffs).columns(payoffs.hands)
    return columns_of(automatic_player(Pick2Poker.slug, strategy), payoffs.hands)


def analysis_of(game: Pick2Poker, payoffs: Payoffs, columns: NDArray[np.intp], strategy: str) -> Analysis:
    """The analysis of given choices."""
    initial = 2 + payoffs.bonus_only_stake
    result = analysis_of_ends(
        game,
        strategy,
        list(ends_of(game, payoffs, columns)),
        initial=initial,
        decisions=_shares(payoffs.hands, columns),
        divisors=dict.fromkeys(BY_THE_HAND, payoffs.hands.dealer_hands),
    )
    return replace(result, notes=(edge_note(result.value, initial),))


def edge_note(value: Fraction, initial: Fraction) -> str:
    """Who has the edge, in one plain sentence."""
    if not value:
        return "Under these readings the game is even."
    side = "player" if value > 0 else "house"
    amounts = f"{percent(abs(value))} of the Ante, {percent(abs(value) / initial)} of the initial wager"
    return f"Under these readings the {side} has the edge: {amounts}."


def _shares(hands: Hands, columns: NDArray[np.intp]) -> tuple[Share, ...]:
    total = int(hands.weights.sum())
    names = ("fold", FIVE_CARD_POKER, THREE_CARD_POKER)
    kinds = np.minimum(columns, FIRST_THREE_COLUMN)
    return tuple(Share(name, int(hands.weights[kinds == kind].sum()), total) for kind, name in enumerate(names))


def bonus_only(game: Game) -> Analysis:
    """The 5 Card Bonus Only bet by itself, for a player who folds no hand that it pays; one unit is the bet."""
    table = as_pick_2(game)
    check_deck(table.deck)
    classes, pays = set_classes(table.deck, HAND_CARDS), table.table(table.five_cards_only)
    counts = np.zeros(len(pays.rows) + 1, np.int64)
    np.add.at(counts, row_by_value(pays)[ranking(FIVE_CARDS).evaluate(classes.members)], classes.weights)
    ends = [(row.label, row.pays) for row in pays.rows] + [(NO_HIT, Fraction(-1))]
    result = analysis_of_ends(
        table,
        "5 Card Bonus Only",
        [
            Ended(name, hands, (Part("five_card_bonus", name, Fraction(1), net),))
            for (name, net), hands in zip(ends, counts.tolist(), strict=True)
        ],
        initial=Fraction(1),
        decisions=(),
        order=as_given,
    )
    return replace(result, bases={UNIT_BET: Fraction(1)})


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One combination of readings with the value of the best strategy, in Antes, and the share of each choice."""

    readings: Mapping[str, str]
    value: Fraction
    initial_wager: Fraction
    fold: Fraction
    five: Fraction

    @property
    def player_has_the_edge(self) -> bool:
        """Whether the player gains by playing well."""
        return self.value > 0


def readings_table(game: Game, *, runner: Runner | None = None) -> tuple[ReadingRow, ...]:
    """The value of the game under every combination of the readings that matter.

    A pay table of the user's own stays in force; of the letter's two, P2-R5 chooses.
    """
    table = as_pick_2(game)
    hands = count_hands(table.deck, runner or Runner())
    return tuple(_reading_row(each, hands) for each in _every_reading(table))


def _every_reading(game: Pick2Poker) -> Iterator[Pick2Poker]:
    own_table = game.pay_set if game.pay_set not in game.sheet.pay_sets.values() else None
    varied = [reading for reading in WAGER_READINGS if not (own_table and reading == "P2-R5")]
    valued = ([each for each in game.sheet.readings[reading].choices if each not in VALUED_ALIKE] for reading in varied)
    for choices in product(*valued):
        readings = {**game.readings, **dict(zip(varied, choices, strict=True))}
        yield Pick2Poker.configure(paytable=own_table, readings=readings, deck=game.deck)


def _reading_row(game: Pick2Poker, hands: Hands) -> ReadingRow:
    stake = bonus_only_stake(game, None)
    payoffs = Payoffs.of(game, hands, stake)
    values = payoffs.values()
    columns = values.argmax(axis=1)
    weights, total = hands.weights, int(hands.weights.sum())
    worth = int((weights * values.max(axis=1)).sum())
    return ReadingRow(
        readings={reading: game.reading(reading) for reading in WAGER_READINGS},
        value=Fraction(worth, payoffs.scale * hands.dealer_hands * total),
        initial_wager=2 + stake,
        fold=Fraction(int(weights[columns < FIVE_COLUMN].sum()), total),
        five=Fraction(int(weights[columns == FIVE_COLUMN].sum()), total),
    )


def option_values(game: Pick2Poker, runner: Runner) -> OptionValues:
    """Fold, play all five, and the ten ways to pick three."""
    hands = count_hands(game.deck, runner)
    payoffs = Payoffs.of(game, hands, bonus_only_stake(game, None))
    values = payoffs.values()
    titles = (FOLD, game.five_card_poker.title, game.three_card_poker.title)
    return OptionValues(
        hands=hands.cards,
        weights=hands.weights,
        values=values,
        allowed=np.ones(values.shape, np.bool_),
        unit=payoffs.scale * hands.dealer_hands,
        kind_of=lambda column: titles[min(column, FIRST_THREE_COLUMN)],
        describe=lambda cards, column: str(action_of(column, cards)) if column != FIVE_COLUMN else FIVE,
    )


N_KINDS = FIRST_THREE_COLUMN + 1
"""Fold, five, three: which three cards is not told apart."""


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Hands of one kind: how many there are, how many make each choice, and what the best choices are worth."""

    five_cards: str
    best_three: str
    hands: int
    fold: int
    five: int
    three: int
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None, five_card_bonus: Fraction | int | None = None) -> RuleList:
    """At most fifteen rules for this game, in words and as a strategy, with their exact cost."""
    return fit_rules(_payoffs(game, runner, five_card_bonus))


def strategy_table(
    game: Game, *, runner: Runner | None = None, five_card_bonus: Fraction | int | None = None
) -> tuple[StrategyRow, ...]:
    """The best strategy by what the five cards and the best three of them are, from the best hands down."""
    payoffs = _payoffs(game, runner, five_card_bonus)
    hands, values = payoffs.hands, payoffs.values()
    kinds = np.minimum(values.argmax(axis=1), FIRST_THREE_COLUMN)
    worth = hands.weights * values.max(axis=1)
    unit = payoffs.scale * hands.dealer_hands
    rows = []
    for five, three, members in _by_category(hands):
        weights = hands.weights[members]
        fold, play_five, play_three = (int(weights[kinds[members] == kind].sum()) for kind in range(N_KINDS))
        value = Fraction(int(worth[members].sum()), unit * int(weights.sum()))
        rows.append(StrategyRow(five, three, int(weights.sum()), fold, play_five, play_three, value))
    return tuple(rows)


def _by_category(hands: Hands) -> list[tuple[str, str, NDArray[np.intp]]]:
    of_five, of_three = ranking(FIVE_CARDS), ranking(THREE_CARDS)
    five, three = of_five.category_places[hands.five], of_three.category_places[hands.best_three]
    return [
        (str(five_name), str(three_name), members)
        for five_place, five_name in reversed(list(enumerate(of_five.categories)))
        for three_place, three_name in reversed(list(enumerate(of_three.categories)))
        if len(members := np.flatnonzero((five == five_place) & (three == three_place)))
    ]


def _payoffs(game: Game, runner: Runner | None, stake: Fraction | int | None) -> Payoffs:
    table = as_pick_2(game)
    return Payoffs.of(table, count_hands(table.deck, runner or Runner()), bonus_only_stake(table, stake))
