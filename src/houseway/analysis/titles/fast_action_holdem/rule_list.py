"""A short list of rules for people, made for the game at hand.

The kinds of two cards are fixed. Fitted are their order, best first, and for each kind the bets to split when the two
cards beside the chosen ones are of that kind. So readings and pay tables change the list as they change the best play.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices, Way, action_of
from houseway.analysis.titles.fast_action_holdem.space import PLACES, Integers
from houseway.cards.card import ACE, FIVE, N_RANKS, N_SUITS, SIX, TEN, Card
from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP

HEIGHTS = 2 * N_RANKS**2
"""More than there are heights of two cards."""
SEVEN, JACK = 5, 9
Flags = NDArray[np.bool_]

CHOOSE, BESIDE = "Choose ", "If the other two cards are "
OF_SEVERAL = ", if you hold it; of several, here and below, the one with the higher low card."
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
    Kind("a pair of sevens to nines", lambda high, low, suited: (high == low) & (high >= SEVEN)),
    Kind("a lower pair", lambda high, low, suited: high == low),
    Kind("two suited cards of ten or higher", lambda high, low, suited: suited & (low >= TEN)),
    Kind(
        "two suited cards at most two ranks apart, five or higher",
        lambda high, low, suited: suited & (high - low <= 2) & (high >= FIVE),
    ),
    Kind("a suited ace", lambda high, low, suited: suited & (high == ACE)),
    Kind("an unsuited ace with a jack or higher", lambda high, low, suited: (high == ACE) & (low >= JACK)),
    Kind("two other suited cards of six or higher", lambda high, low, suited: suited & (low >= SIX)),
    Kind("two other cards of ten or higher", lambda high, low, suited: low >= TEN),
    Kind("two other suited cards", lambda high, low, suited: suited),
    Kind("another ace, or two cards in sequence", lambda high, low, suited: (high == ACE) | (high - low == 1)),
    Kind("any other two cards", lambda high, low, suited: high >= 0),
)
"""A pair of cards is of the first kind that holds."""


def kinds_of(hands: NDArray[np.uint8]) -> tuple[Integers, Integers]:
    """For the six pairs of each hand, cards ascending: the kind, and a number that is larger for higher cards.

    Inside a kind the higher lower card goes first, then the higher of the others, then suited cards.
    """
    cards = hands.astype(np.int64)
    first, second = (np.stack([cards[:, place[side]] for place in PLACES], axis=1) for side in (0, 1))
    low, high = first // N_SUITS, second // N_SUITS
    suited = first % N_SUITS == second % N_SUITS
    found = np.full(low.shape, -1, np.int64)
    for number, kind in enumerate(KINDS):
        found[(found < 0) & kind.holds(high, low, suited)] = number
    return found, (low * N_RANKS + high) * 2 + suited


@dataclass(frozen=True)
class RuleList:
    """Rules that a person can play; also a strategy for a seat. `cost` is what they give away, in Antes a round.

    `order` has the kinds from the best down; `splits` says what to do if the other two cards are of a kind.
    """

    order: tuple[int, ...]
    splits: tuple[str, ...]
    cost: Fraction = Fraction(0)

    name = RULE_LIST

    @classmethod
    def read(cls, lines: Sequence[str]) -> "RuleList":
        """The rules of a list that is kept in words; what they cost is not asked."""
        chosen = [line.removeprefix(CHOOSE) for line in lines if line.startswith(CHOOSE)]
        order = tuple(next(_named(words)) for words in chosen)
        splits = [KEEP] * len(KINDS)
        for line in lines[len(chosen) :]:
            words, _, split = line.removeprefix(BESIDE).rpartition(": ")
            for kind in _named(words):
                splits[kind] = next(each for each, told in SPLIT_TEXT.items() if f"{told}." == split)
        return cls(order, tuple(splits))

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        keeps = tuple(f"{CHOOSE}{KINDS[kind].words}." for kind in self.order)
        keeps = (f"{keeps[0][:-1]}{OF_SEVERAL}", *keeps[1:])
        extra = []
        for split, words in SPLIT_TEXT.items():
            kinds = [KINDS[kind].words for kind in self.order if self.splits[kind] == split]
            if kinds:
                extra.append(f"{BESIDE}{', or '.join(kinds)}: {words}.")
        return (*keeps, *extra)

    def slots(self, hands: NDArray[np.uint8]) -> tuple[Integers, list[str]]:
        """The pair to choose of each hand, cards ascending, and how to play it.

        Of pairs that are alike the one goes first that leaves the better other cards; so suits have no order.
        """
        kinds, height = kinds_of(hands)
        merit = (len(KINDS) - np.argsort(self.order)[kinds]) * HEIGHTS + height
        chosen = np.argmax(merit * 2 * len(KINDS) * HEIGHTS + merit[:, ::-1], axis=1)
        beside = kinds[np.arange(len(hands)), 5 - chosen]
        return chosen, [self.splits[kind] for kind in beside.tolist()]

    def choose(self, view: View) -> Action:
        """What the rules say of the seat's four cards; where a split is not allowed, the two cards are kept."""
        return self.applied(view.cards("hole", view.seat), view.legal_actions.__contains__).action

    def applied(self, cards: Sequence[Card], is_allowed: Callable[[Action], bool]) -> AppliedRule:
        """The line of the two cards to choose, that of the other two where they are split, and what both lead to."""
        hand: tuple[Card, ...] = tuple(sorted(cards))
        slots, splits = self.slots(np.array([hand], np.uint8))
        slot, kinds, lines = int(slots[0]), kinds_of(np.array([hand], np.uint8))[0][0].tolist(), self.lines()
        line = lines[self.order.index(kinds[slot])]
        action = action_of(_way(splits[0], slot), hand)
        if splits[0] == KEEP or not is_allowed(action):
            return AppliedRule(line, action_of(Way(KEEP, slot), hand))
        beside = next(each for each in lines[len(self.order) :] if each.endswith(f": {SPLIT_TEXT[splits[0]]}."))
        return AppliedRule(f"{line} {beside}", action)


def _named(words: str) -> Iterator[int]:
    """The kinds that a text names, one after the other; of names that begin alike the longest is meant."""
    by_length = sorted(range(len(KINDS)), key=lambda kind: -len(KINDS[kind].words))
    while words:
        kind = next(each for each in by_length if words.startswith(KINDS[each].words))
        yield kind
        words = words.removeprefix(KINDS[kind].words).removeprefix(", or ")


def _way(kind: str, slot: int) -> Way:
    """The way as the rules list it: a split of both stands once, under the pair with the highest card."""
    return Way(kind, slot) if Way(kind, slot) in PLACE_OF_WAY else Way(kind, 5 - slot)


def ways_of(rules: RuleList, choices: Choices) -> Integers:
    """The ways in which the rules play every class of hands."""
    slots, splits = rules.slots(choices.hands[0])
    kept = np.array([PLACE_OF_WAY[Way(KEEP, slot)] for slot in slots.tolist()])
    split = np.array([PLACE_OF_WAY[_way(kind, slot)] for kind, slot in zip(splits, slots.tolist(), strict=True)])
    allowed = choices.allowed[split, np.arange(len(split))]
    ways: Integers = np.where(allowed, split, kept)
    return ways


def fit_rules(choices: Choices) -> RuleList:
    """Order the kinds by the mean value of keeping them, and split beside each kind what it pays to split."""
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
    splits = _best_splits(order, choices, kinds)
    fitted = RuleList(order, splits)
    cost = choices.value_of(choices.best) - choices.value_of(ways_of(fitted, choices))
    return RuleList(order, splits, cost)


def _best_splits(order: tuple[int, ...], choices: Choices, kinds: Integers) -> tuple[str, ...]:
    """For each kind what is worth most, over all hands whose other two cards are of it."""
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
    """The ways of the rules that are made for this game."""
    return ways_of(fit_rules(choices), choices)
