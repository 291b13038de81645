"""A whole round of each family of games by keys alone: controls and cards have names, and what happens is read out.

What a screen reader is told is looked up in the tree that the browser makes for it, and noted from the live regions.
"""

import re
from collections.abc import Callable

import pytest
from support.asking import ASKING
from support.card_room import MOST_DECISIONS, Person
from support.families import FAMILIES

NewPerson = Callable[..., Person]
NOTE_WHAT_IS_READ_OUT = """() => {
    window.heard = [];
    const regions = "[aria-live], [role=status], [role=alert]";
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            const at = target instanceof Element ? target : target.parentElement;
            if (!at?.closest(regions)?.checkVisibility()) continue;
            heard.push(...[...addedNodes].map((node) => node.textContent ?? "").filter(Boolean));
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANKS = dict(zip("23456789TJQKA", NAMES, strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_name(text: str) -> str:
    return "joker" if text == "Jk" else f"{RANKS[text[0]]} of {SUITS[text[1]]}"


def wait_until_said(person: Person, sentence: str) -> None:
    """What is read out comes a moment after what is shown."""
    person.page.wait_for_function("(sentence) => heard.join('\\n').includes(sentence)", arg=sentence)


def check_names(person: Person) -> str:
    """No control is without a name; the tree of the page's main part, in words."""
    tree = person.page.locator("main").aria_snapshot()
    assert re.findall(r"- (?:button|link|textbox|checkbox|img)(?::|$)", tree, re.MULTILINE) == []
    return tree


def check_decision(person: Person) -> None:
    """The seat's cards and everything that may be chosen are named, and the question was read out."""
    tree, snapshot = check_names(person), person.snapshot()
    own = [card for pile in snapshot["piles"] if pile["seat"] == snapshot["you"]["seat"] for card in pile["cards"]]
    assert [card for card in own if card_name(card) not in tree] == []
    for choice in snapshot["prompt"]["choices"]:
        assert f'button "{choice["words"]}' in tree
    wait_until_said(person, f"Your turn. {snapshot['prompt']['held']}".strip())
    wait_until_said(person, snapshot["prompt"]["ask"])


def check_end(person: Person) -> None:
    """The money and the hands were read out, as the page shows them."""
    person.page.wait_for_selector("hw-result:not([hidden]) h2")
    result = [person.page.inner_text("hw-result h2"), *person.page.locator("hw-result .showdown").all_inner_texts()]
    told = person.page.locator("hw-actions [role=status].offscreen").text_content() or ""
    assert told.startswith(f"{result[0]}.")
    assert [sentence for sentence in result[1:] if sentence not in told] == []
    wait_until_said(person, told)
    check_names(person)


@pytest.mark.slow
@pytest.mark.parametrize("slug", FAMILIES.values(), ids=FAMILIES)
def test_a_round_from_the_bets_to_the_next_ones(person: Person, slug: str) -> None:
    person.open_table(game=slug, seats=1)
    person.page.evaluate(NOTE_WHAT_IS_READ_OUT)
    tree = check_names(person)
    assert re.search(r'button "Bet \$\d+ and deal', tree)
    for wager in person.snapshot()["table"]["wagers"]:
        if wager["offered"]:
            assert re.search(rf'textbox "[^"]*{re.escape(wager["title"])}', tree, re.IGNORECASE), wager["title"]
    person.deal_by_key()
    for _ in range(MOST_DECISIONS):
        if not person.wait_for_turn():
            break
        check_decision(person)
        person.decide_by_key()
    check_end(person)
    person.deal_by_key()
    assert person.wait_for_turn() or slug not in ASKING, "Enter deals the next round with the same bets"


@pytest.mark.slow
def test_a_hand_between_two_people(new_person: NewPerson) -> None:
    people = [new_person(), new_person()]
    table_id = people[0].open_table(game="five-card-holdout", seats=2)
    people[1].go("/")
    people[1].api("POST", "/api/session", {"guest": True})
    people[1].sit(table_id, 1)
    for person in people:
        person.page.evaluate(NOTE_WHAT_IS_READ_OUT)
        assert re.search(r'button "Play with \$\d+', check_names(person))
        person.page.keyboard.press("Enter")
    people[0].page.wait_for_selector(".pod.acting, .choice[data-kind]")
    for _ in range(MOST_DECISIONS):
        snapshot = people[0].snapshot()
        if snapshot["phase"] != "playing":
            break
        acting = people[snapshot["actor"]]
        assert acting.wait_for_turn()
        check_decision(acting)
        acting.decide_by_key()
    for person in people:
        check_end(person)
