"""What a seat would ask about its options: its own cards, what else it sees, and stakes that are not one Ante."""

import pytest

import houseway as hw
from houseway.games.catalogue import game, game_class
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.games.engine.view import Situation


def asked(state: State) -> Situation:
    assert isinstance(state.actor, int)
    found = state.game.situation(state.view(state.actor))
    assert found is not None
    return found


def test_2HH_7_2HH_8_four_cards_and_the_flop_then_the_two_hands() -> None:
    table = game("two-hand-holdem")
    first = table.start([Bet(ante_1=500, ante_2=500)], shoe="As Ks 8d 8c Ah 8h 3d 2c 2d 2h 7c 7d").advance()
    assert asked(first) == Situation("As Ks 8d 8c", {"board": "Ah 8h 3d", "stage": 1})
    second = first.apply(Action("arrange", hw.parse_cards("8d 8c"))).advance()
    assert asked(second) == Situation("8d 8c As Ks", {"board": "Ah 8h 3d", "stage": 2})


def test_DD_4_DD_5_the_second_option_knows_the_discards_of_the_first() -> None:
    first = game("double-draw-poker").start([Bet(ante=500, bonus=500)], shoe="As Ad Kh Qd 2c 7h 8h").advance()
    assert asked(first) == Situation("As Ad Kh Qd 2c", {"stage": 1})
    second = first.apply(Action("draw", hw.parse_cards("Qd 2c"))).advance()
    assert asked(second) == Situation("As Ad Kh 7h 8h", {"stage": 2, "dead": "Qd 2c"})


@pytest.mark.parametrize(("three_five", "without"), [(1000, ""), (500, "P2-R2")])
def test_P2_R2_values_are_for_a_bonus_equal_to_the_Ante(three_five: int, without: str) -> None:
    table = game("pick-2-poker", readings={"P2-R2": "five-card"})
    bet = Bet(ante=1000, three_five=three_five, five_card_bonus=1000)
    found = asked(table.start([bet], shoe="As Kd 9h 5c 2s Ah Kh Qh Jh 9c").advance())
    assert (found.cards, found.known, found.stakes) == ("As Kd 9h 5c 2s", {}, {"five_card_bonus": "1"})
    assert without in found.without_value
    assert bool(found.without_value) == bool(without)


@pytest.mark.parametrize(("bonus", "cut"), [(1500, False), (2000, True)])
def test_FA_15i_no_value_where_the_posted_limit_can_cut_a_payment(bonus: int, cut: bool) -> None:
    table = game("fast-action-holdem", aggregate_limit=15_000_00)
    shoe = "2c 3c 4c 5d 6d Ts 9s 6h 5h Ks Kh 7d 7c"
    found = asked(table.start([Bet(ante=1000, bonus=bonus)], shoe=shoe).advance())
    assert (found.cards, found.stakes) == ("Ts 9s 6h 5h", {"bonus": "3/2" if bonus == 1500 else "2"})
    assert ("FA-15i" in found.without_value) is cut


def test_decisions_that_come_to_the_same() -> None:
    hole, high, low = hw.parse_cards("As Ks 8d 8c"), hw.parse_cards("As Ks"), hw.parse_cards("8d 8c")
    two_hands = game_class("two-hand-holdem")
    assert two_hands.same_decisions(hole, Action("arrange", high)) == (Action("arrange", high), Action("arrange", low))
    assert two_hands.same_decisions(hole, Action("check")) == (Action("check"),)
    red, black = (Action("draw", (card,)) for card in hw.Deck.with_jokers().cards[-2:])
    assert game_class("double-draw-poker").same_decisions((), red) == (red, black)
