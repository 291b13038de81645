"""The house: it opens tables and seats people, sets limits, closes tables, keeps backups, sets the wall clock."""

import hashlib
import json
import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.room import Room, TableSpec
from houseway.room.accounts import make_operator, register
from simulation.browser import Browser, Habits
from simulation.promises import is_on

if TYPE_CHECKING:
    from simulation.world import World

GAMES = (
    "two-hand-holdem",
    "double-draw-poker",
    "five-card-holdout",
    "pick-2-poker",
    "fast-action-holdem",
    "fast-action-holdem-multi",
)
REQUESTS = ("limits", "limits", "void", "void", "show", "list", "close")
IRREGULARITIES = ("house-decision", "shuffler-fault", "card-found-on-floor")
WASHINGTON = "washington"
LARGEST_WALL_STEP = 7200.0


def csrf_of(token: str) -> str:
    """What a page sends with each request that changes something."""
    return hashlib.sha256(b"houseway/csrf/1:" + token.encode()).hexdigest()


class House:
    """Everyone who is not a player, and the furniture."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = world.chance.house
        self.tables: dict[int, str] = {}
        self.people: dict[int, str] = {}
        self._floor, self._operator = 0, ""

    def furnish(self, room: Room) -> None:
        """People with sessions, an operator, and tables with automatic players."""
        plan = self._world.chance.plan
        for _ in range(plan.randint(2, 6)):
            guest = room.guest()
            self.people[guest.id] = room.open_session(guest.id)
        now = int(self._world.clocks.wall() * 1000)
        floor = room.database.write(lambda connection: register(connection, "Floor", "no password", now))
        room.database.write(lambda connection: make_operator(connection, "Floor", now))
        self._floor, self._operator = floor.id, room.open_session(floor.id)
        for game in plan.sample(GAMES, plan.randint(2, 5)):
            spec = spec_for(game, plan)
            table_id = room.open_table(spec, by=floor.id if spec.jurisdiction == WASHINGTON else min(self.people))
            self.tables[table_id] = room.table(table_id).spec.game
            self._seat_people(table_id, room.table(table_id).spec)

    def _seat_people(self, table_id: int, spec: TableSpec) -> None:
        plan = self._world.chance.plan
        assert spec.seats is not None
        free = spec.seats - len(spec.bots)
        coming = plan.sample(sorted(self.people), min(len(self.people), free, plan.choice((1, 2, 2, 3, 4))))
        for user_id in coming:
            self._add_browser(user_id, table_id, plan)
            if plan.random() < 0.15:
                self._add_browser(user_id, table_id, plan)
        if plan.random() < 0.3:
            self._world.browsers.append(Browser(self._world, None, None, table_id, habits_for(plan)))

    def _add_browser(self, user_id: int, table_id: int, plan: random.Random) -> None:
        token = self.people[user_id]
        self._world.browsers.append(Browser(self._world, user_id, token, table_id, habits_for(plan)))

    # What the house does while people play.

    def every_second(self) -> None:
        """Now and then, something."""
        world = self._world
        if world.faults.on:
            if world.faults.strikes("wall_clock_set", self._chance):
                step = self._chance.uniform(-LARGEST_WALL_STEP, LARGEST_WALL_STEP)
                world.note(f"wall clock set by {step:.3f}")
                world.clocks.set_wall(step)
            if self._chance.random() < 0.03:
                self._ask_something()
            if world.faults.likelihood.restored and self._chance.random() < 0.1:
                world.disk.keep_image()
        world.agenda.after(1.0, self.every_second)

    def _ask_something(self) -> None:
        table_id = self._chance.choice(sorted(self.tables))
        path = f"/api/tables/{table_id}"
        match self._chance.choice(REQUESTS):
            case "limits":
                least, largest = self._chance.choice(((0, None), (100, 1000), (500, 5000), (0, 100)))
                self._ask(
                    "PUT", f"{path}/limits", {"least": least, "largest": largest, "reason": "the floor asks for it"}
                )
            case "show":
                self._ask("GET", path)
            case "list":
                self._ask("GET", "/api/tables")
            case "void":
                number = self._number_on(table_id)
                name = self._chance.choice(IRREGULARITIES)
                ruling = {"name": name, "reason": "a card lay on the floor", "number": number}
                self._ask("POST", f"{path}/irregularities", ruling)
            case "close":
                if self._chance.random() < 0.2 and len(self.tables) > 2:
                    self._ask("DELETE", path)

    def _number_on(self, table_id: int) -> int:
        """The number of the round that is on, or was the last."""
        chain = self._world.witness.chains[table_id]
        return next((seen.data["number"] for seen in reversed(chain) if seen.kind == "started"), 1)

    def _ask(self, method: str, path: str, content: dict[str, Any] | None = None) -> None:
        server = self._world.server
        if server is None or not server.is_serving:
            return

        def answered(status: int, text: str) -> None:
            self._world.note(f"{method} {path}: {status} {hashlib.sha256(text.encode()).hexdigest()}")
            content = json.loads(text)
            if status >= 500:
                self._world.errors.check_answer(content)
            if content.get("type") == "state" and self._world.server is server:
                self._world.tell(self._floor, content["table"]["id"], text)

        server.ask(method, path, self._operator, csrf_of(self._operator), content, answered)

    # The end.

    def let_everyone_finish(self) -> None:
        """From now on everyone answers and nobody bets; or nobody is there any more, and the clock plays."""
        everyone_goes = self._world.chance.plan.random() < 0.4
        for browser in self._world.browsers:
            browser.plays_on = False
            if everyone_goes:
                browser.is_done = True
                if browser.wire is not None:
                    browser.wire.cut()

    def all_at_rest(self) -> bool:
        """Whether no round is on and no bet waits, at any table, and the server serves."""
        server = self._world.server
        if server is None or not server.is_serving:
            return False
        return not any(is_on(self._world.witness.chains[table_id]) for table_id in self.tables)

    def everyone_is_answered(self) -> bool:
        """Whether every page that is still there has a connection over which the server answers."""
        there = [browser for browser in self._world.browsers if not browser.is_done]
        for browser in there:
            browser.is_called = True
        return all(browser.has_answered for browser in there)

    def who_waits(self) -> str:
        """The tables where a round is not over."""
        waiting = [table_id for table_id in self.tables if is_on(self._world.witness.chains[table_id])]
        if not waiting:
            return "the server does not start, or does not answer a page"
        ends = {table_id: self._world.witness.chains[table_id][-1].kind for table_id in waiting}
        return f"long after the last fault, at the tables {ends}"


def habits_for(plan: random.Random) -> Habits:
    """How one person plays."""
    return Habits(
        slowest=plan.choice((0.3, 1.5, 5.0)),
        sleepy=plan.choice((0.0, 0.01, 0.05)),
        restless=plan.choice((0.0, 0.02, 0.08)),
        wicked=plan.random() < 0.5,
    )


def spec_for(game: str, plan: random.Random) -> TableSpec:
    """A table with up to two automatic players; without limits, and opened by a guest, it plays for practice."""
    seats = plan.randint(2, 5)
    bots: Mapping[int, str] = dict.fromkeys(range(plan.randint(0, min(2, seats - 1))), "random")
    if game == "five-card-holdout" and not bots:
        bots = {0: "random"}
    where = WASHINGTON if plan.random() < 0.8 else "none"
    return TableSpec(game, seats=seats, bots=bots, jurisdiction=where)
