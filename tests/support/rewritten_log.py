"""Exported logs, and the same logs with changed records under good hashes: what a dishonest house would write."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from houseway.room.fairness import CURRENT
from houseway.room.log import FIRST_PREVIOUS, canonical, export_line, hash_of
from support.room_play import opened, play_rounds, seated

Record = dict[str, Any]


@contextmanager
def written_by(protocol: int) -> Iterator[None]:
    """Let tables commit to rounds of a protocol, as the version that introduced it did."""
    with patch("houseway.room.replay.CURRENT", protocol), patch("houseway.room.room.CURRENT", protocol):
        yield


@cache
def exported(slug: str, rounds: int = 2, protocol: int = CURRENT) -> bytes:
    """Return the log of a few rounds with people and a computer player."""
    with written_by(protocol), opened() as room:
        people = {0: room.guest().id, 3: room.guest().id}
        table = seated(room, slug, people, bots={1: "random"})
        play_rounds(table, rounds, random.Random(31))
        table.leave(people[0])
        return table.export().encode()


def records_of(content: bytes) -> list[Record]:
    """Return the records of a log, in order."""
    return [json.loads(line)["record"] for line in content.splitlines()]


def rewritten(content: bytes, change: Callable[[Record], None]) -> bytes:
    """Return the log with its records changed and every hash made good again."""
    lines, previous = [], FIRST_PREVIOUS
    for record in records_of(content):
        record["previous"] = previous
        change(record)
        body = canonical(record)
        previous = hash_of(body)
        lines.append(export_line(body, previous) + "\n")
    return "".join(lines).encode()


def only(kind: str, change: Callable[[Record], None], number: int = 1) -> Callable[[Record], None]:
    """Return a change of the records of one kind, in one round."""

    def changed(record: Record) -> None:
        if record["kind"] == kind and record["data"].get("number", number) == number:
            change(record)

    return changed
