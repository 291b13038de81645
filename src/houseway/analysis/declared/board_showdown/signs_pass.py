"""A pass over late sets for players who decide by the sign of what they see.

For each late set and every own hand: which prefix each of its middle sets leads to, and the outcomes against all
dealers added up by prefix, sign and the kind of the own hand. Whatever a rule makes of a sign, the counts of its paths
follow from these sums, so that rules are fitted and counted exactly after one pass. The bounds are those of `passes`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.glance import (
    Glance,
    GlanceTables,
    look_at_board,
    make_board,
    sign_of,
)
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import N_OUTCOMES
from houseway.analysis.declared.board_showdown.passes import Tables, make_room, middle_sets, value_late_set
from houseway.analysis.declared.board_showdown.rows import board_places
from houseway.analysis.declared.board_showdown.sweep import outcomes, value_pairs
from houseway.analysis.declared.levels import kinds
from houseway.ranking import ranking
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class SignCounts:
    """The pass as a job: `counts[prefix, sign, kind, outcome]`.

    Prefixes from which nothing is decided any more have all under sign 0. `prefix_of` says for every class of middle
    set and hand where the player stands after the middle stages.
    """

    passes: Passes
    glance: Glance
    prefix_of: NDArray[np.int8] = field(compare=False, repr=False)

    name = "board-showdown-signs"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything besides the code that determines the counts."""
        unpriced = {name: each for name, each in self.passes.parameters.items() if name != "net"}
        return {**unpriced, "prefixes": sha256(self.prefix_of.tobytes()).hexdigest(), "paths": len(self.passes.net)}

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""
        package = "houseway.analysis.declared.board_showdown"
        return (*self.passes.modules, f"{package}.glance", f"{package}.signs_pass")

    def shards(self) -> Sequence[int]:
        """Those of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Count the late sets of a shard."""
        passes = self.passes
        sets, weights = passes.shard(shard)
        n_kinds = len(kinds(passes.system)[1])
        counts = np.zeros((passes.n_prefixes[0], self.glance.n_signs, n_kinds, N_OUTCOMES), np.int64)
        _count_signs(
            passes.tables,
            ranking(passes.system).lookup,
            self.glance.tables,
            sets,
            weights,
            board_places(passes.system, passes.tables.cards[sets]),
            self.prefix_of,
            np.array(deciding(passes)),
            counts,
        )
        return {"counts": counts}


def deciding(passes: Passes) -> list[bool]:
    """For every prefix before the late stages whether anything is left to decide from it."""
    open_after = [False] * passes.n_prefixes[-1]
    for starts in reversed(passes.starts):
        spans = pairwise(starts)
        open_after = [end - first > 1 or any(open_after[first:end]) for first, end in spans]
    return open_after


@numba.njit(nogil=True, cache=True)
def _count_signs(
    t: Tables,
    lookup: Lookup,
    seen: GlanceTables,
    late_sets: Bytes,
    weights: Numbers,
    places: Numbers,
    prefix_of: NDArray[np.int8],
    decides: NDArray[np.bool_],
    counts: Numbers,
) -> None:
    n_boards = t.cards.size - late_sets.shape[1] if t.hidden else 1
    room, board = make_room(t, t.cards.size if t.hidden else 1), make_board()
    times = np.zeros(t.n_prefixes[0], np.int64)
    result = np.zeros(6, np.int64)
    taken = np.zeros(t.cards.size, np.uint8)
    values = np.zeros(t.hands.shape[0], np.uint16)
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        look_at_board(seen, lookup, t.cards[late_set], places[row], board)
        if seen.places.size:
            value_pairs(lookup, t.cards, t.hands, late_set, taken, values)
        for hand in range(t.hands.shape[0]):
            one, other = t.hands[hand, 0], t.hands[hand, 1]
            if room.shown[one] or room.shown[other]:
                continue
            times[:] = 0
            asked = False
            for place in range(room.set_class.size):
                image = t.hand_images[room.set_symmetry[place], hand]
                prefix = prefix_of[t.class_of[room.set_class[place], image]]
                times[prefix] += weight
                asked = asked or decides[prefix]
            sign = 0
            if asked:
                sign = sign_of(seen, board, int(t.cards[one]), int(t.cards[other]), int(values[hand]))
            for number in range(n_boards):
                value = room.values[number, hand]
                if value:
                    kind, found = t.kind_by_value[value], room.found[number, hand]
                    outcomes(found[0], found[1], found[2], t.dealers, value >= t.least, result)
                    for prefix in range(times.size):
                        if times[prefix]:
                            of_kind = counts[prefix, sign if decides[prefix] else 0, kind]
                            for outcome in range(6):
                                of_kind[outcome] += times[prefix] * result[outcome]
