"""How a round came out, in sentences that are written by hand from the ranking of hands."""

import pytest
from support.every_game import EVERY_GAME

from houseway import game
from houseway.cards.notation import format_cards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.games.telling.hands import versus
from houseway.games.telling.result import money_words, reason_words, result_of, wager_words
from houseway.ranking import ranking


def told(own: str, dealers: str, system: str = "standard") -> str:
    rank = ranking(system).rank
    return versus(rank(own), rank(dealers)).sentence()


@pytest.mark.parametrize(
    ("own", "dealers", "sentence"),
    [
        (
            "Ts Td 6c 6h Qs",
            "Tc Th 6s 6d Js",
            "two pair, tens and sixes, with a queen kicker, beats two pair, tens and sixes, with a jack kicker. "
            "The queen kicker decides",
        ),
        ("Ts Td 6c 6h Js", "Tc Th 6s 6d Jd", "two pair, tens and sixes, ties two pair, tens and sixes"),
        ("Ts Td 6c 6h Js", "9c 9h 8s 8d Ad", "two pair, tens and sixes, beats two pair, nines and eights"),
        (
            "7s 7d Ac 5h 3s",
            "7c 7h As 5d 4s",
            "a pair of sevens with ace, five and three kickers, loses to a pair of sevens with ace, five and four "
            "kickers. The four kicker decides",
        ),
        ("As Ts 9h 5d 2c", "Ad Tc 9s 6d 2h", "ace high, A-10-9-5-2, loses to ace high, A-10-9-6-2. The six decides"),
        ("Ks Ts 9h 5d 2c", "Ad Tc 9s 6d 2h", "king high loses to ace high"),
        ("2s 3d 4c 5h 6s", "As 2d 3c 4h 5s", "a straight, six high, beats a straight, five high"),
        ("Ks Kd Kc 2h 2s", "Ah Th 9h 5h 2h", "a full house, kings over deuces, beats a flush, A-10-9-5-2"),
    ],
)
def test_two_hands_are_told_down_to_the_card_that_decides(own: str, dealers: str, sentence: str) -> None:
    assert told(own, dealers) == sentence


def test_three_cards_and_one_card_are_told_too() -> None:
    assert told("9s 9d Ac", "9c 9h Ks", "three-card") == (
        "a pair of nines with an ace kicker beats a pair of nines with a king kicker. The ace kicker decides"
    )
    assert told("Kd", "9c", "one-card") == "a king beats a nine"
    assert told("Kd 6h", "9c Jd", "points") == "6 points lose to 9 points"


def played(state: State, *actions: Action) -> State:
    for action in actions:
        state = state.apply(action).advance()
    return state


def test_2HH_9b_the_dealer_is_lit_with_two_of_three_cards_and_each_hand_has_its_sentence() -> None:
    """Hole As Ah Kd 7c, flop Ts 6d 2c, dealer Td 6h 3s, then 9h 4d: the dealer's tens and sixes."""
    shoe = "As Ah Kd 7c Ts 6d 2c Td 6h 3s 9h 4d"
    start = game("two-hand-holdem").start([Bet(ante_1=1000, ante_2=1000)], shoe=shoe).advance()
    result = result_of(played(start, Action.of("arrange", "As Ah"), Action("check")))
    assert [each.sentence for each in result.showdowns] == [
        "Hand 1: a pair of aces loses to the dealer's two pair, tens and sixes.",
        "Hand 2: king high, K-10-9-7-6, loses to the dealer's two pair, tens and sixes.",
    ]
    assert [format_cards(each.own) for each in result.showdowns] == ["As Ah Ts 9h 6d", "Kd Ts 9h 7c 6d"]
    assert format_cards(result.showdowns[0].others) == "Ts Td 9h 6h 6d"
    assert format_cards(result.pushed) == "Ts Td 9h 6h 6d"


def test_P2_6_the_dealer_pushes_the_best_three_forward_and_three_meet_three() -> None:
    """The player's pair of queens in three cards against the dealer's pair of tens with a king."""
    start = (
        game("pick-2-poker").start([Bet(ante=1000, three_five=1000)], shoe="Qs Qd 9c 5h 2d Ts Td Kc 6h 3s").advance()
    )
    result = result_of(played(start, Action.of("three", "Qs Qd 9c")))
    (showdown,) = result.showdowns
    assert showdown.sentence == "Three cards: a pair of queens beats the dealer's pair of tens."
    assert format_cards(showdown.own) == "Qs Qd 9c"
    assert format_cards(showdown.others) == format_cards(result.pushed) == "Kc Ts Td"


def test_P2_8_a_dealer_who_does_not_qualify_is_told_with_the_hand() -> None:
    """The dealer needs ace-king in 5 Card Poker."""
    start = (
        game("pick-2-poker").start([Bet(ante=1000, three_five=1000)], shoe="Qs Qd 9c 5h 2d As Qc 8d 6h 3s").advance()
    )
    (showdown,) = result_of(played(start, Action("five"))).showdowns
    assert showdown.sentence == (
        "A pair of queens beats the dealer's ace high, A-Q-8-6-3. "
        "The dealer does not qualify: that takes A-K-4-3-2 or better."
    )


def test_who_folded_hears_what_the_dealer_had() -> None:
    start = game("three-card-poker").start([Bet(ante=1000)] * 2, shoe="Qs Jd 9c 5h 4d 2s Ks Kd 3c").advance()
    result = result_of(played(start, Action("play"), Action("fold")))
    assert [(each.seat, each.sentence) for each in result.showdowns] == [
        (0, "Queen high, Q-J-9, loses to the dealer's pair of kings."),
        (1, "The dealer has a pair of kings."),
    ]


def test_a_folded_hand_that_lies_open_for_a_side_bet_neither_wins_nor_loses() -> None:
    """Its six cards are looked at for the 6 Card Bonus; to beat the dealer it was not in play (3CP-3, 3CP-12)."""
    bet = Bet(ante=1000, six_card=500)
    start = game("three-card-poker").start([bet], shoe="Ks Qd Jc 4s 4d 2h").advance()
    result = result_of(played(start, Action("fold")))
    (showdown,) = result.showdowns
    assert showdown.sentence == "Folded a straight, king high. The dealer has a pair of fours."
    assert showdown.outcome == ""
    assert format_cards(showdown.own) == "Ks Qd Jc"


def test_FUP_5_a_hand_that_nobody_had_to_set_is_not_read_out() -> None:
    """The dealer's seven cards are ace high: the wager pushes before any hand is set."""
    shoe = "Ks Kd 9c 8h 5d 4c 2s Ah Qd Jc 9h 7s 6d 3c"
    over = game("face-up-pai-gow").start([Bet(wager=1000)], shoe=shoe).advance()
    assert over.is_over
    assert [each.sentence for each in result_of(over).showdowns] == [
        "Dealer's high hand: ace high, A-9-7-6-3.",
        "Dealer's low hand: queen high, Q-J.",
    ]
    (settlement,) = over.settlements
    assert (settlement.net, reason_words(settlement)) == (0, "Dealer's ace high: pushes.")


def reasons(slug: str, shoe: str, *actions: Action, **bet: int) -> dict[str, str]:
    """Why each wager of a round of one seat came to what it did."""
    over = played(game(slug).start([Bet(**bet)], shoe=shoe).advance(), *actions)
    return {settlement.wager: reason_words(settlement) for settlement in over.settlements}


def test_CW_3_single_cards_are_called_by_their_ranks() -> None:
    assert reasons("casino-war", "Ts 8d", initial=1000, tie=500) == {
        "initial": "A ten against an eight: pays 1 to 1.",
        "tie": "A ten against an eight: loses.",
    }
    assert reasons("casino-war", "Ts Td", Action("surrender"), initial=1000) == {"initial": "Surrendered: loses half."}


def test_EZB_13_a_three_card_seven_that_does_not_win_is_told_with_what_beat_it() -> None:
    """The Player draws a four to 2-3; the Banker, with 2-3 against a four, draws a deuce (EZB-8)."""
    told = reasons("ez-baccarat", "2s 2d 3c 3h 4d 2c", banker=1000, dragon_7=500, player_bonus=500)
    assert told == {
        "banker": "Player's 9 points against Banker's 7 points: loses.",
        "dragon_7": "Three-card 7 of the Banker, Player's 9 points against Banker's 7 points: loses.",
        "player_bonus": "Player wins by 2: loses.",
    }


def test_LIR_9_a_bet_that_was_taken_back_is_not_called_a_push() -> None:
    told = reasons(
        "let-it-ride", "Ks Qd 9c 5h 4d", Action("pull-1"), Action("pull-2"), bet_1=1000, bet_2=1000, bet_3=1000
    )
    assert told == {"bet_1": "Taken back.", "bet_2": "Taken back.", "bet_3": "King high, K-Q-9-5-4: loses."}


def test_FA_13_and_FA_15_name_the_hands() -> None:
    """The board, the seat's four cards, the dealer's: kings are kept by line 1 of the house way."""
    shoe = "2c 7d 9h Jc 4s As Ad 3c 3d Ks Kd 3h 5h"
    told = reasons("fast-action-holdem", shoe, Action.of("keep", "As Ad"), ante=1000, bonus=500)
    assert told == {
        "ante": "Ante beats the dealer: a pair of aces against a pair of kings.",
        "bonus": "Bonus is taken: a pair of aces.",
    }


def test_the_deciding_card_is_the_winners() -> None:
    """Pairs of nines: the dealer's king against the player's queen."""
    start = game("three-card-poker").start([Bet(ante=1000)], shoe="9s 9d Qc 9c 9h Ks").advance()
    (showdown,) = result_of(played(start, Action("play"))).showdowns
    assert showdown.sentence == (
        "A pair of nines with a queen kicker loses to the dealer's pair of nines with a king kicker. "
        "The king kicker decides."
    )
    assert format_cards(showdown.deciding) == "Ks"


def test_a_hand_that_a_pay_table_decides_has_its_payout_or_the_lowest_hand_that_does_not_lose() -> None:
    """Mississippi Stud pays jacks and pushes sixes to tens; fours lose."""
    for shoe, sentence in (
        ("4s 4d 9c Kh 2d", "A pair of fours loses. It takes a pair of sixes or better."),
        ("Js Jd 9c Kh 2d", "A pair of jacks pays 1 to 1."),
        ("7s 7d 9c Kh 2d", "A pair of sevens pushes."),
    ):
        state = game("mississippi-stud").start([Bet(ante=1000)], shoe=shoe).advance()
        while not state.is_over:
            state = state.apply(next(each for each in state.legal_actions() if each.kind != "fold")).advance()
        (showdown,) = result_of(state).showdowns
        assert showdown.sentence == sentence


def test_hands_that_are_nobodys_own_meet_each_other() -> None:
    start = game("ez-baccarat").start([Bet(banker=1000)], shoe="9s 5c Kd 2d").advance()
    (showdown,) = result_of(start).showdowns
    assert showdown.seat is None
    assert showdown.sentence == "Player's 9 points beat Banker's 7 points."


def test_money_and_wagers_are_told_in_plain_words() -> None:
    assert money_words(-4000) == "You lose $40."
    assert money_words(2550, "Player 2") == "Player 2 wins $25.50."
    assert wager_words(game("fast-action-holdem"), "envy") == "Envy"
    assert wager_words(game("two-hand-holdem"), "raise_1") == "Raise of Hand 1"


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_hand_that_is_lit_is_worth_what_is_said_of_it(slug: str) -> None:
    title = game(slug)
    for seed in ("1", "2"):
        state = title.start([title.usual_bet(1000)] * title.seats[0], seed=seed).advance()
        while isinstance(state.actor, int):
            state = state.apply(state.decisions()[min(1, len(state.decisions()) - 1)]).advance()
        shown = list(state.shown_hands())
        result = result_of(state)
        assert {each.seat for each in result.showdowns} >= {hand.seat for hand in shown if hand.seat is not None}
        for each in result.showdowns:
            owners = [hand for hand in shown if hand.seat == each.seat and {*each.own} <= {*hand.cards}]
            assert owners
            values = {ranking(hand.value.system).value(each.own) for hand in owners if each.own}
            assert values <= {hand.value.value for hand in owners}
            assert each.sentence[0].isupper() or each.sentence[0].isdigit()
            assert each.sentence.endswith(".")
