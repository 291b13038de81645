"""The tables: the lobby's list, one table's snapshot, history and proofs, and the WebSocket on which it is played."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from houseway.errors import HousewayError, TableSetAside
from houseway.room import LiveTable, TableSpec
from houseway.web.addresses import source_in
from houseway.web.connection import POLICY_VIOLATION, Connection
from houseway.web.errors import NotFound, TooFast
from houseway.web.hands import hands_as_phh
from houseway.web.offers import offered_game
from houseway.web.plain import Json
from houseway.web.schemas import NewTable
from houseway.web.server import Server, server_of
from houseway.web.visitors import AVisitor, check_origin, identify

router = APIRouter(prefix="/api", tags=["tables"])
MOST_ID = 2**31 - 1
TableId = Annotated[int, Path(ge=1, le=MOST_ID)]
RoundNumber = Annotated[int, Path(ge=1, le=MOST_ID)]
Limit = Annotated[int, Query(ge=1, le=200, description="How many rounds, the newest first.")]


@router.get("/tables")
def list_tables(request: Request, visitor: AVisitor) -> Response:
    """The open tables."""
    return Json({"tables": [asdict(table) for table in server_of(request).room.tables()]})


@router.post("/tables", status_code=201)
async def open_table(request: Request, visitor: AVisitor, asked: NewTable) -> Response:
    """Open a table; the answer is its first snapshot."""
    server, user = server_of(request), visitor.signed_in()
    server.tables.take(visitor.source)
    table_id = await run_in_threadpool(_open, server, asked, user.id)
    feed = await server.hub.feed(table_id)
    return Json(await run_in_threadpool(feed.table.snapshot, user.id), 201)


def _open(server: Server, asked: NewTable, user_id: int) -> int:
    if len(server.room.tables()) >= server.settings.most_tables:
        raise TooFast("the room is full: no more tables can be opened now", 60.0)
    offered_game(asked.game, asked.readings, asked.paytable, jurisdiction=asked.jurisdiction, on=asked.on)
    return server.room.open_table(TableSpec.from_dict(asked.model_dump(mode="json")), by=user_id)


def _table(request: Request, table_id: int) -> LiveTable:
    return server_of(request).room.table(table_id)


@router.get("/tables/{table_id}")
def show_table(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """What this visitor may see of a table now: the same as the WebSocket sends."""
    return Json(_table(request, table_id).snapshot(None if visitor.user is None else visitor.user.id))


@router.delete("/tables/{table_id}")
def close_table(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """Close a table between rounds: an operator, or whoever opened it and is alone there."""
    user, table = visitor.signed_in(), _table(request, table_id)
    table.close(user.id)
    return Json(table.snapshot(user.id))


@router.get("/tables/{table_id}/history")
def show_history(request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 20) -> Response:
    """The last rounds that are over, newest first."""
    return Json({"rounds": _table(request, table_id).history(limit)})


@router.get("/tables/{table_id}/export", response_class=PlainTextResponse)
def export_table(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """The table's log as JSON lines, for `houseway verify`."""
    text = _table(request, table_id).export()
    return _download(text, f"table-{table_id}.jsonl", "application/x-ndjson")


@router.get("/tables/{table_id}/hands.json")
def hands_json(request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 200) -> Response:
    """The finished rounds as a JSON file."""
    response = Json({"table": table_id, "rounds": _table(request, table_id).history(limit)})
    response.headers["Content-Disposition"] = f'attachment; filename="table-{table_id}.json"'
    return response


@router.get("/tables/{table_id}/hands.phh", response_class=PlainTextResponse)
def hands_phh(request: Request, visitor: AVisitor, table_id: TableId, limit: Limit = 200) -> Response:
    """The finished hands of Five Card HoldOut in the Poker Hand History format, several in one file (.phhs)."""
    table = _table(request, table_id)
    text = hands_as_phh(table.state.game, table_id, table.history(limit))
    return _download(text, f"table-{table_id}.phhs", "application/toml")


@router.get("/rounds/{table_id}/{number}/proof")
def show_proof(request: Request, visitor: AVisitor, table_id: TableId, number: RoundNumber) -> Response:
    """All by which the deck of a finished round is derived again."""
    return Json(_table(request, table_id).proof(number))


@router.get("/tables/{table_id}/heads/{seq}")
def show_head(request: Request, visitor: AVisitor, table_id: TableId, seq: RoundNumber) -> Response:
    """The hash of one record of the table's log: the head that the table showed when it had so many records."""
    return Json({"seq": seq, "hash": _table(request, table_id).archive.hash_at(seq)})


def _download(text: str, name: str, media_type: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=f"{media_type}; charset=utf-8", headers=headers)


@router.websocket("/tables/{table_id}/ws")
async def play_at_table(websocket: WebSocket, table_id: str) -> None:
    """The live table; docs/api.md lists the messages. A page of another server is refused before the handshake."""
    server = server_of(websocket)
    try:
        source = source_in(websocket.scope)
        server.requests.take(source)
        check_origin(websocket, server)
        visitor = await identify(websocket)
        if not table_id.isascii() or not table_id.isdecimal() or not 1 <= int(table_id[:12]) <= MOST_ID:
            raise NotFound(f"there is no table {table_id[:20]!r}")
        feed = await server.hub.feed(int(table_id))
        server.hub.sockets.enter(source)
    except HousewayError as error:
        if isinstance(error, TableSetAside):  # a browser is told a reason only after the handshake
            await websocket.accept()
        await websocket.close(POLICY_VIOLATION, str(error)[:100])
        return
    try:
        await websocket.accept()
        await _watch(Connection(websocket, visitor, feed, server))
    finally:
        server.hub.sockets.leave(source)


async def _watch(connection: Connection) -> None:
    try:
        await connection.arrive()
        await connection.run()
    finally:
        connection.depart()
