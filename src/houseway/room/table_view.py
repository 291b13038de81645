"""A table as people see it: what each may know, who is there, the lobby's line, the rounds that are over."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from sqlalchemy import select

from houseway.errors import NotAllowed
from houseway.games.telling.styles import introductions
from houseway.games.telling.words import named
from houseway.room import meters, models
from houseway.room.book import balances
from houseway.room.database import Database
from houseway.room.history import Archive
from houseway.room.invitation import invites
from houseway.room.ledger import user_account
from houseway.room.log import Head
from houseway.room.presence import Presence
from houseway.room.snapshot import Viewer, facts_of_game, general_phase, has_own_view, snapshot, you
from houseway.room.spec import TableInfo, TableSpec
from houseway.room.state import TableState
from houseway.room.stored import StoredTable

Shared = tuple[Callable[[], dict[str, Any]], dict[int | None, dict[str, Any]]]
"""What some viewers see alike, to be made once, and the part of it that is each one's own."""


class TableView:
    """What can be read of a table. `lock` is held while several things are read that must fit together."""

    def __init__(self, database: Database, stored: StoredTable, lock: AbstractContextManager[object]) -> None:
        self.id = stored.state.id
        self.opened = stored.opened
        self.is_set_aside = False
        """Whether the log was found not to hold: then nothing is written any more."""
        self._database, self._lock = database, lock
        self._state, self._head, self._secret = stored.state, stored.head, stored.secret
        self.presence = Presence()
        """Who has a browser at the table, in this process."""
        self._game_facts = facts_of_game(self._state)
        self._listed: tuple[TableState, TableInfo] | None = None

    @property
    def state(self) -> TableState:
        """The table now: for programs of the house, since it holds the hidden cards."""
        return self._state

    @property
    def head(self) -> Head:
        """The end of the log."""
        return self._head

    @property
    def spec(self) -> TableSpec:
        """How the table was opened."""
        return self._state.spec

    def connect(self, user_id: int, value: bool = True) -> bool:
        """Note that a browser of a person has come or gone. Whether others see it: of who sits, the first or last."""
        return self.presence.note(user_id, value) and self._state.seat_of(user_id) is not None

    def _connected(self) -> frozenset[int]:
        """Who has a browser at the table, wherever."""
        return self.presence.people()

    def _shown_time(self) -> tuple[float | None, bool]:
        """Seconds that are left to whoever is hurried, and whether they are those of a time bank."""
        return None, False

    def snapshot(self, user_id: int | None = None) -> dict[str, Any]:
        """All that a person (None: a spectator) may see now, ready for JSON."""
        ((make, yours),) = self.snapshots([user_id])
        return {**make(), "you": yours[user_id]}

    def snapshots(self, user_ids: Iterable[int | None]) -> list[Shared]:
        """Return what several people see, once for all who see the same: how to make it, and the `you` of each.

        Everyone who has no seat, and no hand in the round that is shown, sees what a spectator sees.
        """
        viewers = dict.fromkeys(user_ids)
        with self._lock:
            state, head = self._state, self._head
            people = [sitter.user_id for sitter in state.seats if sitter and sitter.user_id is not None]
            wanted = {*viewers, *people} - {None}
            with self._database.read() as connection:
                chips = balances(connection, [user_account(person) for person in wanted if person is not None])
                shown = {meter_id: meters.shown(connection, meter_id) for meter_id in state.spec.meters.values()}
            time_left, on_bank = self._shown_time()
            connected = self._connected()
        groups: dict[int | None, list[int | None]] = {}
        for user_id in viewers:
            groups.setdefault(user_id if has_own_view(state, user_id) else None, []).append(user_id)
        made: list[Shared] = []
        for seen_by, group in groups.items():
            viewer = Viewer(seen_by, chips, connected, time_left, on_bank, shown)
            yours = {user_id: you(state, replace(viewer, user_id=user_id)) for user_id in group}
            made.append((partial(snapshot, state, head, viewer, self._game_facts), yours))
        return made

    def is_short(self, user_id: int) -> bool:
        """Whether a person whose turn it is lacks the chips for something that the rules allow."""
        with self._lock:
            seat, playing = self._state.seat_of(user_id), self._state.round
            if seat is None or playing is None or playing.actor != seat:
                return False
            if self._state.between_players or self._state.practice:
                return False
            account = user_account(user_id)
            with self._database.read() as connection:
                chips = balances(connection, [account]).get(account, 0)
            return any(price > chips for _, price in playing.prices)

    @property
    def info(self) -> TableInfo:
        """The table as the lobby lists it: the same object until something of it changes."""
        state, connected = self._state, self._connected()
        known = self._listed
        if known is not None and known[0] is state and known[1].present == connected:
            return known[1]
        made = self._info(state, connected)
        info = known[1] if known is not None and known[1] == made else made
        self._listed = state, info
        return info

    def _info(self, state: TableState, connected: frozenset[int]) -> TableInfo:
        phase = general_phase(state)
        game = state.game
        free = [place for place, seat in enumerate(state.seats) if seat is None]
        sitting = [state.at(place) for place in state.people]
        return TableInfo(
            self.id,
            game.slug,
            game.title,
            self._label,
            seats=len(state.seats),
            free=len(free),
            people=len(sitting),
            phase=phase,
            opened=self.opened.at,
            names=tuple(seat.name for seat in sitting),
            automatic=self._introductions,
            free_seat=free[0] if free else None,
            usual=self._is_usual,
            private=bool(state.spec.invitation),
            practice=state.practice,
            by=self.opened.by,
            sitters=frozenset(seat.user_id for seat in sitting if seat.user_id is not None),
            present=connected,
        )

    @cached_property
    def _label(self) -> str:
        return named(self._state.game)

    @cached_property
    def _introductions(self) -> tuple[str, ...]:
        return tuple(introductions(self._state.game, self._state.spec.bots))

    @cached_property
    def _is_usual(self) -> bool:
        spec = self._state.spec
        return spec.paytable is None and not spec.options and not self._state.game.modifications()

    def lets_in(self, user_id: int | None, word: str = "") -> bool:
        """Whether somebody may look at the table and sit down: at a private one its people, and who has the word."""
        kept = self._state.spec.invitation
        if not kept or user_id == self.opened.by or self._state.seat_of(user_id) is not None:
            return True
        return invites(word, kept)

    @property
    def archive(self) -> Archive:
        """The rounds that are over: history, proofs, export."""
        return Archive(self._database, self.id, self._state.spec, self._state.game)

    def history(self, limit: int = 20) -> list[dict[str, Any]]:
        """The last rounds, newest first."""
        return self.archive.history(limit)

    def proof(self, number: int) -> dict[str, Any]:
        """All by which the deck of a finished round is derived again."""
        return self.archive.proof(number)

    def export(self) -> str:
        """The log as JSON lines, up to the round that is on."""
        return self.archive.export()

    def _name(self, user_id: int) -> str:
        return str(self._user_row(user_id).name)

    def _need_operator(self, user_id: int) -> None:
        if self._user_row(user_id).role != "operator":
            raise NotAllowed("Only an operator can do this.")

    def _user_row(self, user_id: int) -> Any:
        with self._database.read() as connection:
            row = connection.execute(select(models.users).where(models.users.c.id == user_id)).first()
        if row is None:
            raise NotAllowed(f"Unknown user {user_id!r}.")
        return row
