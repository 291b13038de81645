"""`houseway accounts`: roles, passwords and sessions, changed on the database by the one who runs the server.

A server may run meanwhile. Every change is a record of the room's own log, with a reason.
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
    from houseway.room.people import People

accounts = typer.Typer(
    no_args_is_help=True, help="List accounts, and change roles, passwords and sessions, on the room's database."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Reason, kept in the room's log.")]
Url = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help=f"sqlite:///FILE or postgresql://...; else ${DATABASE_VARIABLE}, else your own file."
    ),
]


@accounts.command("list")
def list_accounts(database: Url = None, json: JsonFlag = False) -> None:
    """List every account with a password, operators first."""
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
    """Withdraw the operator role, of the last operator too."""
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        print(f"{desk.withdraw_operator(name, THE_SERVER, reason).name} is not an operator any more.")


@accounts.command()
def password(name: Name, reason: Reason, database: Url = None) -> None:
    """Set a new password, which is asked for, and sign the account out everywhere."""
    with _desk(database) as desk:
        given = typer.prompt(f"New password of {name}", hide_input=True, confirmation_prompt=True)
        print(f"The password of {desk.reset_password(name, given, reason).name} is changed.")


@accounts.command("sign-out")
def sign_out(name: Name, reason: Reason, database: Url = None) -> None:
    """End all sessions of an account."""
    from houseway.room.ruling import THE_SERVER

    with _desk(database) as desk:
        print(f"{desk.sign_out_everywhere(name, THE_SERVER, reason).name} is signed out everywhere.")


@contextmanager
def _desk(database: str | None) -> "Iterator[People]":
    """The accounts of a room that is there, whether a server runs or not."""
    try:
        from houseway.room.aside import Quarantine
        from houseway.room.book import chain_row
        from houseway.room.database import Database
        from houseway.room.log import ROOM
        from houseway.room.people import People
        from houseway.room.reach import shown, sqlite_file
    except ImportError as error:
        raise HousewayError(f"databases need more libraries: pip install 'houseway[web]' ({error})") from None

    url = database or os.environ.get(DATABASE_VARIABLE) or own_database()
    path = sqlite_file(url)
    if path is not None and not path.exists():
        raise BadSetting(f"There is no database {path}. Name the room's database with --database.")

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
                raise BadSetting(
                    f"{shown(url)}: no room was opened in this database yet. Start it with houseway serve."
                )
        yield Desk(opened)
    finally:
        opened.close()
