"""Double Draw Poker, clause by clause. Expected figures are worked out from the rule sheet."""

from dataclasses import replace
from datetime import date
from math import comb
from pathlib import Path

import pytest
from support.arranged import clauses, play, returned

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.errors import BadBet, BadPayTable, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.state import CHANCE, DEALER, State
from houseway.games.strategies import play_out, strategy, strategy_names

SLUG = "double-draw-poker"
TEN = Bet(ante=1000, bonus=1000)
FIVE = Bet(ante=500, bonus=500)
FOLD = Action("fold")
STAY = Action("draw")


def discard(cards: str) -> Action:
    return Action.of("draw", cards)


# Equipment, seats and bets.


def test_the_deck_is_52_cards_and_two_jokers() -> None:
    assert game(SLUG).deck.size == 54
    assert game(SLUG).deck.copies == (1,) * 54


def test_DD_2_ante_and_bonus_must_be_equal() -> None:
    with pytest.raises(BadBet, match=r"the Bonus must equal the Ante of \$10; got \$5 \(DD-2\)"):
        game(SLUG).start([Bet(ante=1000, bonus=500)])


@pytest.mark.parametrize("bet", [Bet(ante=1000), Bet(bonus=1000), Bet()])
def test_DD_2_ante_and_bonus_are_both_required(bet: Bet) -> None:
    with pytest.raises(BadBet, match=r"is required \(DD-2\)"):
        game(SLUG).start([bet])


def test_a_draw_bet_cannot_be_made_before_the_deal() -> None:
    with pytest.raises(BadBet, match=r"unknown wager 'draw_1'. Expected one of: ante, bonus"):
        game(SLUG).start([Bet(ante=1000, bonus=1000, draw_1=1000)])


def test_DD_10_wagers_stay_within_the_limit_of_the_day() -> None:
    table = game(SLUG, on=date(2014, 1, 14))
    table.start([Bet(ante=30000, bonus=30000)], seed=1)
    with pytest.raises(LimitExceeded, match=r"\$300.01 is over the limit of \$300 .*230-15-140"):
        table.start([Bet(ante=30001, bonus=30001)], seed=1)


@pytest.mark.parametrize("most", range(1, 7))
def test_DD_R2_takes_one_seat_up_to_the_number_chosen(most: int) -> None:
    table = game(SLUG, readings={"DD-R2": str(most)})
    table.start([TEN], seed=1)
    table.start([TEN] * most, seed=1)
    for seats in (0, most + 1):
        with pytest.raises(BadBet, match=f"takes 1 to {most} seats; got {seats}"):
            table.start([TEN] * seats, seed=1)


def test_DD_0c_the_deck_is_52_cards_and_two_jokers() -> None:
    table = game(SLUG)
    assert table.sheet.deck_clauses == ("DD-0c",)
    assert (table.deck.size, sum(table.deck.copies[52:])) == (54, 2)


def test_DD_R2_six_seats_that_replace_all_they_can_use_every_card_once() -> None:
    state = game(SLUG).start([TEN] * 6, seed=11).advance()
    while isinstance(seat := state.actor, int):
        most = max(len(action.cards) for action in state.legal_actions())
        state = state.apply(Action("draw", state.view(seat).cards("hand", seat)[:most])).advance()
    lying = [card_id for pile in state.piles() for card_id in pile.cards]
    assert sorted(lying) == list(range(54))


def test_unknown_readings_choices_and_pay_tables_are_refused_with_the_valid_ones() -> None:
    with pytest.raises(UnknownName, match="DD-R1, DD-R2, DD-R3, DD-R4"):
        game(SLUG, readings={"DD-R9": "bug"})
    with pytest.raises(UnknownName, match="Expected one of: bug, wild"):
        game(SLUG, readings={"DD-R1": "tame"})
    with pytest.raises(UnknownName, match=r"Expected one of: 1, 2, a path to a \.toml file, sample"):
        game(SLUG, paytable="3")


# The deal and the two options.

TWO_HANDS = "2c 4d 6h 8s Tc  3c 5d 7h 9s Jc"


def test_DD_1_and_DD_3_packets_of_five_go_clockwise_and_the_deck_then_to_the_dealer() -> None:
    state = game(SLUG).start([TEN, FIVE], shoe=TWO_HANDS)
    assert state.actor == CHANCE
    state = state.apply(next(iter(state.legal_actions())))
    assert state.actor == CHANCE
    state = state.apply(next(iter(state.legal_actions())))
    assert state.actor == DEALER
    state = state.apply(Action("proceed"))
    deal = [(event.clause, event.seat, event.cards) for event in state.events[2:]]
    assert deal == [
        ("DD-3", 0, parse_cards("2c 4d 6h 8s Tc")),
        ("DD-3", 1, parse_cards("3c 5d 7h 9s Jc")),
        ("DD-3", None, ()),
    ]


def test_DD_4a_and_DD_5a_both_options_go_clockwise_and_the_second_waits_for_all() -> None:
    state = play(game(SLUG), [TEN] * 3, TWO_HANDS + " 2d 4h 6s 8c Td")
    actors = []
    while isinstance(state.actor, int):
        actors.append(state.actor)
        state = state.apply(STAY).advance()
    assert actors == [0, 1, 2, 0, 1, 2]


def test_DD_4a_and_DD_5a_each_draw_bet_equals_the_ante() -> None:
    state = play(game(SLUG), [TEN, FIVE], TWO_HANDS, STAY, STAY)
    assert state.wagers()[0] == (("ante", 1000), ("bonus", 1000), ("draw_1", 1000))
    assert state.wagers()[1] == (("ante", 500), ("bonus", 500), ("draw_1", 500))
    state = state.apply(STAY)
    assert state.wagers()[0] == (("ante", 1000), ("bonus", 1000), ("draw_1", 1000), ("draw_2", 1000))
    bets = [event for event in state.events if event.clause in ("DD-4a", "DD-5a")]
    assert [(event.clause, event.seat, event.amount) for event in bets] == [
        ("DD-4a", 0, 1000),
        ("DD-4a", 1, 500),
        ("DD-5a", 0, 1000),
    ]


def test_DD_4b_none_to_three_cards_may_be_replaced() -> None:
    legal = play(game(SLUG), [TEN], "2c 4d 6h 8s Tc").legal_actions()
    sizes = [len(action.cards) for action in legal if action.kind == "draw"]
    assert [sizes.count(size) for size in range(5)] == [1, 5, 10, 10, 0]
    assert FOLD in legal
    assert len(legal) == len(set(legal)) == 27


def test_DD_5b_one_card_or_none_may_be_replaced() -> None:
    legal = play(game(SLUG), [TEN], "2c 4d 6h 8s Tc", STAY).legal_actions()
    sizes = [len(action.cards) for action in legal if action.kind == "draw"]
    assert [sizes.count(size) for size in range(3)] == [1, 5, 0]
    assert FOLD in legal
    assert len(legal) == len(set(legal)) == 7


def test_two_jokers_in_a_hand_are_alike_as_discards() -> None:
    first = play(game(SLUG), [TEN], "Jk Jk 6h 8s Tc")
    texts = [str(action) for action in first.legal_actions()]
    assert len(texts) == len(set(texts)) == 20
    assert "draw Jk Jk" in texts
    assert len(first.apply(STAY).advance().legal_actions()) == 6


def test_DD_4b_new_cards_come_from_the_deck_at_once_and_before_the_next_player_acts() -> None:
    state = play(game(SLUG), [TEN, TEN], TWO_HANDS + " As Kd Qh", discard("2c 4d"))
    assert state.actor == 1
    assert sorted(state.view(0).cards("hand", 0)) == sorted(parse_cards("6h 8s Tc As Kd"))
    state = state.apply(discard("Jc")).advance()
    assert sorted(state.view(1).cards("hand", 1)) == sorted(parse_cards("3c 5d 7h 9s Qh"))


def test_DD_5b_the_second_draw_replaces_one_card_which_may_be_a_new_one() -> None:
    state = play(game(SLUG), [TEN], "2c 4d 6h 8s Tc As Kd", discard("2c"), discard("As"))
    assert sorted(state.view(0).cards("hand", 0)) == sorted(parse_cards("4d 6h 8s Tc Kd"))
    assert sorted(state.view(0).cards("discards", 0)) == sorted(parse_cards("2c As"))


def test_DD_4b_discards_are_dead() -> None:
    state = game(SLUG).start([TEN], open_shoe=True)
    state = state.apply(Action.of("deal", "2c 4d 6h 8s Tc")).apply(Action("proceed")).apply(discard("2c 4d"))
    possible = {card_id for action, _ in state.chance_outcomes() for card_id in action.cards}
    assert possible == set(range(54)) - set(parse_cards("2c 4d 6h 8s Tc"))
    assert sum(chance for _, chance in state.chance_outcomes()) == 1
    assert len(list(state.chance_outcomes())) == comb(49, 2)
    with pytest.raises(IllegalAction, match="2c is not in this deck of 49 cards"):
        state.apply(Action.of("deal", "2c As"))


def test_a_stay_without_discards_takes_no_card() -> None:
    state = play(game(SLUG), [TEN], "As Ah Kd Kh 2c", STAY, STAY)
    assert state.is_over
    assert state.view(0).cards("discards", 0) == ()


@pytest.mark.parametrize(("moves", "clause"), [((), "DD-4a"), ((STAY,), "DD-5a")])
def test_DD_4a_and_DD_5a_another_draw_bet_than_the_ante_is_refused_with_its_clause(
    moves: tuple[Action, ...], clause: str
) -> None:
    state = play(game(SLUG), [TEN], "2c 4d 6h 8s Tc", *moves)
    assert state.apply(replace(STAY, amount=Cents(1000))) == state.apply(STAY)
    with pytest.raises(IllegalAction, match=rf"its bet is exactly \$10 \({clause}\); legal: fold"):
        state.apply(replace(STAY, amount=Cents(2000)))
    with pytest.raises(IllegalAction, match="no bet goes with it; legal: fold"):
        state.apply(replace(FOLD, amount=Cents(1000)))


@pytest.mark.parametrize(
    ("moves", "action"),
    [
        ((), discard("2c 4d 6h 8s")),
        ((), discard("As")),
        ((), Action("check")),
        ((), Action("draw", amount=Cents(500))),
        ((), Action("fold", parse_cards("2c"))),
        ((), Action("proceed")),
        ((), Action.of("deal", "As")),
        ((STAY,), discard("2c 4d")),
        ((STAY,), Action("raise")),
        ((STAY, STAY), STAY),
        ((FOLD,), FOLD),
    ],
)
def test_an_illegal_action_is_refused_with_the_legal_ones(moves: tuple[Action, ...], action: Action) -> None:
    state = play(game(SLUG), [TEN], "2c 4d 6h 8s Tc", *moves)
    before, legal = state.events, state.legal_actions()
    with pytest.raises(IllegalAction, match="is not legal now") as refusal:
        state.apply(action)
    listed = str(refusal.value).split("legal: ")[1]
    assert listed == (", ".join(str(option) for option in legal) or "nothing")
    assert state.events is before
    assert state.legal_actions() == legal


def test_a_folded_seat_has_no_second_option() -> None:
    state = play(game(SLUG), [TEN, TEN], TWO_HANDS, FOLD, STAY)
    assert state.actor == 1
    assert play(game(SLUG), [TEN, TEN], TWO_HANDS, FOLD, FOLD).is_over


# Settlement.

# hand, what it is, the Bonus of $10 with its stake under pay tables #1 and #2; None: all bets lose
FINAL_HANDS = [
    ("As Ah Ad Ac Jk", "five aces", 501_000, 501_000),
    ("As Ah Ad Jk Jk", "five aces", 501_000, 501_000),
    ("Ah Kh Qh Jh Th", "natural royal flush", 101_000, 101_000),
    ("Ah Kh Qh Jh Jk", "wild royal flush", 51_000, 51_000),
    ("Kh Qh Jh Th Jk", "wild royal flush, the joker its ace", 51_000, 51_000),
    ("Kh Th Jh Jk Jk", "wild royal flush of both jokers", 51_000, 51_000),
    ("9d 8d 7d 6d 5d", "straight flush", 51_000, 51_000),
    ("9d 8d Jk 6d 5d", "straight flush with a joker", 51_000, 51_000),
    ("Ad 2d 3d 4d 5d", "steel wheel", 51_000, 51_000),
    ("7c 7d 7h 7s 2c", "four of a kind", 21_000, 21_000),
    ("As Ah Jk Jk 7d", "four aces, two of them jokers", 21_000, 21_000),
    ("7c 7d 7h 2s 2c", "full house", 6_000, 6_000),
    ("Kc Kd Kh Jk Jk", "full house, kings over joker aces", 6_000, 6_000),
    ("As Kc Kd Kh Jk", "full house with a joker ace", 6_000, 6_000),
    ("Kh 9h 7h 4h 2h", "flush", 4_000, 4_000),
    ("Kh 9h Jk 4h 2h", "flush with a joker", 4_000, 4_000),
    ("9d 8c 7h 6s 5d", "straight", 3_000, 3_000),
    ("9d 8c Jk 6s 5d", "straight with a joker inside", 3_000, 3_000),
    ("Ah Kd Qc Js Jk", "straight to the ace with a joker", 3_000, 3_000),
    ("As 2h 3d 4c 5s", "wheel", 3_000, 3_000),
    ("As 2h 3d 4c Jk", "wheel with a joker", 3_000, 3_000),
    ("7c 7d 7h Ks 2c", "three of a kind", 2_000, 1_000),
    ("As Jk Jk 7h 9d", "three aces, two of them jokers", 2_000, 1_000),
    ("7c 7d 2h 2s Kc", "two pair", 1_000, 1_000),
    ("As Kh Kd Jk 7c", "two pair, the joker an ace", 1_000, 1_000),
    ("2c 2d 3h 3s 4c", "lowest two pair", 1_000, 1_000),
    ("As Ad Kh Qs 7c", "pair of aces", None, None),
    ("Kh Kd Jk 7c 2s", "pair of kings: a joker is no king", None, None),
    ("As Jk 9h 7c 3s", "pair of aces, one a joker", None, None),
    ("Kh Qs 9h 7c 3s", "nothing", None, None),
    ("Jk Qs 9h 7c 3s", "nothing but a joker", None, None),
]
BY_HAND = pytest.mark.parametrize(
    ("hand", "bonus_1", "bonus_2"),
    [(hand, one, two) for hand, _, one, two in FINAL_HANDS],
    ids=[h[1] for h in FINAL_HANDS],
)


@BY_HAND
@pytest.mark.parametrize("paytable", ["1", "2", "sample"])
def test_DD_0a_DD_8a_DD_8b_DD_9_every_final_hand_settles_every_wager(
    hand: str, bonus_1: int | None, bonus_2: int | None, paytable: str
) -> None:
    state = play(game(SLUG, paytable=paytable), [TEN], hand, STAY, STAY)
    bonus = bonus_2 if paytable == "2" else bonus_1
    assert all(entry.staked == 1000 for entry in state.settlements)
    if bonus is None:
        assert returned(state) == {"ante": 0, "bonus": 0, "draw_1": 0, "draw_2": 0}
        assert set(clauses(state).values()) == {"DD-9"}
        assert state.house_result == 4000
    else:
        assert returned(state) == {"ante": 2000, "bonus": bonus, "draw_1": 2000, "draw_2": 2000}
        assert clauses(state) == {"ante": "DD-8a", "bonus": "DD-8b", "draw_1": "DD-8a", "draw_2": "DD-8a"}
        assert state.house_result == -(3000 + bonus - 1000)


def test_DD_0b_a_natural_royal_is_above_a_wild_one_and_says_so() -> None:
    natural = play(game(SLUG), [TEN], "Ah Kh Qh Jh Th", STAY, STAY)
    wild = play(game(SLUG), [TEN], "Ah Kh Qh Jh Jk", STAY, STAY)
    reasons = [entry.reason for state in (natural, wild) for entry in state.settlements if entry.wager == "bonus"]
    assert reasons == ["the Bonus pays 100 to 1: natural royal flush", "the Bonus pays 50 to 1: wild royal flush"]


def test_DD_8b_the_sample_table_has_no_wild_royal_row_and_pays_it_as_a_straight_flush() -> None:
    table = game(SLUG, paytable="sample")
    assert table.pay_set is not None
    assert "wild royal flush" not in [row.label for row in table.pay_set["bonus"].rows]
    assert table.pay_set.warnings == ("table bonus: wild royal flush has no row and is paid as straight flush",)
    state = play(table, [TEN], "Ah Kh Qh Jh Jk", STAY, STAY)
    assert returned(state)["bonus"] == 51_000


def test_DD_9_DD_R5_a_first_fold_loses_ante_and_bonus() -> None:
    state = play(game(SLUG), [TEN], "As Ah Ad Jk Jk", FOLD)
    assert [(entry.wager, entry.staked, entry.returned, entry.clause) for entry in state.settlements] == [
        ("ante", 1000, 0, "DD-9"),
        ("bonus", 1000, 0, "DD-9"),
    ]


def test_DD_9_a_second_fold_loses_the_first_draw_bet_too() -> None:
    state = play(game(SLUG), [TEN], "As Ah Ad Jk Jk", STAY, FOLD)
    assert [(entry.wager, entry.staked, entry.returned, entry.clause) for entry in state.settlements] == [
        ("ante", 1000, 0, "DD-9"),
        ("bonus", 1000, 0, "DD-9"),
        ("draw_1", 1000, 0, "DD-9"),
    ]


def test_DD_0a_only_the_hand_after_both_draws_counts() -> None:
    broken = play(game(SLUG), [TEN], "As Ah Kd Kh 2c 3c 5d", discard("As"), discard("Kd"))
    made = play(game(SLUG), [TEN], "As 9h Kd 7h 2c Ah Ks 3d Ac", discard("9h 7h 2c"), discard("3d"))
    assert set(returned(broken).values()) == {0}
    assert returned(made) == {"ante": 2000, "bonus": 6000, "draw_1": 2000, "draw_2": 2000}


def test_DD_6_settlement_goes_counter_clockwise_for_winners_losers_and_folds_alike() -> None:
    shoe = "As Ah Kd Kh 2c  3c 5d 7h 9s Jc  4c 4d 4h Ts 6c"
    state = play(game(SLUG), [TEN, FIVE, TEN], shoe, STAY, FOLD, STAY, STAY, STAY)
    assert [entry.seat for entry in state.settlements] == [2, 2, 2, 2, 1, 1, 0, 0, 0, 0]
    assert [state.result(seat) for seat in range(3)] == [3000, -1000, 4000]
    assert state.house_result == -6000


# Readings.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "choices", "bonus"),
    [
        ("Kh Kd Jk 7c 2s", ("wild", "yes"), 2_000),
        ("Kc Kd Kh Jk Jk", ("wild", "yes"), 21_000),
        ("Kc Kd Kh Ks Jk", ("wild", "yes"), 21_000),
        ("As Ah Ad Jk Jk", ("wild", "yes"), 501_000),
        ("7h 7d 4s 4c Jk", ("wild", "yes"), 6_000),
        ("Jk Qs 9h 7c 3s", ("wild", "yes"), None),
        ("9h 7c Jk Jk 2s", ("wild", "yes"), 2_000),
        ("As 2h 3d 4c 5s", ("bug", "no"), None),
        ("As 2h 3d 4c Jk", ("bug", "no"), None),
        ("Ad 2d 3d 4d 5d", ("bug", "no"), 4_000),
        ("2h 3d 4c 5s Jk", ("bug", "no"), 3_000),
        ("As 2h 3d 4c Jk", ("wild", "no"), None),
        ("As 2h 3d 4c Jk", ("wild", "yes"), 3_000),
        ("Kh Kd Jk 7c 2s", ("wild", "no"), 2_000),
    ],
)
def test_DD_R1_and_DD_R4_decide_what_a_joker_and_a_low_ace_are_worth(
    hand: str, choices: tuple[str, str], bonus: int | None
) -> None:
    table = game(SLUG, readings={"DD-R1": choices[0], "DD-R4": choices[1]})
    state = play(table, [TEN], hand, STAY, STAY)
    assert returned(state)["bonus"] == (bonus or 0)
    assert returned(state)["ante"] == (0 if bonus is None else 2000)


@pytest.mark.parametrize("base", ["initial-wager", "ante", "unit-bet"])
def test_DD_R3_changes_nothing_at_the_table(base: str) -> None:
    usual = play(game(SLUG), [TEN], "As 9h Kd 7h 2c Ah Ks 3d", discard("9h 7h 2c"), STAY)
    state = play(game(SLUG, readings={"DD-R3": base}), [TEN], "As 9h Kd 7h 2c Ah Ks 3d", discard("9h 7h 2c"), STAY)
    assert state.settlements == usual.settlements
    assert state.events == usual.events


# Pay tables and published figures.

ROWS_1 = ["500", "100", "50", "50", "20", "5", "3", "2", "1", "push"]
ROWS_2 = ["500", "100", "50", "50", "20", "5", "3", "2", "push", "push"]
SAMPLE = ["500", "100", "50", "20", "5", "3", "2", "1", "push"]


@pytest.mark.parametrize(("name", "rows"), [("1", ROWS_1), ("2", ROWS_2), ("sample", SAMPLE)])
def test_DD_8b_the_built_in_tables_are_those_of_the_letter(name: str, rows: list[str]) -> None:
    pay_set = game(SLUG, paytable=name).pay_set
    assert pay_set is not None
    assert [row.pays_text for row in pay_set["bonus"].rows] == rows
    assert pay_set["bonus"].rows[0].label == "five aces"
    assert pay_set["bonus"].rows[-1].label == "two pair"
    assert game(SLUG).pay_set == game(SLUG, paytable="1").pay_set


def test_published_counts_of_dealt_hands_add_up_to_all_hands() -> None:
    counts = {
        figure.what.removeprefix("dealt hands: "): int(figure.value)
        for figure in game(SLUG).sheet.published
        if figure.what.startswith("dealt hands: ")
    }
    total = counts.pop("all")
    assert total == comb(54, 5) == sum(counts.values())
    assert len(counts) == 12


def test_the_letter_publishes_an_edge_for_each_of_its_two_tables() -> None:
    edges = {
        figure.paytable: figure.value
        for figure in game(SLUG).sheet.published
        if figure.what == "house edge per initial wager"
    }
    assert edges == {"1": "3.37%", "2": "7.40%"}


def user_table(folder: Path, text: str) -> Game:
    path = folder / "own.toml"
    path.write_text(text)
    return game(SLUG, paytable=path)


def test_a_user_table_may_pay_fractions_and_leave_rows_out(tmp_path: Path) -> None:
    table = user_table(
        tmp_path, "confirm_gaps = true\n[bonus]\n'natural royal flush' = 200\n'flush' = '7:2'\n'two pair' = '1/2'\n"
    )
    bets = [Bet(ante=5, bonus=5)]
    assert returned(play(table, bets, "Kh 9h 7h 4h 2h", STAY, STAY)) == {
        "ante": 10,
        "bonus": 22,
        "draw_1": 10,
        "draw_2": 10,
    }
    assert returned(play(table, bets, "7c 7d 2h 2s Kc", STAY, STAY))["bonus"] == 7
    assert returned(play(table, bets, "7c 7d 7h 2s 2c", STAY, STAY)) == {
        "ante": 10,
        "bonus": 0,
        "draw_1": 10,
        "draw_2": 10,
    }


def test_a_natural_royal_without_a_row_is_paid_as_a_wild_one(tmp_path: Path) -> None:
    table = user_table(
        tmp_path, "confirm_gaps = true\n[bonus]\n'wild royal flush' = 60\n'straight flush' = 40\n'two pair' = 'push'\n"
    )
    assert returned(play(table, [TEN], "Ah Kh Qh Jh Th", STAY, STAY))["bonus"] == 61_000


@pytest.mark.parametrize("row", ["pair", "pair of jacks or better", "high card"])
def test_DD_9_a_user_table_cannot_pay_less_than_two_pair(tmp_path: Path, row: str) -> None:
    with pytest.raises(BadPayTable, match=rf"{row} loses all bets .*DD-9"):
        user_table(tmp_path, f"base = '1'\nconfirm_gaps = true\n[bonus]\n'two pair' = 1\n'{row}' = 'push'\n")


# What each seat may know.


def known(state: State, seat: int | None) -> set[Card]:
    """Every card that a view shows, in piles, events, their actions and the legal actions."""
    view = state.view(seat)
    cards = {card_id for pile in view.piles for card_id in pile.cards}
    cards |= {card_id for event in view.events for card_id in event.cards}
    cards |= {card_id for event in view.events if event.action for card_id in event.action.cards}
    cards |= {card_id for action in view.legal_actions for card_id in action.cards}
    return cards - {HIDDEN}


def test_a_seat_sees_its_own_cards_and_discards_and_no_others_until_they_are_shown() -> None:
    table, shoe = game(SLUG), TWO_HANDS + " As Kd Qh Js"
    state = play(table, [TEN, TEN], shoe)
    assert known(state, 0) == set(parse_cards("2c 4d 6h 8s Tc"))
    assert known(state, 1) == set(parse_cards("3c 5d 7h 9s Jc"))
    assert known(state, None) == set()
    state = play(table, [TEN, TEN], shoe, discard("2c 4d"), discard("Jc"))
    assert known(state, 0) == set(parse_cards("2c 4d 6h 8s Tc As Kd"))
    assert known(state, 1) == set(parse_cards("3c 5d 7h 9s Jc Qh"))
    assert known(state, None) == set()
    assert state.view(1).cards("discards", 0) == (HIDDEN, HIDDEN)
    over = state.apply(STAY).advance().apply(discard("Qh")).advance()
    assert known(over, None) == set(parse_cards("6h 8s Tc As Kd 3c 5d 7h 9s Js"))
    assert known(over, 1) == known(over, None) | set(parse_cards("Jc Qh"))


def test_a_folded_hand_is_never_shown() -> None:
    state = play(game(SLUG), [TEN, TEN], TWO_HANDS, FOLD, STAY, STAY)
    assert state.is_over
    assert known(state, 1) == set(parse_cards("3c 5d 7h 9s Jc"))
    assert known(state, 0) == set(parse_cards(TWO_HANDS))


def test_hands_are_shown_one_by_one_as_they_are_settled() -> None:
    state = game(SLUG).start([TEN, TEN], shoe=TWO_HANDS).advance()
    for _ in range(4):
        state = state.apply(STAY)
    assert known(state, None) == set()
    state = state.apply(Action("proceed"))
    assert known(state, None) == set(parse_cards("3c 5d 7h 9s Jc"))
    assert state.view(None).cards("hand", 1) == parse_cards("3c 5d 7h 9s Jc")
    assert state.view(None).cards("hand", 0) == (HIDDEN,) * 5


# The record of a round.


def test_a_round_is_replayed_from_its_events_even_where_jokers_went_through_text() -> None:
    table, bets = game(SLUG), [TEN, FIVE]
    shoe = [52, 0, 5, 10, 15, 53, 1, 6, 11, 16, 30, 31, 32, 33]
    swapped = [{52: 53, 53: 52}.get(card_id, card_id) for card_id in shoe]
    for cards in (shoe, swapped):
        state = table.start(bets, shoe=cards).advance()
        for move in (discard("Jk"), discard("Jk"), STAY, STAY):
            state = state.apply(move).advance()
        assert table.replay(bets, state.events).events == state.events
        again = table.start(bets, open_shoe=True)
        for event in state.events:
            if event.action is not None:
                again = again.apply(Action.from_dict(event.action.to_dict()))
        assert [str(event) for event in again.events] == [str(event) for event in state.events]
        assert again.settlements == state.settlements


def test_a_deal_read_from_text_is_accepted_by_a_shuffled_shoe_that_holds_the_other_joker() -> None:
    state = game(SLUG).start([TEN], shoe=[53, 0, 5, 10, 15, 52])
    state = state.apply(Action.of("deal", "Jk 2c 3d 4h 5s"))
    assert state.view(0).cards("hand", 0)[0] == 53


# Automatic players.


@pytest.mark.parametrize("name", strategy_names(SLUG))
def test_every_strategy_finishes_rounds_of_a_full_table(name: str) -> None:
    player = strategy(SLUG, name)
    for seed in range(20):
        assert play_out(game(SLUG).start([TEN] * 6, seed=seed), player).is_over


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        ("stand-pat", "2c 4d 6h 8s Tc", STAY),
        ("hold-pairs", "2c 4d 6h 8s Tc", FOLD),
        ("hold-pairs", "8c 4d 6h 8s Tc", discard("4d 6h Tc")),
        ("hold-pairs", "8c 8d Th 8s Tc", STAY),
        ("hold-pairs", "Jk 4d 6h 8s Tc", discard("4d 6h 8s")),
        ("hold-pairs", "2h 4h 6h 8h Tc", FOLD),
        ("hold-pairs", "2h 4h 6h 8h Th", STAY),
        ("hold-pairs-and-draws", "2h 4h 6h 8h Tc", discard("Tc")),
        ("hold-pairs-and-draws", "5h 6c 7d 8h Kc", discard("Kc")),
        ("hold-pairs-and-draws", "Ah 2c 3d 5h Kc", discard("Kc")),
        ("hold-pairs-and-draws", "Jk Jc Qd Kh 2c", discard("2c")),
        ("hold-pairs-and-draws", "8c 8d Th 8s 2c", discard("Th 2c")),
        ("hold-pairs-and-draws", "2c 4d 6h 8s Tc", FOLD),
    ],
)
def test_strategies_hold_what_they_say(name: str, hand: str, expected: Action) -> None:
    state = play(game(SLUG), [TEN], hand)
    assert strategy(SLUG, name).choose(state.view(0)) == expected


def test_hold_pairs_folds_a_lone_joker_at_the_second_option() -> None:
    state = play(game(SLUG), [TEN], "Jk 4d 6h 8s Tc 2c 3h 9s", discard("4d 6h 8s"))
    assert strategy(SLUG, "hold-pairs").choose(state.view(0)) == FOLD
