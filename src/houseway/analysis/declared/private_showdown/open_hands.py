"""Player's cards against the dealer's three, where hands of other seats are open: all sights of every player's hand.

Take one player's hand and let O be the others' cards. Of the dealer's hands without a card of O let N(O) be how many
end in each code. Let N_c(O) be how many of them hold the card c, and N_cd(O) how many hold c and d. One card e more
gives

    N(O + e) = N(O) - N_e(O),   N_c(O + e) = N_c(O) - N_ce(O),   N_cd(O + e) = N_cd(O) - (the hand c, d, e).

So the sets O are enumerated in order, card by card. The last card needs N alone, the one before it N_c, and only the
others N_cd. No dealer's hand is dealt again for any of them.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import (
    N_SHARDS,
    Cards,
    Numbers,
    ShowdownRows,
    Told,
    information_sets,
    n_codes,
)
from houseway.cards.deck import Deck

DEALERS_CARDS = 3

_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True)
class OpenShowdowns(ShowdownRows):
    """A job over all player hands, each with all sets of `others` cards.

    `pays[path, row, code]` is the payoff of a way to play, and `order` has the paths by commitment. The counts are by
    player's hand and by its best paths, the one with the smaller and that with the larger commitment. `sights` counts
    sets of others' cards, `deals` those with every dealer's hand, by code.
    """

    told: tuple[Told, ...]
    others: int
    pays: NDArray[np.int64] = field(compare=False)
    order: tuple[int, ...]

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return f"open-showdown-{self.own}-{self.others}-{self.hidden}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the cards, the features that are distinguished, and the payoff of every ending."""
        paid = hashlib.sha256(np.ascontiguousarray(self.pays).tobytes()).hexdigest()
        return {**super().parameters, "others": self.others, "pays": paid, "order": list(self.order)}

    def run(self, shard: int) -> Counts:
        """Return the counts of one part; the other rows are zero."""
        deck, codes = Deck(self.copies), n_codes(self.told)
        seen, _ = information_sets(deck, self.own, 0, self.keep_colors)
        groups = len(self.order) ** 2
        sights, deals = np.zeros((len(seen), groups), np.int64), np.zeros((len(seen), groups, codes), np.int64)
        cards, order = np.array(deck.distinct, np.uint8), np.array(self.order, np.int64)
        for row in range(len(seen) * shard // N_SHARDS, len(seen) * (shard + 1) // N_SHARDS):
            code_of = codes_of_hands(seen[row], cards[~np.isin(cards, seen[row])], self.told)
            holding = hands_by_card(code_of, codes)
            path = always_best(holding, self.pays[:, row], self.others)
            if path is None:
                _tally(code_of, codes, self.others, self.pays[:, row], order, sights[row], deals[row])
                continue
            group, size = path * len(order) + path, len(code_of)
            sights[row, group] = comb(size, self.others)
            deals[row, group] = holding.sum(axis=0) // DEALERS_CARDS * comb(size - DEALERS_CARDS, self.others)
        return {"sights": sights, "deals": deals}


def codes_of_hands(own: Cards, left: Cards, told: Sequence[Told]) -> Numbers:
    """Return the code of every dealer's hand by the places of its cards among those left, in any order of them."""
    places = all_sets(len(left), DEALERS_CARDS)
    dealers, codes = np.ascontiguousarray(left[places]), np.zeros(len(places), np.int64)
    for each in told:
        codes = codes * each.n_codes + each.codes(own, dealers)
    cube = np.zeros((len(left),) * DEALERS_CARDS, np.int64)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        cube[places[:, a], places[:, b], places[:, c]] = codes
    return cube


def hands_by_card(code_of: Numbers, n_codes: int) -> Numbers:
    """Return how many of the dealer's hands hold each card, by code."""
    size = len(code_of)
    places = all_sets(size, DEALERS_CARDS)
    codes = code_of[tuple(places.T)]
    held = np.bincount((places.astype(np.int64) * n_codes + codes[:, None]).ravel(), minlength=size * n_codes)
    return held.reshape(size, n_codes)


def always_best(holding: Numbers, pays: Numbers, others: int) -> int | None:
    """Return the path that is better than any other with all cards of the other seats, as far as bounds show it.

    Others' cards can reduce one path's lead over another by at most the lead that the hands with those cards earn.
    """
    every = holding.sum(axis=0) // DEALERS_CARDS
    best = int((pays @ every).argmax())
    for path in range(len(pays)):
        gain = pays[best] - pays[path]
        taken = np.sort(holding @ np.maximum(gain, 0))[::-1][:others].sum()
        if path != best and int(gain @ every) - int(taken) <= 0:
            return None
    return best


@_compiled
def _tally(code_of: Array, n_codes: int, others: int, pays: Array, order: Array, sights: Array, deals: Array) -> None:
    """Add all sets of others' cards against one player's hand, in ascending order of their places."""
    size, n_paths = len(code_of), len(order)
    none = np.zeros((others, n_codes), np.int64)
    one = np.zeros((others, size, n_codes), np.int64)
    two = np.zeros((others, size, size, n_codes), np.int64)
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(size):
                if c not in (a, b):
                    two[0, a, b, code_of[a, b, c]] += 1
            for code in range(n_codes):
                one[0, a, code] += two[0, a, b, code]
                one[0, b, code] += two[0, a, b, code]
    for a in range(size):
        for code in range(n_codes):
            one[0, a, code] //= 2
            none[0, code] += one[0, a, code]
    for code in range(n_codes):
        none[0, code] //= 3
    places, held = np.zeros(others, np.int64), np.zeros(n_codes, np.int64)
    depth = 0
    while depth >= 0:
        if depth == others - 1:
            for last in range(places[depth], size):
                for code in range(n_codes):
                    held[code] = none[depth, code] - one[depth, last, code]
                smallest, largest, most = 0, 0, np.int64(0)
                for place in range(n_paths):
                    worth = np.int64(0)
                    for code in range(n_codes):
                        worth += pays[order[place], code] * held[code]
                    if place == 0 or worth > most:
                        smallest, largest, most = order[place], order[place], worth
                    elif worth == most:
                        largest = order[place]
                group = smallest * n_paths + largest
                sights[group] += 1
                for code in range(n_codes):
                    deals[group, code] += held[code]
        elif places[depth] <= size - (others - depth):
            card = places[depth]
            for code in range(n_codes):
                none[depth + 1, code] = none[depth, code] - one[depth, card, code]
            for c in range(card + 1, size):
                for code in range(n_codes):
                    one[depth + 1, c, code] = one[depth, c, code] - two[depth, card, c, code]
            if depth + 2 < others:
                for c in range(card + 1, size):
                    for d in range(c + 1, size):
                        for code in range(n_codes):
                            two[depth + 1, c, d, code] = two[depth, c, d, code]
                        two[depth + 1, c, d, code_of[card, c, d]] -= 1
            depth += 1
            places[depth] = card + 1
            continue
        depth -= 1
        if depth >= 0:
            places[depth] += 1
