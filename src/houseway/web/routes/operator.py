"""Routes for operators, and the progressive meters, which everyone can see."""

from dataclasses import asdict
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from houseway.games.engine.meter import MeterRules
from houseway.room.meters import MeterInfo
from houseway.room.ruling import clause_of
from houseway.web.errors import NotFound, Refused
from houseway.web.responses import Json
from houseway.web.routes.tables import TableId
from houseway.web.schemas import MeterChange, MeterClosing, NewLimits, NewMeter, NewRole, NewRuling, SignOutEverywhere
from houseway.web.server import OPERATOR, AVisitor, PooledRoute, Server, in_pool, server_of

router = APIRouter(prefix="/api", tags=["operator"], route_class=PooledRoute)
UserId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/floor")
def show_floor(request: Request, visitor: AVisitor) -> Response:
    """List every open table with its limits, changed readings and maximum exposure. Operators only."""
    room = server_of(request).room
    tables = room.floor(visitor.operator().id)
    sums = {name: sum(table[name] for table in tables) for name in ("staked", "most_lost")}
    return Json({"tables": tables, **sums, "patrols": room.audit_passes})


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
def show_quarantined(request: Request, visitor: AVisitor) -> Response:
    """List the quarantined tables, whose logs failed verification, with the reason and the record. Operators only."""
    visitor.operator()
    return Json({"tables": [quarantined.to_dict() for quarantined in server_of(request).room.quarantined]})


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


meter_router = APIRouter(prefix="/api", tags=["meters"], route_class=PooledRoute)
MeterId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@meter_router.get("/meters")
def list_meters(request: Request, visitor: AVisitor) -> Response:
    """List the open meters with their amounts. An operator also sees the reserves."""
    room = server_of(request).room
    infos = room.meters.all()
    if visitor.user is not None and visitor.user.is_operator:
        return Json({"meters": [info.to_operator() for info in infos]})
    listed = {table.id for table in room.tables() if not table.private}
    return Json({"meters": [info.at_tables(listed).to_dict() for info in infos]})


@meter_router.post("/meters", status_code=201)
def open_meter(request: Request, visitor: AVisitor, asked: NewMeter) -> Response:
    """Open a meter. Operators only."""
    rules = MeterRules(asked.seed, Fraction(asked.increment), Fraction(asked.reserve), asked.cap)
    server = server_of(request)
    return Json(_found(server, server.room.meters.open(asked.title, rules, visitor.operator().id)).to_operator(), 201)


@meter_router.post("/meters/{meter_id}/changes", status_code=201)
def change_meter(request: Request, visitor: AVisitor, meter_id: MeterId, change: MeterChange) -> Response:
    """Correct a meter's amount, set its cap, or recover its seed, with a reason. Operators only."""
    desk, user = server_of(request).room.meters, visitor.operator()
    if change.what == "cap":
        return Json(desk.cap(meter_id, change.amount, change.reason, user.id).to_operator(), 201)
    if change.amount is None:
        raise Refused("The amount is missing. Give it in cents, such as 2500 for $25.")
    does = desk.correct if change.what == "correct" else desk.recover_seed
    return Json(does(meter_id, change.amount, change.reason, user.id).to_operator(), 201)


@meter_router.post("/meters/{meter_id}/close")
def close_meter(request: Request, visitor: AVisitor, meter_id: MeterId, closing: MeterClosing) -> Response:
    """Close a meter that no open table uses. Players' money moves to another meter. Operators only."""
    server = server_of(request)
    server.room.meters.close(meter_id, closing.reason, visitor.operator().id, closing.into)
    return Json({"closed": meter_id})


@meter_router.get("/meters/{meter_id}/ledger")
def show_ledger(
    request: Request, visitor: AVisitor, meter_id: MeterId, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> Response:
    """List the changes of a meter and its reserve, newest first, each with its reason. Operators only."""
    return Json({"entries": server_of(request).room.meters.ledger(visitor.operator().id, meter_id, limit)})


def _found(server: Server, meter_id: int) -> MeterInfo:
    info = next((info for info in server.room.meters.all() if info.id == meter_id), None)
    if info is None:
        raise NotFound(f"Meter {meter_id} does not exist.")
    return info
