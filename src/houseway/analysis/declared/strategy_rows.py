"""Strategies of titles with streets as rows for people: each kind of cards in sight, and its best option."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.streets import Streets
from houseway.cards.card import N_RANKS, N_SUITS, RANK_NAMES, RANK_PLURALS, RANKS, rank_of, suit_of
from houseway.cards.notation import format_cards

MADE = (
    "{high} high",
    "pair of {many}",
    "two pair, {many} up",
    "three of a kind, {many}",
    "full house, {many} full",
    "four of a kind, {many}",
)
N_KINDS = len(MADE) * N_RANKS * 2


def kinds_of_cards(cards: NDArray[Any]) -> NDArray[np.int64]:
    """Return the kind of each row of cards, a number below N_KINDS.

    >>> [kind_name(kind) for kind in kinds_of_cards(np.array([[51, 50, 4], [51, 47, 3]]))]
    ['pair of aces', 'ace high, suited']
    """
    times = _times(cards)
    highest = N_RANKS - 1 - (times == times.max(axis=1)[:, None])[:, ::-1].argmax(axis=1)
    suits = cards % N_SUITS
    suited = (suits == suits[:, :1]).all(axis=1)
    kinds: NDArray[np.int64] = ((made_of_cards(cards) * N_RANKS + highest) * 2 + suited).astype(np.int64)
    return kinds


def made_of_cards(cards: NDArray[Any]) -> NDArray[np.int64]:
    """Return the hand that each row of cards has made by rank, as a place in MADE."""
    ordered = np.sort(_times(cards), axis=1)
    most, second = ordered[:, -1], ordered[:, -2]
    made = [most >= 4, (most == 3) & (second >= 2), most == 3, (most == 2) & (second == 2), most == 2]
    return np.select(made, [5, 4, 3, 2, 1], 0)


def _times(cards: NDArray[Any]) -> NDArray[np.int64]:
    """Return how often each rank occurs."""
    ranks = cards // N_SUITS
    return np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1)


def longest_suit(cards: NDArray[Any]) -> NDArray[np.int64]:
    """Return the most cards of one suit in each row, which is the kind where nothing else is paid."""
    suits = cards % N_SUITS
    counts = np.stack([(suits == suit).sum(axis=1) for suit in range(N_SUITS)], axis=1)
    return np.asarray(counts.max(axis=1), np.int64)


def suit_name(kind: int) -> str:
    """Return the name of such a kind."""
    return f"{kind} of a suit" if kind > 1 else "all of different suits"


def kind_name(kind: int) -> str:
    """Return the name of a kind."""
    (made, rank), suited = divmod(kind // 2, N_RANKS), kind % 2
    name = MADE[made].format(high=RANK_NAMES[rank], many=RANK_PLURALS[rank])
    return f"{name}, suited" if suited else name


def cards_name(cards: Sequence[int]) -> str:
    """Return a few cards as text: two of them by their ranks, more as they are.

    >>> cards_name([0, 51]), cards_name([47, 51]), cards_name([46, 45, 51])
    ('A-2', 'A-K suited', 'Kd Kh As')
    """
    if len(cards) > 2:
        return format_cards(sorted(cards))
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    suited = len(cards) == 2 and suit_of(cards[0]) == suit_of(cards[1])
    return "-".join(RANKS[rank] for rank in ranks) + (" suited" if suited else "")


Numbers = NDArray[np.int64]


def options_row(
    streets: Streets,
    stage: int,
    prefix: int,
    seen: Sequence[int],
    label: str,
    combinations: int,
    values: Sequence[Fraction],
    best: int,
) -> StrategyRow:
    """Return one row; `values` are those of the options at the stage in order, `best` is the place of the best."""
    options = [streets.option(stage, child) for child in streets.children[stage][prefix]]
    named = [option for option in options if option is not None]
    return StrategyRow(
        decision=streets.stages[stage].decision,
        path=tuple(option for _, option in streets.prefixes[stage][prefix]),
        seen=tuple(seen),
        label=label,
        combinations=combinations,
        values=dict(zip(named, values, strict=True)),
        best=named[best],
    )


@dataclass
class KindRows:
    """Sums of the best options by kind of hand. Hands of one kind may differ in their best option, and the values of a
    row are the means of its hands.
    """

    streets: Streets
    stage: int
    prefix: int
    n_kinds: int
    n_seen: int

    def __post_init__(self) -> None:
        n_keys = self.n_kinds * len(self.children)
        self.combinations = np.zeros(n_keys, np.int64)
        self.totals = np.zeros((len(self.children), n_keys), np.int64)
        self.samples = np.zeros((n_keys, self.n_seen), np.uint8)

    @property
    def children(self) -> tuple[int, ...]:
        """Return the prefixes that the options lead to."""
        return self.streets.children[self.stage][self.prefix]

    def add(
        self, kinds: Numbers, seen: NDArray[np.uint8], times: Numbers, best: NDArray[np.int8], totals: Numbers
    ) -> None:
        """Add many hands: their kinds, the cards in sight, their frequencies, the best prefix, and the value of every
        prefix times the frequency.
        """
        keys = kinds * len(self.children) + (best - self.children[0])
        np.add.at(self.combinations, keys, times)
        for place, child in enumerate(self.children):
            np.add.at(self.totals[place], keys, totals[child])
        self.samples[keys] = seen

    def rows(self, ways: int, scale: int, name_of: Callable[[int], str]) -> Iterator[StrategyRow]:
        """Yield the rows, those with the same best option together.

        Every hand represents `ways` ways to end, and a value is a sum over them in 1 / scale units.
        """
        for key in sorted(np.flatnonzero(self.combinations).tolist(), key=lambda key: key % len(self.children)):
            hands = int(self.combinations[key])
            values = [Fraction(int(total), hands * ways * scale) for total in self.totals[:, key]]
            kind, best = divmod(key, len(self.children))
            seen = self.samples[key].tolist()
            yield options_row(self.streets, self.stage, self.prefix, seen, name_of(kind), hands * ways, values, best)
