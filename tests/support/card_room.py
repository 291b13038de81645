"""A real server in a process of its own, a real browser, and a person who plays in it."""

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize, WebSocket

from support.ports import free_port

CHROMIUM = Path("/usr/bin/chromium")
OPERATOR = {"name": "Frances", "password": "correct horse"}
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 180_000
MOST_DECISIONS = 30
MAIN_CHOICE = '.choice[data-kind]:not([data-kind="fold"])'
"""The first choice that stays in: no button stands out where the choice is the skill."""
SERVER = """
# Whoever waits for a calculation does not wait for other tests, and nothing is given up because the machine is slow.
import sys
import uvicorn
from houseway.room import Room, RoomSettings
from houseway.web import advisor, archive, worker
from houseway.web.app import create_app
from houseway.cli.serve import served
from houseway.web.settings import Settings
archive.NICENESS = worker.NICENESS = 0
advisor.LONGEST_SECONDS = 600.0
settings = Settings.without_rates(longest_reading=600.0)
room = Room(sys.argv[1], RoomSettings(bet_time=600.0))
room.make_operator(room.register("Frances", "correct horse").name)
uvicorn.run(create_app(room, settings), host="127.0.0.1", port=int(sys.argv[2]), **served(settings))
"""


@contextmanager
def running_server(folder: Path, first: str = "") -> Iterator[str]:
    """The address of a server on loopback with a new SQLite database; it is ended afterwards.

    `first` is Python that its process runs before anything else.
    """
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", first + SERVER, f"sqlite:///{folder}/room.sqlite", str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(process, address)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(process: "subprocess.Popen[bytes]", address: str) -> None:
    for _ in range(900):
        assert process.poll() is None, "the server has ended: its output says why"
        try:
            urllib.request.urlopen(f"{address}/api/games", timeout=60).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer within 90 seconds")


def wait_until_nobody_is_present(address: str) -> None:
    """Play leads to people who are there: those of the last test must be gone before the next."""
    for _ in range(1000):
        with urllib.request.urlopen(f"{address}/api/tables", timeout=60) as answer:
            if not any(table["present"] for table in json.load(answer)["tables"]):
                return
        time.sleep(0.02)
    raise AssertionError("the server still counts people whose browsers are closed")


class Person:
    """Somebody with a browser, who notes every error of the page and every message to and from it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        self.received: list[str] = []
        self.sent: list[str] = []
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.add_init_script("if (origin !== 'null') localStorage['houseway.next-hand'] ??= 'off'")
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page.on("websocket", self._listen)

    def _listen(self, connection: WebSocket) -> None:
        connection.on("framereceived", lambda frame: self.received.append(str(frame)))
        connection.on("framesent", lambda frame: self.sent.append(str(frame)))

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def api(self, method: str, path: str, body: object = None) -> Any:
        """A request of the page's own session, made from the page."""
        script = """async ([method, path, body]) => {
            const { csrf } = await (await fetch("/api/me")).json();
            const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
            const sent = body === null ? undefined : JSON.stringify(body);
            const answer = await fetch(path, { method, headers, body: sent });
            return [answer.status, await answer.json()];
        }"""
        status, answer = self.page.evaluate(script, [method, path, body])
        assert status < 300, f"{method} {path}: {status} {answer}"
        return answer

    def open_table(self, **spec: object) -> int:
        """A table of this person's own, who then sits at seat 0."""
        self.go("/")
        self.api("POST", "/api/session", {"guest": True})
        table_id = int(self.api("POST", "/api/tables", spec)["table"]["id"])
        self.sit(table_id, 0)
        return table_id

    def sit(self, table_id: int, seat: int) -> None:
        self.go(f"/table?id={table_id}&sit={seat}")
        self.page.wait_for_selector('[data-focus="deal"]')

    def snapshot(self) -> Any:
        """What the server shows this person now."""
        table_id = re.findall(r"id=(\d+)", self.page.url)[0]
        return self.api("GET", f"/api/tables/{table_id}")

    def said(self, kind: str) -> int:
        """How often the page has sent a message of a kind."""
        return sum(message["type"] == kind for message in map(json.loads, self.sent))

    def states(self) -> list[Any]:
        """All snapshots that have arrived."""
        return [message for message in map(json.loads, self.received) if message["type"] == "state"]

    # At the table, with the mouse.

    def deal(self) -> None:
        before = self.moment()
        self.page.click('[data-focus="deal"]')
        self.wait_for_change(before)

    def choices(self) -> list[str]:
        """The words of the buttons that can be pressed now."""
        return [words.split("\n")[0] for words in self.page.locator(".choice[data-kind]:enabled").all_inner_texts()]

    def wait_for_turn(self) -> bool:
        """Wait for a decision or the end of the round: whether there is a decision."""
        self.page.wait_for_selector(".choice[data-kind], hw-result:not([hidden])")
        return self.page.locator(".choice[data-kind]").count() > 0

    def decide(self) -> None:
        """Pick as many cards as the first choice that stays in needs, and press its button."""
        before = self.moment()
        self._pick(lambda place: self.page.locator(".card-button").nth(place).click())
        self.page.locator(MAIN_CHOICE).first.click()
        self.wait_for_change(before)

    def play_round(self) -> None:
        for _ in range(MOST_DECISIONS):
            if not self.wait_for_turn():
                return
            self.decide()
        raise AssertionError("the round does not end")

    # With the keyboard alone.

    def tab_to(self, selector: str) -> None:
        """Move the focus with the Tab key until it is on an element."""
        for _ in range(120):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
                return
        raise AssertionError(f"the Tab key never comes to {selector}")

    def deal_by_key(self) -> None:
        before = self.moment()
        self.page.keyboard.press("Enter")
        self.wait_for_change(before)

    def decide_by_key(self) -> None:
        before = self.moment()
        self._pick(lambda place: self.page.keyboard.press(str(place + 1)))
        key = self.page.locator(MAIN_CHOICE).first.get_attribute("aria-keyshortcuts")
        assert key is not None
        self.page.keyboard.press(key.lower())
        self.wait_for_change(before)

    def play_round_by_keys(self) -> None:
        for _ in range(MOST_DECISIONS):
            if not self.wait_for_turn():
                return
            self.decide_by_key()
        raise AssertionError("the round does not end")

    def _pick(self, press: Any) -> None:
        """Cards one by one until the button can be pressed."""
        for place in range(self.page.locator(".card-button").count()):
            if self.page.locator(MAIN_CHOICE).first.is_enabled():
                return
            press(place)
            self.page.wait_for_selector(f'.card-button:nth-child({place + 1})[aria-pressed="true"]')

    def moment(self) -> str:
        return str(self.page.locator("hw-actions").get_attribute("data-moment"))

    def wait_for_change(self, before: str) -> None:
        self.page.wait_for_function(
            "before => document.querySelector('hw-actions').dataset.moment !== before", arg=before
        )
