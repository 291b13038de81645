"""The second pass once more, with own and dealer's hands told apart by the bets that are beside the showdown.

For each late set, every own hand and every full board, the outcomes against all dealers are added up as in `passes`, to
the group that the own hand is in against most of them. Each exception is taken out of that: its hand is valued on the
same board already, so its outcome is one look, and goes to its own group. Late decisions are the best ones, or those
of rules, by the sign of what is seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.beside import Groups
from houseway.analysis.declared.board_showdown.glance import Glance, GlanceTables, look_at_board, make_board, sign_of
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import N_OUTCOMES
from houseway.analysis.declared.board_showdown.passes import Tables, decide_late, make_room, middle_sets, value_late_set
from houseway.analysis.declared.board_showdown.rows import board_places
from houseway.analysis.declared.board_showdown.sweep import outcomes, value_pairs
from houseway.analysis.declared.levels import kinds
from houseway.ranking import ranking
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class GroupCounts:
    """The pass as a job: `counts[group, path, kind, outcome]`.

    `path_of[prefix, sign]` is where rules lead from the middle stages; without rows, best play is counted.
    """

    passes: Passes
    glance: Glance
    groups: Groups = field(compare=False, repr=False)
    prefix_of: NDArray[np.int8] = field(compare=False, repr=False)
    path_of: Numbers = field(compare=False, repr=False)

    name = "board-showdown-groups"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything besides the code that determines the counts."""
        told = {"groups": digest(self.groups), "prefixes": _digest(self.prefix_of), "rules": _digest(self.path_of)}
        return {**self.passes.parameters, **told}

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""
        package = "houseway.analysis.declared.board_showdown"
        return (*self.passes.modules, *(f"{package}.{each}" for each in ("glance", "beside", "beside_pass")))

    def shards(self) -> Sequence[int]:
        """Those of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Count the late sets of a shard."""
        passes, groups = self.passes, self.groups
        sets, weights = passes.shard(shard)
        n_kinds = len(kinds(passes.system)[1])
        counts = np.zeros((groups.n_groups, len(passes.net), n_kinds, N_OUTCOMES), np.int64)
        _count_groups(
            passes.tables,
            ranking(passes.system).lookup,
            self.glance.tables,
            sets,
            weights,
            board_places(passes.system, passes.tables.cards[sets]),
            self.prefix_of,
            self.path_of,
            groups.usual,
            groups.starts,
            groups.dealers,
            groups.groups,
            counts,
        )
        return {"counts": counts}


def digest(groups: Groups) -> str:
    """A digest of all that tells hands apart."""
    return _digest(groups.levels, groups.usual, groups.starts, groups.dealers, groups.groups)


def _digest(*arrays: NDArray[np.integer]) -> str:
    return sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


@numba.njit(nogil=True, cache=True)
def _count_groups(
    t: Tables,
    lookup: Lookup,
    seen: GlanceTables,
    late_sets: Bytes,
    weights: Numbers,
    places: Numbers,
    prefix_of: NDArray[np.int8],
    path_of: Numbers,
    usual: Small,
    starts: Numbers,
    dealers: Small,
    groups: Small,
    counts: Numbers,
) -> None:
    n_boards = t.cards.size - late_sets.shape[1] if t.hidden else 1
    room, seen_board = make_room(t, t.cards.size if t.hidden else 1), make_board()
    times, paths = np.zeros(t.n_prefixes[0], np.int64), np.zeros(t.n_prefixes[0], np.int64)
    result = np.zeros(6, np.int64)
    taken = np.zeros(t.cards.size, np.uint8)
    values = np.zeros(t.hands.shape[0], np.uint16)
    by_rules = path_of.shape[0] > 0
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        if by_rules:
            look_at_board(seen, lookup, t.cards[late_set], places[row], seen_board)
            if seen.places.size:
                value_pairs(lookup, t.cards, t.hands, late_set, taken, values)
        for hand in range(t.hands.shape[0]):
            one, other = t.hands[hand, 0], t.hands[hand, 1]
            if room.shown[one] or room.shown[other]:
                continue
            if by_rules:
                sign = sign_of(seen, seen_board, int(t.cards[one]), int(t.cards[other]), int(values[hand]))
                paths[:] = path_of[:, sign]
            else:
                decide_late(t, room, hand)
                paths[:] = room.leads_to[0, : times.size]
            times[:] = 0
            for place in range(room.set_class.size):
                image = t.hand_images[room.set_symmetry[place], hand]
                times[prefix_of[t.class_of[room.set_class[place], image]]] += weight
            for board in range(n_boards):
                value = room.values[board, hand]
                if not value:
                    continue
                kind, found = t.kind_by_value[value], room.found[board, hand]
                outcomes(found[0], found[1], found[2], t.dealers, value >= t.least, result)
                for place in range(starts[hand], starts[hand + 1]):
                    theirs = room.values[board, dealers[place]]
                    if theirs:
                        outcome = 1 + (value < theirs) - (value > theirs) + 3 * (theirs < t.least)
                        result[outcome] -= 1
                        for prefix in range(times.size):
                            counts[groups[place], paths[prefix], kind, outcome] += times[prefix]
                for prefix in range(times.size):
                    if times[prefix]:
                        of_kind = counts[usual[hand], paths[prefix], kind]
                        for outcome in range(6):
                            of_kind[outcome] += times[prefix] * result[outcome]
