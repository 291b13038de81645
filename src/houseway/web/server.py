"""Everything that one running server holds, in one place that requests can reach."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from houseway.room import Room
from houseway.web.advisor import Advisor
from houseway.web.drills import Drills
from houseway.web.holdout import players_who_ask
from houseway.web.hub import Hub
from houseway.web.jobs import JobBoard
from houseway.web.rates import Buckets
from houseway.web.settings import Settings
from houseway.web.worker import Worker


@dataclass(frozen=True)
class Server:
    """The room, and what the web adds to it."""

    room: Room
    settings: Settings
    hub: Hub
    jobs: JobBoard
    advisor: Advisor
    drills: Drills
    requests: Buckets
    sign_ins: Buckets
    tables: Buckets
    calculations: Buckets

    @classmethod
    def around(cls, room: Room, settings: Settings) -> "Server":
        """A server for a room; no process or task is started yet."""
        advisor = Advisor(Worker())
        room.players = players_who_ask(advisor.ask)
        return cls(
            room=room,
            settings=settings,
            hub=Hub(room, settings),
            jobs=JobBoard(Worker(), settings.job_threads),
            advisor=advisor,
            drills=Drills(),
            requests=Buckets(settings.requests),
            sign_ins=Buckets(settings.sign_ins),
            tables=Buckets(settings.tables),
            calculations=Buckets(settings.calculations),
        )


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a WebSocket came to."""
    return cast(Server, connection.app.state.server)
