"""What a player sees and does at the felt: in windows of every size, by chips, by keys, at the showdown."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect
from support.card_room import PHONE, Person
from support.quick import sampled

NewPerson = Callable[..., Person]

SIZES: list[ViewportSize] = [
    {"width": 1366, "height": 650},
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 640},
    PHONE,
    {"width": 844, "height": 390},
]
LEAST_CARD = 36
"""The least width, in pixels, of a card that one can read."""

CIRCLES = "() => [...document.querySelectorAll('.circle')].map((each) => each.getBoundingClientRect().y)"
COVERED = """() => { const dock = document.querySelector(".dock").getBoundingClientRect();
    return [...document.querySelectorAll(".felt-spot hw-card")].filter((each) => each.checkVisibility())
        .filter((each) => !each.closest(".zone")).map((each) => each.getBoundingClientRect())
        .map((card) => ({ width: card.width, inside: card.top >= 0 && card.left >= 0 && card.bottom <= innerHeight
            && card.right <= innerWidth && (card.bottom <= dock.top || card.right <= dock.left) })); }"""


SETTLED = """() => new Promise((done) => {
    const drawn = () => JSON.stringify([...document.querySelectorAll(".circle, .felt-spot hw-card, .dock")]
        .map((each) => each.getBoundingClientRect()));
    const look = (last) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const now = drawn();
        if (now === last) done(); else look(now);
    }));
    look("");
})"""


@pytest.mark.slow
def test_own_cards_are_in_sight_and_the_circles_stay_in_windows_of_every_size(person: Person) -> None:
    """2 Hand Hold 'Em has the fullest felt: four hole cards, two boxes and three other seats.

    The verdict on the first decision is there at the second: its words move nothing either.
    """
    person.open_table(game="two-hand-holdem", seats=4, bots={"1": "random", "2": "random"})
    page = person.page
    for number, size in enumerate(SIZES, start=1):
        page.set_viewport_size(size)
        page.wait_for_function("wanted => document.querySelector('.dock').dataset.fitted === wanted", arg=shown(size))
        page.evaluate(SETTLED)
        before = page.evaluate(CIRCLES) if number == 1 else None
        person.deal()
        for decisions in range(2):
            assert person.wait_for_turn()
            if decisions:
                page.wait_for_selector(".judgment b")
            page.evaluate(SETTLED)
            cards = page.evaluate(COVERED)
            assert len(cards) == 4
            assert all(card["inside"] for card in cards), (size, cards)
            assert all(card["width"] >= LEAST_CARD for card in cards), (size, cards)
            circles = page.evaluate(CIRCLES)
            assert circles == pytest.approx(before or circles, abs=2), size
            before = circles
            person.decide()
        page.wait_for_selector("hw-result:not([hidden])", state="attached")


OVERLAPPING = """() => {
    const visible = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const box = (each) => each.getBoundingClientRect();
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const cards = visible(".felt-spot .hand hw-card, .felt-spot .hand-box hw-card");
    const [circles, buttons] = [visible(".circles .circle"), visible("hw-actions button")];
    const inTheWay = [...circles, ...buttons, document.querySelector(".dock")];
    return {
        cards: cards.length,
        outside: [...cards, ...buttons].filter((each) => !within(box(each), page)).length,
        covered: cards.filter((card) => inTheWay.some((each) => meet(box(card), box(each)))).length,
        overflowing: visible(".zone hw-card").filter((each) => !within(box(each), box(each.closest(".zone")))).length,
    };
}"""
CARDS_AT_THE_FIRST_TURN = {"three-card-poker": 3, "pai-gow-poker": 7, "let-it-ride": 3, "fast-action-holdem": 4}


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(CARDS_AT_THE_FIRST_TURN, 2))
def test_cards_and_buttons_are_in_sight_and_lie_apart_in_windows_of_every_size(person: Person, game: str) -> None:
    person.open_table(game=game, seats=4, bots={"1": "random", "2": "random"})
    person.deal()
    assert person.wait_for_turn()
    page = person.page
    for size in SIZES:
        page.set_viewport_size(size)
        page.wait_for_function("wanted => document.querySelector('.dock').dataset.fitted === wanted", arg=shown(size))
        wanted = {"cards": CARDS_AT_THE_FIRST_TURN[game], "outside": 0, "covered": 0, "overflowing": 0}
        settled = f"wanted => JSON.stringify(({OVERLAPPING})()) === wanted"
        page.wait_for_function(settled, arg=json.dumps(wanted, separators=(",", ":")))


def shown(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


@pytest.mark.slow
def test_DD_4b_a_fourth_card_is_refused_with_a_word_and_nothing_is_gray_without_a_reason(person: Person) -> None:
    person.open_table(game="double-draw-poker", seats=1)
    person.deal()
    assert person.wait_for_turn()
    page = person.page
    assert "replace up to three cards" in page.inner_text(".bar-status")
    for key in "1234":
        page.keyboard.press(key)
    assert page.locator('.card-button[aria-pressed="true"]').count() == 3
    assert page.inner_text(".bar-line .problem") == "You can replace at most three cards now."
    page.keyboard.press("4")
    assert page.locator('.choice[data-kind="draw"]').is_enabled()
    page.keyboard.press("Escape")
    assert page.locator(".choice.primary").count() == 0, "which to press is the player's skill"


@pytest.mark.slow
def test_2HH_7_a_button_that_waits_for_cards_says_how_many(person: Person) -> None:
    person.open_table(game="two-hand-holdem", seats=1)
    person.deal()
    assert person.wait_for_turn()
    refused = person.page.locator(".choice:disabled small")
    expect(refused).to_have_text("pick two cards")
    person.page.keyboard.press("2")
    expect(refused).to_have_text("pick one more")
    person.page.keyboard.press("4")
    expect(refused).to_have_count(0)


def test_chips_go_on_the_circles_and_can_be_undone_doubled_and_bet_again(person: Person) -> None:
    """Pick 2 Poker: Ante and 3-5 Bonus are bet together (P2-R2)."""
    person.open_table(game="pick-2-poker", seats=1)
    page, deal = person.page, person.page.locator('[data-focus="deal"]')
    expect(deal).to_contain_text("Bet $20 and deal")
    page.click('[data-focus="circle-ante"]')
    expect(deal).to_contain_text("Bet $30 and deal")
    page.click('[data-focus="chip-2500"]')
    page.click('[data-focus="circle-five_card_bonus"]')
    expect(deal).to_contain_text("Bet $55 and deal")
    page.click('[data-focus="undo"]')
    expect(deal).to_contain_text("Bet $30 and deal")
    page.click('[data-focus="double"]')
    expect(deal).to_contain_text("Bet $60 and deal")
    person.deal()
    person.play_round()
    page.click('[data-focus="clear"]')
    expect(deal).to_be_disabled()
    assert "this bet is required" in page.inner_text(".bet-field .amount-hint >> nth=0")
    page.click('[data-focus="rebet"]')
    expect(deal).to_contain_text("Bet $60 and deal")
    assert person.snapshot()["results"]["0"] == person.snapshot()["you"]["chips"] - 100_000


@pytest.mark.slow
def test_the_actions_follow_the_cards_the_log_is_one_stop_and_enter_deals(person: Person) -> None:
    person.open_table(game="three-card-poker", seats=1)
    page = person.page
    page.click("#tab-pays")
    page.click("#tab-dealer")
    person.deal_by_key()
    assert person.wait_for_turn()
    page.focus('[data-part="leave"]')
    stops = []
    for _ in range(8):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.className || document.activeElement.id"))
    assert stops[:3] == ["choice", "choice", "ask"]
    assert stops.count("steps") == 1
    assert not any("clause" in stop for stop in stops)
    page.focus(".steps")
    page.keyboard.press("End")
    assert page.locator(".steps .looked-at").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("by", ["key", "press"])
def test_the_showdown_comes_before_the_money_and_one_key_or_press_skips_it(new_person: NewPerson, by: str) -> None:
    """Timers of a second and more stand still, so that only the key, or the press on the felt, goes on."""
    person = new_person(reduced_motion="no-preference")
    person.page.add_init_script(
        "const real = setTimeout; window.setTimeout = (work, ms, ...rest) => ms >= 1000 ? 0 : real(work, ms, ...rest);"
    )
    person.open_table(game="three-card-poker", seats=1)
    person.deal()
    assert person.wait_for_turn()
    page = person.page
    page.keyboard.press("p")
    page.wait_for_selector("text=Press Space or click the felt to skip to the result")
    assert page.locator("hw-result:not([hidden])").count() == 0
    assert page.locator(".outcome-money").count() == 0
    assert page.inner_text(".account .own") == "$980", "Ante and Play are down, and nothing is paid"
    if by == "key":
        page.keyboard.press(" ")
    else:
        page.click("hw-felt", position={"x": 60, "y": 120})
    page.wait_for_selector("hw-result:not([hidden])")
    words = page.inner_text(".felt-outcome .showdown")
    assert "the dealer's" in words
    assert page.inner_text(".outcome-money").startswith("You ")
    own = next(each for each in person.snapshot()["result"]["showdowns"] if each["seat"] == 0)
    assert words == own["sentence"]
    assert page.locator(".felt-spot hw-card.plays").count() == 3


def test_a_wrong_address_has_a_page_of_its_own(person: Person) -> None:
    person.go("/")
    person.page.goto(f"{person.address}/no-such-page")
    assert person.page.inner_text("h1") == "Page not found"
    person.page.click("main a")
    person.page.wait_for_selector(".game")
    person.errors.clear()
