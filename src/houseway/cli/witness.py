"""`houseway witness`: save a room's signed checkpoint, for `houseway verify --witness`."""

import json
import urllib.request
from pathlib import Path
from typing import Annotated

import typer

from houseway.errors import BadSetting

PATIENCE = 30.0
LARGEST = 4 * 1024 * 1024


def witness(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the room, such as https://room.example.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to add the checkpoint to, one per line.")],
) -> None:
    """Save a room's signed checkpoint to a file."""
    from houseway.room.checkpoints import append_to

    if not url.startswith(("http://", "https://")):
        raise BadSetting(f"URL must begin with http:// or https://; got {url!r}.")
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/api/checkpoint", timeout=PATIENCE) as answer:
            plain = json.loads(answer.read(LARGEST))
    except (OSError, ValueError) as error:
        raise BadSetting(f"Cannot read a checkpoint from {url}: {error}.") from None
    if not isinstance(plain, dict):
        raise BadSetting(f"{url} did not send a checkpoint; got {type(plain).__name__}.")
    added = append_to(file, plain)
    print(f"Added a checkpoint of {len(added.heads)} logs to {file}. The room key is {added.key}.")
