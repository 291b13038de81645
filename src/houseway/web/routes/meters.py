"""Meters: what they show, for everyone; opening, changing and closing them, for operators."""

from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from houseway.games.engine.meter import MeterRules
from houseway.room.meters import MeterInfo
from houseway.web.errors import NotFound, Refused
from houseway.web.responses import Json
from houseway.web.schemas import MeterChange, MeterClosing, NewMeter
from houseway.web.server import PooledRoute, Server, server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["meters"], route_class=PooledRoute)
MeterId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/meters")
def list_meters(request: Request, visitor: AVisitor) -> Response:
    """List the open meters with their amounts; an operator also sees the reserves."""
    room = server_of(request).room
    infos = room.meters.all()
    if visitor.user is not None and visitor.user.is_operator:
        return Json({"meters": [info.to_operator() for info in infos]})
    listed = {table.id for table in room.tables() if not table.private}
    return Json({"meters": [info.at_tables(listed).to_dict() for info in infos]})


@router.post("/meters", status_code=201)
def open_meter(request: Request, visitor: AVisitor, asked: NewMeter) -> Response:
    """Open a meter. Operators only."""
    rules = MeterRules(asked.seed, Fraction(asked.increment), Fraction(asked.reserve), asked.cap)
    server = server_of(request)
    return Json(_found(server, server.room.meters.open(asked.title, rules, visitor.operator().id)).to_operator(), 201)


@router.post("/meters/{meter_id}/changes", status_code=201)
def change_meter(request: Request, visitor: AVisitor, meter_id: MeterId, change: MeterChange) -> Response:
    """Correct a meter's amount, set its cap, or recover its seed, with a reason. Operators only."""
    desk, user = server_of(request).room.meters, visitor.operator()
    if change.what == "cap":
        return Json(desk.cap(meter_id, change.amount, change.reason, user.id).to_operator(), 201)
    if change.amount is None:
        raise Refused("Give an amount in cents.")
    does = desk.correct if change.what == "correct" else desk.recover_seed
    return Json(does(meter_id, change.amount, change.reason, user.id).to_operator(), 201)


@router.post("/meters/{meter_id}/close")
def close_meter(request: Request, visitor: AVisitor, meter_id: MeterId, closing: MeterClosing) -> Response:
    """Close a meter that no open table uses; players' money moves to another meter. Operators only."""
    server = server_of(request)
    server.room.meters.close(meter_id, closing.reason, visitor.operator().id, closing.into)
    return Json({"closed": meter_id})


@router.get("/meters/{meter_id}/ledger")
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
