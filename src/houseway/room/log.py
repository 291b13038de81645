"""The log of a table: its records, which form a SHA-256 chain.

A record is hashed in one canonical form, so that a changed byte shows. Each has random salt, so that the hash of a
hidden decision reveals nothing, although the possible decisions are few.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from houseway.errors import BadSetting, BrokenLog
from houseway.room.ledger import Transfer

HASH_PREFIX = b"houseway/log/1:"
FIRST_PREVIOUS = "0" * 64
SALT_SIZE = 16
LARGEST_RECORD = 64 * 1024
"""Ten times the size that a full table of any game needs for its largest record."""
ROOM = 0
"""The number of the room's chain: accounts, chips issued, tables opened."""

_FIELDS = {
    "table": int,
    "seq": int,
    "at": int,
    "kind": str,
    "data": dict,
    "transfers": list,
    "salt": str,
    "previous": str,
}


_write_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def canonical(plain: object) -> str:
    """Return JSON in the one form that is hashed: sorted keys, no blanks, ASCII.

    >>> canonical({"b": [1, "é"], "a": None})
    '{"a":null,"b":[1,"\\\\u00e9"]}'
    """
    return _write_canonical(plain)


@dataclass(frozen=True)
class Draft:
    """A record before it is chained: its data, and the chips that it moves."""

    kind: str
    data: Mapping[str, Any]
    transfers: tuple[Transfer, ...] = ()

    @cached_property
    def text(self) -> str:
        """Return the data in the canonical form."""
        return canonical(self.data)


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a log: `seq` counts from 1 in each chain, and `at` is in milliseconds since 1970."""

    table: int
    seq: int
    at: int
    kind: str
    data: Mapping[str, Any] = field(hash=False)
    transfers: tuple[Transfer, ...]
    salt: str
    previous: str

    @property
    def body(self) -> str:
        """Return the canonical text that is hashed and stored."""
        return body_of(self, canonical(self.data))


def body_of(record: Record, data: str) -> str:
    """Return the canonical text of a record, given that of its data. Fields are in the order of their names.

    >>> body_of(Record(7, 1, 0, "left", {"seat": 2}, (), "5a", "00"), '{"seat":2}')
    '{"at":0,"data":{"seat":2},"kind":"left","previous":"00","salt":"5a","seq":1,"table":7,"transfers":[]}'
    """
    before = canonical({"at": record.at})
    after = canonical(
        {
            "kind": record.kind,
            "previous": record.previous,
            "salt": record.salt,
            "seq": record.seq,
            "table": record.table,
            "transfers": [transfer.to_list() for transfer in record.transfers],
        }
    )
    return f'{before[:-1]},"data":{data},{after[1:]}'


@dataclass(frozen=True, slots=True)
class Link:
    """A record with its stored body and hash."""

    record: Record
    body: str
    hash: str

    @property
    def head(self) -> "Head":
        """Return the end of a chain whose last record this is."""
        return Head(self.record.seq, self.hash, self.record.at)


def hash_of(body: str) -> str:
    """Return the hash of a record's canonical text."""
    return sha256(HASH_PREFIX + body.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain: its number of records, and the hash and the time of the last one."""

    length: int = 0
    hash: str = FIRST_PREVIOUS
    at: int = field(default=0, compare=False)


def chain(table: int, head: Head, drafts: Sequence[Draft], at: int) -> list[Link]:
    """Return the drafts as records that follow a head. None is dated before the record that it follows."""
    links: list[Link] = []
    previous, at = head.hash, max(at, head.at)
    for seq, draft in enumerate(drafts, head.length + 1):
        salt = secrets.token_hex(SALT_SIZE)
        record = Record(table, seq, at, draft.kind, draft.data, draft.transfers, salt, previous)
        body = body_of(record, draft.text)
        if len(body) > LARGEST_RECORD:
            raise BadSetting(
                f"A log record can have at most {LARGEST_RECORD // 1024} KiB; got {len(body) // 1024} KiB."
            )
        previous = hash_of(body)
        links.append(Link(record, body, previous))
    return links


def as_read(table: int, draft: Draft) -> Record:
    """Return a draft as a reader of the log sees it, without its place in the chain."""
    return Record(table, 0, 0, draft.kind, json.loads(draft.text), draft.transfers, "", "")


def read_record(body: str) -> Record:
    """Parse a record from its text, which must be canonical."""
    if len(body) > LARGEST_RECORD:
        raise BrokenLog(f"a record has at most {LARGEST_RECORD // 1024} KiB; got {len(body) // 1024}")
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BrokenLog(f"not a record: {error}") from None
    if not isinstance(plain, dict) or set(plain) != set(_FIELDS):
        raise BrokenLog(f"not a record: expected the fields {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if type(plain[name]) is not kind:
            raise BrokenLog(f"not a record: {name} is {kind.__name__}; got {type(plain[name]).__name__}")
    try:
        transfers = tuple(Transfer(*transfer) for transfer in plain["transfers"])
        record = Record(**{**plain, "transfers": transfers})
        if record.body != body:
            raise BrokenLog("a record that is not in its canonical form")
    except (TypeError, ValueError, RecursionError) as error:
        raise BrokenLog(f"not a record: {error}") from None
    return record


def export_line(body: str, hash_text: str) -> str:
    """Return one line of an export: the record and its hash."""
    return f'{{"hash":"{hash_text}","record":{body}}}'


def read_line(line: str) -> tuple[str, str]:
    """Split an exported line into body and hash. The line must be exactly as it was written."""
    start, middle = '{"hash":"', '","record":'
    end = len(start) + len(FIRST_PREVIOUS)
    if not line.startswith(start) or line[end : end + len(middle)] != middle or not line.endswith("}"):
        raise BrokenLog('not a line of a log: expected {"hash":...,"record":...}')
    return line[end + len(middle) : -1], line[len(start) : end]


def check_link(record: Record, hash_text: str, body: str, table: int, head: Head) -> Head:
    """Return the head after a record. Raise BrokenLog if the record does not fit the chain."""
    if hash_of(body) != hash_text:
        raise BrokenLog("the hash is not that of the record")
    if record.table != table:
        raise BrokenLog(f"a record of table {record.table!r} in the log of table {table}")
    if record.seq != head.length + 1:
        raise BrokenLog(f"record {head.length + 1} was expected, not {record.seq!r}")
    if record.previous != head.hash:
        raise BrokenLog("the record before is not the one that this record followed")
    return Head(record.seq, hash_text, record.at)


@contextmanager
def at_record(seq: int) -> Iterator[None]:
    """Attribute every error raised inside to a record, unless the error names another one."""
    try:
        yield
    except BrokenLog as error:
        error.record = seq if error.record is None else error.record
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BrokenLog(f"cannot be read: {type(error).__name__}: {error}", seq) from error
