"""User accounts: names, passwords, roles and sessions. Their play chips are in the ledger."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from houseway.errors import BadName, NotAllowed, UnknownName
from houseway.games.engine.money import dollars
from houseway.room import models
from houseway.room.database import Database
from houseway.room.ledger import MINT, Transfer, user_account
from houseway.room.log import ROOM, Draft
from houseway.room.names import LONGEST_FORM, check_free_to_take, check_name, fold_name, is_text, skeleton
from houseway.room.ruling import THE_SERVER, check_reason
from houseway.room.secret_store import credential_of
from houseway.room.settings import BOUGHT_CHIPS, Quotas
from houseway.room.store import append, balances, head_of, open_accounts

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from houseway.room.quarantine import Quarantine


PLAYER, OPERATOR = "player", "operator"
STARTING_CHIPS = 100_000
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
SESSION_DAYS = 30
GRANTED, WITHDRAWN, PASSWORD, SIGNED_OUT = "operator", "operator withdrawn", "password", "signed out"
"""Kinds of record in the room's log: a role given or taken, a new password, all sessions ended. Each has a reason."""
STARTED = "houseway serve --operator"
MOST_LISTED = 200
"""Number of accounts that the operator page lists after the operators."""
OWN_CHANGE = "changed by the account's owner"
_DAY = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class User:
    """A registered user, with the play chips that are not on any table."""

    id: int
    name: str
    role: str
    chips: int
    guest: bool = False

    @property
    def is_operator(self) -> bool:
        """Return whether this user may set limits, close tables and see the ledger."""
        return self.role == OPERATOR


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobody_s_hash() -> str:
    """Return a hash to check when the name is unknown, so that the check takes as long as for a wrong password."""
    return _hasher().hash(secrets.token_hex(SHORTEST_PASSWORD))


def _check_password(password: object) -> str:
    if not isinstance(password, str) or not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadName(f"A password needs {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise BadName("A password cannot contain characters outside Unicode.") from None
    if not is_text(password):
        raise BadName("A password cannot contain control characters.")
    return password


def hash_password(password: object) -> str:
    """Return the salted hash of a password (argon2id)."""
    return _hasher().hash(_check_password(password))


def register(connection: Connection, name: str, password_hash: str | None, at: int) -> User:
    """Register a user with play chips from the mint. A user without a password is a guest."""
    head = head_of(connection, ROOM, lock=True)
    folded = fold_name(name)
    taken = select(models.users.c.id).where(models.users.c.folded_name == folded)
    if connection.execute(taken).first() is not None:
        raise BadName(f"The name {name!r} is taken. Choose another name.")
    shape = skeleton(name)
    alike = select(models.users.c.name).where(models.users.c.skeleton == shape)
    if (other := connection.execute(alike).scalar()) is not None:
        raise BadName(f"The name {name!r} looks too much like {other!r}, which is taken. Choose another name.")
    user_id = (connection.execute(select(func.max(models.users.c.id))).scalar() or 0) + 1
    row = {"id": user_id, "name": name, "folded_name": folded, "skeleton": shape, "role": PLAYER}
    row["password_hash"] = password_hash
    connection.execute(insert(models.users), row)
    open_accounts(connection, [user_account(user_id)])
    data = {"user": user_id, "name": name, "password": password_digest(password_hash)}
    chips = Transfer(MINT, user_account(user_id), STARTING_CHIPS, "play chips")
    append(connection, ROOM, head, [Draft("registered", data, (chips,))], at)
    return User(user_id, name, PLAYER, STARTING_CHIPS, password_hash is None)


def password_digest(password_hash: str | None) -> str | None:
    """Return a digest of a password's hash for the log. It is enough to see that the password changed."""
    return None if password_hash is None else sha256(password_hash.encode()).hexdigest()


def guest_name() -> str:
    """Return a name for a guest who gave none."""
    return f"Guest {secrets.token_hex(4)}"


def find(connection: Connection, user_id: int) -> User:
    """Return a user by number."""
    row = connection.execute(select(models.users).where(models.users.c.id == user_id)).first()
    if row is None:
        raise UnknownName(f"Unknown user {user_id!r}.")
    return _user(connection, row)


def _user(connection: Connection, row: Row[Any]) -> User:
    chips = balances(connection, [user_account(row.id)])[user_account(row.id)]
    return User(row.id, row.name, row.role, chips, row.password_hash is None)


def named(connection: Connection, name: object) -> Row[Any] | None:
    """Return the row of the user with this name, or None. Text that cannot be a name matches no user."""
    folded = fold_name(name) if isinstance(name, str) and is_text(name) else ""
    if not 0 < len(folded) <= LONGEST_FORM:
        return None
    return connection.execute(select(models.users).where(models.users.c.folded_name == folded)).first()


def check_password(row: Row[Any] | None, password: object) -> int:
    """Return the number of the user with this row and password. The error is the same whichever of the two is wrong.

    The check takes a tenth of a second and 64 MiB. It uses no database connection.
    """
    from argon2.exceptions import VerificationError

    stored = row.password_hash if row is not None and row.password_hash is not None else _nobody_s_hash()
    try:
        _hasher().verify(stored, _check_password(password))
    except (VerificationError, BadName):
        raise NotAllowed("Wrong name or password.") from None
    if row is None or row.password_hash is None:
        raise NotAllowed("Wrong name or password.")
    return int(row.id)


def make_operator(connection: Connection, name: str, at: int, by: int = THE_SERVER, reason: str = STARTED) -> User:
    """Give a registered user the operator role.

    `by` is an operator, or THE_SERVER for the person who runs the server.
    """
    head = head_of(connection, ROOM, lock=True)
    need_operator(connection, by)
    row = _registered(connection, name)
    if row.role != OPERATOR:
        connection.execute(update(models.users).where(models.users.c.id == row.id).values(role=OPERATOR))
        append(connection, ROOM, head, [_duty(GRANTED, row.id, by, reason)], at)
    return find(connection, row.id)


def withdraw_operator(connection: Connection, name: str, at: int, by: int, reason: str) -> User:
    """Take the operator role from a user. Only the person who runs the server can withdraw the last operator."""
    head = head_of(connection, ROOM, lock=True)
    need_operator(connection, by)
    row = _registered(connection, name)
    if row.role != OPERATOR:
        raise NotAllowed(f"{row.name} is not an operator.")
    operators = select(func.count()).select_from(models.users).where(models.users.c.role == OPERATOR)
    if by != THE_SERVER and connection.execute(operators).scalar_one() <= 1:
        raise NotAllowed(
            f"{row.name} is the last operator. Make another account an operator first, "
            f"or run `houseway accounts withdraw` on the server."
        )
    connection.execute(update(models.users).where(models.users.c.id == row.id).values(role=PLAYER))
    append(connection, ROOM, head, [_duty(WITHDRAWN, row.id, by, reason)], at)
    return find(connection, row.id)


def set_password(
    connection: Connection, user_id: int, password_hash: str, at: int, by: int, reason: str, *, before: str | None
) -> User:
    """Set a new password, unless the current one is no longer `before`. Every session of the old password ends.

    The session that changes it ends too, so the browser gets a new session.
    """
    head = head_of(connection, ROOM, lock=True)
    row = connection.execute(select(models.users).where(models.users.c.id == user_id)).one()
    if row.password_hash is None:
        raise NotAllowed("A guest has no password. Make an account to keep your chips.")
    if row.password_hash != before:
        raise NotAllowed("The password was changed a moment ago. Sign in with the new one.")
    connection.execute(update(models.users).where(models.users.c.id == user_id).values(password_hash=password_hash))
    draft = _duty(PASSWORD, user_id, by, reason)
    with_digest = {**draft.data, "password": password_digest(password_hash)}
    append(connection, ROOM, head, [Draft(PASSWORD, with_digest)], at)
    return find(connection, user_id)


def note_signed_out(connection: Connection, user_id: int, at: int, by: int, reason: str) -> None:
    """Note in the log that a user was signed out everywhere, and by whom."""
    head = head_of(connection, ROOM, lock=True)
    need_operator(connection, by)
    append(connection, ROOM, head, [_duty(SIGNED_OUT, user_id, by, reason)], at)


def end_sessions(connection: Connection, user_id: int) -> None:
    """Sign a user out everywhere."""
    connection.execute(delete(models.sessions).where(models.sessions.c.user_id == user_id))


def registered_people(connection: Connection, most: int | None = None) -> list[dict[str, Any]]:
    """Return the users who have a password: all operators, then the newest others, at most `most` of these."""
    users = models.users.c
    found = select(users.id, users.name, users.role).where(users.password_hash.is_not(None))
    operators = found.where(users.role == OPERATOR).order_by(users.id)
    others = found.where(users.role != OPERATOR).order_by(users.id.desc()).limit(most)
    rows = [*connection.execute(operators), *connection.execute(others)]
    return [{"id": row.id, "name": row.name, "role": row.role} for row in rows]


def need_operator(connection: Connection, by: int) -> None:
    """Refuse an action that only an operator, or the person who runs the server, may take."""
    if by != THE_SERVER and not find(connection, by).is_operator:
        raise NotAllowed("Only an operator can do this.")


def _registered(connection: Connection, name: str) -> Row[Any]:
    row = named(connection, name)
    if row is None or row.password_hash is None:
        raise UnknownName(f"No account with a password has the name {name!r}. An operator needs one.")
    return row


def _duty(kind: str, user_id: int, by: int, reason: str) -> Draft:
    return Draft(kind, {"user": user_id, "by": by, "reason": check_reason(reason)})


def rebuy(connection: Connection, user_id: int, at: int, on_tables: int = 0) -> User:
    """Issue play chips from the mint, up to the amount that a new user gets. Chips `on_tables` count toward it."""
    head = head_of(connection, ROOM, lock=True)
    user = find(connection, user_id)
    held = user.chips + on_tables
    if held >= STARTING_CHIPS:
        raise NotAllowed(
            f"You can buy chips again once you have less than {dollars(STARTING_CHIPS)}, including chips on tables."
        )
    chips = Transfer(MINT, user_account(user_id), STARTING_CHIPS - held, "play chips")
    append(connection, ROOM, head, [Draft("bought chips", {"user": user_id}, (chips,))], at)
    return find(connection, user_id)


def open_session(connection: Connection, user_id: int, at: int) -> str:
    """Open a session and return its secret. The database stores only the hash of the secret."""
    token = secrets.token_urlsafe(32)
    stored = connection.execute(select(models.users.c.password_hash).where(models.users.c.id == user_id)).first()
    if stored is None:
        raise UnknownName(f"Unknown user {user_id!r}.")
    row = {"token_hash": _token_hash(token), "user_id": user_id, "expires": at + SESSION_DAYS * _DAY}
    row["credential"] = credential_of(stored.password_hash)
    connection.execute(delete(models.sessions).where(models.sessions.c.expires <= at))
    connection.execute(insert(models.sessions), row)
    return token


def session_user(connection: Connection, token: str, at: int) -> User | None:
    """Return the user of a session, or None if the session is unknown or over.

    A session ends when the user's password differs from the one that opened it. Sessions and passwords are in two
    stores, so this avoids a write to both at once.
    """
    session = models.sessions.c
    found = select(session.user_id, session.credential)
    row = connection.execute(found.where(session.token_hash == _token_hash(token), session.expires > at)).first()
    if row is None:
        return None
    user = connection.execute(select(models.users).where(models.users.c.id == row.user_id)).first()
    if user is None or credential_of(user.password_hash) != row.credential:
        return None
    return _user(connection, user)


def sessions_over(connection: Connection, tokens: Iterable[str], at: int) -> set[str]:
    """Return the secrets among these whose sessions are over or never existed."""
    session, by_hash = models.sessions.c, {_token_hash(token): token for token in tokens}
    found = select(session.token_hash, session.credential, models.users.c.password_hash)
    joined = found.join_from(models.sessions, models.users, models.users.c.id == session.user_id)
    rows = connection.execute(joined.where(session.token_hash.in_(by_hash), session.expires > at))
    return set(by_hash.values()) - {by_hash[row[0]] for row in rows if credential_of(row[2]) == row[1]}


def close_session(connection: Connection, token: str) -> None:
    """Sign out."""
    connection.execute(delete(models.sessions).where(models.sessions.c.token_hash == _token_hash(token)))


def _token_hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


PURSES = 256
"""Number of locks for all users' chips. Two users seldom share a lock."""
Result = TypeVar("Result")


class People:
    """The room's services for users who are not at a table. The room defines the members declared here."""

    database: Database
    _quarantine: "Quarantine"
    _by_people: Quotas
    _purses: Sequence[AbstractContextManager[object]]
    """Held while a user's chips move to a table or are issued. A thread with another such lock never waits for it."""

    def _now(self) -> int:
        """Return the time that records carry."""
        raise NotImplementedError

    def _on_tables(self, connection: Connection, user_id: int) -> int:
        """Return a person's chips on tables, which count when chips are bought again."""
        raise NotImplementedError

    def _write_room(self, write: Callable[[Connection], Result]) -> Result:
        """Write to the room's log, if it has not failed verification."""
        self._quarantine.check(ROOM)
        return self.database.write(write)

    def register(self, name: str, password: str) -> User:
        """Register an account."""
        checked = check_name(name)
        check_free_to_take(checked)
        hashed = hash_password(password)
        return self._write_room(lambda connection: register(connection, checked, hashed, self._now()))

    def guest(self) -> User:
        """Register a guest: an account without a password that lasts as long as its session."""
        return self._write_room(lambda connection: register(connection, guest_name(), None, self._now()))

    def sign_in(self, name: str, password: str) -> User:
        """Return the user with this name and password."""
        with self.database.read() as connection:
            row = named(connection, name)
        return self.user(check_password(row, password))

    def user(self, user_id: int) -> User:
        """Return a user by number."""
        with self.database.read() as connection:
            return find(connection, user_id)

    def make_operator(self, name: str, by: int = THE_SERVER, reason: str = STARTED) -> User:
        """Give a registered user the operator role. Operators and the person who runs the server may do this."""
        return self._write_room(lambda connection: make_operator(connection, name, self._now(), by, reason))

    def withdraw_operator(self, name: str, by: int, reason: str) -> User:
        """Take the operator role from a user, with a reason."""
        return self._write_room(lambda connection: withdraw_operator(connection, name, self._now(), by, reason))

    def change_password(self, user_id: int, old: str, new: str) -> User:
        """Change the user's password, given the old one. All sessions opened with the old one end."""
        name = self.user(user_id).name
        with self.database.read() as connection:
            row = named(connection, name)
        if row is not None and row.password_hash is None:
            raise NotAllowed("A guest has no password. Make an account to keep your chips.")
        check_password(row, old)
        assert row is not None
        return self._set_password(row, new, user_id, OWN_CHANGE)

    def reset_password(self, name: str, new: str, reason: str) -> User:
        """Set a user's password. Only the person who runs the server may do this."""
        with self.database.read() as connection:
            row = named(connection, name)
        if row is None or row.password_hash is None:
            raise UnknownName(f"No account with a password has the name {name!r}.")
        return self._set_password(row, new, THE_SERVER, reason)

    def _set_password(self, row: Any, new: str, by: int, reason: str) -> User:
        hashed = hash_password(new)

        def write(connection: Connection) -> User:
            return set_password(connection, row.id, hashed, self._now(), by, reason, before=row.password_hash)

        user = self._write_room(write)
        self.database.write(lambda connection: end_sessions(connection, user.id))
        return user

    def sign_out_everywhere(self, name: str, by: int, reason: str) -> User:
        """End all sessions of a user, and note who did it and why."""
        with self.database.read() as connection:
            row = named(connection, name)
        if row is None:
            raise UnknownName(f"No account has the name {name!r}.")
        self._write_room(lambda connection: note_signed_out(connection, row.id, self._now(), by, reason))
        self.database.write(lambda connection: end_sessions(connection, row.id))
        return self.user(row.id)

    def registered(self, by: int) -> list[dict[str, Any]]:
        """Return the newest 200 users who have a password, with their roles. Only an operator can see them."""
        with self.database.read() as connection:
            need_operator(connection, by)
            return registered_people(connection, None if by == THE_SERVER else MOST_LISTED)

    def rebuy(self, user_id: int) -> User:
        """Issue play chips from the mint to a user who has few.

        A refused request counts too, because it reads all tables.
        """

        def write(connection: Connection) -> User:
            return rebuy(connection, user_id, self._now(), self._on_tables(connection, user_id))

        with self._purse(user_id):
            self._by_people.take(user_id, BOUGHT_CHIPS, "chips bought")
            return self._write_room(write)

    def _purse(self, user_id: int) -> AbstractContextManager[object]:
        """Hold the lock on a user's chips.

        Between the write of a bet and its arrival at the table, the chips have no visible owner.
        """
        return self._purses[user_id % PURSES]

    def open_session(self, user_id: int) -> str:
        """Sign a browser in, and return the secret for its cookie."""
        return self.database.write(lambda connection: open_session(connection, user_id, self._now()))

    def session_user(self, token: str) -> User | None:
        """Return the user of a browser's secret, or None."""
        with self.database.read() as connection:
            return session_user(connection, token, self._now())

    def sessions_over(self, tokens: Iterable[str]) -> set[str]:
        """Return the browser secrets among these that are signed out or expired."""
        with self.database.read() as connection:
            return sessions_over(connection, tokens, self._now())

    def close_session(self, token: str) -> None:
        """Sign a browser out."""
        self.database.write(lambda connection: close_session(connection, token))
