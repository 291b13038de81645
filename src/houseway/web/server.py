"""Everything that one running server holds, in one place that requests can reach."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any, TypeVar, cast

from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from houseway.games.catalogue import games
from houseway.room import Room
from houseway.room.checkpoints import Notary
from houseway.web.admission import AdmissionLimits
from houseway.web.advisor import Advisor
from houseway.web.archive import ArchiveDesk
from houseway.web.bots import players_who_ask
from houseway.web.drills import Drills
from houseway.web.forwarding import new_name
from houseway.web.hub import Hub
from houseway.web.jobs import JobBoard, RoomTurn
from houseway.web.lobby import Lobby
from houseway.web.metrics import Measures
from houseway.web.phrases import Phrasebook
from houseway.web.preparation import Preparations, in_a_process
from houseway.web.rate_limits import RateLimit, Slots
from houseway.web.settings import Settings
from houseway.web.sign_ins import SignIns
from houseway.web.table_quotas import Openers
from houseway.web.thread_pools import Pools, kind_of
from houseway.web.trainer import Trainer
from houseway.web.worker import Worker

Result = TypeVar("Result")


@dataclass(frozen=True)
class Server:
    """The room, and what the web adds to it."""

    room: Room
    settings: Settings
    hub: Hub
    lobby: Lobby
    measures: Measures
    jobs: JobBoard
    advisor: Advisor
    solver: Advisor
    """For rivers between players, in a process of their own: nobody's advice waits for one."""
    preparations: Preparations
    preparer: Worker
    """The process in which games are prepared; nobody waits for it."""
    drills: Drills
    trainer: Trainer
    pools: Pools
    admission: AdmissionLimits
    messages: RateLimit
    spectators: RateLimit
    openers: Openers
    questions: Slots
    table_questions: Slots
    """Questions of people at tables, apart from everyone else's."""
    solves: Slots
    """Rivers that wait to be solved: they take no place of questions for advice."""
    archive: ArchiveDesk
    notary: Notary
    sign_ins: SignIns
    tables: RateLimit
    calculations: RateLimit
    phrases: Phrasebook

    @classmethod
    def around(cls, room: Room, settings: Settings) -> "Server":
        """A server for a room; no process or task is started yet."""
        preparer = Worker()
        preparations = Preparations({each.slug: each.title for each in games()}, in_a_process(preparer))
        advisor = Advisor(Worker(), preparations)
        room.players = players_who_ask(advisor.ask)
        archive = ArchiveDesk(room.database, settings)
        trainer, measures = Trainer(room, advisor, archive, preparations), Measures()
        hub, sign_ins = Hub(room, settings, measures), SignIns(room, settings)
        tables = RateLimit("tables", settings.tables, settings.all_tables)
        sign_ins.share(hub.limits)
        hub.limits.share("tables", tables)
        phrases = Phrasebook(settings.phrases)
        phrases.share(hub.limits)
        return cls(
            room=room,
            settings=settings,
            hub=hub,
            lobby=Lobby(room, settings.lobby_age),
            measures=measures,
            jobs=JobBoard(
                Worker(settings.laboratory_memory), settings, lambda: new_name(room), RoomTurn(_turn_file(room.folder))
            ),
            advisor=advisor,
            solver=Advisor(Worker(settings.laboratory_memory), preparations),
            preparations=preparations,
            preparer=preparer,
            drills=Drills(trainer.book, lambda: new_name(room)),
            trainer=trainer,
            pools=Pools(),
            admission=AdmissionLimits(settings),
            messages=RateLimit("messages", settings.address_messages, settings.all_messages),
            spectators=RateLimit("spectators", settings.spectators, settings.all_spectators),
            openers=Openers(settings),
            questions=Slots("questions for advice", settings.most_questions, settings.all_questions),
            table_questions=Slots("questions for advice", settings.most_questions, 2 * settings.all_questions),
            solves=Slots("rivers to solve", settings.most_solves, settings.all_solves),
            archive=archive,
            notary=Notary(room.database),
            sign_ins=sign_ins,
            tables=tables,
            calculations=RateLimit("calculations", settings.calculations, settings.all_calculations),
            phrases=phrases,
        )


def _turn_file(folder: Path | None) -> Path | None:
    return None if folder is None else folder / "laboratory.turn"


class PooledRoute(APIRoute):
    """A route whose function, where it blocks, runs in the pool of the request's kind and not in a shared one."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint if iscoroutinefunction(endpoint) else _pooled(endpoint), **options)


def _pooled(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    async def run(**given: Any) -> Any:
        return await in_pool(given["request"], partial(endpoint, **given))

    run.__name__, run.__doc__, run.__module__ = endpoint.__name__, endpoint.__doc__, endpoint.__module__
    run.__signature__ = signature(endpoint)  # type: ignore[attr-defined]  # FastAPI reads the arguments from it
    return run


async def in_pool(connection: HTTPConnection, work: Callable[..., Result], *given: Any) -> Result:
    """Call something that blocks, in a thread of the pool for this kind of request."""
    return await server_of(connection).pools[kind_of(connection.scope)].run(work, *given)


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a WebSocket came to."""
    return cast(Server, connection.app.state.server)
