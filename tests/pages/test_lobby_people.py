"""People who press Play meet; one's own tables stand on top; a private table is reached by its link."""

import re
from collections.abc import Callable

from support.card_room import Person

NewPerson = Callable[..., Person]


def play(person: Person, slug: str) -> str:
    """Press Play of a game: the number of the table to which it leads."""
    person.go("/")
    person.page.click(f'[data-game="{slug}"] .primary')
    person.page.wait_for_selector('[data-focus="deal"]')
    return str(re.findall(r"id=(\d+)", person.page.url)[0])


def test_two_people_who_press_play_sit_at_the_same_table(new_person: NewPerson) -> None:
    first, second = new_person(), new_person()
    table = play(first, "pick-2-poker")
    assert play(second, "pick-2-poker") == table
    assert play(second, "pick-2-poker") == table, "and comes back to it"
    second.go("/")
    way = second.page.locator(f'[data-part=own] [data-table="{table}"] a')
    way.wait_for()
    assert way.inner_text() == "Return"
    way.click()
    second.page.wait_for_selector('[data-focus="deal"]')
    assert len({seat["name"] for seat in second.snapshot()["seats"] if seat["kind"] == "person"}) == 2


def test_a_private_table_is_found_by_its_link_alone(new_person: NewPerson) -> None:
    owner, guest = new_person(), new_person()
    owner.go("/")
    owner.page.click('[data-game="pick-2-poker"] .plain')
    owner.page.check("dialog [name=private]")
    owner.page.click("dialog .primary")
    owner.page.wait_for_selector('[data-focus="deal"]')
    table = re.findall(r"id=(\d+)", owner.page.url)[0]
    link = owner.page.evaluate(f"import('/static/js/lobby/invitations.js').then((all) => all.inviteLink({table}))")
    guest.go("/")
    guest.page.wait_for_selector("[data-part=tables] .empty-note, [data-part=tables] tbody")
    assert guest.page.locator(f'[data-table="{table}"]').count() == 0
    guest.go(f"/table?id={table}")
    guest.page.wait_for_selector(".no-table")
    assert "private" in guest.page.inner_text(".no-table")
    assert len(guest.errors) == 1, "the refusal, which the browser notes"
    guest.errors.clear()
    guest.page.goto(link)
    guest.page.wait_for_selector("hw-felt .pod")
