"""Liveness, readiness and metrics, for the program or person that runs the server."""

import hmac
from collections.abc import Iterator

from fastapi import APIRouter, Request
from sqlalchemy import func, select
from starlette.responses import Response

from houseway.room import Room, models
from houseway.web.errors import Forbidden
from houseway.web.metrics import COUNTER, GAUGE, HISTOGRAM, REASONS, TEXT_FORMAT, Metric, Sample, of_all, written
from houseway.web.responses import Json
from houseway.web.server import PooledRoute, Server, identify, in_pool, server_of

router = APIRouter(tags=["operator"], route_class=PooledRoute)
_ACCOUNT, _CHAIN = models.accounts.c, models.chains.c


@router.get("/healthz", include_in_schema=False)
async def healthz() -> Response:
    """Return whether the process answers. The database is not asked."""
    return Json({"alive": True})


@router.get("/readyz", include_in_schema=False)
async def readyz(request: Request) -> Response:
    """Return whether the tables are open, the last heartbeat was written, and the disk has room for more."""
    trouble = server_of(request).measures.trouble
    if not trouble:
        return Json({"ready": True})
    return Json({"ready": False, "reason": trouble, "message": REASONS[trouble]}, 503, {"Retry-After": "5"})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Return the metrics, for operators and for clients with the access token."""
    if not _has_the_token(request):
        (await identify(request)).operator()
    server = server_of(request)
    text = await in_pool(request, lambda: written([*of_all_processes(server), *_of_the_room(server.room)]))
    return Response(text, headers={"Content-Type": TEXT_FORMAT, "Cache-Control": "no-store"})


def _has_the_token(request: Request) -> bool:
    """Return whether the request carries the access token. A wrong token is refused, even from a signed-in operator."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return False
    token = server_of(request).settings.metrics_token
    if not token or not hmac.compare_digest(given.strip().encode(), token.encode()):
        raise Forbidden(
            "Wrong access token. The metrics are for operators and for programs with the server's metrics token."
        )
    return True


def of_all_processes(server: Server) -> list[Metric]:
    """Return the metrics of each process of the room, whichever one is asked.

    A process that does not answer is left out.
    """
    peers = getattr(server.room, "peers", None)
    if peers is None:
        return list(of_the_process(server))
    others = {mark: map(Metric.from_plain, plain["metrics"]) for mark, plain in peers.measured().items()}
    return of_all(dict(sorted({server.room.mark: of_the_process(server), **others}.items())))


def of_the_process(server: Server) -> Iterator[Metric]:
    """Yield the measurements of this process."""
    measures, hub, room = server.measures, server.hub, server.room
    yield Metric(
        "houseway_message_seconds", HISTOGRAM, "Time to carry out a message.", list(measures.messages.samples())
    )
    yield Metric("houseway_loop_late_seconds", GAUGE, "Delay of the event loop.", [Sample(measures.late)])
    yield Metric("houseway_heartbeat_seconds", GAUGE, "Write time of the last heartbeat.", [Sample(measures.sign)])
    yield Metric("houseway_ready", GAUGE, "Whether the database can be written.", [Sample(int(measures.ready))])
    yield Metric("houseway_websockets", GAUGE, "Connections to tables.", [Sample(hub.sockets.total)])
    kinds = sorted(room.written.items())
    records = [Sample(count, {"kind": kind}) for kind, count in kinds]
    rounds = [Sample(dict(kinds).get("settled", 0))]
    yield Metric("houseway_rounds_total", COUNTER, "Rounds settled since the start.", rounds)
    yield Metric("houseway_records_total", COUNTER, "Records written to table logs since the start.", records)
    yield Metric("houseway_tables", GAUGE, "Open tables of this process.", [Sample(len(room.held))])
    yield Metric(
        "houseway_quarantined_tables",
        GAUGE,
        "Quarantined tables, whose logs failed verification.",
        [Sample(len(room.quarantined))],
    )
    audits = [Sample(room.audit_passes)]
    yield Metric("houseway_audits_total", COUNTER, "Completed background audits of all logs.", audits)


def _of_the_room(room: Room) -> Iterator[Metric]:
    with room.database.read() as connection:
        sums = connection.execute(select(_ACCOUNT.kind, func.sum(_ACCOUNT.balance)).group_by(_ACCOUNT.kind)).all()
        heads = connection.execute(select(_CHAIN.id, _CHAIN.length).where(_CHAIN.open).order_by(_CHAIN.id)).all()
    cents = {kind: int(total) for kind, total in sums}
    by_kind = [Sample(total, {"kind": kind}) for kind, total in sorted(cents.items())]
    yield Metric("houseway_ledger_cents", GAUGE, "Sum of the accounts of each kind.", by_kind)
    yield Metric("houseway_ledger_sum_cents", GAUGE, "Sum of all accounts. Must be 0.", [Sample(sum(cents.values()))])
    ends = [Sample(length, {"table": str(chain)}) for chain, length in heads]
    yield Metric("houseway_chain_length", GAUGE, "Records in each open log. Table 0 is the room's log.", ends)
