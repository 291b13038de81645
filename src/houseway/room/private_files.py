"""Files and folders that only the user who runs the room can read: the database, its journals, locks and keys.

A file is private from its first byte: it is created with its mode, never created and then changed. Files that an older
version left readable are made private before they are used, and the change is reported. If that is impossible, because
another user owns the file, the room refuses to use it.
"""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from houseway.errors import NotPrivate

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""The files that SQLite keeps beside a database. It gives each of them the mode of the database itself."""


def open_private(path: Path, flags: int = os.O_RDWR) -> int:
    """Open a file and return its descriptor. A missing file is created for this user alone.

    Raises NotPrivate if the file exists, other users can reach it, and its mode cannot be changed.
    """
    mend([path])
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)


def write_private(path: Path, content: bytes) -> None:
    """Write or replace a private file as a whole. No other program ever sees a part of it, or a wider mode."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def private_folder(path: Path) -> None:
    """Make a private folder for the room, with any missing parent folders, or make an existing one private."""
    for missing in reversed([each for each in (path, *path.parents) if not each.exists()]):
        missing.mkdir(mode=FOLDER_MODE, exist_ok=True)
    mend([path])


def private_database(path: Path) -> None:
    """Make an SQLite database file private, with the files that SQLite keeps beside it.

    Create an empty one if it is missing.
    """
    try:
        mend(path.with_name(path.name + suffix) for suffix in SQLITE_SUFFIXES)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))
    except NotPrivate:
        raise
    except OSError:
        return  # opening the database finds the problem and reports it


def mend(paths: Iterable[Path]) -> None:
    """Remove other users' permissions from each path that exists, and report the changes on standard error."""
    for path in paths:
        try:
            found = path.stat()
        except FileNotFoundError:
            continue
        wanted = FOLDER_MODE if stat.S_ISDIR(found.st_mode) else FILE_MODE
        mode = stat.S_IMODE(found.st_mode)
        if mode & ~wanted & 0o077:
            _narrow(path, found.st_uid, mode, mode & wanted)


def _narrow(path: Path, owner: int, mode: int, wanted: int) -> None:
    try:
        path.chmod(wanted)
    except OSError as error:
        raise NotPrivate(
            f"{path}: other users of this machine can reach it (mode {mode:03o}), and its mode cannot be changed: "
            f"{error.strerror}; it belongs to user {owner}. Expected mode {wanted:03o}. "
            f"Run the room as user {owner}, or have that user run: chmod {wanted:03o} {path}"
        ) from None
    print(
        f"houseway: {path} could be reached by other users of this machine (mode {mode:03o}). "
        f"Its mode is now {wanted:03o}, because the room's files hold seeds, sessions and password hashes.",
        file=sys.stderr,
        flush=True,
    )
