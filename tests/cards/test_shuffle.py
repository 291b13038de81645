"""The dealing shuffle against a second derivation that follows the page, and its limits."""

import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Deck, Seed, shuffle
from houseway.errors import BadCards, BadSeed

DECKS = {
    "52": Deck.standard(),
    "54": Deck.with_jokers(),
    "8 x 52": Deck.standard(8),
    "20": Deck.stripped(ranks="TJQKA"),
    "2": Deck.of([0, 51]),
    "1": Deck.of([17]),
    "0": Deck.of([]),
}


class Derivation:
    """The order of a deck, drawn from a list that shrinks, two bytes at a time; counts the numbers thrown away."""

    def __init__(self, seed: Seed, label: str) -> None:
        self.thrown_away = 0
        self._key, self._value, self._bytes = bytes(32), bytes([1] * 32), b""
        material = seed.raw + b"houseway/shuffle/1:" + label.encode()
        self._update(b"\x00" + material)
        self._update(b"\x01" + material)

    def order(self, deck: Deck) -> list[int]:
        pile: list[int] = list(deck.cards)
        dealt = []
        while pile:
            drawn = self._below(len(pile))
            dealt.append(pile[drawn])
            pile[drawn] = pile[0]
            del pile[0]
        return dealt

    def _below(self, n: int) -> int:
        if n == 1:
            return 0
        number = self._two_bytes()
        while number // n == 65536 // n:
            self.thrown_away += 1
            number = self._two_bytes()
        return number % n

    def _two_bytes(self) -> int:
        if not self._bytes:
            for _ in range(4):
                self._value = self._hmac(self._value)
                self._bytes += self._value
            self._update(b"\x00")
        high, low, self._bytes = self._bytes[0], self._bytes[1], self._bytes[2:]
        return 256 * high + low

    def _update(self, suffix: bytes) -> None:
        self._key = self._hmac(self._value + suffix)
        self._value = self._hmac(self._value)

    def _hmac(self, message: bytes) -> bytes:
        return hmac.new(self._key, message, "sha256").digest()


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
@pytest.mark.parametrize("label", ["", "round 7", "table ♠"])
def test_the_order_can_be_derived_again_from_the_description(deck: Deck, label: str) -> None:
    for number in range(20):
        seed = Seed.of(number)
        assert list(shuffle(deck, seed, label=label)) == Derivation(seed, label).order(deck)


def test_the_derivation_covers_numbers_that_are_thrown_away() -> None:
    derivations = [Derivation(Seed.of(number), "") for number in range(20)]
    for derivation in derivations:
        derivation.order(DECKS["8 x 52"])
    assert sum(derivation.thrown_away for derivation in derivations) > 5


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_shuffle_holds_the_cards_of_the_deck(deck: Deck) -> None:
    assert Counter(shuffle(deck, 1)) == Counter(deck.cards)


@given(st.integers(0, 2**64 - 1), st.sampled_from(sorted(DECKS)), st.data())
def test_the_first_cards_are_those_of_the_whole_shuffle(seed: int, name: str, data: st.DataObject) -> None:
    deck = DECKS[name]
    first = data.draw(st.integers(0, deck.size))
    assert shuffle(deck, seed, first=first) == shuffle(deck, seed)[:first]


def test_another_seed_or_label_gives_another_order() -> None:
    deck = Deck.standard()
    orders = {shuffle(deck, seed, label=label) for seed in range(50) for label in ("", "a", "b", "ab")}
    assert len(orders) == 200
    assert shuffle(deck, 3, label="a") == shuffle(deck, Seed.of(3), label="a")


@pytest.mark.parametrize("first", [-1, 53, True, 2.0, "5"])
def test_more_cards_than_the_deck_has_cannot_be_dealt(first: Any) -> None:
    with pytest.raises(BadCards, match="expected to deal 0 to 52 cards"):
        shuffle(Deck.standard(), 1, first=first)


def test_a_pile_too_large_for_two_bytes_is_refused() -> None:
    with pytest.raises(BadCards, match="at most 65536 cards; got 65572"):
        shuffle(Deck.standard(1261), 1)


def test_a_bad_seed_or_label_is_refused() -> None:
    with pytest.raises(BadSeed):
        shuffle(Deck.standard(), 1.5)  # type: ignore[arg-type]
    with pytest.raises(BadSeed):
        shuffle(Deck.standard(), 1, label="\ud800")
