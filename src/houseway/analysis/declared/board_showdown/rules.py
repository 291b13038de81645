"""The features that a person may check of two cards with the board, with the signs that meet each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.early_streets import Choices, EarlyPlay
from houseway.analysis.declared.board_showdown.features import (
    BETTER,
    FLUSH,
    HIGH,
    LOW,
    LOW_PAIR,
    MADE,
    OPEN_STRAIGHT,
    OUTS,
    STRAIGHT,
    SignCounts,
    StreetFeatures,
)
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.conditions import COUNTED, BoardHand, Two, starting_hands
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.rule_list import Candidate, FittedRules, fit
from houseway.analysis.results.rules import Rule, Rules, Step
from houseway.cards.card import ACE
from houseway.games.engine.declared.vocabulary import Hand

FACTS = ("made", "high", "low", "flush", "straight", "outs")
"""The parts of a sign, in their order."""
HIDDEN = (
    "Hidden: one of your cards makes it, and your hand is of a higher kind than the board alone. A second pair has one "
    "rank of the board above it, a top pair none."
)
HIDDEN_TWO_PAIR = "Hidden two pair: each of your cards pairs a different card of the board."
TO_A_FLUSH = "{four} to a flush: exactly {few} of one suit, at least one of them yours."
TO_A_STRAIGHT = (
    "{four} to a straight: a rank that you lack would make {many} in a row, and would not with the board alone. In two "
    "ways: there are two such ranks or more."
)
DEALER_OUTS = "Dealer outs: unseen cards that would put the dealer ahead. Count each alone with the board."
TOGETHER = (
    (MADE, HIGH),
    (MADE, FLUSH),
    (MADE, STRAIGHT),
    (MADE, OUTS),
    (HIGH, LOW),
    (HIGH, FLUSH),
    (HIGH, STRAIGHT),
    (HIGH, OUTS),
    (FLUSH, STRAIGHT),
    (FLUSH, OUTS),
    (STRAIGHT, OUTS),
)
"""Parts of a sign of which two are checked at a time. For a flush draw, only its presence is checked then."""


def facts_of(glance: StreetFeatures, signs: int | NDArray[np.int64]) -> Mapping[str, Any]:
    """Return the parts of signs, by name."""
    return dict(zip(FACTS, np.unravel_index(signs, glance.shape), strict=True))


def conditions_of(glance: StreetFeatures, signs: NDArray[np.int64]) -> list[Candidate]:
    """Return every possible condition on these signs."""
    facts = facts_of(glance, signs)
    single = {part: list(_single(glance, part)) for part in range(len(FACTS)) if glance.shape[part] > 1}
    asked = [hand for part in single if part != LOW for hand in single[part]]
    for one, other in combinations(single, 2):
        if (one, other) in TOGETHER:
            pairs = product(*(single[part][:1] if part == FLUSH else single[part] for part in (one, other)))
            asked += [_both(hand, more) for hand, more in pairs]
    found = [Candidate(hand, np.asarray(hand.met(facts), np.bool_)) for hand in asked]
    return [each for each in found if each.holds.any()]


def notes_on(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield explanations of words in the rules, where they are used."""
    asked = [hand for rule in rules for hand in rule.when if isinstance(hand, BoardHand)]
    if any(hand.made for hand in asked):
        yield HIDDEN
    if any(hand.made == BETTER for hand in asked):
        yield HIDDEN_TWO_PAIR
    if asked:
        many, few = COUNTED[asked[0].length], COUNTED[asked[0].length - 1]
        if any(hand.flush for hand in asked):
            yield TO_A_FLUSH.format(four=few.capitalize(), few=few)
        if any(hand.straight for hand in asked):
            yield TO_A_STRAIGHT.format(four=few.capitalize(), many=many)
    if any(hand.outs >= 0 for hand in asked):
        yield DEALER_OUTS


def _both(one: BoardHand, other: BoardHand) -> BoardHand:
    told = {each.name: getattr(other, each.name) for each in fields(other)}
    return replace(one, **{name: value for name, value in told.items() if value != _DEFAULTS.get(name)})


_DEFAULTS = {each.name: each.default for each in fields(BoardHand)}


def _single(glance: StreetFeatures, part: int) -> Iterator[BoardHand]:
    """Yield the conditions on one part of a sign."""
    any_hand = BoardHand(glance.length)
    if part == MADE:
        yield from (replace(any_hand, made=level) for level in range(LOW_PAIR, BETTER + 1))
    elif part == HIGH:
        yield from (replace(any_hand, high=rank) for rank in range(1, ACE + 1))
    elif part == LOW:
        yield from (replace(any_hand, low=rank) for rank in range(1, ACE + 1))
    elif part == FLUSH:
        yield from (replace(any_hand, flush=least) for least in (1, *range(2, ACE + 2)))
    elif part == STRAIGHT:
        yield from (replace(any_hand, straight=least) for least in range(1, OPEN_STRAIGHT + 1))
    elif part == OUTS:
        yield from (replace(any_hand, outs=most) for most in range(glance.shape[OUTS] - 1))


Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class BoardRules:
    """Rules fitted to the optimal strategy, and their counts: `counts[path, kind, outcome]`.

    The first decisions are those of the optimal strategy, as starting hands. `prefix_of` is the prefix that the rules
    reach with every class of middle set and hand.
    """

    layout: Layout
    passes: Passes
    early: EarlyPlay
    middle: tuple[FittedRules, ...]
    prefix_of: Choices
    late: tuple[FittedRules, ...]
    counts: Numbers

    @classmethod
    def fitted(cls, layout: Layout, passes: Passes, early: EarlyPlay, runner: Runner) -> "BoardRules":
        """Fit the middle rules to the values of the optimal strategy, the late ones to the hands that reach them."""
        middle, prefix_of = _fit_middle(layout, early)
        glance = street_features(layout, layout.late)
        counted = runner.run(SignCounts(passes, glance, prefix_of))["counts"]
        late = _fit_late(layout, passes, counted, glance)
        return cls(layout, passes, early, middle, prefix_of, late, _by_path(layout, late, counted))

    def standing(self, own: Bytes, board: Bytes) -> Numbers:
        """Return the prefix after the middle stages of rounds with these player's and community cards."""
        space, middle = self.early.space, self.layout.middle
        hands = set_numbers(np.sort(np.searchsorted(space.cards, own), axis=1))
        sets = set_numbers(np.sort(np.searchsorted(space.cards, board[:, :middle]), axis=1))
        images = space.hand_images[space.set_symmetry[sets], hands]
        return self.prefix_of[space.class_of[space.set_class[sets], images]].astype(np.int64)

    def late_paths(self) -> Numbers:
        """Return where the late rules lead from every prefix with every sign."""
        signs = np.arange(street_features(self.layout, self.layout.late).n_signs)
        before = range(len(self.layout.streets.prefixes[self.layout.middle_end]))
        starting = (np.full(len(signs), prefix) for prefix in before)
        return np.stack([_led(self.layout, self.layout.middle_end, self.late, prefix, signs) for prefix in starting])

    def rules(self, cost: Fraction) -> Rules:
        """Return the rules of all stages, with their cost."""
        found = list(_starting_rules(self.layout, self.early))
        stages = self.layout.streets.stages[self.layout.first_end :]
        for rules, stage in zip((*self.middle, *self.late), stages, strict=True):
            options = [Step(option.name, option.title) for option in stage.decision.offered(self.layout.game)]
            found += rules.rules(options, stage.decision.title)
        return Rules(tuple(found), cost, tuple(notes_on(found)))


@dataclass(frozen=True)
class RuledPlayer(Player):
    """A player who plays many rounds at once by rules."""

    rules: BoardRules

    def paths(self, cards: Mapping[Hand, Bytes]) -> Numbers:
        """Return the number of the path that each round takes."""
        rules, layout = self.rules, self.rules.layout
        own, board = cards[layout.streets.own], layout.streets.board.dealt(cards)
        prefix = rules.standing(own, board)
        if rules.late:
            shown = np.ascontiguousarray(board[:, : layout.late])
            signs = street_features(layout, layout.late).signs(np.ascontiguousarray(own), shown)
            prefix = _led(layout, layout.middle_end, rules.late, prefix, signs)
        return prefix


def street_features(layout: Layout, shown: int) -> StreetFeatures:
    """Return the features of a title's cards with `shown` community cards."""
    return StreetFeatures(layout.system, layout.game.deck.distinct, shown, layout.streets.board.cards)


def _fit_middle(layout: Layout, early: EarlyPlay) -> tuple[tuple[FittedRules, ...], Choices]:
    """Fit rules for the middle stages, and return them with the prefix that each class reaches by them."""
    streets, space = layout.streets, early.space
    prefix = early.first.lead(np.zeros(space.n_holes, np.int8))[space.hole_of[space.hand]].astype(np.int64)
    if not early.middle.totals:
        return (), prefix.astype(np.int8)
    glance = street_features(layout, layout.middle)
    signs = glance.signs(space.cards[space.hands[space.hand]], space.cards[space.sets])
    found: list[FittedRules] = []
    for place, totals in enumerate(early.middle.totals):
        stage = layout.first_end + place
        worth = np.zeros((_n_options(layout, stage), glance.n_signs), np.int64)
        for before, children in enumerate(streets.children[stage]):
            if len(children) > 1:
                met = prefix == before
                for option, child in enumerate(children):
                    np.add.at(worth[option], signs[met], totals[child, met])
        found.append(_fitted(worth, glance))
        prefix = _led(layout, stage, found[-1:], prefix, signs)
    return tuple(found), prefix.astype(np.int8)


def _fit_late(layout: Layout, passes: Passes, counted: Numbers, glance: StreetFeatures) -> tuple[FittedRules, ...]:
    """Fit rules for the late stages, the last first."""
    streets, net = layout.streets, np.array(passes.net, np.int64)
    entry = list(range(len(streets.prefixes[-1])))
    for stage in reversed(range(layout.middle_end, len(streets.stages))):
        owners = {child: before for before, children in enumerate(streets.children[stage]) for child in children}
        entry = [owners[each] for each in entry]
    after = np.stack([np.tensordot(counted[entry[path]], net[path], 2) for path in range(len(net))])
    found: list[FittedRules] = []
    for stage in reversed(range(layout.middle_end, len(streets.stages))):
        worth = np.zeros((_n_options(layout, stage), glance.n_signs), np.int64)
        for children in streets.children[stage]:
            if len(children) > 1:
                worth[: len(children)] += after[list(children)]
        rules = _fitted(worth, glance)
        taken = [rules.choice if len(children) > 1 else 0 * rules.choice for children in streets.children[stage]]
        columns = np.arange(glance.n_signs)
        after = np.stack(
            [
                after[np.array(children)[choice], columns]
                for children, choice in zip(streets.children[stage], taken, strict=True)
            ]
        )
        found.insert(0, rules)
    return tuple(found)


def _fitted(worth: Numbers, glance: StreetFeatures) -> FittedRules:
    """Fit rules to the values of options by sign; signs that never occur take the smallest option."""
    met = np.flatnonzero(worth.any(axis=0))
    rules = fit(worth[:, met], conditions_of(glance, met))
    choice = np.zeros(worth.shape[1], np.int8)
    choice[met] = rules.choice
    return FittedRules(rules.conditions, choice)


def _by_path(layout: Layout, late: Sequence[FittedRules], counted: Numbers) -> Numbers:
    """Return the counts of every path, kind and outcome if the late rules are followed."""
    counts = np.zeros((len(layout.streets.prefixes[-1]), *counted.shape[2:]), np.int64)
    signs = np.arange(counted.shape[1])
    for prefix, by_sign in enumerate(counted):
        path = _led(layout, layout.middle_end, late, np.full(len(signs), prefix), signs)
        np.add.at(counts, path, by_sign)
    return counts


def _led(layout: Layout, first: int, rules: Sequence[FittedRules], prefix: Numbers, signs: Numbers) -> Numbers:
    """Return where rules of some stages, from the first on, lead from prefixes with signs."""
    for stage, each in enumerate(rules, first):
        after = np.empty(len(prefix), np.int64)
        for before, children in enumerate(layout.streets.children[stage]):
            met = prefix == before
            taken = each.choice[signs[met]] if len(children) > 1 else np.zeros(int(met.sum()), np.int8)
            after[met] = np.array(children)[taken]
        prefix = after
    return prefix


def _n_options(layout: Layout, stage: int) -> int:
    return max(map(len, layout.streets.children[stage]))


def _starting_rules(layout: Layout, early: EarlyPlay) -> Iterator[Rule]:
    """Yield the first decisions as lists of starting hands; the option that takes most words is "everything else"."""
    streets, space = layout.streets, early.space
    holes, samples = np.unique(space.hole_of, return_index=True)
    kinds = [Two.of(*space.cards[space.hands[sample]].tolist()) for sample in samples]
    prefix = np.zeros(len(holes), np.int64)
    for stage, best in enumerate(early.first.best):
        for before, children in enumerate(streets.children[stage]):
            met = np.flatnonzero(prefix == before)
            if len(children) == 1 or not len(met):
                continue
            chosen = best[before, met]
            among = [kinds[place] for place in met]
            told = {
                child: starting_hands([kinds[place] for place in met[chosen == child]], among)
                for child in reversed(children)
                if (chosen == child).any()
            }
            rest = max(told, key=lambda child: len("; ".join(each.text for each in told[child])))
            after = tuple(Step(option.name, option.title) for _, option in streets.prefixes[stage][before])
            for child in [*(each for each in told if each != rest), rest]:
                option = streets.option(stage, child)
                assert option is not None, "where there are several children an option is taken"
                takes, when = (Step(option.name, option.title),), told[child] if child != rest else ()
                yield Rule(takes, when, decision=streets.stages[stage].decision.title, after=after)
        prefix = best[prefix, holes].astype(np.int64)
