"""What the code under test takes from the operating system's randomness, from a generator instead."""

import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch


@contextmanager
def seeded_randomness(generator: random.Random) -> Iterator[None]:
    """The other functions of `secrets` draw by these four."""

    def token_bytes(size: int | None = None) -> bytes:
        return generator.randbytes(32 if size is None else size)

    drawn = {
        "token_bytes": token_bytes,
        "randbits": generator.getrandbits,
        "randbelow": generator.randrange,
        "choice": generator.choice,
    }
    with ExitStack() as patched:
        for name, draw in drawn.items():
            patched.enter_context(patch.object(secrets, name, draw))
        yield
