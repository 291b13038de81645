"""The tables: the lobby's list, one table's snapshot, and the WebSocket on which it is played."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket
from starlette.responses import Response

from houseway.errors import HousewayError, TableSetAside
from houseway.room import TableSpec
from houseway.room.replica import Table
from houseway.room.spec import new_invitation, print_of
from houseway.web.addresses import Source, source_in
from houseway.web.admission import COUNTED, DENIAL, SPECTATOR, refusal
from houseway.web.connection import POLICY_VIOLATION, Connection
from houseway.web.errors import Busy, NotFound, NotInvited, Refused, TooFast
from houseway.web.game_choices import offered_game
from houseway.web.hub import PHRASES
from houseway.web.responses import Json
from houseway.web.schemas import NewTable
from houseway.web.server import AVisitor, PooledRoute, Server, Visitor, check_origin, identify, in_pool, server_of

router = APIRouter(prefix="/api", tags=["tables"], route_class=PooledRoute)
MOST_ID = 2**31 - 1
LONGEST_WORD = 64
Invitation = Annotated[str, Query(max_length=LONGEST_WORD, description="The invitation code of a private table.")]
CloseReason = Annotated[
    str, Query(max_length=200, description="Reason, if an operator closes a table opened by others.")
]
TableId = Annotated[int, Path(ge=1, le=MOST_ID)]


@router.get("/tables")
async def list_tables(request: Request, visitor: AVisitor) -> Response:
    """List the open tables. Private ones are listed only for their players and for operators."""
    lobby = server_of(request).lobby
    body = lobby.recent() if visitor.user is None else None
    if body is None:
        body = await in_pool(request, lobby.body, visitor.user)
    return Response(body, media_type="application/json")


@router.get("/phrases")
async def list_phrases() -> Response:
    """List the phrases that players at a table can send, by their names in messages."""
    return Json({"phrases": PHRASES})


@router.post("/tables", status_code=201)
async def open_table(request: Request, visitor: AVisitor, asked: NewTable) -> Response:
    """Open a table. Returns its first snapshot, and the invitation code of a private table."""
    server, user = server_of(request), visitor.signed_in()
    server.tables.take(visitor.source)
    word = new_invitation() if asked.private else ""
    table_id = await in_pool(request, _open, server, asked, word, user.id, visitor.source)
    feed = await server.hub.feed(table_id)
    first = await in_pool(request, feed.table.snapshot, user.id)
    return Json({**first, "invitation": word or None}, 201)


def _open(server: Server, asked: NewTable, word: str, user_id: int, source: Source) -> int:
    offered_game(asked.game, asked.readings, asked.paytable, jurisdiction=asked.jurisdiction, on=asked.on)
    server.openers.begin(source, (table.id for table in server.room.tables()))
    table_id = None
    try:
        spec = TableSpec.from_dict(asked.model_dump(mode="json", exclude={"private"}))
        table_id = server.room.open_table(replace(spec, invitation=print_of(word) if word else ""), by=user_id)
    finally:
        server.openers.end(source, table_id)
    return table_id


def _table(request: Request, table_id: int) -> Table:
    return server_of(request).room.seen(table_id).up_to_date()


@router.get("/tables/{table_id}")
def show_table(request: Request, visitor: AVisitor, table_id: TableId, invitation: Invitation = "") -> Response:
    """Return what this visitor may see of a table now, as the WebSocket sends it."""
    table = _table(request, table_id)
    _check_invited(table, visitor, invitation)
    return Json(table.snapshot(None if visitor.user is None else visitor.user.id))


def _check_invited(table: Table, visitor: Visitor, word: str) -> None:
    user = visitor.user
    if not (user is not None and user.is_operator) and not table.lets_in(None if user is None else user.id, word):
        raise NotInvited("This table is private. Ask one of its players for the link with the invitation code.")


@router.delete("/tables/{table_id}")
def close_table(request: Request, visitor: AVisitor, table_id: TableId, reason: CloseReason = "") -> Response:
    """Close a table between rounds. Allowed for its opener if alone there, or for an operator, with a reason."""
    user, table = visitor.signed_in(), _table(request, table_id)
    if user.is_operator and user.id != table.opened.by and not reason:
        raise Refused("Give a reason for closing the table. It is kept in the log.")
    server_of(request).room.do(table_id, lambda held: held.close(user.id, reason))
    return Json(_table(request, table_id).snapshot(user.id))


@router.websocket("/tables/{table_id}/ws")
async def play_at_table(websocket: WebSocket, table_id: str, invitation: str = "") -> None:
    """Play at a live table. The messages are listed in docs/api.md. Pages of other servers are refused before the
    handshake.
    """
    server = server_of(websocket)
    try:
        source = source_in(websocket.scope)
        check_origin(websocket, server)
        visitor = await identify(websocket)
        if visitor.user is None and SPECTATOR not in websocket.scope.get(COUNTED, ()):
            server.spectators.take(source)
        feed = await server.hub.feed(_number_in(table_id))
        _check_invited(feed.table, visitor, invitation[:LONGEST_WORD])
        server.hub.sockets.enter(source)
    except (TooFast, Busy) as error:
        if DENIAL in websocket.scope.get("extensions", {}):
            await websocket.send_denial_response(refusal(websocket.scope, error))
        else:
            await websocket.close(POLICY_VIOLATION, str(error)[:100])
        return
    except HousewayError as error:
        if isinstance(error, TableSetAside | NotInvited):  # a browser receives a reason only after the handshake
            await websocket.accept()
        await websocket.close(POLICY_VIOLATION, str(error)[:100])
        return
    try:
        await websocket.accept()
        await _watch(Connection(websocket, visitor, feed, server))
    finally:
        server.hub.sockets.leave(source)


def _number_in(text: str) -> int:
    """Return a table's number from the address of a WebSocket, which no framework checks."""
    is_number = len(text) <= len(str(MOST_ID)) and text.isascii() and text.isdecimal()
    if not is_number or not 1 <= int(text) <= MOST_ID:
        raise NotFound(f"Table {text[:20]!r} does not exist.")
    return int(text)


async def _watch(connection: Connection) -> None:
    try:
        await connection.arrive()
        await connection.run()
    finally:
        connection.depart()
