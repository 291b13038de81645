"""The pages in another browser: every page opens, and a round of each family from the lobby to its end by clicking.

`make firefox` runs these; they are skipped where Firefox is missing.
"""

import json
from collections.abc import Iterator

import pytest
from support.card_room import MAIN_CHOICE, MOST_DECISIONS, wait_until_nobody_is_present
from support.families import FAMILIES
from support.firefox import FIREFOX, Firefox, firefox
from support.page_paths import PATHS, READY

RESULT = "hw-result:not([hidden]) h2"
ASKED_OR_OVER = f"document.querySelector('.choice[data-kind], {RESULT}') && true"
PICKS = "document.querySelectorAll('.card-button[aria-pressed=\"true\"]').length"
pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(not FIREFOX.exists(), reason=f"needs Firefox at {FIREFOX} (Debian: apt install firefox-esr)"),
]


@pytest.fixture(scope="module")
def browser(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as started:
        started.go(f"{server}/")
        started.evaluate("localStorage['houseway.next-hand'] = 'off'")
        yield started
    wait_until_nobody_is_present(server)


@pytest.mark.parametrize("game", [*FAMILIES.values(), "pick-2-poker", "two-hand-holdem", "five-card-holdout"])
def test_a_round_in_firefox(server: str, browser: Firefox, game: str) -> None:
    browser.go(f"{server}/")
    browser.press(f'[data-game="{game}"] button.primary', "location.pathname === '/table'")
    play_round(browser)
    assert browser.text(RESULT).startswith(("You win", "You lose", "You break even"))
    assert browser.errors == []


@pytest.mark.parametrize("path", PATHS)
def test_a_page_opens_in_firefox(server: str, browser: Firefox, path: str) -> None:
    browser.go(f"{server}{path}")
    browser.wait_for(f"document.querySelector({json.dumps(READY.get(path, '.edge-large'))}) && true")
    assert browser.errors == []


def play_round(browser: Firefox) -> None:
    browser.press('[data-focus="deal"]', ASKED_OR_OVER)
    for _ in range(MOST_DECISIONS):
        browser.wait_for(ASKED_OR_OVER)
        if browser.evaluate(f"document.querySelector({RESULT!r}) !== null")["value"]:
            return
        decide(browser)
    raise AssertionError("the round does not end")


def decide(browser: Firefox) -> None:
    """Pick cards until the first choice that stays in can be pressed, and press it."""
    moment = browser.wait_for("document.querySelector('hw-actions').dataset.moment")["value"]
    choice = f"document.querySelector({MAIN_CHOICE!r})"
    for place in range(browser.evaluate("document.querySelectorAll('.card-button').length")["value"]):
        if not browser.evaluate(f"{choice}.disabled")["value"]:
            break
        browser.press(f'.card-button:nth-child({place + 1})[aria-pressed="false"]', f"{PICKS} > {place}")
    browser.press(MAIN_CHOICE, f"document.querySelector('hw-actions').dataset.moment !== {moment!r}")
