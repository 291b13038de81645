"""Read the archive for the server in a separate process: histories, exports, proofs, verifications, the ledger.

`python -m houseway.web.archive_process` reads one request per line of standard input, in JSON. Its answer is a line of
JSON with the status, the headers and the length of what follows, and then the bytes of the body, which the server
passes on as they are. It ends when its input does, so it never outlives the server.

A reader who leaves must not cost the next one anything. So a forked worker does the reading, and SIGUSR1 kills the
worker if a request is in progress; the next one is forked within milliseconds. An exception raised by the signal would
be cheaper, but one raised inside a connection pool loses the connection for good.
"""

import json
import os
import resource
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sqlalchemy import select

from houseway.errors import BrokenLog, HousewayError, UnknownName
from houseway.games.catalogue import games
from houseway.games.engine.action import Action
from houseway.room import models
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.history import Archive
from houseway.room.invitation import invites
from houseway.room.readonly import ReadOnlyDatabase
from houseway.room.statement import read_ledger
from houseway.web.errors import BadLog, NotInvited, plain_error, status_of
from houseway.web.hands import hands_as_phh
from houseway.web.responses import write_json
from houseway.web.review import moments_of_lines, question_at, review, spot_at
from houseway.web.situations import Question

MOST_MEMORY = 512 * 1024 * 1024
MOST_VERIFIED = 256
"""How many verifications are remembered: a log that has not grown holds as it did."""
JSON = "application/json"
WENT_WRONG = {
    "code": "failed",
    "message": "The archive could not be read. Tell the operator.",
}
GIVEN_UP = 499
"""The status of a request that was given up before its answer was whole."""
STANDARD_INPUT, STANDARD_OUTPUT = 0, 1
Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to whoever asked; `last` is the last record of a page of an export: there may be more."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    last: int | None = None

    @classmethod
    def json(cls, plain: object, status: int = 200, **headers: str) -> "Answer":
        """An answer in JSON."""
        return cls(status, write_json(plain).encode("ascii"), {"Content-Type": JSON, **headers})


class Archivist:
    """Carries out requests, one after another."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._verified: OrderedDict[tuple[int, str], Answer] = OrderedDict()

    def answer(self, request: Request) -> Answer:
        """The answer to one request; an error is an answer too."""
        try:
            return self._carry_out(request)
        except HousewayError as error:
            return Answer.json(plain_error(error), status_of(error))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return Answer.json(WENT_WRONG, 500)

    def _carry_out(self, request: Request) -> Answer:
        if request["task"] == "ledger":
            return self._ledger(request)
        if "lines" in request:
            return self._review_lines(request)
        head = self._head(request["table"])
        self._check_reader(request)
        tag = f'"{head}"'
        if request.get("tag") == tag:
            return Answer(304, headers={"ETag": tag})
        tasks: dict[str, Callable[[Request, str], Answer]] = {
            "verify": self._verify,
            "history": self._history,
            "hands": self._hands,
            "phh": self._phh,
            "export": self._export,
            "proof": self._proof,
            "records": self._records,
            "hash": self._hash,
            "review": self._review,
            "question": self._question,
            "spot": self._spot,
        }
        answer = tasks[request["task"]](request, head)
        return Answer(answer.status, answer.body, {**answer.headers, "ETag": tag}, answer.last)

    def _head(self, table_id: int) -> str:
        chain = models.chains.c
        with self._database.read() as connection:
            head = connection.execute(select(chain.head).where(chain.id == table_id, chain.id > 0)).scalar()
        if head is None:
            raise UnknownName(f"Table {table_id!r} does not exist.")
        return str(head)

    def _check_reader(self, request: Request) -> None:
        """Who plays at a private table is in its log: only people who were there read it, or have the code."""
        reader = request.get("reader", {"user": None, "operator": False, "word": ""})
        first = self._archive(request).opened
        kept = first.data["spec"].get("invitation", "")
        if not kept or reader["operator"] or invites(reader["word"], kept):
            return
        user = reader["user"]
        if user is None or (user != first.data["by"] and not self._archive(request).has_sat(user)):
            raise NotInvited("This table is private. Ask one of its players for the link with the invitation code.")

    def _archive(self, request: Request) -> Archive:
        return Archive.of_table(self._database, request["table"])

    def _verify(self, request: Request, head: str) -> Answer:
        key = (request["table"], head)
        known = self._verified.get(key)
        if known is None:
            report = verify_database(self._database, request["table"])
            known = Answer.json(report.to_dict())
            if report.head == head:
                self._verified[key] = known
            if len(self._verified) > MOST_VERIFIED:
                self._verified.popitem(last=False)
        return known

    def _history(self, request: Request, head: str) -> Answer:
        return Answer.json({"rounds": self._archive(request).history(request["limit"], request["before"])})

    def _hands(self, request: Request, head: str) -> Answer:
        rounds = self._archive(request).history(request["limit"], request["before"])
        return _file(write_json({"table": request["table"], "rounds": rounds}), f"table-{request['table']}.json", JSON)

    def _phh(self, request: Request, head: str) -> Answer:
        archive = self._archive(request)
        rounds = archive.history(request["limit"], request["before"])
        text = hands_as_phh(archive.game, request["table"], rounds)
        return _file(text, f"table-{request['table']}.phhs", "application/toml; charset=utf-8")

    def _export(self, request: Request, head: str) -> Answer:
        page = self._archive(request).export_page(request["after"])
        name, kind = f"table-{request['table']}.jsonl", "application/x-ndjson; charset=utf-8"
        if page is None:
            return _file("", name, kind)
        file = _file(page.text, name, kind)
        return Answer(file.status, file.body, file.headers, page.last)

    def _proof(self, request: Request, head: str) -> Answer:
        return Answer.json(self._archive(request).proof(request["number"]))

    def _records(self, request: Request, head: str) -> Answer:
        return Answer.json(self._archive(request).round_log(request["number"], request["after"]))

    def _hash(self, request: Request, head: str) -> Answer:
        return Answer.json({"seq": request["seq"], "hash": self._archive(request).hash_at(request["seq"])})

    def _review(self, request: Request, head: str) -> Answer:
        past = self._archive(request).moments(request["number"])
        return Answer.json(review(past, request["seat"], request["open_cards"]))

    def _question(self, request: Request, head: str) -> Answer:
        return _asked(question_at(self._archive(request).moments(request["number"]), request["seq"]))

    def _spot(self, request: Request, head: str) -> Answer:
        return Answer.json(spot_at(self._archive(request).moments(request["number"]), request["move"], request["user"]))

    def _review_lines(self, request: Request) -> Answer:
        """The same of a round cut out of a log that someone has."""
        try:
            past = moments_of_lines(request["lines"])
        except BrokenLog as error:
            raise BadLog(str(error)) from None
        if request["task"] == "question":
            return _asked(question_at(past, request["seq"]))
        return Answer.json(review(past, request["seat"], request["open_cards"]))

    def _ledger(self, request: Request) -> Answer:
        with self._database.read() as connection:
            return Answer.json(read_ledger(connection, request["account"], request["limit"]))


def _asked(found: tuple[Question, Action, int]) -> Answer:
    question, action, cents = found
    return Answer.json({"question": question, "action": action.to_dict(), "cents": cents})


def _file(text: str, name: str, kind: str) -> Answer:
    return Answer(200, text.encode(), {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'})


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more; the first line is the address of the database."""
    games()  # loaded once, for every worker to come
    worker = Worker(json.loads(requests.readline()))
    signal.signal(signal.SIGUSR1, worker.give_up)
    for line in requests:
        answers.write(worker.answer(line))
        answers.flush()


class Worker:
    """A forked process that answers requests, and that can be killed at any moment and replaced."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pid = 0
        self._is_asked = False
        self._fork()

    def _fork(self) -> None:
        asked, asking = os.pipe()
        answered, answering = os.pipe()
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            os.close(asking)
            os.close(answered)
            nothing = os.open(os.devnull, os.O_RDWR)
            for inherited in STANDARD_INPUT, STANDARD_OUTPUT:
                os.dup2(nothing, inherited)
            try:
                with os.fdopen(asked, "rb") as requests, os.fdopen(answering, "wb") as answers:
                    read_archive(self._url, requests, answers)
            except BrokenPipeError:
                os._exit(0)
            except BaseException:
                traceback.print_exc(file=sys.stderr)
                os._exit(1)
            os._exit(0)
        os.close(asked)
        os.close(answering)
        self._asking, self._answered = os.fdopen(asking, "wb", buffering=0), os.fdopen(answered, "rb")
        self._pid = pid

    def answer(self, line: bytes) -> bytes:
        """Return the whole answer to a request, or `GIVEN_UP`."""
        self._is_asked = True
        try:
            self._asking.write(line)
            head = self._answered.readline()
            length = json.loads(head)["length"] if head.endswith(b"\n") else -1
            body = self._answered.read(max(0, length))
            is_whole = len(body) == length
        except BrokenPipeError:
            is_whole = False
        finally:
            self._is_asked = False
        if self._pid and is_whole:
            return head + body
        self._replace()
        return head + body if is_whole else _framed(Answer(GIVEN_UP))

    def give_up(self, *_: object) -> None:
        """Kill the worker if it works on a request."""
        if self._is_asked and self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _replace(self) -> None:
        pid, self._pid = self._pid, 0
        if pid:
            os.waitpid(pid, 0)
        self._asking.close()
        self._answered.close()
        self._fork()


def read_archive(url: str, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one by one, over one connection to the database."""
    archivist = Archivist(ReadOnlyDatabase(url))
    for line in requests:
        answers.write(_framed(archivist.answer(json.loads(line))))
        answers.flush()


def _framed(answer: Answer) -> bytes:
    head = {"status": answer.status, "headers": answer.headers, "last": answer.last, "length": len(answer.body)}
    return json.dumps(head).encode() + b"\n" + answer.body


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, answers.buffer)
