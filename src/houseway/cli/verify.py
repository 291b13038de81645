"""`houseway verify`: check a table's log, from an export or in a database. Nothing is written to what is checked."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.output import JsonFlag, print_json
from houseway.errors import BadSetting, HousewayError

if TYPE_CHECKING:
    from houseway.room.verify import Report

SILENCE = 5.0
"""Seconds between two lines of progress on standard error; what takes less says nothing."""


def verify(
    file: Annotated[Path | None, typer.Argument(metavar="FILE.jsonl", help="An exported log.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="A database, such as sqlite:///room.db.")] = None,
    table: Annotated[int | None, typer.Option(help="Only this table of the database.")] = None,
    head: Annotated[str | None, typer.Option(metavar="HASH", help="The hash with which an export must end.")] = None,
    witness: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Checkpoints that the database must extend.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The room's key, which must have signed them.")] = None,
    json: JsonFlag = False,
) -> None:
    """Check chain, times, chips, commitments and shuffles of a log, and play every round in it again."""
    try:
        report = _verified(file, database, table, head)
        held = _held(witness, key, database)
        report = report.plus(held) if held is not None else report
    except HousewayError as error:
        if not json:
            raise
        print_json(_failed(error))
        raise typer.Exit(2) from None
    if json:
        print_json(report.to_dict())
    else:
        for line in report.lines():
            print(line)
        if report.ok and file is not None and head is None:
            print("Records missing at the end are found with --head HASH only, the hash that the table showed.")
    if not report.ok:
        raise typer.Exit(1)


def _verified(file: Path | None, database: str | None, table: int | None, head: str | None) -> "Report":
    if (file is None) == (database is None):
        raise BadSetting("give the file of an exported log, or --database URL")
    if file is not None and table is not None:
        raise BadSetting("--table chooses a table of a database; an exported log is of one table")
    if database is not None and head is not None:
        raise BadSetting("--head is for an exported log; a database notes the end of each log itself")
    return _verify_file(file, head) if file is not None else _verify_database(str(database), table)


def _held(witness: Path | None, key: str | None, database: str | None) -> "Report | None":
    """Compare a database with the checkpoints that a witness holds."""
    if witness is None and key is None:
        return None
    if witness is None or database is None:
        raise BadSetting("--witness FILE goes with --database URL, and --key with --witness")
    from houseway.room.checkpoints import check_witness, read_witness
    from houseway.room.inspection import opened
    from houseway.room.verify import Report

    checkpoints = read_witness(witness, key)
    with opened(database) as inspection, inspection.snapshot() as connection:
        problems = tuple(check_witness(connection, checkpoints))
    print(f"Checkpoints compared: {len(checkpoints)}, signed by the key {checkpoints[0].key}", file=sys.stderr)
    return Report(problems=problems)


def _failed(error: HousewayError) -> dict[str, Any]:
    """What nothing could be verified of, with the same fields."""
    from houseway.room.verify import Report
    from houseway.web.errors import plain_error

    return {**Report().to_dict(), "ok": False, "error": plain_error(error)}


def _verify_file(file: Path, head: str | None) -> "Report":
    from houseway.room.verify import verify_file

    try:
        return verify_file(file, head, int(time.time() * 1000), Telling())
    except OSError as error:
        raise BadSetting(f"{file}: cannot be read: {error.strerror or error}") from None


def _verify_database(url: str, table: int | None) -> "Report":
    try:
        from houseway.room.inspection import inspect
    except ImportError as error:
        raise HousewayError(f"databases need more libraries: pip install 'houseway[web]' ({error})") from None

    return inspect(url, table, Telling())


class Telling:
    """Says on standard error how far a long audit is."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, table: int, records: int) -> None:
        """So many records of a table are verified."""
        now = time.monotonic()
        if now - self._told >= SILENCE:
            self._told = now
            print(f"houseway: table {table}: {records} records verified", file=sys.stderr, flush=True)
