"""Bad input gets a typed error, never a wrong rank and never a crash."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from houseway.cards.notation import parse_cards
from houseway.errors import BadArray, BadCards, HousewayError, UnknownName
from houseway.ranking import Ranking, rank, ranking
from houseway.ranking.system import SYSTEMS

STANDARD = ranking("standard")
untimed = settings(deadline=None)
"""The first example may load tables or compile a kernel."""
CARD_TEXTS = st.sampled_from([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"])
INTEGER_TYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64)


def has_only(hand: list[int], system: Ranking) -> bool:
    """Whether the deck holds these cards; written without the deck's own check."""
    copies = system.system.deck.copies
    return all(0 <= card_id < 54 and hand.count(card_id) <= copies[card_id] for card_id in hand)


@untimed
@given(st.text(max_size=30), st.sampled_from(sorted(SYSTEMS)))
def test_any_text_is_ranked_or_refused(text: str, name: str) -> None:
    try:
        value = rank(text, system=name)
    except BadCards:
        return
    assert len(parse_cards(text, deck=SYSTEMS[name].deck)) in SYSTEMS[name].sizes
    assert 1 <= value.value <= ranking(name).n_values


@untimed
@given(st.lists(CARD_TEXTS, max_size=9), st.sampled_from(sorted(SYSTEMS)))
def test_card_texts_are_ranked_exactly_if_the_deck_can_deal_them(texts: list[str], name: str) -> None:
    system = SYSTEMS[name]
    jokers = texts.count("Jk")
    natural_copies = max((texts.count(text) for text in texts if text != "Jk"), default=0)
    good = (
        len(texts) in system.sizes
        and natural_copies <= system.deck.copies[0]
        and jokers <= system.deck.copies[52] + system.deck.copies[53]
    )
    if good:
        best = ranking(name).rank(texts)
        assert best.system == name
        assert best.category in system.order
    else:
        with pytest.raises(BadCards):
            ranking(name).rank(texts)


@untimed
@given(st.one_of(st.none(), st.integers(), st.floats(), st.lists(st.one_of(st.none(), st.floats(), st.integers()))))
def test_anything_else_than_cards_is_refused(cards: Any) -> None:
    try:
        value = STANDARD.rank(cards)
    except BadCards:
        return
    assert len(set(cards)) == len(cards)
    assert 1 <= value.value <= 7462


@pytest.mark.slow
@settings(untimed, max_examples=300)
@given(st.data(), st.sampled_from(INTEGER_TYPES), st.sampled_from(["standard", "bug", "multi-deck", "three-card"]))
def test_arrays_of_any_integers_are_ranked_exactly_if_every_hand_is_good(data: Any, dtype: Any, name: str) -> None:
    system = ranking(name)
    shape = data.draw(st.tuples(st.integers(0, 4), st.sampled_from(system.system.sizes)))
    nearly_cards = st.integers(max(-2, int(np.iinfo(dtype).min)), min(60, int(np.iinfo(dtype).max)))
    anything = hnp.from_dtype(np.dtype(dtype))
    hands = data.draw(hnp.arrays(dtype, shape, elements=st.one_of(nearly_cards, anything)))
    rows = hands.tolist()
    if all(has_only(row, system) for row in rows):
        assert system.evaluate(hands).tolist() == [system.rank(row).value for row in rows]
    else:
        with pytest.raises(BadArray, match=r"^hand \d+: "):
            system.evaluate(hands)


@untimed
@given(st.data(), st.sampled_from(["f8", "f4", "?", "c8", "U2", "S3", "M8[s]", "m8[s]"]))
def test_arrays_of_other_types_are_refused(data: Any, dtype: str) -> None:
    hands = data.draw(hnp.arrays(np.dtype(dtype), (3, 5)))
    for refused in (hands, hands.astype(object)):
        with pytest.raises(BadArray, match="integer type"):
            STANDARD.evaluate(refused)


@untimed
@given(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9))
def test_arrays_of_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    hands = np.broadcast_to(np.arange(shape[-1], dtype=np.uint8) if shape else np.uint8(1), shape)
    if len(shape) == 2 and shape[1] in (5, 6, 7):
        assert STANDARD.evaluate(hands).shape == (shape[0],)
    else:
        with pytest.raises(BadArray):
            STANDARD.evaluate(hands)


@pytest.mark.parametrize(
    "hands", ["As Ks Qs Js Ts", None, 7, [[1, 2, 3, 4, 5], [1, 2]], [], [[]], {1: 2}, [["As"] * 5]]
)
def test_what_is_no_array_of_hands_is_refused(hands: object) -> None:
    with pytest.raises(BadArray):
        STANDARD.evaluate(hands)


def test_no_hands_have_no_values() -> None:
    assert STANDARD.evaluate(np.empty((0, 7), np.uint8)).tolist() == []
    assert STANDARD.evaluate(np.empty((0, 5), np.int64)).tolist() == []


@pytest.mark.parametrize("card_id", [52, 53, 54, 63, 64, 116, 128, 255])
def test_a_byte_that_is_no_card_is_refused_in_every_column(card_id: int) -> None:
    for column in range(7):
        hands = np.array([[0, 5, 10, 15, 20, 25, 30], [0, 5, 10, 15, 20, 25, 30]], np.uint8)
        hands[1, column] = card_id
        for name in ("standard", "multi-deck"):
            with pytest.raises(BadArray, match="hand 1"):
                ranking(name).evaluate(hands)


def test_a_repeated_card_is_refused_in_every_pair_of_columns() -> None:
    for first in range(7):
        for second in range(first):
            hands = np.array([[0, 5, 10, 15, 20, 25, 30]], np.uint8)
            hands[0, first] = hands[0, second]
            with pytest.raises(BadArray, match="repeated card"):
                STANDARD.evaluate(hands)
            assert ranking("multi-deck").evaluate(hands).shape == (1,)


def test_a_bad_hand_is_found_whatever_thread_meets_it() -> None:
    hands = np.tile(np.array([0, 5, 10, 15, 20], np.uint8), (300_000, 1))
    hands[299_998, 3] = 5
    with pytest.raises(BadArray, match="hand 299998: repeated card 3d"):
        STANDARD.evaluate(hands, threads=2)


def test_views_and_other_memory_orders_are_read_as_they_look() -> None:
    hands = np.arange(0, 42, dtype=np.uint8).reshape(6, 7)
    expected = STANDARD.evaluate(hands).tolist()
    assert STANDARD.evaluate(np.asfortranarray(hands)).tolist() == expected
    assert STANDARD.evaluate(hands[::-1]).tolist() == expected[::-1]
    assert STANDARD.evaluate(hands.astype(">i4")).tolist() == expected


@pytest.mark.parametrize("cards", [[0, 5, 10, 15], list(range(0, 40, 5)), []])
def test_the_quick_path_refuses_a_wrong_number_of_cards(cards: list[int]) -> None:
    with pytest.raises(BadCards):
        STANDARD.value(cards)


def test_a_wrong_number_of_threads_or_cards_is_refused() -> None:
    with pytest.raises(HousewayError, match="at least one thread"):
        STANDARD.evaluate(np.zeros((1, 5), np.uint8), threads=0)
    with pytest.raises(BadCards, match="5 to 7 cards; got 8"):
        STANDARD.census(8)


@untimed
@given(st.one_of(st.text(), st.none(), st.integers(), st.lists(st.integers())))
def test_an_unknown_ranking_system_is_refused_with_some_names(name: Any) -> None:
    if isinstance(name, str) and name in SYSTEMS:
        return
    with pytest.raises(UnknownName, match=r"^Unknown ranking system .*(Did you mean|Expected one of \d+, such as) \S+"):
        ranking(name)
