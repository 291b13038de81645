"""One server and one browser for all tests of the pages; a new profile for each person."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from support.card_room import (
    CHROMIUM,
    CHROMIUM_ARGUMENTS,
    DESKTOP,
    PATIENCE_MS,
    Person,
    running_server,
    wait_until_nobody_is_present,
)

NewPerson = Callable[..., Person]

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not CHROMIUM.exists():
        pytest.skip(f"the tests of the pages need a browser at {CHROMIUM} (Debian: apt install chromium)")
    with running_server(tmp_path_factory.mktemp("room")) as address:
        yield address


@pytest.fixture(scope="session")
def browser(server: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def new_person(server: str, browser: Browser) -> Iterator[NewPerson]:
    """People with profiles of their own. Afterwards no page may have had an error or asked another host."""
    people: list[Person] = []

    def make(**options: object) -> Person:
        settings = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        person = Person(browser.new_context(**settings), server)  # type: ignore[arg-type]
        people.append(person)
        return person

    yield make
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.page.context.close()
    wait_until_nobody_is_present(server)
    assert errors == []
    assert {host for person in people for host in person.hosts} <= {server.removeprefix("http://")}


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    return new_person()
