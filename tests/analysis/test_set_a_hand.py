"""Hands set high and low: the count against pairs laid out, published counts of seven cards, one hand by itself."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis import advise, analyze, rule_list, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.analyser import net_and_envy
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.all_suits import Stratum, SuitGain, gain_of, recorded_gain
from houseway.analysis.declared.set_a_hand.counting import BOTH, HIGH, LOW
from houseway.analysis.declared.set_a_hand.hands import beaten_by
from houseway.analysis.declared.set_a_hand.play import SetPlay
from houseway.analysis.results.recorded import recorded
from houseway.cards.card import RANKS, Card, is_joker, rank_of, suit_of
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, IllegalAction
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.setting import Split

HERE = Runner(jobs=1, cache=False)
SMALL = Deck.stripped(ranks="A234567", suits="cd", jokers=1)
WITH_ACES = Deck.stripped(ranks="A23579J", suits="cd", jokers=1)
WITH_QUEENS = Deck.stripped(ranks="23579JQ", suits="cd", jokers=1)
HANDS, DEALERS = comb(53, 7), comb(46, 7)
HALF = Fraction(1, 2)
ENVY_SUMS = {
    "seven-card straight flush": 500_000,
    "royal flush and suited K-Q": 100_000,
    "seven-card straight flush with joker": 50_000,
    "five aces": 25_000,
    "royal flush": 5_000,
    "straight flush": 2_000,
    "four of a kind": 500,
}
SEVEN_CARDS = {
    "five aces": 1_128,
    "royal flush": 26_132,
    "straight flush": 184_832,
    "four of a kind": 307_472,
    "full house": 4_188_528,
    "flush": 6_172_088,
    "three of a kind": 7_672_500,
    "straight": 11_034_204,
    "nothing": 124_556_196,
}
"""As printed; the hands of all seven cards are among royal flushes and straight flushes there."""


def small() -> DeclaredGame:
    made = game("pai-gow-poker", deck=SMALL)
    assert isinstance(made, DeclaredGame)
    return made


def test_inclusion_and_exclusion_finds_the_pairs_of_disjoint_hands() -> None:
    """Every pair of hands of a small deck laid out and set by the table's own house way."""
    table = small()
    way = table.house_way
    halves = {hand: way.set(hand)[1][1:3] for hand in combinations(SMALL.distinct, 7)}
    expected = {BOTH: 0, HIGH: 0, LOW: 0}
    for hand, (low, high) in halves.items():
        left = [card for card in SMALL.distinct if card not in hand]
        for dealers in combinations(left, 7):
            theirs_low, theirs_high = halves[dealers]
            expected[BOTH] += high > theirs_high and low > theirs_low
            expected[HIGH] += high > theirs_high
            expected[LOW] += low > theirs_low
    counted = beaten_by(Payoffs.of(table), HERE, by_class=True)
    house = counted.of_rows[counted.first_rows].sum(axis=(0, 1))
    assert {what: int(house[what]) for what in expected} == expected
    assert int(counted.every.sum()) == comb(15, 7) * comb(8, 7)


def test_the_published_counts_of_seven_cards() -> None:
    (fortune,) = analyze("pai-gow-poker").side_bets
    found = {row.outcome: Fraction(row.combinations, DEALERS) for row in fortune.rows}
    whole = sum(found.pop(name) for name in list(found) if name.startswith(("seven-card", "royal flush and")))
    assert found.pop("royal flush") + found.pop("straight flush") + whole == 26_132 + 184_832
    assert found == {name: count for name, count in SEVEN_CARDS.items() if name in found}
    assert sum(SEVEN_CARDS.values()) == HANDS


def test_house_way_against_house_way_and_what_it_costs() -> None:
    """Around 2.7% is published for a player who sets by a house way; what it costs is said to be about 0.2%."""
    house, best = recorded(game("pai-gow-poker"), "rule-list"), recorded(game("pai-gow-poker"), "optimal")
    assert house is not None
    assert best is not None
    assert round(-house.value, 3) == Fraction(27, 1000)
    assert rule_list("pai-gow-poker").cost == best.value - house.value
    assert house.net.total == best.net.total == HANDS * DEALERS


def test_a_hand_by_itself_is_worth_what_the_dealers_hands_laid_out_say() -> None:
    table, own = small(), parse_cards("Ac Ad 7c 6d 4c 3d 2c")
    way, pays = table.house_way, {2: Fraction(19, 20), 1: Fraction(0), 0: Fraction(-1)}
    dealers = [way.set(each)[1] for each in combinations([card for card in SMALL.distinct if card not in own], 7)]
    advice = advise(table, own)
    for option in advice.options:
        front = option.action.cards or way.set(own)[1].front
        split = next(each for each in way.splits(own) if set(each.front) == set(front))
        net = sum(pays[(split.high > each.high) + (split.low > each.low)] for each in dealers)
        assert option.value == net / len(dealers)
    assert len(advice.options) == 1 + sum(not each.fouled for each in way.splits(own))


def test_PGP_RT_equally_good_settings_change_nothing_that_is_won() -> None:
    values = {
        analyze(game("pai-gow-poker", deck=SMALL, readings={"PGP-RT": ties}), runner=HERE).value
        for ties in ("larger", "smaller")
    }
    assert len(values) == 1


def test_looking_at_all_suits_gains_the_difference_to_setting_every_hand_by_itself() -> None:
    """Every hand of a small deck, where both are counted: the best by class and the gains make up the best of all."""
    table = small()
    play = SetPlay.best(Payoffs.of(table), HERE, smaller_on_ties=False, by_class=True)
    hands, weights = class_arrays(SMALL, (7,))
    gains = [gain_of(play, tuple(hand)) for hand in hands.tolist()]
    assert min(gains) == 0
    total = sum(gain * weight for gain, weight in zip(gains, weights.tolist(), strict=True))
    counts = play.solution().counts
    by_class = Fraction(int((counts * play.payoffs.net).sum()), play.total * play.payoffs.scale)
    assert analyze(table, runner=HERE).value == by_class + total / comb(15, 7)


def test_what_ships_of_the_estimate_is_told() -> None:
    table = game("pai-gow-poker")
    assert isinstance(table, DeclaredGame)
    gain = recorded_gain(table)
    assert gain is not None
    low, high = gain.interval
    assert 0 <= low < gain.mean < high < 1e-6
    assert gain.hands == sum(len(stratum.gains) for stratum in gain.strata) == 1800
    assert sum(stratum.share for stratum in gain.strata) == 1
    shipped = recorded(table, "optimal")
    assert shipped is not None
    assert any("99% confidence" in note for note in shipped.notes)


def test_an_estimate_by_strata_weighs_means_and_errors_by_the_shares() -> None:
    """By hand: means 2 and 0, squared errors 1 and 0; half of the one share is 1 and a standard error of 1/2."""
    gains = SuitGain((Stratum(HALF, (Fraction(1), Fraction(3))), Stratum(HALF, (Fraction(0),) * 3)), seed=1)
    assert gains.mean == 1
    assert gains.interval == (0.0, 1 + 2.576 * 0.5)


def test_PGP_15_what_envy_comes_to() -> None:
    """From the published counts; hands of all seven cards are among the flushes there, and counted apart here."""
    found = analyze("pai-gow-poker")
    (fortune,) = found.side_bets
    hands = {row.outcome: Fraction(row.combinations, DEALERS) for row in fortune.rows}
    cents = sum(hands[kind] * sum_ for kind, sum_ in ENVY_SUMS.items())
    assert found.envy == cents / HANDS
    assert hands["five aces"] == SEVEN_CARDS["five aces"]
    assert hands["four of a kind"] == SEVEN_CARDS["four of a kind"]
    assert round(found.envy / 500, 6) == Fraction(9268, 1_000_000)


def test_PGP_15_net_results_and_envy_together() -> None:
    table = small()
    joint = net_and_envy(table, runner=HERE)
    found = analyze(table, runner=HERE)
    nets, earned = Counter[Fraction](), Fraction(0)
    for (net, cents), weight in joint.items():
        nets[net] += weight
        earned += cents * weight
    assert nets == found.net.weights
    assert found.envy == earned / found.net.total > 0


def test_advice_needs_seven_cards() -> None:
    with pytest.raises(BadCards, match="7 own cards"):
        advise("pai-gow-poker", "Ah Kd")


def is_queen_high(cards: Sequence[Card]) -> bool:
    """By its definition: seven different ranks, the highest a queen, no five in a row, no five of a suit."""
    if any(map(is_joker, cards)):
        return False
    ranks, suits = {rank_of(card) for card in cards}, Counter(map(suit_of, cards))
    in_a_row = any(ranks >= set(range(least, least + 5)) for least in range(13))
    return len(ranks) == 7 and max(ranks) == RANKS.index("Q") and not in_a_row and max(suits.values()) < 5


def test_EZP_6_EZP_11_pairs_of_hands_laid_out_with_the_dealers_queen_highs() -> None:
    table = game("ez-pai-gow", deck=WITH_QUEENS)
    assert isinstance(table, DeclaredGame)
    halves = {hand: table.house_way.set(hand)[1][1:3] for hand in combinations(WITH_QUEENS.distinct, 7)}
    queen_highs = {hand for hand in halves if is_queen_high(hand)}
    expected, dragons = Counter[int](), 0
    for hand, (low, high) in halves.items():
        for dealers in combinations([card for card in WITH_QUEENS.distinct if card not in hand], 7):
            theirs_low, theirs_high = halves[dealers]
            pushes = dealers in queen_highs
            expected[0 if pushes else (high > theirs_high) + (low > theirs_low) - 1] += 1
            dragons += pushes
    found = analyze(table, strategy="rule-list", runner=HERE)
    assert found.net.weights == expected
    assert [row.combinations for row in found.side_bets[0].rows] == [dragons, expected.total() - dragons]
    assert dragons == 70 * 8, "two suits for seven ranks, but for 58 ways to have five of one; eight own hands each"


def test_EZP_6_queen_highs_of_the_whole_deck_and_published_figures() -> None:
    """Published: about one in 58, just over 10% for Queen's Dragon, an edge for a house way that is not named."""
    below = range(RANKS.index("Q"))
    sets = [{*six, RANKS.index("Q")} for six in combinations(below, 6)]
    no_straight = sum(not any(ranks >= {*range(least, least + 5)} for least in range(13)) for ranks in sets)
    no_flush = 4**7 - 4 * sum(comb(7, many) * 3 ** (7 - many) for many in (5, 6, 7))
    best, house = analyze("ez-pai-gow"), analyze("ez-pai-gow", strategy="rule-list")
    (dragon,) = best.side_bets
    assert dragon.rows[0].combinations == no_straight * no_flush * DEALERS == 2_719_500 * DEALERS
    assert Fraction(10, 100) < -dragon.value < Fraction(101, 1000)
    assert best.net.total == house.net.total == HANDS * DEALERS
    assert round(-house.value, 4) == Fraction(279, 10_000), "2.47% is published"
    assert house.value < best.value < 0
    differing = [check.difference for check in best.published]
    assert [round(each, 3) for each in differing] == [Fraction(1, 1000)]


def is_ace_high(cards: Sequence[Card]) -> bool:
    """By its definition: seven ranks, the joker an ace, and not even with the joker five in a row or of a suit."""
    joker = sum(map(is_joker, cards))
    natural = [card for card in cards if not is_joker(card)]
    ranks, suits = {rank_of(card) for card in natural}, Counter(map(suit_of, natural))
    windows = [{place % 13 for place in range(least, least + 5)} for least in range(-1, 9)]
    in_a_row = any(len(ranks & window) + joker >= 5 for window in windows)
    ace = RANKS.index("A") in ranks
    return len(ranks) + joker == 7 and ace != bool(joker) and not in_a_row and max(suits.values()) + joker < 5


def halves_won(own: Sequence[Split], dealers: Split) -> int:
    """How many halves the best setting that is no foul wins."""
    return max((each.high > dealers.high) + (each.low > dealers.low) for each in own if not each.fouled)


def test_FUP_5_FUP_6_every_pair_of_hands_laid_out_with_the_best_setting_against_what_is_seen() -> None:
    table = game("face-up-pai-gow", deck=WITH_ACES)
    assert isinstance(table, DeclaredGame)
    way = table.house_way
    splits = {hand: list(way.splits(hand)) for hand in combinations(WITH_ACES.distinct, 7)}
    houses = {hand: way.set(hand)[1] for hand in splits}
    best, by_house_way, asked = Counter[int](), Counter[int](), 0
    for hand, own in splits.items():
        for dealers in combinations([card for card in WITH_ACES.distinct if card not in hand], 7):
            pushes = is_ace_high(dealers)
            asked += not pushes
            best[0 if pushes else halves_won(own, houses[dealers]) - 1] += 1
            by_house_way[0 if pushes else halves_won([houses[hand]], houses[dealers]) - 1] += 1
    assert 0 < asked < best.total() == comb(15, 7) * 8
    for strategy, expected in (("optimal", best), ("rule-list", by_house_way)):
        found = analyze(table, strategy=strategy, runner=HERE)
        assert found.net.weights == expected
        assert sum(share.combinations for share in found.decisions) == asked


def test_FUP_6_advice_knows_the_dealers_hands() -> None:
    table, own, dealers = game("face-up-pai-gow"), "9s 9d 4h 4c Kh 6d 2c", "Th Td Qc Jh 7s 5d 3c"
    assert isinstance(table, DeclaredGame)
    advice = advise(table, own, dealer=dealers)
    theirs = table.house_way.set(parse_cards(dealers))[1]
    for option in advice.options:
        front = option.action.cards or parse_cards("4h 4c")
        split = next(each for each in table.house_way.splits(parse_cards(own)) if set(each.front) == set(front))
        assert option.value == halves_won([split], theirs) - 1
    assert advice.best.value == 1
    with pytest.raises(IllegalAction, match="nobody sets a hand against dealer's ace high"):
        advise(table, own, dealer="Ah Td Qc Jh 7s 5d 3c")
    with pytest.raises(BadCards, match="7 of the dealer's in sight"):
        advise(table, own)


def test_FUP_5_ace_highs_of_the_whole_deck_push() -> None:
    """Seven ranks without a pair, straight or flush, counted by hand with and without the joker."""
    ace, others = RANKS.index("A"), range(12)
    ranks = [set(six) for six in combinations(others, 6)]
    windows = [{place % 13 for place in range(least, least + 5)} for least in range(-1, 9)]
    natural = sum(not any(window <= {*six, ace} for window in windows) for six in ranks)
    joker = sum(all(len(window & six) < 4 for window in windows) for six in ranks)
    no_five = 4**7 - 4 * sum(comb(7, many) * 3 ** (7 - many) for many in (5, 6, 7))
    no_four = 4**6 - 4 * sum(comb(6, many) * 3 ** (6 - many) for many in (4, 5, 6))
    ace_highs = natural * no_five + joker * no_four
    best, house = analyze("face-up-pai-gow"), analyze("face-up-pai-gow", strategy="rule-list")
    assert best.net.total == house.net.total == HANDS * DEALERS
    asked = [sum(share.combinations for share in each.decisions) for each in (best, house)]
    assert asked == [(HANDS - ace_highs) * DEALERS] * 2
    assert house.value < best.value < 0


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["ez-pai-gow", "face-up-pai-gow", "pai-gow-poker"])
def test_simulated_rounds_agree_with_the_count(slug: str) -> None:
    for strategy in ("optimal", "rule-list"):
        rounds = simulate(slug, 400_000, strategy=strategy)
        assert rounds.agrees_with(analyze(slug, strategy=strategy).value)


def test_a_split_that_is_beaten_in_both_halves_is_never_asked_about() -> None:
    counted = beaten_by(Payoffs.of(small()), HERE, by_class=True)
    rows, settings = counted.rows, counted.settings
    for which in range(0, len(settings.hands), 37):
        asked = range(rows.start[which] + 1, rows.start[which] + 1 + rows.n_best[which])
        kept = {(int(rows.high[row]), int(rows.low[row])) for row in asked}
        legal = np.flatnonzero(~settings.fouled[which])
        splits = {(int(settings.high[which, each]), int(settings.low[which, each])) for each in legal}
        assert kept == {each for each in splits if not any(_beats(other, each) for other in splits)}


def _beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]
