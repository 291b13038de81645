"""The games: what they are, and what their letters say."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from houseway.analysis.recorded import recorded
from houseway.analysis.result import exact
from houseway.games.catalogue import GAMES
from houseway.games.catalogue import game as make_game
from houseway.web.errors import NotFound
from houseway.web.offers import all_games, game_in_full, plain_choice
from houseway.web.plain import Json
from houseway.web.schemas import Plain
from houseway.web.server import server_of
from houseway.web.visitors import AVisitor

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/games")
def list_games(request: Request, visitor: AVisitor) -> Response:
    """Every game in short, with its exact house edge where it has been computed."""
    return Json({"games": [{**game, "edge": _edge(request, game["slug"])} for game in all_games()]})


@router.get("/games/{slug}")
def show_game(request: Request, visitor: AVisitor, slug: Annotated[str, Path(max_length=60)]) -> Response:
    """One game: clauses, readings, pay tables, published figures."""
    if slug not in GAMES:
        raise NotFound(f"there is no game {slug!r}; expected one of: {', '.join(GAMES)}")
    return Json({**game_in_full(slug), "edge": _edge(request, slug)})


def _edge(request: Request, slug: str) -> Plain | None:
    """The edge of best play on the game as the letter has it, per Ante: as it ships, or as computed by a job."""
    shipped = _shipped_edge(slug)
    if shipped is not None:
        return shipped
    known = server_of(request).jobs.known({"task": "analyze", **plain_choice(slug), "strategy": "optimal"})
    if known is None:
        return None
    return {"base": "ante", **known["house_edge"]["per_ante"]}


@cache
def _shipped_edge(slug: str) -> Plain | None:
    result = recorded(make_game(slug), "optimal")
    return None if result is None else {"base": "ante", **exact(result.house_edge("ante"))}
