"""The trainer: spots and their verdicts, each player's progress, and the dealer's drill."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.action import Action
from houseway.games.engine.sheet import sheet
from houseway.games.telling.units import units_of
from houseway.training.book import SPOT, Subject
from houseway.training.spots import cannot_be_practiced
from houseway.web.responses import Json
from houseway.web.schemas import DrillAnswer, NewDrill, SpotAnswer, WantedSpot
from houseway.web.server import AVisitor, PooledRoute, in_pool, server_of
from houseway.web.trainer import Wish, check_practiced

router = APIRouter(prefix="/api/training", tags=["training"], route_class=PooledRoute)
LOOKED_FOR, DEALT = 3, 1
"""The cost of a spot, in calculations. One of a given sort is searched for among many deals."""
GameSlug = Annotated[str, Path(max_length=60)]
SpotId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@router.get("/games")
async def practiced_games() -> Response:
    """List every game, with the reason if it cannot be practiced."""
    games = [
        {
            "slug": slug,
            "title": sheet(slug).title,
            "units": units_of(game_class(slug).configure()),
            "why_not": cannot_be_practiced(slug),
        }
        for slug in GAMES
    ]
    return Json({"games": games})


@router.get("/games/{game}")
async def show_progress(request: Request, visitor: AVisitor, game: GameSlug) -> Response:
    """Return this person's practice of a game: totals, the progress chart, and the review queue."""
    check_practiced(game)
    book, user = server_of(request).trainer.book, visitor.signed_in()
    return Json(await in_pool(request, book.progress, Subject(user.id, SPOT, game)))


@router.get("/games/{game}/kinds")
async def show_kinds(request: Request, visitor: AVisitor, game: GameSlug) -> Response:
    """List the kinds of spots that come up in a game."""
    server = server_of(request)
    server.calculations.take(visitor.source, DEALT)
    known = server.trainer.known_kinds(game)
    if known is not None:
        return Json(known)
    with server.questions.held(visitor.source):
        return Json(await server.trainer.kinds(game))


@router.post("/games/{game}/spots", status_code=201)
async def deal_spot(request: Request, visitor: AVisitor, game: GameSlug, wanted: WantedSpot) -> Response:
    """Deal a spot by an honest shuffle. The values of its options stay on the server."""
    server, user = server_of(request), visitor.signed_in()
    server.calculations.take(visitor.source, DEALT if wanted.what == "any" else LOOKED_FOR)
    past = None if wanted.past is None else wanted.past.model_dump()
    wish = Wish(wanted.what, wanted.share, wanted.decision, wanted.hand, past)
    with server.questions.held(visitor.source):
        return Json(await server.trainer.deal(user.id, visitor.source, game, wish), 201)


@router.post("/spots/{spot_id}")
async def answer_spot(request: Request, visitor: AVisitor, spot_id: SpotId, given: SpotAnswer) -> Response:
    """Judge an answer by exact values. A spot can be answered once."""
    server, user = server_of(request), visitor.signed_in()
    action = Action.from_dict(given.action.model_dump())
    return Json(await in_pool(request, server.trainer.answer, user.id, spot_id, action))


drill_router = APIRouter(prefix="/api", tags=["drill"], route_class=PooledRoute)
DRILL = 4
"""The cost of a drill, in calculations. The server itself deals and judges a round."""
DrillId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


@drill_router.post("/drill", status_code=201)
async def deal_drill(request: Request, visitor: AVisitor, asked: NewDrill) -> Response:
    """Deal a finished round with questions for its dealer, in an order that gives no answers away."""
    server, user = server_of(request), visitor.signed_in()
    server.calculations.take(visitor.source, DRILL)
    chosen = (user.id, asked.game, asked.seed, asked.seats, asked.level)
    return Json(await in_pool(request, server.drills.deal, *chosen), 201)


@drill_router.post("/drill/{drill_id}")
def answer_drill(request: Request, visitor: AVisitor, drill_id: DrillId, given: DrillAnswer) -> Response:
    """Correct one answer, with its clause, and return the progress. A question can be answered once."""
    user = visitor.signed_in()
    return Json(server_of(request).drills.answer(user.id, drill_id, given.question, given.answer))
