"""People who play at a server that is about to be killed: over WebSockets and HTTP, each with a cookie of their own."""

import asyncio
import json
import random
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from told import Findings, Told, acknowledged
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from houseway.room.fairness import promise

COOKIE = "houseway_session"
WAGERS: dict[str, dict[str, int]] = {
    "two-hand-holdem": {"ante_1": 500, "ante_2": 500},
    "double-draw-poker": {"ante": 500, "bonus": 500},
    "pick-2-poker": {"ante": 500, "three_five": 500},
    "five-card-holdout": {},
    "fast-action-holdem": {"ante": 500, "bonus": 500},
    "fast-action-holdem-multi": {"ante": 500, "bonus": 500},
}
BUY_IN, FEW = 20_000, 30_000
SEATS, BOT, PEOPLE = 4, 1, (0, 2, 3)
WHIM = 0.03
"""How often, in one state of a hundred, a person does something else than play: sits out, leaves, bets anew."""
MOST_TRIES = 3
LONGEST_PAUSE = 0.1
"""Seconds between two things that the operator does."""
REASON = "kills"
"""Of everything that an operator does."""
LONGEST_THOUGHT = 0.1
"""Seconds before an answer: tables stand still for a moment, as tables do, and some kills come in such a moment."""
GONE = (OSError, httpx.HTTPError, WebSocketException, EOFError)
"""What a client sees of a server that is killed."""


class Refused(Exception):
    """A request that the server answered with a refusal."""


@dataclass
class Person:
    """A session, with what one may do over HTTP by it."""

    address: str
    cookie: str = ""
    csrf: str = ""
    user_id: int = 0
    contributions: dict[str, str] = field(default_factory=dict)
    """What was promised and is to be revealed, also to a server that was started since."""

    async def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A request; its answer."""
        headers = {"X-CSRF-Token": self.csrf, "Cookie": f"{COOKIE}={self.cookie}"}
        base = f"http://{self.address}"
        async with httpx.AsyncClient(base_url=base, timeout=20, headers=headers, verify=False) as client:
            response = await client.request(method, f"/api{path}", json=body)
            self.cookie = response.cookies.get(COOKIE, self.cookie)
        answer: dict[str, Any] = response.json()
        if response.is_error:
            raise Refused(answer.get("code", str(response.status_code)))
        return answer

    async def arrive(self, name: str | None = None, password: str = "") -> None:
        """Make an account, or come as a guest."""
        self.csrf = (await self.ask("GET", "/me"))["csrf"]
        way = ("/session", {"guest": True}) if name is None else ("/accounts", {"name": name, "password": password})
        who = await self.ask("POST", *way)
        self.csrf, self.user_id = who["csrf"], who["user"]["id"]


class Player:
    """One person at one table, for the life of one server."""

    def __init__(self, person: Person, table_id: int, told: Told, findings: Findings, generator: random.Random) -> None:
        self._person, self._table_id, self._told = person, table_id, told
        self._findings, self._generator = findings, generator
        self._answered: list[tuple[int, str]] = []
        self._calm = asyncio.Event()

    async def play(self, heard: asyncio.Semaphore, calm: asyncio.Event) -> None:
        """Until the server is gone; whatever it had sent before is still read. In a calm nobody does anything more."""
        self._calm = calm
        url = f"ws://{self._person.address}/api/tables/{self._table_id}/ws"
        cookie = {"Cookie": f"{COOKIE}={self._person.cookie}"}
        with suppress(*GONE):
            async with connect(
                url, additional_headers=cookie, compression=None, open_timeout=None, close_timeout=0.1
            ) as link:
                state: dict[str, Any] | None = None
                async for text in link:
                    message = json.loads(text)
                    if message["type"] == "error":
                        self._findings.refuse(message["code"])
                    else:
                        self._hear(message, is_first=state is None)
                        state = message
                        heard.release()
                    if state is not None:
                        with suppress(*GONE):  # what was received already is still to be read
                            await self._answer(link, state)

    def _hear(self, state: Mapping[str, Any], *, is_first: bool) -> None:
        if is_first:
            self._told.first_after_a_kill(self._person.user_id, state)
        self._told.state(self._person.user_id, state)

    async def _answer(self, link: ClientConnection, state: Mapping[str, Any]) -> None:
        """Once for each thing to do at each state, and where that was refused a few times more."""
        message = self._choose(state)
        if message is None or self._calm.is_set():
            return
        answer = (state["seq"], message["type"])
        if self._answered.count(answer) < MOST_TRIES:
            self._answered = [*self._answered[-10:], answer]
            await asyncio.sleep(self._generator.uniform(0, LONGEST_THOUGHT))
            if not self._calm.is_set():
                await link.send(json.dumps(message))

    def _choose(self, state: Mapping[str, Any]) -> dict[str, Any] | None:
        seat = state["you"]["seat"]
        if seat is None:
            free = [place["seat"] for place in state["seats"] if place["kind"] == "empty"]
            return {"type": "sit", "seat": self._generator.choice(free)} if free else None
        own = state["seats"][seat]
        if own["reveals"]:
            return self._reveal(state, seat)
        if state["legal_actions"]:
            return self._act(state)
        if self._generator.random() < WHIM:
            return self._whim(own)
        if state["phase"] in ("betting", "result") and (not own["ready"] or self._generator.random() < WHIM):
            return self._bet(state, seat)
        return None

    def _whim(self, own: Mapping[str, Any]) -> dict[str, Any]:
        if self._generator.random() < 0.3:
            return {"type": "leave"}
        return {"type": "sit_out", "value": not own["sitting_out"]}

    def _act(self, state: Mapping[str, Any]) -> dict[str, Any]:
        affordable = [action for action in state["legal_actions"] if action["affordable"]] or state["legal_actions"]
        chosen = self._generator.choice(affordable)
        action = {name: chosen[name] for name in ("kind", "cards", "amount", "option")}
        return {"type": "act", "action": action, "move": state["move"]}

    def _bet(self, state: Mapping[str, Any], seat: int) -> dict[str, Any]:
        if state["you"]["chips"] < FEW and (state["seq"], "rebuy") not in self._answered:
            return {"type": "rebuy"}
        game, coming = state["table"]["game"], state["next"]
        wagers = WAGERS[game]
        if game == "five-card-holdout" and state["seats"][seat]["chips"] < BUY_IN // 2:
            wagers = {"stack": BUY_IN}
        contribution = self._generator.randbytes(32).hex()
        promised = promise(coming["commitment"], self._table_id, coming["number"], seat, contribution)
        self._person.contributions[promised] = contribution
        keys = self._generator.sample(sorted(wagers), len(wagers))
        ordered = {key: wagers[key] for key in keys}
        return {"type": "bet", "wagers": ordered, "promise": promised, "number": coming["number"]}

    def _reveal(self, state: Mapping[str, Any], seat: int) -> dict[str, Any]:
        promised = state["round"]["promises"][str(seat)]
        return {"type": "reveal", "contribution": self._person.contributions[promised]}


class Floor:
    """What an operator and the people do beside playing: limits, voided rounds, tables opened and closed, chips."""

    def __init__(
        self, operator: Person, games: Collection[int], told: Told, findings: Findings, generator: random.Random
    ) -> None:
        self._operator, self._games, self._told = operator, games, told
        self._findings, self._generator = findings, generator

    async def walk(self, tables: list[int], people: list[Person]) -> None:
        """One thing after another, until the server is gone."""
        things = (
            self._limit,
            self._void,
            self._open,
            self._close_what_was_opened,
            self._buy,
            self._change_role,
            self._be_refused,
        )
        with suppress(*GONE):
            while True:
                await asyncio.sleep(self._generator.uniform(0, LONGEST_PAUSE))
                table_id, person = self._generator.choice(tables), self._generator.choice(people)
                try:
                    await self._generator.choice(things)(table_id, person)
                except Refused as refusal:
                    self._findings.refuse(str(refusal))

    async def _limit(self, table_id: int, person: Person) -> None:
        limits = {"least": self._generator.choice((0, 100, 500)), "largest": self._generator.choice((None, 2500))}
        limits["reason"] = REASON
        self._note("limits", await self._operator.ask("PUT", f"/tables/{table_id}/limits", limits))

    async def _void(self, table_id: int, person: Person) -> None:
        found = await self._operator.ask("GET", f"/tables/{table_id}/irregularities")
        if found["irregularities"]:
            name = self._generator.choice(found["irregularities"])["name"]
            ruling = {"name": name, "reason": REASON, "number": found["number"]}
            self._note("void", await self._operator.ask("POST", f"/tables/{table_id}/irregularities", ruling))

    async def _open(self, table_id: int, person: Person) -> None:
        game = self._generator.choice(sorted(WAGERS))
        self._note("open", await person.ask("POST", "/tables", {"game": game}), person)

    async def _close_what_was_opened(self, table_id: int, person: Person) -> None:
        found = await self._operator.ask("GET", "/tables")
        for table in found["tables"]:
            if table["id"] not in self._games:
                self._note("close", await self._operator.ask("DELETE", f"/tables/{table['id']}?reason={REASON}"))

    async def _change_role(self, table_id: int, person: Person) -> None:
        """The second operator's role is given and withdrawn, again and again."""
        found = (await self._operator.ask("GET", "/people"))["people"]
        other = next(each for each in found if each["id"] != self._operator.user_id)
        role = "player" if other["role"] == "operator" else "operator"
        path = f"/people/{other['id']}/role"
        self._note("role", await self._operator.ask("PUT", path, {"role": role, "reason": REASON}))

    async def _be_refused(self, table_id: int, person: Person) -> None:
        """What must be refused, by whom and for which reason: anything else is wrong."""
        limits = {"least": 0, "largest": None, "reason": REASON}
        path, own = f"/tables/{table_id}/limits", f"/people/{self._operator.user_id}/role"
        cases: tuple[tuple[Person, str, dict[str, Any], str], ...] = (
            (self._operator, path, {"least": 0, "largest": None}, "malformed"),
            (person, path, limits, "forbidden"),
            (person, own, {"role": "player", "reason": REASON}, "forbidden"),
        )
        for who, where, body, expected in cases:
            try:
                await who.ask("PUT", where, body)
            except Refused as refusal:
                if str(refusal) != expected:
                    raise
                self._findings.count(self._findings.rightly, expected)
            else:
                self._findings.wrong.append(f"PUT {where} was accepted; expected {expected}")

    async def _buy(self, table_id: int, person: Person) -> None:
        self._note("rebuy", await person.ask("POST", "/me/rebuy"))

    def _note(self, what: str, answer: dict[str, Any], person: Person | None = None) -> None:
        acknowledged(self._findings, self._told, what, answer)
        if "seq" in answer:
            self._told.state((person or self._operator).user_id, answer)
