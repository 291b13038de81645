"""A live table. Each action becomes records, written in one transaction, before any player sees it."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import RLock

from sqlalchemy import Connection, update
from sqlalchemy.exc import IntegrityError

from houseway.errors import (
    BrokenLog,
    DatabaseBusy,
    LeaseLost,
    MeterMoved,
    NotAllowed,
    NotEnoughChips,
    StaleMove,
    TableSetAside,
)
from houseway.games.engine.action import Action
from houseway.games.engine.meter import Meter
from houseway.games.strategies.base import Strategy
from houseway.room import accounts, duties, meters, models, steps
from houseway.room.bankroll import accounts_at_stake, check_covered
from houseway.room.clocks import Clock, Clocks
from houseway.room.database import Database
from houseway.room.fairness import commitment
from houseway.room.leases import check_lease
from houseway.room.log import ROOM, Draft, Link
from houseway.room.meters import MeterLocks
from houseway.room.opening import StoredTable, load
from houseway.room.quarantine import WORDS, FoundBroken, is_unreadable
from houseway.room.replay import Work
from houseway.room.settings import LIMITS, REPLACED_BET, SEAT, SIT_OUT, WITHHELD, RoomSettings
from houseway.room.spec import HouseLimits, Players
from houseway.room.state import BOT, TableState
from houseway.room.steps import BOT_ACTS, CLOCK_ACTS, PERSON_ACTS
from houseway.room.store import append, balances, head_of
from houseway.room.table_view import Presence, TableView


@dataclass(frozen=True)
class TableServices:
    """The room's services for its tables. Callbacks that name no lock are called while none is held."""

    clocks: Clocks
    players: Players
    """Makes the computer players."""
    meter_locks: MeterLocks
    """Taken after the table's lock to change a table that has meters."""
    purse: Callable[[int], AbstractContextManager[object]]
    """The lock on a person's chips: held while they put some on the table, and taken before the table's lock."""
    allow: Callable[[int, int, int, str], None]
    """Refuses a change that costs no chips if the person makes too many: (table, user, cost, what)."""
    check_room_log: Callable[[], None]
    """Refuses a ruling if the room's log, which must note it, failed verification."""
    announce: Callable[[int, int], None]
    """Called after a change: (table, length of its log)."""
    written: Callable[[Sequence[Draft]], None]
    """Called with the records that were written, under the table's lock."""
    lost: Callable[["LiveTable"], None]
    """Called when another process is found to hold the table."""
    broken: Callable[[int, Exception], None]
    """Called when the table's log fails verification: (table, error)."""
    meters_changed: Callable[[Iterable[int], int], None]
    """Called after a change of meters: (meters, the table that changed them)."""
    people_elsewhere: Callable[[int], frozenset[int]]
    """The people who have the table open in other processes."""
    is_watched_elsewhere: Callable[[int], bool]
    """Whether anyone, spectators included, has the table open in another process."""


class LiveTable(TableView):
    """A table that people play at. Every method may be called from any thread. Each change is one transaction."""

    def __init__(
        self,
        database: Database,
        settings: RoomSettings,
        stored: StoredTable,
        services: TableServices,
        presence: Presence | None = None,
    ) -> None:
        super().__init__(database, stored, RLock(), presence)
        self._settings, self._services, self._clocks = settings, services, services.clocks
        self._stale = False
        self._epoch = stored.epoch
        self.is_lost = False
        """Whether another process holds the table now. Then nothing more is written here."""
        self._strategies: dict[int, Strategy] = {}
        self._clock = Clock(settings, self._state, self._clocks.stopwatch(), stored.time_left)

    # Player actions.

    def sit(self, user_id: int, seat: int) -> None:
        """Take an empty seat."""
        with self._change() as work:
            name = self._name(user_id)
            bank = int(self._settings.time_bank * 1000) if work.state.between_players else 0
            work.take(steps.sat, seat, user_id, name, bank)
            self._services.allow(self.id, user_id, SEAT, "changes of seats")

    def leave(self, user_id: int) -> None:
        """Give up the seat, at once or after the round that it plays."""
        with self._change() as work:
            seat = work.state.own_seat(user_id)
            if work.state.at(seat).leaving:
                return
            closed_bet = bool(work.state.promises) and seat in work.state.bets
            in_round = closed_bet or (work.state.round is not None and seat in work.state.round.seats)
            work.take(steps.leaving if in_round else steps.left, seat)

    def sit_out(self, user_id: int, value: bool = True) -> None:
        """Keep the seat and sit out, or come back."""
        with self._change() as work:
            seat = work.state.own_seat(user_id)
            if work.state.at(seat).sitting_out != bool(value):
                work.take(steps.sitting_out, seat, bool(value))
                if value:
                    self._services.allow(self.id, user_id, SIT_OUT, "changes of seats")

    def bet(self, user_id: int, wagers: Mapping[str, int], promise: str = "", number: int | None = None) -> None:
        """Bet on the next round, or bring chips and be ready. Bets are closed when everyone at the table has bet.

        `promise` is `fairness.promise` of 32 random bytes, to be revealed after the bets close. Without a promise,
        nothing is added to the shuffle. A promise fits one round only. If `number` names that round, a late bet is
        refused.
        """
        with self._services.purse(user_id), self._change() as work:
            seat = work.state.own_seat(user_id)
            if number is not None and number != work.state.number:
                raise StaleMove(f"Round {work.state.number} is open for bets; got a bet on round {number!r}.")
            earlier = work.state.bets.get(seat)
            if earlier is None or steps.bet(work.state, seat, wagers, promise)[0].bets[seat] != earlier:
                work.take(steps.bet, seat, wagers, promise)
                self._check_covered(work.state)
                if earlier is not None:
                    self._services.allow(self.id, user_id, REPLACED_BET, "bets replaced")
            if earlier is None and work.state.retired is not None and seat in work.state.retired.withheld:
                self._services.allow(self.id, user_id, WITHHELD, "promises not kept")

    def reveal(self, user_id: int, contribution: str) -> None:
        """Reveal the promised player seed.

        The round starts when everyone has. Repeating the same reveal is not an error.
        """
        with self._change() as work:
            seat = work.state.own_seat(user_id)
            placed = work.state.bets.get(seat)
            if not placed or not placed.contribution or placed.contribution != contribution:
                work.take(steps.revealed, seat, contribution)

    def act(self, user_id: int, action: Action, move: int) -> None:
        """Answer the decision with this number."""
        with self._services.purse(user_id), self._change() as work:
            seat = work.state.own_seat(user_id)
            playing = work.state.round
            if playing is not None and playing.actor != seat:
                raise NotAllowed("It is not your turn.")
            bank = self._clock.bank_left(work.state.at(seat).bank, self._clocks.stopwatch())
            work.act(move, action, PERSON_ACTS, bank)
            self._clock.silent.discard(seat)

    def declare(self, user_id: int, name: str, reason: str, number: int | None = None) -> None:
        """Void the round in progress, which must be round `number` if given. Only an operator can, with a reason."""
        with self._change() as work:
            self._rule(work, user_id)
            if number is not None and number != work.state.number:
                raise StaleMove(f"Round {work.state.number} is in progress; got a ruling on round {number!r}.")
            work.take(steps.voided, name, reason, user_id)

    def set_limits(self, user_id: int, least: int, largest: int | None, reason: str = "") -> None:
        """Set the house's limits on each opening wager. Only an operator can. The log stores the reason."""
        with self._change() as work:
            self._rule(work, user_id)
            limits = HouseLimits(least, largest)
            if steps.limited(work.state, limits, user_id, reason)[0].limits != work.state.limits:
                work.take(steps.limited, limits, user_id, reason)
                if work.state.bets:
                    self._check_covered(work.state)
                self._services.allow(self.id, user_id, LIMITS, "changes of limits")

    def close(self, user_id: int, reason: str = "") -> None:
        """Close the table between rounds. Only an operator can, or the person who opened it if they are alone there.

        The log stores the reason.
        """
        with self._change() as work:
            others = {work.state.at(seat).user_id for seat in work.state.people} - {user_id}
            if others or user_id != self.opened.by:
                self._rule(work, user_id)
            work.take(steps.closed, user_id, reason)

    def _rule(self, work: Work, user_id: int) -> None:
        """Mark the change as an operator's ruling, by an operator who does not play here. The room's log notes it."""
        self._need_operator(user_id)
        duties.check_apart(work.state, user_id)
        self._services.check_room_log()
        work.ruled_by = user_id

    def close_deserted(self) -> None:
        """Close a table that everyone has abandoned, unless a round is in progress. Chips are returned."""
        with self._change() as work:
            if work.state.round is None and not self.presence.people() and not self.is_watched_elsewhere:
                work.take(steps.closed, None, "")

    @property
    def is_watched_elsewhere(self) -> bool:
        """Return whether anyone, spectators included, has the table open in another process."""
        return self._services.is_watched_elsewhere(self.id)

    # Actions by the clock.

    def tick(self) -> bool:
        """Do the due work: computer players' moves, closed bets, expired decisions. Return whether there was any.

        If the outcome of the last write is unknown, only find it out and show it.
        """
        now = self._clocks.stopwatch()
        with self._lock:
            if (
                self._state.closed
                or self.is_quarantined
                or self.is_lost
                or not (self._stale or self._clock.is_due(now))
            ):
                return False
            before, state = self._head, self._state
        choice = self._bot_choice(state)
        try:
            with self._change() as work:
                if work.state is state:
                    self._do_what_is_due(work, self._clocks.stopwatch(), choice)
        except BaseException:
            with self._lock:
                self._clock.due_again(self._clocks.stopwatch())
            raise
        return self._head != before

    def _bot_choice(self, state: TableState) -> Action | None:
        """Return the decision of the computer player whose turn it is, made without holding the table's lock."""
        seat = None if state.round is None else state.round.actor
        return None if seat is None or state.at(seat).kind != BOT else self._chosen(state, seat)

    def _do_what_is_due(self, work: Work, now: float, choice: Action | None) -> None:
        state = work.state
        if not self._clock.is_due(now):
            return
        if self._clock.is_idle(now):
            if state.round is None:
                work.take(steps.closed, None, "")
        elif state.promises:
            self._go_on_without(work, state.unrevealed)
        elif state.round is None:
            for seat in state.awaited:
                work.take(steps.sitting_out, seat, True)
        elif (actor := state.round.actor) is not None:
            if choice is not None:
                work.act(state.moves, choice, BOT_ACTS, 0)
            elif not self._clock.use_bank(actor, state.at(actor).bank, now):
                self._clock.silent.add(actor)
                work.act(state.moves, state.round.default_action, CLOCK_ACTS, 0)
                if state.between_players and not state.at(actor).sitting_out:
                    work.take(steps.sitting_out, actor, True)

    def _go_on_without(self, work: Work, silent: tuple[int, ...]) -> None:
        """Continue after the time to reveal is up.

        One seat that withholds is left out, but several cancel the round. Several seats that withhold could choose
        among too many decks.
        """
        for seat in silent:
            work.take(steps.withheld, seat, work.state.number + 1 + steps.ROUNDS_OUT)
        if len(silent) == 1 and work.state.can_start:
            work.remove_leaving(silent)
        else:
            work.retire(steps.TOO_FEW if len(silent) == 1 else steps.SEVERAL_WITHHELD)

    # How a change continues, and is written.

    @contextmanager
    def _change(self) -> Iterator[Work]:
        """Apply a change. Listeners are notified of a reload's findings even if the change itself does nothing."""
        news, meters_changed = False, False
        try:
            with self._lock, self._services.meter_locks.held(self._state.spec.meters.values()):
                if self.is_quarantined:
                    raise TableSetAside(WORDS)
                if self.is_lost:
                    raise LeaseLost(f"Table {self.id} moved to another process.")
                if self._stale:
                    self._reload()
                    news = True
                if self._state.closed:
                    raise NotAllowed("This table is closed.")
                work = Work(self._state, self._secret, self._meters_now, self._database.seeds.draw)
                yield work
                self._go_on(work)
                written = self._write(work)
                meters_changed = bool(work.meters_after)
                self._clock.follow(self._state, self._clocks.stopwatch(), touched=written)
                news = self._clock.take_extension() or written or news
        except FoundBroken as found:
            self.is_quarantined = True
            self._services.broken(self.id, found.error)
            raise TableSetAside(WORDS) from found.error
        except LeaseLost:
            self.is_lost = True
            self._services.lost(self)
            raise
        finally:
            if news and not self.is_quarantined and not self.is_lost:
                self._services.announce(self.id, self._head.length)
            if meters_changed:
                self._services.meters_changed(self.spec.meters.values(), self.id)

    def _meters_now(self) -> dict[str, Meter]:
        """Return the table's meters from the database. They do not change while their locks are held."""
        with self._database.read() as connection:
            return {name: meters.now(connection, meter_id) for name, meter_id in self.spec.meters.items()}

    def _go_on(self, work: Work) -> None:
        """Take all steps that follow without a player's decision."""
        while not work.state.closed:
            state = work.state
            if state.round is None:
                if not state.can_start or state.awaited or state.unrevealed:
                    return
                promised = any(placed.promise for placed in state.bets.values())
                closing = promised and not state.promises
                if closing:
                    work.take(steps.no_more_bets)
                else:
                    work.start()
                continue
            seat = state.round.actor
            if seat is None:
                work.finish_round()
            elif state.at(seat).kind == BOT and not self._settings.bot_delay:
                work.act(state.moves, self._chosen(state, seat), BOT_ACTS, 0)
            elif state.at(seat).leaving:
                work.act(state.moves, state.round.default_action, CLOCK_ACTS, 0)
            else:
                return

    def _check_covered(self, state: TableState) -> None:
        with self._database.read() as connection:
            held = balances(connection, accounts_at_stake(state))
        check_covered(state, held, self._settings.bankroll)

    def _chosen(self, state: TableState, seat: int) -> Action:
        assert state.round is not None
        if seat not in self._strategies:
            seed = secrets.randbits(64)
            self._strategies[seat] = self._services.players(state.game, state.at(seat).strategy, seed)
        return self._strategies[seat].choose(state.round.state.view(state.round.place_of(seat)))

    def _write(self, work: Work) -> bool:
        if not work.drafts:
            return False
        at = self._clocks.date()

        def write(connection: Connection) -> list[Link]:
            room = None
            if work.ruled_by is not None:
                room = head_of(connection, ROOM, lock=True)
                accounts.need_operator(connection, work.ruled_by)  # the role may be withdrawn since the request
            if work.state.closed:
                connection.execute(update(models.chains).where(models.chains.c.id == self.id).values(open=False))
            for name, after in work.meters_after.items():
                meters.advance(connection, self.spec.meters[name], after)
            links = append(connection, self.id, self._head, work.drafts, at, self._epoch)
            if room is not None and work.ruled_by is not None:
                duties.note(connection, room, links, work.ruled_by, at)
            return links

        try:
            links = self._database.write(write)
        except (NotAllowed, NotEnoughChips, MeterMoved, LeaseLost, DatabaseBusy):
            raise
        except (BrokenLog, IntegrityError) as error:
            raise FoundBroken(error) from error
        except BaseException:
            self._stale = True
            raise
        if self._secret is not None and work.secret != self._secret:
            self._database.seeds.forget(commitment(self._secret))
        self._state, self._secret = work.state, work.secret
        self._head = links[-1].head
        self._services.written(work.drafts)
        return True

    def _reload(self) -> None:
        """Reload the table from the database after a write whose outcome is unknown.

        A decision that no player has seen yet gets its full time from now. One that was shown keeps the time that was
        left, minus the part of the reload in which the table could already have been read. So causing failed writes
        gains no time.
        """
        try:
            with self._database.read() as connection:
                if self._epoch is not None:
                    check_lease(connection, self.id, self._epoch)
                stored = load(connection, self.id)
                if stored.secret is None and not stored.state.closed:
                    raise BrokenLog("the seed of its round was lost while the table was open")
        except LeaseLost:
            raise
        except BaseException as error:
            self._clock.hold(self._clocks.stopwatch())
            if isinstance(error, Exception) and is_unreadable(error):
                raise FoundBroken(error) from error
            raise
        self._state, self._head, self._secret = stored.state, stored.head, stored.secret
        self._stale = False
        now = self._clocks.stopwatch()
        self._clock.go_on(now)
        self._clock.follow(self._state, now, touched=True)

    def hand_over(self, give: Callable[[int, float | None], None], *, in_a_round: bool = False) -> bool:
        """Between two changes, `give` the epoch and the remaining seconds to another process, and write no more.

        With `in_a_round`, do so only if a round is in progress, which continues unchanged. An open commitment would be
        retired, and the used time of a time bank would be given back. Return whether it was given.
        """
        with self._lock:
            if self.is_lost or self.is_quarantined or self._epoch is None:
                return False
            if in_a_round and (self._state.round is None or self._clock.on_bank):
                return False
            give(self._epoch, self._clock.time_left(self._clocks.stopwatch()))
            self.is_lost = True
            return True

    def up_to_date(self) -> "LiveTable":
        """Return the table itself, because no other process writes it."""
        return self

    # Deadlines and the lease.

    @property
    def epoch(self) -> int | None:
        """Return the epoch of the lease by which the table is written, or None if one process has all tables."""
        return self._epoch

    @property
    def deadline(self) -> float | None:
        """Return the reading of the room's stopwatch at the next deadline, or None once the table is lost."""
        return None if self.is_lost else self._clock.deadline

    @property
    def time_left(self) -> float | None:
        """Return the seconds until the deadline, if there is no outage in between."""
        return self._clock.time_left(self._clocks.stopwatch())

    @property
    def is_stale(self) -> bool:
        """Return whether the outcome of the last write is unknown."""
        return self._stale

    def _connected(self) -> frozenset[int]:
        return super()._connected() | self._services.people_elsewhere(self.id)

    def _shown_time(self) -> tuple[float | None, bool]:
        return self._clock.shown_time_left(self._clocks.stopwatch()), self._clock.on_bank
