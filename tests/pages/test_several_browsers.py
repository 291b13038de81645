"""Several browsers at one table: the same state, Envy between them, no hidden card in a message, a seat kept."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute
from support.card_room import MOST_DECISIONS, Person

NewPerson = Callable[..., Person]
ENVY_CENTS = 700
EVERY_HAND = [
    "royal flush", "straight flush", "four of a kind", "full house", "flush",
    "straight", "three of a kind", "two pair", "pair", "high card",
]  # fmt: skip
ENVY_FOR_EVERY_HAND = {
    "name": "envy for every hand",
    "confirm_gaps": True,
    "bonus": {"royal flush": 100, "flush": 5},
    "envy": dict.fromkeys(EVERY_HAND, ENVY_CENTS),
}
PRIVATE_HEX = ("round", "next", "table")
"""Parts of a message in which hexadecimal digits may look like cards, such as 9c."""

WORDS_OF_THE_HOUSE_WAY = re.compile(r"\bpair of [2-9]s( to [2-9]s| or higher)")
"""What a dealer says of a line of the house way: these eights are no card."""


def two_at_a_table(new_person: NewPerson, **spec: Any) -> tuple[Person, Person]:
    ann, bob = new_person(), new_person()
    table_id = ann.open_table(seats=2, **spec)
    bob.go("/")
    bob.api("POST", "/api/session", {"guest": True})
    bob.sit(table_id, 1)
    return ann, bob


def both_bet(ann: Person, bob: Person) -> None:
    ann.page.click('[data-focus="deal"]')
    ann.page.wait_for_selector("text=Waiting for")
    bob.deal()


def play_in_turn(*people: Person) -> None:
    """Whoever is to act decides, by seat, until the round is over; who decided last has the newest page."""
    newest = people[0]
    for _ in range(MOST_DECISIONS):
        newest.page.wait_for_selector(".choice[data-kind], .pod.acting, hw-result:not([hidden])")
        acting = newest.page.locator(".pod.acting")
        if acting.count():
            newest = people[int(str(acting.get_attribute("data-seat")))]
        if not newest.wait_for_turn():
            return
        newest.decide()
    raise AssertionError("the round does not end")


def own_cards(state: Any) -> set[str]:
    seat = state["you"]["seat"]
    return {card for pile in state["piles"] if pile["seat"] == seat for card in pile["cards"]} - {"??"}


def cards_in(message: Any) -> set[str]:
    """Every card that a message names anywhere."""
    told = {key: value for key, value in message.items() if key not in PRIVATE_HEX}
    words = WORDS_OF_THE_HOUSE_WAY.sub("", json.dumps(told))
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", words))


@pytest.mark.slow
def test_FA_16_envy_is_paid_between_two_browsers(new_person: NewPerson) -> None:
    ann, bob = two_at_a_table(new_person, game="fast-action-holdem", paytable=ENVY_FOR_EVERY_HAND)
    both_bet(ann, bob)
    ann.wait_for_turn()
    assert ann.page.locator(".lammer").count() == 2, "both have a Bonus of $5 and so a lammer (FA-3)"
    ann.decide()
    bob.wait_for_turn()
    bob.decide()
    for person in (ann, bob):
        person.page.wait_for_selector(".felt-banner .envy")
        banner = person.page.inner_text(".felt-banner")
        assert banner.count("Envy Bonus $7") == 2, "each gets the other's, once (FA-16)"
        assert "FA-16" in banner
        own = [line for line in person.page.locator("hw-result > .settlements > li").all_inner_texts() if "nvy" in line]
        assert len(own) == 1
        assert "Paid $7." in own[0]
    names = {seat["name"] for seat in ann.snapshot()["seats"]}
    assert all(name in ann.page.inner_text(".felt-banner") for name in names)
    assert ann.page.locator(".lammer").count() == 0, "the dealer has taken the lammers (FA-16)"


@pytest.mark.slow
def test_no_browser_receives_a_card_that_its_person_may_not_see(new_person: NewPerson) -> None:
    """Every message of both browsers and of a spectator, in two games, against the cards that were hidden then."""
    for slug in ("fast-action-holdem", "double-draw-poker"):
        ann, bob = two_at_a_table(new_person, game=slug)
        eve = new_person()
        eve.go(ann.page.url.removeprefix(ann.address).replace("&sit=0", ""))
        eve.page.wait_for_selector("text=You are watching")
        both_bet(ann, bob)
        play_in_turn(ann, bob)
        for person in (ann, bob, eve):
            person.page.wait_for_selector("hw-result:not([hidden])")
        held = {person: set.union(*(own_cards(state) for state in person.states())) for person in (ann, bob)}
        assert all(len(cards) >= 4 for cards in held.values())
        during = {
            person: [state for state in person.states() if state["phase"] == "playing"] for person in (ann, bob, eve)
        }
        assert all(during.values())
        final = ann.states()[-1]
        common = {card for pile in final["piles"] if pile["seat"] is None for card in pile["cards"]}
        for state in during[ann]:
            assert cards_in(state).isdisjoint(held[bob] | common)
        for state in during[bob]:
            assert cards_in(state).isdisjoint(held[ann] | common)
        for state in during[eve]:
            assert cards_in(state) == set()
        discards = {card for pile in final["piles"] if pile["name"] == "discards" for card in pile["cards"]}
        for state in bob.states() + eve.states():
            assert cards_in(state).isdisjoint(discards - {"??"} - held[bob]), "discards stay hidden after the round too"


def test_both_browsers_see_the_same_state_at_once(new_person: NewPerson) -> None:
    ann, bob = two_at_a_table(new_person, game="two-hand-holdem")
    both_bet(ann, bob)
    assert bob.page.wait_for_selector('.pod.acting[data-seat="0"]')
    assert bob.choices() == [], "it is not Bob's turn"
    name = next(seat["name"] for seat in ann.snapshot()["seats"] if seat["you"])
    assert f"Waiting for {name} to act." in bob.page.inner_text("hw-actions")
    ann.wait_for_turn()
    ann.decide()
    bob.wait_for_turn()
    assert ann.page.wait_for_selector('.pod.acting[data-seat="1"]')
    public = ("seq", "phase", "round", "actor", "wagers", "settlements", "move")
    assert {key: ann.snapshot()[key] for key in public} == {key: bob.snapshot()[key] for key in public}


@pytest.mark.slow
def test_a_reload_in_the_middle_of_a_decision_comes_back_to_it(person: Person) -> None:
    person.open_table(game="pick-2-poker", seats=2, bots={"1": "five-only"})
    person.deal()
    person.wait_for_turn()
    page = person.page
    before = [page.inner_text(".steps"), page.locator(".card-button").all_inner_texts(), person.choices()]
    cards = [card.get_attribute("data-card") for card in page.locator(".card-button").all()]
    page.reload()
    person.wait_for_turn()
    assert [page.inner_text(".steps"), page.locator(".card-button").all_inner_texts(), person.choices()] == before
    assert [card.get_attribute("data-card") for card in page.locator(".card-button").all()] == cards
    person.play_round()
    assert page.inner_text("hw-result h2").startswith("You ")


@pytest.mark.slow
def test_a_lost_connection_is_shown_with_a_countdown_and_comes_back(person: Person) -> None:
    table_id = person.open_table(game="double-draw-poker", seats=1)
    connections: list[WebSocketRoute] = []

    def relay(route: WebSocketRoute) -> None:
        route.connect_to_server()
        connections.append(route)

    person.page.route_web_socket("**/ws", relay)
    person.sit(table_id, 0)
    person.deal()
    person.wait_for_turn()
    person.page.evaluate(
        """() => { const note = document.querySelector("[data-part=connection]"); window.told = "";
        new MutationObserver(() => { window.told += note.textContent; }).observe(note, { childList: true }); }"""
    )
    connections[-1].close(code=4000)
    person.page.wait_for_function("/Connection lost. Your seat is kept. Reconnecting in \\d+ s/.test(window.told)")
    person.page.wait_for_selector('[data-part="connection"]', state="hidden")
    assert len(connections) == 2
    person.play_round()


@pytest.mark.slow
def test_a_table_that_does_not_exist_says_so(person: Person) -> None:
    person.go("/table?id=999999")
    person.page.wait_for_selector("text=Table not found")
    person.page.click("text=Go to the lobby")
    person.page.wait_for_selector(".game")
    assert all("404" in error for error in person.errors)
    person.errors.clear()


@pytest.mark.slow
def test_chips_that_are_used_up_are_bought_again_with_one_click(person: Person) -> None:
    """Every fold of Double Draw Poker loses Ante and Bonus (DD-9): four times a quarter of all chips."""
    person.open_table(game="double-draw-poker", seats=1)
    page = person.page
    for _ in range(4):
        page.fill('[data-wager="ante"]', "125")
        person.deal()
        page.click('.choice[data-kind="fold"]')
        page.wait_for_selector("hw-result:not([hidden])")
    assert page.inner_text(".account .own") == "$0"
    assert "play chips" in page.inner_text("hw-actions")
    page.click('[data-focus="rebuy"]')
    page.wait_for_selector('[data-focus="deal"]:enabled')
