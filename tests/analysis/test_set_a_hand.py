"""Hands set high and low: the count against pairs laid out, published counts of seven cards, one hand by itself."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis import advise, analyze, rule_list, simulate, value_of
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.analyzer import net_and_envy
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand import layout as counted_hands
from houseway.analysis.declared.set_a_hand.all_suits import Question, most_flushes
from houseway.analysis.declared.set_a_hand.counting import BOTH, HIGH, LOW
from houseway.analysis.declared.set_a_hand.layout import beaten_by
from houseway.analysis.declared.set_a_hand.play import SetPlay
from houseway.analysis.declared.set_a_hand.settings import Settings
from houseway.analysis.results.recorded import recorded
from houseway.cards.card import RANKS, Card, is_joker, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, BadDeclaration, IllegalAction
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.setting import SettingWay, Split

HERE = Runner(jobs=1, cache=False)
SMALL = Deck.stripped(ranks="A234567", suits="cd", jokers=1)
WITH_ACES = Deck.stripped(ranks="A23579J", suits="cd", jokers=1)
SUITS_MATTER = Deck.stripped(ranks="A2345KQ", suits="cd", jokers=1)
THREE_SUITS = Deck.stripped(ranks="89TJQ", suits="cdh", jokers=1)
FOUR_SUITS = Deck.stripped(ranks="A2345TK", suits="cdhs", jokers=1)
WITH_QUEENS = Deck.stripped(ranks="23579JQ", suits="cd", jokers=1)
HANDS, DEALERS = comb(53, 7), comb(46, 7)
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


def best_of_every_hand(
    table: DeclaredGame, pays: Sequence[Fraction], pushes: Callable[[Sequence[Card]], bool]
) -> Fraction:
    """Every hand set by itself, in the way that wins most against all of the dealer's hands beside it."""
    way, cards = table.house_way, table.deck.distinct
    houses = {hand: way.set(hand)[1] for hand in combinations(cards, 7)}
    total = Fraction(0)
    for hand in houses:
        dealers = [
            houses[each] for each in combinations([card for card in cards if card not in hand], 7) if not pushes(each)
        ]
        settings = {(each.high, each.low) for each in way.splits(hand) if not each.fouled}
        total += max(
            sum((pays[(high > each.high) + (low > each.low)] for each in dealers), Fraction(0))
            for high, low in settings
        )
    return total / (comb(len(cards), 7) * comb(len(cards) - 7, 7))


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["pai-gow-poker", "ez-pai-gow"])
def test_suits_that_change_the_best_setting_are_looked_at_hand_by_hand(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small deck in which suits matter, counted as a large one is: against every hand enumerated."""
    monkeypatch.setattr(counted_hands, "PAIRS_LAID_OUT", 0)
    table = game(slug, deck=SUITS_MATTER)
    assert isinstance(table, DeclaredGame)
    win = Fraction(19, 20) if slug == "pai-gow-poker" else Fraction(1)
    expected = best_of_every_hand(
        table, (Fraction(-1), Fraction(0), win), is_queen_high if win == 1 else lambda _: False
    )
    found = analyze(table, runner=HERE)
    assert found.value == expected
    assert found.net.total == comb(15, 7) * 8
    by_class = SetPlay.best(Payoffs.of(table), HERE, by_class=True).solution()
    assert (
        Fraction(int((by_class.counts * by_class.payoffs.net).sum()), by_class.total * by_class.payoffs.scale)
        < expected
    )


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["larger", "smaller"])
def test_groups_of_hands_that_are_set_alike_add_up_to_what_enumeration_finds(
    ties: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three suits, of which a hand may have cards in all: counts of endings and of decisions, not only their worth."""
    table = game("ez-pai-gow", deck=THREE_SUITS, readings={"EZP-RT": ties})
    enumerated = analyze(table, runner=HERE)
    monkeypatch.setattr(counted_hands, "PAIRS_LAID_OUT", 0)
    found = analyze(table, runner=HERE)
    assert found.net.weights == enumerated.net.weights
    assert found.decisions == enumerated.decisions
    assert found.return_table == enumerated.return_table


def test_what_ships_is_exact_over_all_suits() -> None:
    """Best play by ranks and own flush is short of it by 0.00000008 and 0.00000006, which an estimate once told."""
    by_class = {
        "pai-gow-poker": Fraction(-344889174942547, 13750765052024000),
        "ez-pai-gow": Fraction(-473559153884, 18416203194675),
    }
    for slug, value in by_class.items():
        found = analyze(slug)
        assert Fraction(5, 10**8) < found.value - value < Fraction(8, 10**8)
        assert not any("suits" in note for note in found.notes)
        assert found.net.total == HANDS * DEALERS


def test_PGP_R9_both_answers_are_known() -> None:
    """Of three of a kind with a straight or flush and no pair for the front: 2.5081% and 2.5126% at 5% commission."""
    edges = [-value_of(game("pai-gow-poker", readings={"PGP-R9": choice})) for choice in ("three", "complete")]
    assert [round(edge, 6) for edge in edges] == [Fraction(25081, 10**6), Fraction(25126, 10**6)]
    for slug, reading in (("ez-pai-gow", "EZP-R7"), ("face-up-pai-gow", "FUP-R8")):
        three, complete = (value_of(game(slug, readings={reading: choice})) for choice in ("three", "complete"))
        assert complete < three < 0


def test_odds_too_fine_to_be_summed_are_refused() -> None:
    table = small()
    with pytest.raises(BadDeclaration, match="1000000 parts of a unit; expected at most 100000"):
        Question(table.deck, table.house_way, (), (((1_000_000, 999_999, 0),),), (), last_of_equals=False)


def test_the_most_flushes_beside_seven_cards_by_enumeration() -> None:
    """Of a deck so small that all hands can be listed: five cards of a suit, a joker counted as one of them."""

    def is_flush(cards: Sequence[Card]) -> bool:
        natural = [card for card in cards if not is_joker(card)]
        return max(Counter(map(suit_of, natural)).values()) + len(cards) - len(natural) >= 5

    flushes = [set(hand) for hand in combinations(SMALL.distinct, 7) if is_flush(hand)]
    beside = Counter[frozenset[Card]]()
    for hand in flushes:
        beside.update(map(frozenset, combinations([card for card in SMALL.distinct if card not in hand], 7)))
    assert max(beside.values()) == most_flushes(SMALL)


@pytest.mark.parametrize("readings", [{}, {"PGP-R4": "no"}, {"PGP-R5": "any"}, {"PGP-R9": "complete"}])
def test_the_house_way_read_over_all_classes_sets_each_as_it_sets_one_hand(readings: dict[str, str]) -> None:
    table = game("pai-gow-poker", deck=FOUR_SUITS, readings=readings)
    assert isinstance(table, DeclaredGame)
    settings = Settings.of(table.deck, table.house_way)
    for row in range(0, len(settings.hands), 31):
        split = table.house_way.set([Card(card) for card in settings.hands[row].tolist()])[1]
        assert (settings.house_high[row], settings.house_low[row]) == (split.high, split.low)


def test_the_house_way_is_not_read_hand_by_hand_for_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 294,255 classes one by one took 13 CPU seconds, longer than somebody waits for advice."""

    def refuse(*_: object) -> None:
        raise AssertionError("a hand was set by itself")

    monkeypatch.setattr(SettingWay, "choose", refuse)
    table = small()
    assert len(Settings.of(table.deck, table.house_way).house) > 0


@pytest.mark.slow
def test_simulated_rounds_against_a_hand_that_is_seen_need_no_count() -> None:
    class NoCounts(Runner):
        def run(self, job: Job) -> Counts:
            raise AssertionError(f"{job.name} was counted")

    table = game("face-up-pai-gow", deck=WITH_ACES)
    found = simulate(table, 2000, runner=NoCounts())
    assert found.agrees_with(analyze(table, runner=HERE).value)


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
    with pytest.raises(BadCards, match="takes 7 cards"):
        advise("pai-gow-poker", "Ah Kd")


def is_queen_high(cards: Sequence[Card]) -> bool:
    """By its definition: seven different ranks, the highest a queen, no five in a row, no five of a suit."""
    if any(map(is_joker, cards)):
        return False
    ranks, suits = {rank_of(card) for card in cards}, Counter(map(suit_of, cards))
    in_a_row = any(ranks >= set(range(least, least + 5)) for least in range(13))
    return len(ranks) == 7 and max(ranks) == RANKS.index("Q") and not in_a_row and max(suits.values()) < 5


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
    with pytest.raises(BadCards, match="7 of the dealer's; you gave"):
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
