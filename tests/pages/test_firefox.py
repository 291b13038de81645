"""The pages in another browser: from the lobby to the end of a round, by clicking."""

from pathlib import Path

import pytest
from support.card_room import MAIN_CHOICE, MOST_DECISIONS, wait_until_nobody_is_present
from support.firefox import FIREFOX, Firefox, firefox

RESULT = "hw-result:not([hidden]) h2"
ASKED_OR_OVER = f"document.querySelector('.choice[data-kind], {RESULT}') && true"
PICKS = "document.querySelectorAll('.card-button[aria-pressed=\"true\"]').length"


@pytest.mark.proof
@pytest.mark.skipif(not FIREFOX.exists(), reason=f"needs Firefox at {FIREFOX} (Debian: apt install firefox-esr)")
@pytest.mark.parametrize("game", ["pick-2-poker", "ez-baccarat"])
def test_a_round_in_firefox(server: str, tmp_path: Path, game: str) -> None:
    with firefox(tmp_path) as browser:
        browser.go(f"{server}/")
        browser.evaluate("localStorage['houseway.next-hand'] = 'off'")
        browser.press(f'[data-game="{game}"] button.primary', "location.pathname === '/table'")
        play_round(browser)
        assert browser.text(RESULT).startswith(("You win", "You lose", "You break even"))
        assert browser.errors == []
    wait_until_nobody_is_present(server)


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
