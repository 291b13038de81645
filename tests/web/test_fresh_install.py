"""A server on a machine that has nothing: every game answers, or says how long it is prepared, and then answers."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.ports import free_port

from houseway.games.catalogue import as_game, between_players, games
from houseway.training.spots import SEAT, opened, practiced, seed_number

SERVER = """
import sys
import uvicorn
from houseway.room import Room
from houseway.web.app import create_app
from houseway.web.settings import Settings
settings = Settings.without_rates(warm=True)
uvicorn.run(create_app(Room(sys.argv[1]), settings), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
"""
LONGEST_START, LONGEST_WAIT = 300.0, 1200.0
PLACES = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "NUMBA_CACHE_DIR", "HOUSEWAY_CACHE")
pytestmark = pytest.mark.proof


class Visitor:
    """Asks as a page does: what is being prepared is asked for again."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=120.0)
        self.csrf = self.client.get("/api/me").json()["csrf"]
        self.csrf = self.call("POST", "/api/session", {"guest": True}).json()["csrf"]
        self.told: dict[str, str] = {}

    def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        return self.client.request(method, path, json=body, headers={"X-CSRF-Token": self.csrf})

    def ask(self, about: str, method: str, path: str, body: object = None) -> Any:
        until = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < until:
            answer = self.call(method, path, body)
            plain = answer.json()
            if answer.status_code != 503:
                assert answer.status_code in (200, 201), f"{about}: {answer.status_code} {plain}"
                return plain
            assert plain["code"] == "being_prepared", f"{about}: {plain}"
            assert "is being prepared. This takes about " in plain["message"]
            self.told.setdefault(about, plain["message"])
            time.sleep(min(float(answer.headers["Retry-After"]), 2.0))
        raise AssertionError(f"{about} was never answered")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fresh")
    empty = {name: str(folder / name.lower()) for name in PLACES}
    for place in empty.values():
        Path(place).mkdir()
    port = free_port()
    command = [sys.executable, "-c", SERVER, f"sqlite:///{folder / 'room.sqlite'}", str(port)]
    process = subprocess.Popen(command, env={**os.environ, **empty})
    try:
        began = time.monotonic()
        while True:
            assert process.poll() is None, "the server has ended: its output says why"
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10.0)
                break
            except httpx.TransportError:
                assert time.monotonic() - began < LONGEST_START
                time.sleep(0.2)
        print(f"serves after {time.monotonic() - began:.0f} s")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"CPU seconds of the server and its processes: {used.ru_utime + used.ru_stime:.0f}")


def test_every_game_is_answered_or_being_prepared_and_then_answered(address: str) -> None:
    visitor = Visitor(address)
    for game in reversed(games()):
        slug = game.slug
        visitor.ask(f"strategy of {slug}", "POST", "/api/strategy", {"game": slug})
        if slug not in between_players():
            visitor.ask(f"drill of {slug}", "POST", "/api/drill", {"game": slug, "level": 1})
            advise(visitor, slug)
        if slug in practiced():
            practice(visitor, slug)
        print(f"{slug}: {visitor.told.get(f'strategy of {slug}', 'answered at once')}")
    listed = visitor.call("GET", "/api/preparations").json()["games"]
    assert listed == []


def advise(visitor: Visitor, slug: str) -> None:
    state = next(
        (found for found in (opened(as_game(slug), seed_number("fresh", n)) for n in range(60)) if found.actor == SEAT),
        None,
    )
    situation = None if state is None else state.game.situation(state.view(SEAT))
    if situation is None or situation.without_value:
        return
    known = {name: value for name, value in situation.known.items() if name in ("board", "dead", "stage", "dealer")}
    asked = {"game": slug, "cards": situation.cards, **known}
    assert visitor.ask(f"advice on {slug}", "POST", "/api/advise", asked)["options"]


def practice(visitor: Visitor, slug: str) -> None:
    """A spot, its kinds, and the verdict on an answer."""
    assert visitor.ask(f"kinds of {slug}", "GET", f"/api/training/games/{slug}/kinds")["kinds"]
    spot = visitor.ask(f"practice of {slug}", "POST", f"/api/training/games/{slug}/spots", {})
    action = next(each for each in spot["snapshot"]["legal_actions"] if each["kind"] != "fold")
    given = {name: action[name] for name in ("kind", "cards", "amount", "option")}
    told = visitor.ask(f"verdict on {slug}", "POST", f"/api/training/spots/{spot['id']}", {"action": given})
    assert told["verdict"]["sentence"]
