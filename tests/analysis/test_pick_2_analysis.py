"""The exact values of Pick 2 Poker: proved by the generic solver, and by facts that need no program."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import comb
from pathlib import Path

import pytest
from support.pick_2_cases import (
    ANTE,
    CHOICES,
    TEN_CARDS,
    TWELVE_CARDS,
    UNCACHED,
    every_reading,
    opening_bet,
    result,
    table,
)
from support.quick import sampled

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve, solve_from
from houseway.analysis.declared.api import advise, analyze
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown import picks
from houseway.analysis.declared.private_showdown.picks import PickHands
from houseway.analysis.results.result import WagerTable
from houseway.cards import Card, Deck, parse_cards
from houseway.errors import BadBet, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, Action
from houseway.games.strategies import strategy

TOTAL = 2_598_960 * 1_533_939


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    """The full deck is counted once for all tests of this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield Runner(jobs=1)


def solved_readings() -> list[dict[str, str]]:
    """Every combination of what is coupled; P2-R2 and P2-R5 take turns so that each meets every other choice."""
    coupled = product(*(CHOICES[name] for name in ("P2-R1", "P2-R3", "P2-R4", "P2-R7")))
    return [
        {
            "P2-R1": r1,
            "P2-R3": r3,
            "P2-R4": r4,
            "P2-R7": r7,
            "P2-R2": CHOICES["P2-R2"][number % 2 ^ number // 8 % 2],
            "P2-R5": CHOICES["P2-R5"][number // 2 % 2 ^ number // 4 % 2 ^ number // 8 % 2],
        }
        for number, (r1, r3, r4, r7) in enumerate(coupled)
    ]


@pytest.mark.parametrize("readings", sampled(solved_readings(), 7), ids=lambda readings: ",".join(readings.values()))
def test_whole_distribution_equals_the_generic_solver(readings: dict[str, str]) -> None:
    small = table(readings, TEN_CARDS)
    solution = solve(small, opening_bet(readings))
    assert solution.agrees_with(analyze(small, runner=UNCACHED).net, ANTE)


def test_the_solved_readings_meet_in_every_pair() -> None:
    chosen = solved_readings()
    for one, other in product(CHOICES, repeat=2):
        if one != other:
            met = {(readings[one], readings[other]) for readings in chosen}
            assert met == set(product(CHOICES[one], CHOICES[other]))


@pytest.mark.slow
@pytest.mark.parametrize("r1", CHOICES["P2-R1"])
def test_hands_of_twelve_cards_are_played_and_paid_as_the_solver_says(r1: str) -> None:
    small = table({"P2-R1": r1}, TWELVE_CARDS)
    hands = PickHands.all_of(Payoffs.of(small), UNCACHED)
    start = small.start([opening_bet({})], open_shoe=True)
    for row in range(0, len(hands.cards), 40):
        dealt = start.apply(Action(DEAL, tuple(map(Card, hands.cards[row].tolist()))))
        best = hands.as_fraction(hands.worth[:, row].max())
        assert solve_from(dealt).value == best * ANTE


ROUNDS = [
    ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ("Ac Kc Qc 2d 2h", "Qs Jd 9h 7s 5c"),
    ("9c 8c 7c 9d 2h", "Ad Kd 5h 4s 3c"),
    ("6c 6d 6h 2s 3d", "8c 8d 4h 4s Kc"),
    ("Jc Td 8h 5s 3c", "Th 9d 7c 4h 2s"),
    ("9h 7d 5c 4s 2d", "9s 7c 5h 4d 2c"),
]


@pytest.mark.parametrize("first", range(len(ROUNDS)))
@pytest.mark.parametrize("place", sampled(range(len(ROUNDS)), len(ROUNDS)))
def test_every_choice_in_every_combination_of_readings_is_settled_as_by_the_rules(first: int, place: int) -> None:
    """Every combination is met once by `make test`, by one round or another, and by `make proof` in every round."""
    hand, dealer = ROUNDS[(first + place) % len(ROUNDS)]
    own, dealers = tuple(sorted(parse_cards(hand), reverse=True)), parse_cards(dealer)
    dead = Deck.standard().without((*own, *dealers)).cards
    for readings in islice(every_reading(), first, None, len(ROUNDS)):
        played = table(readings)
        options = advise(played, own, dead=dead).options
        assert len(options) == 2 + comb(5, 3)
        for option in options:
            net = result(played, opening_bet(readings), own, option.action, dealers)
            assert option.value * ANTE == net, (readings, option.action)


@pytest.mark.slow
def test_return_table_and_distribution_count_every_deal(counted: Runner) -> None:
    analysis = analyze(table(), runner=counted)
    assert analysis.net.total == TOTAL
    assert sum(row.combinations for row in analysis.return_table) == TOTAL
    assert sum(row.combinations * row.pays for row in analysis.return_table) / TOTAL == analysis.value
    assert sum(wager.value for wager in analysis.wagers) == analysis.value
    assert sum(share.combinations for share in analysis.decisions) == 2_598_960


def test_five_card_play_without_a_qualifier_is_an_even_game_but_for_the_bonus(counted: Runner) -> None:
    analysis = analyze(table({"P2-R1": "no-effect"}), strategy="five-only", runner=counted)
    values = {wager.wager: wager.value for wager in analysis.wagers}
    assert values["ante"] == values["play"] == 0


def bonus_only() -> WagerTable:
    """The 5 Card Bonus Only where it is not bet: what one Ante on it would win."""
    (found,) = analyze(table()).side_bets
    return found


def test_P2_10_five_card_bonus_only_by_the_known_frequencies_of_hands() -> None:
    pairs_of_sixes_or_better = 1_098_240 * 9 // 13
    paid = {500: 4, 100: 36, 40: 624, 15: 3744, 8: 5108, 6: 10_200, 4: 54_912, 3: 123_552, 1: pairs_of_sixes_or_better}
    lost = comb(52, 5) - sum(paid.values())
    rows = bonus_only().rows
    assert {int(row.pays): row.combinations for row in rows} == {**paid, -1: lost}
    assert bonus_only().value == Fraction(sum(pays * count for pays, count in paid.items()) - lost, comb(52, 5))


def test_P2_R2_both_adds_the_optional_bet_where_no_paid_hand_is_folded(counted: Runner) -> None:
    with_it = analyze(table({"P2-R2": "both"}), runner=counted)
    without = analyze(table(), runner=counted)
    assert with_it.value - without.value == bonus_only().value
    assert with_it.bases["initial wager"] == 3
    assert without.bases["initial wager"] == 2


def test_P2_R2_any_amount_may_stand_on_the_optional_bet_unless_it_must_equal_the_ante(counted: Runner) -> None:
    half = analyze(table(), bets={"five_card_bonus": Fraction(1, 2)}, runner=counted)
    none = analyze(table(), runner=counted)
    assert half.value - none.value == bonus_only().value / 2
    with pytest.raises(BadBet, match="expected 0 or 1 Antes"):
        analyze(table({"P2-R2": "both"}), bets={"five_card_bonus": 2}, runner=counted)
    with pytest.raises(BadBet, match="got -1"):
        analyze(table(), bets={"five_card_bonus": -1}, runner=counted)


def test_automatic_players_are_worth_what_the_solver_says() -> None:
    small = table({"P2-R7": "still-paid"}, TEN_CARDS)
    for name in ("five-only", "pairs-only", "three-with-straights"):
        solution = solve(small, opening_bet({}), strategy(small.slug, name))
        assert solution.agrees_with(analyze(small, strategy=name, runner=UNCACHED).net, ANTE)


def test_odds_too_large_for_64_bits_are_still_exact(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    rows = '"straight flush" = "999999937/99991"\n"straight" = "7/99989"\n'
    file.write_text(f'base = "typed"\nconfirm_gaps = true\n[three-card]\n{rows}')
    odd = game("pick-2-poker", paytable=file, deck=TEN_CARDS)
    analysis = analyze(odd, runner=UNCACHED)
    monkeypatch.setattr(picks, "SAFE", 0)
    assert analyze(odd, runner=UNCACHED).net == analysis.net
    monkeypatch.setattr(picks, "SAFE", 2**200)
    assert analyze(odd, runner=UNCACHED).net == analysis.net
    assert any(value.denominator == 99991 for value in analysis.net.weights)


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(UnknownName, match="rule-list"):
        analyze(table(), strategy="bluff")


def test_columns_are_the_games_legal_actions_in_their_order() -> None:
    hand = tuple(sorted(parse_cards("Ac Kd 9h 5s 2c"), reverse=True))
    state = table().start([opening_bet({})], shoe=(*hand, *parse_cards("3c 3d 4h 4s 6c"))).advance()
    hands = PickHands.one(Payoffs.of(table()), hand, Deck.standard().without(hand))
    assert state.legal_actions() == tuple(hands.action(column, 0) for column in range(len(hands.columns)))
