"""`houseway verify`: check a table's log, from an export or in a database."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.output import JsonFlag, print_json
from houseway.errors import BadSetting

if TYPE_CHECKING:
    from houseway.room.verify import Report


def verify(
    file: Annotated[Path | None, typer.Argument(metavar="FILE.jsonl", help="An exported log.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="A database, such as sqlite:///room.db.")] = None,
    table: Annotated[int | None, typer.Option(help="Only this table of the database.")] = None,
    head: Annotated[str | None, typer.Option(metavar="HASH", help="The hash with which an export must end.")] = None,
    json: JsonFlag = False,
) -> None:
    """Check chain, chips, commitments and shuffles of a log, and play every round in it again."""
    if (file is None) == (database is None):
        raise BadSetting("give the file of an exported log, or --database URL")
    if file is not None and table is not None:
        raise BadSetting("--table chooses a table of a database; an exported log is of one table")
    if database is not None and head is not None:
        raise BadSetting("--head is for an exported log; a database notes the end of each log itself")
    report = _verify_file(file, head) if file is not None else _verify_database(str(database), table)
    if json:
        print_json(report.to_dict())
    else:
        for line in report.lines():
            print(line)
        if report.ok and file is not None and head is None:
            print("Records missing at the end are found with --head HASH only, the hash that the table showed.")
    if not report.ok:
        raise typer.Exit(1)


def _verify_file(file: Path, head: str | None) -> "Report":
    from houseway.room.verify import verify_bytes

    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadSetting(f"{file}: cannot be read: {error.strerror or error}") from None
    return verify_bytes(content, head)


def _verify_database(url: str, table: int | None) -> "Report":
    from houseway.room.audit import verify_database
    from houseway.room.database import Database, check_exists

    check_exists(url)
    database = Database(url)
    try:
        return verify_database(database, table)
    finally:
        database.close()
