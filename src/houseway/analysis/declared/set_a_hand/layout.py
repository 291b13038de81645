"""Declarations of hands to be set: seven player's cards, two of them in front, against a dealer by the house way.

The counts of the dealer's hands that are beaten are by class in a large deck, and hand by hand in a small one.

In a large deck, hands of one class are counted together. They have the same ranks and the same flush, and can be set
alike. Where their other suits make another setting better, `all_suits` divides the class. In a small deck every hand is
counted by itself, up to renaming of suits, and the dealer's hands are enumerated against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.classes import HAND, class_of
from houseway.analysis.declared.set_a_hand.counting import (
    BOTH,
    HIGH,
    LOW,
    AgainstTheHouseWay,
    collect,
    common_sets,
    room_for,
    room_for_cards,
)
from houseway.analysis.declared.set_a_hand.settings import Numbers, Rows, Settings, settings_of
from houseway.analysis.declared.streets import hands_of
from houseway.cards.card import N_NATURAL, Card
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import (
    Between,
    Chosen,
    Compare,
    Decision,
    Hand,
    HouseSet,
    Makes,
    Margin,
    Option,
    Owner,
    Paid,
    Rest,
)
from houseway.games.engine.setting import SettingWay
from houseway.ranking.system import SYSTEMS

BONUS = "pai-gow-bonus"
HIGH_SYSTEMS, LOW_SYSTEM = {name for name in SYSTEMS if name.startswith("pai-gow")}, "pai-gow-low"


@dataclass(frozen=True, slots=True)
class Layout:
    """The player's hand and the dealer's, the two comparisons, the decision, and whether it sees the dealer's hand."""

    own: Hand
    low: Chosen
    dealer: Hand
    highs: Compare
    lows: Compare
    decision: Decision
    by_house_way: Option
    freely: Option
    dealer_seen: bool

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """Return the layout of a title that the family accepts."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a hand-setting game: {reason}")
        (low,), (decision,) = game.every(Chosen), game.decisions()
        lows, highs = (_comparison(game, kind) for kind in (Chosen, Rest))
        house, free = sorted(decision.offered(game), key=lambda option: not option.by_house_way)
        dealer = hands_of(game, Owner.DEALER)[0]
        return cls(low.of, low, dealer, highs, lows, decision, house, free, _shown_before(game, dealer))


def reason_against(game: DeclaredGame) -> str:
    """Return why a title is not a hand to be set; empty if it is one."""
    own, dealers = hands_of(game, Owner.SEAT), hands_of(game, Owner.DEALER)
    if len(game.every(HouseSet)) != 1 or len(game.every(Chosen)) != 1 or len(game.every(Rest)) != 2:
        return "no hand of it is set high and low by player and house way"
    if [hand.cards for hand in (*own, *dealers)] != [HAND, HAND] or hands_of(game, Owner.TABLE):
        return f"it is not one own hand of {HAND} cards against one of the dealer's"
    compares = game.every(Compare)
    if len(compares) != 2 or any(term.qualifier for term in compares):
        return "it does not compare two hands with two, without a qualifier"
    systems = {game.system(term) for term in compares}
    if not systems & HIGH_SYSTEMS or LOW_SYSTEM not in systems:
        return f"its hands rank by {', '.join(sorted(systems))}"
    options = [option for decision in game.decisions() for option in decision.offered(game)]
    if len(game.decisions()) != 1 or sorted(option.by_house_way for option in options) != [False, True]:
        return "it does not ask one decision, to set by the house way or freely"
    if any(option.bets or option.folds for option in options):
        return "an option bets or folds"
    for paid in game.every(Paid):
        if paid.hands != (own[0],) or game.table(paid).form.system != BONUS:
            return f"{paid.place}: {paid.title} is not paid on all own cards"
    if game.envy is not None and game.pays_fixed(game.envy.table).form.system != BONUS:
        return "its Envy Bonus is not for what all own cards hold"
    about_points = [term for term in game.features if isinstance(term, Makes | Margin)]
    if about_points or any(term.hands[0].owner is Owner.SEAT for term in game.every(Between)):
        return "it asks more of the hands than their ranks"
    deck = game.deck
    if deck.max_copies > 1 or sum(deck.copies[N_NATURAL:]) > 1 or deck.size < 2 * HAND:
        return "its deck has copies of cards, two jokers, or too few cards"
    return ""


def _comparison(game: DeclaredGame, kind: type) -> Compare:
    return next(term for term in game.every(Compare) if isinstance(term.own, kind))


def _shown_before(game: DeclaredGame, dealer: Hand) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = next(place for place, step in enumerate(steps) if isinstance(step, Ask))
    return any(isinstance(step, Show) and step.hand is dealer for step in steps[:asked])


PAIRS_LAID_OUT = 10**8
"""The most pairs of hands for which a deck is small."""


@dataclass(frozen=True)
class Beaten:
    """Groups of player hands, their rows (`rows.of_class` numbers the groups), and the dealer's hands each row beats.

    `of_rows[row, kind, BOTH | HIGH | LOW]` and `every[group, kind]` count pairs of player and dealer hands.
    """

    settings: Settings
    class_of_group: Numbers
    rows: Rows
    of_rows: Numbers
    every: Numbers

    @property
    def first_rows(self) -> Numbers:
        """Return the rows of the house way's settings."""
        return self.rows.start[:-1]


def kinds_of(game: DeclaredGame, settings: Settings) -> Numbers:
    """Return, by class, the kind of a dealer's hand: a bit for each hand the title asks about, highest first."""
    kinds = np.zeros(len(settings.hands), np.int64)
    for term in game.every(Between):
        kinds = kinds * 2 + settings.is_made(term)
    return kinds


def n_pairs(deck: Deck) -> int:
    """Return the number of pairs of player and dealer hands."""
    return comb(deck.size, HAND) * comb(deck.size - HAND, HAND)


def is_small(deck: Deck) -> bool:
    """Return whether every pair of hands of a deck is enumerated."""
    return n_pairs(deck) <= PAIRS_LAID_OUT


def beaten_by(payoffs: Payoffs, runner: Runner, *, by_class: bool = False) -> Beaten:
    """Return the counts of a title's deck and house way, in a small deck hand by hand unless `by_class`."""
    game = payoffs.game
    settings = settings_of(game.deck, game.house_way)
    kinds = kinds_of(game, settings)
    if is_small(game.deck) and not by_class:
        return _laid_out(game.deck, game.house_way, tuple(kinds.tolist()), 1 << len(game.every(Between)))
    counts = runner.run(AgainstTheHouseWay(game.deck, game.house_way, tuple(kinds.tolist())))
    classes = np.arange(len(settings.hands))
    return Beaten(settings, classes, settings.rows, counts["beaten"], counts["every"])


def dealers_by_class(deck: Deck, settings: Settings, seen: tuple[int, ...]) -> Numbers:
    """Return how many hands of each class the dealer can have beside the seen cards."""
    work, left = room_for(settings, 1), room_for_cards(deck)
    places = [place for place, card in enumerate(deck.distinct) if card not in seen]
    left.keys[: len(places)], left.masks[: len(places)] = settings.lookup.keys[places], settings.lookup.masks[places]
    left.key_sums[0], left.mask_sums[0] = settings.lookup.start, 0
    collect(settings.lookup, left, len(places), HAND, work)
    return work.times.astype(np.int64)


@lru_cache(maxsize=8)
def _laid_out(deck: Deck, way: SettingWay, kinds: tuple[int, ...], n_kinds: int) -> Beaten:
    settings = settings_of(deck, way)
    sets, weights = common_sets(deck, HAND)
    cards = np.array(deck.distinct)
    classes = np.array([class_of_cards(deck, settings, cards[row].tolist()) for row in sets], np.int64)
    start = np.concatenate([[0], np.cumsum(2 * settings.rows.n_best[classes] + 1)])
    places = np.concatenate([np.arange(settings.rows.start[c], settings.rows.start[c + 1]) for c in classes])
    of_group = np.repeat(np.arange(len(sets)), np.diff(start))
    rows = Rows(start, of_group, settings.rows.high[places], settings.rows.low[places], settings.rows.n_best[classes])
    of_rows = np.zeros((len(places), n_kinds, 3), np.int64)
    every = np.zeros((len(sets), n_kinds), np.int64)
    kind_of = np.array(kinds)
    for group, (row, weight) in enumerate(zip(sets, weights.tolist(), strict=True)):
        times = dealers_by_class(deck, settings, tuple(cards[row].tolist())) * weight
        there = np.flatnonzero(times)
        for kind in range(n_kinds):
            dealers = there[kind_of[there] == kind]
            every[group, kind] = times[dealers].sum()
            for asked in range(start[group], start[group + 1]):
                above = rows.high[asked] > settings.house_high[dealers]
                before = rows.low[asked] > settings.house_low[dealers]
                for what, beaten in ((BOTH, above & before), (HIGH, above), (LOW, before)):
                    of_rows[asked, kind, what] = times[dealers][beaten].sum()
    return Beaten(settings, classes, rows, of_rows, every)


def class_of_cards(deck: Deck, settings: Settings, hand: Sequence[int]) -> int:
    """Return the class of seven cards."""
    lookup, places = settings.lookup, [deck.distinct.index(Card(card)) for card in hand]
    key, mask = lookup.start + lookup.keys[places].sum(), np.bitwise_or.reduce(lookup.masks[places])
    return int(class_of(lookup, np.uint64(key), np.uint64(mask)))
