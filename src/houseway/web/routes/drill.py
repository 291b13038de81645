"""The dealer's drill."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from houseway.web.responses import Json
from houseway.web.schemas import DrillAnswer, NewDrill
from houseway.web.server import PooledRoute, in_pool, server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["drill"], route_class=PooledRoute)
DEALT = 4
"""What a drill costs, in calculations: a round is dealt and judged in the server itself."""
DrillId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@router.post("/drill", status_code=201)
async def deal_drill(request: Request, visitor: AVisitor, asked: NewDrill) -> Response:
    """Deal a finished round with questions for its dealer, in an order that gives no answers away."""
    server, user = server_of(request), visitor.signed_in()
    server.calculations.take(visitor.source, DEALT)
    chosen = (user.id, asked.game, asked.seed, asked.seats, asked.level)
    return Json(await in_pool(request, server.drills.deal, *chosen), 201)


@router.post("/drill/{drill_id}")
def answer_drill(request: Request, visitor: AVisitor, drill_id: DrillId, given: DrillAnswer) -> Response:
    """Correct one answer, with its clause, and return the progress. A question can be answered once."""
    user = visitor.signed_in()
    return Json(server_of(request).drills.answer(user.id, drill_id, given.question, given.answer))
