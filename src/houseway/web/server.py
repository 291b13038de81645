"""Everything that one running server holds, in one place that requests can reach."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from houseway.room import Room
from houseway.web.advisor import Advisor
from houseway.web.archive import ArchiveDesk
from houseway.web.automatic_players import players_who_ask
from houseway.web.drills import Drills
from houseway.web.errands import new_name
from houseway.web.hub import Hub
from houseway.web.jobs import JobBoard
from houseway.web.measures import Measures
from houseway.web.openers import Openers
from houseway.web.phrases import Phrasebook
from houseway.web.rates import Meter, Slots
from houseway.web.settings import Settings
from houseway.web.sign_ins import SignIns
from houseway.web.trainer import Trainer
from houseway.web.worker import Worker


@dataclass(frozen=True)
class Server:
    """The room, and what the web adds to it."""

    room: Room
    settings: Settings
    hub: Hub
    measures: Measures
    jobs: JobBoard
    advisor: Advisor
    solver: Advisor
    """For rivers between players, in a process of their own: nobody's advice waits for one."""
    drills: Drills
    trainer: Trainer
    requests: Meter
    messages: Meter
    under_way: Slots
    openers: Openers
    questions: Slots
    archive: ArchiveDesk
    sign_ins: SignIns
    tables: Meter
    calculations: Meter
    phrases: Phrasebook

    @classmethod
    def around(cls, room: Room, settings: Settings) -> "Server":
        """A server for a room; no process or task is started yet."""
        advisor = Advisor(Worker())
        room.players = players_who_ask(advisor.ask)
        archive = ArchiveDesk(room.database, settings)
        trainer, measures = Trainer(room, advisor, archive), Measures()
        hub, sign_ins = Hub(room, settings, measures), SignIns(room, settings)
        tables = Meter("tables", settings.tables, settings.all_tables)
        sign_ins.share(hub.limits)
        hub.limits.share("tables", tables)
        phrases = Phrasebook(settings.phrases)
        phrases.share(hub.limits)
        return cls(
            room=room,
            settings=settings,
            hub=hub,
            measures=measures,
            jobs=JobBoard(Worker(), settings, lambda: new_name(room)),
            advisor=advisor,
            solver=Advisor(Worker()),
            drills=Drills(trainer.book, lambda: new_name(room)),
            trainer=trainer,
            requests=Meter("requests", settings.requests, settings.all_requests),
            messages=Meter("messages", settings.address_messages, settings.all_messages),
            under_way=Slots("requests", settings.most_requests_at_once, settings.all_requests_at_once),
            openers=Openers(settings),
            questions=Slots("questions for advice", settings.most_questions, settings.all_questions),
            archive=archive,
            sign_ins=sign_ins,
            tables=tables,
            calculations=Meter("calculations", settings.calculations, settings.all_calculations),
            phrases=phrases,
        )


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a WebSocket came to."""
    return cast(Server, connection.app.state.server)
