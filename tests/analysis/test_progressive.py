"""Progressive wagers: published figures, a small meter laid out bet by bet, and long play."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.analysis.operations.progressive import Meter, Progressive, play_bets, play_meter
from houseway.errors import BadPayTable, BadSetting
from houseway.games.engine.meter import MeterRules, Prize, ProgressiveTable, read_progressives
from houseway.games.engine.sheet import sheet

HANDS = 2_598_960
ROYALS, STRAIGHT_FLUSHES, QUADS, FULL_HOUSES, FLUSHES, STRAIGHTS, TRIPS = 4, 36, 624, 3_744, 5_108, 10_200, 54_912
"""The five-card hands of each kind, as every table of them prints."""


def caribbean(*fixed: int) -> ProgressiveTable:
    """Four of a kind, full house and flush at these sums, the whole meter and a tenth of it above them."""
    rows = {"royal flush": "100% of meter", "straight flush": "10% of meter"}
    rows |= dict(zip(("four of a kind", "full house", "flush"), fixed, strict=True))  # type: ignore[arg-type]
    plain = {"title": "Progressive", "clauses": [], "system": "standard", "cards": 5, "choices": {"own": rows}}
    return read_progressives(plain, "here")["own"]


def run(table: ProgressiveTable, seed: int = 10_000, increment: Fraction = Fraction(1, 2)) -> Progressive:
    return Progressive.of(table, {name: Meter(Fraction(seed), increment) for name in table.meters})


def test_the_chances_are_the_published_counts() -> None:
    chances = {prize.label: chance for prize, chance in caribbean(100, 75, 50).chances().items()}
    assert chances == {
        "royal flush": Fraction(ROYALS, HANDS),
        "straight flush": Fraction(STRAIGHT_FLUSHES, HANDS),
        "four of a kind": Fraction(QUADS, HANDS),
        "full house": Fraction(FULL_HOUSES, HANDS),
        "flush": Fraction(FLUSHES, HANDS),
    }


@pytest.mark.parametrize(("name", "published"), [("100-75-50", "0.23"), ("500-250-100", "0.68")])
def test_the_returns_of_fixed_prizes_are_those_published_for_caribbean_stud(name: str, published: str) -> None:
    table = sheet("caribbean-stud-poker").progressives[name]
    assert table.prizes == caribbean(*map(int, name.split("-"))).prizes
    found = run(table)
    assert f"{float(found.fixed_return):.2f}" == published
    assert f"{100 * float(10_000 * found.slope('meter')):.3f}" == "2.924"


def test_the_break_even_meter_differs_from_the_published_one_in_a_digit_of_a_scan() -> None:
    # 217,047 stands in the text layer of a scan; from the counts above it is (2,598,960 - 941,800) / 7.6.
    found = run(caribbean(500, 100, 50)).break_even("meter")
    assert found == Fraction(HANDS - (500 * QUADS + 100 * FULL_HOUSES + 50 * FLUSHES)) / Fraction("7.6")
    assert int(found) == 218_047


def test_the_long_run_returns_what_flows_in() -> None:
    table = caribbean(100, 75, 50)
    found = run(table, seed=10_000, increment=Fraction(1, 2))
    fixed = Fraction(100 * QUADS + 75 * FULL_HOUSES + 50 * FLUSHES, HANDS)
    assert found.long_run_return == fixed + Fraction(1, 2) + 10_000 * Fraction(ROYALS, HANDS)


HALF = Prize("half", meter="pot", share=Fraction(1, 2))
TOY = {
    Prize("all", meter="pot", share=Fraction(1)): Fraction(1, 5),
    HALF: Fraction(1, 4),
    Prize("two", pays=Fraction(2)): Fraction(1, 10),
}


def test_a_small_meter_is_as_laid_out_bet_by_bet() -> None:
    """Every story of at most eight bets before the hit; the rest is bounded by its chance and the largest meter."""
    found = Progressive(TOY, {"pot": Meter(Fraction(8), Fraction(1, 4))})
    steps = ((Fraction(1, 4), Fraction(1, 2)), (Fraction(11, 20), Fraction(1)))
    hit, first, second, weight = Fraction(1, 5), Fraction(0), Fraction(0), Fraction(0)
    for length in range(9):
        for story in product(steps, repeat=length):
            chance, amount = Fraction(1), Fraction(8) + Fraction(1, 4)
            for odds, kept in story:
                chance, amount = chance * odds, amount * kept + Fraction(1, 4)
            first += chance * hit * amount
            second += chance * hit * amount**2
            weight += chance * hit
    at_hit = found.at_hit("pot")
    rest = 1 - weight
    assert rest == Fraction(4, 5) ** 9
    assert first < at_hit.mean < first + rest * (8 + Fraction(9, 4))
    assert second < at_hit.variance + at_hit.mean**2 < second + rest * (8 + Fraction(9, 4)) ** 2
    assert at_hit.bets_between == 5
    assert found.return_at({"pot": 8}) == Fraction(1, 5) + 8 * (Fraction(1, 5) + Fraction(1, 8))
    assert found.return_at({"pot": found.break_even("pot")}) == 1


def test_without_smaller_prizes_the_meter_at_a_hit_is_geometric() -> None:
    chances = {Prize("all", meter="pot", share=Fraction(1)): Fraction(1, 50)}
    found = Progressive(chances, {"pot": Meter(Fraction(100), Fraction(1, 10))})
    assert found.at_hit("pot").mean == 100 + Fraction(50, 10)
    assert found.at_hit("pot").variance == Fraction(1, 100) * (1 - Fraction(1, 50)) * 50**2
    median = found.meter_reached("pot", 0.5)
    bets = (median - 100) * 10
    assert (Fraction(49, 50)) ** int(bets) <= Fraction(1, 2) < Fraction(49, 50) ** int(bets - 1)


@pytest.mark.slow
def test_long_play_of_a_meter_comes_to_the_exact_figures() -> None:
    found = run(caribbean(100, 75, 50))
    seen = play_meter(found, "meter", 10**10, seed=5)
    assert seen.hits > 10_000
    assert seen.meter.holds(found.mean("meter"))
    assert seen.at_hit.holds(found.at_hit("meter").mean)
    assert seen.paid.holds(found.long_run_return - found.fixed_return)
    assert seen.meter.half_width < float(found.mean("meter")) / 20
    assert not seen.meter.holds(found.mean("meter") * Fraction(11, 10)), "a wrong figure is found"


def check_bet_by_bet(bets: int) -> None:
    """The smallest of three meters on one dollar, run as at a table: a seed of 100 dollars, 23 3/4 cents a bet."""
    table = sheet("mississippi-stud").progressives["PA-C"]
    kept = MeterRules(10_000, Fraction("0.2375"), Fraction("0.0125"))
    meters = {name: Meter(Fraction(100), kept.increment, kept.reserve) for name in table.meters}
    found = Progressive.of(table, meters)
    seen = play_bets(found, "minor", kept, bets, seed=3)
    assert seen.meter.holds(found.mean("minor"))
    assert seen.at_hit.holds(found.at_hit("minor").mean)
    assert seen.paid.holds(found.return_at({"mega": 0, "major": 0, "minor": found.mean("minor")}))
    assert not seen.meter.holds(found.mean("minor") * 2), "a wrong figure is found"


@pytest.mark.slow
def test_the_meter_of_a_card_room_bet_by_bet_comes_to_the_exact_figures() -> None:
    check_bet_by_bet(400_000)


@pytest.mark.proof
def test_ten_million_bets_at_the_meter_of_a_card_room() -> None:
    check_bet_by_bet(10**7)


def test_two_meters_on_one_bet() -> None:
    table = sheet("mississippi-stud").progressives["PA-C"]
    assert table.meters == ("mega", "major", "minor")
    meters = {
        name: Meter(Fraction(seed), Fraction(1, 20))
        for name, seed in zip(table.meters, (20_000, 500, 100), strict=True)
    }
    found = Progressive.of(table, meters)
    fixed = Fraction(50 * FULL_HOUSES + 40 * FLUSHES + 30 * STRAIGHTS + 10 * TRIPS, HANDS)
    seeds = Fraction(20_000 * ROYALS + 500 * STRAIGHT_FLUSHES + 100 * QUADS, HANDS)
    assert found.long_run_return == fixed + seeds + Fraction(3, 20)
    assert found.return_at({"mega": 0, "major": 0, "minor": 0}) == fixed


@pytest.mark.parametrize(
    ("meters", "message"),
    [
        ({}, "expected a seed and an increment for each of: meter"),
        ({"meter": Meter(Fraction(1), Fraction(0)), "more": Meter(Fraction(1), Fraction(0))}, "got meter, more"),
    ],
)
def test_every_meter_needs_its_settings(meters: dict[str, Meter], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        Progressive.of(caribbean(100, 75, 50), meters)


def test_a_meter_that_nobody_can_take_is_refused() -> None:
    with pytest.raises(BadSetting, match="no prize takes all of the pot"):
        Progressive(
            {Prize("half", meter="pot", share=Fraction(1, 2)): Fraction(1, 4)}, {"pot": Meter(Fraction(8), Fraction(0))}
        )


def test_too_short_a_play_says_how_often_the_meter_was_taken() -> None:
    with pytest.raises(BadSetting, match=r"was taken \d+ times in 1,000 bets; expected 50 or more"):
        play_meter(run(caribbean(100, 75, 50)), "meter", 1_000)


def test_a_bet_cannot_add_more_than_itself() -> None:
    with pytest.raises(BadSetting, match="cannot add 6/5"):
        Meter(Fraction(1), Fraction(1), Fraction(1, 5))


@pytest.mark.parametrize("pays", ["0% of meter", "110% of meter", "all", 0, True, -5, 2.5])
def test_a_prize_is_a_sum_or_a_share(pays: object) -> None:
    plain = {"title": "", "clauses": [], "system": "standard", "cards": 5, "choices": {"own": {"royal flush": pays}}}
    with pytest.raises(BadPayTable, match="expected a sum such as 50 or '10% of meter'"):
        read_progressives(plain, "here")
