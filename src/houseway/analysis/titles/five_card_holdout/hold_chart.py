"""The chart of Five Card HoldOut: how many cards of each kind to hold by raw equity, and by the blueprint."""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_classes, set_numbers
from houseway.analysis.results.equity import HoldChart, HoldRow
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint
from houseway.analysis.titles.five_card_holdout.blueprint_reading import PLAN_WORDS, ReadPlan
from houseway.analysis.titles.five_card_holdout.held import kept_cards
from houseway.analysis.titles.five_card_holdout.hold_equities import (
    BOARDS,
    OPPONENTS,
    STARTS,
    UNIT,
    held_cards,
    hold_equities,
)
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.cards.card import N_SUITS
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.category import Category

Array = NDArray[np.int64]
ALL_HANDS = "all hands"
DRAWS = {4: "four to a flush", 3: "three to a flush", 2: "none of these"}


def hold_chart(rule: str) -> HoldChart:
    """Return the best hold of every kind of hand against one opponent, if both stay in to the end."""
    classes = set_classes(Deck.standard(), HOLE_CARDS)
    hands = classes.members
    counts = np.bincount(classes.class_of, minlength=len(hands))
    worth = hold_equities().worth.astype(np.int64)
    ways, values = hold_equities().best(hands)
    best = values.argmax(axis=1)
    top = values[np.arange(len(hands)), best]
    second = np.sort(values, axis=1)[:, -2]
    kept = kept_cards(rule)[set_numbers(hands)]
    held, sizes = held_cards(hands, kept)
    by_rule = np.zeros(len(hands), np.int64)
    for size in range(1, HOLE_CARDS + 1):
        such = np.flatnonzero(sizes == size)
        by_rule[such] = worth[STARTS[size - 1] + set_numbers(held[such, :size])]
    same = kept == ways[np.arange(len(hands)), best]
    kinds = kinds_of(hands)
    planned = ReadPlan(Blueprint.load()).held_by_hand()

    def row(kind: str, chosen: NDArray[np.bool_]) -> HoldRow:
        weights = counts[chosen]
        total = int(weights.sum())

        def mean(each: Array) -> float:
            return float((weights * each[chosen]).sum() / total)

        shares = np.bincount(best[chosen], weights, HOLE_CARDS) / total
        held_so = (weights[:, None] * planned[chosen]).sum(axis=0)
        return HoldRow(
            kind, total, tuple(shares.tolist()), mean(top) / UNIT, mean(top - second) / UNIT,
            tuple((held_so / held_so.sum()).tolist()), mean(same.astype(np.int64)), mean(top - by_rule) / UNIT,
        )  # fmt: skip

    rows = [row(name, kinds == name) for name in ordered_kinds(hands, kinds)]
    rests_on = (
        f"Shares of an opponent's hands beaten on {BOARDS} boards with {OPPONENTS} hands each, drawn from a seed; the "
        "opponent holds what was found best against the rule. Both stay in to the end: bets, and how many cards are "
        "seen to be held, are not counted, and discards are put back. It is no equilibrium."
    )
    plan_rests_on = f"{PLAN_WORDS} Both seats and all lines to the discards count as often as it comes to them."
    return HoldChart(rule, rests_on, plan_rests_on, (*rows, row(ALL_HANDS, np.ones(len(hands), bool))))


def ordered_kinds(hands: NDArray[np.uint8], kinds: NDArray[np.str_]) -> list[str]:
    """Return the kinds that occur, the strongest first, those without a pair last."""
    names = list(dict.fromkeys(kinds[np.argsort(-ranking(RANKING).evaluate(hands).astype(np.int64))].tolist()))
    return [name for name in names if name not in DRAWS.values()] + [name for name in DRAWS.values() if name in names]


def kinds_of(hands: NDArray[np.uint8]) -> NDArray[np.str_]:
    """Return the kind of each hand: its category, or without a pair the number of cards of one suit."""
    places = ranking(RANKING).category_places[ranking(RANKING).evaluate(hands)]
    names = np.array([str(category) for category in ranking(RANKING).categories], dtype=object)[places]
    suits = np.stack([(hands % N_SUITS == suit).sum(axis=1) for suit in range(N_SUITS)]).max(axis=0)
    for count, words in DRAWS.items():
        names[(names == str(Category.HIGH_CARD)) & (suits == count)] = words
    return names.astype(np.str_)
