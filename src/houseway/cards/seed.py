"""Seeds: the 32 recorded bytes that reproduce a shuffle."""

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Union

from houseway.errors import BadSeed

SEED_SIZE = 32
MOST_SEED_NUMBER = 2**64 - 1

SeedLike = Union["Seed", int, str, bytes]
"""A seed, or a value from which `Seed.of` makes one."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The 32 bytes that determine a shuffle.

    Use `Seed.fresh()` for a random one, `Seed.of(...)` for one from a number or a text, and `Seed.from_hex(...)` to
    read one back.

    Args:
        raw: exactly 32 bytes.

    Raises:
        BadSeed: the bytes, number or text cannot be a seed.

    >>> Seed.of(7).hex
    '75db470ffe6cf2023e8c9e98c6c03c571f4c2a7ae002bce07b6c3ed92cec2d67'
    >>> Seed.from_hex(Seed.of(7).hex) == Seed.of(7)
    True
    """

    raw: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.raw, bytes) or len(self.raw) != SEED_SIZE:
            raise BadSeed(f"A seed must have {SEED_SIZE} bytes; got {self.raw!r}.")

    @classmethod
    def fresh(cls) -> "Seed":
        """Return an unpredictable seed from the operating system."""
        return cls(secrets.token_bytes(SEED_SIZE))

    @classmethod
    def from_hex(cls, text: str) -> "Seed":
        """Return the seed written as 64 hexadecimal digits."""
        if not isinstance(text, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", text):
            raise BadSeed(f"A seed must be written as {2 * SEED_SIZE} hexadecimal digits; got {text!r}.")
        return cls(bytes.fromhex(text))

    @classmethod
    def of(cls, source: SeedLike) -> "Seed":
        """Return the seed of a number, a text or some bytes: SHA-256 of a prefix that names the kind, and the value.

        The number 7 hashes ``houseway/seed/number:7`` (decimal digits), the text "7" ``houseway/seed/text:7`` (UTF-8),
        the byte 0x37 ``houseway/seed/bytes:7``. These are three different seeds. A `Seed` is returned unchanged.
        """
        if isinstance(source, Seed):
            return source
        return cls(sha256(_preimage(source)).digest())

    def __str__(self) -> str:
        return self.hex

    @property
    def hex(self) -> str:
        """Return the seed as 64 hexadecimal digits, the recorded form."""
        return self.raw.hex()


def _preimage(source: int | str | bytes) -> bytes:
    if isinstance(source, bytes):
        return b"houseway/seed/bytes:" + source
    if isinstance(source, str):
        return b"houseway/seed/text:" + utf8(source)
    if isinstance(source, bool) or not hasattr(source, "__index__"):
        raise BadSeed(f"A seed must be made from a number, a text or bytes; got {source!r}.")
    number = source.__index__()
    if not 0 <= number <= MOST_SEED_NUMBER:
        raise BadSeed(f"A seed number must be from 0 to {MOST_SEED_NUMBER}; got {hex(number)}.")
    return b"houseway/seed/number:" + str(number).encode()


def utf8(text: str) -> bytes:
    """Return the bytes of a text that is part of a seed or a label."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise BadSeed(f"text that cannot be written as UTF-8: {text!r}") from None
