"""The fair shuffle of a round: the house and every player commit to seeds first, and reveal them later.

docs/fairness.md gives the scheme for other languages, and argues what it proves.
"""

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256

from houseway.cards.seed import Seed
from houseway.errors import BadSeed

COMMITMENT_PREFIX = b"houseway/commitment/1:"
PROMISE_PREFIX = "houseway/promise/1"
ROUND_PREFIX = "houseway/round"
IN_CLEAR, PROMISED, FACTS = PROTOCOLS = (1, 2, 3)
"""The set of rules that a round's records follow. Each protocol keeps every rule of the one before it except as
follows.

IN_CLEAR: players send their seeds in clear with their bets. PROMISED: players commit to their seeds first and reveal
them later. FACTS: records hold facts only. The text of an event or a settlement is made when it is shown.
"""
CURRENT = FACTS
"""The protocol of every new commitment."""
_SHUFFLE = {IN_CLEAR: 1, PROMISED: 2, FACTS: 2}
"""The version of the text that is hashed to a round's seed, by protocol."""
CONTRIBUTION_SIZE = 32
LONGEST_IN_CLEAR = 64
_PROMISE = re.compile(r"(?:[0-9a-f]{64})?")
_CONTRIBUTION = re.compile(rf"[0-9a-f]{{{2 * CONTRIBUTION_SIZE}}}")
_IN_CLEAR = re.compile(rf"(?:[0-9a-f]{{2}}){{0,{LONGEST_IN_CLEAR}}}")


def commitment(server_seed: Seed) -> str:
    """Return the commitment to a server seed: SHA-256 of a prefix and the 32 bytes, in hexadecimal digits.

    >>> commitment(Seed.of(7))[:16]
    'e1ac4332d7fbab61'
    """
    return sha256(COMMITMENT_PREFIX + server_seed.raw).hexdigest()


def keeps(published: str, server_seed: Seed) -> bool:
    """Return whether a seed matches a commitment."""
    return hmac.compare_digest(published, commitment(server_seed))


def promise_text(published: str, table_id: int, number: int, seat: int, contribution: str) -> str:
    """Return the text that is hashed to a promise. It fits one seat in one round of one commitment.

    >>> promise_text("e1ac...", 12, 5, 0, "00" * 32)[:40]
    'houseway/promise/1:e1ac...:12:5:0:000000'
    """
    return f"{PROMISE_PREFIX}:{published}:{table_id}:{number}:{seat}:{check_contribution(contribution)}"


def promise(published: str, table_id: int, number: int, seat: int, contribution: str) -> str:
    """Return the hash that a player sends with the bet: SHA-256 of `promise_text`, in hexadecimal digits."""
    return sha256(promise_text(published, table_id, number, seat, contribution).encode()).hexdigest()


def check_promise(text: object) -> str:
    """Return a promise in lower-case digits. It may be empty, and then the seat adds no seed."""
    return _checked(text, _PROMISE, "A promise must be a SHA-256 as 64 hexadecimal digits, or empty")


def check_contribution(text: object) -> str:
    """Return a revealed contribution in lower-case digits. It has exactly 32 bytes, so no promise can be guessed.

    >>> check_contribution("00FF" * 16)[:8]
    '00ff00ff'
    """
    return _checked(text, _CONTRIBUTION, f"A contribution must be {CONTRIBUTION_SIZE} bytes as hexadecimal digits")


def check_contribution_in_clear(text: object) -> str:
    """Return a contribution of the first protocol, 0 to 64 bytes."""
    return _checked(text, _IN_CLEAR, f"A contribution must be 0 to {LONGEST_IN_CLEAR} bytes as hexadecimal digits")


def _checked(text: object, form: re.Pattern[str], expected: str) -> str:
    if not isinstance(text, str) or not form.fullmatch(text.lower()):
        shown = repr(text) if len(repr(text)) <= 80 else f"{repr(text)[:80]}..."
        raise BadSeed(f"{expected}; got {shown}.")
    return text.lower()


def round_text(
    server_seed: Seed, table_id: int, number: int, contributions: Mapping[int, str], protocol: int = CURRENT
) -> str:
    """Return the text that is hashed to a round's seed. It is plain ASCII, with contributions in seat order.

    >>> round_text(Seed.of(7), 12, 5, {2: "", 0: "00" * 32})[81:95]
    ':12:5:0=000000'
    """
    check = check_contribution_in_clear if protocol == IN_CLEAR else _contribution_or_nothing
    parts = ",".join(f"{seat}={check(contributions[seat])}" for seat in sorted(contributions))
    return f"{ROUND_PREFIX}/{_SHUFFLE[protocol]}:{server_seed.hex}:{table_id}:{number}:{parts}"


def _contribution_or_nothing(text: str) -> str:
    return check_contribution(text) if text else ""


def round_seed(
    server_seed: Seed, table_id: int, number: int, contributions: Mapping[int, str], protocol: int = CURRENT
) -> Seed:
    """Return the seed that shuffles the deck of a round."""
    return Seed(sha256(round_text(server_seed, table_id, number, contributions, protocol).encode()).digest())
