"""Reading a user's TOML file: whatever is wrong with it becomes one typed error that names the file."""

import tomllib
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.games.engine.place import Place, lines_of

LARGEST_FILE = 64 * 1024
LARGEST_INTEGER_BITS = 63


Contents = tuple[dict[str, Any], Place]
"""What a file says, and where it says what."""


def read_toml(path: Path, kind: str, error: type[HousewayError]) -> Contents:
    """The contents of a file of some kind, such as a pay table; a larger one than that kind needs is not read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:
        raise error(f"Cannot read {path}: {getattr(problem, 'strerror', None) or problem}.") from None
    if len(content) > LARGEST_FILE:
        raise error(f"{path} is too large for a {kind}: at most {LARGEST_FILE // 1024} KiB.")
    return parse_toml(content, str(path), error)


def parse_toml(content: bytes, source: str, error: type[HousewayError]) -> Contents:
    """The same for contents that are already read, from a named source."""
    try:
        text = content.decode("utf-8-sig")
        plain = tomllib.loads(text)
        _check_integers(plain)
    except (ValueError, RecursionError) as problem:
        raise error(f"{source} is not a TOML file: {problem}.") from None
    return plain, Place(source, lines_of(text))


def _check_integers(plain: object) -> None:
    """Refuse what TOML does not promise to hold; Python would not even print a number of some thousand digits."""
    if isinstance(plain, int) and plain.bit_length() > LARGEST_INTEGER_BITS:
        raise ValueError(f"a whole number of more than {LARGEST_INTEGER_BITS + 1} bits")
    parts = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    for part in parts:
        _check_integers(part)
