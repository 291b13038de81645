"""Rounds that are over, step by step, with the values of what was decided: of a table here, or of anybody's log."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from houseway.games.engine.action import Action
from houseway.room.log import LARGEST_RECORD
from houseway.web.advisor import Coach, felt_asked_about, told_in_words
from houseway.web.archive_process import Answer
from houseway.web.errors import NoAdvice
from houseway.web.player_vs_player import in_words
from houseway.web.responses import Json
from houseway.web.routes.archive import RoundNumber, answered, passed_on, reader_of
from houseway.web.routes.tables import MOST_ID, TableId
from houseway.web.server import PooledRoute, Server, server_of
from houseway.web.visitors import AVisitor, Visitor

router = APIRouter(prefix="/api", tags=["review"], route_class=PooledRoute)
MOST_LINES = 400
REPLAYED = 2
"""What a round that is taken anew costs, in parts of the archive."""
Seat = Annotated[int | None, Query(ge=0, le=99, description="Whose cards are seen; none: those of a spectator.")]
OpenCards = Annotated[bool, Query(description="Whether the cards of every seat are shown.")]
Seq = Annotated[int, Query(ge=1, le=MOST_ID, description="The record of the decision.")]
Line = Annotated[str, Field(max_length=LARGEST_RECORD + 200)]


class PastRound(BaseModel):
    """Lines of an exported log: the record that opens the table, then one round from commitment to settlement."""

    model_config = ConfigDict(extra="forbid")
    lines: Annotated[list[Line], Field(min_length=3, max_length=MOST_LINES)]


@router.get("/rounds/{table_id}/{number}/review")
async def review_round(
    request: Request,
    visitor: AVisitor,
    table_id: TableId,
    number: RoundNumber,
    seat: Seat = None,
    open_cards: OpenCards = False,
) -> Response:
    """Return a finished round step by step."""
    server_of(request).room.check_not_set_aside(table_id)
    asked = {"task": "review", "table": table_id, "number": number, "seat": seat, "open_cards": open_cards}
    asked |= reader_of(request, visitor)
    return await answered(request, server_of(request).archive.read(visitor.source, REPLAYED, **asked))


@router.get("/rounds/{table_id}/{number}/value")
async def value_in_round(
    request: Request, visitor: AVisitor, table_id: TableId, number: RoundNumber, seq: Seq
) -> Response:
    """Return the value of each option of a decision, and the cost of the decision."""
    server_of(request).room.check_not_set_aside(table_id)
    asked = {"task": "question", "table": table_id, "number": number, "seq": seq, **reader_of(request, visitor)}
    return await _valued(server_of(request), visitor, asked)


@router.post("/review")
async def review_lines(
    request: Request, visitor: AVisitor, past: PastRound, seat: Seat = None, open_cards: OpenCards = False
) -> Response:
    """Return a round of an exported log step by step."""
    asked = {"task": "review", "lines": past.lines, "seat": seat, "open_cards": open_cards}
    return await answered(request, server_of(request).archive.read(visitor.source, REPLAYED, **asked))


@router.post("/review/value")
async def value_in_lines(request: Request, visitor: AVisitor, past: PastRound, seq: Seq) -> Response:
    """Return the value of each option of a decision in such a round."""
    asked = {"task": "question", "lines": past.lines, "seq": seq}
    return await _valued(server_of(request), visitor, asked)


async def _valued(server: Server, visitor: Visitor, asked: dict[str, Any]) -> Response:
    server.calculations.take(visitor.source)
    found: Answer = await server.archive.read(visitor.source, REPLAYED, **asked)
    if found.status != 200:
        return passed_on(found)
    plain = json.loads(found.body)
    question, action = plain["question"], Action.from_dict(plain["action"])
    with server.questions.held(visitor.source):
        advice = await server.advisor.advise(question)
    if "options" not in advice:
        raise NoAdvice(in_words(advice))
    felt = felt_asked_about(question)
    try:
        judgment = Coach().judge(question, advice, action, 0, felt, plain["cents"])
    except NoAdvice:
        judgment = None
    return Json({**told_in_words(advice, felt), "judgement": judgment})
