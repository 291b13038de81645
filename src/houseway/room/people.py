"""The people of a room: they register, sign in and out, and get play chips."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from sqlalchemy import Connection

from houseway.errors import NotAllowed, UnknownName
from houseway.room import accounts
from houseway.room.accounts import User
from houseway.room.allowance import BOUGHT_CHIPS, Allowances
from houseway.room.aside import Quarantine
from houseway.room.database import Database
from houseway.room.log import ROOM
from houseway.room.names import check_free_to_take, check_name
from houseway.room.ruling import THE_SERVER

PURSES = 256
"""How many locks there are for the chips of all people: two seldom share one."""
Result = TypeVar("Result")


class People:
    """What a room does for people who are at no table. The room makes what stands here."""

    database: Database
    _quarantine: Quarantine
    _by_people: Allowances
    _purses: Sequence[AbstractContextManager[object]]
    """Held by whoever puts chips on a table or gets new ones, and never waited for by anyone who holds another."""

    def _now(self) -> int:
        """The time that records carry."""
        raise NotImplementedError

    def _on_tables(self, connection: Connection, user_id: int) -> int:
        """A person's chips that lie on tables: whoever has them there does not lack them."""
        raise NotImplementedError

    def _write_room(self, write: Callable[[Connection], Result]) -> Result:
        """Write to the room's own log, as long as it holds."""
        self._quarantine.check(ROOM)
        return self.database.write(write)

    def register(self, name: str, password: str) -> User:
        """A new account."""
        checked = check_name(name)
        check_free_to_take(checked)
        hashed = accounts.hash_password(password)
        return self._write_room(lambda connection: accounts.register(connection, checked, hashed, self._now()))

    def guest(self) -> User:
        """A new account without a password, which lasts as long as its session."""
        return self._write_room(
            lambda connection: accounts.register(connection, accounts.guest_name(), None, self._now())
        )

    def sign_in(self, name: str, password: str) -> User:
        """The person with this name and password."""
        with self.database.read() as connection:
            row = accounts.named(connection, name)
        return self.user(accounts.check_password(row, password))

    def user(self, user_id: int) -> User:
        """A person by number."""
        with self.database.read() as connection:
            return accounts.find(connection, user_id)

    def make_operator(self, name: str, by: int = THE_SERVER, reason: str = accounts.STARTED) -> User:
        """Give a registered person the operator's role: for operators, and for the one who runs the server."""
        return self._write_room(lambda connection: accounts.make_operator(connection, name, self._now(), by, reason))

    def withdraw_operator(self, name: str, by: int, reason: str) -> User:
        """Take the operator's role from somebody, with a reason."""
        return self._write_room(
            lambda connection: accounts.withdraw_operator(connection, name, self._now(), by, reason)
        )

    def change_password(self, user_id: int, old: str, new: str) -> User:
        """Change one's own password, given the old one: all sessions that it opened are over."""
        name = self.user(user_id).name
        with self.database.read() as connection:
            row = accounts.named(connection, name)
        if row is not None and row.password_hash is None:
            raise NotAllowed("A guest has no password. Make an account to keep your chips.")
        accounts.check_password(row, old)
        assert row is not None
        return self._set_password(row, new, user_id, accounts.OWN_CHANGE)

    def reset_password(self, name: str, new: str, reason: str) -> User:
        """Give somebody another password: for the one who runs the server."""
        with self.database.read() as connection:
            row = accounts.named(connection, name)
        if row is None or row.password_hash is None:
            raise UnknownName(f"No account with a password has the name {name!r}.")
        return self._set_password(row, new, THE_SERVER, reason)

    def _set_password(self, row: Any, new: str, by: int, reason: str) -> User:
        hashed = accounts.hash_password(new)

        def write(connection: Connection) -> User:
            return accounts.set_password(connection, row.id, hashed, self._now(), by, reason, before=row.password_hash)

        user = self._write_room(write)
        self.database.write(lambda connection: accounts.end_sessions(connection, user.id))
        return user

    def sign_out_everywhere(self, name: str, by: int, reason: str) -> User:
        """End all sessions of somebody, and note who did it and why."""
        with self.database.read() as connection:
            row = accounts.named(connection, name)
        if row is None:
            raise UnknownName(f"No account has the name {name!r}.")
        self._write_room(lambda connection: accounts.note_signed_out(connection, row.id, self._now(), by, reason))
        self.database.write(lambda connection: accounts.end_sessions(connection, row.id))
        return self.user(row.id)

    def registered(self, by: int) -> list[dict[str, Any]]:
        """Everybody who has a password, with their roles: an operator's matter. An operator sees the newest 200."""
        with self.database.read() as connection:
            accounts.need_operator(connection, by)
            return accounts.registered_people(connection, None if by == THE_SERVER else accounts.MOST_LISTED)

    def rebuy(self, user_id: int) -> User:
        """Play chips from the mint, for someone who has few; to ask in vain counts too: all tables are looked at."""

        def write(connection: Connection) -> User:
            return accounts.rebuy(connection, user_id, self._now(), self._on_tables(connection, user_id))

        with self._purse(user_id):
            self._by_people.take(user_id, BOUGHT_CHIPS, "chips bought")
            return self._write_room(write)

    def _purse(self, user_id: int) -> AbstractContextManager[object]:
        """Between the moment when a bet is written and the one when its table has it, nobody could tell whose it is."""
        return self._purses[user_id % PURSES]

    def open_session(self, user_id: int) -> str:
        """Sign a browser in: the secret for its cookie."""
        return self.database.write(lambda connection: accounts.open_session(connection, user_id, self._now()))

    def session_user(self, token: str) -> User | None:
        """Who a browser's secret belongs to."""
        with self.database.read() as connection:
            return accounts.session_user(connection, token, self._now())

    def sessions_over(self, tokens: Iterable[str]) -> set[str]:
        """Of the secrets of browsers those that are signed out, or were signed in too long ago."""
        with self.database.read() as connection:
            return accounts.sessions_over(connection, tokens, self._now())

    def close_session(self, token: str) -> None:
        """Sign a browser out."""
        self.database.write(lambda connection: accounts.close_session(connection, token))
