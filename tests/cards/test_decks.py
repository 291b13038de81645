"""Decks of 52, 54, several times 52, and stripped ones."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Deck, card_text, parse_cards
from houseway.cards.card import JOKERS, N_CARDS
from houseway.errors import BadCards


def test_the_standard_deck_has_thirteen_ranks_in_four_suits_once() -> None:
    assert [card_text(each) for each in Deck.standard().cards] == [
        rank + suit for rank in "23456789TJQKA" for suit in "cdhs"
    ]


@pytest.mark.parametrize(("jokers", "size"), [(0, 52), (1, 53), (2, 54)])
def test_a_deck_has_up_to_two_jokers_after_the_cards(jokers: int, size: int) -> None:
    deck = Deck.with_jokers(jokers)
    assert deck.cards == (*range(52), *JOKERS[:jokers])
    assert (deck.size, deck.max_copies) == (size, 1)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_a_shoe_holds_every_card_once_for_each_deck(decks: int) -> None:
    shoe = Deck.standard(decks)
    assert (shoe.size, shoe.max_copies) == (52 * decks, decks)
    assert Counter(shoe.cards) == dict.fromkeys(range(52), decks)
    assert list(shoe.cards) == sorted(shoe.cards)
    assert shoe.distinct == tuple(range(52))


def test_a_stripped_deck_holds_only_its_ranks_and_suits() -> None:
    deck = Deck.stripped(ranks="QA", suits="hs", decks=2, jokers=1)
    assert [card_text(each) for each in deck.cards] == ["Qh", "Qh", "Qs", "Qs", "Ah", "Ah", "As", "As", "Jk"]


@pytest.mark.parametrize("decks", [0, -1, 1.5, "2", None])
def test_a_deck_needs_a_whole_number_of_copies(decks: object) -> None:
    with pytest.raises(BadCards, match="number of decks"):
        Deck.standard(decks)  # type: ignore[arg-type]


@pytest.mark.parametrize("jokers", [-1, 3, "1", None])
def test_a_deck_has_no_other_number_of_jokers(jokers: object) -> None:
    with pytest.raises(BadCards, match="0 to 2 jokers"):
        Deck.with_jokers(jokers)  # type: ignore[arg-type]


@pytest.mark.parametrize(("ranks", "suits"), [("1", "cdhs"), ("A", "x"), ("A?", "c")])
def test_a_stripped_deck_refuses_unknown_ranks_and_suits(ranks: str, suits: str) -> None:
    with pytest.raises(BadCards, match="Unknown card"):
        Deck.stripped(ranks=ranks, suits=suits)


@pytest.mark.parametrize("copies", [(), (1,) * 52, (1,) * 53 + (-1,), (1,) * 55])
def test_a_deck_states_the_copies_of_each_of_54_cards(copies: tuple[int, ...]) -> None:
    with pytest.raises(BadCards, match="54 numbers of copies"):
        Deck(copies)


@given(st.lists(st.integers(0, N_CARDS - 1), max_size=60))
def test_the_deck_of_some_cards_holds_just_them(cards: list[int]) -> None:
    assert list(Deck.of(cards).cards) == sorted(cards)


@given(st.data())
def test_a_deck_without_some_cards_holds_the_others(data: st.DataObject) -> None:
    shoe = Deck.stripped(ranks="TJQKA", decks=2, jokers=2)
    order = data.draw(st.permutations(shoe.cards))
    count = data.draw(st.integers(0, shoe.size))
    assert list(shoe.without(order[:count]).cards) == sorted(order[count:])


@pytest.mark.parametrize("item", [-1, 54, True, 1.0, "As", None])
def test_what_is_no_card_id_is_in_no_deck(item: object) -> None:
    with pytest.raises(BadCards):
        Deck.of([item])  # type: ignore[list-item]
    with pytest.raises(BadCards):
        Deck.standard().without([item])  # type: ignore[list-item]


def test_taking_a_card_too_often_says_how_often_it_is_there() -> None:
    ace = parse_cards("As")[0]
    with pytest.raises(BadCards, match=r"As is not in this deck of 48 cards"):
        Deck.stripped(ranks="23456789TJQK").without([ace])
    with pytest.raises(BadCards, match=r"repeated card As: it is in this deck only once"):
        Deck.standard().without([ace, ace])
    with pytest.raises(BadCards, match=r"repeated card As: it is in this deck only 2 times"):
        Deck.standard(2).without([ace, ace, ace])


def test_decks_with_the_same_cards_are_equal_and_hash_alike() -> None:
    taken = Deck.standard().without(parse_cards("As Kd"))
    assert taken == Deck.of(each for each in range(52) if each not in (51, 45))
    assert len({taken, Deck.standard().without(parse_cards("Kd As")), Deck.standard()}) == 2
