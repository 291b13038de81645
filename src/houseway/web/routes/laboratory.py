"""Routes for the laboratory: exact values of one situation, and jobs for analyses, comparisons, shifts and reports."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from houseway.analysis import analyzed
from houseway.errors import unknown
from houseway.games.catalogue import between_players
from houseway.web.advisor import advice_text, felt_asked_about
from houseway.web.game_choices import plain_choice
from houseway.web.player_vs_player import hand_to_hold
from houseway.web.responses import Json
from houseway.web.schemas import GameChoice, NewComparison, NewJob, NewReport, NewShift, Plain, Situation, SolvedSpot
from houseway.web.server import AVisitor, PooledRoute, Visitor, in_pool, server_of

router = APIRouter(prefix="/api", tags=["laboratory"], route_class=PooledRoute)
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


def _checked(choice: GameChoice) -> Plain:
    if choice.game not in analyzed():
        raise unknown("house-banked game", choice.game, analyzed())
    return plain_choice(choice.game, choice.readings, choice.paytable)


@router.post("/advise")
async def advise(request: Request, visitor: AVisitor, asked: Situation) -> Response:
    """Return the exact value of every option of one situation, in Antes, the best first. In a player vs. player game,
    estimate the value of each choice of cards to keep.
    """
    server = server_of(request)
    server.calculations.take(visitor.source)
    question = await in_pool(request, _question, asked)
    with server.questions.held(visitor.source):
        advice = await server.advisor.advise(question)
    return Json({**advice, **advice_text(advice, await in_pool(request, felt_asked_about, question))})


def _question(asked: Situation) -> Plain:
    if asked.game in between_players():
        return hand_to_hold(asked.game, asked.cards)
    situation = {"board": asked.board, "dead": asked.dead, "stage": asked.stage}
    situation |= {"dealer": asked.dealer} if asked.dealer else {}
    return {**_checked(asked), "cards": asked.cards, "situation": situation}


@router.post("/solve")
async def solve(request: Request, visitor: AVisitor, asked: SolvedSpot) -> Response:
    """Solve the river between two players for an equilibrium. Return its value to the first player, its exploitability
    by best responses, and the play of every hand at one decision.
    """
    if asked.game not in between_players():
        raise unknown("player vs. player game", asked.game, between_players())
    server = server_of(request)
    server.calculations.take(visitor.source)
    with server.solves.held(visitor.source):
        return Json(await server.solver.advise({**asked.model_dump(), "task": "solve"}))


@router.post("/lab/jobs", status_code=202)
async def start_job(request: Request, visitor: AVisitor, asked: NewJob) -> Response:
    """Start an exact analysis in the background."""
    return await _start(request, visitor, asked, {"task": "analyze", "strategy": asked.strategy})


@router.post("/lab/strategies", status_code=202)
async def start_strategy(request: Request, visitor: AVisitor, asked: GameChoice) -> Response:
    """Start computing the optimal strategy of a game, and its rule list, in the background."""
    return await _start(request, visitor, asked, {"task": "strategy"})


@router.post("/lab/reports", status_code=202)
async def start_report(request: Request, visitor: AVisitor, asked: NewReport) -> Response:
    """Start the math report of a game in the background. Its result is a file."""
    return await _start(request, visitor, asked, {"task": "report", "form": asked.form})


@router.post("/lab/comparisons", status_code=202)
async def start_comparison(request: Request, visitor: AVisitor, asked: NewComparison) -> Response:
    """Start a comparison with the base game in the background: its figures, or a file."""
    base = await in_pool(request, plain_choice, asked.game, None, asked.base)
    task = {"task": "compare", "base": base["paytable"], "form": asked.form}
    return await _start(request, visitor, asked, task)


@router.post("/lab/shifts", status_code=202)
async def start_shift(request: Request, visitor: AVisitor, asked: NewShift) -> Response:
    """Start the figures of a shift in the background."""
    shift = asked.model_dump(include=set(NewShift.model_fields) - set(GameChoice.model_fields))
    return await _start(request, visitor, asked, {"task": "operate", "shift": shift})


async def _start(request: Request, visitor: Visitor, choice: GameChoice, task: Plain) -> Response:
    server = server_of(request)
    server.calculations.take(visitor.source)
    checked = await in_pool(request, _checked, choice)
    return Json(server.jobs.submit(visitor.key, {**task, **checked}, visitor.source).to_dict(), 202)


@router.get("/lab/jobs/{job_id}")
def show_job(request: Request, visitor: AVisitor, job_id: JobId) -> Response:
    """Return the progress of a job, and its result once it is done."""
    return Json(server_of(request).jobs.get(visitor.key, job_id).to_dict())


@router.delete("/lab/jobs/{job_id}")
def cancel_job(request: Request, visitor: AVisitor, job_id: JobId) -> Response:
    """Cancel a job. Its partial counts are cached for the next one."""
    return Json(server_of(request).jobs.cancel(visitor.key, job_id).to_dict())
