"""The showdown of Fast Action Hold'em: every wager in every outcome, with figures worked out from the rule sheet."""

from datetime import date
from pathlib import Path

import pytest
from support.fast_action_table import (
    BOARD,
    KINGS,
    MULTI,
    SINGLE,
    envy,
    keeps,
    play,
    returned,
    shoe_of,
    splits,
    texts,
)

from houseway.cards import Deck, format_cards, parse_cards
from houseway.errors import BadBet, BadPayTable, BadSetting, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN

# FA-9 to FA-14: the dealer's hand, showdown, Antes.


def test_FA_9_FA_10_the_dealer_shows_four_cards_keeps_two_and_turns_the_community_over() -> None:
    shoe = shoe_of(SINGLE, ["As Ah 3c 3d"], KINGS, BOARD)
    state = game(SINGLE).start([Bet(ante=500)], shoe=shoe).advance().apply(keeps("As Ah")).apply(PROCEED)
    assert state.view(None).cards("dealer") == (HIDDEN,) * 4
    state = state.apply(PROCEED)
    shown, kept = state.events[-2:]
    assert (shown.clause, format_cards(shown.cards)) == ("FA-9", KINGS)
    assert (kept.clause, format_cards(kept.cards)) == ("FA-9", "Ks Kd")
    assert "line 1 of the house way, a pair of 8s or higher" in kept.text
    assert format_cards(state.view(None).cards("dealer")) == "Ks Kd"
    assert format_cards(state.view(None).cards("dealer discards")) == "5h 3h"
    assert state.view(None).cards("community") == (HIDDEN,) * 5
    state = state.apply(PROCEED)
    assert (state.events[-1].clause, state.events[-1].cards) == ("FA-10", parse_cards(BOARD))
    assert state.view(None).cards("community") == parse_cards(BOARD)


def test_FA_9_the_readings_of_the_house_way_reach_the_table() -> None:
    dealer = "As Qs 4d 4h"
    for choice, kept in (("any", "As Qs"), ("unsuited", "4d 4h")):
        table = game(SINGLE, readings={"FA-R5": choice})
        state = play(table, [Bet(ante=500)], ["Kh Kd 3c 3d"], dealer, "2c 7d 9h Jc 8s", [keeps("Kh Kd")])
        assert format_cards(state.view(None).cards("dealer")) == kept


@pytest.mark.parametrize(("slug", "clause"), [(SINGLE, "FA-11"), (MULTI, "FAM-8")])
def test_FA_11_FAM_8_settlement_runs_counter_clockwise_and_FA_14_FAM_11_take_each_players_bonus_along(
    slug: str, clause: str
) -> None:
    hands = ["As Ah 3c 3d", "Qs Qh 5c 5d", "8s 8h 6h 6s"]
    bets = [Bet(ante=500, bonus=100)] * 3
    moves = [splits("both", "As Ah"), keeps("Qs Qh"), splits("bonus", "8s 8h")]
    state = play(game(slug), bets, hands, KINGS, BOARD, moves)
    assert [(entry.seat, entry.wager) for entry in state.settlements] == [
        (2, "ante"),
        (2, "bonus"),
        (2, "split_bonus"),
        (1, "ante"),
        (1, "bonus"),
        (0, "ante"),
        (0, "bonus"),
        (0, "split_ante"),
        (0, "split_bonus"),
    ]
    assert [event.seat for event in state.events if event.clause == clause] == [2, 1, 0]


@pytest.mark.parametrize(
    ("board", "hole", "kept", "name"),
    [
        ("Ts 9s 8s 7s 6s", "Ac Ad 3c 3d", "Ac Ad", "straight flush, ten high"),
        ("Ts 9s 8s 7s 2h", "6s Ad 3c 3d", "6s Ad", "straight flush, ten high"),
        ("Ts 9s 8s 2h 2d", "7s 6s 3c 3d", "7s 6s", "straight flush, ten high"),
    ],
)
def test_FA_12_none_one_or_two_hole_cards_play(board: str, hole: str, kept: str, name: str) -> None:
    state = play(game(SINGLE), [Bet(ante=500)], [hole], KINGS, board, [keeps(kept)])
    assert texts(state, "FA-12") == [f"seat 0 has {name}"]


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
@pytest.mark.parametrize(
    ("dealer", "back"),
    [
        ("Ks Kd 3h 5h", 2000),
        ("Jh Js 3h 5h", 0),
        ("Ah As 3h 5h", 0),
    ],
    ids=["win", "loss", "tie"],
)
def test_FA_13_FAM_10_the_ante_wins_1_to_1_and_the_house_wins_ties(slug: str, dealer: str, back: int) -> None:
    state = play(game(slug), [Bet(ante=1000)], ["Ac Ad 3c 5c"], dealer, BOARD, [keeps("Ac Ad")])
    assert returned(state) == {"ante": back}
    assert {entry.clause for entry in state.settlements} == {"FA-13" if slug == SINGLE else "FAM-10"}
    assert state.house_result == 1000 - back


# Every wager of every way to play one deal. The dealer has a pair of kings; A-3 is ace high and loses both bets, 9-9 is
# three nines: it beats the dealer, and pays 1 to 1 on pay table 4.


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (keeps("As 3c"), {"ante": 0, "bonus": 0}),
        (keeps("9s 9d"), {"ante": 2000, "bonus": 1000}),
        (splits("ante", "As 3c"), {"ante": 0, "bonus": 0, "split_ante": 2000}),
        (splits("ante", "9s 9d"), {"ante": 2000, "bonus": 1000, "split_ante": 0}),
        (splits("bonus", "As 3c"), {"ante": 0, "bonus": 0, "split_bonus": 1000}),
        (splits("bonus", "9s 9d"), {"ante": 2000, "bonus": 1000, "split_bonus": 0}),
        (splits("both", "As 3c"), {"ante": 0, "bonus": 0, "split_ante": 2000, "split_bonus": 1000}),
    ],
    ids=str,
)
def test_FA_7a_FA_13_FA_15_FA_R3_each_way_to_play_settles_every_wager(move: Action, expected: dict[str, int]) -> None:
    state = play(game(SINGLE), [Bet(ante=1000, bonus=500)], ["As 3c 9s 9d"], KINGS, BOARD, [move])
    assert returned(state) == expected
    staked = 1000 * (1 + ("split_ante" in expected)) + 500 * (1 + ("split_bonus" in expected))
    assert state.house_result == staked - sum(expected.values())


# FA-15: the Bonus by the pay table. The figures are the sheet's columns.

HANDS = {
    "royal flush": ("As Ks", "Qs Js Ts 4h 5d"),
    "straight flush": ("9s 8s", "7s 6s 5s Kh 2d"),
    "four of a kind": ("9s 9h", "9d 9c 2s 5h Kd"),
    "full house": ("9s 9h", "9d 2s 2h Kd 5c"),
    "flush": ("As 9s", "2s 5s 7s Kh Qd"),
    "straight": ("9s 8h", "7d 6c 5s Kh 2d"),
    "three of a kind": ("9s 9h", "9d 2s 5h Kd 7c"),
    "two pair": ("9s 8h", "9d 8c 2s 5h Kd"),
    "pair": ("9s 8h", "9d 7c 2s 5h Kd"),
    "high card": ("9s 8h", "Qd 7c 2s 5h Kd"),
}
COPIES = {
    "suited five of a kind": ("9s 9s", "9s 9s 9s Kd 2c"),
    "five of a kind": ("9s 9h", "9d 9c 9s Kd 2c"),
    "four of a kind": ("9s 9s", "9s 9s 2s 5h Kd"),
    "full house": ("9s 9s", "9s 2s 2s Kd 5c"),
    "flush": ("As As", "2s 5s 7s Kh Qd"),
    "three of a kind": ("9s 9s", "9s 2s 5h Kd 7c"),
    "two pair": ("9s 8h", "9s 8h 2s 5h Kd"),
}
BY_THE_SHEET: dict[str, dict[str, int]] = {
    "4": {"royal flush": 500, "straight flush": 100, "four of a kind": 30, "full house": 5, "flush": 4, "straight": 2}
    | {"three of a kind": 1},
    "5": {"royal flush": 500, "straight flush": 100, "four of a kind": 30, "full house": 5, "flush": 3, "straight": 2}
    | {"three of a kind": 1},
    "6": {"royal flush": 500, "straight flush": 100, "four of a kind": 30, "full house": 6, "flush": 3, "straight": 1}
    | {"three of a kind": 1},
    "1": {"suited five of a kind": 5000, "royal flush": 500, "straight flush": 100, "five of a kind": 50}
    | {"four of a kind": 5, "full house": 3, "flush": 2, "straight": 1},
    "2": {"suited five of a kind": 1000, "royal flush": 200, "straight flush": 75, "five of a kind": 40}
    | {"four of a kind": 7, "full house": 3, "flush": 2, "straight": 1, "three of a kind": 0},
    "3": {"suited five of a kind": 1000, "royal flush": 200, "straight flush": 75, "five of a kind": 40}
    | {"four of a kind": 7, "full house": 3, "flush": 2, "straight": 2, "three of a kind": 0},
}


def bonus_cases() -> list[tuple[str, str, str, str, str, str]]:
    single = [(SINGLE, "", table, name, *cards) for table in ("4", "5", "6") for name, cards in HANDS.items()]
    multi = [
        (MULTI, order, table, name, *cards)
        for order in ("as-paid", "fives-on-top")
        for table in ("1", "2", "3")
        for hands in (HANDS, COPIES)
        for name, cards in hands.items()
    ]
    return single + multi


@pytest.mark.parametrize(("slug", "order", "table", "name", "kept", "board"), bonus_cases())
def test_FA_15_FAM_12_FAM_12a_FAM_12b_FA_R7_the_bonus_pays_by_the_pay_table(
    slug: str, order: str, table: str, name: str, kept: str, board: str
) -> None:
    readings = {"FA-R7": order} if order else {}
    left = [card for card in Deck.standard().cards if card not in parse_cards(f"{kept} {board}", deck=Deck.standard(6))]
    hole, dealer = f"{kept} {format_cards(left[:2])}", format_cards(left[10:14])
    seats, shown = [Bet(ante=1000, bonus=1000)], [hole]
    state = play(game(slug, paytable=table, readings=readings), seats, shown, dealer, board, [keeps(kept)])
    odds = BY_THE_SHEET[table].get(name)
    assert returned(state)["bonus"] == (0 if odds is None else 1000 + 1000 * odds)
    (entry,) = (entry for entry in state.settlements if entry.wager == "bonus")
    assert entry.clause == ("FA-15" if slug == SINGLE else "FAM-12b" if odds is None else "FAM-12a")
    assert texts(state, "FA-12" if slug == SINGLE else "FAM-9")[-1].startswith(f"seat 0 has {name}")


def test_FAM_12b_FAM_13_a_losing_bonus_is_taken_and_its_lammer_is_paid_at_the_end() -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500)]
    hands = ["2h 2d 7c 8c", "As Ks 4c 5c"]
    state = play(game(MULTI), bets, hands, "Qd 9d 6h 3h", "Qs Js Ts 8h 3d", [keeps("2h 2d"), keeps("As Ks")])
    (bonus,) = (entry for entry in state.settlements if entry.wager == "bonus")
    assert (bonus.returned, bonus.clause) == (0, "FAM-12b")
    assert envy(state, 0) == [25000]
    assert (state.events[-1].clause, state.events[-1].text[:22]) == ("FAM-13", "every wager is settled")


def test_FAM_12i_a_payout_over_the_posted_limit_cites_its_own_clause() -> None:
    table = game(MULTI, jurisdiction="none", aggregate_limit=10000)
    kept, board = HANDS["royal flush"]
    state = play(table, [Bet(ante=500, bonus=500)], [f"{kept} 4c 4d"], "3c 3d 6c 8d", board, [keeps(kept)])
    (bonus,) = (entry for entry in state.settlements if entry.wager == "bonus")
    assert (bonus.returned, bonus.clause) == (500 + 10000, "FAM-12i")
    with pytest.raises(UnknownName, match="scope of the aggregate limit \\(FAM-12i\\) 'day'"):
        game(MULTI, aggregate_scope="day")


def test_FA_15_a_losing_bonus_is_taken_and_the_lammer_stays() -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500)]
    hands = ["2h 2d 7c 8c", "As Ks 4c 5c"]
    state = play(game(SINGLE), bets, hands, "Qd 9d 6h 3h", "Qs Js Ts 8h 3d", [keeps("2h 2d"), keeps("As Ks")])
    assert returned(state, 0)["bonus"] == 0
    assert envy(state, 0) == [25000]
    assert state.events[-1].text == "every wager is settled: the dealer takes the lammers"


# FA-15i: the aggregate limit. Seat 0 has four nines at 30 to 1, seat 1 kings full at 5 to 1.

AGGREGATE_HANDS = ["9d 9c 3h 4h", "Kd Kh 3s 4s"]
AGGREGATE_BETS = [Bet(ante=500, bonus=1000), Bet(ante=500, bonus=600)]


@pytest.mark.parametrize(
    ("limit", "scope", "expected", "clause"),
    [
        (None, "round", (31000, 3600), ("FA-15", "FA-15")),
        (33000, "round", (31000, 3600), ("FA-15", "FA-15")),
        (32999, "round", (30999, 3600), ("FA-15i", "FA-15")),
        (10000, "round", (10090, 1510), ("FA-15i", "FA-15i")),
        (10000, "hand", (11000, 3600), ("FA-15i", "FA-15")),
        (2000, "hand", (3000, 2600), ("FA-15i", "FA-15i")),
    ],
)
def test_FA_15i_payouts_over_the_aggregate_limit_are_cut_in_proportion(
    limit: int | None, scope: str, expected: tuple[int, int], clause: tuple[str, str]
) -> None:
    table = game(SINGLE, jurisdiction="none", aggregate_limit=limit, aggregate_scope=scope)
    moves = [keeps("9d 9c"), keeps("Kd Kh")]
    state = play(table, AGGREGATE_BETS, AGGREGATE_HANDS, "Qd Jd 6h 5h", "9s 9h 2d Kc 7c", moves)
    assert tuple(returned(state, seat)["bonus"] for seat in (0, 1)) == expected
    found = {entry.seat: entry.clause for entry in state.settlements if entry.wager == "bonus"}
    assert (found[0], found[1]) == clause


def test_FA_15i_the_envy_bonus_is_outside_the_aggregate_limit() -> None:
    table = game(SINGLE, jurisdiction="none", aggregate_limit=10000)
    bets = [Bet(ante=500, bonus=500), Bet(ante=500, bonus=500)]
    hands = ["2h 2d 7c 8c", "As Ks 4c 5c"]
    state = play(table, bets, hands, "Qd 9d 6h 3h", "Qs Js Ts 8h 3d", [keeps("2h 2d"), keeps("As Ks")])
    assert returned(state, 1)["bonus"] == 500 + 10000
    assert envy(state, 0) == [25000]


def test_FA_15i_a_posted_limit_keeps_to_the_washington_rule() -> None:
    on = date(2022, 1, 1)
    game(SINGLE, on=on, aggregate_limit=1_500_000)
    with pytest.raises(BadSetting, match="at 50 to 1 needs at least \\$15,000 \\(WAC 230-15-490\\)"):
        game(SINGLE, on=on, aggregate_limit=1_499_999)
    for limit in (0, -1, True, "15000"):
        with pytest.raises(BadSetting, match="expected a number of cents above zero"):
            game(SINGLE, on=on, aggregate_limit=limit)
    with pytest.raises(
        UnknownName, match=r"scope of the aggregate limit \(FA-15i\) 'day'. Expected one of: hand, round"
    ):
        game(SINGLE, aggregate_scope="day")


# FA-16: the Envy Bonus.


def test_FA_16_each_lammer_is_paid_for_every_other_players_qualifying_hand_and_never_for_its_own() -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500), Bet(ante=500, bonus=499), Bet(ante=500, bonus=800)]
    hands = ["9s 8s 7c 7d", "As Ks 4c 5c", "2h 2d 6c 6d", "Ah Kh 4h 5h"]
    moves = [keeps("9s 8s"), keeps("As Ks"), keeps("2h 2d"), keeps("Ah Kh")]
    state = play(game(SINGLE), bets, hands, "Qd Jd 6h 3h", "Qs Js Ts 8h 3d", moves)
    assert [envy(state, seat) for seat in range(4)] == [[25000], [], [], [5000, 25000]]
    last_wager = max(place for place, entry in enumerate(state.settlements) if entry.wager != "envy")
    assert all(entry.wager == "envy" for entry in state.settlements[last_wager + 1 :])


def test_FA_16_the_dealers_hand_qualifies_nobody() -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500, bonus=500)]
    hands = ["2h 2d 7c 7d", "4c 4d 5c 5d"]
    state = play(game(SINGLE), bets, hands, "As Ks 6h 3h", "Qs Js Ts 8h 3d", [keeps("2h 2d"), keeps("4c 4d")])
    assert envy(state, 0) == envy(state, 1) == []


def test_FA_16_a_hand_that_plays_the_board_qualifies_like_any_other() -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500, bonus=500)]
    hands = ["2h 2d 7c 7d", "4c 4d 5c 5d"]
    state = play(game(SINGLE), bets, hands, "Ah Kh 6h 3h", "As Ks Qs Js Ts", [keeps("2h 2d"), keeps("4c 4d")])
    assert envy(state, 0) == envy(state, 1) == [25000]


@pytest.mark.parametrize(
    ("name", "amount"),
    [
        ("suited five of a kind", 100000),
        ("royal flush", 25000),
        ("straight flush", 5000),
        ("five of a kind", 1000),
        ("four of a kind", None),
    ],
)
@pytest.mark.parametrize("order", ["as-paid", "fives-on-top"])
def test_FAM_13_envy_amounts_with_several_decks(name: str, amount: int | None, order: str) -> None:
    kept, board = (HANDS | COPIES)[name]
    bets = [Bet(ante=500, bonus=500), Bet(ante=500)]
    hands = ["2h 3h 2d 4c", f"{kept} 6h 6d"]
    table = game(MULTI, readings={"FA-R7": order})
    state = play(table, bets, hands, "Jh Jd 4h 3c", board, [keeps("2h 3h"), keeps(kept)])
    assert envy(state, 0) == ([] if amount is None else [amount])


@pytest.mark.parametrize("option", ["ante", "bonus", "both"])
@pytest.mark.parametrize(("choice", "expected"), [("each", [25000, 5000]), ("better", [25000])])
def test_FA_R9_each_hand_of_a_split_or_the_better_one(option: str, choice: str, expected: list[int]) -> None:
    bets = [Bet(ante=500, bonus=500), Bet(ante=500, bonus=100)]
    hands = ["2h 2d 7c 7d", "As Ks 9s 8s"]
    table = game(SINGLE, readings={"FA-R9": choice})
    moves = [keeps("2h 2d"), splits(option, "As Ks")]
    state = play(table, bets, hands, "Qd Jd 6h 3h", "Qs Js Ts 8h 3d", moves)
    assert envy(state, 0) == expected
    assert envy(state, 1) == []


# Pay tables of a user's own, and the order at showdown.


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_FA_R1_a_users_own_rows(tmp_path: Path) -> None:
    rows = 'confirm_gaps = true\n[bonus]\n"royal flush" = 100\n"flush" = "3:2"\n[envy]\n"royal flush" = 100\n'
    own = write(tmp_path / "own.toml", rows)
    table = game(MULTI, paytable=own, readings={"FA-R1": "user-file"})
    kept, board = HANDS["flush"]
    state = play(table, [Bet(ante=500, bonus=500)], [f"{kept} 4c 4d"], "3c 3d 6c 8d", board, [keeps(kept)])
    assert returned(state)["bonus"] == 500 + 750
    with pytest.raises(BadPayTable, match=r"This choice of FA-R1 needs a custom pay table, .* Give a file"):
        game(MULTI, readings={"FA-R1": "user-file"})
    with pytest.raises(BadPayTable, match="This choice of FA-R1 needs a custom pay table"):
        game(MULTI, paytable="2", readings={"FA-R1": "user-file"})
    assert game(MULTI, readings={"FA-R1": "inferred"}).label == "Fast Action Hold'em, multi-deck, pay table 1"


@pytest.mark.parametrize(
    ("order", "player", "dealer", "board", "back"),
    [
        ("as-paid", "9c 9s 2h 4d", "6s 5s 2d 3h", "9s 9h 9d 8s 7s", 0),
        ("fives-on-top", "9c 9s 2h 4d", "6s 5s 2d 3h", "9s 9h 9d 8s 7s", 2000),
        ("as-paid", "6s 5s 2d 3h", "9c 9s 2h 4d", "9s 9h 9d 8s 7s", 2000),
        ("fives-on-top", "6s 5s 2d 3h", "9c 9s 2h 4d", "9s 9h 9d 8s 7s", 0),
        ("as-paid", "Qc Qs 2h 4d", "As Ks 3d 8h", "Qs Qh Qd Js Ts", 0),
        ("fives-on-top", "Qc Qs 2h 4d", "As Ks 3d 8h", "Qs Qh Qd Js Ts", 2000),
        ("as-paid", "Qs Qs 2h 4d", "Qc Qd 3d 8h", "Qs Qs Qs Js Ts", 2000),
        ("fives-on-top", "Qs Qs 2h 4d", "Qc Qd 3d 8h", "Qs Qs Qs Js Ts", 2000),
        ("as-paid", "9c 9c 2h 4d", "7c 7c 3d 2d", "9s 9h 9d 7s 7d", 2000),
    ],
)
def test_FA_R7_order_of_five_of_a_kind_and_straight_flush(
    order: str, player: str, dealer: str, board: str, back: int
) -> None:
    table = game(MULTI, readings={"FA-R7": order})
    move = keeps(" ".join(player.split()[:2]))
    assert returned(play(table, [Bet(ante=1000)], [player], dealer, board, [move])) == {"ante": back}


# Pay table 3 and users' files: equal bets.


@pytest.mark.parametrize("bet", [Bet(ante=500), Bet(ante=500, bonus=499), Bet(ante=500, bonus=600)])
def test_FAM_P3_pay_table_3_requires_equal_ante_and_bonus(bet: Bet) -> None:
    table = game(MULTI, paytable="3")
    with pytest.raises(BadBet, match=r"Seat 2: pay table 3 requires equal Ante and Bonus; got \$5 and .* \(FAM-P3\)"):
        table.start([Bet(ante=500, bonus=500), bet])


def test_a_users_pay_table_may_require_equal_bets(tmp_path: Path) -> None:
    plain = write(tmp_path / "plain.toml", 'base = "4"\nequal_bets = true\n')
    with pytest.raises(BadBet, match="pay table plain requires equal Ante and Bonus"):
        game(SINGLE, paytable=plain).start([Bet(ante=500)])
    inherited = write(tmp_path / "inherited.toml", 'base = "3"\n')
    with pytest.raises(BadBet, match="pay table inherited requires equal"):
        game(MULTI, paytable=inherited).start([Bet(ante=500)])
    lifted = write(tmp_path / "lifted.toml", 'base = "3"\nequal_bets = false\n')
    game(MULTI, paytable=lifted).start([Bet(ante=500)])
    wrong = write(tmp_path / "wrong.toml", 'base = "3"\nequal_bets = "yes"\n')
    with pytest.raises(BadPayTable, match="equal_bets must be true or false; got 'yes'"):
        game(MULTI, paytable=wrong)
