"""Scenes at the table: what a player is asked, sees and is told in windows of every size."""

from gallery_studio import Scene, Studio
from support.card_room import Person

FIVE_SIZES = ("1366x650", "1280x720", "1024x640", "phone", "phone-on-its-side")
RESULT_TOO = ("1366x650", "phone", "phone-on-its-side")
OTHERS = {"1": "random", "2": "random", "3": "random"}
TWO_HAND, PICK_2, DOUBLE_DRAW, HOLDOUT = "two-hand-holdem", "pick-2-poker", "double-draw-poker", "five-card-holdout"
BADGE = """([number, box]) => {
    const badge = document.createElement("b");
    badge.textContent = number;
    const { style } = badge;
    Object.assign(style, { position: "fixed", zIndex: 99, left: `${box.x - 8}px`, top: `${box.y - 8}px` });
    Object.assign(style, { background: "#d1145a", color: "#fff", borderRadius: "9px", padding: "0 6px" });
    style.font = "700 13px/18px sans-serif";
    document.body.append(badge);
}"""
STOPS = 10


def dealt(person: Person, game: str, bots: dict[str, str] | None = None, seats: int = 4) -> None:
    """A table with automatic players, and the first decision at it."""
    person.open_table(game=game, seats=seats, bots=OTHERS if bots is None else bots)
    person.deal()
    person.wait_for_turn()


def limits_of_a_draw(studio: Studio) -> None:
    """Double Draw Poker: a fourth card is picked."""
    person = studio.enter("1280x720")
    dealt(person, DOUBLE_DRAW)
    for key in "1234":
        person.page.keyboard.press(key)
    studio.take(person, "01-limits")


def windows(studio: Studio) -> None:
    """2 Hand Hold 'Em, which has the fullest felt, at a decision, and in the narrowest windows after it."""
    for size in FIVE_SIZES:
        person = studio.enter(size)
        dealt(person, TWO_HAND)
        person.decide()
        person.wait_for_turn()
        studio.take(person, f"02-window-{size}")
        if size in RESULT_TOO:
            person.decide()
            person.page.wait_for_selector("hw-result:not([hidden])", state="attached")
            person.page.wait_for_selector(".judgement b:has-text('check both')")
            studio.take(person, f"02-result-{size}")


def showdown(studio: Studio) -> None:
    """The end of a round step by step: cards, comparison, money."""
    person = studio.enter("1280x720", showing=True)
    dealt(person, TWO_HAND)
    person.decide()
    person.wait_for_turn()
    person.page.locator(".choice[data-kind]").first.click()
    person.page.wait_for_selector("text=Press Space or click the felt to skip to the result")
    person.page.wait_for_timeout(700)
    studio.take(person, "03-showdown-1")
    person.page.keyboard.press(" ")
    person.page.wait_for_selector("hw-result:not([hidden])")
    person.page.wait_for_timeout(900)
    studio.take(person, "03-showdown-2")


def result(game: str, name: str, size: str = "1280x720") -> Scene:
    """A finished round with its reasons."""

    def play(studio: Studio) -> None:
        person = studio.enter(size)
        dealt(person, game)
        person.play_round()
        studio.take(person, name)

    return play


def verdict(studio: Studio) -> None:
    """2 Hand Hold 'Em with both hands raised, whatever they are; then the list of all decisions."""
    person = studio.enter("1280x720")
    dealt(person, TWO_HAND)
    person.decide()
    person.wait_for_turn()
    person.page.locator(".choice[data-kind]").last.click()
    person.page.wait_for_selector(".judgement b:has-text('raise')")
    person.page.click("#tab-session")
    person.page.locator(".review li").last.scroll_into_view_if_needed()
    studio.take(person, "05-verdict")


def neutral_buttons(studio: Studio) -> None:
    """2 Hand Hold 'Em: which hands to raise is the skill."""
    person = studio.enter("1280x720")
    dealt(person, TWO_HAND)
    person.decide()
    person.wait_for_turn()
    studio.take(person, "06-buttons")


def holdout(studio: Studio) -> None:
    """Advice before the flop, and a table at which one is alone."""
    person = studio.enter("1280x720")
    dealt(person, HOLDOUT, {"1": "caller"}, seats=2)
    person.page.keyboard.press("h")
    person.page.wait_for_selector('[data-part="advice"] .options li')
    studio.take(person, "07-advice")
    alone = studio.enter("1280x720")
    alone.open_table(game=HOLDOUT, seats=2)
    alone.page.click('[data-focus="deal"]')
    alone.page.wait_for_selector("text=second player")
    studio.take(alone, "07-alone")


def help_at_the_table(studio: Studio) -> None:
    """How to play and the strategy, beside the cards."""
    for size in ("1280x720", "phone"):
        person = studio.enter(size)
        dealt(person, "three-card-poker")
        person.page.click('[data-part="open-how-to"]')
        person.page.wait_for_selector(".how-to li")
        studio.take(person, f"09-how-to-play-{size}")
        person.page.click('[data-part="open-strategy"]')
        person.page.wait_for_selector('[data-part="strategy"] .rule-list li')
        studio.take(person, f"09-strategy-{size}")


def tab_order(studio: Studio) -> None:
    """The stops of the Tab key from the first card on, numbered."""
    person = studio.enter("1280x720")
    dealt(person, PICK_2)
    page = person.page
    page.locator(".card-button").first.focus()
    boxes = []
    for _ in range(STOPS):
        boxes.append(page.evaluate("() => document.activeElement.getBoundingClientRect().toJSON()"))
        page.keyboard.press("Tab")
    for number, box in enumerate(boxes, start=1):
        page.evaluate(BADGE, [number, box])
    studio.take(person, "11-tab-order")


def betting(studio: Studio) -> None:
    """Pick 2 Poker: chips put on circles after a round, with what can be done with them."""
    for size in ("1280x720", "phone"):
        person = studio.enter(size)
        dealt(person, PICK_2)
        person.play_round()
        person.page.click('[data-focus="chip-2500"]')
        person.page.click('[data-focus="circle-ante"]')
        person.page.wait_for_selector('[data-focus="rebet"]')
        studio.take(person, f"13-betting-{size}")


def phone(studio: Studio) -> None:
    """Advice, reasons and all opponents in a hand."""
    person = studio.enter("phone")
    dealt(person, PICK_2)
    person.page.click('[data-part="ask"]')
    person.page.wait_for_selector('[data-part="advice"] .options li')
    studio.take(person, "14-advice")
    person.page.click('[data-part="advice"] .sheet-close')
    person.play_round()
    studio.take(person, "14-result")
    person.page.locator("hw-result").scroll_into_view_if_needed()
    studio.take(person, "14-reasons")
    person = studio.enter("phone")
    dealt(person, HOLDOUT, {str(seat): "caller" for seat in range(1, 6)}, seats=6)
    studio.take(person, "14-opponents")


def felt(studio: Studio) -> None:
    """Fast Action Hold'em at the first decision, for the first page of the documentation."""
    person = studio.enter()
    dealt(person, "fast-action-holdem")
    studio.take(person, "fast-action-holdem")


def advice(studio: Studio) -> None:
    """Pick 2 Poker with the value of every choice."""
    person = studio.enter()
    dealt(person, PICK_2)
    person.page.keyboard.press("h")
    person.page.wait_for_selector('[data-part="advice"] .options li')
    studio.take(person, "advice")


AT_THE_TABLE: dict[str, Scene] = {
    "limits": limits_of_a_draw,
    "windows": windows,
    "showdown": showdown,
    "result": result(TWO_HAND, "04-result"),
    "result-of-pick-2": result(PICK_2, "04-dealers-three"),
    "verdict": verdict,
    "buttons": neutral_buttons,
    "holdout": holdout,
    "help": help_at_the_table,
    "tab-order": tab_order,
    "betting": betting,
    "phone": phone,
    "felt": felt,
    "advice": advice,
}
