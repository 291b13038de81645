"""A live card room: seats, play chips, a ledger, and a log that anyone can verify. It imports the games, no face.

The names below are imported when they are first used: the database libraries come with `houseway[web]`.
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
