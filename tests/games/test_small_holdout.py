"""HoldOut of two and three cards: the letter's procedure, hand-worked, at another size."""

import pytest

from houseway.cards.deck import Deck
from houseway.errors import BadSetting, IllegalAction, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.games.titles.five_card_holdout import FiveCardHoldOut
from houseway.games.titles.five_card_holdout.small_holdout import SmallHoldOut, small_holdout
from houseway.games.titles.five_card_holdout.table import HoldOutSize, HoldOutTable

STACKS = [Bet(stack=4000)] * 2


def played(table: SmallHoldOut, shoe: str, *moves: str) -> State:
    """A hand with the button at seat 1, whose small blind acts first; then seat 0 does."""
    state = table.start(STACKS, shoe=shoe, button=1).advance()
    for move in moves:
        kind, *cards = move.split()
        bets = [action for action in state.legal_actions() if action.kind == kind == "bet"]
        state = state.apply(bets[0] if bets else Action.of(kind, " ".join(cards))).advance()
    return state


def test_two_cards_and_a_board_of_one_make_a_hand_of_two() -> None:
    """Qh Kh holds the king and pairs the board; As Qs stands pat with ace-queen: three big blinds each change hands."""
    table = small_holdout(2)
    hand = played(table, "Qh As Kh Qs Ks", "call", "check", "discard Qh", "discard", "bet", "call")
    shown = [event.text for event in hand.events if event.clause == "FCH-5a"]
    assert shown == [
        "seat 0 shows a pair of kings:",
        "seat 1 shows high card, A-Q:",
        "seat 0 wins the pot:",
    ]
    assert [hand.result(seat) for seat in (0, 1)] == [600, -600]


def test_three_cards_get_a_flop_and_a_river_of_one_card_each() -> None:
    """Holding the jack alone, both board cards must play: J-Q-K is a straight, and beats the pat pair of aces."""
    table = small_holdout(3)
    moves = ("call", "check", "discard Ah Ac", "discard", "check", "check", "check", "check")
    hand = played(SmallHoldOut.configure(small=table.size, jurisdiction="none"), "Jh As Ah Ad Ac Kd Qs Kh", *moves)
    assert [event.text for event in hand.events if event.clause in ("FCH-4a", "FCH-4b") and event.seat is None] == [
        "the flop",
        "the river",
    ]
    assert [hand.result(seat) for seat in (0, 1)] == [200, -200]


def test_no_more_is_thrown_away_than_the_size_allows_and_no_more_is_bet() -> None:
    table = small_holdout(3, least_held=2, bets_a_round=1)
    state = played(table, "Jh As Kh Qh Ah Ks Qs Js", "call", "check")
    assert len(state.legal_actions()) == 4
    with pytest.raises(IllegalAction):
        state.apply(Action.of("discard", "Jh Kh"))
    opened = played(table, "Jh As Kh Qh Ah Ks Qs Js", "call", "check", "discard", "discard", "bet")
    assert [action.kind for action in opened.legal_actions()] == ["fold", "call"]


def test_the_last_round_has_the_big_bet_whatever_the_size() -> None:
    for cards, bets in ((2, [200, 400]), (3, [200, 200, 400])):
        assert [terms.bet for terms in small_holdout(cards).terms] == bets


def test_the_defaults_are_the_letters() -> None:
    letters = game("five-card-holdout")
    assert isinstance(letters, FiveCardHoldOut)
    assert letters.size == HoldOutSize(5, 2, 2, burn_cards=1, least_held=1, bets_a_round=4)
    assert letters.cards_needed(2) == 16
    same = SmallHoldOut.configure(jurisdiction="none")
    assert same.size == letters.size


def test_a_table_of_the_room_or_of_a_game_file_cannot_be_small() -> None:
    with pytest.raises(UnknownName):
        game("five-card-holdout", small=HoldOutSize())
    assert not isinstance(game("five-card-holdout"), SmallHoldOut)
    assert isinstance(small_holdout(2), HoldOutTable)
    assert "not the letter's" in small_holdout(2).modifications()[-1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hole_cards": 1}, "hole_cards: expected 2 to 5; got 1"),
        ({"hole_cards": True}, "hole_cards: expected 2 to 5; got True"),
        ({"river_cards": 1}, "Up to 4 of 5 cards may be discarded, and a board of 3 cannot make up for them"),
        ({"burn_cards": 2}, "burn_cards: expected 0 to 1; got 2"),
        ({"least_held": 6}, "least_held: expected 1 to 5; got 6"),
        ({"bets_a_round": 0}, "bets_a_round: expected 1 to 4; got 0"),
    ],
)
def test_a_size_that_makes_no_game_is_refused(changes: dict[str, int], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        HoldOutSize(**changes)


def test_a_small_game_is_refused_with_what_it_may_be() -> None:
    with pytest.raises(BadSetting, match="a small game is of 2 or 3 cards; got 5"):
        small_holdout(5)
    with pytest.raises(UnknownName, match="decks"):
        small_holdout(2, decks=2)
    with pytest.raises(BadSetting, match="2 players need a deck of 5 cards; this one has 4"):
        small_holdout(2, Deck.stripped(ranks="KA", suits="hs"))
