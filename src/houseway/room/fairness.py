"""The fair shuffle of a round: a commitment before the bets, contributions with them, the seed shown afterwards.

docs/fairness.md gives the scheme for other languages, and says what it proves.
"""

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256

from houseway.cards.seed import Seed
from houseway.errors import BadSeed

COMMITMENT_PREFIX = b"houseway/commitment/1:"
ROUND_PREFIX = "houseway/round/1"
LONGEST_CONTRIBUTION = 64
_CONTRIBUTION = re.compile(rf"(?:[0-9a-f]{{2}}){{0,{LONGEST_CONTRIBUTION}}}")


def commitment(server_seed: Seed) -> str:
    """What is published before the bets: SHA-256 of a prefix and the 32 bytes of the seed, in hexadecimal digits.

    >>> commitment(Seed.of(7))[:16]
    'e1ac4332d7fbab61'
    """
    return sha256(COMMITMENT_PREFIX + server_seed.raw).hexdigest()


def keeps(published: str, server_seed: Seed) -> bool:
    """Whether a seed is the one that was committed to."""
    return hmac.compare_digest(published, commitment(server_seed))


def check_contribution(text: object) -> str:
    """A player's contribution in lower-case hexadecimal digits: 0 to 64 bytes.

    >>> check_contribution("00FF")
    '00ff'
    """
    if not isinstance(text, str) or not _CONTRIBUTION.fullmatch(text.lower()):
        shown = repr(text) if len(repr(text)) <= 80 else f"{repr(text)[:80]}..."
        raise BadSeed(f"a contribution is 0 to {LONGEST_CONTRIBUTION} bytes as hexadecimal digits; got {shown}")
    return text.lower()


def round_text(server_seed: Seed, table_id: int, number: int, contributions: Mapping[int, str]) -> str:
    """What is hashed to the seed of a round: plain ASCII, contributions in the order of the seats.

    >>> round_text(Seed.of(7), 12, 5, {2: "", 0: "00ff"})[81:]
    ':12:5:0=00ff,2='
    """
    parts = ",".join(f"{seat}={check_contribution(contributions[seat])}" for seat in sorted(contributions))
    return f"{ROUND_PREFIX}:{server_seed.hex}:{table_id}:{number}:{parts}"


def round_seed(server_seed: Seed, table_id: int, number: int, contributions: Mapping[int, str]) -> Seed:
    """The seed by which the deck of a round is shuffled."""
    return Seed(sha256(round_text(server_seed, table_id, number, contributions).encode()).digest())
