"""`houseway verify` and `houseway witness`: verify a log without writing to it, save a room's signed checkpoints."""

import json
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.output import JsonFlag, print_json
from houseway.errors import BadSetting, HousewayError

if TYPE_CHECKING:
    from houseway.room.verify import Report


SILENCE = 5.0
"""Seconds between two progress lines on standard error. A shorter audit prints none."""


def verify(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE.jsonl", help="Exported log of one table, such as table-7.jsonl.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Database to verify, such as sqlite:///room.db.")
    ] = None,
    table: Annotated[int | None, typer.Option(help="Verify this table only, such as 7. [default: all]")] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="Latest log hash that the export must end with.")
    ] = None,
    witness: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Checkpoints saved by `houseway witness`, to compare with the database."),
    ] = None,
    key: Annotated[
        str | None, typer.Option(metavar="HEX", help="Room key that must have signed the checkpoints.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Verify a table's log or a whole database.

    Checks the hash chain, times, chips, commitments and shuffles, and replays every round.
    """
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
            print("Give --head HASH, the latest log hash the table showed, to detect records missing at the end.")
    if not report.ok:
        raise typer.Exit(1)


def _verified(file: Path | None, database: str | None, table: int | None, head: str | None) -> "Report":
    if (file is None) == (database is None):
        raise BadSetting("verify needs the file of an exported log, or --database URL, and not both.")
    if file is not None and table is not None:
        raise BadSetting("--table goes with --database; an exported log has only one table. Leave --table out.")
    if database is not None and head is not None:
        raise BadSetting(
            "--head goes with an exported log; a database stores the latest hash of each log. Leave --head out."
        )
    return _verify_file(file, head) if file is not None else _verify_database(str(database), table)


def _held(witness: Path | None, key: str | None, database: str | None) -> "Report | None":
    """Compare a database with the checkpoints of a witness."""
    if witness is None and key is None:
        return None
    if witness is None or database is None:
        raise BadSetting("--witness FILE needs --database URL, and --key needs --witness FILE.")
    from houseway.room.checkpoints import check_witness, read_witness
    from houseway.room.inspection import opened
    from houseway.room.verify import Report

    checkpoints = read_witness(witness, key)
    with opened(database) as inspection, inspection.snapshot() as connection:
        problems = tuple(check_witness(connection, checkpoints))
    print(f"Compared {len(checkpoints)} checkpoints, signed by the key {checkpoints[0].key}.", file=sys.stderr)
    return Report(problems=problems)


def _failed(error: HousewayError) -> dict[str, Any]:
    """Return the report of an audit that could verify nothing, with the same fields."""
    from houseway.room.verify import Report
    from houseway.web.errors import plain_error

    return {**Report().to_dict(), "ok": False, "error": plain_error(error)}


def _verify_file(file: Path, head: str | None) -> "Report":
    from houseway.room.verify import verify_file

    try:
        return verify_file(file, head, int(time.time() * 1000), Telling())
    except OSError as error:
        raise BadSetting(f"Cannot read {file}: {error.strerror or error}.") from None


def _verify_database(url: str, table: int | None) -> "Report":
    try:
        from houseway.room.inspection import inspect
    except ImportError as error:
        raise HousewayError(f"Databases need more libraries ({error}). Run: pip install 'houseway[web]'") from None

    return inspect(url, table, Telling())


class Telling:
    """A reporter of a long audit's progress on standard error."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, table: int, records: int) -> None:
        """Show the number of verified records of a table."""
        now = time.monotonic()
        if now - self._told >= SILENCE:
            self._told = now
            print(f"houseway: table {table}: {records} records verified", file=sys.stderr, flush=True)


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
