"""Signed checkpoints: the length of each log of a room and its latest hash, signed by the room's key.

A person who has a checkpoint can show later that the room's log, or a table's, was rewritten. `houseway verify
--witness FILE` checks that a database extends every checkpoint in a file. docs/fairness.md explains what that proves.
"""

import json
import re
import secrets
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from sqlalchemy import Connection, select

from houseway.errors import BadSetting, HousewayError
from houseway.room import models
from houseway.room.database import Database
from houseway.room.log import ROOM, canonical
from houseway.room.verify import Problem

PREFIX = b"houseway/checkpoint/1:"
KEY_SIZE, ONLY = 32, 1
"""Bytes of a key, and the number of the room's key."""
AGE = 5.0
"""Seconds for which one checkpoint serves all requests. No request makes the room sign more often."""
LONGEST = 16 * 1024 * 1024
_HEX = re.compile(r"(?:[0-9a-f]{2})+")
_HASH, _NUMBER = re.compile(r"[0-9a-f]{64}"), re.compile(r"0|[1-9][0-9]{0,9}")
_CHAIN, _KEYS = models.chains.c, models.room_keys


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The signed content: the time in milliseconds since 1970, and for each log its length and latest hash.

    Log 0 is the room's log: users, chips issued, tables opened.
    """

    body: str
    key: str
    signature: str

    @property
    def heads(self) -> Mapping[int, tuple[int, str]]:
        """Return the ends of the logs."""
        return {int(chain): (length, head) for chain, (length, head) in json.loads(self.body)["logs"].items()}

    def to_dict(self) -> dict[str, str]:
        """Return a plain form for JSON."""
        return {"body": self.body, "key": self.key, "signature": self.signature}

    @classmethod
    def from_dict(cls, plain: object) -> "Checkpoint":
        """Read the plain form, and verify its signature against its key."""
        if not isinstance(plain, dict) or set(plain) != {"body", "key", "signature"}:
            raise BadSetting("A checkpoint needs the fields body, key and signature.")
        found = cls(**plain)
        texts = (found.key, found.signature)
        if not all(isinstance(text, str) and _HEX.fullmatch(text) for text in texts) or not isinstance(found.body, str):
            raise BadSetting("A checkpoint's key and signature must be hexadecimal.")
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key))
            public.verify(bytes.fromhex(found.signature), PREFIX + found.body.encode())
        except (InvalidSignature, ValueError):
            raise BadSetting("A checkpoint's signature does not match its key: the file was changed.") from None
        if not _is_well_formed(found.body):
            raise BadSetting("A checkpoint needs its time, and the length and hash of each log.")
        return found


def _is_well_formed(body: str) -> bool:
    """Return whether a body has the one form that every program reads alike, with the room's log and no log twice."""
    try:
        plain = json.loads(body)
        logs = plain["logs"]
        return (
            canonical(plain) == body
            and type(plain["at"]) is int
            and str(ROOM) in logs
            and all(_NUMBER.fullmatch(chain) for chain in logs)
            and all(type(length) is int and length >= 1 and _HASH.fullmatch(head) for length, head in logs.values())
        )
    except (ValueError, KeyError, TypeError, AttributeError, HousewayError):
        return False


def signed(key: Ed25519PrivateKey, heads: Mapping[int, tuple[int, str]], at: int) -> Checkpoint:
    """Sign the ends of logs."""
    body = canonical({"at": at, "logs": {str(chain): list(end) for chain, end in heads.items()}})
    return Checkpoint(body, key.public_key().public_bytes_raw().hex(), key.sign(PREFIX + body.encode()).hex())


class Notary:
    """The signer of a room's checkpoints. Each checkpoint serves for some seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key = room_key(database)
        self._lock = Lock()
        self._made: tuple[float, Checkpoint] | None = None

    def checkpoint(self) -> Checkpoint:
        """Return the newest checkpoint of the room's log and of all open tables."""
        with self._lock:
            now = time.monotonic()
            if self._made is None or now - self._made[0] > AGE:
                self._made = now, self._signed()
            return self._made[1]

    def receipt(self, table: int | None = None) -> Checkpoint:
        """Return a current checkpoint of the room's log and one table's. It reads few rows, so it is not shared."""
        return self._signed((ROOM,) if table is None else (ROOM, table))

    def _signed(self, chains: Collection[int] | None = None) -> Checkpoint:
        with self._database.read() as connection:
            heads = read_heads(connection, chains)
        return signed(self._key, heads, int(time.time() * 1000))


def read_heads(connection: Connection, chains: Collection[int] | None = None) -> dict[int, tuple[int, str]]:
    """Return the length and the hash of the end of the room's log and of every open table's, or of some logs."""
    wanted = select(_CHAIN.id, _CHAIN.length, _CHAIN.head).where(_CHAIN.length > 0).order_by(_CHAIN.id)
    of = (_CHAIN.id == ROOM) | _CHAIN.open if chains is None else _CHAIN.id.in_(chains)
    rows = connection.execute(wanted.where(of))
    return {row.id: (row.length, row.head) for row in rows}


def room_key(database: Database) -> Ed25519PrivateKey:
    """Return the room's key, and create it if it is missing. All processes of a room have the same key."""
    wanted = select(_KEYS.c.secret).where(_KEYS.c.id == ONLY)

    def find(connection: Connection) -> str | None:
        found: str | None = connection.execute(wanted).scalar()
        return found

    def make(connection: Connection) -> None:
        database.one_at_a_time(connection)
        if find(connection) is None:
            connection.execute(_KEYS.insert(), {"id": ONLY, "secret": secrets.token_hex(KEY_SIZE)})

    with database.read() as connection:
        stored = find(connection)
    if stored is None:
        database.write(make)
        with database.read() as connection:
            stored = find(connection)
    if stored is None or len(stored) != 2 * KEY_SIZE or not _HEX.fullmatch(stored):
        raise BadSetting(
            "the key for checkpoints in the store of secrets cannot be read; expected 64 hexadecimal digits"
        )
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(stored))


# The files of a witness.


def read_witness(path: Path, key: str | None = None) -> list[Checkpoint]:
    """Read a file of checkpoints, one per line, all signed by one key (`key`, if given)."""
    try:
        if path.stat().st_size > LONGEST:
            raise BadSetting(f"{path} is too large for a file of checkpoints: at most {LONGEST // 2**20} MiB.")
        lines = path.read_text("ascii").splitlines()
        found = [Checkpoint.from_dict(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise BadSetting(f"Cannot read checkpoints from {path}: {error}.") from None
    if not found:
        raise BadSetting(f"{path} has no checkpoints.")
    keys = {each.key for each in found} | ({key.lower()} if key is not None else set())
    if len(keys) > 1:
        raise BadSetting(f"{path}: the checkpoints were signed by a different key: {', '.join(sorted(keys))}.")
    return found


def check_witness(connection: Connection, checkpoints: Iterable[Checkpoint]) -> Iterator[Problem]:
    """Check that the logs of a database extend every checkpoint."""
    record = models.records.c
    checked: set[tuple[int, int, str]] = set()
    for checkpoint in checkpoints:
        at = json.loads(checkpoint.body).get("at")
        for chain, (length, head) in checkpoint.heads.items():
            if not length or (chain, length, head) in checked:
                continue
            checked.add((chain, length, head))
            found = select(record.hash).where(record.chain_id == chain, record.seq == length)
            if connection.execute(found).scalar() != head:
                what = f"the log is not the one that the room signed (checkpoint at {at}): it was cut or rewritten"
                yield Problem(chain, length, what)
                break


def append_to(path: Path, plain: Mapping[str, Any]) -> Checkpoint:
    """Add a checkpoint to a file. Refuse one from another key, or one with shorter logs than the last.

    A table that is missing from the new one was closed. `verify --witness` still compares it.
    """
    new = Checkpoint.from_dict(dict(plain))
    if path.exists():
        last = read_witness(path, new.key)[-1]
        shorter = [chain for chain, end in last.heads.items() if not _follows(new.heads.get(chain, end), end)]
        if shorter:
            names = ", ".join("the room's log" if not chain else f"table {chain}" for chain in shorter[:5])
            raise BadSetting(f"The logs are older than the last checkpoint: {names}. Keep this file as evidence.")
    with path.open("a", encoding="ascii") as file:
        file.write(json.dumps(new.to_dict()) + "\n")
    return new


def _follows(now: tuple[int, str], before: tuple[int, str]) -> bool:
    return now[0] > before[0] or now == before
