"""Casino War, clause by clause: every expected amount is worked out by hand from the sheet."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State

SURRENDER, WAR = Action("surrender"), Action("war")
BET = Bet(initial=1000, tie=500)
BURNED = "2c 3c 4c"


def round_of(shoe: str, *moves: Action, bets: tuple[Bet, ...] = (BET,), **readings: str) -> State:
    return play(declared_game("casino-war", **readings), bets, shoe, *moves)


def test_CW_1_six_decks_of_312_cards_and_the_seven_seats_that_the_state_allows() -> None:
    table = declared_game("casino-war")
    assert table.deck.size == 312
    assert (table.most_seats, table.seats[-1]) == (9, 7)
    assert declared_game("casino-war", R2="8").deck.size == 416


def test_CW_1_the_ace_is_high_and_suits_count_for_nothing() -> None:
    assert returned(round_of("Ac Ks"))["initial"] == 2000
    assert returned(round_of("2s Ac"))["initial"] == 0
    assert not round_of("Ks Kc").is_over, "kings of two suits tie"


def test_CW_2_the_Initial_bet_is_required_and_the_Tie_bet_is_not() -> None:
    table = declared_game("casino-war")
    assert returned(play(table, [Bet(initial=1000)], "Ac Ks")) == {"initial": 2000}
    with pytest.raises(BadBet, match="CW-2"):
        table.start([Bet(tie=500)])


def test_CW_3_one_card_face_up_to_everybody() -> None:
    state = round_of("Ac Ks Kd", bets=(BET, BET))
    assert [[len(pile.cards) for pile in state.view(None).piles], state.is_over] == [[1, 1, 1], False]
    assert state.view(None).cards("card", 0) == state.view(1).cards("card", 0)


def test_CW_4_CW_7_the_higher_card_wins_and_the_Tie_bet_loses() -> None:
    state = round_of("Ac Ks")
    assert returned(state) == {"initial": 2000, "tie": 0}
    assert clauses(state) == {"initial": "CW-4", "tie": "CW-7"}


def test_CW_5_CW_7_the_lower_card_loses_both_bets() -> None:
    state = round_of("Qc Ks")
    assert returned(state) == {"initial": 0, "tie": 0}
    assert clauses(state) == {"initial": "CW-5", "tie": "CW-7"}


@pytest.mark.parametrize(("odds", "pays"), [("10", 5500), ("11", 6000)])
def test_CW_6_CW_R3_the_Tie_bet_is_paid_on_a_tie_whatever_follows(odds: str, pays: int) -> None:
    for move in (SURRENDER, WAR):
        state = round_of(f"Kc Ks {BURNED} 5d 9d", move, R3=odds)
        assert returned(state)["tie"] == pays
        assert clauses(state)["tie"] == "CW-6"


def test_CW_8_a_surrender_loses_half_and_a_broken_cent_stays_with_the_house() -> None:
    state = round_of("Kc Ks", SURRENDER, bets=(Bet(initial=1000),))
    assert returned(state) == {"initial": 500}
    assert clauses(state) == {"initial": "CW-8"}
    assert returned(round_of("Kc Ks", SURRENDER, bets=(Bet(initial=1001),))) == {"initial": 500}


def test_CW_8_only_who_ties_is_asked() -> None:
    state = round_of("Ac Ks Qd Kd", bets=(BET, BET, BET))
    assert state.actor == 1
    assert state.apply(SURRENDER).advance().is_over


def test_CW_R5_without_surrender_a_tie_is_war() -> None:
    assert round_of("Kc Ks", R5="no").legal_actions() == (WAR,)


def test_CW_9_a_war_costs_exactly_the_Initial_bet() -> None:
    state = round_of("Kc Ks")
    assert price(state, WAR) == (1000, "CW-9")
    assert price(state, SURRENDER)[0] == 0


def test_CW_10_CW_R4_three_cards_are_burnt_face_down_once_or_before_each_card() -> None:
    state = round_of(f"Kc Ks {BURNED} 9d 5d", WAR)
    assert [event.clause for event in state.events if "burnt" in event.text] == ["CW-10"]
    assert all(card == -1 for card in state.view(0).cards("burnt"))
    assert returned(state)["war"] == 2000
    again = round_of(f"Kc Ks {BURNED} 9d 6c 7c 8c 5d", WAR, R4="each")
    assert len([event for event in again.events if "burnt" in event.text]) == 2
    assert returned(again)["war"] == 2000


def test_CW_10_players_at_war_get_a_card_each_against_one_of_the_dealers_and_no_cards_come_without_a_war() -> None:
    state = round_of(f"Kc Kd Ks {BURNED} 9d 2d 5d", WAR, WAR, bets=(BET, BET))
    assert returned(state, 0)["war"] == 2000
    assert returned(state, 1)["war"] == 0
    one = round_of(f"Kc Kd Ks {BURNED} 9d 5d", SURRENDER, WAR, bets=(BET, BET))
    assert returned(one, 0)["initial"] == 500
    assert returned(one, 1)["war"] == 2000
    assert not round_of("Kc Ks", SURRENDER).view(0).cards("burnt")


def test_CW_11_a_war_that_is_won_pays_the_War_bet_and_pushes_the_Initial() -> None:
    state = round_of(f"Kc Ks {BURNED} 9d 5d", WAR)
    assert returned(state) == {"initial": 1000, "war": 2000, "tie": 5500}
    assert clauses(state) == {"initial": "CW-11", "war": "CW-11", "tie": "CW-6"}


@pytest.mark.parametrize(("bonus", "pays"), [("no-bonus", 2000), ("bonus", 3000)])
def test_CW_12_CW_R1_a_tie_after_a_tie_wins_with_or_without_a_bonus(bonus: str, pays: int) -> None:
    state = round_of(f"Kc Ks {BURNED} 9d 9s", WAR, R1=bonus)
    assert returned(state) == {"initial": 1000, "war": pays, "tie": 5500}
    assert clauses(state)["war"] == "CW-12"


def test_CW_13_a_lost_war_loses_both_bets() -> None:
    state = round_of(f"Kc Ks {BURNED} 5d 9d", WAR)
    assert returned(state) == {"initial": 0, "war": 0, "tie": 5500}
    assert clauses(state)["war"] == "CW-13"


def test_CW_R2_CW_RT_are_the_analysis_own() -> None:
    """How many decks there are and what best play does between equals changes no settlement."""
    for state in (round_of("Ac Ks", R2="1"), round_of("Ac Ks", RT="smaller")):
        assert returned(state) == {"initial": 2000, "tie": 0}
