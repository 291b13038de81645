"""Five Card HoldOut by its rule sheet: every clause and reading, the letter's example, and what each seat may see.

The tables have the button at the last seat unless a test says otherwise, so that seat 0 is left of the button.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.cards import format_cards, parse_cards
from houseway.errors import BadBet, BadSetting, HousewayError, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.state import CHANCE
from houseway.games.strategies import play_out, strategy, strategy_names
from houseway.games.titles.five_card_holdout import FiveCardHoldOut, HoldOutRound, hand_value
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.ranking import ranking

SLUG = "five-card-holdout"
FILLERS = ["3c 4c 5d 6h 8s", "3d 4d 6c 7h 9s", "3h 5h 7c 8d Tc", "3s 5s 6d 9c Jh"]
"""Hands that are worth no pair each."""
BOARD = ["2c 2d", "Qs Kh"]


def table(limit: str = "no-limit", jurisdiction: str = "none", **options: Any) -> FiveCardHoldOut:
    readings = {"FCH-R1": limit, **options.pop("readings", {})}
    made = game(SLUG, readings=readings, jurisdiction=jurisdiction, **options)
    assert isinstance(made, FiveCardHoldOut)
    return made


def arranged(hands: Sequence[str], board: Sequence[str] = BOARD) -> str:
    """A shoe that deals these hands, from the left of the button, in rotation; then burn, flop, burn, river."""
    rotation = [card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards]
    used = {*rotation, *" ".join(board).split()}
    burns = [card for card in ("Ac", "Ad", "9h", "Th") if card not in used]
    return " ".join([*rotation, burns[0], board[0], burns[1], board[1]])


def started(
    made: FiveCardHoldOut, stacks: Sequence[int], hands: Sequence[str] = FILLERS, board: Sequence[str] = BOARD
) -> HoldOutRound:
    shoe = arranged(hands[: len(stacks)], board)
    state = made.start([Bet(stack=stack) for stack in stacks], shoe=shoe, button=len(stacks) - 1)
    assert isinstance(state, HoldOutRound)
    return state.advance()


def after(state: HoldOutRound, *moves: str) -> HoldOutRound:
    """Moves in words: `fold`, `check`, `call`, `bet 400`, `raise 800`, `discard`, `discard As Kd`."""
    for move in moves:
        kind, _, rest = move.partition(" ")
        action = Action.of(kind, rest) if kind == "discard" else Action.of(kind, amount=int(rest or 0))
        state = state.apply(action).advance()
    return state


def results(state: HoldOutRound) -> list[int]:
    assert state.is_over
    return [state.result(seat) for seat in range(state.n_seats)]


def amounts(state: HoldOutRound) -> list[int]:
    """What may be bet or raised to, as listed."""
    return [action.amount for action in state.legal_actions() if action.kind in ("bet", "raise")]


PAT = ["discard"]


# FCH-0 to FCH-2: button and blinds.


def test_FCH_0_there_are_three_betting_rounds() -> None:
    state = after(started(table(), [20000, 20000]), "call", "check", *PAT * 2, "check", "check", "check", "check")
    assert state.is_over
    clauses = [event.clause for event in state.events if event.action and event.action.kind in ("check", "call")]
    assert clauses == ["FCH-3b", "FCH-3b", "FCH-4a", "FCH-4a", "FCH-4b", "FCH-4b"]


@pytest.mark.parametrize("button", range(4))
def test_FCH_1_and_FCH_2_blinds_follow_the_button_round_the_table(button: int) -> None:
    state = table().start([Bet(stack=1000)] * 4, seed=1, button=button)
    assert isinstance(state, HoldOutRound)
    assert state.button == button
    assert state.wagers()[(button + 1) % 4] == (("pot", 100),)
    assert state.wagers()[(button + 2) % 4] == (("pot", 200),)
    assert state.advance().actor == (button + 3) % 4


@pytest.mark.parametrize("button", [-1, 3, True, "0", None])
def test_FCH_1_a_button_that_is_at_no_seat_is_refused(button: Any) -> None:
    with pytest.raises(BadBet, match="FCH-1"):
        table().start([Bet(stack=1000)] * 3, seed=1, button=button)


def test_FCH_R3_of_two_players_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only() -> None:
    state = started(table(), [20000, 20000])
    assert state.button == 1
    assert state.wagers() == ((("pot", 200),), (("pot", 100),))
    assert state.actor == 1
    state = after(state, "call", "check")
    assert state.actor == 0
    assert after(state, *PAT * 2).actor == 0


# FCH-3a: the deal.


def test_FCH_3a_five_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    deck = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d"
    state = table().start([Bet(stack=1000)] * 3, shoe=deck, button=0).advance()
    assert isinstance(state, HoldOutRound)
    assert [set(hand) for hand in state.hole] == [
        set(parse_cards("4c 7c Tc Kc 3d")),
        set(parse_cards("2c 5c 8c Jc Ac")),
        set(parse_cards("3c 6c 9c Qc 2d")),
    ]


def test_FCH_R6_FCH_R8_two_to_nine_play_and_nine_hands_take_51_of_one_deck() -> None:
    made = table()
    for n_seats in (1, 10):
        with pytest.raises(BadBet, match="2 to 9 seats"):
            made.start([Bet(stack=1000)] * n_seats)
    assert made.cards_needed(9) == 51
    state = play_out(made.start([Bet(stack=1000)] * 9, seed=3), strategy(SLUG, "caller"))
    assert sum(len(pile.cards) for pile in state.piles()) == 51


# FCH-3b and FCH-R1: betting.


def test_FCH_3b_the_round_goes_on_until_all_have_answered_and_the_big_blind_has_its_option() -> None:
    state = started(table("fixed"), [9000] * 4)
    order = []
    for move in ("call", "call", "call", "check"):
        order.append(state.actor)
        state = after(state, move)
    assert order == [2, 3, 0, 1]
    state = started(table("fixed"), [9000] * 4)
    order = []
    for move in ("call", "raise 400", "fold", "raise 600", "call", "call"):
        order.append(state.actor)
        state = after(state, move)
    assert order == [2, 3, 0, 1, 2, 3]
    assert state.step == "discard"


def test_FCH_R1_fixed_limit_bets_are_the_big_blind_twice_then_double() -> None:
    state = started(table("fixed"), [9000] * 2)
    assert amounts(state) == [400]
    state = after(state, "raise 400", "call", *PAT * 2)
    assert amounts(state) == [200]
    state = after(state, "bet 200", "raise 400", "call")
    assert amounts(state) == [400]
    assert after(state, "bet 400").legal_actions()[2] == Action.of("raise", amount=800)


def test_FCH_R1_fixed_limit_allows_a_bet_and_three_raises_a_round() -> None:
    state = after(started(table("fixed"), [9000] * 2), "raise 400", "raise 600", "raise 800")
    assert amounts(state) == []
    state = after(state, "call", *PAT * 2, "bet 200", "raise 400", "raise 600", "raise 800")
    assert [action.kind for action in state.legal_actions()] == ["fold", "call"]
    with pytest.raises(IllegalAction, match="legal: fold, call"):
        after(state, "raise 1000")


def test_FCH_R1_pot_limit_allows_up_to_the_pot_after_a_call() -> None:
    state = started(table("pot"), [90000] * 3)
    assert amounts(state) == [400, 700]  # call 200 into 300, then raise 500
    state = after(state, "raise 700")
    assert amounts(state) == [1200, 2300]  # call 600 into 1000, then raise 1600
    state = after(state, "call", "call", *PAT * 3)
    assert amounts(state) == [200, 2100]
    state = after(state, "bet 1000")
    assert amounts(state) == [2000, 5100]  # call 1000 into 3100, then raise 4100


def test_FCH_R1_no_limit_allows_up_to_the_stack_and_lists_the_pot() -> None:
    state = started(table(), [90000, 90000, 5000])
    assert amounts(state) == [400, 700, 5000]
    state = after(state, "raise 401")
    assert amounts(state) == [602, 1403, 90000]  # at least 201 more; after a call the pot is 300 + 401 + 301
    with pytest.raises(IllegalAction, match=r"raise \$6.01 is not legal"):
        after(state, "raise 601")
    assert after(state, "raise 777").betting.price == 777


def test_FCH_R1_under_the_jurisdiction_no_wager_is_over_its_limit_and_four_are_made_a_round() -> None:
    state = started(table(jurisdiction="washington"), [500000] * 2)
    assert amounts(state)[-1] == 200 + 30000
    state = after(state, "raise 30200")
    assert amounts(state)[-1] == 60200
    with pytest.raises(IllegalAction):
        after(state, "raise 60201")
    state = after(state, "raise 60200", "raise 90200")
    assert amounts(state) == []
    assert after(state, "call").betting.pot == 180400


def test_FCH_R1_blinds_whose_bets_are_over_the_limit_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="WAC 230-15-135"):
        table("fixed", jurisdiction="washington", small_blind=10000, big_blind=20000)
    assert table("no-limit", jurisdiction="washington", small_blind=10000, big_blind=20000).big_blind == 20000
    assert table("fixed", small_blind=10000, big_blind=20000).terms[2].bet == 40000


@pytest.mark.parametrize(
    "settings",
    [
        {"small_blind": 0},
        {"small_blind": 300},
        {"big_blind": 200.0},
        {"big_blind": True},
        {"time_fee": -1},
        {"rake_cap": 0},
        {"rake_percent": 0},
        {"rake_percent": 101},
        {"rake_percent": 2.5},
    ],
)
def test_settings_that_make_no_table_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        table(**settings)


def test_unknown_readings_choices_and_wagers_are_refused_with_the_valid_ones() -> None:
    with pytest.raises(UnknownName, match="FCH-R1"):
        table(readings={"FCH-R9": "fixed"})
    with pytest.raises(UnknownName, match="fixed, no-limit, pot"):
        table("spread")
    with pytest.raises(BadBet, match="Expected one of: stack"):
        table().start([Bet(ante=100), Bet(stack=100)])
    with pytest.raises(BadBet, match="stack is required"):
        table().start([Bet(), Bet(stack=100)])


# FCH-R5: all in.


def test_FCH_R5_a_short_all_in_raise_does_not_reopen_the_betting() -> None:
    state = started(table(), [20000, 1300, 20000, 20000])
    state = after(state, "raise 1000", "call", "call", "raise 1300")
    assert state.actor == 2
    assert [str(action) for action in state.legal_actions()] == ["fold", "call $13"]
    assert after(state, "call", "call", "call").step == "discard"


def test_FCH_R5_a_full_all_in_raise_reopens_the_betting() -> None:
    state = started(table(), [20000, 1800, 20000, 20000])
    state = after(state, "raise 1000", "call", "call", "raise 1800")
    assert amounts(state)[0] == 2600


def test_FCH_R5_short_all_in_raises_that_add_up_to_a_full_one_reopen_the_betting() -> None:
    state = started(table(), [1800, 1400, 20000, 20000])
    state = after(state, "raise 1000", "call", "raise 1800", "fold")
    assert amounts(state)[0] == 2600
    state = started(table(), [1500, 1850, 20000, 20000])
    state = after(state, "raise 1000", "call", "raise 1500", "raise 1850")
    assert amounts(state)[0] == 2650  # 850 more than the bet of 1000, which had added 800


def test_FCH_R5_a_short_all_in_bet_does_not_let_those_raise_who_have_checked() -> None:
    state = started(table(), [20000, 20000, 300])
    state = after(state, "call", "call", "check", *PAT * 3, "check", "check", "bet 100")
    assert state.actor == 0
    assert amounts(state) == []
    state = started(table(), [20000, 300, 20000])
    state = after(state, "call", "call", "check", *PAT * 3, "check", "bet 100")
    assert state.actor == 2
    assert amounts(state)[0] == 300


def test_FCH_R5_nobody_may_raise_whom_no_one_can_call() -> None:
    state = after(started(table(), [20000, 1000]), "raise 1000")
    assert state.actor == 0
    assert [action.kind for action in state.legal_actions()] == ["fold", "call"]


def test_FCH_R5_when_all_are_in_the_cards_are_dealt_and_discards_are_still_made() -> None:
    state = after(started(table(), [1000, 1000]), "raise 1000", "call")
    assert (state.step, state.actor) == ("discard", 0)
    state = after(state, "discard 3c 4c", "discard 3d 4d 6c")
    assert state.is_over
    assert len(state.board) == 4


def test_FCH_R5_a_seat_with_chips_does_not_bet_against_players_who_are_all_in() -> None:
    state = after(started(table(), [20000, 1000]), "raise 1000", "call", *PAT * 2)
    assert state.is_over


def test_FCH_R5_an_uncalled_bet_goes_back() -> None:
    state = after(started(table(), [20000, 20000, 20000]), "raise 5000", "fold", "fold")
    assert results(state) == [-100, -200, 300]
    settled = {entry.seat: (entry.staked, entry.returned) for entry in state.settlements}
    assert settled == {0: (100, 0), 1: (200, 0), 2: (200, 500)}
    returned = [event for event in state.events if event.clause == "FCH-R5"]
    assert [(event.seat, event.amount) for event in returned] == [(2, 4800)]


PAIRS = ["As Ah 3c 4c 6d", "Ks Kd 3d 5c 7h", "Qc Qd 4d 5h 8s", "Jc Jd 3h 6h 9s"]


@pytest.mark.parametrize(
    ("stacks", "hands", "expected"),
    [
        # The short stack wins the main pot, the better of the others the side pot.
        ([300, 1000, 1000], PAIRS[:3], [600, 400, -1000]),
        ([1000, 300, 1000], [PAIRS[1], PAIRS[0], PAIRS[2]], [400, 600, -1000]),
        # The largest stack gets back what nobody covers.
        ([300, 1000, 5000], PAIRS[:3], [600, 400, -1000]),
        ([300, 600, 5000], [PAIRS[2], PAIRS[1], PAIRS[0]], [-300, -600, 900]),
        # Three levels: 4 x 300, 3 x 300, 2 x 400.
        ([300, 600, 1000, 1000], PAIRS, [900, 300, -200, -1000]),
    ],
)
def test_FCH_R5_side_pots_are_won_one_by_one(stacks: list[int], hands: list[str], expected: list[int]) -> None:
    state = started(table(), stacks, hands, board=["2c 7d", "8h Ts"])
    while state.step == "bet":
        raises = amounts(state)
        state = after(state, f"raise {raises[-1]}" if raises else "call")
    state = after(state, *PAT * len(stacks))
    assert results(state) == expected


def test_FCH_2_a_blind_may_be_all_in_and_the_price_stays_the_full_big_blind() -> None:
    state = started(table(), [9000, 50, 9000], [PAIRS[1], PAIRS[0], PAIRS[2]], board=["2c 7d", "8h Ts"])
    assert state.legal_actions()[1] == Action.of("call", amount=200)
    state = after(state, "call", "call", *PAT * 3, "check", "check", "check", "check")
    assert results(state) == [100, 100, -200]  # main pot 150 to seat 1; side pot 300 to seat 0
    state = started(table(), [9000, 50, 9000], [PAIRS[1], PAIRS[0], PAIRS[2]])
    state = after(state, "fold", *PAT * 2)
    assert results(state) == [-50, 50, 0]


def test_FCH_2_of_two_players_a_blind_that_covers_the_other_has_nothing_to_decide() -> None:
    state = started(table(), [60, 9000], [PAIRS[0], PAIRS[1]])
    assert state.step == "discard"
    assert results(after(state, *PAT * 2)) == [60, -60]
    state = started(table(), [9000, 60], [PAIRS[0], PAIRS[1]])
    assert results(after(state, *PAT * 2)) == [60, -60]


# FCH-3c to FCH-3f: discards.


def to_discards(made: FiveCardHoldOut | None = None) -> HoldOutRound:
    return after(started(made or table(), [9000] * 3), "call", "call", "check")


def test_FCH_3c_none_to_four_cards_may_go_and_nothing_is_drawn() -> None:
    state = to_discards()
    counts = [len(action.cards) for action in state.legal_actions()]
    assert [counts.count(count) for count in range(6)] == [1, 5, 10, 10, 5, 0]
    state = after(state, "discard 3c 4c 5d 6h", "discard 9s", "discard")
    assert [format_cards(held) for held in state.held] == ["8s", "7h 6c 4d 3d", "Tc 8d 7c 5h 3h"]
    assert len(state.board) == 2


@pytest.mark.parametrize(
    "action",
    [
        Action.of("discard", "3c 4c 5d 6h 8s"),
        Action.of("discard", "3c As"),
        Action.of("discard", "9s"),
        Action("discard", (parse_cards("3c") * 2)),
        Action.of("discard", amount=100),
        Action.of("discard", option="all"),
        Action.of("hold", "3c"),
        Action.of("check"),
    ],
    ids=str,
)
def test_FCH_3c_other_discards_are_refused_with_the_legal_ones(action: Action) -> None:
    state = to_discards()
    with pytest.raises(IllegalAction, match="legal: discard, discard 8s"):
        state.apply(action)
    assert state == to_discards()


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("As Ks Qs Js 9s", "flush, A-K-Q-J-9"),  # no board card plays, though the ten of spades is there
        ("As Ks Qs Js", "royal flush"),
        ("9h 8h 7h", "straight, jack high"),
        ("Ah Ad", "two pair, aces and deuces"),
        ("Ah", "pair of deuces"),
    ],
)
def test_FCH_3d_as_many_board_cards_play_as_were_discarded(held: str, expected: str) -> None:
    value = hand_value(parse_cards(held), parse_cards("2c 2d Jh Ts"))
    assert ranking("standard").describe(value).name == expected


def test_FCH_3e_a_held_card_plays_even_where_it_hurts() -> None:
    value = hand_value(parse_cards("Td Jc 2h"), parse_cards("2c Qh Ks Ad"))
    assert ranking("standard").describe(value).name == "pair of deuces"
    four_aces = hand_value(parse_cards("3c"), parse_cards("As Ah Ad Ac"))
    with_deuces = hand_value(parse_cards("3c 4d"), parse_cards("As Ah Ad Ac"))
    assert ranking("standard").describe(four_aces).name == "four of a kind, aces"
    assert ranking("standard").describe(with_deuces).name == "three of a kind, aces"


def test_FCH_3f_how_many_cards_went_is_public_and_which_is_not() -> None:
    state = after(to_discards(), "discard 3c 4c")
    own, other, spectator = state.view(0), state.view(1), state.view(None)
    assert format_cards(own.cards("discards", 0)) == "4c 3c"
    assert own.events[-1].action == Action.of("discard", "3c 4c")
    for view in (other, spectator):
        assert view.cards("discards", 0) == (HIDDEN,) * 2
        assert view.cards("held", 0) == (HIDDEN,) * 3
        assert view.events[-1].text == "seat 0 discards 2"
        assert view.events[-1].action is None
    state = after(state, *PAT * 2, *["check"] * 6)
    assert state.is_over
    assert state.view(1).cards("discards", 0) == (HIDDEN,) * 2


def test_FCH_R2_in_turn_starts_left_of_the_button_and_later_seats_see_the_counts() -> None:
    state = to_discards()
    assert state.actor == 0
    state = after(state, "discard 3c")
    assert state.actor == 1
    assert len(state.view(1).cards("discards", 0)) == 1


def test_FCH_R2_simultaneous_shows_no_count_before_all_have_chosen() -> None:
    made = table(readings={"FCH-R2": "simultaneous"})
    before = to_discards(made)
    views = [after(before, f"discard {cards}").view(1) for cards in ("", "3c", "3c 4c 5d 6h")]
    assert views[0] == views[1] == views[2]
    state = after(before, "discard 3c 4c", "discard")
    assert state.view(0).events[-2].action == Action.of("discard", "3c 4c")
    assert state.view(2).events[-2].action is None
    state = after(state, "discard 3h")
    texts = [event.text for event in state.view(None).events if event.clause == "FCH-3f"]
    assert texts == ["seat 0 discards 2", "seat 1 discards 0", "seat 2 discards 1"]
    assert len(state.view(2).cards("discards", 0)) == 2


# FCH-4a, FCH-4b: flop and river.


def test_FCH_4a_and_FCH_4b_one_card_is_burned_and_two_are_turned_up_twice() -> None:
    state = after(to_discards(), *PAT * 3)
    assert format_cards(state.board) == "2c 2d"
    assert format_cards(state.burns) == "Ac"
    assert state.actor == 0
    state = after(state, "check", "check", "check")
    assert format_cards(state.board) == "2c 2d Qs Kh"
    assert format_cards(state.burns) == "Ac Ad"
    assert state.actor == 0
    assert state.view(0).cards("burns") == (HIDDEN,) * 2


def test_FCH_4a_the_first_player_still_in_opens_and_may_check_bet_or_fold() -> None:
    state = after(started(table(), [9000] * 4), "call", "call", "fold", "check", *PAT * 3)
    assert state.actor == 1
    assert [action.kind for action in state.legal_actions()] == ["fold", "check", "bet", "bet", "bet"]
    assert after(state, "fold").actor == 2


def test_FCH_4b_the_last_round_starts_from_the_same_position() -> None:
    state = after(started(table(), [9000] * 4), "call", "call", "call", "check", *PAT * 4)
    state = after(state, "check", "bet 400", "call", "fold", "call")
    assert (state.street, state.actor) == (2, 0)


# FCH-5: showdown.

LETTER_HANDS = ["Ts Jd 3c 4c 5d", "Tc Jh Qd 3d 6c", "Td Jc 2h 3h 7c"]
LETTER_BOARD = ["2c Qh", "Ks Ad"]


def test_FCH_5c_the_letters_example() -> None:
    state = started(table(), [9000] * 3, LETTER_HANDS, LETTER_BOARD)
    state = after(state, "call", "call", "check", "discard 3c 4c 5d", "discard 3d 6c", "discard 3h 7c", *["check"] * 6)
    reasons = [entry.reason for entry in state.settlements]
    assert reasons == [
        "splits with a straight, ace high",
        "splits with a straight, ace high",
        "loses with a pair of deuces",
    ]
    assert results(state) == [100, 100, -200]
    assert [entry.clause for entry in state.settlements] == ["FCH-5b", "FCH-5b", "FCH-5a"]


def test_FCH_5a_the_best_hand_wins_and_all_who_are_left_show_what_they_hold() -> None:
    state = started(table(), [9000] * 3, PAIRS[:3], board=["2c 7d", "8h Ts"])
    state = after(state, "call", "call", "check", "discard 3c 4c 6d", "discard 3d 5c 7h", "discard", *["check"] * 6)
    assert results(state) == [400, -200, -200]
    spectator = state.view(None)
    assert format_cards(spectator.cards("held", 0)) == "As Ah"
    assert HIDDEN in spectator.cards("discards", 0)
    assert "seat 0 wins the pot:" in [event.text for event in state.events]


def test_FCH_5a_a_hand_that_wins_without_a_call_is_not_shown() -> None:
    state = after(to_discards(), "discard 3c", *PAT * 2, "bet 200", "fold", "fold")
    assert results(state) == [400, -200, -200]
    for seat in (1, 2, None):
        view = state.view(seat)
        assert set(view.cards("held", 0)) == {HIDDEN}
        assert all(not event.cards or HIDDEN in event.cards for event in view.events if event.seat == 0)


def test_FCH_5b_equal_hands_split_and_FCH_R4_the_odd_chip_goes_left_of_the_button() -> None:
    made = table(small_blind=1, big_blind=3)
    hands = ["9c 9d 3s 5s Jh", "As 3c 4c 5d 6h", "Ah 3d 4d 6c 7h", "Kh 3h 5h 7c 8d"]
    state = started(made, [900] * 4, hands, board=["Kc Kd", "Qs Qh"])
    state = after(state, "raise 6", "fold", "fold", "call", "discard 3c 4c 5d 6h", "discard 3d 4d 6c 7h")
    assert results(after(state, *["check"] * 4)) == [-1, 1, 0, 0]  # a pot of 13 for seats 1 and 2


def test_FCH_R4_two_odd_chips_go_to_two_seats() -> None:
    made = table(small_blind=2, big_blind=2)
    hands = [FILLERS[3], "As 3c 4c 5d 6h", "Ah 3d 4d 6c 7h", "Ad 3h 5h 7c 8d"]
    state = started(made, [900] * 4, hands, board=["Kc Kd", "Qs Qh"])
    state = after(state, "call", "call", "fold", "check")  # 8 chips for three winners
    state = after(
        state, *(f"discard {cards}" for cards in ("3c 4c 5d 6h", "3d 4d 6c 7h", "3h 5h 7c 8d")), *["check"] * 6
    )
    assert results(state) == [-2, 1, 1, 0]


# FCH-R7: what the house takes.


def flop_and_win(state: HoldOutRound) -> HoldOutRound:
    """Everyone sees the flop for 200, then seat 0 bets 1000 and wins uncalled: a pot of 600."""
    return after(state, "call", "call", "check", *PAT * 3, "bet 1000", "fold", "fold")


def test_FCH_R7_by_default_the_house_takes_nothing() -> None:
    state = flop_and_win(started(table(), [9000] * 3))
    assert results(state) == [400, -200, -200]
    assert state.house_result == 0


@pytest.mark.parametrize(
    ("settings", "rake"),
    [({}, 30), ({"rake_percent": 10}, 60), ({"rake_percent": 10, "rake_cap": 45}, 45), ({"rake_cap": None}, 30)],
)
def test_FCH_R7_rake_is_a_capped_percentage_of_the_pot(settings: dict[str, Any], rake: int) -> None:
    state = flop_and_win(started(table(readings={"FCH-R7": "rake"}, **settings), [9000] * 3))
    assert results(state) == [400 - rake, -200, -200]
    assert state.house_result == rake
    assert [event.amount for event in state.events if event.clause == "FCH-R7"] == [rake]


def test_FCH_R7_no_flop_no_drop() -> None:
    state = after(started(table(readings={"FCH-R7": "rake"}), [9000] * 3), "raise 1000", "fold", "fold")
    assert results(state) == [-100, -200, 300]
    assert state.house_result == 0


def test_FCH_R7_a_time_fee_comes_from_every_seat() -> None:
    made = table(readings={"FCH-R7": "time"}, time_fee=50)
    state = flop_and_win(started(made, [9000] * 3))
    assert results(state) == [350, -250, -250]
    assert state.house_result == 150
    fees = [(entry.seat, entry.staked, entry.returned) for entry in state.settlements if entry.wager == "time"]
    assert fees == [(0, 50, 0), (1, 50, 0), (2, 50, 0)]
    with pytest.raises(BadBet, match="FCH-R7"):
        made.start([Bet(stack=50), Bet(stack=9000)])


# Moves that are not legal.


@pytest.mark.parametrize(
    "action",
    [
        Action.of("check"),
        Action.of("bet", amount=400),
        Action.of("raise", amount=399),
        Action.of("raise", amount=9001),
        Action.of("raise"),
        Action.of("call", amount=199),
        Action.of("fold", amount=1),
        Action.of("fold", option="now"),
        Action.of("call", "As"),
        Action.of("discard"),
        Action.of("proceed"),
        Action("raise", amount=500.0),  # type: ignore[arg-type]
        Action("raise", amount=True),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_a_move_that_is_not_legal_is_refused_with_those_that_are(action: Action) -> None:
    state = started(table(), [9000] * 3)
    with pytest.raises(IllegalAction, match=r"legal: fold, call \$2, raise \$4, raise \$7, raise \$90$"):
        state.apply(action)
    assert state == started(table(), [9000] * 3)


def test_a_call_needs_no_amount_and_chance_and_the_finished_hand_refuse_moves() -> None:
    state = started(table(), [9000] * 3)
    assert state.apply(Action("call")) == state.apply(Action.of("call", amount=200))
    dealing = table().start([Bet(stack=900)] * 2, seed=1)
    assert dealing.actor == CHANCE
    with pytest.raises(IllegalAction):
        dealing.apply(Action("fold"))
    with pytest.raises(IllegalAction, match="nothing"):
        after(state, "fold", "fold").apply(Action("fold"))


# Views, records and players.


def test_every_seat_sees_its_own_hole_cards_alone() -> None:
    state = started(table(), [9000] * 3)
    for viewer in (0, 1, 2, None):
        for seat in range(3):
            cards = state.view(viewer).cards("hole", seat)
            assert cards == (state.hole[seat] if viewer == seat else (HIDDEN,) * 5)
    with pytest.raises(HousewayError):
        state.view(3)


def test_a_folded_hand_stays_hidden_to_the_end() -> None:
    state = after(started(table(), [9000] * 3), "call", "fold", "check", *PAT * 2, *["check"] * 4)
    assert state.is_over
    assert set(state.view(1).cards("hole", 0)) == {HIDDEN}
    assert state.view(0).cards("hole", 0) == state.hole[0]
    assert HIDDEN not in state.view(0).cards("held", 1)


@pytest.mark.parametrize("limit", ["fixed", "pot", "no-limit"])
@pytest.mark.parametrize("order", ["in-turn", "simultaneous"])
@pytest.mark.parametrize("fee", ["none", "rake", "time"])
def test_automatic_players_play_any_table_to_its_end_and_chips_are_conserved(limit: str, order: str, fee: str) -> None:
    made = table(limit, readings={"FCH-R2": order, "FCH-R7": fee})
    names = strategy_names(SLUG)
    for number in range(12):
        n_seats = 2 + number % 8
        bets = [Bet(stack=101 + 977 * (number * 7 + seat) % 30000) for seat in range(n_seats)]
        players = {seat: strategy(SLUG, names[(seat + number) % len(names)], number) for seat in range(n_seats)}
        state = play_out(made.start(bets, seed=number, button=number % n_seats), players)
        assert isinstance(state, HoldOutRound)
        left = [state.betting.stacks[seat] for seat in range(n_seats)]
        back = [sum(entry.returned for entry in state.settlements if entry.seat == seat) for seat in range(n_seats)]
        assert sum(left) + sum(back) + state.house_result == sum(bet["stack"] for bet in bets)
        assert (state.house_result > 0) <= (fee != "none")
        cards = [card for pile in state.piles() for card in pile.cards]
        assert len(cards) == len(set(cards))
        again = made.replay(bets, state.events)
        assert (again.events, again.settlements) == (state.events, state.settlements)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("caller", ["call", "discard", "check", "check"]),
        ("tight", ["fold"]),
        ("hold-best", ["fold"]),
        ("aggressive", ["raise", "discard"]),
    ],
)
def test_styles_differ_on_a_hand_without_a_pair(name: str, moves: list[str]) -> None:
    state, player, made = started(table(), [9000, 9000]), strategy(SLUG, name), []
    caller = strategy(SLUG, "caller")
    while not state.is_over:
        seat = state.actor
        assert isinstance(seat, int)
        action = (player if seat == 1 else caller).choose(state.view(seat))
        if seat == 1:
            made.append(action.kind)
        state = state.apply(action).advance()
    assert made == moves


@pytest.mark.parametrize(
    ("hole", "held"),
    [
        ("As Ks Qs Js Ts", {"hold-best": 5, "hold-pairs": 5}),
        ("9s 8h 7d 6c 5s", {"hold-best": 5, "hold-pairs": 5}),
        ("As Ah Ad Kc 2d", {"hold-best": 3, "hold-pairs": 3}),
        ("As Ah Kd Kc 2d", {"hold-best": 4, "hold-pairs": 4}),
        ("As 9s 7s 3s 2d", {"hold-best": 4, "hold-pairs": 2}),
        ("As 9s 7d 3c 2d", {"hold-best": 2, "hold-pairs": 2}),
    ],
)
def test_hold_rules_hold_what_they_say(hole: str, held: dict[str, int]) -> None:
    cards = parse_cards(hole)
    expected = {**held, "hold-all": 5, "hold-highest": 1, "hold-two-highest": 2}
    assert {name: len(rule(cards)) for name, rule in HOLD_RULES.items()} == expected
    for rule in HOLD_RULES.values():
        assert set(rule(cards)) <= set(cards)
        assert rule(cards) == rule(cards[::-1])
