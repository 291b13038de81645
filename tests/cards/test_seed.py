"""Seeds: recorded, fresh, or made from a number, a text or bytes."""

from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Seed
from houseway.errors import BadSeed


@given(st.binary(min_size=32, max_size=32))
def test_a_recorded_seed_reads_back(raw: bytes) -> None:
    assert Seed.from_hex(Seed(raw).hex) == Seed.from_hex(Seed(raw).hex.upper()) == Seed(raw)
    assert Seed.of(Seed(raw)).raw == raw


def test_a_seed_is_the_hash_of_the_documented_bytes() -> None:
    assert Seed.of(2**64 - 1).hex == sha256(b"houseway/seed/number:18446744073709551615").hexdigest()
    assert Seed.of("Zürich ♠").hex == sha256(b"houseway/seed/text:Z\xc3\xbcrich \xe2\x99\xa0").hexdigest()
    assert Seed.of(b"\x00\xff").hex == sha256(b"houseway/seed/bytes:\x00\xff").hexdigest()


def test_a_number_its_text_and_its_bytes_are_different_seeds() -> None:
    assert len({Seed.of(7), Seed.of("7"), Seed.of(b"7"), Seed.of("07"), Seed.of(70), Seed.of("")}) == 6


def test_an_integer_of_numpy_is_the_same_number() -> None:
    assert Seed.of(int(np.int64(7))) == Seed.of(np.int64(7))  # type: ignore[arg-type]


def test_fresh_seeds_differ() -> None:
    assert len({Seed.fresh() for _ in range(100)}) == 100


@pytest.mark.parametrize("source", [True, False, -1, 2**64, 1.0, None, [1], "\ud800", bytearray(b"7")])
def test_what_makes_no_seed_is_refused(source: Any) -> None:
    with pytest.raises(BadSeed):
        Seed.of(source)


@pytest.mark.parametrize("raw", [b"", bytes(31), bytes(33), "0" * 32, bytearray(32)])
def test_a_seed_is_exactly_32_bytes(raw: Any) -> None:
    with pytest.raises(BadSeed, match="A seed must have 32 bytes"):
        Seed(raw)


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 62 + " 0", "٠" * 64, "0" * 64 + "\n", None, 7]
)
def test_a_recorded_seed_is_exactly_64_hexadecimal_digits(text: Any) -> None:
    with pytest.raises(BadSeed, match="64 hexadecimal digits"):
        Seed.from_hex(text)
