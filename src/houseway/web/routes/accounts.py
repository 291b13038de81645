"""Who am I: accounts, sessions, play chips."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from houseway.errors import BadName
from houseway.room.accounts import User
from houseway.web.plain import Json
from houseway.web.schemas import Credentials, Plain, SignIn
from houseway.web.server import server_of
from houseway.web.visitors import AVisitor, Visitor, new_token, set_cookie

router = APIRouter(prefix="/api", tags=["accounts"])


def _who(visitor: Visitor) -> Plain:
    return {"user": None if visitor.user is None else asdict(visitor.user), "csrf": visitor.csrf}


@router.get("/me")
async def me(request: Request, visitor: AVisitor) -> Response:
    """Who is signed in, and the CSRF token that every request that changes something needs."""
    if visitor.token:
        return Json(_who(visitor))
    new = Visitor(new_token(), None, visitor.source)
    response = Json(_who(new))
    set_cookie(request, response, new.token)
    return response


@router.post("/accounts", status_code=201)
async def make_account(request: Request, visitor: AVisitor, credentials: Credentials) -> Response:
    """Make an account and sign in."""
    sign_ins = server_of(request).sign_ins
    user = await sign_ins.register(visitor.source, credentials.name, credentials.password)
    return await _signed_in(request, visitor, user, 201)


@router.post("/session", status_code=201)
async def sign_in(request: Request, visitor: AVisitor, given: SignIn) -> Response:
    """Sign in with a name and a password, or as a guest."""
    sign_ins = server_of(request).sign_ins
    if given.guest:
        return await _signed_in(request, visitor, await sign_ins.guest(visitor.source), 201)
    if given.name is None or given.password is None:
        raise BadName("give a name and a password, or guest: true")
    user = await sign_ins.sign_in(visitor.source, given.name, given.password)
    return await _signed_in(request, visitor, user, 201)


async def _signed_in(request: Request, visitor: Visitor, user: User, status: int) -> Response:
    """A fresh secret for the browser: one that was known before signing in is worth nothing after it."""
    server = server_of(request)
    token = await run_in_threadpool(server.room.open_session, user.id)
    await _end(request, visitor)
    response = Json(_who(Visitor(token, user, visitor.source)), status)
    set_cookie(request, response, token)
    return response


@router.delete("/session")
async def sign_out(request: Request, visitor: AVisitor) -> Response:
    """Sign out; the seats stay taken, as if the connection was lost."""
    await _end(request, visitor)
    new = Visitor(new_token(), None, visitor.source)
    response = Json(_who(new))
    set_cookie(request, response, new.token)
    return response


async def _end(request: Request, visitor: Visitor) -> None:
    server = server_of(request)
    if visitor.user is not None:
        await run_in_threadpool(server.room.close_session, visitor.token)
        await server.hub.sign_out(visitor.token)


@router.post("/me/rebuy")
async def rebuy(request: Request, visitor: AVisitor) -> Response:
    """Play chips again, up to what a new account gets."""
    user = visitor.signed_in()
    return Json({"user": asdict(await run_in_threadpool(server_of(request).room.rebuy, user.id))})
