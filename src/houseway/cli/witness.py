"""`houseway witness`: collect a room's signed checkpoint into a file, for `houseway verify --witness`."""

import json
import urllib.request
from pathlib import Path
from typing import Annotated

import typer

from houseway.errors import BadSetting

PATIENCE = 30.0
LARGEST = 4 * 1024 * 1024


def witness(
    url: Annotated[str, typer.Argument(metavar="URL", help="The room's address, such as https://room.example.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where checkpoints are kept, one in each line.")],
) -> None:
    """Add a room's signed checkpoint to a file."""
    from houseway.room.checkpoints import append_to

    if not url.startswith(("http://", "https://")):
        raise BadSetting(f"a room's address begins with http:// or https://; got {url!r}")
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/api/checkpoint", timeout=PATIENCE) as answer:
            plain = json.loads(answer.read(LARGEST))
    except (OSError, ValueError) as error:
        raise BadSetting(f"{url}: no checkpoint could be read: {error}") from None
    if not isinstance(plain, dict):
        raise BadSetting(f"{url}: a checkpoint was expected; got {type(plain).__name__}")
    added = append_to(file, plain)
    print(f"Checkpoint of {len(added.heads)} logs added to {file}. The room's key is {added.key}.")
