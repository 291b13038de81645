"""Past rounds: history, hands, proofs, logs and their verification, and reviews with the values of decisions."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from houseway.games.engine.action import Action
from houseway.room.history import hash_at
from houseway.room.log import LARGEST_RECORD, ROOM
from houseway.web.addresses import Source
from houseway.web.advisor import Coach, advice_text, felt_asked_about
from houseway.web.archive import VERIFICATION
from houseway.web.archive_process import Answer
from houseway.web.errors import NoAdvice
from houseway.web.player_vs_player import in_words
from houseway.web.rate_limits import Slots
from houseway.web.responses import Json
from houseway.web.routes.tables import LONGEST_WORD, MOST_ID, TableId
from houseway.web.server import AVisitor, PooledRoute, Server, Visitor, server_of

router = APIRouter(prefix="/api", tags=["archive"], route_class=PooledRoute)
RoundNumber = Annotated[int, Path(ge=1, le=MOST_ID)]
Limit = Annotated[int, Query(ge=1, le=200, description="Number of rounds, newest first.")]
OneTable = Annotated[int | None, Query(ge=1, le=MOST_ID, description="Only the room's log and this table's log.")]
Before = Annotated[int | None, Query(ge=1, le=MOST_ID, description="Only rounds before this one (for the next page).")]
After = Annotated[int, Query(ge=0, le=MOST_ID, description="Only records after this one (to continue an export).")]
FromRecord = Annotated[int | None, Query(ge=0, le=MOST_ID, description="Begin right after this earlier record.")]
ROUNDS_IN_A_PART = 20
CLIENT_GONE = 499


class Exported(StreamingResponse):
    """An export that is being sent, page by page. Few are sent at the same time, however slow the readers."""

    def __init__(self, pages: AsyncIterator[bytes], headers: dict[str, str], streams: Slots, source: Source) -> None:
        super().__init__(pages, headers=headers)
        self._streams, self._source = streams, source
        streams.enter(source)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all pages, until the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._source)


@router.get("/tables/{table_id}/history")
async def show_history(
    request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 20, before: Before = None
) -> Response:
    """Return the last finished rounds, newest first."""
    return await _rounds(request, visitor, "history", table_id, limit, before)


@router.get("/tables/{table_id}/hands.json")
async def hands_json(
    request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 200, before: Before = None
) -> Response:
    """Download the finished rounds as JSON."""
    return await _rounds(request, visitor, "hands", table_id, limit, before)


@router.get("/tables/{table_id}/hands.phh", response_class=PlainTextResponse)
async def hands_phh(
    request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 200, before: Before = None
) -> Response:
    """Download the finished hands of a player vs. player game in the Poker Hand History format (.phhs)."""
    return await _rounds(request, visitor, "phh", table_id, limit, before)


async def _rounds(
    request: Request, visitor: AVisitor, task: str, table_id: int, limit: int, before: int | None
) -> Response:
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": task, "table": table_id, "limit": limit, "before": before, "tag": _tag(request)}
    parts = -(-limit // ROUNDS_IN_A_PART)
    return await answered(
        request, server_of(request).archive.read(visitor.source, parts, **asked, **reader_of(request, visitor))
    )


@router.get("/tables/{table_id}/export", response_class=PlainTextResponse)
async def export_table(request: Request, visitor: AVisitor, table_id: TableId, after: After = 0) -> Response:
    """Download the table's log as JSON lines, for `houseway verify`. `after` resumes an interrupted download."""
    desk, source = server_of(request).archive, visitor.source
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "export", "table": table_id, "after": after, **reader_of(request, visitor)}
    first = await desk.read(source, 1, **asked, tag=_tag(request))
    if first.status != 200:
        return passed_on(first)
    return Exported(desk.pages(source, first, **asked), dict(first.headers), desk.streams, source)


@router.get("/rounds/{table_id}/{number}/proof")
async def show_proof(request: Request, visitor: AVisitor, table_id: TableId, number: RoundNumber) -> Response:
    """Return everything needed to derive the deck of a finished round again."""
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "proof", "table": table_id, "number": number, **reader_of(request, visitor)}
    return await answered(request, server_of(request).archive.read(visitor.source, 1, **asked))


@router.get("/rounds/{table_id}/{number}/records")
async def show_records(
    request: Request, visitor: AVisitor, table_id: TableId, number: RoundNumber, after: FromRecord = None
) -> Response:
    """Return the records of a finished round, from which anyone can verify it (docs/fairness.md)."""
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "records", "table": table_id, "number": number, "after": after, **reader_of(request, visitor)}
    return await answered(request, server_of(request).archive.read(visitor.source, 1, **asked))


@router.get("/tables/{table_id}/heads/{seq}")
async def show_head(request: Request, visitor: AVisitor, table_id: TableId, seq: RoundNumber) -> Response:
    """Return the hash of one record of the table's log: the log hash shown when it was the last record."""
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "hash", "table": table_id, "seq": seq, **reader_of(request, visitor)}
    return await answered(request, server_of(request).archive.read(visitor.source, 1, **asked))


@router.get("/checkpoint")
def show_checkpoint(request: Request, table: OneTable = None) -> Response:
    """Return a checkpoint: the length and latest hash of every log, signed by the room's key every few seconds."""
    notary = server_of(request).notary
    return Json((notary.checkpoint() if table is None else notary.receipt(table)).to_dict())


@router.get("/room/heads/{seq}")
def show_room_head(request: Request, seq: RoundNumber) -> Response:
    """Return the hash of one record of the room's log, which has accounts, chips issued and tables opened."""
    return Json({"seq": seq, "hash": hash_at(server_of(request).room.database, ROOM, seq)})


@router.get("/verify/{table_id}")
async def verify(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """Verify a table's log: the chain, the chips, every shuffle, and every round replayed."""
    asked = {"task": "verify", "table": table_id, "tag": _tag(request), **reader_of(request, visitor)}
    return await answered(request, server_of(request).archive.read(visitor.source, VERIFICATION, **asked))


@router.get("/ledger", tags=["operator"])
async def show_ledger(
    request: Request,
    visitor: AVisitor,
    account: Annotated[str | None, Query(pattern=r"^[a-z]{1,10}(:[0-9/]{1,24})?$")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """Return every account, the sum of all (zero) and the newest entries. Operators only."""
    visitor.operator()
    asked = {"task": "ledger", "account": account, "limit": limit}
    return await answered(request, server_of(request).archive.read(visitor.source, 1, **asked))


def reader_of(request: Request, visitor: Visitor) -> dict[str, object]:
    """Return the reader. A private table's archive is for its players and for holders of the invitation code."""
    user, word = visitor.user, request.query_params.get("invitation", "")[:LONGEST_WORD]
    is_operator = user is not None and user.is_operator
    return {"reader": {"user": None if user is None else user.id, "operator": is_operator, "word": word}}


def _tag(request: Request) -> str | None:
    return request.headers.get("if-none-match")


async def answered(request: Request, reading: Awaitable[Answer]) -> Response:
    """Return the answer, unless the client disconnects first. Then the work stops."""
    asked, gone = asyncio.ensure_future(reading), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((asked, gone), return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return passed_on(asked.result())
        return Response(status_code=CLIENT_GONE)
    finally:
        for task in (asked, gone):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def passed_on(answer: Answer) -> Response:
    """Return an answer of the archive in the form for the client."""
    return Response(answer.body, answer.status, {**answer.headers, "Cache-Control": "no-cache"})


review_router = APIRouter(prefix="/api", tags=["review"], route_class=PooledRoute)
MOST_LINES = 400
REPLAYED = 2
"""The cost of a replayed round, in parts of the archive."""
Seat = Annotated[
    int | None, Query(ge=0, le=99, description="Seat whose cards are shown. [default: a spectator's view]")
]
OpenCards = Annotated[bool, Query(description="Show the cards of every seat.")]
Seq = Annotated[int, Query(ge=1, le=MOST_ID, description="Record number of the decision.")]
Line = Annotated[str, Field(max_length=LARGEST_RECORD + 200)]


class PastRound(BaseModel):
    """Lines of an exported log: the record that opens the table, then one round from commitment to settlement."""

    model_config = ConfigDict(extra="forbid")
    lines: Annotated[list[Line], Field(min_length=3, max_length=MOST_LINES)]


@review_router.get("/rounds/{table_id}/{number}/review")
async def review_round(
    request: Request,
    visitor: AVisitor,
    table_id: TableId,
    number: RoundNumber,
    seat: Seat = None,
    open_cards: OpenCards = False,
) -> Response:
    """Return a finished round step by step."""
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "review", "table": table_id, "number": number, "seat": seat, "open_cards": open_cards}
    asked |= reader_of(request, visitor)
    return await answered(request, server_of(request).archive.read(visitor.source, REPLAYED, **asked))


@review_router.get("/rounds/{table_id}/{number}/value")
async def value_in_round(
    request: Request, visitor: AVisitor, table_id: TableId, number: RoundNumber, seq: Seq
) -> Response:
    """Return the value of each option of a decision, and the cost of the decision."""
    server_of(request).room.check_not_quarantined(table_id)
    asked = {"task": "question", "table": table_id, "number": number, "seq": seq, **reader_of(request, visitor)}
    return await _valued(server_of(request), visitor, asked)


@review_router.post("/review")
async def review_lines(
    request: Request, visitor: AVisitor, past: PastRound, seat: Seat = None, open_cards: OpenCards = False
) -> Response:
    """Return a round of an exported log step by step."""
    asked = {"task": "review", "lines": past.lines, "seat": seat, "open_cards": open_cards}
    return await answered(request, server_of(request).archive.read(visitor.source, REPLAYED, **asked))


@review_router.post("/review/value")
async def value_in_lines(request: Request, visitor: AVisitor, past: PastRound, seq: Seq) -> Response:
    """Return the value of each option of a decision in such a round."""
    asked = {"task": "question", "lines": past.lines, "seq": seq}
    return await _valued(server_of(request), visitor, asked)


async def _valued(server: Server, visitor: Visitor, asked: dict[str, Any]) -> Response:
    server.calculations.take(visitor.source)
    found: Answer = await server.archive.read(visitor.source, REPLAYED, **asked)
    if found.status != 200:
        return passed_on(found)
    plain = json.loads(found.body)
    question, action = plain["question"], Action.from_dict(plain["action"])
    with server.questions.held(visitor.source):
        advice = await server.advisor.advise(question)
    if "options" not in advice:
        raise NoAdvice(in_words(advice))
    felt = felt_asked_about(question)
    try:
        judgment = Coach().judge(question, advice, action, 0, felt, plain["cents"])
    except NoAdvice:
        judgment = None
    return Json({**advice_text(advice, felt), "judgment": judgment})
