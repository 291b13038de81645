"""Meters in whole cents: every cent has a place, and no rule lets one appear or vanish."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from houseway.errors import BadSetting
from houseway.games.engine.meter import MILLIONTHS, Changed, Meter, MeterRules, Move, Party, Showing


def rules(seed: int = 500_000, increment: str = "71/100", reserve: str = "0", cap: int | None = None) -> MeterRules:
    return MeterRules(seed, Fraction(increment), Fraction(reserve), cap)


def opened(**given: object) -> Meter:
    return Meter.opened(rules(**given))[0]  # type: ignore[arg-type]


def in_words(changed: Changed) -> list[str]:
    return [f"{move.source} {move.target} {move.amount} {move.reason}" for move in changed[1]]


def test_a_meter_starts_from_a_seed_that_the_house_lends() -> None:
    meter, moves = Meter.opened(rules())
    assert (meter.amount, meter.lent, meter.turn) == (500_000, 500_000, 0)
    assert moves == (Move(Party.HOUSE, Party.METER, 500_000, "seed"),)


def test_seventy_one_cents_of_a_dollar() -> None:
    changed = opened().fed(100)
    assert changed[0].exact == 500_071
    assert in_words(changed) == ["stakes meter 71 contribution"]


def test_parts_of_a_cent_wait_until_a_cent_is_full() -> None:
    """A third of 71.25 cents a bet: 23.75 cents, so that four bets make 95 cents and each cent moves once."""
    meter = opened(seed=0, increment="0.2375")
    steps = []
    for _ in range(4):
        meter, moves = meter.fed(100)
        steps.append(sum(move.amount for move in moves))
    assert steps == [23, 24, 24, 24]
    assert (meter.amount, meter.carry) == (95, 0)


def test_the_reserve_gives_the_next_seed_and_the_house_the_rest_of_it() -> None:
    meter = opened(seed=1000, increment="1/2", reserve="1/4")
    for _ in range(20):
        meter, _ = meter.fed(100)
    assert (meter.amount, meter.reserve) == (2000, 500)
    changed = meter.hit(2000, takes_all=True)
    assert in_words(changed) == ["meter player 2000 hit", "reserve meter 500 seed", "house meter 500 seed"]
    assert (changed[0].amount, changed[0].reserve, changed[0].lent) == (1000, 0, 500)


def test_a_share_leaves_the_rest_and_no_seed_is_added() -> None:
    changed = opened().hit(50_000, takes_all=False)
    assert in_words(changed) == ["meter player 50000 hit"]
    assert (changed[0].amount, changed[0].lent) == (450_000, 450_000)


def test_a_meter_never_pays_more_than_it_holds() -> None:
    with pytest.raises(BadSetting, match=r"A prize of \$5,000.01 is more than the meter's \$5,000"):
        opened().hit(500_001, takes_all=True)


def test_over_the_cap_contributions_go_to_the_reserve() -> None:
    meter = opened(cap=500_100)
    meter, _ = meter.fed(100)
    changed = meter.fed(100)
    assert in_words(changed) == ["stakes meter 29 contribution", "stakes reserve 42 reserve"]
    assert in_words(changed[0].fed(100)) == ["stakes reserve 71 reserve"]


def test_WAC_230_15_685_a_cap_is_never_under_the_meter() -> None:
    meter, _ = opened(increment="0.005").fed(100)
    assert meter.exact == Fraction(1_000_001, 2)
    with pytest.raises(BadSetting, match="WAC 230-15-685"):
        meter.capped(500_000)
    assert meter.capped(500_001)[0].rules.cap == 500_001
    assert meter.capped(None)[0].rules.cap is None
    with pytest.raises(BadSetting, match="below the seed"):
        rules(cap=499_999)


def test_WAC_230_15_671_what_a_correction_takes_off_stays_the_players() -> None:
    meter, _ = opened().fed(10_000)
    lower = meter.corrected(500_000)
    assert in_words(lower) == ["meter reserve 7100 correction"]
    assert in_words(lower[0].corrected(508_000)) == [
        "reserve meter 7100 correction",
        "house meter 900 correction",
    ]
    with pytest.raises(BadSetting, match="whole cents"):
        meter.corrected(-1)


def test_WAC_230_15_695_the_seed_is_recovered_as_far_as_players_have_filled_the_meter() -> None:
    meter, _ = opened().fed(100_000)
    assert meter.amount == 571_000
    with pytest.raises(BadSetting, match=r"can recover at most \$710 of its seed"):
        meter.seed_recovered(71_001)
    meter, moves = meter.seed_recovered(71_000)
    assert [move.target for move in moves] == [Party.HOUSE]
    assert (meter.amount, meter.lent) == (500_000, 429_000)
    with pytest.raises(BadSetting, match=r"can recover at most \$0 of its seed"):
        meter.seed_recovered(1)


def test_on_closing_the_house_gets_its_seed_and_another_meter_what_is_the_players() -> None:
    meter, _ = opened(increment="0.7125", reserve="0.1").fed(1000)
    left, moves = meter.emptied()
    assert [(move.source, move.target, move.amount) for move in moves] == [(Party.METER, Party.HOUSE, 500_000)]
    assert (left.amount, left.carry, left.reserve) == (712, MILLIONTHS // 2, 100)
    other, _ = opened(seed=100, increment="0.005").fed(100)
    joined = other.joined_by(left)
    assert joined.exact == other.exact + left.exact == 813
    assert joined.reserve == 100


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seed": -1}, "Meter seed must be"),
        ({"seed": 1.5}, "Meter seed must be"),
        ({"increment": "-1/10"}, "from 0 to 1"),
        ({"increment": "1/3"}, "at most six decimals"),
        ({"increment": "0.9", "reserve": "0.2"}, "must add up to at most 1"),
    ],
)
def test_bad_rules(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        rules(**given)  # type: ignore[arg-type]


def test_a_round_shows_the_meter_with_its_own_bets_in_it() -> None:
    assert opened().showing(300) == Showing(500_213, 500_000)
    assert Showing(900, 100).taken(90, takes_all=False) == Showing(810, 100)
    assert Showing(900, 100).taken(900, takes_all=True) == Showing(100, 100)


def test_the_plain_form_reads_back_and_what_is_no_meter_is_refused() -> None:
    meter, _ = opened(increment="0.2375", cap=10**6).fed(100)
    assert Meter.from_dict(meter.to_dict()) == meter
    for name, bad in (("amount", -1), ("carry", MILLIONTHS), ("turn", "3"), ("lent", True)):
        with pytest.raises(BadSetting, match=name):
            Meter.from_dict({**meter.to_dict(), name: bad})


@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_no_cent_is_lost_or_invented(seed: int) -> None:
    """Random changes: the parties' gains sum to zero, the meter and reserve hold what was moved to them, and the exact
    sums are what bets gave, to the millionth of a cent.
    """
    generator = Random(seed)
    meter, moves = Meter.opened(rules(seed=2000, increment="0.333333", reserve="0.051717", cap=10_000))
    held: Counter[Party] = Counter()
    owed = Fraction(0)
    for _ in range(2000):
        for move in moves:
            held[move.source] -= move.amount
            held[move.target] += move.amount
        assert (held[Party.METER], held[Party.RESERVE]) == (meter.amount, meter.reserve)
        assert not sum(held.values())
        given = -held[Party.STAKES] - owed
        assert 0 <= -given < 2
        assert -given == Fraction(meter.carry + meter.reserve_carry, MILLIONTHS)
        what = generator.random()
        if what < 0.9:
            staked = 100 * generator.randint(1, 7)
            owed += staked * (meter.rules.increment + meter.rules.reserve)
            meter, moves = meter.fed(staked)
        elif what < 0.96:
            meter, moves = meter.hit(meter.amount // 10, takes_all=False)
        elif what < 0.98:
            meter, moves = meter.hit(meter.amount, takes_all=True)
        else:
            meter, moves = meter.corrected(generator.randint(0, 9_999))
