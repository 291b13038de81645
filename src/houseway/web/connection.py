"""One WebSocket at a table. The person's messages are checked and carried out, and the permitted view is sent."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.layout import Felt
from houseway.games.telling.verdict import BLUNDER
from houseway.room import LiveTable
from houseway.room.replica import Table
from houseway.room.state import TableState
from houseway.web import schemas
from houseway.web.advisor import Coach, advice_text, verdict_of
from houseway.web.errors import BadMessage, BeingPrepared, Busy, NoAdvice, TooFast, TooLarge, plain_error
from houseway.web.hub import Feed
from houseway.web.player_vs_player import can_be_judged, in_words
from houseway.web.rate_limits import Buckets
from houseway.web.responses import write_json
from houseway.web.server import Server, Visitor
from houseway.web.situations import Question, question_of, unit_cents
from houseway.web.thread_pools import Kind

MOST_UNSENT = 64
MOST_STRIKES = 20
MOST_ASIDES = 2
LONGEST_GOODBYE = 5.0
"""Seconds that a client may take to receive the end of the connection."""
LONGEST_PAUSE = 5.0
"""Seconds between two checks whether a game is prepared."""
LONGEST_WARNING = 3.0
"""Seconds that a decision waits for its value if its person wants a warning before a blunder."""
POLICY_VIOLATION, MESSAGE_TOO_BIG = 1008, 1009
COUNTING = "Calculating the value of this decision."
FAILED = {
    "type": "error",
    "code": "failed",
    "message": "The server failed to do this. Tell the operator.",
}
Result = TypeVar("Result")
_MESSAGE: TypeAdapter[schemas.Message] = TypeAdapter(schemas.ClientMessage)
log = logging.getLogger(__name__)


class Connection:
    """A person, or a spectator, at a table.

    Messages are carried out one after another. Only the newest of several waiting states is sent.
    """

    def __init__(self, websocket: WebSocket, visitor: Visitor, feed: Feed, server: Server) -> None:
        self.visitor = visitor
        self.user_id = None if visitor.user is None else visitor.user.id
        self.token = visitor.token
        self._websocket, self._feed, self._server = websocket, feed, server
        self._rate = Buckets(server.settings.messages)
        self._strikes = 0
        self._unsent: deque[str] = deque()
        self._state: str | None = None
        self._parting = ""
        self._wake, self._overrun = asyncio.Event(), asyncio.Event()
        self._coach: Coach | None = Coach() if server.settings.coach else None
        self._asides: set[asyncio.Task[None]] = set()

    async def arrive(self) -> None:
        """Subscribe to the table's state, now and after every change. The others at the table see the arrival."""
        self._feed = self._server.hub.current(self._feed)
        self._feed.watchers[self] = None
        await self._server.hub.on_arrival(lambda: self._note_presence(True))

    def depart(self) -> None:
        """Unsubscribe. This does not wait, because the connection may be ending with the server."""
        self._feed.watchers.pop(self, None)
        self._server.hub.on_departure(lambda: self._note_presence(False))

    def _note_presence(self, is_here: bool) -> None:
        if self.user_id is not None and self._feed.table.connect(self.user_id, is_here):
            self._feed.notify_soon()
            self._server.room.presence_changed(self._feed.table.id)
        if is_here:
            self._feed.notify_newcomer(self)

    # Outgoing messages.

    def show(self, state: str) -> None:
        """Send a snapshot, unless a newer one replaces it first."""
        self._state = state
        self._wake.set()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message. A client that does not read loses the connection."""
        if len(self._unsent) >= MOST_UNSENT:
            self._overrun.set()
            return
        self._unsent.append(write_json(message))
        self._wake.set()

    def part(self, message: dict[str, str]) -> None:
        """Send a last message, and end the connection."""
        self._parting = message["message"]
        self.send(message)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent or self._state is not None:
                text = self._unsent.popleft() if self._unsent else self._state
                if text is self._state:
                    self._state = None
                assert text is not None
                try:
                    await self._websocket.send_text(text)
                except (WebSocketDisconnect, RuntimeError, OSError):
                    return
            if self._parting:
                return

    # Incoming messages.

    async def run(self) -> None:
        """Process messages until the client disconnects or exceeds a limit."""
        parts = [asyncio.create_task(part) for part in (self._write(), self._read(), self._overrun.wait())]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.close(), LONGEST_GOODBYE)
        finally:
            for task in (*parts, *self._asides):
                task.cancel()

    async def close(self, code: int = POLICY_VIOLATION) -> None:
        """End the connection from this side."""
        states = self._websocket.application_state, self._websocket.client_state
        if states == (WebSocketState.CONNECTED, WebSocketState.CONNECTED):
            await self._websocket.close(code, self._parting)

    async def _read(self) -> None:
        try:
            while self._strikes < MOST_STRIKES:
                received = await self._websocket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                await self._take(received.get("text"))
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _take(self, text: str | None) -> None:
        try:
            self._check_rate()
            await self._wait_for_turn()
            message = self._parse(text)
            with self._server.measures.messages.taken():
                await self._carry_out(message)
        except (BadMessage, TooFast, TooLarge) as error:
            self._strikes += 1
            self.send({"type": "error", **plain_error(error)})
        except HousewayError as error:
            self.send({"type": "error", **plain_error(error)})
        except Exception:
            log.exception("table %s: a message could not be carried out", self._feed.table.id)
            self.send(FAILED)

    def _check_rate(self) -> None:
        self._rate.take("messages", "messages")

    async def _wait_for_turn(self) -> None:
        """Delay messages from many connections of one network.

        They are not refused, because others may share the network.
        """
        while True:
            try:
                self._server.messages.take(self.visitor.source)
            except (TooFast, Busy) as error:
                await asyncio.sleep(error.seconds)
            else:
                return

    def _parse(self, text: str | None) -> schemas.Message:
        if text is None:
            raise BadMessage("The message is not JSON text. Send a JSON object.")
        if len(text) > self._server.settings.largest_message:
            raise TooLarge(f"This message is too large. Limit: {self._server.settings.largest_message // 1024} KiB.")
        try:
            return _MESSAGE.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise BadMessage(f"{where or 'message'}: {first['msg']}") from None

    async def _carry_out(self, message: schemas.Message) -> None:
        match message:
            case schemas.Ping():
                self.send({"type": "pong"})
            case schemas.Say():
                self._server.phrases.say(self._server.hub, self._feed, self.visitor.signed_in().id, message.phrase)
            case schemas.Coach():
                self._coach = Coach() if message.value and self._server.settings.coach else None
            case schemas.AskAdvice():
                self._in_background(self._advise)
            case schemas.Sit():
                await self._do(lambda table, user_id: table.sit(user_id, message.seat))
            case schemas.Leave():
                await self._do(lambda table, user_id: table.leave(user_id))
            case schemas.SitOut():
                await self._do(lambda table, user_id: table.sit_out(user_id, message.value))
            case schemas.PlaceBet():
                placed = (message.wagers, message.promise, message.number)
                await self._do(lambda table, user_id: table.bet(user_id, *placed))
            case schemas.Reveal():
                await self._do(lambda table, user_id: table.reveal(user_id, message.contribution))
            case schemas.Rebuy():
                await self._server.hub.in_thread(self._rebuy)
            case schemas.Act():
                await self._act(Action.from_dict(message.action.model_dump()), message.move, message.warn)

    async def _do(self, change: Callable[[Table, int], Result]) -> Result:
        """Do something at the table, here or through the process that holds it."""
        user_id, table = self.visitor.signed_in().id, self._feed.table
        return await self._server.hub.in_thread(
            lambda: self._server.room.do(table.id, lambda now: change(now, user_id)),
            far=not isinstance(table, LiveTable),
        )

    def _rebuy(self) -> None:
        self._server.room.rebuy(self.visitor.signed_in().id)
        self._feed.notify()

    async def _act(self, action: Action, move: int, warn: bool) -> None:
        """Take a decision and judge it, unless the person lacked the chips for another choice.

        A person who wants warnings is warned of a blunder before it is made, and asked again.
        """
        wanted = (warn or self._coach is not None) and self._server.settings.coach
        asked = self._feed.table.state
        question = self._question(move) if wanted else None
        short = question is not None and await self._do(lambda table, user_id: table.is_short(user_id))
        if warn and question is not None and not short:
            warning = await self._warning(question, action, self._unit_of(asked))
            if warning:
                self.send({"type": "warning", "move": move, "action": action.to_dict(), "message": warning})
                return
        await self._do(lambda table, user_id: table.act(user_id, action, move))
        coach = self._coach
        if coach is not None and question is not None and not short and len(self._asides) < MOST_ASIDES:
            self._in_background(lambda: self._judge(coach, question, action, move, asked))

    # Advice.

    def _question(self, move: int) -> Question | None:
        """Return the situation that a decision answers, or None if no value is known or the move is another one.

        In a player vs. player game, the choice of cards has an estimated value, and so does a solved heads-up river.
        Any other bet has none, because it depends on the opponents' answers.
        """
        table = self._feed.table.state
        seat = table.seat_of(self.user_id)
        if seat is None or table.moves != move:
            return None
        try:
            question = question_of(table, seat)
        except NoAdvice:
            return None
        return None if table.between_players and not can_be_judged(question) else question

    def _in_background(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run something that may take a second without blocking the connection. Only a few run at a time."""
        if len(self._asides) >= MOST_ASIDES:
            raise TooFast("Wait for the last advice before you ask again.", 1.0)
        task: asyncio.Task[None] = asyncio.create_task(self._guarded(work))
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except HousewayError as error:
            self.send({"type": "error", **plain_error(error)})
        except Exception:
            log.exception("table %s: no advice", self._feed.table.id)
            self.send(FAILED)

    async def _advise(self) -> None:
        user_id = self.visitor.signed_in().id
        table = self._feed.table.state
        seat = table.own_seat(user_id)
        question = question_of(table, seat)
        self._server.calculations.take(self.visitor.source)
        with self._server.table_questions.held(self.visitor.source):
            advice = await self._server.advisor.advise(question, at_table=True)
        if "options" not in advice:
            raise NoAdvice(in_words(advice))
        self.send({"type": "advice", "move": table.moves, **advice_text(advice, self._felt)})

    async def _judge(self, coach: Coach, question: Question, action: Action, move: int, asked: TableState) -> None:
        """Send the verdict on a decision.

        A mistake is saved for the trainer, if its value is exact and it can be written.
        """
        self.send({"type": "judging", "move": move, "message": COUNTING})
        try:
            advice = await self._values(question, move)
            self.send(coach.judge(question, advice, action, move, self._felt, self._unit_of(asked)))
        except HousewayError as error:
            self.send({"type": "judging", "move": move, "message": ""})
            if isinstance(error, NoAdvice | TooFast):
                return
            raise
        if self.user_id is None or asked.moves != move or asked.between_players:
            return
        try:
            noted = (self.user_id, asked, question, advice, action, self._felt)
            await self._server.pools[Kind.PLAY].run(self._server.trainer.note, *noted)
        except Exception:
            log.exception("table %s: a mistake could not be kept for the trainer", self._feed.table.id)

    async def _values(self, question: Question, move: int) -> dict[str, Any]:
        """Return the values of a decision that was taken. Wait for them while the game is being prepared."""
        while True:
            try:
                return await self._server.advisor.advise(question, at_table=True)
            except BeingPrepared as error:
                self.send({"type": "judging", "move": move, "message": f"{error} The verdict comes when it is ready."})
                await asyncio.sleep(min(error.seconds, LONGEST_PAUSE))

    def _unit_of(self, asked: TableState) -> int:
        """Return the unit of this person's option values, in cents."""
        seat = asked.seat_of(self.user_id)
        return 0 if seat is None else unit_cents(asked, seat)

    async def _warning(self, question: Question, action: Action, cents: int) -> str:
        """Return the warning before a blunder.

        It is empty if the decision is not a blunder, or no answer comes in time.
        """
        try:
            advice = await asyncio.wait_for(self._server.advisor.advise(question, at_table=True), LONGEST_WARNING)
            verdict = verdict_of(question, advice, action, self._felt, cents)
        except (NoAdvice, TooFast, BeingPrepared, TimeoutError):
            return ""
        return verdict.comparison if verdict.grade == BLUNDER else ""

    @property
    def _felt(self) -> Felt:
        return self._feed.table.state.game.felt()
