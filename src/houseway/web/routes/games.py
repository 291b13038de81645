"""Routes for the games: their descriptions, and the contents of their approval letters."""

import json
from functools import cache, lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from houseway.analysis.results.recorded import recorded_value
from houseway.errors import unknown
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet
from houseway.games.telling.guide import guide_of
from houseway.games.telling.units import unit_in_words, unit_of
from houseway.plain import exact
from houseway.web.errors import NotFound
from houseway.web.game_choices import all_games, game_in_full, listed_titles, offered_game, plain_choice
from houseway.web.responses import Json, write_json
from houseway.web.schemas import GameChoice, Plain
from houseway.web.server import AVisitor, PooledRoute, in_pool, server_of

router = APIRouter(prefix="/api", tags=["games"], route_class=PooledRoute)


@router.get("/games")
async def list_games(request: Request) -> Response:
    """List every game, with its exact house edge if it has been computed."""
    edges = [_usual_edge(request, slug) for slug in GAMES]
    return Response(_listed(json.dumps(edges)), media_type="application/json")


@lru_cache(maxsize=8)
def _listed(edges: str) -> bytes:
    games = [{**game, "edge": edge} for game, edge in zip(all_games(), json.loads(edges), strict=True)]
    return write_json({"games": games}).encode("ascii")


@router.get("/games/{slug}")
def show_game(request: Request, visitor: AVisitor, slug: Annotated[str, Path(max_length=60)]) -> Response:
    """Return one game: clauses, the approval letter item by item, readings, pay tables, published figures."""
    _check(slug)
    return Json({**game_in_full(slug), "edge": _usual_edge(request, slug)})


@router.get("/games/{slug}/guide")
def show_guide(request: Request, visitor: AVisitor, slug: Annotated[str, Path(max_length=60)]) -> Response:
    """Explain how a game is played: the steps of a round, and the decisions that can be looked up."""
    _check(slug)
    return Json(guide_of(slug).to_dict(sheet(slug)))


@router.post("/strategy")
async def show_strategy(request: Request, visitor: AVisitor, choice: GameChoice) -> Response:
    """Return the stored strategy of a game: its rule list in words, with the exact cost."""
    server = server_of(request)
    server.calculations.take(visitor.source)
    checked = await in_pool(request, plain_choice, choice.game, choice.readings, choice.paytable)
    with server.questions.held(visitor.source):
        return Json(await server.advisor.advise({"task": "kept strategy", **checked}))


@router.get("/preparations")
async def list_preparations(request: Request) -> Response:
    """List the games being prepared, the next first, each with the seconds until it is ready."""
    return Json({"games": server_of(request).preparations.to_list()})


def _check(slug: str) -> None:
    if slug not in GAMES:
        raise NotFound(str(unknown("game", slug, GAMES)))


@router.get("/titles")
async def list_titles() -> Response:
    """List the 66 titles that the approval letter of June 14, 2023 names, and which of them are games here."""
    return Response(_titles(), media_type="application/json")


@lru_cache(maxsize=1)
def _titles() -> bytes:
    return write_json(listed_titles()).encode("ascii")


@router.post("/edge")
def show_edge(request: Request, visitor: AVisitor, choice: GameChoice) -> Response:
    """Return the exact house edge of a game with the chosen options, or null if it has not been computed yet."""
    return Json({"edge": _edge(request, choice)})


def _usual_edge(request: Request, slug: str) -> Plain | None:
    """Return the edge of a game with all defaults.

    It is looked up once, because every lobby visitor asks for all of them.
    """
    plain, shipped = _usual(slug)
    return shipped or _counted_edge(request, plain)


@cache
def _usual(slug: str) -> tuple[Plain, Plain | None]:
    plain = plain_choice(slug)
    return plain, _shipped_edge(json.dumps(plain))


def _edge(request: Request, choice: GameChoice) -> Plain | None:
    """Return the edge of the optimal strategy, per unit of the first bet: as shipped, or as computed by a job."""
    plain = plain_choice(choice.game, choice.readings, choice.paytable)
    return _shipped_edge(json.dumps(plain)) or _counted_edge(request, plain)


def _counted_edge(request: Request, plain: Plain) -> Plain | None:
    known = server_of(request).jobs.known({"task": "analyze", **plain, "strategy": "optimal"})
    if known is None:
        return None
    unit = next(iter(known["house_edge"]))
    return {"base": unit_in_words(unit.removeprefix("per_").replace("_", " ")), **known["house_edge"][unit]}


@lru_cache(maxsize=256)
def _shipped_edge(choice: str) -> Plain | None:
    game = offered_game(*json.loads(choice).values())
    value = recorded_value(game, "optimal")
    return None if value is None else {"base": unit_of(game), **exact(-value)}
