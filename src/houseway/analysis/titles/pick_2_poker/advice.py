"""The exact value of every choice with one hand, by dealing the dealer every hand that is left.

No counting argument here: the 1,533,939 dealer hands (fewer with dead cards) are laid out and evaluated, so this is
also an independent check of the inclusion and exclusion behind the full solution.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.results.advice import Advice, Option, by_value, in_sight
from houseway.analysis.results.result import OPTIMAL, Subject, percent
from houseway.analysis.titles.pick_2_poker.analyzer import action_of, as_pick_2
from houseway.analysis.titles.pick_2_poker.hands import Hands, check_deck, lowest_qualifying, set_values
from houseway.analysis.titles.pick_2_poker.payoffs import (
    FIRST_THREE_COLUMN,
    FIVE_COLUMN,
    FOLD_COLUMN,
    Payoffs,
    bonus_only_stake,
)
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import descending
from houseway.games.engine.game import Game
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, FOLD, HAND_CARDS, THREE, THREE_CARDS
from houseway.plain import exact
from houseway.ranking import ranking

CONTRACT_NAMES = {FOLD: "fold", FIVE: "five-card", THREE: "three-card"}
STAGE = "fold or play"


@dataclass(frozen=True, slots=True)
class Pick2Option(Option):
    """A choice whose value is told apart: Ante and Play against the dealer, and the Bonus wagers."""

    ante_play: Fraction = Fraction(0)
    bonus: Fraction = Fraction(0)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        chosen: dict[str, object] = {"action": CONTRACT_NAMES[self.action.kind]}
        if self.action.kind == THREE:
            chosen["set"] = format_cards(self.action.cards).split()
        return {
            **chosen,
            "ev": exact(self.value),
            "ante_play": exact(self.ante_play),
            "bonus": exact(self.bonus),
            "text": str(self.action),
            "reason": self.reason,
        }


def advise(
    game: Game,
    cards: CardsLike,
    *,
    board: CardsLike = (),
    stage: int = 1,
    dead: CardsLike = (),
    five_card_bonus: Fraction | int | None = None,
) -> Advice:
    """The value in Antes of folding, of all five cards and of every choice of three, the best first.

    Dead cards are cards seen elsewhere: the dealer cannot hold them.
    """
    table = as_pick_2(game)
    check_deck(table.deck)
    if parse_cards(board) or stage != 1:
        raise BadCards(f"Pick 2 Poker has no board and one decision; got board {board!r} and stage {stage!r}")
    seen = in_sight(table, cards, count=HAND_CARDS, dead=dead, needed=HAND_CARDS, needing="the dealer needs")
    hand = descending(seen.own)
    payoffs = Payoffs.of(table, deal_dealer(hand, seen.left), bonus_only_stake(table, five_card_bonus))
    return Advice(Subject.of(table, OPTIMAL), hand, (), seen.dead, STAGE, by_value(_options(hand, payoffs)))


def deal_dealer(hand: tuple[Card, ...], left: Deck) -> Hands:
    """One hand, compared with every dealer hand of the cards that are left."""
    dealt = np.array(left.distinct, np.uint8)[all_sets(left.size, HAND_CARDS)]
    cards = np.array([hand], np.uint8)
    five, threes = ranking(FIVE_CARDS).evaluate(cards), set_values(cards)
    fives_dealt = np.bincount(ranking(FIVE_CARDS).evaluate(dealt), minlength=ranking(FIVE_CARDS).n_values + 1)
    threes_dealt = np.bincount(ranking(THREE_CARDS).evaluate(dealt), minlength=ranking(THREE_CARDS).n_values + 1)
    return Hands(
        cards=cards,
        weights=np.ones(1, np.int64),
        dealer_hands=len(dealt),
        five=five,
        five_below=np.array([fives_dealt[: five[0]].sum()]),
        five_at=fives_dealt[five],
        unqualified=np.array([fives_dealt[: lowest_qualifying()].sum()]),
        threes=threes,
        threes_below=np.array([[threes_dealt[:value].sum() for value in threes[0]]]),
        threes_at=threes_dealt[threes],
    )


def _options(hand: tuple[Card, ...], payoffs: Payoffs) -> list[Pick2Option]:
    dealer_hands = payoffs.hands.dealer_hands
    ante_play = [Fraction(int(each), payoffs.scale * dealer_hands) for each in payoffs.ante_play()[0]]
    bonus = [Fraction(int(each), payoffs.scale) for each in payoffs.bonus()[0]]
    return [
        Pick2Option(action_of(column, hand), ante_play[column] + bonus[column], _reason(column, payoffs.hands), *parts)
        for column, parts in enumerate(zip(ante_play, bonus, strict=True))
    ]


def _reason(column: int, hands: Hands) -> str:
    """How the choice compares with the dealer's hands."""
    if column == FOLD_COLUMN:
        return "gives up the Ante"
    if column == FIVE_COLUMN:
        qualified = percent(1 - Fraction(int(hands.unqualified[0]), hands.dealer_hands), 2)
        return f"{_compared(hands.five_below, hands.five_at, hands.dealer_hands)}; dealer qualifies {qualified}"
    triple = column - FIRST_THREE_COLUMN
    return _compared(hands.threes_below[:, triple], hands.threes_at[:, triple], hands.dealer_hands)


def _compared(below: Array, at: Array, dealer_hands: int) -> str:
    better, equal = Fraction(int(below[0]), dealer_hands), Fraction(int(at[0]), dealer_hands)
    worse = 1 - better - equal
    return f"better {percent(better, 2)}, equal {percent(equal, 2)}, worse {percent(worse, 2)}"
