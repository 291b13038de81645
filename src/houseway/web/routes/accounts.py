"""Routes for accounts, sessions and play chips."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response

from houseway.errors import BadName
from houseway.room.accounts import User
from houseway.web.responses import Json
from houseway.web.schemas import Credentials, NewPassword, Plain, SignIn
from houseway.web.server import AVisitor, PooledRoute, Visitor, in_pool, new_token, server_of, set_cookie

router = APIRouter(prefix="/api", tags=["accounts"], route_class=PooledRoute)


def _who(visitor: Visitor) -> Plain:
    return {"user": None if visitor.user is None else asdict(visitor.user), "csrf": visitor.csrf}


@router.get("/me")
async def me(request: Request, visitor: AVisitor) -> Response:
    """Return the signed-in user and the CSRF token that every changing request needs."""
    if visitor.token:
        return Json(_who(visitor))
    new = Visitor(new_token(), None, visitor.source)
    response = Json(_who(new))
    set_cookie(request, response, new.token)
    return response


@router.post("/accounts", status_code=201)
async def make_account(request: Request, visitor: AVisitor, credentials: Credentials) -> Response:
    """Create an account and sign in. It keeps a guest's practice progress, but not the guest's chips."""
    server = server_of(request)
    user = await server.sign_ins.register(visitor.source, credentials.name, credentials.password)
    if visitor.user is not None and visitor.user.guest:
        await in_pool(request, server.trainer.book.hand_over, visitor.user.id, user.id)
    return await _signed_in(request, visitor, user, 201)


@router.post("/session", status_code=201)
async def sign_in(request: Request, visitor: AVisitor, given: SignIn) -> Response:
    """Sign in with a name and a password, or as a guest."""
    sign_ins = server_of(request).sign_ins
    if given.guest:
        return await _signed_in(request, visitor, await sign_ins.guest(visitor.source), 201)
    if given.name is None or given.password is None:
        raise BadName("The name or the password is missing. Give both, or guest: true.")
    user = await sign_ins.sign_in(visitor.source, given.name, given.password)
    return await _signed_in(request, visitor, user, 201)


async def _signed_in(request: Request, visitor: Visitor, user: User, status: int) -> Response:
    """Give the browser a new session secret. One known before signing in is worthless afterwards."""
    server = server_of(request)
    token = await in_pool(request, server.room.open_session, user.id)
    await _end(request, visitor)
    receipt = await in_pool(request, server.notary.receipt)
    response = Json({**_who(Visitor(token, user, visitor.source)), "receipt": receipt.to_dict()}, status)
    set_cookie(request, response, token)
    return response


@router.delete("/session")
async def sign_out(request: Request, visitor: AVisitor) -> Response:
    """Sign out. Seats stay taken, as after a lost connection."""
    await _end(request, visitor)
    new = Visitor(new_token(), None, visitor.source)
    response = Json(_who(new))
    set_cookie(request, response, new.token)
    return response


async def _end(request: Request, visitor: Visitor) -> None:
    server = server_of(request)
    if visitor.user is not None:
        await in_pool(request, server.room.close_session, visitor.token)
        await server.hub.sign_out(visitor.token)


@router.post("/me/password")
async def change_password(request: Request, visitor: AVisitor, given: NewPassword) -> Response:
    """Change your password, given the old one. Every other browser is signed out, and this one gets a new session."""
    user = visitor.signed_in()
    server = server_of(request)
    changed = await server.sign_ins.change_password(visitor.source, user, given.old, given.new)
    await server.hub.sign_out_everywhere(user.id)
    return await _signed_in(request, visitor, changed, 200)


@router.post("/me/rebuy")
async def rebuy(request: Request, visitor: AVisitor) -> Response:
    """Buy play chips, up to what a new account gets."""
    server, user = server_of(request), visitor.signed_in()
    richer = await in_pool(request, server.room.rebuy, user.id)
    receipt = await in_pool(request, server.notary.receipt)
    return Json({"user": asdict(richer), "receipt": receipt.to_dict()})
