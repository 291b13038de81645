"""No kind of request waits for another one's threads: nothing blocks in an executor that all of them share."""

import ast
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

import houseway
from houseway.room import Room
from houseway.web import create_app
from houseway.web.advisor import Turns
from houseway.web.routes import ROUTERS

SOURCES = Path(houseway.__file__).parent
SHARED = ("to_thread", "run_in_threadpool", "iterate_in_threadpool", "run_sync")


def shared_calls(path: Path) -> Iterator[str]:
    """Every use of an executor that all callers share, by the line."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.expr):
            continue
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if name in SHARED:
            yield f"{path.name}:{node.lineno} {name}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "run_in_executor":
            first = node.args[0] if node.args else None
            if first is None or (isinstance(first, ast.Constant) and first.value is None):
                yield f"{path.name}:{node.lineno} run_in_executor(None)"


def test_no_source_of_the_server_uses_an_executor_that_all_share() -> None:
    files = [path for part in ("web", "cli", "room") for path in sorted((SOURCES / part).rglob("*.py"))]
    assert [found for path in files for found in shared_calls(path)] == []


def test_no_route_runs_in_the_framework_s_own_threads() -> None:
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    assert len(routes) > 40
    assert [route.path for route in routes if not iscoroutinefunction(route.endpoint)] == []


def test_what_blocks_runs_in_the_pool_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    room, threads = Room(), dict[str, str]()
    monkeypatch.setattr(room, "session_user", lambda token: threads.update(session=current_thread().name))
    monkeypatch.setattr(room, "guest", lambda: threads.update(guest=current_thread().name))
    with TestClient(create_app(room), raise_server_exceptions=False) as client:
        csrf = client.get("/api/me").json()["csrf"]
        client.post("/api/session", json={"guest": True}, headers={"X-CSRF-Token": csrf})
        assert threads["session"].startswith("sign-ins")
        assert threads["guest"].startswith("guests")
        client.get("/api/verify/1")
        assert threads["session"].startswith("archive")
        client.get("/api/tables/1")
        assert threads["session"].startswith("play")
    room.close()


def test_people_at_tables_have_their_turn_before_all_who_waited_longer() -> None:
    turns, order, let_go = Turns(), list[str](), Event()

    def take(name: str, *, first: bool) -> None:
        with turns.taken(first=first):
            order.append(name)
            if name == "begun":
                let_go.wait(60)

    begun = Thread(target=take, args=("begun",), kwargs={"first": False})
    begun.start()
    while order != ["begun"]:
        pass
    waiting = [Thread(target=take, args=(f"visitor {n}",), kwargs={"first": False}) for n in range(3)]
    waiting += [Thread(target=take, args=("player",), kwargs={"first": True})]
    for thread in waiting:
        thread.start()
    while turns.waiting != (3, 1):
        pass
    let_go.set()
    for thread in (begun, *waiting):
        thread.join()
    assert order[1] == "player"


@pytest.mark.parametrize(
    "source", ["asyncio.to_thread(f)", "loop.run_in_executor(None, f)", "await run_in_threadpool(f)"]
)
def test_the_search_finds_what_it_looks_for(source: str, tmp_path: Path) -> None:
    path = tmp_path / "part.py"
    path.write_text(f"async def g():\n    {source}\n")
    assert list(shared_calls(path))
