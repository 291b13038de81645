"""How much is lost when hands of a river are played by their bucket, the same on every board: designs compared.

    python benchmarks/holdout_buckets.py [--learned 70] [--measured 36] [--iterations 36]

For some lines of betting in which both hold three cards, with the ranges of the shipped blueprint, the last round is
solved over each design's buckets on all boards of one lot at once, and what exact best responses win from it is
measured on boards of another lot. Every design has the same boards and iterations.
"""

import argparse
from collections.abc import Callable
from time import process_time

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.kernels import UPDATE
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.rounds import Step, descended
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.abstraction import AHEAD as AHEAD_EDGES
from houseway.analysis.titles.five_card_holdout.abstraction import CLASSES, SPREADS, abstraction
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.hold_equities import drawn_sets
from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths, subgame
from houseway.cards.card import N_NATURAL, N_SUITS
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS

HELD = 3
LINES = (("raise call", "check check", 4.0), ("raise call", "bet call", 6.0), ("raise call", "check bet call", 6.0))
KEPT = 0.998
"""The share of a range's weight that is looked at: its least likely hands are many."""
PLAYERS = (0, 1)
SEED = 11
TOP_PART = 6
"""Blockers are counted among the strongest sixth of any hands."""
BLOCKED = (0.75, 1.25)
AHEAD = (0.47, 0.53)
"""The mean share of the other's range that a player's beats: below, between, above."""


class River:
    """A whole board with both ranges and all that a design may tell hands apart by, for each player."""

    def __init__(self, plan: Blueprint, spot: Spot, pot: float) -> None:
        board = np.array(spot.board, np.uint8)
        self.spot, self.pot = spot, pot
        self.ranges = tuple(_likely(plan.range_of(player, spot)) for player in PLAYERS)
        self.game = subgame(spot.board, spot.held, pot, self.ranges)
        strengths = [hand_strengths(each.hands, np.tile(board, (len(each.hands), 1))) for each in self.ranges]
        any_hands = abstraction().ranges[HELD - 2].cards[:, :HELD]
        any_hands = any_hands[~np.isin(any_hands, board).any(axis=1)]
        others = hand_strengths(any_hands, np.tile(board, (len(any_hands), 1)))
        weights = [each.weights for each in self.ranges]
        self.any = [_share(others, np.ones(len(others)), strengths[player]) for player in PLAYERS]
        self.theirs = [_share(strengths[1 - p], weights[1 - p], strengths[p]) for p in PLAYERS]
        self.own = [_share(strengths[p], weights[p], strengths[p]) for p in PLAYERS]
        strongest = any_hands[np.argsort(others, kind="stable")][-(len(others) // TOP_PART) :]
        self.blocked = [_blocked(each.hands, strongest) for each in self.ranges]
        self.ahead = [int(np.digitize(np.average(self.theirs[p], weights=weights[p]), AHEAD)) for p in PLAYERS]
        mean = np.average(self.theirs[0], weights=weights[0])
        spread = np.average((self.theirs[0] - mean) ** 2, weights=weights[0]) ** 0.5
        self.kind = int(np.digitize(mean, AHEAD_EDGES) * CLASSES[1] + np.digitize(spread, SPREADS))
        self.paired = int(len(set((board // N_SUITS).tolist())) < len(board))


def _blocked(hands: Array, strongest: Array) -> Array:
    """Whether hands rule out less (0), about as much (1) or more (2) of the strongest than any cards do."""
    shared = np.zeros((len(hands), len(strongest)), bool)
    for one in hands.T:
        for two in strongest.T:
            shared |= one[:, None] == two
    left = N_NATURAL - BOARD_CARDS
    usual = 1 - np.prod([(left - HELD - card) / (left - card) for card in range(HELD)])
    found: Array = np.digitize(shared.mean(axis=1) / usual, BLOCKED)
    return found


def _likely(known: Range) -> Range:
    order = np.argsort(-known.weights)
    count = int(np.searchsorted(np.cumsum(known.weights[order]), KEPT * known.weights.sum())) + 1
    chosen = np.sort(order[:count])
    return Range(known.hands[chosen], known.weights[chosen])


def _share(strengths: Array, weights: Array, own: Array) -> Array:
    """The share of a range that strengths beat, ties counted half."""
    order = np.argsort(strengths)
    sums = np.concatenate([[0], np.cumsum(weights[order])]) / weights.sum()
    places = [np.searchsorted(strengths[order], own, side) for side in ("left", "right")]
    found: Array = (sums[places[0]] + sums[places[1]]) / 2
    return found


def _bins(share: Array, count: int) -> Array:
    found: Array = np.minimum((count * (0.6 * share + 0.4 * share**3)).astype(np.int64), count - 1)
    return found


DESIGNS: dict[str, Callable[[River, int], Array]] = {
    "any 30 x blockers 3": lambda r, p: _bins(r.any[p], 30) * 3 + r.blocked[p],
    "any 30 x blockers 3 x paired 2": lambda r, p: (_bins(r.any[p], 30) * 3 + r.blocked[p]) * 2 + r.paired,
    "theirs 30 x blockers 3": lambda r, p: _bins(r.theirs[p], 30) * 3 + r.blocked[p],
    "theirs 20 x own 20 x blockers 3": lambda r, p: (
        (_bins(r.theirs[p], 20) * 20 + _bins(r.own[p], 20)) * 3 + r.blocked[p]
    ),
    "own 30": lambda r, p: _bins(r.own[p], 30),
    "own 30 x blockers 3": lambda r, p: _bins(r.own[p], 30) * 3 + r.blocked[p],
    "own 45 x blockers 3": lambda r, p: _bins(r.own[p], 45) * 3 + r.blocked[p],
    "own 30 x blockers 3 x ahead 3": lambda r, p: (_bins(r.own[p], 30) * 3 + r.blocked[p]) * 3 + r.ahead[p],
    "own 20 x classes 72": lambda r, p: r.kind * 20 + _bins(r.own[p], 20),
    "own 20 x blockers 3 x paired 2": lambda r, p: (_bins(r.own[p], 20) * 3 + r.blocked[p]) * 2 + r.paired,
}


class OverBuckets:
    """The last round on many boards, with one play for all hands of a bucket."""

    def __init__(self, tree: BettingTree, n_buckets: list[int]) -> None:
        self.tree = tree
        self.regrets = [np.zeros((tree.n_cells[player], n_buckets[player])) for player in PLAYERS]
        self.averages = [np.zeros_like(each) for each in self.regrets]

    def step(self, number: int, rivers: list[River], buckets: list[list[Array]]) -> None:
        """One iteration: both learn, one after the other."""
        step = Step.number(number)
        for player in PLAYERS:
            gained = sum(self._gained(player, each, own) for each, own in zip(rivers, buckets, strict=True))
            plays, reaches = descended(self.tree, player, self.regrets[player], np.ones(self.regrets[player].shape[1]))
            self.averages[player] *= step.fade
            for decision in np.flatnonzero(self.tree.actors == player).tolist():
                cells = self.tree.cells_of(decision)
                self.averages[player][cells] += reaches[self.tree.before[player, decision]] * plays[cells]
            self.regrets[player] *= np.where(self.regrets[player] > 0, step.gain, step.loss)
            self.regrets[player] += gained

    def _gained(self, player: int, river: River, buckets: list[Array]) -> Array:
        """What every action of each bucket would have won more on one board."""
        learned = river.game.closing.learned
        for each in PLAYERS:
            learned[each].regrets[0, 0] = self.regrets[each][:, buckets[each]]
        before = learned[player].regrets[0, 0].copy()
        river.game.mean_values(player, Step(UPDATE))
        gained = (learned[player].regrets[0, 0] - before) * river.ranges[player].weights
        count = self.regrets[player].shape[1]
        return np.stack([np.bincount(buckets[player], row, count) for row in gained])

    def beaten_by(self, rivers: list[River], buckets: list[list[Array]]) -> float:
        """What best responses win from the average play, as a share of the pot, each board as often as it is met."""
        found = []
        for river, own in zip(rivers, buckets, strict=True):
            for player in PLAYERS:
                river.game.closing.learned[player].averages[0, 0] = self.averages[player][:, own[player]]
            found.append(river.game.measure().exploitability / river.pot)
        return _met(rivers, found)


def _met(rivers: list[River], shares: list[float]) -> float:
    return float(np.average(shares, weights=[each.game.pairs for each in rivers]))


def rivers_of(plan: Blueprint, line: tuple[str, str, float], count: int, state: Array) -> list[River]:
    """Boards drawn by a generator, with the ranges after a line."""
    first, middle, pot = line
    found: list[River] = []
    while len(found) < count:
        cards = drawn_sets(1, BOARD_CARDS, np.uint64(0), state)[0]
        mixed = np.random.default_rng(int(state[0] % (1 << 32))).permutation(cards)
        found.append(River(plan, Spot(first, (HELD, HELD), middle, "", tuple(mixed.tolist())), pot))
    return found


def main() -> None:
    """Solve over every design and print what is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learned", type=int, default=70)
    parser.add_argument("--measured", type=int, default=36)
    parser.add_argument("--iterations", type=int, default=36)
    given = parser.parse_args()
    plan = Blueprint.load()
    losses: dict[str, list[float]] = {name: [] for name in DESIGNS}
    for number, line in enumerate(LINES):
        state = seeded(SEED, number)
        lots = [rivers_of(plan, line, count, state) for count in (given.learned, given.measured)]
        for name, design in DESIGNS.items():
            begun = process_time()
            learned, measured = ([[design(each, player) for player in PLAYERS] for each in lot] for lot in lots)
            counts = [1 + max(int(each[player].max()) for each in (*learned, *measured)) for player in PLAYERS]
            over = OverBuckets(lots[0][0].game.last, counts)
            for iteration in range(1, given.iterations + 1):
                over.step(iteration, lots[0], learned)
            losses[name].append(over.beaten_by(lots[1], measured))
            print(
                f"{line[1]}: {name}: {losses[name][-1]:.2%} of the pot, {process_time() - begun:.1f} CPU s", flush=True
            )
    for name, shares in losses.items():
        print(f"{name}: {np.mean(shares):.2%}")


if __name__ == "__main__":
    main()
