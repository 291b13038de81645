"""A live card room: seats, play chips, a ledger, and a log that anyone can verify.

The room imports the games, but no user interface.

- Tables: `room` and `shared_room` (one or several processes), `table` (live), `replica` (a table of another process),
  `table_view` (the view of each person); `spec`, `state`, `steps`, `transfers`, `clocks`, `meters`, `opening`,
  `settings`.
- Ledger: `ledger` (double entry), `bankroll`, `accounts`, `names`, `store` (writes records and chips together).
- Log: `log` (the hash chain), `replay`, `history`, `duties` and `ruling` (operator actions); `database`, `models`,
  `migrations`, `private_files`.
- Fairness: `fairness` (commit and reveal), `secret_store` (seeds), `checkpoints` (signed), `round_check` (one round).
- Leases: `leases`, `server_lock`, `peers`, `channel`; `warmup`.
- Audit: `verify` (a log), `audit` and `audit_room` (a database, once or in the background), `inspection` (read-only),
  `quarantine`.

The names below are imported when they are first used, because the database libraries come with `houseway[web]`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.room.accounts import User
    from houseway.room.room import Room
    from houseway.room.settings import RoomSettings
    from houseway.room.spec import TableInfo, TableSpec
    from houseway.room.table import LiveTable

_HOME = {
    "LiveTable": "houseway.room.table",
    "Room": "houseway.room.room",
    "RoomSettings": "houseway.room.settings",
    "TableInfo": "houseway.room.spec",
    "TableSpec": "houseway.room.spec",
    "User": "houseway.room.accounts",
}

__all__ = ["LiveTable", "Room", "RoomSettings", "TableInfo", "TableSpec", "User"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'houseway.room' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
