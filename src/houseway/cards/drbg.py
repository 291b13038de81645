"""HMAC_DRBG with SHA-256: the deterministic random bit generator of NIST SP 800-90A Rev. 1, section 10.1.2.

The same seed material always gives the same bytes. Without it, they cannot be distinguished from random bytes.
"""

from hmac import digest

MOST_BYTES_PER_REQUEST = 2**16
_DIGEST = "sha256"
_DIGEST_SIZE = 32


class HmacDrbg:
    """One instantiation of the generator. Requests of different sizes give different streams, so agree on the size.

    >>> HmacDrbg(entropy=bytes(32), nonce=bytes(16)).generate(8).hex()
    '0bdb4ee263c00592'
    """

    __slots__ = ("_key", "_update_is_due", "_value")

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._key = bytes(_DIGEST_SIZE)
        self._value = b"\x01" * _DIGEST_SIZE
        self._update(entropy + nonce + personalization)

    def reseed(self, entropy: bytes) -> None:
        """Mix new entropy into the state."""
        self._finish_last_request()
        self._update(entropy)

    def generate(self, size: int) -> bytes:
        """Return the bytes for one request, at most 65,536."""
        if not 0 <= size <= MOST_BYTES_PER_REQUEST:
            raise ValueError(f"one request gives 0 to {MOST_BYTES_PER_REQUEST} bytes; got {size}")
        self._finish_last_request()
        key, value, blocks = self._key, self._value, []
        for _ in range(-(-size // _DIGEST_SIZE)):
            value = digest(key, value, _DIGEST)
            blocks.append(value)
        self._value = value
        self._update_is_due = True
        return b"".join(blocks)[:size]

    def _finish_last_request(self) -> None:
        """Run the update that ends every request. It costs two HMACs, so it waits until the next request."""
        if self._update_is_due:
            self._update(b"")

    def _update(self, provided: bytes) -> None:
        self._key = digest(self._key, self._value + b"\x00" + provided, _DIGEST)
        self._value = digest(self._key, self._value, _DIGEST)
        if provided:
            self._key = digest(self._key, self._value + b"\x01" + provided, _DIGEST)
            self._value = digest(self._key, self._value, _DIGEST)
        self._update_is_due = False
