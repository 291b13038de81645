"""A house that lies to one browser: between the server and the page it changes states and the records of rounds."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Route, WebSocketRoute

from houseway.room.log import canonical, export_line, hash_of
from support.card_room import Person

State = dict[str, Any]
Record = dict[str, Any]


class Between:
    """A dishonest server: it changes states on their way to the browser, and notes what the browser says."""

    def __init__(self, person: Person) -> None:
        self.change: Callable[[State], None] = lambda state: None
        self.said: list[Any] = []
        person.page.route_web_socket("**/ws", self._stand_between)

    def _stand_between(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.said.append(json.loads(message))
            server.send(message)

        def to_browser(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "state":
                self.change(told)
            browser.send(json.dumps(told))

        browser.on_message(to_server)
        server.on_message(to_browser)

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.said]


class LyingHouse(Between):
    """The same, and it rewrites the records of rounds under good hashes."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.rewrite: Callable[[list[Record]], None] | None = None
        person.page.route("**/records*", self._answer)

    def _answer(self, route: Route) -> None:
        try:
            told = route.fetch().json()
        except Error:  # the page was closed while it asked, before or after the answer was there
            return
        if self.rewrite is not None and "lines" in told:
            records = [json.loads(line)["record"] for line in told["lines"]]
            first = records[0]["previous"]
            self.rewrite(records)
            told["lines"] = chained(records, first, records[0]["seq"])
        route.fulfill(json=told)


def chained(records: list[Record], previous: str, seq: int) -> list[str]:
    """Records as a house writes them that rewrites its log: numbered and linked as an honest one."""
    lines = []
    for place, record in enumerate(records):
        body = canonical({**record, "seq": seq + place, "previous": previous})
        previous = hash_of(body)
        lines.append(export_line(body, previous))
    return lines


def alarm_of(person: Person) -> str:
    """The words of the alarm, once there is one."""
    person.page.wait_for_selector(".alarm:not([hidden])")
    return person.page.inner_text(".alarm")
