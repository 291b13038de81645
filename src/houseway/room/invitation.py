"""Private tables: who has the word of the invitation comes in. The log holds only its print, so it lets nobody in."""

import hmac
import secrets
from hashlib import sha256

PREFIX = b"houseway invitation 1\n"


def new_invitation() -> str:
    """A word that nobody guesses, fit for a link."""
    return secrets.token_urlsafe(18)


def print_of(word: str) -> str:
    """What the log keeps of a word: by it a word is recognized, and from it none is found."""
    return sha256(PREFIX + word.encode()).hexdigest()


def invites(word: str, kept: str) -> bool:
    """Whether a word is the one whose print was kept."""
    return hmac.compare_digest(print_of(word), kept)
