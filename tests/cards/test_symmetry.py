"""Canonical forms under renaming of suits, against a definition by brute force."""

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    Deck,
    canonical,
    card_text,
    class_weight,
    orbit_size,
    parse_card,
    stabilizer,
    suit_symmetries,
)
from houseway.errors import BadCards

DECKS = (
    Deck.standard(),
    Deck.with_jokers(),
    Deck.standard(3),
    Deck.stripped(ranks="TJQKA", suits="dhs"),
    Deck.standard().without([51]),
    Deck.standard().without([51, 50, 0]),
    Deck.stripped(ranks="QKA", suits="ch", decks=2, jokers=1),
)


def rename(card_id: int, naming: dict[str, str]) -> int:
    text = card_text(card_id)
    return card_id if text == "Jk" else parse_card(text[0] + naming[text[1]])


def images(groups: list[list[int]], deck: Deck) -> set[tuple[tuple[int, ...], ...]]:
    """All images under those of the 24 renamings that leave the deck as it is."""
    namings = [dict(zip("cdhs", names, strict=True)) for names in permutations("cdhs")]
    return {
        tuple(tuple(sorted(rename(each, naming) for each in group)) for group in groups)
        for naming in namings
        if sorted(rename(each, naming) for each in deck.cards) == list(deck.cards)
    }


@st.composite
def situations(draw: st.DrawFn) -> tuple[Deck, list[list[int]]]:
    deck = draw(st.sampled_from(DECKS))
    cards = draw(st.permutations(deck.cards))
    sizes = draw(st.lists(st.integers(0, 4), max_size=3))
    edges = [sum(sizes[:n]) for n in range(len(sizes) + 1)]
    return deck, [list(cards[start:end]) for start, end in pairwise(edges)]


@given(situations())
def test_the_canonical_form_is_the_least_image(situation: tuple[Deck, list[list[int]]]) -> None:
    deck, groups = situation
    assert canonical(groups, deck) == min(images(groups, deck))


@given(situations())
def test_all_images_have_one_canonical_form_which_is_its_own(situation: tuple[Deck, list[list[int]]]) -> None:
    deck, groups = situation
    form = canonical(groups, deck)
    assert {canonical(each, deck) for each in images(groups, deck)} == {form}
    assert canonical(form, deck) == form


@given(situations())
def test_an_orbit_has_as_many_situations_as_there_are_images(situation: tuple[Deck, list[list[int]]]) -> None:
    deck, groups = situation
    assert orbit_size(groups, deck) == len(images(groups, deck))
    assert orbit_size(groups, deck) * len(stabilizer(groups, deck)) == len(suit_symmetries(deck))


@pytest.mark.parametrize(
    ("deck", "symmetries"),
    [
        (Deck.standard(), 24),
        (Deck.with_jokers(), 24),
        (Deck.standard(8), 24),
        (Deck.stripped(suits="cds"), 6),
        (Deck.stripped(suits="h"), 1),
        (Deck.standard().without([51]), 6),
        (Deck.standard().without([51, 50]), 4),
        (Deck.standard().without([51, 46]), 2),
        (Deck.of([]), 1),
    ],
)
def test_the_symmetries_of_a_deck_are_those_that_leave_it_as_it_is(deck: Deck, symmetries: int) -> None:
    assert len(suit_symmetries(deck)) == symmetries


def test_the_stabilizer_leaves_the_suits_that_are_not_yet_told_apart() -> None:
    assert stabilizer(["Ac Kc"]) == ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 1, 2), (0, 3, 2, 1))
    assert stabilizer(["Ac Ad", "Kc"]) == ((0, 1, 2, 3), (0, 1, 3, 2))
    assert len(stabilizer(["Ac Ad Ah As"])) == len(stabilizer(["Jk"])) == len(stabilizer([])) == 24


def test_jokers_stay_as_they_are() -> None:
    assert canonical(["Jk As"]) == ((48, 52),)
    assert canonical([[53], [52]]) == ((53,), (52,))


def test_which_group_a_card_is_in_matters() -> None:
    assert canonical(["As Ks", "Qs"]) != canonical(["As Qs", "Ks"])
    assert canonical(["As Kd", "Qd"]) != canonical(["As Kd", "Qs"])


def test_the_weights_of_two_cards_of_a_shoe_are_those_counted_by_hand() -> None:
    shoe = Deck.standard(6)
    assert class_weight(["As As"], shoe) == 4 * 15
    assert class_weight(["As Ah"], shoe) == 6 * 36
    assert class_weight(["As", "As"], shoe) == 4 * 30
    assert class_weight(["As As", "As"], shoe) == 4 * 15 * 4


@pytest.mark.parametrize("decks", [1, 2])
def test_a_weight_counts_the_deals_of_physical_cards(decks: int) -> None:
    deck = Deck.stripped(ranks="KA", suits="hs", decks=decks)
    hole, board = ["Ah", "Kh"], ["As"]
    target = canonical([hole, board], deck)
    places = range(deck.size)
    deals = sum(
        canonical([[deck.cards[a], deck.cards[b]], [deck.cards[c]]], deck) == target
        for a, b in combinations(places, 2)
        for c in set(places) - {a, b}
    )
    assert class_weight([hole, board], deck) == deals == {1: 2, 2: 16}[decks]


def test_cards_that_cannot_be_together_are_refused() -> None:
    with pytest.raises(BadCards, match="repeated card As"):
        canonical(["As Ks", "As"])
    with pytest.raises(BadCards, match="Jk is not in this deck"):
        orbit_size(["Jk"], Deck.standard())
    with pytest.raises(BadCards, match="Unknown card"):
        stabilizer(["Zz"])
    with pytest.raises(BadCards):
        class_weight([[1.5]])  # type: ignore[list-item]
