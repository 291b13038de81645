"""A full round of every game in real pages: by clicks, and by the keyboard alone."""

from collections.abc import Callable

import pytest
from support.asking import ASKING
from support.card_room import PHONE, Person
from support.every_game import EVERY_GAME
from support.quick import in_proof

from houseway.games.catalogue import GAMES, game
from houseway.games.engine.money import dollars

Play = Callable[[Person], None]
FIRST_CHIPS = 100_000
PRESSED = ("two-hand-holdem", "five-card-holdout", "pick-2-poker", "dragon-bonus")
"""Cards into two hands, amounts, cards beside plain options, and nothing to press: all that keys are for."""


def shown_money(cents: int) -> str:
    """An amount with a sign as the pages write it."""
    return ("+" if cents > 0 else "") + dollars(cents).replace("-", "−")


def check_result(person: Person) -> None:
    """The page shows what the server settled: each wager of this seat, the sum, and the cards of the dealer's words."""
    snapshot, page = person.snapshot(), person.page
    own = [entry for entry in snapshot["settlements"] if entry["seat"] == 0]
    net = sum(entry["returned"] - entry["staked"] for entry in own)
    assert own, "the round is settled"
    assert net == snapshot["results"]["0"]
    words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net < 0 else "You break even"
    assert page.inner_text("hw-result h2") == words
    lines = page.locator("hw-result > .settlements > li").all_inner_texts()
    assert len(lines) == len(own)
    for line, entry in zip(lines, own, strict=True):
        gain = entry["returned"] - entry["staked"]
        assert f"Bet {dollars(entry['staked'])}, returned {dollars(entry['returned'])}" in line
        assert (shown_money(gain) if gain else "taken back" if entry["taken_back"] else "push") in line
        assert entry["clause"] in line
    assert page.locator(".steps li").count() == len(snapshot["events"])
    if not snapshot["table"]["game"].startswith("five-card"):
        assert snapshot["you"]["chips"] == FIRST_CHIPS + net
        assert page.inner_text(".account .own") == dollars(FIRST_CHIPS + net)


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_round_by_clicks(person: Person, slug: str) -> None:
    person.go("/")
    person.page.click(f'[data-game="{slug}"] button.primary')
    person.page.wait_for_selector('[data-focus="deal"]')
    person.deal()
    person.play_round()
    check_result(person)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug if slug in PRESSED else in_proof(slug) for slug in GAMES])
def test_a_round_by_the_keyboard_alone(person: Person, slug: str) -> None:
    person.go("/")
    person.page.wait_for_selector(".game")
    person.tab_to("input[type=search]")
    person.page.keyboard.type(game(slug).title)
    person.tab_to(f'[data-game="{slug}"] button.primary')
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector('[data-focus="deal"]')
    person.deal_by_key()
    person.play_round_by_keys()
    check_result(person)
    person.deal_by_key()
    assert person.wait_for_turn() or slug not in ASKING, "Enter deals the next round with the same bets"


@pytest.mark.slow
@pytest.mark.parametrize("slug", [each for each in EVERY_GAME if each.values != ("fast-action-holdem-multi",)])
def test_everything_needed_for_a_decision_is_in_sight_on_a_phone(new_person: Callable[..., Person], slug: str) -> None:
    person = new_person(viewport=PHONE)
    person.open_table(game=slug, seats=2, bots={"1": "random"})
    person.deal()
    if not person.wait_for_turn():
        return
    page = person.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    dock = page.locator(".dock").bounding_box()
    assert dock is not None
    assert dock["y"] + dock["height"] <= PHONE["height"] + 1
    cards = page.locator(".felt-spot hw-card:visible")
    own = [pile["cards"] for pile in person.snapshot()["piles"] if pile["seat"] == 0]
    assert cards.count() >= sum(map(len, own)) >= 1
    for place in range(cards.count()):
        box = cards.nth(place).bounding_box()
        assert box is not None
        assert box["width"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= dock["y"], "the action bar covers no card of the player's"


@pytest.mark.slow
def test_an_amount_is_checked_while_it_is_typed(person: Person) -> None:
    person.open_table(game="fast-action-holdem", seats=1)
    field, send = person.page.locator('[data-wager="ante"]'), person.page.locator('[data-focus="deal"]')
    largest = person.snapshot()["table"]["limits"]["largest_wager"]
    for typed, hint in (
        ("abc", "Type an amount in dollars"),
        ("0", "this bet is required"),
        (str(largest // 100 + 1), f"the maximum is {dollars(largest)}"),
    ):
        field.fill(typed)
        assert hint in person.page.inner_text(".bet-field:has([data-wager=ante]) .amount-hint")
        assert send.is_disabled()
        assert field.get_attribute("aria-invalid") == "true"
    field.fill("12.50")
    assert send.is_enabled()
    assert "Bet $17.50 and deal" in send.inner_text()


@pytest.mark.slow
def test_2HH_8_the_prices_on_the_buttons_are_twice_the_ante(person: Person) -> None:
    person.open_table(game="two-hand-holdem", seats=1)
    person.page.fill('[data-wager="ante_1"]', "15")
    person.deal()
    person.wait_for_turn()
    person.decide()
    person.wait_for_turn()
    assert person.choices() == ["Check both", "Raise Hand 1 for $30", "Raise Hand 2 for $30", "Raise both for $60"]


@pytest.mark.slow
def test_the_buttons_of_a_declared_title_stand_in_the_order_of_its_options(person: Person) -> None:
    person.open_table(game="mississippi-stud", seats=1)
    person.deal()
    person.wait_for_turn()
    assert [words.split(" for")[0] for words in person.choices()] == ["Fold", "Bet 1x", "Bet 2x", "Bet 3x"]
    assert person.page.locator(".choice kbd").all_inner_texts() == ["F", "1", "2", "3"]


@pytest.mark.slow
def test_a_set_hand_can_be_undone_until_it_is_confirmed(person: Person) -> None:
    person.open_table(game="two-hand-holdem", seats=1)
    person.deal()
    person.wait_for_turn()
    keyboard, confirm = person.page.keyboard, person.page.locator(".choice.primary")
    keyboard.press("1")
    keyboard.press("3")
    assert confirm.is_enabled()
    keyboard.press("3")
    assert confirm.is_disabled()
    keyboard.press("4")
    keyboard.press("Escape")
    assert person.page.locator('.card-button[aria-pressed="true"]').count() == 0
    held = [card.get_attribute("data-card") for card in person.page.locator(".card-button").all()]
    person.page.locator(".card-button").nth(1).drag_to(person.page.locator(".hand-box").first)
    person.page.locator(".card-button").nth(2).drag_to(person.page.locator(".hand-box").first)
    confirm.click()
    person.page.wait_for_selector(".hand-box.set")
    hands = {pile["name"]: set(pile["cards"]) for pile in person.snapshot()["piles"] if pile["seat"] == 0}
    assert hands == {"hand 1": {held[1], held[2]}, "hand 2": {held[0], held[3]}}


@pytest.mark.slow
def test_a_bet_or_raise_in_holdout_is_any_amount_between_its_ends(person: Person) -> None:
    person.open_table(game="five-card-holdout", seats=2, bots={"1": "caller"}, readings={"FCH-R1": "no-limit"})
    person.deal()
    person.wait_for_turn()
    page = person.page
    field, button = page.locator('[data-focus="amount-field"]'), page.locator('.choice[data-kind="raise"]')
    raises = [action["amount"] for action in person.snapshot()["legal_actions"] if action["kind"] == "raise"]
    field.fill(str(min(raises) // 100 - 1))
    assert button.is_disabled()
    assert f"between {dollars(min(raises))} and {dollars(max(raises))}." in page.inner_text(
        ".amount-choice .amount-hint"
    )
    field.fill(str(min(raises) // 100 + 3))
    button.click()
    page.wait_for_function("() => document.querySelector('.steps').textContent.includes('You raise to')")
    raised = next(event for event in person.snapshot()["events"] if "raises to" in event["text"])
    assert raised["amount"] == min(raises) + 300
