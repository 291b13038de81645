"""Pick 2 Poker, from its rule sheet: bets, choices, irregularities, what each seat may see."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from support.arranged import clauses, returned
from support.pick_2_table import (
    BET,
    FIVE,
    FOLD,
    PAIR_OF_EIGHTS,
    PAIR_OF_KINGS,
    QUEEN_HIGH,
    WORSE,
    finish,
    other_cards,
    play,
    table,
    three,
)

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadBet, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.money import Cents
from houseway.games.engine.state import State
from houseway.games.strategies import play_out, strategy

# P2-1 to P2-5: bets, deal, decision.


@pytest.mark.parametrize(
    ("bet", "message"),
    [
        (Bet(three_five=1000), "Ante is required"),
        (Bet(ante=1000), "3-5 Bonus is required"),
        (Bet(ante=1000, three_five=500), "3-5 Bonus must equal the Ante"),
        (Bet(ante=1000, three_five=1000, five=100), "unknown wager 'five'"),
    ],
)
def test_P2_1_the_ante_and_an_equal_3_5_bonus_are_required(bet: Bet, message: str) -> None:
    with pytest.raises(BadBet, match=message):
        table().start([bet])


def test_P2_1_five_card_bonus_only_is_optional() -> None:
    assert "five_card_bonus" not in play(PAIR_OF_EIGHTS, FIVE, bet=Bet(ante=1000, three_five=1000))


def test_P2_1_an_ante_whose_double_play_bet_is_over_the_limit_is_refused() -> None:
    assert table().start([Bet(ante=15000, three_five=15000)]).actor == "chance"
    with pytest.raises(LimitExceeded, match=r"2x the Ante of \$150\.05, of \$300\.10 .*WAC 230-15-140"):
        table().start([Bet(ante=15005, three_five=15005)])


def test_P2_2_five_cards_face_down_to_each_player_and_the_dealer() -> None:
    state = table().start([BET, BET], seed=3).advance()
    dealt = [event for event in state.events if event.clause == "P2-2"]
    assert [(event.seat, len(event.cards), event.seen_by) for event in dealt] == [
        (0, 5, (0,)),
        (1, 5, (1,)),
        (None, 5, ()),
    ]


def test_P2_3_a_fold_loses_the_ante_and_the_bonus_wagers_even_of_a_royal_flush() -> None:
    state = finish(table().start([BET], shoe=f"As Ks Qs Js Ts {PAIR_OF_KINGS.replace('Ks', 'Kh')}"), [FOLD])
    assert returned(state) == {"ante": 0, "three_five": 0, "five_card_bonus": 0}
    assert set(clauses(state).values()) == {"P2-3"}
    assert state.house_result == 2500


def test_P2_4_the_choices_are_fold_five_cards_or_any_three_but_never_both_games() -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance()
    sets = {frozenset(cards) for cards in combinations(parse_cards(PAIR_OF_EIGHTS), 3)}
    legal = state.legal_actions()
    assert {frozenset(action.cards) for action in legal if action.kind == "three"} == sets
    assert [action for action in legal if action.kind != "three"] == [FOLD, FIVE]
    assert len(legal) == 12


@pytest.mark.parametrize(("action", "amount"), [(FIVE, 1000), (three("8s 8d 6c"), 2000), (FOLD, None)])
def test_P2_4_the_play_bet_is_the_ante_for_five_cards_and_twice_the_ante_for_three(
    action: Action, amount: int | None
) -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance().apply(action)
    assert dict(state.wagers()[0]).get("play") == amount


@pytest.mark.parametrize(("action", "due"), [(FIVE, 1000), (three("8s 8d 6c"), 2000)])
def test_P2_4_another_play_bet_is_refused_with_the_clause(action: Action, due: int) -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance()
    assert state.apply(replace(action, amount=Cents(due))) == state.apply(action)
    with pytest.raises(IllegalAction, match=rf"its bet is exactly \${due // 100} \(P2-4\); legal: fold, five"):
        state.apply(replace(action, amount=Cents(3000 - due)))


@pytest.mark.parametrize(
    "action",
    [
        Action("check"),
        Action("three"),
        three("8s 8d"),
        three("8s 8d As"),
        Action.of("five", amount=2000),
        Action.of("five", "8s 8d 6c"),
        Action("proceed"),
    ],
)
def test_P2_4_anything_else_is_refused_with_the_legal_list_and_changes_nothing(action: Action) -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance()
    before = (state.events, state.settlements, state.actor, state.piles())
    with pytest.raises(IllegalAction, match="legal: fold, five, three 8s 8d 6c"):
        state.apply(action)
    assert (state.events, state.settlements, state.actor, state.piles()) == before


def test_P2_5_three_cards_are_set_and_the_other_two_lie_face_down_under_the_bonus() -> None:
    state = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}").advance()
    state = state.apply(three("3d 8s 8d"))
    own, other = state.view(0), state.view(1)
    assert format_cards(own.cards("three", 0)) == "8s 8d 3d"
    assert set(own.cards("rest", 0)) == set(parse_cards("6c 4h"))
    assert set(other.cards("three", 0) + other.cards("rest", 0)) == {HIDDEN}


# P2-12: irregularities.

IRREGULARITIES = ("card-face-up", "wrong-number-of-cards", "dealer-card-exposed", "shuffler-fault")


def _moments() -> list[State]:
    """Every state of one round with a fold, a three and a five."""
    shoe = f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} As Ad 7c 5h 2d {PAIR_OF_KINGS}"
    state = table().start([BET, BET, BET], shoe=shoe)
    choices = iter([three("8s 8d 6c"), FOLD, FIVE])
    moments = [state]
    while not state.is_over:
        state = state.apply(next(choices) if isinstance(state.actor, int) else state.legal_actions()[0])
        moments.append(state)
    return moments


@pytest.mark.parametrize("name", IRREGULARITIES)
def test_P2_12_an_irregularity_at_any_moment_returns_every_wager(name: str) -> None:
    declared = 0
    for state in _moments():
        if name not in [found.name for found in state.irregularities()]:
            continue
        declared += 1
        void = state.void(name)
        staked = {(seat, wager): amount for seat, wagers in enumerate(state.wagers()) for wager, amount in wagers}
        assert {(each.seat, each.wager): each.returned for each in void.settlements} == staked
        assert {each.clause for each in void.settlements} == {"P2-12"}
        assert void.is_over
        assert void.house_result == 0
        assert void.legal_actions() == ()
        assert void.events[-1].clause == "P2-12"
        replayed = state.game.replay([BET, BET, BET], void.events)
        assert (replayed.events, replayed.settlements) == (void.events, void.settlements)
    assert declared >= 3


def test_P2_12c_a_dealer_card_is_exposed_early_only_while_it_lies_face_down() -> None:
    for state in _moments():
        face_down = any(event.seen_by == () for event in state.events) and "dealer shows" not in str(state.events)
        found = [irregularity.name for irregularity in state.irregularities()]
        assert ("dealer-card-exposed" in found) == face_down


def test_P2_12e_P2_R8_dealt_by_hand_the_letter_voids_nothing() -> None:
    state = game("pick-2-poker", shuffler=False).start([BET], seed=1).advance()
    assert state.irregularities() == ()
    for name in IRREGULARITIES:
        with pytest.raises(IllegalAction, match="no irregularity of this round; legal: void house-decision"):
            state.void(name)
    assert state.void("house-decision").house_result == 0


def test_P2_12d_the_cards_of_a_shuffler_that_failed_are_checked_by_a_supervisor() -> None:
    state = table().start([BET], seed=1)
    assert "taken out, checked by a supervisor and shuffled again" in state.void("shuffler-fault").events[-1].text
    assert state.void("wrong-number-of-cards").events[-1].text.endswith("goes back; the cards are shuffled again")


def test_P2_12d_P2_R8_a_hand_dealt_game_has_no_shuffler_that_jams() -> None:
    state = game("pick-2-poker", shuffler=False, readings={"P2-R8": "void"}).start([BET], seed=1)
    assert [found.name for found in state.irregularities()] == ["card-face-up", "wrong-number-of-cards"]
    with pytest.raises(IllegalAction, match=r"void shuffler-fault is not legal now.*void card-face-up"):
        state.void("shuffler-fault")


def test_P2_12_a_void_round_shows_no_hidden_card_and_cannot_go_on() -> None:
    state = table().start([BET, BET], seed=5).advance().apply(FIVE)
    void = state.void("wrong-number-of-cards")
    for seat in (0, 1, None):
        for pile in void.view(seat).piles:
            assert (set(pile.cards) == {HIDDEN}) == (seat is None or pile.seat != seat)
    for action in (FIVE, Action("proceed"), Action("void", option="card-face-up")):
        with pytest.raises(IllegalAction, match="legal: nothing"):
            void.apply(action)


def test_P2_12_a_finished_round_cannot_be_voided() -> None:
    state = finish(table().start([BET], seed=5), [FIVE])
    assert state.irregularities() == ()
    with pytest.raises(IllegalAction):
        state.void("card-face-up")


# P2-13, P2-16 to P2-18: procedure.


@pytest.mark.parametrize("shuffler", [True, False])
def test_P2_13_two_decks_alternate_where_a_shuffler_is_used(shuffler: bool) -> None:
    state = game("pick-2-poker", shuffler=shuffler).start([BET], seed=1)
    assert ("P2-13" in [event.clause for event in state.events]) == shuffler


WITH_TIP = Bet(ante=1000, three_five=1000, five_card_bonus=1000, tip=600)


def test_P2_16_a_table_takes_bets_for_the_dealer_only_if_management_says_so() -> None:
    with pytest.raises(BadBet, match="P2-16"):
        table().start([WITH_TIP])
    game("pick-2-poker", tips=True).start([WITH_TIP])


@pytest.mark.parametrize(
    ("hand", "action", "dealer", "tip"),
    [
        ("As Ad 7c 5h 2d", FIVE, PAIR_OF_KINGS, 1200),
        (QUEEN_HIGH, FIVE, PAIR_OF_KINGS, 0),
        ("As Kc 9d 7h 2d", FIVE, "Ac Kh 9s 7d 2s", 600),
        (WORSE, FIVE, QUEEN_HIGH, 1200),
        (PAIR_OF_EIGHTS, three("8s 8d 3d"), QUEEN_HIGH, 1200),
        (PAIR_OF_EIGHTS, FOLD, QUEEN_HIGH, 0),
    ],
)
def test_P2_16_a_bet_for_the_dealer_rides_on_the_ante(hand: str, action: Action, dealer: str, tip: int) -> None:
    state = finish(game("pick-2-poker", tips=True).start([WITH_TIP], shoe=f"{hand} {dealer}"), [action])
    assert returned(state)["tip"] == tip
    assert clauses(state)["tip"] == "P2-16"


def test_P2_17_each_player_sees_and_plays_only_the_own_cards() -> None:
    state = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}").advance()
    assert set(state.view(0).cards("hand", 0)) == set(parse_cards(PAIR_OF_EIGHTS))
    assert set(state.view(0).cards("hand", 1) + state.view(0).cards("dealer")) == {HIDDEN}
    assert state.view(1).legal_actions == ()
    with pytest.raises(IllegalAction):
        state.apply(three("Qc Jd 9h"))


def test_P2_17_a_fold_shows_nothing_to_the_others() -> None:
    start = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}")
    state = finish(start, [FOLD, FIVE])
    assert set(state.view(1).cards("folded", 0)) == {HIDDEN}
    assert set(state.view(0).cards("folded", 0)) == set(parse_cards(PAIR_OF_EIGHTS))
    assert set(state.view(0).cards("hand", 1)) == set(parse_cards(QUEEN_HIGH))


def test_P2_17_the_choice_of_three_cards_is_no_news_to_the_others() -> None:
    shoe = f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}"
    state = table().start([BET, BET], shoe=shoe).advance().apply(three("8s 8d 6c"))
    for viewer in (1, None):
        hidden = [event for event in state.view(viewer).events if event.clause == "P2-5"]
        assert [(set(event.cards), event.action) for event in hidden] == [({HIDDEN}, None)]


def test_P2_17_the_two_cards_under_the_bonus_stay_down_until_it_is_settled() -> None:
    shoe = f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}"
    state = table().start([BET], shoe=shoe).advance().apply(three("8s 8d 6c"))
    while not any(event.clause == "P2-7" for event in state.events):
        state = state.apply(state.legal_actions()[0])
    assert HIDDEN not in state.view(None).cards("three", 0)
    assert set(state.view(None).cards("rest", 0)) == {HIDDEN}
    assert set(state.advance().view(None).cards("rest", 0)) == set(parse_cards("4h 3d"))


def test_P2_18_the_round_ends_with_all_cards_in_the_discard_rack() -> None:
    state = finish(table().start([BET], seed=2), [FOLD])
    assert state.events[-1].clause == "P2-18"


# The table.


def test_P2_R9_seats_are_seven_in_washington_and_at_most_nine_by_the_cards() -> None:
    assert table().seats == range(1, 8)
    assert game("pick-2-poker", readings={"P2-R9": "3"}).seats == range(1, 4)
    nine = {"P2-R9": "9"}
    assert game("pick-2-poker", readings=nine).seats == range(1, 8)
    assert game("pick-2-poker", jurisdiction="none", readings=nine).seats == range(1, 10)
    assert table().with_deck(Deck.stripped(ranks="TJQKA", suits="dhs")).seats == range(1, 3)
    with pytest.raises(BadBet, match="takes 1 to 7 seats; got 8"):
        table().start([BET] * 8)


def test_an_unknown_reading_or_choice_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownName, match="Expected one of 9, such as P2-R1, P2-R2, P2-R3, P2-R4, P2-R5"):
        table(P2_R0="both")
    with pytest.raises(UnknownName, match="ante-pays-play-pushes, ante-pushes-play-compared, both-pay"):
        table(P2_R1="push")


def test_P2_0_the_deck_is_one_of_52_cards() -> None:
    assert table().deck == Deck.standard()
    assert table().sheet.deck_clauses == ("P2-0",)


def test_the_sheet_holds_every_clause_and_every_choice_of_the_letter() -> None:
    sheet = table().sheet
    assert list(sheet.clauses) == [*(f"P2-{number}" for number in range(13)), "P2-12e"] + [
        f"P2-{number}" for number in range(13, 19)
    ]
    choices: Mapping[str, set[str]] = {name: set(reading.choices) for name, reading in sheet.readings.items()}
    assert choices == {
        "P2-R1": {"ante-pays-play-pushes", "ante-pushes-play-compared", "both-push", "both-pay", "no-effect"},
        "P2-R2": {"three-five", "five-card", "both"},
        "P2-R3": {"both", "larger"},
        "P2-R4": {"best-of-five", "as-set"},
        "P2-R5": {"typed", "felt"},
        "P2-R6": {"bonus-last", "bonus-first"},
        "P2-R7": {"lost", "still-paid"},
        "P2-R8": {"as-written", "void"},
        "P2-R9": set("123456789"),
    }
    assert {reading.default for reading in sheet.readings.values()} == {
        "ante-pays-play-pushes", "three-five", "both", "best-of-five", "typed", "bonus-last", "lost", "as-written", "7",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        ("five-only", "Jh 9d 7c 5s 2d", FIVE),
        ("pairs-only", "Jh 9d 7c 5s 2d", FOLD),
        ("pairs-only", PAIR_OF_EIGHTS, FIVE),
        ("three-with-straights", "Jh Td 9c 5s 2d", three("Jh Td 9c")),
        ("three-with-straights", "Ah Jh 9h 5s 2d", FIVE),
    ],
)
def test_the_automatic_players_choose_as_they_say(name: str, hand: str, expected: Action) -> None:
    state = table().start([BET], shoe=f"{hand} {other_cards(hand)}").advance()
    assert strategy("pick-2-poker", name).choose(state.view(0)) == expected
    assert play_out(state, strategy("pick-2-poker", name)).is_over
