"""WCAG 2.2 AA by axe-core: every page, what opens on it, and the table at each stage of a round, light and dark."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from support.card_room import OPERATOR, PHONE, Person

sync_axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="make setup installs axe-core")

NewPerson = Callable[..., Person]
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],
}
SHAPES = ("two-hand-holdem", "double-draw-poker", "pick-2-poker", "fast-action-holdem", "three-card-poker")


def themes(person: Person) -> tuple[str, ...]:
    """The felt is dark whatever is chosen for the other pages."""
    return ("dark",) if re.search("/(table|review|practise)", person.page.url) else ("light", "dark")


def violations(person: Person) -> list[str]:
    """What axe finds on the page as it is, in every theme that it can have."""
    found = []
    for theme in themes(person):
        person.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        report: Any = sync_axe.Axe().run(person.page, options=RULES).response
        found += [
            f"{theme}: {each['id']}: {node['html'][:160]}: {node['failureSummary'][:300]}"
            for each in report["violations"]
            for node in each["nodes"]
        ]
    return found


def signed_in(person: Person, **who: object) -> Person:
    person.go("/")
    person.api("POST", "/api/session", who)
    return person


def test_the_lobby_and_what_opens_on_it(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/")
    person.page.wait_for_selector(".game")
    assert violations(person) == []
    person.page.click("text=Settings")
    person.page.wait_for_selector(".settings .menu-body")
    assert violations(person) == []
    person.page.click("text=Settings")
    person.page.click('.account button:text("Sign in")')
    person.page.wait_for_selector("dialog.sign-in[open]")
    assert violations(person) == []
    person.page.keyboard.press("Escape")
    person.page.locator('.game[data-game="three-card-poker"] button:text("Set up")').click()
    person.page.wait_for_selector("dialog.chooser[open] .edge b")
    assert violations(person) == []


@pytest.mark.parametrize("path", ["/titles", "/drill", "/verify", "/review", "/no-such-page"])
def test_a_page_as_it_opens(new_person: NewPerson, path: str) -> None:
    ready = {
        "/titles": "tr[data-title]",
        "/drill": "option[value=pick-2-poker]",
        "/verify": "hw-header nav",
        "/review": "[data-part=problem]:not([hidden])",
        "/no-such-page": "hw-header nav",
    }
    person = new_person()
    person.page.goto(person.address + path)
    person.page.wait_for_selector(ready[path], state="attached")
    assert violations(person) == []
    person.errors = [error for error in person.errors if "404" not in error]


@pytest.mark.parametrize("game", SHAPES)
def test_a_round_from_the_bets_to_the_money(new_person: NewPerson, game: str) -> None:
    person = new_person()
    person.open_table(game=game, seats=3, bots={"1": "random"})
    assert violations(person) == []
    person.deal()
    if person.wait_for_turn():
        assert violations(person) == []
    person.play_round()
    assert violations(person) == []


def test_a_pot_between_players(new_person: NewPerson) -> None:
    person = new_person()
    person.open_table(game="five-card-holdout", seats=3, bots={"1": "hold-best", "2": "hold-best"})
    assert violations(person) == []
    person.deal()
    if person.wait_for_turn():
        assert violations(person) == []


def test_what_lies_beside_the_table_and_the_review_of_a_round(new_person: NewPerson) -> None:
    person = new_person()
    table_id = person.open_table(game="pick-2-poker", seats=1)
    person.deal()
    assert person.wait_for_turn()
    person.page.click('[data-part="ask"]')
    person.page.wait_for_selector(".options li")
    assert violations(person) == []
    for sheet, inside in {"how-to": ".how-to li", "strategy": "hw-lookup .card-key"}.items():
        person.page.click(f'[data-part="open-{sheet}"]')
        person.page.wait_for_selector(f'[data-part="{sheet}"] {inside}')
        assert violations(person) == []
    person.page.keyboard.press("Escape")
    person.play_round()
    shown = {
        "pays": "#panel-pays table.pays",
        "rounds": "table.rounds",
        "proof": "hw-proof button",
        "session": "dl.tally",
    }
    for tab, inside in shown.items():
        person.page.click(f"#tab-{tab}")
        person.page.wait_for_selector(inside)
        assert violations(person) == []
    person.go(f"/verify?table={table_id}&round=1")
    person.page.wait_for_selector(".proof-steps")
    assert violations(person) == []
    person.go(f"/review?table={table_id}&round=1&seen=0")
    person.page.wait_for_selector(".options li")
    assert violations(person) == []


def test_a_round_on_a_phone(new_person: NewPerson) -> None:
    person = new_person(viewport=PHONE)
    person.open_table(game="two-hand-holdem", seats=3, bots={"1": "random"})
    assert violations(person) == []
    person.deal()
    assert person.wait_for_turn()
    assert violations(person) == []


def test_the_laboratory_and_its_views(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/lab#game=pick-2-poker")
    person.page.wait_for_selector("#view-figures .view:not(.stale) .edge-large")
    assert violations(person) == []
    person.page.click("#tab-shift")
    person.page.wait_for_selector("#view-shift .view:not(.stale) .edge-large")
    assert violations(person) == []
    person.page.click("#tab-changes")
    person.page.wait_for_selector("#view-changes .verdict")
    assert violations(person) == []


def test_the_trainer_before_and_after_a_decision(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/practise?game=pick-2-poker")
    person.page.wait_for_selector("body[data-spot]:not([data-spot=''])")
    assert violations(person) == []
    person.page.locator("hw-actions .choice:enabled").first.click()
    person.page.wait_for_selector('[data-part="next"]:not([hidden])')
    assert violations(person) == []
    for tab, inside in {"progress": "figure.curve", "again": "p"}.items():
        person.page.click(f"#tab-{tab}")
        person.page.wait_for_selector(f"#panel-{tab} {inside}")
        assert violations(person) == []


def test_a_drill(new_person: NewPerson) -> None:
    person = new_person()
    person.go("/drill?game=pick-2-poker")
    person.page.wait_for_selector("option[value=pick-2-poker]", state="attached")
    person.page.click('[data-part="start"] button')
    person.page.wait_for_selector(".question")
    assert violations(person) == []


def test_the_operators_desk_and_its_dialogs(new_person: NewPerson) -> None:
    ann = new_person()
    table_id = ann.open_table(game="pick-2-poker", seats=1)
    ann.deal()
    assert ann.wait_for_turn()
    idle = new_person().open_table(game="three-card-poker", seats=1)
    desk = signed_in(new_person(), **OPERATOR)
    meter = desk.api("POST", "/api/meters", {"title": "Axe", "seed": 100_000, "increment": "0.25"})["id"]
    desk.go("/operator")
    desk.page.wait_for_selector(f'[data-focus="limits/{table_id}"]')
    assert violations(desk) == []
    of_table = [f"limits/{table_id}", f"declare/{table_id}", f"close/{idle}", "accounts/user"]
    of_meter = ["new-meter", f"ledger/{meter}", f"change/{meter}", f"close-meter/{meter}", "meter-table"]
    for opens in (*of_table, *of_meter):
        desk.page.click(f'[data-focus="{opens}"]')
        desk.page.wait_for_selector("dialog[open]")
        assert violations(desk) == []
        desk.page.keyboard.press("Escape")
        desk.page.wait_for_selector("dialog[open]", state="detached")
