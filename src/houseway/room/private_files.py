"""Files and folders that only the user who runs the room can read: the database, its journals, locks and keys.

A file is private from its first byte: it is created with its mode, never created and then changed. Files that an older
version left readable are mended before they are used, and the change is reported. Where that is impossible, because the
file belongs to somebody else, the room refuses to use it.
"""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from houseway.errors import NotPrivate

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database. It gives each of them the mode of the database itself."""


def open_private(path: Path, flags: int = os.O_RDWR) -> int:
    """Open a file, creating it for this user alone where it is missing; return its descriptor.

    Raises NotPrivate where the file is there, other users can reach it, and its mode cannot be changed.
    """
    mend([path])
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)


def write_private(path: Path, content: bytes) -> None:
    """Write a new private file whole, or replace one: nobody ever sees a part of it, or sees it with a wider mode."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def private_folder(path: Path) -> None:
    """Make a folder of the room's own, with the folders above it that are missing, or make an existing one private."""
    for missing in reversed([each for each in (path, *path.parents) if not each.exists()]):
        missing.mkdir(mode=FOLDER_MODE, exist_ok=True)
    mend([path])


def private_database(path: Path) -> None:
    """Make the file of an SQLite database private, with all that SQLite keeps beside it; an empty one where none is."""
    try:
        mend(path.with_name(path.name + suffix) for suffix in SQLITE_SUFFIXES)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))
    except NotPrivate:
        raise
    except OSError:
        return  # opening the database finds out what is wrong, and says so


def mend(paths: Iterable[Path]) -> None:
    """Take away what other users may do with each path that exists, and say on standard error what was changed."""
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
