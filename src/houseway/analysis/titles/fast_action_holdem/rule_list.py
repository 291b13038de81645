"""A short rule list for players, made for the game at hand.

The kinds of two cards are fixed. Their order, best first, is fitted. For each kind, the bets to split if the two cards
beside the chosen ones are of that kind are fitted too. So readings and pay tables change the list as they change the
optimal strategy. Two cards are of the first kind in the list that names them. "Other" in a rule means cards that no
line above names.

A naive player sets four cards as the dealer must, and never splits. If the house way leaves choices that differ in
suits only, each is equally likely, as for the dealer (FA-R4).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import FORMAT, RULE_LIST
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices, Way, action_of, way_of
from houseway.analysis.titles.fast_action_holdem.space import PLACES, UNITS, Integers
from houseway.cards.card import ACE, FIVE, N_RANKS, N_SUITS, SIX, TEN, Card
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP

HEIGHTS = 2 * N_RANKS**2
"""A number above all heights of two cards."""
SEVEN, NINE, JACK = 5, 7, 9
Flags = NDArray[np.bool_]

OF_SEVERAL = (
    ", if you hold it; of several, here and below, the one with the higher low card, then the higher high card, then "
    "suited cards, then the one that leaves the better two."
)
SPLITS = (KEEP, ANTE, BONUS, BOTH)
SPLIT_TEXT = {ANTE: "split the Ante", BONUS: "split the Bonus", BOTH: "split both"}
PLACE_OF_WAY = {way: place for place, way in enumerate(WAYS)}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of two cards: its words, and whether two ranks, the higher first, and suits belong to it."""

    words: str
    holds: Callable[[Integers, Integers, Flags], Flags]


KINDS = (
    Kind("a pair of tens or higher", lambda high, low, suited: (high == low) & (high >= TEN)),
    Kind("a pair of sevens to nines", lambda high, low, suited: (high == low) & (high >= SEVEN) & (high <= NINE)),
    Kind("a pair of sixes or lower", lambda high, low, suited: (high == low) & (high <= SIX)),
    Kind("two suited cards of ten or higher", lambda high, low, suited: suited & (low >= TEN)),
    Kind(
        "two suited cards at most two ranks apart, the higher one a five or higher",
        lambda high, low, suited: suited & (high - low <= 2) & (high >= FIVE),
    ),
    Kind("a suited ace", lambda high, low, suited: suited & (high == ACE)),
    Kind(
        "an unsuited ace with a jack, queen or king",
        lambda high, low, suited: ~suited & (high == ACE) & (low >= JACK) & (low < ACE),
    ),
    Kind("two other suited cards of six or higher", lambda high, low, suited: suited & (low >= SIX)),
    Kind("two other cards of ten or higher", lambda high, low, suited: low >= TEN),
    Kind("two other suited cards", lambda high, low, suited: suited),
    Kind("another ace, or two cards in sequence", lambda high, low, suited: (high == ACE) | (high - low == 1)),
    Kind("any other two cards", lambda high, low, suited: high >= 0),
)
"""The kinds in the order in which they are first tried."""


def kinds_of(hands: NDArray[np.uint8], order: Sequence[int] = range(len(KINDS))) -> tuple[Integers, Integers]:
    """Return the kind of each hand's six pairs, cards ascending, and a number that is larger for higher cards.

    A pair of cards is of the first kind, in the given order, that applies. Inside a kind, the higher lower card goes
    first, then the higher of the others, then suited cards.
    """
    cards = hands.astype(np.int64)
    first, second = (np.stack([cards[:, place[side]] for place in PLACES], axis=1) for side in (0, 1))
    low, high = first // N_SUITS, second // N_SUITS
    suited = first % N_SUITS == second % N_SUITS
    found = np.full(low.shape, -1, np.int64)
    for number in order:
        found[(found < 0) & KINDS[number].holds(high, low, suited)] = number
    return found, (low * N_RANKS + high) * 2 + suited


@dataclass(frozen=True)
class RuleList:
    """Rules that a person can play, also usable as a strategy for a seat. `cost` is their cost, in Antes per round.

    `order` has the kinds from the best down. `splits` says how to play if the other two cards are of a kind.
    """

    order: tuple[int, ...]
    splits: tuple[str, ...]
    cost: Fraction = Fraction(0)

    name = RULE_LIST

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form for JSON: the kinds by their numbers, the best first, and each one's split."""
        return {"format": FORMAT, "order": list(self.order), "splits": list(self.splits)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any], cost: Fraction) -> "RuleList":
        """Return the list of a plain form."""
        return cls(tuple(plain["order"]), tuple(plain["splits"]), cost)

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words: the kinds in order, then the splits by the kind of the other two cards."""
        keeps = tuple(f"Choose {KINDS[kind].words}." for kind in self.order)
        keeps = (f"{keeps[0][:-1]}{OF_SEVERAL}", *keeps[1:])
        return (*keeps, *(line for _, line in self._splits()))

    def _splits(self) -> Iterator[tuple[str, str]]:
        """Yield each split that is made, and its line."""
        for split, words in SPLIT_TEXT.items():
            places = [place for place, kind in enumerate(self.order, 1) if self.splits[kind] == split]
            if places:
                yield split, f"If the other two cards are as in {_lines_named(places)}: {words}."

    def slots(self, hands: NDArray[np.uint8]) -> tuple[Integers, list[str]]:
        """Return the pair to choose of each hand, cards ascending, and how to play it.

        Among equal pairs, the one that leaves the better other cards goes first. So suits have no order.
        """
        kinds, height = kinds_of(hands, self.order)
        merit = (len(KINDS) - np.argsort(self.order)[kinds]) * HEIGHTS + height
        chosen = np.argmax(merit * 2 * len(KINDS) * HEIGHTS + merit[:, ::-1], axis=1)
        beside = kinds[np.arange(len(hands)), 5 - chosen]
        return chosen, [self.splits[kind] for kind in beside.tolist()]

    def choose(self, view: View) -> Action:
        """Return the rules' action for the seat's four cards. If a split is not allowed, the two cards are kept."""
        return self.applied(view.cards("hole", view.seat), view.legal_actions.__contains__).action

    def applied(self, cards: Sequence[Card], is_allowed: Callable[[Action], bool]) -> AppliedRule:
        """Return the line of the chosen two cards, that of the other two if they are split, and the action."""
        hand: tuple[Card, ...] = tuple(sorted(cards))
        slots, splits = self.slots(np.array([hand], np.uint8))
        slot, kinds = int(slots[0]), kinds_of(np.array([hand], np.uint8), self.order)[0][0].tolist()
        line = self.lines()[self.order.index(kinds[slot])]
        action = action_of(_way(splits[0], slot), hand)
        if splits[0] == KEEP or not is_allowed(action):
            return AppliedRule(line, action_of(Way(KEEP, slot), hand))
        return AppliedRule(f"{line} {dict(self._splits())[splits[0]]}", action)


def _lines_named(places: Sequence[int]) -> str:
    """Return lines by their numbers.

    >>> _lines_named([3]), _lines_named([1, 2, 3]), _lines_named([4, 6])
    ('line 3', 'lines 1 to 3', 'lines 4 or 6')
    """
    if len(places) == 1:
        return f"line {places[0]}"
    if len(places) > 2 and places[-1] - places[0] == len(places) - 1:
        return f"lines {places[0]} to {places[-1]}"
    return f"lines {', '.join(map(str, places[:-1]))} or {places[-1]}"


def _way(kind: str, slot: int) -> Way:
    """Return the way as the rules list it. A split of both is listed once, under the pair with the highest card."""
    return Way(kind, slot) if Way(kind, slot) in PLACE_OF_WAY else Way(kind, 5 - slot)


def ways_of(rules: RuleList, choices: Choices) -> Integers:
    """Return the ways in which the rules play every class of hands."""
    slots, splits = rules.slots(choices.hands[0])
    kept = np.array([PLACE_OF_WAY[Way(KEEP, slot)] for slot in slots.tolist()])
    split = np.array([PLACE_OF_WAY[_way(kind, slot)] for kind, slot in zip(splits, slots.tolist(), strict=True)])
    allowed = choices.allowed[split, np.arange(len(split))]
    ways: Integers = np.where(allowed, split, kept)
    return ways


def fit_rules(choices: Choices) -> RuleList:
    """Order the kinds by the mean value of keeping them, and make the splits beside each kind that gain."""
    hands, weights = choices.hands[0], choices.hands[1].astype(object)
    kinds, _ = kinds_of(hands)
    every = np.arange(len(hands))
    keeps = [np.full(len(hands), PLACE_OF_WAY[Way(KEEP, slot)]) for slot in range(len(PLACES))]
    keep_values = np.stack([choices.worth(ways, every) for ways in keeps], axis=1) * weights[:, None]
    means = []
    for kind in range(len(KINDS)):
        of_kind = kinds == kind
        times = int((of_kind * choices.hands[1][:, None]).sum())
        means.append(Fraction(int(keep_values[of_kind].sum()), times) if times else Fraction(0))
    order = tuple(sorted(range(len(KINDS)), key=lambda kind: -means[kind]))
    splits = _best_splits(order, choices, kinds_of(hands, order)[0])
    fitted = RuleList(order, splits)
    cost = choices.value_of(choices.best) - choices.value_of(ways_of(fitted, choices))
    return RuleList(order, splits, cost)


def _best_splits(order: tuple[int, ...], choices: Choices, kinds: Integers) -> tuple[str, ...]:
    """Return the most valuable split of each kind, over all hands whose other two cards are of it."""
    slots, _ = RuleList(order, (KEEP,) * len(KINDS)).slots(choices.hands[0])
    rows = np.arange(len(slots))
    beside = kinds[rows, 5 - slots]
    weights = choices.hands[1].astype(object)
    worth = {}
    for split in SPLITS:
        ways = ways_of(RuleList(order, (split,) * len(KINDS)), choices)
        worth[split] = weights * choices.worth(ways, rows)
    return tuple(max(SPLITS, key=lambda split: worth[split][beside == kind].sum()) for kind in range(len(KINDS)))


def rule_ways(choices: Choices) -> Integers:
    """Return the ways of the rules that are made for this game."""
    return ways_of(fit_rules(choices), choices)


HOUSE_WAY = "house-way"


def house_way_plays(choices: Choices) -> tuple[Integers, ...]:
    """Return six equally likely ways to play each class of hands: 1, 2, 3 or 6 different ones."""
    kept = []
    for hand in map(tuple, choices.hands[0].tolist()):
        _, pairs = house_way_choices(hand, choices.game.house_way)
        ways = [PLACE_OF_WAY[way_of(Action(KEEP, descending(pair)), hand)] for pair in pairs]
        kept.append(ways * (UNITS // len(ways)))
    return tuple(np.array(kept, np.int64).T)
