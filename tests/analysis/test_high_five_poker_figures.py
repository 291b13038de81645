"""High Five Poker against what others have printed, and against dealer's hands judged one by one."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.analysis import advise, analyze
from houseway.analysis.results.result import percent
from houseway.cards.notation import parse_cards
from houseway.games.catalogue import game
from houseway.ranking.system import ranking_system

SLUG = "high-five-poker"
DEALS = comb(53, 7) * comb(46, 7)


def test_house_edge_and_the_printed_count_of_wins() -> None:
    result = analyze(SLUG)
    won = next(row for row in result.return_table if row.outcome == "play; win")
    assert result.net.total == DEALS
    assert percent(result.house_edge("ante"), 1) == "3.6%"
    assert won.combinations == 2_431_176_040_778_304
    assert f"{won.combinations / DEALS:.6f}" == "0.294672"
    assert f"{2 * won.combinations / DEALS:.6f}" == "0.589343"


def test_H5_R1_a_second_wheel_moves_ties_and_not_the_edge() -> None:
    """A hand of A-2-3-4-5-6 is another straight then: more ties, and wins and losses fewer by as many."""
    lowest, second = (analyze(game(SLUG, readings={"H5-R1": each})) for each in ("lowest", "second"))
    assert second.value == lowest.value
    won, tied, lost = (
        {row.outcome: row.combinations for row in second.return_table}[f"play; {end}"]
        - {row.outcome: row.combinations for row in lowest.return_table}[f"play; {end}"]
        for end in ("win", "tie", "lose")
    )
    assert won == lost == -tied // 2 < 0


@pytest.mark.proof
def test_what_ships_is_counted_again() -> None:
    assert analyze(SLUG, recompute=True).net.weights == analyze(SLUG).net.weights


@pytest.mark.parametrize("mine", ["Jk Kd 9c 7h 5s 3d 2c", "9s 8d 7c 6h 5s 2d 2c"])
def test_advice_is_that_of_every_dealer_hand_judged_by_the_readable_ranker(mine: str) -> None:
    """With 37 dead cards nine are left: the dealer's 36 hands, five cards of each seven judged by themselves."""
    own, left = parse_cards(mine), parse_cards("As Ac Qd Js Th 6d 5c 4s 3c")
    dead = [card for card in range(53) if card not in {*own, *left}]
    strength = ranking_system("bug-of-seven").strength

    def best(cards: tuple[int, ...]) -> tuple[int, ...]:
        return max(map(strength, combinations(cards, 5)))

    sixes, straight = strength(parse_cards("6c 6d 4h 3s 2c")), strength(parse_cards("5c 4d 3h 2s Ac"))
    results = []
    for seven in combinations(left, 7):
        held, theirs = best(tuple(own)), best(seven)
        qualified = theirs >= sixes or held >= straight
        results.append(2 * ((held > theirs) - (held < theirs)) if qualified else 1)
    assert len(results) == 36
    values = {each.action.kind: each.value for each in advise(SLUG, own, dead=dead).options}
    assert values == {"fold": -1, "play": Fraction(sum(results), 36)}
