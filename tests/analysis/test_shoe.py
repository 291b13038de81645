"""Titles dealt from a shoe against counts of their own: a few lines that know nothing of the family."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, sqrt

import pytest

from houseway.analysis import analyze, simulate, strategy_table
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve_from
from houseway.analysis.declared.advice import advise
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.declared.simulation import simulate_engine, unit_and_bet
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.strategies import strategy

RANKS = range(13)
HERE = Runner(jobs=1, cache=False)


def declared(slug: str, **readings: str) -> DeclaredGame:
    prefix = {"casino-war": "CW", "ez-baccarat": "EZB"}[slug]
    table = game(slug, readings={f"{prefix}-{name}": choice for name, choice in readings.items()})
    assert isinstance(table, DeclaredGame)
    return table


def war_by_hand(decks: int, *, bonus: bool = False, surrender: bool = False) -> dict[int | Fraction, Fraction]:
    """The net results of Casino War by their chances: four ranks in turn, each drawn from what is left of it."""
    results: dict[int | Fraction, int] = {}
    for ranks in product(RANKS, repeat=4):
        left, ways = [4 * decks] * 13, 1
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        mine, theirs, again, against = ranks
        net: int | Fraction = 1 if mine > theirs else -1
        if mine == theirs:
            net = 1 + (bonus and again == against) if again >= against else -2
            net = Fraction(-1, 2) if surrender else net
        results[net] = results.get(net, 0) + ways
    return {net: Fraction(ways, perm(52 * decks, 4)) for net, ways in results.items() if ways}


@pytest.mark.parametrize(("decks", "bonus"), [(6, False), (6, True), (1, False), (8, False)])
def test_casino_war_has_the_distribution_of_four_ranks_drawn_by_hand(decks: int, bonus: bool) -> None:
    table = declared("casino-war", R2=str(decks), R1="bonus" if bonus else "no-bonus")
    net = analyze(table, recompute=True).net
    assert {value: Fraction(times, net.total) for value, times in net.weights.items()} == war_by_hand(
        decks, bonus=bonus
    )


def test_the_published_figures_of_casino_war_are_reproduced() -> None:
    """2.88% and 2.33% for who goes to war, 3.70% for who surrenders, 18.65% for the Tie bet; six decks."""
    edges = [-analyze(declared("casino-war", R1=each)).value for each in ("no-bonus", "bonus")]
    assert [f"{float(edge):.2%}" for edge in edges] == ["2.88%", "2.33%"]
    surrendered = war_by_hand(6, surrender=True)
    mean = sum(net * chance for net, chance in surrendered.items())
    assert f"{float(-mean):.2%}" == "3.70%"
    tie = Fraction(6 * 4 - 1, 6 * 52 - 1)
    (alone,) = analyze("casino-war").side_bets
    assert alone.value == 11 * tie - 1
    assert f"{float(-alone.value):.2%}" == "18.65%"


def test_of_three_printed_deviations_one_is_a_deviation_and_one_a_variance() -> None:
    """1.05 is printed for the war, 0.94 for surrender and 8.32 for the Tie bet, whose variance is 8.29."""
    assert f"{analyze('casino-war').net.standard_deviation:.2f}" == "1.05"
    surrendered = war_by_hand(6, surrender=True)
    mean = sum(net * chance for net, chance in surrendered.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in surrendered.items())
    assert (f"{sqrt(variance):.2f}", f"{float(variance):.2f}") == ("0.97", "0.94")
    tie = Fraction(23, 311)
    assert f"{float(121 * tie * (1 - tie)):.2f}" == "8.29"


def test_advice_after_a_tie_is_the_solvers_value() -> None:
    table = declared("casino-war").with_deck(Deck.stripped(ranks="9QKA", suits="s", decks=3))
    unit, bet = unit_and_bet(Payoffs.of(table))
    for card in parse_cards("9s As"):
        state = table.start([bet], open_shoe=True)
        for _ in range(2):
            state = state.apply(Action(DEAL, (card,)))
        advice = advise(table, [card], dealer=[card])
        assert advice.best.value * unit == solve_from(state).value
        assert {str(each.action): each.value for each in advice.options}["surrender"] == Fraction(-1, 2)


def test_nothing_is_advised_where_nothing_is_decided() -> None:
    with pytest.raises(BadCards, match="tie"):
        advise(declared("casino-war"), "As", dealer="Ks")


def test_simulations_of_the_kernel_and_of_the_table_hold_the_exact_value() -> None:
    table = declared("casino-war")
    value = analyze(table).value
    assert simulate(table, 300_000, seed=5).agrees_with(value)
    player = strategy("casino-war", "never-folds")
    assert simulate_engine(Payoffs.of(table), 1500, seed=5, player=player).agrees_with(value)


def test_other_families_refuse_what_depends_on_the_cards_before() -> None:
    table = declared("casino-war")
    assert family_of(table).name == "shoe"
    refusals = reasons_against(table)
    assert all("surrender or go to war" in reason for name, reason in refusals.items() if name != "shoe")


def test_the_shoe_refuses_titles_whose_suits_count() -> None:
    poker = game("three-card-poker")
    assert isinstance(poker, DeclaredGame)
    assert "suits may count in the ranking three-card" in reasons_against(poker)["shoe"]
    with pytest.raises(HousewayError, match="cards are dealt"):
        family_of(declared("casino-war").with_deck(Deck.stripped(ranks="KA", suits="s")))


Ends = Counter[tuple[int, int, int, int]]
"""How many ordered deals end with these points and numbers of cards: of the Player, then of the Banker."""


def bankers_third(points: int, third: int | None) -> bool:
    """Whether the Banker draws, as the table of baccarat is usually printed."""
    if third is None:
        return points <= 5
    if points <= 2:
        return True
    return {3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7, 6: third in (6, 7)}.get(points, False)


@cache
def baccarat_by_hand(decks: int) -> Ends:
    """All ordered deals of six cards, whether or not the last ones are looked at, drawn count by count."""
    left = [16 * decks if count == 0 else 4 * decks for count in range(10)]
    size, ends = 52 * decks, Ends()

    def take(count: int) -> int:
        ways, left[count] = left[count], left[count] - 1
        return ways

    for p1, b1, p2, b2 in product(range(10), repeat=4):
        ways = take(p1) * take(b1) * take(p2) * take(b2)
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if max(player, banker) >= 8 or (player >= 6 and banker >= 6):
            ends[player, 2, banker, 2] += ways * (size - 4) * (size - 5)
        elif player >= 6:
            for third in range(10):
                ends[player, 2, (banker + third) % 10, 3] += ways * left[third] * (size - 5)
        else:
            for third in range(10):
                with_third = ways * take(third)
                total = (player + third) % 10
                if bankers_third(banker, third):
                    for last in range(10):
                        ends[total, 3, (banker + last) % 10, 3] += with_third * left[last]
                else:
                    ends[total, 3, banker, 2] += with_third * (size - 5)
                left[third] += 1
        for count in (p1, b1, p2, b2):
            left[count] += 1
    return ends


def wager_by_hand(wager: str, ends: Ends) -> Counter[int]:
    """What one unit on a wager nets, by the number of deals."""
    margins = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    nets: Counter[int] = Counter()
    for (player, p_cards, banker, b_cards), ways in ends.items():
        lead, natural = player - banker, p_cards == b_cards == 2 and max(player, banker) >= 8
        even = (lead > 0) - (lead < 0)
        own = lead if wager == "player_bonus" else -lead
        net = {
            "player": even,
            "banker": 0 if lead < 0 and (banker, b_cards) == (7, 3) else -even,
            "tie": -1 if lead else 8,
            "dragon_7": 40 if lead < 0 and (banker, b_cards) == (7, 3) else -1,
            "panda_8": 25 if lead > 0 and (player, p_cards) == (8, 3) else -1,
        }
        bonus = ((own > 0) - (own < 0)) if natural else margins.get(own, -1)
        nets[net.get(wager, bonus)] += ways
    return nets


@pytest.mark.parametrize("decks", [8, pytest.param(6, marks=pytest.mark.proof)])
def test_every_bet_of_ez_baccarat_has_the_distribution_of_cards_drawn_by_hand(decks: int) -> None:
    result = analyze(declared("ez-baccarat", R2=str(decks)), recompute=True)
    ends = baccarat_by_hand(decks)
    assert ends.total() == perm(52 * decks, 6) == result.net.total
    assert dict(result.net.weights) == wager_by_hand("banker", ends)
    assert len(result.side_bets) == 6
    for table in result.side_bets:
        nets: Counter[Fraction] = Counter()
        for row in table.rows:
            nets[row.pays] += row.combinations
        assert nets == wager_by_hand(table.wager, ends), table.wager


def test_the_published_counts_of_ez_baccarat_are_reproduced_to_the_last_digit() -> None:
    """Counts of ordered six-card deals; the source rounds the last digit of two of them, which is 0 there."""
    result = analyze("ez-baccarat")
    rows = {table.wager: {row.outcome: row.combinations for row in table.rows} for table in result.side_bets}
    assert rows["tie"]["tie"] == 475_627_426_473_216
    assert max(rows["dragon_7"].items(), key=lambda row: "three-card" in row[0])[1] == 112_633_011_329_024
    assert max(rows["panda_8"].items(), key=lambda row: "three-card" in row[0])[1] == 172_660_763_262_976
    assert abs(rows["player"]["Player wins"] - 2_230_518_282_592_250) < 10
    assert abs(result.net.weights[Fraction(1)] - 2_179_619_555_108_870) < 10
    assert result.net.total == 4_998_398_275_503_360
    player, banker = rows["player_bonus"], rows["banker_bonus"]
    assert [player[f"Player by {lead}"] for lead in range(9, 3, -1)] == [
        18_409_431_764_992,
        34_097_645_543_424,
        89_590_261_473_280,
        141_238_897_317_888,
        166_169_165_987_840,
        186_780_352_174_080,
    ]
    assert [banker[f"Banker by {lead}"] for lead in range(9, 3, -1)] == [
        15_390_342_909_952,
        28_305_092_784_128,
        79_517_099_278_336,
        119_200_072_366_080,
        157_275_882_332_160,
        201_147_167_287_296,
    ]
    assert player["Player by a natural"] == banker["Banker by a natural"] == 812_685_054_124_032
    assert player["natural tie"] == banker["natural tie"] == 89_325_908_267_520


def test_the_published_edges_of_ez_baccarat_are_reproduced() -> None:
    result = analyze("ez-baccarat")
    assert len(result.published) == 7
    assert all(check.reproduced for check in result.published)
    deviations = {
        table.wager: sqrt(
            sum(row.combinations * float(row.pays - table.value) ** 2 for row in table.rows) / table.total
        )
        for table in result.side_bets
    }
    assert (f"{deviations['player']:.2f}", f"{deviations['tie']:.2f}") == ("0.95", "2.64")


def test_a_title_without_decisions_is_simulated_and_says_that_nothing_is_decided() -> None:
    table = declared("ez-baccarat")
    assert simulate(table, 300_000, seed=5).agrees_with(analyze(table).value)
    played = simulate_engine(Payoffs.of(table), 1500, seed=5, player=strategy("ez-baccarat", "random"))
    assert played.agrees_with(analyze(table).value)
    assert strategy_table(table) == ()
    with pytest.raises(HousewayError, match="has no decisions after the bets"):
        advise(table, "As")
