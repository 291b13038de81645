"""The laboratory, the dealer drill, and the verification of a shuffle in the page."""

import hashlib
import json
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page
from support.card_room import Person

from houseway.analysis import advise, analyze
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.paytable import pay_set_from
from houseway.games.engine.sheet import sheet
from houseway.training.drill import Drill, new_drill
from houseway.training.drill_questions import AMOUNT, CARDS, CHOICE


def shown_edge(page: Page) -> str:
    return page.inner_text(".edge-large").strip()


def as_percent(edge: Fraction) -> str:
    return f"{100 * float(edge):.4f}%".replace("-", "−")


def exact_edge(**choice: object) -> Fraction:
    return analyze(game("pick-2-poker", **choice)).house_edge("initial wager")  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_laboratory_follows_a_change_of_the_pay_table(person: Person) -> None:
    page = person.page
    facts = sheet("pick-2-poker")
    changed = pay_set_from(
        {"base": "typed", "five-card": {"royal flush": 500, "straight flush": 100, "four of a kind": 25,
                                        "full house": 12, "flush": 7, "straight": 4, "three of a kind": 1}},
        "pick-2-poker", facts.pay_sets, facts.table_forms, source="test", default_name="changed",
    )  # fmt: skip
    approved, other = exact_edge(), exact_edge(paytable=changed)
    person.go("/lab#game=pick-2-poker")
    page.wait_for_selector(".edge-large")
    assert shown_edge(page) == as_percent(approved)
    assert page.get_attribute(".edge-large .exact", "title") is not None
    assert f"{approved.numerator}/{approved.denominator}" in str(page.get_attribute(".edge-large .exact", "title"))
    page.fill('[data-row="five-card/flush"]', "7")
    page.wait_for_selector(".change")
    assert shown_edge(page) == as_percent(other)
    row = page.locator('tr:has([data-row="five-card/flush"])')
    assert row.get_attribute("class") == "differs"
    assert "base: 10 to 1" in row.inner_text()
    assert page.locator(".return-table tfoot tr").last.locator("td").last.inner_text() == as_percent(other)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".edge-large")
    assert shown_edge(page) == as_percent(other), "the link holds the whole state"
    page.click("text=Restore the pay table enclosed with the approval letter")
    page.wait_for_function(
        "wanted => document.querySelector('.edge-large')?.textContent === wanted", arg=as_percent(approved)
    )
    assert page.locator("tr.differs").count() == 0


@pytest.mark.slow
def test_the_laboratory_follows_a_reading_and_gives_files(person: Person) -> None:
    page = person.page
    expected = exact_edge(readings={"P2-R1": "no-effect"})
    person.go("/lab#game=pick-2-poker&P2-R1=no-effect")
    page.wait_for_selector(".edge-large")
    assert shown_edge(page) == as_percent(expected)
    assert page.locator(".reading.differs").count() == 1
    with page.expect_download() as saved:
        page.click('[data-part="json"]')
    result = json.loads(saved.value.path().read_text())
    assert Fraction(result["house_edge"]["per_initial_wager"]["exact"]) == expected
    with page.expect_download() as saved:
        page.click('[data-part="csv"]')
    lines = saved.value.path().read_text().splitlines()
    assert len(lines) == 1 + len(result["return_table"])


@pytest.mark.slow
def test_a_wrong_entry_in_the_pay_table_is_marked_and_not_asked(person: Person) -> None:
    person.go("/lab#game=pick-2-poker")
    person.page.wait_for_selector(".edge-large")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    field = person.page.locator('[data-row="five-card/flush"]')
    field.fill("ten")
    assert field.get_attribute("aria-invalid") == "true"
    assert "Type odds, such as 5, 3:2 or push." in person.page.inner_text("tr:has([data-row='five-card/flush'])")
    person.page.wait_for_timeout(500)
    assert asked == []


def test_a_drill_goes_one_question_at_a_time_with_the_verdict_at_once(person: Person) -> None:
    """The first amount is answered blank, then wrong; the other questions right."""
    drill, page = deal_drill(person, "fast-action-holdem"), person.page
    asked = len(drill.order)
    missed = next(number for number in drill.order if drill.questions[number - 1].kind == AMOUNT)
    for place, number in enumerate(drill.order):
        question = drill.questions[number - 1]
        page.wait_for_selector(f'.question[data-question="{number}"]')
        assert page.locator(".question").count() == 1
        assert page.inner_text(".questions h2").strip() == f"Question {place + 1} of {asked}"
        if number == missed:
            page.click(".questions > button.primary")
            page.wait_for_selector('[data-part="blank"]:has-text("Choose or type an answer first")')
            assert page.locator(".verdict").count() == 0
        right = question.right[0]
        given = right + 100 if number == missed and isinstance(right, int) else right
        answer(page, str(number), question.kind, given)
        page.click(".questions > button.primary")
        page.wait_for_selector(".question.wrong .verdict" if number == missed else ".question.right .verdict")
        assert question.clause in page.inner_text(".correction")
        page.click('[data-part="go-on"]')
    page.wait_for_selector(".questions h2:has-text('Question 1 of')")
    assert f"Total: {asked - 1} of {asked} answers correct" in page.inner_text('[data-part="score"]')


def deal_drill(person: Person, slug: str) -> Drill:
    """Deal in the page, and the same drill here by its seed: with the right answers."""
    person.go(f"/drill?game={slug}")
    person.page.wait_for_selector(f'option[value="{slug}"]', state="attached")
    with person.page.expect_response("**/api/drill") as dealt:
        person.page.click("text=Deal a round")
    person.page.wait_for_selector(".question")
    return new_drill(slug, dealt.value.json()["seed"])


def answer(page: Page, number: str, kind: str, right: object) -> None:
    question = page.locator(f'[data-question="{number}"]')
    if kind == CARDS:
        assert isinstance(right, list)
        labels = page.evaluate(
            "async cards => cards.map((await import('/static/js/card_text.js')).cardName)",
            right,
        )
        for label in labels:
            question.locator(f'.card-button[aria-label="{label}"][aria-pressed="false"]').first.click()
    elif kind == CHOICE and question.locator("select").count():
        question.locator("select").select_option(str(right))
    elif kind == CHOICE:
        question.locator(f'input[value="{right}"]').check()
    elif kind == AMOUNT:
        assert isinstance(right, int)
        question.locator("input").fill(f"{right / 100:.2f}")
    else:
        assert isinstance(right, list)
        put_in_order(page, number, [str(value) for value in right])


def put_in_order(page: Page, number: str, values: list[str]) -> None:
    """Move lines up until they are as wanted; a line is known by its seat and wagers."""
    wanted = [f"Seat {int(value.split(':')[0]) + 1}:" for value in values]
    lines = page.locator(f'[data-question="{number}"] .order li')
    for place, start in enumerate(wanted):
        now = next(at for at in range(place, len(wanted)) if lines.nth(at).inner_text().startswith(start))
        for at in range(now, place, -1):
            lines.nth(at).locator("button").first.click()


@pytest.mark.slow
def test_advice_and_judgment_show_exact_values(person: Person) -> None:
    person.open_table(game="pick-2-poker", seats=1)
    person.deal()
    person.wait_for_turn()
    page = person.page
    hand = " ".join(next(pile["cards"] for pile in person.snapshot()["piles"] if pile["seat"] == 0))
    advice = advise("pick-2-poker", hand)
    page.keyboard.press("h")
    page.wait_for_selector(".options li")
    best = page.locator(".options li.best").first
    assert f"{abs(float(advice.best.value)):.4f}" in best.inner_text()
    shown = str(best.locator(".figures").get_attribute("title"))
    assert Fraction(shown) == advice.best.value
    page.keyboard.press("f")
    cost = advice.cost(Action("fold"))
    page.wait_for_selector(".judgment b")
    words = page.inner_text(".judgment b")
    costs = f": folding costs {float(cost):.3f} Antes ("
    assert costs in words if cost else words == f"Correct: folding is best ({float(advice.best.value):+.3f} Antes)."
    page.click("#tab-session")
    assert f"{float(cost):.4f}" in page.inner_text(".tally")
    assert words in page.inner_text(".review li")
    page.click('[data-focus="deal"]')
    page.wait_for_function("() => !document.querySelector('.judgment').textContent")


def test_a_finished_round_is_verified_in_the_page(person: Person) -> None:
    table_id = person.open_table(game="double-draw-poker", seats=2, bots={"1": "stand-pat"})
    person.deal()
    person.play_round()
    person.page.click("#tab-proof")
    person.page.click("text=Verify round 1")
    person.page.wait_for_selector("hw-proof .verdict")
    verdict = person.page.inner_text("hw-proof .verdict")
    assert verdict.startswith("Verified. The deck was fixed before you revealed your seed")
    assert "This page does not recalculate payouts" in verdict
    assert person.page.locator(".proof-steps li.right").count() == 9, "with what was noted here"
    dealt = next(
        event["cards"] for event in person.snapshot()["events"] if event["text"].startswith("a packet of five")
    )
    step = person.page.locator(".proof-steps li", has_text="matches the shuffled deck")
    assert step.locator("code").inner_text().startswith(dealt), "the first packet is the top of the deck"
    assert person.page.locator(".alarm").is_hidden()
    person.page.evaluate("sessionStorage.clear()")
    person.go(f"/verify?table={table_id}&round=1")
    person.page.wait_for_selector(".verdict")
    assert "did not watch the round" in person.page.inner_text(".verdict")


def test_sha_256_of_the_page_is_that_of_hashlib(person: Person) -> None:
    person.go("/verify")
    script = """async () => {
        const { sha256, hmac } = await import("/static/js/fair/sha256.js");
        const { hex } = await import("/static/js/fair/bytes.js");
        const message = (length) => Uint8Array.from({ length }, (_, place) => (7 * place + length) % 256);
        return Array.from({ length: 200 }, (_, length) => hex(sha256(message(length))));
    }"""
    messages = [bytes((7 * place + length) % 256 for place in range(length)) for length in range(200)]
    assert person.page.evaluate(script) == [hashlib.sha256(message).hexdigest() for message in messages]


def test_the_shuffle_of_the_page_is_that_of_the_package(person: Person) -> None:
    person.go("/verify")
    script = """async ([seed, copies, jokers, label]) => {
        const { orderedDeck, shuffled } = await import("/static/js/fair/shuffle.js");
        const { fromHex } = await import("/static/js/fair/bytes.js");
        return shuffled(orderedDeck(copies, jokers), fromHex(seed), { label }).join(" ");
    }"""
    decks = [(Deck.standard(), 1, 0), (Deck.with_jokers(), 1, 2), (Deck.standard(decks=6), 6, 0)]
    for number in range(5):
        for deck, copies, jokers in decks:
            seed = Seed.of(number)
            ours = person.page.evaluate(script, [seed.hex, copies, jokers, f"round {number}"])
            assert ours == format_cards(shuffle(deck, seed, label=f"round {number}"))


@pytest.mark.slow
def test_every_card_has_a_name_and_a_drawing(person: Person) -> None:
    person.go("/verify")
    script = """async (cards) => {
        const { cardName } = await import("/static/js/card_text.js");
        const { cardSvg } = await import("/static/js/cards.js");
        return cards.map((card) => [cardName(card), cardSvg(card).outerHTML, cardSvg(card, true).outerHTML]);
    }"""
    cards = [*format_cards(Deck.standard().cards).split(), "Jk", "??"]
    drawn = person.page.evaluate(script, cards)
    for place in range(3):
        assert len({entry[place] for entry in drawn if entry[0] != "face-down card"}) == len(cards) - 1
    assert all(re.fullmatch(r"[a-z]+ of (clubs|diamonds|hearts|spades)", name) for name, _, _ in drawn[:52])
    pips = [drawing.count("card-ink") for _, drawing, _ in drawn[: 4 * 9]]
    assert pips == [number + 2 for number in range(2, 11) for _ in range(4)], (
        "as many pips as the card has, and two corners"
    )
