"""`houseway accounts`: list accounts and change roles, passwords and sessions in the room's database.

A server may be running at the same time. Every change is recorded in the room's log with a reason.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.output import JsonFlag, print_json
from houseway.cli.serve import DATABASE_VARIABLE, own_database
from houseway.errors import BadSetting, HousewayError

if TYPE_CHECKING:
    from houseway.room.accounts import People

accounts = typer.Typer(no_args_is_help=True, help="Manage accounts, roles and passwords.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="Account name, such as Ruth.")]
Reason = Annotated[
    str, typer.Option(metavar="TEXT", help='Reason, saved in the room log, such as "new floor supervisor".')
]
Url = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help=f"Database: sqlite:///FILE or postgresql://... [default: ${DATABASE_VARIABLE}, or your data folder]",
    ),
]


@accounts.command("list")
def list_accounts(database: Url = None, json: JsonFlag = False) -> None:
    """List accounts with a password, operators first."""
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        people = desk.registered(THE_SERVER)
    if json:
        print_json({"people": people})
        return
    for person in people:
        print(f"{person['role']:<10}{person['name']}")


@accounts.command()
def grant(name: Name, reason: Reason, database: Url = None) -> None:
    """Make an account an operator."""
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        print(f"{desk.make_operator(name, THE_SERVER, reason).name} is an operator.")


@accounts.command()
def withdraw(name: Name, reason: Reason, database: Url = None) -> None:
    """Remove the operator role from an account.

    This also works for the last operator.
    """
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        print(f"{desk.withdraw_operator(name, THE_SERVER, reason).name} is no longer an operator.")


@accounts.command()
def password(name: Name, reason: Reason, database: Url = None) -> None:
    """Set a new password and end all sessions.

    The command asks for the password.
    """
    with _desk(database) as desk:
        given = typer.prompt(f"New password for {name}", hide_input=True, confirmation_prompt=True)
        print(f"The password of {desk.reset_password(name, given, reason).name} was changed.")


@accounts.command("sign-out")
def sign_out(name: Name, reason: Reason, database: Url = None) -> None:
    """End all sessions of an account."""
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        print(f"{desk.sign_out_everywhere(name, THE_SERVER, reason).name} is signed out everywhere.")


@contextmanager
def _desk(database: str | None) -> "Iterator[People]":
    """Open the accounts of an existing room, whether a server runs or not."""
    try:
        from houseway.room.accounts import People
        from houseway.room.database import Database, shown, sqlite_file
        from houseway.room.log import ROOM
        from houseway.room.quarantine import Quarantine
        from houseway.room.store import chain_row
    except ImportError as error:
        raise HousewayError(f"Databases need more libraries ({error}). Run: pip install 'houseway[web]'") from None

    url = database or os.environ.get(DATABASE_VARIABLE) or own_database()
    path = sqlite_file(url)
    if path is not None and not path.exists():
        raise BadSetting(f"Database {path} does not exist. Give the room's database with --database.")

    class Desk(People):
        def __init__(self, opened: Database) -> None:
            self.database = opened
            self._quarantine = Quarantine(opened, self._now)

        def _now(self) -> int:
            return int(time.time() * 1000)

    opened = Database(url)
    try:
        with opened.read() as connection:
            if chain_row(connection, ROOM) is None:
                raise BadSetting(f"{shown(url)}: this database has no room yet. Run `houseway serve` first.")
        yield Desk(opened)
    finally:
        opened.close()
