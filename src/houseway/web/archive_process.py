"""Read the archive for the server in a separate process: histories, exports, proofs, verifications, the ledger.

`python -m houseway.web.archive_process` reads one request per line of standard input, in JSON. Its answer is a line of
JSON with the status, the headers and the length of the body, then the bytes of the body. The server passes the body on
unchanged. It ends when its input does, so it never outlives the server.

A client that disconnects must not delay the next one. So a forked worker does the reading, and SIGUSR1 kills the worker
if a request is in progress. The next one is forked within milliseconds. An exception raised by the signal would be
cheaper, but one raised inside a connection pool loses the connection for good.
"""

import json
import os
import resource
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from typing import Any, BinaryIO

from sqlalchemy import select

from houseway.adapters.phh import to_phh, to_phhs
from houseway.errors import BrokenLog, HousewayError, UnknownName
from houseway.games.catalogue import games
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers, RoundBetweenPlayers
from houseway.games.engine.event import HIDDEN, visible_text
from houseway.games.engine.game import Game
from houseway.games.telling.verdict import action_words
from houseway.room import models
from houseway.room.audit import verify_database
from houseway.room.database import Database, ReadOnlyDatabase
from houseway.room.history import Archive
from houseway.room.log import Head, Record, at_record, check_link, read_line, read_record
from houseway.room.replay import moments, shown_seeds
from houseway.room.spec import TableSpec, invites
from houseway.room.state import Round, TableState
from houseway.room.store import read_ledger
from houseway.room.table_view import Viewer, facts_of_game, snapshot
from houseway.training.spots import kind_of
from houseway.web.errors import BadLog, NoAdvice, NotInvited, plain_error, status_of
from houseway.web.responses import write_json
from houseway.web.situations import Question, question_of, unit_cents


def hands_as_phh(game: Game, table_id: int, rounds: Sequence[Mapping[str, Any]]) -> str:
    """Return finished rounds of a table, oldest first, as the text of a .phhs file. PHH cannot mark a round as void."""
    if not isinstance(game, GameBetweenPlayers):
        raise UnknownName(f"{game.title} has no PHH hand history. PHH is for player vs. player games.")
    return to_phhs(_hand(game, table_id, played) for played in reversed(rounds) if played["void"] is None)


def _hand(game: GameBetweenPlayers, table_id: int, played: Mapping[str, Any]) -> str:
    """Return one hand. PHH numbers the playing seats, so a custom field has their seat numbers at the table."""
    state = _replayed(game, played)
    about = {
        "table": str(table_id),
        "hand": played["number"],
        "players": [_name(played, place) for place in state.order],
        "_table_seats": [played["seats"][place] + 1 for place in state.order],
        "_unit": "cents of play chips",
    }
    return to_phh(state, about)


def _name(played: Mapping[str, Any], place: int) -> str:
    name: str = played["names"][place]
    return f"{name} (computer)" if played["seats"][place] in played["automatic"] else name


def _replayed(game: GameBetweenPlayers, played: Mapping[str, Any]) -> RoundBetweenPlayers:
    bets = [Bet(**bet) for bet in played["bets"]]
    state = game.start(bets, open_shoe=True, button=played["seats"].index(played["button"]))
    for event in played["events"]:
        if event["action"] is not None:
            state = state.apply(Action.from_dict(event["action"]))
    assert isinstance(state, RoundBetweenPlayers)
    return state


Moments = Sequence[tuple[Record, TableState]]
SHOWN_KINDS = ("started", "acted", "voided", "settled")


def review(past: Moments, seat: int | None, open_cards: bool) -> dict[str, Any]:
    """Return all steps of a round. `seat` sees its cards, and `open_cards` shows those of every seat as well."""
    over = past[-1][1]
    played = _round_of(over)
    if seat is not None and seat not in played.seats:
        others = ", ".join(str(each + 1) for each in played.seats)
        raise UnknownName(f"Seat {seat + 1} did not play this round. Seats that did: {others}.")
    user_id = None if seat is None else played.users[played.seats.index(seat)]
    shown = [(record, state) for record, state in past if record.kind in SHOWN_KINDS]
    decisions = [_decision(state, later) for (_, state), (later, _) in pairwise(shown)]
    return {
        "table": facts_of_game(over),
        "number": played.number,
        "at": past[-1][0].at,
        "seats": [_player(over, played, place) for place in range(len(played.seats))],
        "seat": seat if user_id is not None else None,
        "steps": [
            {"seq": record.seq, "kind": record.kind, "decision": decision, **_seen(record, state, user_id, open_cards)}
            for (record, state), decision in zip(shown, [*decisions, None], strict=True)
            if record.kind in ("started", "settled") or not _is_over(state)
        ],
    }


def question_at(past: Moments, seq: int) -> tuple[Question, Action, int]:
    """Return the question of the seat that decided in a record, its decision, and the size of its unit in cents."""
    for (_, before), (record, _) in pairwise(past):
        if record.seq == seq and record.kind == "acted":
            seat = record.data["seat"]
            return question_of(before, seat), Action.from_dict(record.data["action"]), unit_cents(before, seat)
    raise UnknownName(f"Record {seq!r} is not a decision of this round.")


def spot_at(past: Moments, move: int, user_id: int) -> dict[str, Any]:
    """Return a person's decision as it was asked: the seat's view, its options, and the question for their values."""
    for (_, before), (record, _) in pairwise(past):
        if record.kind == "acted" and record.data["move"] == move:
            seat = record.data["seat"]
            played = _round_of(before)
            if played.users[played.seats.index(seat)] != user_id:
                break
            return asked_again(before, seat, user_id)
    raise UnknownName(f"Move {move!r} is not one of your decisions in this round.")


def asked_again(state: TableState, seat: int, user_id: int) -> dict[str, Any]:
    """Return the moment of a seat's decision, to be decided again with chips that do not run out."""
    practiced = replace(state, spec=replace(state.spec, practice=True))
    assert practiced.round is not None, "a seat decides in a round"
    kind = kind_of(practiced.round.state)
    present = frozenset(user for user in practiced.round.users if user is not None)
    return {
        "table": facts_of_game(practiced),
        "snapshot": snapshot(practiced, Head(0, ""), Viewer(user_id, {}, present, None), {}),
        "question": question_of(state, seat),
        "kind": [kind.decision, kind.hand],
    }


def moments_of_lines(lines: Iterable[str]) -> list[tuple[Record, TableState]]:
    """Return the moments of a round cut from an exported log: its opening, then the round from commitment to end.

    The hashes must be those of the records, and each record must follow the one before it. The records between the
    opening and the commitment are missing, so this does not verify the whole log. The log comes from an untrusted
    client, so its table is checked like a new one.
    """
    links = [(read_record(body), hash_text, body) for body, hash_text in map(read_line, lines)]
    if len(links) < 3 or links[0][0].kind != "opened" or links[1][0].kind != "committed":
        raise BrokenLog("Expected the record that opens the table, a commitment, and the records of its round.")
    opening, first = links[0][0], links[1][0]
    check_link(opening, links[0][1], links[0][2], opening.table, Head())
    head = Head(first.seq - 1, first.previous)
    for record, hash_text, body in links[1:]:
        head = check_link(record, hash_text, body, opening.table, head)
    records = [record for record, _, _ in links[1:]]
    if records[-1].kind != "settled":
        raise BrokenLog("Expected a finished round: its last record is the settlement.")
    with at_record(opening.seq):
        spec = TableSpec.from_dict(opening.data["spec"])
        checked = replace(spec, bots={}).completed(date.today())
        base = TableState.opened(opening.table, replace(checked, bots=spec.bots))
    return list(moments(records, base, shown_seeds(records)))


def _round_of(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "a round that is over stays in view"
    return found


def _is_over(state: TableState) -> bool:
    return state.round is None or state.round.state.is_over


def _player(over: TableState, played: Round, place: int) -> dict[str, Any]:
    sitter = over.seats[played.seats[place]]
    return {
        "seat": played.seats[place],
        "kind": "bot" if played.users[place] is None else "person",
        "name": over.spec.automatic.get(played.seats[place], "" if sitter is None else sitter.name),
        "result": played.results[played.seats[place]],
    }


def _decision(state: TableState, later: Record) -> dict[str, Any] | None:
    """Return the decision in the next record, and whether it has a known value."""
    if later.kind != "acted":
        return None
    action = Action.from_dict(later.data["action"])
    decision = {
        "seq": later.seq,
        "move": later.data["move"],
        "seat": later.data["seat"],
        "by": later.data["by"],
        "action": action.to_dict(),
        "words": action_words(state.game.felt(), action),
    }
    try:
        question_of(state, later.data["seat"])
    except NoAdvice as reason:
        return {**decision, "text": str(action), "no_value": str(reason)}
    return {**decision, "text": str(action), "no_value": ""}


def _seen(record: Record, state: TableState, user_id: int | None, open_cards: bool) -> dict[str, Any]:
    played = _round_of(state)
    present = frozenset(user for user in played.users if user is not None)
    viewer = Viewer(user_id, {}, present, None)
    seen = snapshot(state, Head(record.seq, ""), viewer, {})
    del seen["table"]
    seen |= {"legal_actions": [], "prompt": None}
    seen["you"] = {**seen["you"], "user_id": None}
    if open_cards:
        seen["piles"] = _all_cards(played)
    return {"snapshot": seen}


def _all_cards(played: Round) -> list[dict[str, Any]]:
    """Return every pile with the cards that anyone at the table saw."""
    return [
        {
            "name": pile.name,
            "seat": None if pile.seat is None else played.seats[pile.seat],
            "cards": visible_text(pile.cards if pile.seen_by != () else (HIDDEN,) * len(pile.cards)).split(),
        }
        for pile in played.state.piles()
    ]


MOST_MEMORY = 512 * 1024 * 1024
MOST_VERIFIED = 256
"""Number of verifications that are remembered. A log that has not grown gives the same result."""
JSON = "application/json"
WENT_WRONG = {
    "code": "failed",
    "message": "The archive could not be read. Tell the operator.",
}
GIVEN_UP = 499
"""The status of a request that was given up before its answer was complete."""
STANDARD_INPUT, STANDARD_OUTPUT = 0, 1
Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request. `last` is the last record of an export page, after which there may be more."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    last: int | None = None

    @classmethod
    def json(cls, plain: object, status: int = 200, **headers: str) -> "Answer":
        """Return an answer in JSON."""
        return cls(status, write_json(plain).encode("ascii"), {"Content-Type": JSON, **headers})


class Archivist:
    """The handler of archive requests, one at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._verified: OrderedDict[tuple[int, str], Answer] = OrderedDict()

    def answer(self, request: Request) -> Answer:
        """Return the answer to one request. An error is an answer too."""
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
        """Refuse a private table's log, which names its players, except to them and to holders of its code."""
        reader = request.get("reader", {"user": None, "operator": False, "word": ""})
        first = self._archive(request).opened
        invitation = first.data["spec"].get("invitation", "")
        if not invitation or reader["operator"] or invites(reader["word"], invitation):
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
        rounds = archive.history(request["limit"], request["before"], words=False)
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
    """Answer requests until the input ends. The first line is the database's address."""
    games()  # loaded once, for all later workers
    worker = Worker(json.loads(requests.readline()))
    signal.signal(signal.SIGUSR1, worker.give_up)
    for line in requests:
        answers.write(worker.answer(line))
        answers.flush()


class Worker:
    """A forked process that answers requests. It can be killed at any moment and replaced."""

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
        """Kill the worker if a request is in progress."""
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
