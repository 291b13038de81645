"""Three Card Poker Face Up against what others have printed, and against dealer's hands judged one by one."""

from fractions import Fraction
from itertools import combinations
from math import comb

from houseway.analysis import advise, analyze, rule_list
from houseway.analysis.results.result import percent
from houseway.cards.notation import parse_cards
from houseway.ranking.system import ranking_system

SLUG = "three-card-poker-face-up"
QUEEN_HIGH = ranking_system("three-card").strength(parse_cards("Qc 3d 2h"))


def test_house_edge() -> None:
    result = analyze(SLUG)
    assert percent(result.house_edge("ante"), 4) == "3.8807%"
    assert Fraction(9881, 10_000) <= 1 - result.house_edge("unit bet") < Fraction(9882, 10_000), "98.81%, cut off"
    assert result.net.total == comb(52, 3) * 49 * comb(48, 2)


def test_every_pair_bets_three_times_the_Ante() -> None:
    lines = [line for line in rule_list(SLUG).lines() if line.startswith("Dealer shows")]
    assert len(lines) == 13
    assert all("play 3x with a pair or better" in line for line in lines)


def test_the_lowest_hand_to_play_against_high_cards() -> None:
    """Where the printed list names three cards; against a jack it has J-8-4, and a cut below J-8-3 is better."""
    text = "\n".join(rule_list(SLUG).lines())
    for shown, lowest in (("T", "T-8-4"), ("Q", "Q-8-4"), ("K", "K-8-4"), ("A", "A-8-5")):
        assert f"Dealer shows {shown}: play 3x with a pair or better; play with {lowest} or" in text


def test_advice_is_that_of_every_dealer_hand_judged_by_the_readable_ranker() -> None:
    """A flush, which the Blind pays if it wins, against a king: all 1,128 pairs of hidden cards."""
    mine, up = parse_cards("Js 7s 3s"), parse_cards("Kd")
    strength = ranking_system("three-card").strength
    own, total = strength(mine), dict.fromkeys((1, 2, 3), 0)
    hidden = list(combinations([card for card in range(52) if card not in {*mine, *up}], 2))
    assert len(hidden) == 1128
    for two in hidden:
        theirs = strength((*up, *two))
        sign = (own > theirs) - (own < theirs)
        for times in total:
            total[times] += sign * (theirs >= QUEEN_HIGH) + sign * times + sign
    values = {each.action.kind: each.value for each in advise(SLUG, mine, dealer=up).options}
    expected = {times: Fraction(net, len(hidden)) for times, net in total.items()}
    assert values == {"fold": -2, "play": expected[1], "play-2x": expected[2], "play-3x": expected[3]}
