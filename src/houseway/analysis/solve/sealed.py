"""Files saved whole or not at all: a line that names the kind of file, a header in JSON, a body, and a hash.

The hash covers all the rest. It is not a signature: it finds damage, but a forger can make a new one. So readers also
check the values that they take from the header and the body.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from houseway.errors import BadSolution

HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seal:
    """A kind of file: its first line, and its name for people."""

    magic: bytes
    name: str

    def write(self, path: Path, header: Mapping[str, Any], body: Iterable[bytes]) -> None:
        """Write a temporary file, then rename it, so that an older one is never lost."""
        running, aside = sha256(), path.with_name(f"{path.name}.part")
        try:
            with aside.open("wb") as out:
                for part in (self.magic, json.dumps(header, sort_keys=True).encode() + b"\n", *body):
                    running.update(part)
                    out.write(part)
                out.write(running.digest())
            os.replace(aside, path)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise BadSolution(f"Cannot write the {self.name} to {str(path)!r}: {error}.") from None

    def read(self, path: Path) -> tuple[dict[str, Any], memoryview]:
        """Return the header and the body of an undamaged file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadSolution(f"Cannot read the {self.name} {str(path)!r}: {error}.") from None
        if not data.startswith(self.magic):
            raise BadSolution(
                f"{path.name} is not a {self.name}: it does not begin with {self.magic.decode().strip()!r}."
            )
        if len(data) < len(self.magic) + HASH_BYTES or sha256(data[:-HASH_BYTES]).digest() != data[-HASH_BYTES:]:
            raise BadSolution(f"{path.name} is damaged: its contents do not match its hash.")
        try:
            end = data.index(b"\n", len(self.magic)) + 1
            header = dict(json.loads(data[len(self.magic) : end]))
        except (ValueError, TypeError) as problem:
            raise BadSolution(f"{path.name} is not a {self.name}: its header is wrong ({problem!r}).") from None
        return header, memoryview(data)[end:-HASH_BYTES]
