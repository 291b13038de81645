"""What an operator sees and sets."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from houseway.room.ruling import clause_of
from houseway.web.responses import Json
from houseway.web.routes.tables import TableId
from houseway.web.schemas import NewLimits, NewRole, NewRuling, SignOutEverywhere
from houseway.web.server import PooledRoute, in_pool, server_of
from houseway.web.visitors import OPERATOR, AVisitor

router = APIRouter(prefix="/api", tags=["operator"], route_class=PooledRoute)
UserId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/floor")
def show_floor(request: Request, visitor: AVisitor) -> Response:
    """List every open table with its limits, changed readings and maximum exposure. Operators only."""
    room = server_of(request).room
    tables = room.floor(visitor.operator().id)
    sums = {name: sum(table[name] for table in tables) for name in ("staked", "most_lost")}
    return Json({"tables": tables, **sums, "patrols": room.patrols})


@router.get("/people")
def list_people(request: Request, visitor: AVisitor) -> Response:
    """List every account with a password and its role, operators first. Operators only."""
    return Json({"people": server_of(request).room.registered(visitor.operator().id)})


@router.put("/people/{user_id}/role")
def set_role(request: Request, visitor: AVisitor, user_id: UserId, given: NewRole) -> Response:
    """Make an account an operator, or withdraw the role. The log keeps the reason. Operators only."""
    by, room = visitor.operator().id, server_of(request).room
    name = room.user(user_id).name
    changed = room.make_operator if given.role == OPERATOR else room.withdraw_operator
    return Json({"user": asdict(changed(name, by, given.reason))})


@router.post("/people/{user_id}/sign-out")
async def sign_out_everywhere(
    request: Request, visitor: AVisitor, user_id: UserId, given: SignOutEverywhere
) -> Response:
    """End all sessions and connections of an account. The log keeps the reason. Operators only."""
    by, server = visitor.operator().id, server_of(request)
    name = (await in_pool(request, server.room.user, user_id)).name
    user = await in_pool(request, server.room.sign_out_everywhere, name, by, given.reason)
    await server.hub.sign_out_everywhere(user_id)
    return Json({"user": asdict(user)})


@router.get("/set-aside")
def show_set_aside(request: Request, visitor: AVisitor) -> Response:
    """List the quarantined tables, whose logs failed verification, with the reason and the record. Operators only."""
    visitor.operator()
    return Json({"tables": [aside.to_dict() for aside in server_of(request).room.set_aside]})


@router.post("/set-aside/{table_id}/release")
def release_chips(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """Return the chips of a quarantined table to players, by the ledger. The table stays closed. Operators only."""
    return Json(server_of(request).room.release(table_id, visitor.operator().id).to_dict())


@router.put("/tables/{table_id}/limits")
def set_limits(request: Request, visitor: AVisitor, table_id: TableId, limits: NewLimits) -> Response:
    """Set the house limits on each opening wager of a table. Operators only."""
    user, room = visitor.operator(), server_of(request).room
    room.do(table_id, lambda table: table.set_limits(user.id, limits.least, limits.largest, limits.reason))
    return Json(room.seen(table_id).snapshot(user.id))


@router.get("/tables/{table_id}/irregularities")
def list_irregularities(request: Request, visitor: AVisitor, table_id: TableId) -> Response:
    """List the irregularities for which the round in progress may be voided now. Operators only."""
    visitor.operator()
    state = server_of(request).room.seen(table_id).up_to_date().state
    declarable = () if state.round is None else state.round.declarable
    found = [{"name": each.name, "clause": clause_of(each), "finding": each.finding} for each in declarable]
    return Json({"number": None if state.round is None else state.number, "irregularities": found})


@router.post("/tables/{table_id}/irregularities", status_code=201)
def declare_irregularity(request: Request, visitor: AVisitor, table_id: TableId, ruling: NewRuling) -> Response:
    """Void the round in progress, with a reason that is shown to every seat. Operators only."""
    user, room = visitor.operator(), server_of(request).room
    room.do(table_id, lambda table: table.declare(user.id, ruling.name, ruling.reason, ruling.number))
    return Json(room.seen(table_id).snapshot(user.id), 201)


@router.get("/rulings")
def list_rulings(request: Request, visitor: AVisitor, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> Response:
    """List the rounds that operators have voided at open tables, newest first. Operators only."""
    return Json({"rulings": server_of(request).room.rulings(visitor.operator().id, limit)})
