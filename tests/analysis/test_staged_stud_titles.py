"""Let It Ride and Big Raise Stud Poker: the published figures, and the published strategies hand by hand."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod, sqrt

import numpy as np
import pytest

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.analyzer import analysis_of
from houseway.analysis.declared.family import Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.staged_stud.family import StagedStud
from houseway.analysis.declared.streets import Streets
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.card import ACE, rank_of, suit_of
from houseway.cards.classes import class_arrays
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

TEN, SIX, FIVE = 8, 4, 3
FAMILY, HERE = StagedStud(), Runner(jobs=1, cache=False)


@cache
def solved(slug: str, **readings: str) -> Solution:
    title = game(slug, readings=readings)
    assert isinstance(title, DeclaredGame)
    return FAMILY.solve(Payoffs.of(title), HERE)


def first_options(slug: str) -> Iterator[tuple[tuple[int, ...], Option]]:
    """Every class of own hands with what best play does first."""
    title = game(slug)
    assert isinstance(title, DeclaredGame)
    payoffs, streets = Payoffs.of(title), Streets.of(title)
    hands, _ = class_arrays(title.deck, (streets.own.cards,))
    left = [[card for card in range(52) if card not in hand][: streets.board.cards] for hand in hands.tolist()]
    dealt = {streets.own: hands, streets.board.hands[0]: np.array(left, np.uint8)}
    for hand, path in zip(hands.tolist(), FAMILY.player(payoffs, HERE).paths(dealt).tolist(), strict=True):
        yield tuple(hand), payoffs.paths[path][0][1]


def gaps(ranks: list[int]) -> int | None:
    """The ranks missing inside three different ones, an ace high or low; None where a straight cannot hold them."""
    found = []
    for low_ace in (False, True):
        placed = sorted(-1 if low_ace and rank == ACE else rank for rank in ranks)
        found.append(placed[-1] - placed[0] - 2)
    return min(found) if len(set(ranks)) == 3 and min(found) <= 2 else None


def test_let_it_ride_has_the_published_edge_and_deviation() -> None:
    ours = analysis_of(solved("let-it-ride"), OPTIMAL)
    assert round(float(ours.house_edge("bet 1")), 4) == 0.0351
    assert round(sqrt(ours.net.variance), 2) == 5.17
    assert round(float(ours.net.probability(lambda net: net > 0)), 2) == 0.24


@pytest.mark.slow
def test_let_it_ride_has_the_published_loss_of_the_money_left_where_equals_are_pulled_back() -> None:
    pulling = analysis_of(solved("let-it-ride", **{"LIR-R4": "smaller"}), OPTIMAL)
    assert round(float(pulling.house_edge("unit bet")), 4) == 0.0286
    assert pulling.value == analysis_of(solved("let-it-ride"), OPTIMAL).value
    assert pulling.average_wager < analysis_of(solved("let-it-ride"), OPTIMAL).average_wager


def let_ride(cards: tuple[int, ...]) -> bool:
    """The published list of the first decision; an ace that stands below a deuce is no card of ten or higher."""
    ranks = sorted(rank_of(card) for card in cards)
    times = Counter(ranks)
    if 3 in times.values() or any(count == 2 and rank >= TEN for rank, count in times.items()):
        return True
    inside = gaps(ranks)
    if len({suit_of(card) for card in cards}) > 1 or inside is None:
        return False
    high = sum(rank >= TEN for rank in ranks) - (ranks[0] <= 2 and ranks[-1] == ACE)
    if high == 3:
        return True
    if inside == 0:
        return ranks not in ([0, 1, 2], [0, 1, ACE])
    return high >= inside


def test_let_it_ride_rides_on_three_cards_by_the_published_list() -> None:
    decided = list(first_options("let-it-ride"))
    assert len(decided) == 1755
    assert [hand for hand, option in decided if (option.name == "let-ride") is not let_ride(hand)] == []


def test_big_raise_has_the_published_edge() -> None:
    assert round(float(analysis_of(solved("big-raise-stud-poker"), OPTIMAL).house_edge("ante")), 4) == 0.0258


def raises(cards: tuple[int, ...]) -> int:
    """The published strategy: so many times the Ante, 0 for a fold."""
    ranks = sorted(rank_of(card) for card in cards)
    times, suited = Counter(ranks), len({suit_of(card) for card in cards}) == 1
    high, medium = sum(rank >= TEN for rank in ranks), sum(SIX <= rank < TEN for rank in ranks)
    inside = gaps(ranks)
    if 3 in times.values() or any(count == 2 and rank >= SIX for rank, count in times.items()):
        return 4
    if suited and inside is not None:
        if high == 3 or (inside == 0 and ranks[0] >= FIVE and ranks[-1] - ranks[0] == 2):
            return 4
        if (inside == 1 and ranks[0] >= SIX) or (inside == 2 and high >= 2 and ranks[0] > 0):
            return 4
    low_pair, straight = 2 in times.values(), inside is not None and inside <= 1 and medium >= 2
    return int(suited or low_pair or high + medium == 3 or high == 2 or straight)


def test_big_raise_is_played_by_the_published_strategy() -> None:
    decided = list(first_options("big-raise-stud-poker"))
    assert len(decided) == 1755
    assert [(hand, option.name) for hand, option in decided if option.times != raises(hand)] == []


def test_flush_rush_folds_four_suits_and_then_no_three_of_a_suit() -> None:
    """What ships has the published edge and takes each option as often as the published strategy, suit by suit."""
    shipped = recorded(game("flush-rush"), OPTIMAL)
    assert shipped is not None
    assert round(float(shipped.house_edge("ante")), 4) == 0.0375
    stays = plays = 0
    for first in product(range(5), repeat=4):
        for more in product(range(3), repeat=4):
            if sum(first) == 4 and sum(more) == 2 and max(first) > 1:
                ways = prod(comb(13, n) * comb(13 - n, k) for n, k in zip(first, more, strict=True))
                stays += ways
                plays += ways * (max(n + k for n, k in zip(first, more, strict=True)) >= 3)
    shares = {share.what: share.probability for share in shipped.decisions}
    assert shares["on four cards: play"] == Fraction(stays, comb(52, 4) * comb(48, 2))
    assert shares["on six cards: play"] == Fraction(plays, stays)
