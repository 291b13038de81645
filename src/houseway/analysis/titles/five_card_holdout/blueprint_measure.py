"""The exploitability of a blueprint: a lower bound by a local best response, and the exact error of its rivers.

The only claims about a blueprint are the figures found here, each with its interval. All are given in chips, in
thousandths of a big blind, and as a share of a pot. (The small blind is one chip, the big blind two.) The pot is that
of the blinds for the whole game, and that of the river for a river.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.local_response import Known, paid_before, respond_to
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import FIRST, STAGES, Array, drawn_share
from houseway.analysis.titles.five_card_holdout.abstraction import MOST_HOLDS, SIZES, abstraction
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules, chips_a_blind, scene
from houseway.analysis.titles.five_card_holdout.estimate import Estimate
from houseway.analysis.titles.five_card_holdout.hold_equities import SEED, UNIT, drawn_sets, hold_equities
from houseway.analysis.titles.five_card_holdout.own_ranges import all_flop_buckets
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.errors import BadSetting
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS

HANDS, RIVERS, A_SCENE = 1000, 24, 100
"""The hands and rivers of a scene, and how many hands the responder plays there from each seat."""
BLINDS = 1.5
"""The pot of the whole game at its start, in big blinds."""
SOLVED_ITERATIONS = 40
POPULATION = 40_000
Report = Callable[[float], None]


def local_response(plan: Blueprint, hands: int, seed: int = 1, report: Report | None = None) -> Estimate:
    """Return a local best response's win per hand, averaged over both seats: a lower bound of the exploitability."""
    if hands < 4 * A_SCENE:
        raise BadSetting(f"A local best response needs at least {4 * A_SCENE} hands for its interval; got {hands}.")
    rules, often = blueprint_rules(), _population()
    paid = tuple(paid_before(tree) for tree in (rules.blinds, rules.rounds[0], rules.rounds[-1]))
    plays = tuple(plan.frequencies(stage, player) for stage in range(STAGES) for player in (0, 1))
    found: list[float] = []
    scenes = hands // (2 * A_SCENE)
    for number in range(scenes):
        state = seeded(seed, 2, number)
        deals, cards, boards = scene(state, HANDS, RIVERS, None)
        ranges = plan.comers.on(boards, all_flop_buckets(tuple(boards[0, :FLOP_CARDS].tolist())))
        known = Known(*often, *_worths(cards))
        won = respond_to(rules.terms(), paid, deals, ranges, plays, known, A_SCENE, state)
        found.append(float(won.mean()) / chips_a_blind())
        if report is not None:
            report((number + 1) / scenes)
    return Estimate.of(found, scenes * 2 * A_SCENE, BLINDS)


@cache
def _population() -> tuple[Array, Array]:
    """Return how many of all dealt hands are in each bucket, and their mean value."""
    hands = drawn_sets(POPULATION, HOLE_CARDS, np.uint64(0), seeded(SEED, 3))
    buckets, n_buckets = abstraction().dealt(hands).first, blueprint_rules().buckets[FIRST]
    often = np.bincount(buckets, minlength=n_buckets).astype(np.float64)
    worth = np.bincount(buckets, _worths(hands)[0], n_buckets) / np.maximum(often, 1)
    return often, worth


def _worths(hands: Array) -> tuple[Array, Array]:
    """Return the values of dealt hands, and of each of their candidate holds."""
    worth = hold_equities().best(hands)[1]
    dealt = abstraction().dealt(hands)
    of_holds = np.take_along_axis(worth, np.array(SIZES)[dealt.sizes] - 1, axis=1) / UNIT
    of_holds[np.arange(MOST_HOLDS) >= dealt.n_holds[:, None]] = -1.0
    return worth.max(axis=1) / UNIT, of_holds


@dataclass(frozen=True)
class RiverErrors:
    """The exploitability of a blueprint's rivers, in shares of their pots, and the same after re-solving them."""

    played: Estimate
    solved: Estimate
    a_hand: Estimate
    """The first figure over all dealt hands, most of which never reach such a river."""

    def to_dict(self) -> dict[str, Any]:
        """Return all of them, and the reduction from the first to the second."""
        return {
            "gain_a_dealt_hand": self.a_hand.to_dict(),
            "river_error": self.played.to_dict(),
            "river_error_solved_live": self.solved.to_dict(),
            "times_less": self.played.mean / self.solved.mean if self.solved.mean else None,
        }


def exact_rivers(
    plan: Blueprint,
    count: int,
    seed: int = 1,
    report: Report | None = None,
    held: tuple[int, int] | None = None,
) -> RiverErrors:
    """Return the exact exploitability of the blueprint's play on rivers that it reaches, with the ranges of its play.

    A river is drawn by dealing hands and playing them. With `held`, only rivers on which the players hold these numbers
    of cards are used. The win of both best responses there is exact. Discards are forgotten, as in every subgame.
    """
    if count < 2:
        raise BadSetting(f"two rivers at least are measured, to have an interval; got {count}")
    state = seeded(seed, 4)
    played: list[float] = []
    solved: list[float] = []
    pots: list[float] = []
    deals = 0
    while len(played) < count:
        deals += 1
        found = _played_to_river(plan, state)
        if found is None or held not in (None, found[0].held):
            continue
        spot, pot = found
        ranges = [plan.range_of(player, spot) for player in (0, 1)]
        game = subgame(spot.board, spot.held, pot, ranges)
        for player in (0, 1):
            game.closing.learned[player].averages[0, 0] = plan.round_play(player, spot, ranges[player].hands)
        played.append(game.measure().exploitability / pot)
        game = subgame(spot.board, spot.held, pot, ranges)
        solved.append(game.solve(0.0, SOLVED_ITERATIONS).exploitability / pot)
        pots.append(pot)
        if report is not None:
            report(len(played) / count)
    won = np.zeros(deals)
    won[:count] = np.array(played) * np.array(pots)
    a_hand = Estimate.of(won.tolist(), deals, BLINDS)
    return RiverErrors(of_pots(played, pots), of_pots(solved, pots), a_hand)


def of_pots(shares: list[float], pots: list[float]) -> Estimate:
    """Return the mean share with its interval, expressed in the mean pot."""
    pot = float(np.mean(pots))
    return Estimate.of([share * pot for share in shares], len(shares), pot)


def played_to_flop(plan: Blueprint, state: Array) -> tuple[Spot, float, tuple[list[list[int]], tuple[int, ...]]] | None:
    """Deal a hand and play it to the flop. Return the spot, its pot in big blinds, both holds and the whole board.

    Return None if a player folds before.
    """
    cards = drawn_sets(1, 2 * HOLE_CARDS + BOARD_CARDS, np.uint64(0), state)[0]
    order = np.argsort([drawn_share(state) for _ in cards])
    mixed = [int(card) for card in cards[order]]
    own = [mixed[:HOLE_CARDS], mixed[HOLE_CARDS : 2 * HOLE_CARDS]]
    board = tuple(mixed[2 * HOLE_CARDS :])
    first, paid = _played_round(plan, Spot(), own, "first", blueprint_rules().blinds, state)
    if first is None:
        return None
    spot = Spot(first)
    for player in (0, 1):
        holds = plan.holds(spot, own[player])
        own[player] = list(_drawn(holds, state))
        spot = Spot(first, (*spot.held, len(own[player])))
    return Spot(first, spot.held, board=board[:FLOP_CARDS]), 2 * paid / chips_a_blind(), (own, board)


def _played_to_river(plan: Blueprint, state: Array) -> tuple[Spot, float] | None:
    """Deal a hand and play it to the river. Return None if a player folds before."""
    found = played_to_flop(plan, state)
    if found is None:
        return None
    spot, pot, (own, board) = found
    middle, paid = _played_round(plan, spot, own, "middle", blueprint_rules().rounds[0], state)
    if middle is None:
        return None
    return Spot(spot.first, spot.held, middle, "", board), pot + 2 * paid / chips_a_blind()


def _played_round(
    plan: Blueprint, spot: Spot, own: list[list[int]], name: str, tree: BettingTree, state: Array
) -> tuple[str | None, float]:
    """Play a round of betting by the blueprint. Return its line (None if a player folds) and the loser's bets."""
    line, decision = "", 0
    while True:
        known = Spot(**{**{each: getattr(spot, each) for each in Spot.__dataclass_fields__}, name: line})
        action = _drawn(plan.strategy(known, own[known.player]), state)
        line = f"{line} {action}".strip()
        decision = int(tree.children[decision, tree.actions[decision].index(action)])
        if decision < 0:
            ending = -1 - decision
            return (line if tree.folded[ending] < 0 else None), float(tree.lost[ending])


def _drawn(often: dict[Any, float], state: Array) -> Any:
    share = drawn_share(state)
    for each, part in often.items():
        share -= part
        if share < 0:
            return each
    return max(often, key=lambda each: often[each])
