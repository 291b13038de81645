"""Deliberate bugs: with each of them in the room, the simulation must find a violation within a few seeds."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

from sqlalchemy.exc import SQLAlchemyError

from houseway.cards.seed import Seed
from houseway.errors import StaleMove
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HOUSE_DECISION, VOID
from houseway.games.engine.view import Pile
from houseway.room import opening, steps, table_view, transfers
from houseway.room.clocks import Clocks, Stopwatch
from houseway.room.database import Database
from houseway.room.log import Head
from houseway.room.replay import Work
from houseway.room.table import LiveTable
from simulation.chance import Likelihood

CALM = Likelihood(preempted=0.0)
Replaced = tuple[Any, str, Any]


@dataclass(frozen=True)
class Mutation:
    """A bug, the kinds of violation that it may be found by, and a mixture of faults in which it shows."""

    name: str
    make: Callable[[], Replaced | list[Replaced]]
    found_as: tuple[str, ...]
    likelihood: Likelihood = CALM

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """The room with this bug."""
        made = self.make()
        with ExitStack() as patched:
            for owner, name, value in made if isinstance(made, list) else [made]:
                patched.enter_context(patch.object(owner, name, value))
            yield


def _a_seat_voids() -> Replaced:
    right = steps.acted

    def acted(state: Any, move: int, action: Action, by: str, bank: int) -> Any:
        if action.kind != VOID or state.round is None or move != state.moves:
            return right(state, move, action, by, bank)
        after = replace(state.round, state=state.round.state.void(HOUSE_DECISION.name))
        data = {
            "number": state.number,
            "move": move,
            "seat": state.round.actor,
            "by": by,
            "bank": bank,
            "action": action.to_dict(),
            "events": after.events_after(len(state.round.state.events), state.protocol),
        }
        return steps.step(replace(state, round=after, moves=move + 1), "acted", data)

    return steps, "acted", acted


def _bets_in_the_clients_order() -> list[Replaced]:
    """With what makes live play replay taken out as well: it mends a single mistake of this kind."""

    def take(self: Work, step: steps.Step) -> None:
        self.state, draft = step
        self.drafts.append(draft)

    return [(Bet, "in_order", lambda self, names: self), (Work, "take", take)]


def _told_before_it_is_written() -> Replaced:
    right = LiveTable._write

    def write(self: Any, work: Work) -> bool:
        before = self._state, self._head
        if work.drafts:
            self._state, self._head = work.state, Head(self._head.length + len(work.drafts), "0" * 64)
            self._services.announce(self.id, self._head.length)
            self._state, self._head = before
        return right(self, work)

    return LiveTable, "_write", write


def _a_failed_write_is_called_done() -> Replaced:
    right = Database.write

    def write(self: Any, work: Callable[[Any], Any]) -> Any:
        results: list[Any] = []

        def keep(connection: Any) -> Any:
            results.append(work(connection))
            return results[-1]

        try:
            return right(self, keep)
        except SQLAlchemyError:
            if results:
                return results[-1]
            raise

    return Database, "write", write


def _a_message_that_comes_twice_counts_twice() -> Replaced:
    right = steps.acted

    def acted(state: Any, move: int, action: Action, by: str, bank: int) -> Any:
        try:
            return right(state, move, action, by, bank)
        except StaleMove:
            return right(state, state.moves, action, by, bank)

    return steps, "acted", acted


def _anyone_acts_for_the_actor() -> Replaced:
    right = LiveTable.act

    def act(self: Any, user_id: int, action: Action, move: int) -> None:
        state = self.state
        actor = None if state.round is None else state.round.actor
        right(self, user_id if actor is None else state.at(actor).user_id, action, move)

    return LiveTable, "act", act


def _hidden_cards_are_shown() -> Replaced:
    return Pile, "seen_from", lambda self, seat: self


def _chips_are_paid_twice() -> Replaced:
    right = transfers.payout_transfers

    def payout(state: Any, over: Any, *given: Any) -> Any:
        paid = right(state, over, *given)
        return (*paid, *[transfer for transfer in paid if transfer.source.startswith("house")])

    return steps, "payout_transfers", payout


def _deadlines_by_the_wall_clock() -> Replaced:
    def by_wall(self: Any, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self.wall = wall
        self.stopwatch = Stopwatch(monotonic)
        self.stopwatch._read = lambda moment: wall()

    return Clocks, "__init__", by_wall


def _the_same_seed_again() -> Replaced:
    return Seed, "fresh", classmethod(lambda cls: Seed.of(7))


def _a_restart_keeps_the_open_seed() -> Replaced:
    return opening, "take_over", lambda connection, stored, at, restored, draw: stored


def _contributions_are_shown_as_they_come() -> Replaced:
    right = table_view._round_facts

    def facts(state: Any, shown: Any, head: Head) -> dict[str, Any]:
        found = right(state, shown, head)
        if shown is None:
            found["contributions"] = {str(seat): placed.contribution for seat, placed in state.bets.items()}
        return found

    return table_view, "_round_facts", facts


def _who_withholds_is_waited_for() -> Replaced:
    return LiveTable, "_go_on_without", lambda self, work, silent: None


def _the_clock_never_plays() -> Replaced:
    return LiveTable, "tick", lambda self: False


def _an_unknown_outcome_is_not_looked_up() -> Replaced:
    def forget(self: Any) -> None:
        self._stale = False

    return LiveTable, "_reload", forget


WICKED = replace(CALM, wicked=0.9)
KILLS = replace(CALM, kill_at_statement=0.01, preempted=0.2)
MUTATIONS = (
    Mutation("a seat voids a round", _a_seat_voids, ("deed",), WICKED),
    Mutation("bets in the client's order", _bets_in_the_clients_order, ("replay", "verify", "error")),
    Mutation("told before it is written", _told_before_it_is_written, ("promise",), KILLS),
    Mutation(
        "a failed write is called done",
        _a_failed_write_is_called_done,
        ("promise", "error", "log", "waits"),
        replace(CALM, error_before=0.02),
    ),
    Mutation(
        "a message that comes twice counts twice",
        _a_message_that_comes_twice_counts_twice,
        ("deed",),
        replace(WICKED, doubled=0.9),
    ),
    Mutation("anyone acts for the actor", _anyone_acts_for_the_actor, ("deed",), WICKED),
    Mutation("hidden cards are shown", _hidden_cards_are_shown, ("secret",)),
    Mutation("chips are paid twice", _chips_are_paid_twice, ("chips",)),
    Mutation(
        "deadlines by the wall clock",
        _deadlines_by_the_wall_clock,
        ("time", "waits"),
        replace(CALM, wall_clock_set=0.5),
    ),
    Mutation("the same seed again", _the_same_seed_again, ("seed", "secret")),
    Mutation("a restart keeps the open seed", _a_restart_keeps_the_open_seed, ("seed",), KILLS),
    Mutation("contributions are shown as they come", _contributions_are_shown_as_they_come, ("secret",)),
    Mutation("who withholds is waited for", _who_withholds_is_waited_for, ("waits",), replace(CALM, lost=0.2)),
    Mutation("the clock never plays", _the_clock_never_plays, ("waits",)),
    Mutation(
        "an unknown outcome is not looked up",
        _an_unknown_outcome_is_not_looked_up,
        ("error", "waits", "promise", "log", "replay"),
        replace(CALM, error_after_commit=0.1),
    ),
)
