"""The browser's part in the shuffle: it reveals by itself, and raises an alarm if the house shows something else."""

from collections.abc import Callable

import pytest
from support.card_room import Person
from support.lying_house import Between, State, alarm_of

NewPerson = Callable[..., Person]
GAME = "two-hand-holdem"


def test_a_bet_is_revealed_by_itself_and_only_once_it_is_closed(person: Person) -> None:
    between = Between(person)
    person.open_table(game=GAME, seats=2, bots={"1": "raise-pairs"})
    person.deal()
    person.play_round()
    phases = [state["phase"] for state in person.states()]
    assert phases.index("betting") < phases.index("revealing") < phases.index("playing")
    assert between.kinds().count("bet") == between.kinds().count("reveal") == 1
    bet, reveal = (next(each for each in between.said if each["type"] == kind) for kind in ("bet", "reveal"))
    assert "contribution" not in bet
    assert person.snapshot()["round"]["contributions"] == {"0": reveal["contribution"]}
    assert person.page.locator(".alarm").is_hidden()


def other_promise(state: State) -> None:
    """Someone else's promise at one's own seat."""
    if state["phase"] == "revealing":
        state["round"]["promises"]["0"] = "ab" * 32


def other_commitment(state: State) -> None:
    if state["phase"] == "revealing":
        state["round"]["commitment"] = "cd" * 32


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"), [(other_promise, "did not make"), (other_commitment, "not the one shown")]
)
def test_nothing_is_revealed_to_a_server_that_shows_something_else(
    person: Person, change: Callable[[State], None], words: str
) -> None:
    between = Between(person)
    person.open_table(game=GAME, seats=1)
    between.change = change
    person.page.click('[data-focus="deal"]')
    assert words in alarm_of(person)
    assert "Your browser did not reveal its seed." in alarm_of(person)
    assert "reveal" not in between.kinds()


def without_own_part(state: State) -> None:
    if state["phase"] == "playing":
        state["round"]["contributions"]["0"] = "00" * 32


def another_seat(state: State) -> None:
    if state["phase"] == "playing":
        state["round"]["promises"]["1"] = ""


def said_to_withhold(state: State) -> None:
    if state["phase"] == "playing":
        state["round"]["withheld"]["0"] = "you"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [(without_own_part, "was not used"), (another_seat, "exchanged"), (said_to_withhold, "did send it")],
)
def test_a_round_that_is_not_what_was_shown_is_told_loudly(
    person: Person, change: Callable[[State], None], words: str
) -> None:
    between = Between(person)
    person.open_table(game=GAME, seats=1)
    between.change = change
    person.page.click('[data-focus="deal"]')
    assert words in alarm_of(person)
    person.page.click("text=Dismiss warning")
    assert person.page.locator(".alarm").is_hidden()


@pytest.mark.slow
def test_a_log_that_went_back_or_was_changed_is_told_and_gets_no_contribution(person: Person) -> None:
    between = Between(person)
    table_id = person.open_table(game=GAME, seats=1)
    person.deal()
    person.play_round()

    def shorter(state: State) -> None:
        state["seq"] -= 5

    between.change = shorter
    said = between.kinds().count("reveal")
    person.page.click('[data-focus="deal"]')
    assert "log lost records" in alarm_of(person)
    assert between.kinds().count("reveal") == said

    between.change = lambda state: None
    person.go("/verify")
    person.page.evaluate(
        """table => localStorage.setItem(`houseway.log.${table}`, JSON.stringify({ seq: 4, head: "ab".repeat(32) }))""",
        table_id,
    )
    person.go(f"/table?id={table_id}")
    assert "Record 4 is not the one this browser saw" in alarm_of(person)


@pytest.mark.slow
def test_who_withholds_is_named_to_everyone(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    silent = Between(bob)
    table_id = ann.open_table(game=GAME, seats=2)
    bob.go("/")
    bob.api("POST", "/api/session", {"guest": True})
    bob.sit(table_id, 1)
    silent.change = other_promise_of_bob
    ann.page.click('[data-focus="deal"]')
    ann.page.wait_for_selector("text=Waiting for")
    bob.page.click('[data-focus="deal"]')
    ann.page.wait_for_selector("text=waiting for")
    notice = ann.page.wait_for_selector(".notice:not([hidden])")
    assert notice is not None
    name = ann.snapshot()["seats"][1]["name"]
    assert f"{name} did not reveal a player seed" in notice.inner_text()
    ann.play_round()
    bob.page.wait_for_selector("text=You can play here again from round 12")


def other_promise_of_bob(state: State) -> None:
    if state["phase"] == "revealing":
        state["round"]["promises"]["1"] = "ab" * 32
