"""The laboratory: exact values of one situation at once, analyses of whole games as jobs."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from houseway.analysis import ANALYSERS
from houseway.errors import unknown
from houseway.web.offers import plain_choice
from houseway.web.plain import Json
from houseway.web.schemas import GameChoice, NewJob, Plain, Situation
from houseway.web.server import server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["laboratory"])
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


def _checked(choice: GameChoice) -> Plain:
    if choice.game not in ANALYSERS:
        raise unknown("house-banked game", choice.game, ANALYSERS)
    return plain_choice(choice.game, choice.readings, choice.paytable)


@router.post("/advise")
async def advise(request: Request, visitor: AVisitor, asked: Situation) -> Response:
    """The exact value of every option of one situation, in Antes, the best first."""
    server = server_of(request)
    server.calculations.take(visitor.key, "calculations")
    choice = await run_in_threadpool(_checked, asked)
    situation = {"board": asked.board, "dead": asked.dead, "stage": asked.stage}
    return Json(await server.advisor.advise({**choice, "cards": asked.cards, "situation": situation}))


@router.post("/lab/jobs", status_code=202)
async def start_job(request: Request, visitor: AVisitor, asked: NewJob) -> Response:
    """Start an exact analysis in the background."""
    server = server_of(request)
    server.calculations.take(visitor.key, "calculations")
    choice = await run_in_threadpool(_checked, asked)
    task = {"task": "analyze", **choice, "strategy": asked.strategy}
    return Json(server.jobs.submit(visitor.key, task).to_dict(), 202)


@router.get("/lab/jobs/{job_id}")
def show_job(request: Request, visitor: AVisitor, job_id: JobId) -> Response:
    """How far a job is, and its result once it is done."""
    return Json(server_of(request).jobs.get(visitor.key, job_id).to_dict())


@router.delete("/lab/jobs/{job_id}")
def cancel_job(request: Request, visitor: AVisitor, job_id: JobId) -> Response:
    """Cancel a job; what it has counted so far is kept for the next one."""
    return Json(server_of(request).jobs.cancel(visitor.key, job_id).to_dict())
