"""What a player is asked: every choice live, or refused with its reason. Sentences are by hand from the rules."""

import pytest
from support.every_game import EVERY_GAME

from houseway import game
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.games.telling.prompt import CARDS, Prompt, prompt_of
from houseway.room.state import Round


def prompt(state: State, chips: int | None = None) -> Prompt:
    """The prompt of whoever decides, with the prices that the table charges."""
    seats = tuple(range(state.n_seats))
    playing = Round(1, seats, seats, (), {}, 0, state)
    return prompt_of(state, playing.prices, chips)


def choices(asked: Prompt) -> dict[str, str]:
    """Why each choice is refused, by its words; empty where it is not."""
    return {choice.words: choice.refused for choice in asked.choices}


def test_DD_4b_the_first_draw_says_that_three_cards_are_the_most() -> None:
    asked = prompt(game("double-draw-poker").start([Bet(ante=1000, bonus=1000)], seed="1").advance())
    assert asked.ask == "First draw: stay in and replace up to three cards, or fold. You may replace one more later."
    fold, draw = asked.choices
    assert (fold.words, fold.key, draw.words, draw.key) == ("Fold", "F", "Stay in for $10", "D")
    assert [draw.refused_with(count) for count in range(6)] == ["", "", "", "", *["at most three cards"] * 2]
    assert (asked.most_picked, asked.too_many) == (3, "You can replace at most three cards now.")


def test_a_decision_that_is_called_by_its_cards_says_what_may_be_chosen() -> None:
    flush_rush = game("flush-rush").start([Bet(ante=1000)], seed="1").advance()
    assert prompt(flush_rush).ask == "On four cards: fold or play."
    mississippi = game("mississippi-stud").start([Bet(ante=1000)], seed="1").advance()
    assert prompt(mississippi).ask == "3rd Street: fold, bet 1x, bet 2x or bet 3x."
    three_card = game("three-card-poker").start([Bet(ante=1000)], seed="1").advance()
    assert prompt(three_card).ask == "Fold or play."


def test_DD_5b_the_second_draw_says_that_one_card_is_the_most() -> None:
    state = game("double-draw-poker").start([Bet(ante=1000, bonus=1000)], seed="1").advance()
    asked = prompt(state.apply(state.decisions()[1]).advance())
    assert asked.ask == "Second and last draw: stay in and replace at most one card, or fold."
    assert (asked.most_picked, asked.too_many) == (1, "You can replace at most one card now.")


def test_2HH_8_a_raise_is_named_with_its_price_and_refused_without_the_chips() -> None:
    state = game("two-hand-holdem").start([Bet(ante_1=1500, ante_2=1500)], seed="1").advance()
    first = prompt(state)
    assert first.ask == "Pick two cards for Hand 1. The others are Hand 2."
    assert [first.choices[0].refused_with(count) for count in range(4)] == [
        "pick two cards",
        "pick one more",
        "",
        "takes two cards",
    ]
    assert first.too_many == "Two cards are picked already: put one back first."
    asked = prompt(state.apply(state.decisions()[0]).advance(), chips=4000)
    assert asked.ask == "Check or raise each hand: a Raise is twice the Ante, $30."
    assert choices(asked) == {
        "Check both": "",
        "Raise Hand 1 for $30": "",
        "Raise Hand 2 for $30": "",
        "Raise both for $60": "costs $60, and you have $40",
    }


def test_FA_7a_a_bonus_that_was_not_bet_cannot_be_split() -> None:
    asked = prompt(game("fast-action-holdem").start([Bet(ante=1000)], seed="1").advance())
    assert choices(asked) == {
        "Keep two": "",
        "Split the Ante for $10": "",
        "Split the Bonus": "you made no Bonus bet",
        "Split both": "you made no Bonus bet",
    }


def test_C4P_5_an_option_that_the_hand_is_too_weak_for_says_what_it_needs() -> None:
    """Crazy 4 Poker: two and three times the Ante only with a pair of aces or better."""
    title = game("crazy-4-poker")
    aces_to_seat = title.start([Bet(ante=1000, super_bonus=1000)], shoe="As Ad 9c 7h 2s Kc Qd 8h 6c 3d").advance()
    weak = title.start([Bet(ante=1000, super_bonus=1000)], shoe="Ks Jd 9c 7h 2s Kc Qd 8h 6c 3d").advance()
    assert choices(prompt(aces_to_seat)) == {
        "Fold": "",
        "Play for $10": "",
        "Play 2x for $20": "",
        "Play 3x for $30": "",
    }
    assert choices(prompt(weak)) == {
        "Fold": "",
        "Play for $10": "",
        "Play 2x": "needs a pair of aces or better",
        "Play 3x": "needs a pair of aces or better",
    }


def test_a_betting_round_says_what_it_costs_and_when_no_raise_is_left() -> None:
    """Fixed limit: a bet and three raises are the most; of two players the button posts the small blind of $1."""
    state = game("five-card-holdout").start([Bet(stack=20000)] * 2, seed="1", button=0).advance()
    assert prompt(state).ask == "$1 to call. The pot is $3."
    for _ in range(3):
        raised = next(action for action in state.decisions() if action.kind == "raise")
        state = state.apply(raised).advance()
    asked = prompt(state)
    assert asked.ask == "$2 to call. The pot is $14."
    assert choices(asked)["Raise to"] == "no raise is left in this round of betting"


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_decision_of_every_game_has_words_keys_of_their_own_and_something_live(slug: str) -> None:
    title = game(slug)
    state = title.start([title.usual_bet(1000)] * title.seats[0], seed="7").advance()
    while isinstance(state.actor, int):
        asked = prompt(state)
        keys = [choice.key for choice in asked.choices]
        assert len(set(keys)) == len(keys)
        assert "H" not in keys
        assert asked.ask.endswith(".")
        assert any(choice.is_live for choice in asked.choices)
        live = {(choice.kind, choice.option) for choice in asked.choices if choice.is_live}
        assert live == {(action.kind, action.option) for action in state.decisions()}
        for choice in asked.choices:
            assert "{" not in choice.words
            assert (choice.takes == CARDS) is bool(choice.by_count)
        state = state.apply(state.decisions()[-1]).advance()


@pytest.mark.parametrize(
    ("slug", "shoe", "held"),
    [
        ("three-card-poker", "9s 7s 5s Kd Qd 2c", "You have a flush, 9-7-5."),
        ("triple-shot-rummy", "9s 9d 5s Kd Qd 2c", "You have 5 points."),
        ("crazy-4-poker", "As Ad 9h 9c 2s Kd Qd Jc 3h 4c", "You have two pair, aces and nines."),
        ("let-it-ride", "9s 9d 5s Kd Qd", ""),
        ("pai-gow-poker", "As Ad Ks Kd Qd 9c 5h 2c 3c 4c 6c 7d 8d Td", ""),
    ],
)
def test_a_player_is_told_the_name_of_the_hand_once_the_cards_are_one(slug: str, shoe: str, held: str) -> None:
    """By hand: three cards of one suit; a pair counts nothing; the best four of five. Of Let It Ride's hand two cards
    are still to come, and that of Pai Gow Poker is still to be set.
    """
    title = game(slug)
    assert prompt(title.start([title.usual_bet(1000)], shoe=shoe).advance()).held == held


def test_2HH_7_both_hands_have_a_name_once_they_are_set() -> None:
    """Four cards to the seat, the flop, three to the dealer: aces in one hand, king-nine with a king in the other."""
    two_hands = game("two-hand-holdem")
    shoe = "As Ad Ks 9d Kh 2c 3d Qc Jc Ac 7h 4h"
    state = two_hands.start([two_hands.usual_bet(1000)], shoe=shoe).advance()
    assert prompt(state).held == ""
    aces = Action("arrange", parse_cards("As Ad", deck=Deck.standard()))
    assert prompt(state.apply(aces).advance()).held == "Hand 1: a pair of aces. Hand 2: a pair of kings."


def test_PGP_7_a_hand_that_is_set_says_what_may_not_be_picked_and_what_the_house_way_is() -> None:
    pai_gow = game("pai-gow-poker")
    asked = prompt(pai_gow.start([pai_gow.usual_bet(1000)], seed="1").advance())
    house_way, own = asked.choices
    assert (house_way.hint, own.hint) == ("sets the hand as the dealer would", "")
    assert own.barred == "the low hand would outrank the high hand"
