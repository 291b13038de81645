"""What an operator sees and sets, and what anyone may verify."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from houseway.web.plain import Json
from houseway.web.routes.tables import TableId
from houseway.web.schemas import NewLimits
from houseway.web.server import server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["operator"])


@router.get("/ledger")
def show_ledger(
    request: Request,
    visitor: AVisitor,
    account: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """Every account, the sum of all (zero) and the newest entries: an operator's matter."""
    return Json(server_of(request).room.ledger(visitor.operator().id, account, limit))


@router.put("/tables/{table_id}/limits")
def set_limits(request: Request, visitor: AVisitor, table_id: TableId, limits: NewLimits) -> Response:
    """Set what the house allows on each opening wager of a table: an operator's matter."""
    user, table = visitor.operator(), server_of(request).room.table(table_id)
    table.set_limits(user.id, limits.least, limits.largest)
    return Json(table.snapshot(user.id))
