"""On a phone, upright and on its side: what is pressed is large enough for a finger, and nothing lies over it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize
from support.card_room import PHONE, Person

NewPerson = Callable[..., Person]

ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
LEAST = 44
TABLES = [
    {"game": "pick-2-poker", "seats": 4, "bots": {"1": "five-only", "2": "five-only", "3": "five-only"}},
    {"game": "two-hand-holdem", "seats": 3, "bots": {"1": "never-raise", "2": "never-raise"}},
    {"game": "five-card-holdout", "seats": 4, "bots": {"1": "caller", "2": "caller", "3": "caller"}},
]
MEASURED = """() => {
  const pressed = ".dock :is(button, input), .table-tools button, .card-button, .sheet-close";
  const name = (each) => each.getAttribute("aria-label") ?? each.textContent.trim();
  const seen = [...document.querySelectorAll(pressed)]
    .filter((each) => each.checkVisibility() && each.type !== "checkbox" && each.type !== "range")
    .map((each) => ({ name: name(each), box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.top < innerHeight && box.left < innerWidth);
  const small = seen.filter(({ box }) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5);
  const cover = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const over = seen.flatMap((one, place) =>
    seen.slice(place + 1).filter((other) => cover(one.box, other.box)).map((other) => `${one.name} / ${other.name}`));
  const felt = document.querySelector("hw-felt").getBoundingClientRect();
  const cut = [...document.querySelectorAll(".pod")].filter((pod) => {
    const box = pod.getBoundingClientRect();
    const beside = box.left < felt.left - 1 || box.right > felt.right + 1;
    return beside || box.top < felt.top - 1 || box.bottom > felt.bottom + 1;
  }).length;
  const letters = [...document.querySelectorAll("kbd")].filter((each) => each.checkVisibility()).length;
  const sheet = document.querySelector(".sheet:not([hidden])")?.getBoundingClientRect();
  const own = [...document.querySelectorAll(".felt-spot hw-card, .choice")].map((each) => each.getBoundingClientRect());
  return {
    small: small.map(({ name: of, box }) => `${of}: ${Math.round(box.width)}x${Math.round(box.height)}`),
    over, cut, letters,
    covered: sheet ? own.filter((box) => cover(box, sheet)).length : 0,
  };
}""".replace("LEAST", str(LEAST))


def measured(person: Person) -> Any:
    return person.page.evaluate(MEASURED)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
@pytest.mark.parametrize("table", TABLES, ids=[str(table["game"]) for table in TABLES])
def test_everything_pressed_is_large_and_apart(
    new_person: NewPerson, size: ViewportSize, table: dict[str, Any]
) -> None:
    person = new_person(viewport=size, has_touch=True, is_mobile=True)
    person.open_table(**table)
    nothing = {"small": [], "over": [], "cut": 0, "letters": 0, "covered": 0}
    assert measured(person) == nothing, "placing bets"
    person.deal()
    assert person.wait_for_turn()
    assert measured(person) == nothing, "deciding"
    person.page.click('[data-part="ask"]')
    person.page.wait_for_selector('[data-part="advice"] .options li')
    assert measured(person) == nothing, "with advice"
    person.page.click('[data-part="open-how-to"]')
    person.page.wait_for_selector(".how-to li")
    assert measured(person) == nothing, "with the rules"
