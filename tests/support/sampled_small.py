"""A small game of discards, learned by sampling with a bucket for every hand, and measured by exact best responses."""

import numpy as np

from houseway.analysis.solve.discards import Draw
from houseway.analysis.solve.sampled import Sampled, SampledRules
from houseway.analysis.solve.sampling import FIRST, HOLDS, LAST, Array, Deals


class SampledSmall:
    """The sampled form of a game that is solved whole, without a round in between. Every board is played by itself."""

    def __init__(self, game: Draw, seed: int) -> None:
        assert len(game.rules.rounds) == 1
        assert not game.rules.same_suits
        self.game, self.rules = game, game.rules
        self.boards = game.streets[1, 1][0].closing.boards.cards
        dealt = game.holds.dealt.hands
        self.starts = np.cumsum([0, *(len(game.holds.ranges[size].hands) for size in self.rules.sizes)])
        n_sizes, n_pairs = len(self.rules.sizes), int(self.starts[-1])
        buckets = len(dealt), len(dealt), 1, len(self.boards) * n_pairs
        rules = SampledRules(self.rules.blinds, self.rules.rounds, n_sizes, game.holds.count, buckets)
        deals = self._deals(dealt)
        self.sampled = Sampled(rules, lambda number, state: deals, seed)

    def _deals(self, dealt: Array) -> Deals:
        n_hands, n_sizes, count = len(dealt), len(self.rules.sizes), self.game.holds.count
        pairs, sizes = np.zeros((n_hands, count), np.int64), np.zeros((n_hands, count), np.int64)
        strengths = np.zeros((len(self.boards), n_hands, count), np.int64)
        for place, size in enumerate(self.rules.sizes):
            columns = self.game.holds.columns[size]
            known = self.game.holds.ranges[size]
            each = len(known.hands) // n_hands
            pairs[:, columns] = self.starts[place] + np.arange(n_hands * each).reshape(n_hands, each)
            sizes[:, columns] = place
            for row, board in enumerate(self.boards):
                free = ~np.isin(known.hands, board).any(axis=1)
                found = np.zeros(len(known.hands), np.int64)
                whole = np.repeat(np.array([board], np.uint8), int(free.sum()), axis=0)
                found[free] = self.rules.strength(known.playing[free], whole)
                strengths[row][:, columns] = found.reshape(n_hands, each)
        last = np.arange(len(self.boards))[:, None, None] * int(self.starts[-1]) + pairs
        numbers, no_middle = np.arange(n_hands), np.zeros((n_hands, count, n_sizes), np.uint16)
        last = np.repeat(last[..., None], n_sizes, axis=3)[..., None].astype(np.uint16)
        boards, n_holds = bits(np.array(self.boards)), np.full(n_hands, count)
        return Deals(bits(dealt), n_holds, sizes, numbers, numbers, no_middle, boards, last, strengths)

    def measured(self) -> float:
        """What the average play can be beaten by, in big blinds, by exact best responses."""
        game, sums, n_sizes = self.game, self.sampled.averages, len(self.rules.sizes)
        hands, sizes = len(game.holds.dealt.hands), list(enumerate(self.rules.sizes))
        game.averages[0][...] = sums[2 * HOLDS].reshape(game.averages[0].shape)
        seen = sums[2 * HOLDS + 1].reshape(game.entries, n_sizes, hands, -1)
        game.averages[1][...] = seen.swapaxes(0, 1)
        for player in (0, 1):
            game.opening.learned[player].averages[0] = sums[2 * FIRST + player].T
            known = sums[2 * LAST + player]
            known = known.reshape(game.entries, n_sizes, n_sizes, len(self.boards), -1, known.shape[1])
            for one, first in sizes:
                for two, second in sizes:
                    street, held = game.streets[first, second][0], (one, two)[player]
                    rows = known[:, one, two, :, self.starts[held] : self.starts[held + 1]]
                    rows = rows[:, :, street.places[player]].transpose(1, 0, 3, 2)
                    street.closing.learned[player].averages[...] = rows
        return game.measure().exploitability


def bits(cards: Array) -> Array:
    """Sets of cards as bits."""
    found: Array = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return found
