"""People who play at tables over WebSockets, as the pages do, and what they measure."""

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from load import BETS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from houseway.room.fairness import promise

WORDS = 40
"""Letters of an answer's sentence that are told."""
AGAIN = ("failed", "outcome_unknown", "held_elsewhere", "lease_lost", "stale_move", "not_allowed", "illegal_action")
"""Answers after which a player looks at the table and goes on from what it shows."""


@dataclass
class Figures:
    """What all players measured."""

    latencies: list[float] = field(default_factory=list)
    bets: int = 0
    rounds: int = 0
    came_back: int = 0
    breaks: list[float] = field(default_factory=list)
    """Seconds from the end of a connection until the table was shown again."""
    sent_again: int = 0
    seated_again: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    shown: dict[int, int] = field(default_factory=dict)

    def begin(self) -> None:
        """Count from now on: everyone is there."""
        self.latencies.clear()
        self.bets = self.rounds = 0

    def percentile(self, share: float, times: list[float] | None = None) -> float | None:
        """In milliseconds; of the latencies, unless other times are given."""
        ordered = sorted(self.latencies if times is None else times)
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None


@dataclass
class Player:
    """One person: what to do next follows from the state that is shown, whatever happened before."""

    game: str
    table_id: int
    cookie: str
    generator: random.Random
    figures: Figures
    state: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    began: float | None = None
    """When the decision that is to be answered was first sent."""
    sent: int | None = None

    async def play(self, address: str, pause: float, until: float, wait: float = 0.0) -> None:
        """Until the time is over, over as many connections as it takes."""
        await asyncio.sleep(wait)
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table_id}/ws"
        lost: float | None = None
        while time.monotonic() < until:
            try:
                async with connect(url, additional_headers={"Cookie": self.cookie}, compression=None) as link:
                    self.state = await self._next(link, lambda state: True)
                    if lost is not None:
                        self.figures.breaks.append(time.perf_counter() - lost)
                        lost = None
                    while time.monotonic() < until:
                        await self._turn(link)
                        if self.began is None:
                            await asyncio.sleep(self.generator.uniform(0.5, 1.5) * pause)
            except (WebSocketException, OSError, TimeoutError):
                self.figures.came_back += 1
                lost = time.perf_counter() if lost is None else lost
                await asyncio.sleep(self.generator.uniform(0.05, 0.15))

    async def _turn(self, link: ClientConnection) -> None:
        state, figures = self.state, self.figures
        if state["legal_actions"]:
            move = state["move"]
            figures.sent_again += move == self.sent
            if move != self.sent or self.began is None:
                self.began, self.sent = time.perf_counter(), move
            action = self.generator.choice([each for each in state["legal_actions"] if each["affordable"]])
            chosen = {name: action[name] for name in ("kind", "cards", "amount", "option")}
            await self._do(link, {"type": "act", "action": chosen, "move": move})
        elif state["phase"] == "revealing":
            promised = state["round"]["promises"].get(str(state["you"]["seat"]))
            revealed = self.secrets.get(promised, secrets.token_hex(32))
            await self._do(link, {"type": "reveal", "contribution": revealed})
        elif state["you"]["seat"] is None:
            await self._do(link, {"type": "sit", "seat": 0})
        elif state["you"]["chips"] < 10_000:
            await link.send('{"type":"rebuy"}')
            await self._bet(link)
        elif state["phase"] == "playing":
            self.state = await self._next(link, lambda new: True)
        else:
            await self._bet(link)
        if self.began is not None and (self.state["move"] != self.sent or self.state["phase"] == "result"):
            figures.latencies.append(time.perf_counter() - self.began)
            figures.rounds += self.state["phase"] == "result"
            self.began = None

    async def _bet(self, link: ClientConnection) -> None:
        coming, contribution = self.state["next"], secrets.token_hex(32)
        promised = promise(coming["commitment"], self.table_id, coming["number"], 0, contribution)
        self.secrets[promised] = contribution
        self.figures.bets += 1
        placed = {"type": "bet", "wagers": BETS[self.game], "promise": promised, "number": coming["number"]}
        await self._do(link, placed)

    async def _do(self, link: ClientConnection, message: dict[str, Any]) -> None:
        """Send it; the first state after it, or after a refusal the state as it is."""
        seq = self.state["seq"]
        await link.send(json.dumps(message))
        self.state = await self._next(link, lambda state: state["seq"] > seq)

    async def _next(self, link: ClientConnection, wanted: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(link.recv(), 30))
            if message["type"] == "state":
                figures = self.figures
                figures.shown[self.table_id] = max(message["seq"], figures.shown.get(self.table_id, 0))
                if wanted(message):
                    return message
                self.state = message
            elif message["type"] == "error":
                self.figures.answers[f"{message['code']}: {message['message'][:WORDS]}"] += 1
                if message["code"] not in AGAIN:
                    raise OSError(message["message"])
                await self._settle(link)
                return self.state

    async def _settle(self, link: ClientConnection) -> None:
        """After a refusal: whatever was sent before is answered before the answer to a ping."""
        await link.send('{"type":"ping"}')
        while (message := json.loads(await asyncio.wait_for(link.recv(), 30)))["type"] != "pong":
            if message["type"] == "state":
                self.state = message
