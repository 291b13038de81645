"""One card: its number, its text, its symbol and its Unicode glyph."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from houseway.cards import Card, card, card_symbol, card_text, is_joker, parse_card, rank_of, suit_of
from houseway.cards.card import CARD_GLYPHS, JOKERS, N_CARDS, N_NATURAL, checked_card
from houseway.errors import BadCards

NATURAL = range(N_NATURAL)
RANKS_BY_UNICODE_NAME = {
    "TWO": 0, "THREE": 1, "FOUR": 2, "FIVE": 3, "SIX": 4, "SEVEN": 5, "EIGHT": 6, "NINE": 7, "TEN": 8, "JACK": 9,
    "QUEEN": 10, "KING": 11, "ACE": 12,
}  # fmt: skip
SUITS_BY_UNICODE_NAME = {"CLUBS": 0, "DIAMONDS": 1, "HEARTS": 2, "SPADES": 3}


def test_a_card_is_four_times_its_rank_plus_its_suit() -> None:
    assert [parse_card(text) for text in ("2c", "2d", "2h", "2s", "3c", "Td", "Kh", "As", "Jk")] == [
        0, 1, 2, 3, 4, 33, 46, 51, 52,
    ]  # fmt: skip
    assert [card(rank_of(each), suit_of(each)) for each in NATURAL] == list(NATURAL)


def test_only_the_two_jokers_are_jokers() -> None:
    assert [each for each in range(N_CARDS) if is_joker(each)] == list(JOKERS) == [52, 53]


@pytest.mark.parametrize("each", NATURAL)
def test_every_form_of_a_card_reads_back(each: Card) -> None:
    text, symbol, glyph = card_text(each), card_symbol(each), CARD_GLYPHS[each]
    forms = [text, text.lower(), text.upper(), text.swapcase(), f" {text}\n", symbol, symbol.lower(), glyph]
    forms += [symbol + "\ufe0f", symbol + "\ufe0e", glyph + "\ufe0e"]
    if text.startswith("T"):
        forms += ["10" + text[1], "10" + symbol[1], "10" + symbol[1] + "\ufe0f"]
    assert {form: parse_card(form) for form in forms} == dict.fromkeys(forms, each)


def test_the_forms_of_all_cards_differ() -> None:
    for forms in ([card_text(each) for each in NATURAL], [card_symbol(each) for each in NATURAL], CARD_GLYPHS[:52]):
        assert len(set(forms)) == 52


@pytest.mark.parametrize("each", NATURAL)
def test_a_glyph_is_the_card_that_unicode_says_it_is(each: Card) -> None:
    _, _, rank, _, suit = unicodedata.name(CARD_GLYPHS[each]).split()
    assert (rank_of(each), suit_of(each)) == (RANKS_BY_UNICODE_NAME[rank], SUITS_BY_UNICODE_NAME[suit])


@pytest.mark.parametrize("each", NATURAL)
def test_a_symbol_is_the_suit_that_unicode_says_it_is(each: Card) -> None:
    suit = unicodedata.name(card_symbol(each)[1]).removeprefix("BLACK ").removesuffix("SUIT").strip()
    assert SUITS_BY_UNICODE_NAME[
        {"CLUB": "CLUBS", "DIAMOND": "DIAMONDS", "HEART": "HEARTS", "SPADE": "SPADES"}[suit]
    ] == (suit_of(each))


@pytest.mark.parametrize("text", ["Jk", "jk", "JK", "★", "🃏"])
def test_a_joker_reads_as_the_first_one(text: str) -> None:
    assert parse_card(text) == JOKERS[0]


def test_both_jokers_are_written_alike() -> None:
    assert [card_text(joker) for joker in JOKERS] == ["Jk", "Jk"]
    assert [card_symbol(joker) for joker in JOKERS] == ["★", "★"]


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "s", "1s", "11s", "0h", "10", "Ax", "sA", "As Kd", "AsKd", "joker", "A♡", "🂬", "🂠", "\u212as"],
)
def test_what_is_no_card_is_refused_with_what_was_given(text: str) -> None:
    with pytest.raises(BadCards) as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)
    assert "Write a rank of 23456789TJQKA and a suit of cdhs" in str(refused.value)


@given(st.text(max_size=6))
@example("\u212aS")
@example("1\ufe0f0h")
@example("\x00")
@example("\ud800s")
def test_any_text_is_a_card_or_bad_cards(text: str) -> None:
    try:
        each = parse_card(text)
    except BadCards:
        return
    bare = text.strip().rstrip("\ufe0e\ufe0f")
    bare = "T" + bare[2:] if bare.startswith("10") else bare
    swapped = bare[:1].upper() + bare[1:].lower()
    assert swapped in (card_text(each), card_symbol(each), CARD_GLYPHS[each])


@pytest.mark.parametrize("item", [-1, 54, 2**70, True, False, 1.0, 0.5, None, "As", b"As", 1j, [], object()])
def test_what_is_no_card_id_is_refused(item: object) -> None:
    with pytest.raises(BadCards):
        checked_card(item)


@pytest.mark.parametrize("card_id", [-1, 54])
def test_an_id_that_is_no_card_has_no_text(card_id: int) -> None:
    for write in (card_text, card_symbol):
        with pytest.raises(BadCards, match=f"card id {card_id} is not in 0..53"):
            write(card_id)


@pytest.mark.parametrize("text", [None, 51, b"As", ["As"]])
def test_parse_card_refuses_what_is_no_text(text: object) -> None:
    with pytest.raises(BadCards, match="Unknown card"):
        parse_card(text)  # type: ignore[arg-type]
