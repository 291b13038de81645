"""A strategy of a private showdown with picked cards as one column for every hand, its endings, and its player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, n_ids, set_numbers, suit_images
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.family import NoRuleListError, Player, Solution, StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.pick_conditions import (
    FIVE_CARDS,
    N_FIVE,
    QUESTIONS,
    THREE_CARDS,
    FiveOrThree,
    RankAtLeast,
    rank_of,
)
from houseway.analysis.declared.private_showdown.picks import ALL, PickHands, PickLayout
from houseway.analysis.declared.private_showdown.situations import by_commitment
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.results.advice import view_of_hand
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, Rule, Rules, Step
from houseway.cards.card import Card
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Decision, Hand, Held, Option
from houseway.games.strategies import strategy as automatic_player
from houseway.ranking import ranking
from houseway.ranking.kernels import trailing_zeros

Columns = NDArray[np.intp]

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True)
class PickPlay:
    """All hands, and the column that each takes."""

    hands: PickHands
    columns: Columns

    @classmethod
    def best(cls, payoffs: Payoffs, runner: Runner) -> "PickPlay":
        """Return optimal play; of equally good paths that of the larger or smaller commitment, then the first cards."""
        hands = PickHands.all_of(payoffs, runner)
        commitment = by_commitment(payoffs)[:: 1 if payoffs.game.smaller_on_ties else -1].tolist()
        order = sorted(range(len(hands.columns)), key=lambda each: commitment.index(hands.columns[each].path))
        return cls(hands, np.array(order, np.intp)[hands.worth[order].argmax(axis=0)])

    @classmethod
    def of(cls, strategy: str, payoffs: Payoffs, runner: Runner) -> "PickPlay":
        """Return play by a named strategy: by rules, by the smallest commitment, or a computer player's."""
        best = cls.best(payoffs, runner)
        hands = best.hands
        if strategy == OPTIMAL:
            return best
        if strategy == RULE_LIST:
            return replace(best, columns=best.rules()[1])
        if strategy == NEVER_FOLDS:
            path = staying_path(payoffs.game)
            column = next(number for number, each in enumerate(hands.columns) if each.path == path)
            return replace(best, columns=np.full(len(hands.cards), column, np.intp))
        return replace(best, columns=_asked(payoffs.game, strategy, hands))

    @property
    def game(self) -> DeclaredGame:
        """Return the title."""
        return self.hands.payoffs.game

    def solution(self) -> Solution:
        """Return the endings of the play."""
        hands, payoffs = self.hands, self.hands.payoffs
        touched = {wager: hands.paying(alone).ended(self.columns) for wager, alone in touched_by_play(payoffs).items()}
        return Solution(
            payoffs=payoffs,
            counts=hands.ended(self.columns),
            total=hands.total,
            asked=self._asked(),
            rows=tuple(self._rows()),
            side_bets=side_bets(payoffs, hands.total, touched),
        )

    @property
    def paths(self) -> NDArray[np.intp]:
        """Return the path of each row."""
        return np.array([column.path for column in self.hands.columns], np.intp)[self.columns]

    def _asked(self) -> dict[Decision, dict[Option, int]]:
        """Return with how many hands each option is taken."""
        counted = np.bincount(self.paths, self.hands.weights, len(self.hands.payoffs.paths)).astype(np.int64)
        ways = [path[0] for path in self.hands.payoffs.paths]
        return {ways[0][0]: {option: int(counted[number]) for number, (_, option) in enumerate(ways)}}

    def _rows(self) -> list[StrategyRow]:
        """Return rows by the hands of all cards and of the best choice, those played alike together, the best first."""
        hands, payoffs = self.hands, self.hands.payoffs
        of_hand, of_pick = ranking(hands.hand_system), ranking(hands.pick_system)
        five = of_hand.category_places[hands.values(hands.hand_system)[:, 0]]
        picked = hands.values(hands.pick_system, hands.layout.chosen.cards).max(axis=1)
        three = of_pick.category_places[picked]
        sizes = len(of_hand.categories), len(of_pick.categories), len(payoffs.paths)
        codes, samples, groups = np.unique(
            np.ravel_multi_index((five, three, self.paths), sizes), return_index=True, return_inverse=True
        )
        weights = np.zeros(len(codes), np.int64)
        np.add.at(weights, groups, hands.weights)
        by_path = np.stack([_best_of(hands, path) for path in range(len(payoffs.paths))])
        sums = np.zeros((len(codes), len(by_path)), by_path.dtype)
        np.add.at(sums, groups, (by_path * hands.weights).T)
        decision, rows = hands.layout.decision, []
        for group in reversed(range(len(codes))):
            places = [int(each) for each in np.unravel_index(codes[group], sizes)]
            values = zip(payoffs.paths, sums[group].tolist(), strict=True)
            rows.append(
                StrategyRow(
                    decision=decision,
                    path=(),
                    seen=tuple(hands.cards[samples[group]].tolist()),
                    label=f"{of_hand.categories[places[0]]}; best {hands.layout.chosen.cards}: "
                    f"{of_pick.categories[places[1]]}",
                    combinations=int(weights[group]),
                    values={path[0][1]: hands.as_fraction(worth, int(weights[group])) for path, worth in values},
                    best=payoffs.paths[places[2]][0][1],
                )
            )
        return rows

    def rules(self) -> tuple[Rules, Columns]:
        """Answer every question as well as one answer, or one cut, allows; and return the column of each row."""
        hands, options = self.hands, [path[0][1] for path in self.hands.payoffs.paths]
        if (hands.hand_system, hands.pick_system, hands.layout.own.cards) != (FIVE_CARDS, THREE_CARDS, N_FIVE):
            raise NoRuleListError(f"{self.game.title}: rules are fitted to five cards of which three may be played.")
        rows, best_pick = np.arange(len(hands.cards)), hands.best_pick
        first = [next(n for n, each in enumerate(hands.columns) if each.option is option) for option in options]
        taken = np.stack([first[n] + best_pick * (option.sets is not None) for n, option in enumerate(options)])
        weighted = (hands.worth[taken, rows] * hands.weights).T
        five = hands.values(FIVE_CARDS)[:, 0]
        three = hands.values(THREE_CARDS, hands.layout.chosen.cards).max(axis=1)
        left, answers, found = np.ones(len(rows), np.bool_), np.zeros(len(rows), np.intp), list[Rule]()
        steps = [_step(option) for option in options]
        for number, question in enumerate(QUESTIONS):
            met = np.flatnonzero(left & question.is_met(five, three))
            if len(met):
                ranks = rank_of(question.by, five[met])
                cut, low, high = _answer(ranks, weighted[met])
                answers[met] = np.where(ranks >= cut, high, low)
                left[met] = False
                found += _rules(number, cut, steps[low], steps[high])
        lost = int((hands.weights * hands.worth.max(axis=0)).sum()) - int(weighted[rows, answers].sum())
        return Rules(tuple(found), hands.as_fraction(lost, int(hands.weights.sum()))), taken[answers, rows]


def _best_of(hands: PickHands, path: int) -> Array:
    """Return the value of a path with each row, with the best choice of cards."""
    return np.asarray(
        hands.worth[[number for number, each in enumerate(hands.columns) if each.path == path]].max(axis=0)
    )


def _asked(game: DeclaredGame, name: str, hands: PickHands) -> Columns:
    """Return the columns of a computer player who sees its cards only, asked hand by hand."""
    player = automatic_player(game, name)
    numbers = {(each.option.name, each.pick): number for number, each in enumerate(hands.columns)}
    picks = {places: pick for pick, places in enumerate(hands.layout.picks)}
    found = []
    for row in hands.cards.tolist():
        cards = tuple(map(Card, row))
        action = player.choose(view_of_hand(cards))
        places = tuple(place for place, card in enumerate(cards) if card in action.cards)
        found.append(numbers[action.kind, picks[places] if places else ALL])
    return np.array(found, np.intp)


def _step(option: Option) -> Step:
    cards = {2: "two", 3: "three", 4: "four"}
    return Step(option.name, option.title if option.sets is None else f"play the best {cards[option.sets.cards]}")


def _answer(ranks: Array, weighted: Array) -> tuple[int, int, int]:
    """Return the best answer to a question, the plainest of equal ones: a rank, the option below it and from it up."""
    cuts, which = np.unique(ranks, return_inverse=True)
    n_options = weighted.shape[1]
    by_rank = np.zeros((len(cuts) + 1, n_options), weighted.dtype)
    np.add.at(by_rank, which + 1, weighted)
    below = by_rank.cumsum(axis=0)
    above = below[-1] - below
    _, negative_place, low, high = max(
        (int(below[place, low] + above[place, high]), -place, low, high)
        for place in range(len(cuts))
        for low, high in product(range(n_options), repeat=2)
    )
    return (int(cuts[-negative_place]), low, high) if negative_place else (0, high, high)


def _rules(question: int, cut: int, low: Step, high: Step) -> list[Rule]:
    """Return the rules of a question with its answer; the last question is about everything else."""
    last = question == len(QUESTIONS) - 1
    if not cut:
        return [Rule((high,), () if last else (FiveOrThree(question),))]
    where, least = None if last else FiveOrThree(question, leads=True), RankAtLeast(QUESTIONS[question].by, cut)
    return [Rule((high,), (least,), where), Rule((low,), (), where)]


@dataclass(frozen=True)
class PickPlayer(Player):
    """A player who looks up each hand, with its cards in any order.

    By the number of a hand, `masks` holds the cards picked as bits, bit i the i-th lowest card, and `paths_by_hand` the
    path. `places[mask]` are the places of the picked cards from the lowest; where none are picked, the lowest.
    """

    layout: PickLayout
    masks: NDArray[np.uint8]
    paths_by_hand: NDArray[np.uint8]
    places: NDArray[np.uint8]

    @classmethod
    def of(cls, play: PickPlay) -> "PickPlayer":
        """Return the player of a strategy."""
        hands, layout = play.hands, play.hands.layout
        size, deck, ascending = layout.own.cards, play.game.deck, hands.cards[:, ::-1]
        bits = [_bits(layout.picks[each.pick], size) if each.pick != ALL else 0 for each in hands.columns]
        picked, order = np.array(bits, np.uint8)[play.columns], np.arange(size, dtype=np.uint8)
        masks, paths = np.zeros((2, comb(n_ids(deck), size)), np.uint8)
        for image in suit_images(deck):
            renamed = image[ascending]
            numbers, moved = set_numbers(np.sort(renamed, axis=1)), renamed.argsort(axis=1).astype(np.uint8)
            masks[numbers] = ((picked[:, None] >> moved & 1) << order).sum(axis=1)
            paths[numbers] = play.paths
        lowest = list(range(size))
        places = [
            [*(place for place in lowest if mask >> place & 1), *lowest][: layout.chosen.cards]
            for mask in range(1 << size)
        ]
        return cls(layout, masks, paths, np.array(places, np.uint8))

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the path of every round."""
        return self._looked_up(cards)[0]

    def exchanged(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> Mapping[Held, NDArray[np.uint8]]:
        """Return the picked cards of every round; any of the hand where none are picked."""
        return {self.layout.chosen: self._looked_up(cards)[1]}

    def played(
        self, cards: Mapping[Hand, NDArray[np.uint8]]
    ) -> tuple[NDArray[np.int64], Mapping[Held, NDArray[np.uint8]]]:
        """Return both, looked up once."""
        paths, picked = self._looked_up(cards)
        return paths, {self.layout.chosen: picked}

    def _looked_up(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        own = np.ascontiguousarray(cards[self.layout.own])
        paths, picked = np.empty(len(own), np.int64), np.empty((len(own), self.layout.chosen.cards), np.uint8)
        _choose(own, PLACES, self.masks, self.paths_by_hand, self.places, paths, picked)
        return paths, picked


def _bits(places: tuple[int, ...], size: int) -> int:
    """Return places from the highest card down as bits from the lowest up."""
    return sum(1 << (size - 1 - place) for place in places)


@_compiled
def _choose(
    own: Array, places: Array, masks: Array, by_hand: Array, picked_places: Array, paths: Array, picked: Array
) -> None:
    """Look up every hand. The cards are put in order without a branch: as bits of one number, lowest bit first."""
    size = own.shape[1]
    cards = np.empty(size, np.uint64)
    for row in range(own.shape[0]):
        bits = _ZERO
        for place in range(size):
            bits |= _ONE << np.uint64(own[row, place])
        number = np.uint64(0)
        for place in range(size):
            cards[place] = trailing_zeros(bits)
            bits &= bits - _ONE
            number += np.uint64(places[cards[place], place])
        paths[row] = by_hand[number]
        mask = masks[number]
        for place in range(picked.shape[1]):
            picked[row, place] = cards[picked_places[mask, place]]
