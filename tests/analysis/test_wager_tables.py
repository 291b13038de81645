"""Return tables of single wagers: against rounds played out by the rules, and by the known frequencies of hands."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from support.double_draw_cases import BET as DOUBLE_DRAW_BET
from support.double_draw_cases import WHEEL
from support.double_draw_cases import table as double_draw
from support.pick_2_cases import TEN_CARDS, opening_bet
from support.pick_2_cases import table as pick_2
from support.wagers_played_out import agree, endings, netted, told

from houseway.analysis import ANALYZERS, analyze
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.api import analyze as analyze_pick_2
from houseway.analysis.results.result import NOT_BET, TAKEN_BACK, Analysis, WagerTable
from houseway.analysis.titles.double_draw_poker import analyze as analyze_double_draw
from houseway.analysis.titles.fast_action_holdem import analyze as analyze_fast_action
from houseway.analysis.titles.two_hand_holdem import analyze as analyze_two_hand
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount
from houseway.cards import Deck
from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy

AT_ONCE = Runner(jobs=1, cache=False)
ANTE = 100
THREE_RANKS = Deck.stripped("A23")
SHOE = Deck.stripped("7A", "cd", 4).without([49, 49, 48])
SEVENS = Deck.of([20] * 6 + [48] * 4 + [49] * 3)


def rows_of(analysis: Analysis, wager: str) -> dict[str, int]:
    (table,) = (table for table in analysis.wager_tables if table.wager == wager)
    return {row.outcome: row.combinations for row in table.rows}


PICK_2_READINGS: list[Mapping[str, str]] = [
    {"P2-R2": "both"},
    {"P2-R1": "both-push", "P2-R2": "both", "P2-R3": "larger", "P2-R7": "still-paid"},
    {"P2-R1": "no-effect", "P2-R4": "as-set", "P2-R5": "felt"},
]


@pytest.mark.slow
@pytest.mark.parametrize("readings", PICK_2_READINGS, ids=str)
def test_pick_2_poker_nets_what_the_rounds_played_out_net(
    readings: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = pick_2(readings, TEN_CARDS)
    played = endings(small, opening_bet(readings), None, monkeypatch)
    assert agree(analyze_pick_2(small, runner=AT_ONCE), played, ANTE)


@pytest.mark.slow
def test_double_draw_poker_nets_what_the_rounds_played_out_net(monkeypatch: pytest.MonkeyPatch) -> None:
    small = double_draw({"DD-R1": "wild"}, deck=WHEEL)
    played = endings(small, DOUBLE_DRAW_BET, None, monkeypatch)
    assert agree(analyze_double_draw(small, runner=AT_ONCE), played, DOUBLE_DRAW_BET.amount("ante"))


@pytest.fixture
def four_card(tmp_path: Path) -> Game:
    path = tmp_path / "bonus.toml"
    path.write_text(
        "confirm_gaps = true\n[bonus]\n"
        '"four of a kind" = 40\n"three of a kind" = 6\n"two pair" = 3\n"pair of aces or better" = "push"\n'
    )
    return game("two-hand-holdem", paytable=path, readings={"2HH-R1": "four-card"}, deck=THREE_RANKS)


@pytest.mark.slow
def test_two_hand_holdem_nets_what_the_rounds_played_out_net_and_its_bonus_counts_holes(
    four_card: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = analyze_two_hand(four_card, strategy="rule-list", runner=AT_ONCE, bonus=2)
    bet = Bet(ante_1=ANTE, ante_2=ANTE, bonus=2 * ANTE)
    played = endings(four_card, bet, PointCount(), monkeypatch)
    for wagers in (("ante_1", "ante_2"), ("raise_1", "raise_2"), ("bonus",)):
        assert told(ours, *wagers) == netted(played, *wagers, unit=ANTE)
    pairs_of_aces = comb(4, 2) * 4 * 4
    paid = {"four of a kind": 3, "three of a kind": 3 * 4 * 8, "two pair": 3 * 6 * 6}
    lost = comb(12, 4) - sum(paid.values()) - pairs_of_aces
    assert rows_of(ours, "bonus") == {**paid, "pair of aces or better": pairs_of_aces, "no bonus": lost}


SHOES: list[tuple[Mapping[str, str], str | None, dict[str, Any]]] = [
    ({}, None, {}),
    ({"FA-R2": "no-bonus-only"}, None, {"bonus": 3}),
    ({}, None, {"bonus": 0}),
    ({}, "house-way", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("readings", "player", "options"), SHOES, ids=str)
def test_fast_action_holdem_nets_what_the_rounds_played_out_net(
    readings: Mapping[str, str], player: str | None, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game("fast-action-holdem-multi", deck=SHOE, readings=readings, paytable="2")
    bet = Bet(ante=ANTE, bonus=ANTE * options.get("bonus", 1))
    chosen = None if player is None else strategy(table.slug, player)
    ours = analyze_fast_action(table, strategy=player or "optimal", runner=AT_ONCE, **options)
    assert agree(ours, endings(table, bet, chosen, monkeypatch), ANTE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scope", "deck", "ante", "bonus"), [("round", SHOE, 20_000, 20_000), ("hand", SEVENS, 1_000, 2_500)]
)
def test_FA_15i_a_limit_cuts_the_bonus_as_in_the_rounds_played_out(
    scope: str, deck: Deck, ante: int, bonus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game("fast-action-holdem-multi", deck=deck, paytable="2", aggregate_limit=1_500_000, aggregate_scope=scope)
    ours = analyze_fast_action(table, runner=AT_ONCE, ante=ante, bonus=Fraction(bonus, ante))
    assert agree(ours, endings(table, Bet(ante=ante, bonus=bonus), None, monkeypatch), ante)
    assert any("less by the limit" in what for what in rows_of(ours, "bonus"))


KNOWN_FIVE_CARD_HANDS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
}


def test_P2_10_the_five_card_bonus_by_the_known_frequencies_of_hands() -> None:
    ours = analyze(game("pick-2-poker", readings={"P2-R2": "both"}))
    counted = {what.rpartition(": ")[2]: count for what, count in rows_of(ours, "five_card_bonus").items()}
    paid = {what: count for what, count in counted.items() if what in KNOWN_FIVE_CARD_HANDS}
    rows = {row.label: row.pays for row in game("pick-2-poker").pay_set["five-card-only"].rows}  # type: ignore[index]
    assert paid == {what: count for what, count in KNOWN_FIVE_CARD_HANDS.items() if what in rows}
    assert sum(rows_of(ours, "five_card_bonus").values()) == comb(52, 5) == 2_598_960
    (alone,) = analyze(game("pick-2-poker")).side_bets
    assert {row.outcome: row.combinations for row in alone.rows}["full house"] == 3_744


def test_P2_9_the_parts_of_the_3_5_bonus_by_the_known_frequencies_of_hands() -> None:
    rows = rows_of(analyze(game("pick-2-poker")), "three_five")
    assert sum(rows.values()) == comb(52, 5)
    for hand, known in KNOWN_FIVE_CARD_HANDS.items():
        named = f"3-5 Bonus, five cards: {hand}"
        assert sum(count for what, count in rows.items() if named in what.split("; ")) == known


@pytest.mark.parametrize(("slug", "cards"), [("fast-action-holdem", 52), ("fast-action-holdem-multi", 6 * 52)])
def test_FA_15_the_bonus_counts_the_cards_that_it_depends_on(slug: str, cards: int) -> None:
    ours = analyze(game(slug))
    for wager in ("bonus", "split_bonus"):
        assert sum(rows_of(ours, wager).values()) == comb(cards, 4) * comb(cards - 4, 5)
    assert sum(rows_of(ours, "ante").values()) == ours.net.total


@pytest.mark.parametrize("slug", ANALYZERS)
def test_every_shipped_result_has_a_table_for_each_wager_whose_bets_are_those_staked(slug: str) -> None:
    table = game(slug)
    for name in ("optimal", "rule-list"):
        ours = analyze(table, strategy=name)
        assert [each.wager for each in ours.wager_tables] == [wager.wager for wager in ours.wagers]
        for each, wager in zip(ours.wager_tables, ours.wagers, strict=True):
            rows = rows_of(ours, each.wager)
            made = 1 - Fraction(rows.get(NOT_BET, 0) + rows.get(TAKEN_BACK, 0), each.total)
            per_bet = max(-row.pays for row in each.rows)
            if slug != "pick-2-poker" or each.wager != "play":
                assert wager.staked == made * per_bet
            assert table.wager_title(each.wager).replace("_", " ") == table.wager_title(each.wager)


def test_a_table_that_is_not_worth_its_wager_is_refused() -> None:
    ours = analyze(game("pick-2-poker"))
    wrong = WagerTable.of("ante", [("wins", 1, 1)])
    with pytest.raises(AssertionError, match="the return table of ante is worth 1"):
        replace(ours, wager_tables=(wrong,))
    with pytest.raises(AssertionError, match="not a multiple of 2"):
        WagerTable.of("ante", [("wins", 1, 3)], divisor=2)


def test_json_names_each_wager_and_its_rows() -> None:
    plain = analyze(game("pick-2-poker")).to_dict()
    tables = {table["wager"]: table for table in plain["wager_tables"]}  # type: ignore[attr-defined]
    assert tables["three_five"]["title"] == "3-5 Bonus"
    assert tables["three_five"]["total_combinations"] == 2_598_960
    row = tables["three_five"]["rows"][0]
    assert row["outcome"] == "3-5 Bonus, five cards: royal flush; 3-5 Bonus, three cards: suited A-K-Q"
    assert (row["combinations"], row["probability"]["exact"]) == (4, "1/649740")
