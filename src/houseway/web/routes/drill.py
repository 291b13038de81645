"""The dealer's drill."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from houseway.web.plain import Json
from houseway.web.schemas import DrillAnswers, NewDrill
from houseway.web.server import server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["drill"])
DEALT = 4
"""What a drill costs, in calculations: a round is dealt and judged in the server itself."""
DrillId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@router.post("/drill", status_code=201)
async def deal_drill(request: Request, visitor: AVisitor, asked: NewDrill) -> Response:
    """A finished round, and what its dealer has to answer."""
    server = server_of(request)
    server.calculations.take(visitor.source, DEALT)
    return Json(await run_in_threadpool(server.drills.deal, visitor.key, asked.game, asked.seed, asked.seats), 201)


@router.post("/drill/{drill_id}")
def answer_drill(request: Request, visitor: AVisitor, drill_id: DrillId, given: DrillAnswers) -> Response:
    """The corrections, with the clause of each, and the score. A drill is answered once."""
    return Json(server_of(request).drills.answer(visitor.key, drill_id, given.answers))
