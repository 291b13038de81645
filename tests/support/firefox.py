"""Debian's Firefox, driven over WebDriver BiDi, which it speaks by itself: Playwright drives only builds of its own.

A command is a JSON object with an id over one WebSocket, and so is its answer; events, such as a line on the console,
come in between. https://w3c.github.io/webdriver-bidi/ has them all.
"""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

FIREFOX = Path("/usr/bin/firefox-esr")
PATIENCE = 180.0
"""Seconds for anything to happen: a loaded machine is slow, and no test should fail by that."""
SECONDS_FOR_AN_ANSWER = 20.0
"""After how long something that was pressed without an effect is pressed again."""
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "extensions.update.enabled": False,
    "services.settings.server": "data:,",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""A browser that moves nothing by itself and asks nobody anything."""


class Refused(Exception):
    """A command that the browser did not carry out, such as one about an element or a page that is gone."""


class Firefox:
    """One window, and every error that its pages told of."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._ids = connection, count(1)
        self.errors: list[str] = []
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        self._context = self._command("browsingContext.getTree")["contexts"][0]["context"]

    def _command(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._connection.recv(timeout=PATIENCE))
            if message.get("id") == number:
                if message["type"] != "success":
                    raise Refused(f"{method}: {message}")
                return dict(message["result"])
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])

    def go(self, address: str) -> None:
        self._command("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> dict[str, Any]:
        """What an expression of the page is, as BiDi writes it."""
        target = {"context": self._context}
        told = self._command("script.evaluate", expression=expression, target=target, awaitPromise=False)
        if told["type"] != "success":
            raise Refused(f"{expression}: {told}")
        return dict(told["result"])

    def text(self, selector: str) -> str:
        return str(self.wait_for(f"document.querySelector({json.dumps(selector)})?.textContent.trim()")["value"])

    def wait_for(self, expression: str) -> dict[str, Any]:
        """An expression of the page once it is true."""
        told = self._comes(expression, PATIENCE)
        assert told is not None, f"never came true: {expression}"
        return told

    def _comes(self, expression: str, seconds: float) -> dict[str, Any] | None:
        """Asked again and again; a page that is just leaving has no answer."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(Refused):
                told = self.evaluate(expression)
                if told["type"] not in ("undefined", "null") and told.get("value") not in (False, 0, ""):
                    return told
            time.sleep(0.03)
        return None

    def press(self, selector: str, then: str) -> None:
        """Press what can be pressed with the mouse until an expression is true: what is drawn anew misses a click."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(Refused):
                self._click(selector)
            if self._comes(then, SECONDS_FOR_AN_ANSWER) is not None:
                return
        raise AssertionError(f"pressing {selector} never led to: {then}")

    def _click(self, selector: str) -> None:
        found = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(f"{found}?.scrollIntoView({{ block: 'center' }})")
        element = self.evaluate(f"{found}?.disabled === false ? {found} : null")
        if element["type"] != "node":
            return
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        moves: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self._command("input.performActions", context=self._context, actions=[mouse])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A browser with a profile and a home of its own, ended afterwards. The test is skipped where it does not start."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    home = {**os.environ, "HOME": str(folder)}
    process = subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connect(_address(process, folder), max_size=None, open_timeout=PATIENCE) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(60)


def _address(process: "subprocess.Popen[bytes]", folder: Path) -> str:
    """Where the browser listens: it writes that into its profile."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            pytest.skip(f"Firefox does not start here: it ended with {process.returncode}")
        try:
            told = json.loads((folder / "WebDriverBiDiServer.json").read_text(encoding="utf-8"))
            return f"ws://{told['ws_host']}:{told['ws_port']}/session"
        except (OSError, ValueError, KeyError):
            time.sleep(0.05)
    pytest.skip(f"Firefox does not start here: it does not listen after {PATIENCE:.0f} seconds")
