"""Reading and writing several cards."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from houseway.cards import Deck, card_symbol, format_cards, parse_cards
from houseway.cards.card import CARD_GLYPHS, N_CARDS
from houseway.errors import BadCards

hands = st.lists(st.integers(0, N_CARDS - 1), unique=True, max_size=20)
shoe_hands = st.lists(st.integers(0, 51), max_size=8)


@given(hands)
def test_text_symbols_and_glyphs_read_back_in_order(hand: list[int]) -> None:
    """Jokers are alike on paper, so the first one written reads as the first one."""
    expected = tuple(_jokers_in_order(hand))
    symbols, glyphs = [card_symbol(each) for each in hand], [CARD_GLYPHS[each] for each in hand]
    text = format_cards(hand)
    for written in (text, text.replace(" ", ""), text.replace(" ", ", "), f"\n {text} \t"):
        assert parse_cards(written) == expected
    for pieces in (symbols, glyphs):
        assert parse_cards(" ".join(pieces)) == parse_cards("".join(pieces)) == parse_cards(pieces) == expected
    assert parse_cards("".join(piece + "\ufe0f" for piece in symbols)) == expected


def _jokers_in_order(hand: list[int]) -> list[int]:
    jokers = iter((52, 53))
    return [next(jokers) if each >= 52 else each for each in hand]


@given(hands)
def test_ids_read_as_they_are(hand: list[int]) -> None:
    assert parse_cards(hand) == parse_cards(tuple(hand)) == parse_cards(iter(hand)) == tuple(hand)
    assert parse_cards(np.array(hand, np.uint8)) == tuple(hand)


@given(shoe_hands)
def test_a_shoe_allows_as_many_copies_as_it_has_decks(hand: list[int]) -> None:
    assert parse_cards(format_cards(hand), deck=Deck.standard(8)) == tuple(hand)


def test_texts_and_ids_may_be_mixed() -> None:
    assert parse_cards(["As", 45, "Q♣", "10h"]) == (51, 45, 40, 34)


def test_a_ten_may_be_written_with_two_digits_in_packed_text() -> None:
    assert parse_cards("10s9h10♥️Jk★") == parse_cards("Ts 9h Th Jk Jk") == (35, 30, 34, 52, 53)


def test_no_cards_are_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == parse_cards([]) == ()
    assert format_cards([]) == ""


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("As Xx", "Unknown card 'Xx'"),
        ("AsK", "Unknown card 'AsK'"),
        ("As As", "repeated card As: it is in this deck only once"),
        ("As Kd A♠", "repeated card As"),
        ("Jk Jk Jk", "repeated card Jk: each joker is in this deck only once"),
        ([52, 52, 53], "repeated card Jk"),
        ([51, -1], "card id -1 is not in 0..53"),
        ([54], "card id 54 is not in 0..53"),
        ([True], "expected a card id or a text such as As; got True"),
        ([1.0], "expected a card id or a text such as As; got 1.0"),
        ([None], "expected a card id or a text such as As; got None"),
        ([["As"]], "expected a card id or a text such as As"),
        (np.array([[1, 2]]), "expected a card id or a text such as As"),
        (np.array([1.0]), "expected a card id or a text such as As"),
        (np.array([True]), "expected a card id or a text such as As"),
        (51, "expected cards as text or a sequence; got 51"),
        (None, "expected cards as text or a sequence; got None"),
        (b"As", "card id 65 is not in 0..53"),
    ],
)
def test_bad_cards_are_refused_with_what_was_given(cards: Any, message: str) -> None:
    with pytest.raises(BadCards) as refused:
        parse_cards(cards)
    assert message in str(refused.value)


def test_a_card_that_the_deck_lacks_is_refused() -> None:
    with pytest.raises(BadCards, match="Jk is not in this deck of 52 cards"):
        parse_cards("As Jk", deck=Deck.standard())
    with pytest.raises(BadCards, match="2c is not in this deck of 20 cards"):
        parse_cards("As 2c", deck=Deck.stripped(ranks="TJQKA"))
    with pytest.raises(BadCards, match="repeated card As: it is in this deck only 2 times"):
        parse_cards("As As As", deck=Deck.standard(2))


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (2, "expected 2 cards; got 3: As Kd Qh"),
        (4, "expected 4 cards; got 3: As Kd Qh"),
        (range(5, 8), "expected 5 to 7 cards; got 3: As Kd Qh"),
    ],
)
def test_a_wrong_number_of_cards_is_refused(count: int | range, message: str) -> None:
    with pytest.raises(BadCards, match=message):
        parse_cards("As Kd Qh", count=count)


def test_a_right_number_of_cards_is_accepted() -> None:
    assert len(parse_cards("As Kd Qh", count=3)) == len(parse_cards("As Kd Qh", count=range(1, 4))) == 3
    with pytest.raises(BadCards, match="expected 5 cards; got 0: none"):
        parse_cards("", count=5)


junk = st.one_of(
    st.text(),
    st.text(alphabet="23456789TJQKA10cdhs♠♥♦♣★🂡🃏 ,\ufe0f\ufe0e"),
    st.lists(st.one_of(st.integers(), st.text(max_size=3), st.booleans(), st.floats(), st.none(), st.binary())),
    st.integers(),
    st.none(),
    st.floats(),
    st.binary(),
)


@given(junk)
@example("A\ufe0fs")
@example("\ud800")
def test_any_input_is_cards_of_the_deck_or_bad_cards(cards: Any) -> None:
    try:
        read = parse_cards(cards)
    except BadCards:
        return
    assert len(set(read)) == len(read)
    assert all(type(each) is int and 0 <= each < N_CARDS for each in read)
    assert parse_cards(format_cards(read)) == tuple(_jokers_in_order(list(read)))
