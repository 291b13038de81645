"""People who press Play meet; one's own tables stand on top; a private table is reached by its link."""

import re
from collections.abc import Callable

import pytest
from support.card_room import Person

NewPerson = Callable[..., Person]


def play(person: Person, slug: str) -> str:
    """Press Play of a game: the number of the table to which it leads."""
    person.go("/")
    person.page.click(f'[data-game="{slug}"] .primary')
    person.page.wait_for_selector('[data-focus="deal"]')
    return str(re.findall(r"id=(\d+)", person.page.url)[0])


@pytest.mark.slow
def test_two_people_who_press_play_sit_at_the_same_table(new_person: NewPerson) -> None:
    first, second = new_person(), new_person()
    table = play(first, "pick-2-poker")
    assert play(second, "pick-2-poker") == table
    assert play(second, "pick-2-poker") == table, "and comes back to it"
    second.go("/")
    way = second.page.locator(f'[data-part=own] [data-table="{table}"] a')
    way.wait_for()
    assert way.inner_text() == "Return to table"
    way.click()
    second.page.wait_for_selector('[data-focus="deal"]')
    assert len({seat["name"] for seat in second.snapshot()["seats"] if seat["kind"] == "person"}) == 2


@pytest.mark.slow
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


def private_link(owner: Person) -> str:
    """Open a private table with free seats: the link that invites others."""
    owner.go("/")
    owner.api("POST", "/api/session", {"guest": True})
    opened = owner.api("POST", "/api/tables", {"game": "pick-2-poker", "seats": 3, "private": True})
    return f"/table?id={opened['table']['id']}&invitation={opened['invitation']}"


IN_AN_ORDER = """(late) => {
    // Once a guest is made, either the answer to "who am I?" or the new connection waits until the other was heard.
    let made = false;
    const heard = {};
    const gate = (name) => new Promise((open) => (heard[name] = open));
    const gates = { account: gate("account"), connection: gate("connection") };
    const plainFetch = window.fetch;
    window.fetch = async (path, options) => {
        const asksWho = made && path === "/api/me";
        const answer = await plainFetch(path, options);
        if (path === "/api/session") made = true;
        if (asksWho && late === "account") await gates.connection;
        if (asksWho) heard.account();
        return answer;
    };
    window.WebSocket = class extends WebSocket {
        mine = made;
        addEventListener(kind, listener) {
            super.addEventListener(kind, async (event) => {
                if (this.mine && late === "connection") await gates.account;
                listener(event);
                if (this.mine && kind === "message") heard.connection();
            });
        }
    };
}"""


@pytest.mark.parametrize("late", ["account", "connection"])
def test_the_first_sit_here_of_an_invited_guest_leads_to_the_seat(new_person: NewPerson, late: str) -> None:
    """Whichever becomes known to the page first: the guest's account, or the guest's connection."""
    link = private_link(new_person())
    for _ in range(3):
        guest = new_person()
        guest.page.add_init_script(f"({IN_AN_ORDER})('{late}')")
        guest.go(link)
        guest.page.locator("hw-felt button", has_text="Sit here").first.click()
        guest.page.wait_for_selector('[data-focus="deal"]')
        assert guest.said("sit") == 1
        guest.page.click("[data-part=leave]")
        guest.page.locator("hw-felt button", has_text="Sit here").first.wait_for()


@pytest.mark.slow
def test_two_presses_of_sit_here_make_one_guest_who_sits_once(new_person: NewPerson) -> None:
    link = private_link(new_person())
    guest = new_person()
    guest.go(link)
    seat = guest.page.locator("hw-felt button", has_text="Sit here").first
    seat.wait_for()
    with guest.page.expect_response("**/api/session") as made:
        seat.evaluate("button => { button.click(); button.click(); }")
    guest.page.wait_for_selector('[data-focus="deal"]')
    name = made.value.json()["user"]["name"]
    assert [sitter["name"] for sitter in guest.snapshot()["seats"] if sitter["you"]] == [name]
    assert guest.said("sit") == 1
