"""Strategies as plans: the best one, the rule list, and automatic players that go by the hand alone."""

from collections.abc import Callable

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.shell.asked import as_kind, check_strategy
from houseway.analysis.shell.one_hand import view_of_hand
from houseway.analysis.titles.double_draw_poker.first import FOLD_HAND
from houseway.analysis.titles.double_draw_poker.jobs import Plan, Problem, optimal_plan
from houseway.analysis.titles.double_draw_poker.patterns import Cards
from houseway.analysis.titles.double_draw_poker.rule_list import RuleList
from houseway.analysis.titles.double_draw_poker.space import BINOMIAL, Array, HandSpace, map_sorted
from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy as automatic_player
from houseway.games.titles.double_draw_poker import MOST_DISCARDS, PACKET, DoubleDrawPoker, fold_or_draw

SYMMETRIC_PLAYERS = ("hold-pairs", "stand-pat")
"""The automatic players that treat all suits alike, so that one hand of a class speaks for all."""
STRATEGY_NAMES = (OPTIMAL, RuleList.name, *SYMMETRIC_PLAYERS)

_compiled = numba.njit(nogil=True, cache=True)


def as_double_draw(game: Game) -> DoubleDrawPoker:
    """The game, which must be Double Draw Poker."""
    return as_kind(game, DoubleDrawPoker)


def plan_by_name(strategy: str, game: DoubleDrawPoker, problem: Problem, runner: Runner) -> Plan:
    """The plan of a strategy; an unknown name gives an error that lists the names."""
    check_strategy(game, strategy, STRATEGY_NAMES)
    if strategy == OPTIMAL:
        return optimal_plan(problem, runner)
    if strategy == RuleList.name:
        rules = RuleList(game)
        return _plan(problem.space, lambda hand, most: _mask(rules.held(hand, last_draw=most == 1), hand))
    player = automatic_player(game.slug, strategy)

    def held(hand: Cards, most: int) -> Cards:
        """What the player holds, whatever was thrown away before."""
        return _held(player.choose(view_of_hand(hand, fold_or_draw(hand, most))), hand)

    return _plan(problem.space, lambda hand, most: _mask(held(hand, most), hand))


def _plan(space: HandSpace, mask_of: Callable[[Cards, int], int]) -> Plan:
    """The plan of a strategy that treats suits alike and holds by the five cards alone, asked class by class."""
    rows = [tuple(map(Card, row)) for row in space.cards[space.hand_classes[0]].tolist()]
    first, second = (np.array([mask_of(row, most) for row in rows], np.uint8) for most in MOST_DISCARDS)
    return Plan(first, masks_of_all_hands(space, second))


def _held(action: Action, hand: Cards) -> Cards:
    """The cards that an action holds: none if it folds."""
    return () if action.kind == "fold" else tuple(card_id for card_id in hand if card_id not in action.cards)


def _mask(held: Cards, hand: Cards) -> int:
    if not held:
        return FOLD_HAND
    return sum(1 << place for place, card_id in enumerate(hand) if card_id not in held)


def masks_of_all_hands(space: HandSpace, masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The mask of every hand by its number, from the masks of the classes."""
    every = np.empty(len(space.categories), np.uint8)
    _carry_over(space.hand_classes[0], masks, space.images, every)
    return every


@_compiled
def _carry_over(hands: Array, masks: Array, images: Array, every: Array) -> None:
    """Take each class's mask to all its hands: a discard goes where the symmetry takes the card."""
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
