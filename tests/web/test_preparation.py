"""Games are prepared once, outside every deadline: until then a question is answered by how long that takes."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import Any

import pytest
from support.web_players import Player

from houseway.errors import HousewayError
from houseway.games.catalogue import games
from houseway.room import Room
from houseway.web import create_app
from houseway.web.advisor import Advisor
from houseway.web.calculations import carry_out
from houseway.web.errors import BeingPrepared, NoAdvice
from houseway.web.preparation import Notes, Preparations
from houseway.web.settings import Settings
from houseway.web.worker import Deadline, OutOfTime, Progress, Stopped, Worker, processor_seconds

pytest_plugins = ["support.web_fixtures"]

TITLES = {"one": "Game One", "two": "Game Two", "three": "Game Three"}
LONG = 60.0


class Slow:
    """Prepares each game when it may, and notes the order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.started, self.may_end = Semaphore(0), Semaphore(0)
        self.report: Progress = lambda progress: None
        self.fails: set[str] = set()

    def __call__(self, game: str, progress: Progress) -> dict[str, Any]:
        self.begun.append(game)
        self.report = progress
        self.started.release()
        assert self.may_end.acquire(timeout=LONG)
        if game in self.fails:
            raise HousewayError("out of memory")
        return {"kinds": {"kinds": [], "of": 1}}


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "prepared", lambda: "these sources")


def begun(notes: Notes, slow: Slow, clock: Callable[[], float] = lambda: 0.0) -> tuple[Preparations, Event]:
    done = Event()
    made = Preparations(TITLES, slow, notes, clock)
    made.start(done.set)
    return made, done


def test_a_question_about_a_game_that_is_not_prepared_is_answered_by_how_long_it_takes(
    slow: Slow, notes: Notes
) -> None:
    now = 100.0
    made, done = begun(notes, slow, lambda: now)
    assert slow.started.acquire(timeout=LONG)
    with pytest.raises(BeingPrepared, match=r"^Game One is being prepared\. This takes about 20 seconds\.$"):
        made.check("one")
    now = 106.0
    slow.report({"what": "one", "done": 3, "total": 4})
    with pytest.raises(BeingPrepared, match=r"^Game One is being prepared\. This takes about 2 seconds\.$"):
        made.check("one")
    assert [(each["game"], each["state"]) for each in made.to_list()] == [
        ("one", "running"),
        ("two", "waiting"),
        ("three", "waiting"),
    ]
    for _ in TITLES:
        slow.may_end.release()
    assert done.wait(LONG)
    for game in TITLES:
        made.check(game)
    assert made.to_list() == []
    made.check("a game of nobody's")
    made.close()


def test_the_game_that_most_ask_for_is_prepared_next(slow: Slow, notes: Notes) -> None:
    made, done = begun(notes, slow)
    assert slow.started.acquire(timeout=LONG)
    for game in ("two", "three", "three"):
        with pytest.raises(BeingPrepared):
            made.check(game)
    for _ in TITLES:
        slow.may_end.release()
    assert done.wait(LONG)
    assert slow.begun == ["one", "three", "two"]
    made.close()


def test_what_was_prepared_is_kept_for_the_same_sources_and_no_others(slow: Slow, tmp_path: Path) -> None:
    for version, prepared in (("these", 3), ("these", 0), ("others", 3)):
        slow.begun.clear()
        for _ in range(prepared):
            slow.may_end.release()
        made, done = begun(Notes(tmp_path, partial(str, version)), slow)
        assert done.wait(LONG)
        assert len(slow.begun) == prepared
        assert made.result("two") == {"kinds": {"kinds": [], "of": 1}}
        made.close()


@pytest.mark.parametrize("broken", [b"", b"{}", b'"x"', b'{"version": "these sources", "seconds": 1, "sum": "0"}'])
def test_a_note_that_was_not_written_whole_counts_for_nothing(notes: Notes, tmp_path: Path, broken: bytes) -> None:
    notes.write("one", 2.0, {})
    assert notes.read("one") is not None
    (tmp_path / "prepared" / "one.json").write_bytes(broken)
    assert notes.read("one") is None
    assert notes.seconds("one") is None


def test_a_note_that_was_changed_counts_for_nothing(notes: Notes, tmp_path: Path) -> None:
    notes.write("one", 2.0, {"kinds": [1]})
    path = tmp_path / "prepared" / "one.json"
    path.write_text(path.read_text().replace("[1]", "[2]"))
    assert notes.read("one") is None


def test_a_game_that_cannot_be_prepared_is_asked_about_all_the_same(slow: Slow, notes: Notes) -> None:
    slow.fails = {"two"}
    made, done = begun(notes, slow)
    for _ in TITLES:
        slow.may_end.release()
    assert done.wait(LONG)
    made.check("two")
    assert notes.read("two") is None
    made.close()


def test_a_deadline_that_passes_prepares_the_game_once_more_and_not_for_ever(slow: Slow, notes: Notes) -> None:
    for game in TITLES:
        notes.write(game, 3.0, {})
    made, done = begun(notes, slow)
    assert done.wait(LONG)

    class NeverDone:
        def call(self, request: Mapping[str, Any], **_: object) -> dict[str, Any]:
            raise OutOfTime("the calculation took too long")

        def stop(self) -> None:
            pass

    advisor = Advisor(NeverDone(), made)  # type: ignore[arg-type]
    with pytest.raises(BeingPrepared):
        advisor._call({"game": "two"})
    assert slow.started.acquire(timeout=LONG)
    assert slow.begun == ["two"]
    slow.may_end.release()
    while made.to_list():
        pass
    with pytest.raises(NoAdvice):
        advisor._call({"game": "two"})
    advisor.close()
    made.close()


def test_a_process_that_ends_for_another_reason_leaves_what_was_prepared(slow: Slow, notes: Notes) -> None:
    for game in TITLES:
        notes.write(game, 3.0, {})
    made, done = begun(notes, slow)
    assert done.wait(LONG)

    class Ended:
        def call(self, request: Mapping[str, Any], **_: object) -> dict[str, Any]:
            raise Stopped("the calculation was stopped")

        def stop(self) -> None:
            pass

    advisor = Advisor(Ended(), made)  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(NoAdvice):
            advisor._call({"game": "two"})
    assert made.to_list() == []
    advisor.close()
    made.close()


def test_a_busy_machine_does_not_use_up_the_time_of_a_calculation() -> None:
    killed: list[bool] = []
    used, now = [5.0, 6.0, 25.0], [0.0, 20.0, 90.0]
    process = SimpleNamespace(pid=1, kill=lambda: killed.append(True))
    times = iter(now)
    deadline = Deadline(process, 20.0, lambda pid: used.pop(0), lambda: next(times))  # type: ignore[arg-type]
    deadline.look()
    assert not killed, "1 of its 20 seconds is used"
    deadline.cancel()
    deadline.look()
    assert not killed, "it was done in time"


@pytest.mark.parametrize(
    ("used", "now"), [([5.0, 26.0], [0.0, 30.0]), ([5.0, 6.0], [0.0, 121.0]), ([None] * 2, [0, 20])]
)
def test_a_calculation_ends_when_its_time_is_used_or_nobody_would_wait_any_longer(used: list[Any], now: Any) -> None:
    killed: list[bool] = []
    times = iter(now)
    process = SimpleNamespace(pid=1, kill=lambda: killed.append(True))
    deadline = Deadline(process, 20.0, lambda pid: used.pop(0), lambda: next(times))  # type: ignore[arg-type]
    deadline.look()
    deadline.cancel()
    assert killed == [True]


def test_the_time_that_a_process_has_used_is_known() -> None:
    here = processor_seconds(os.getpid())
    assert here is None or here > 0
    assert processor_seconds(-1) is None


# Through the server.


@pytest.fixture
def fresh(room: Room, settings: Settings, slow: Slow, notes: Notes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server on whose machine nothing is prepared; calculations are made in this process."""

    def call(worker: Worker, request: dict[str, Any], progress: Progress | None = None, **__: object) -> Any:
        if request["task"] == "prepare":
            return slow(request["game"], progress or (lambda _: None))
        return json.loads(json.dumps(carry_out(request, lambda *_: None)))

    monkeypatch.setattr(Worker, "call", call)
    app = create_app(room, settings)
    preparations = app.state.server.preparations
    monkeypatch.setattr(preparations, "_notes", notes)
    done = Event()
    preparations.start(done.set)
    yield app, done
    for _ in games():
        slow.may_end.release()
    assert done.wait(LONG)


GAME, CARDS = "three-card-poker", "Qh 6d 4c"
FOLD = {"kind": "fold", "cards": "", "amount": 0, "option": ""}


def test_advice_strategy_practice_and_kinds_say_that_the_game_is_being_prepared_and_are_then_answered(
    fresh: Any, slow: Slow
) -> None:
    from fastapi.testclient import TestClient

    app, done = fresh
    with TestClient(app) as client:
        player = Player(client).sign_in()
        asked: list[tuple[str, str, Any]] = [
            ("POST", "/api/advise", {"game": GAME, "cards": CARDS}),
            ("POST", "/api/strategy", {"game": GAME}),
            ("GET", f"/api/training/games/{GAME}/kinds", None),
            ("POST", f"/api/training/games/{GAME}/spots", {}),
        ]
        assert slow.started.acquire(timeout=LONG)
        for method, path, body in asked:
            answer = player.call(method, path, body)
            told = answer.json()
            assert (answer.status_code, told["code"]) == (503, "being_prepared"), path
            assert told["message"].startswith("Three Card Poker is being prepared. This takes about ")
            assert int(answer.headers["Retry-After"]) == told["seconds"] > 0
        listed = player.call("GET", "/api/preparations").json()["games"]
        assert {each["game"] for each in listed} == {each.slug for each in games()}
        drill = player.call("POST", "/api/drill", {"game": GAME, "level": 1})
        assert drill.status_code == 201, "a drill needs nothing of it"
        for _ in games():
            slow.may_end.release()
        assert done.wait(LONG)
        for method, path, body in asked:
            assert player.call(method, path, body).status_code in (200, 201), path
        assert player.call("GET", "/api/preparations").json()["games"] == []


def test_a_verdict_at_a_table_waits_until_the_game_is_prepared(
    fresh: Any, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastapi.testclient import TestClient

    from houseway.web import connection

    monkeypatch.setattr(connection, "LONGEST_PAUSE", 0.01)
    app, _ = fresh
    with TestClient(app) as client:
        player = Player(client).sign_in()
        with player.at(player.open_table(GAME, seats=1)) as seat:
            seat.say(type="coach", value=True)
            seat.sit(0)
            seat.bet(GAME)
            seat.until(lambda state: bool(state["legal_actions"]))
            seat.act(FOLD, seat.state["move"])
            heard = [seat.hear()]
            while "being prepared" not in heard[-1].get("message", ""):
                heard.append(seat.hear())
            assert heard[-1]["type"] == "judging"
            assert heard[-1]["message"].endswith("The verdict comes when it is ready.")
            for _ in games():
                slow.may_end.release()
            while (judgment := seat.hear())["type"] != "judgment":
                assert judgment["type"] != "error", judgment
            assert judgment["decision"] == "fold"
