"""The lobby's edges for what is chosen, and what a table of Five Card HoldOut offers besides the game itself."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect
from support.card_room import Person

from houseway.analysis import analyze
from houseway.games.catalogue import game

NewPerson = Callable[..., Person]
SLUG = "five-card-holdout"


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["6", "7", "8"])
def test_FA_R8_the_lobby_shows_the_exact_edge_of_the_decks_that_are_chosen(person: Person, decks: str) -> None:
    edge = analyze(game("fast-action-holdem-multi", readings={"FA-R8": decks}, paytable="2")).house_edge("ante")
    page = person.page
    person.go("/")
    page.click('[data-game="fast-action-holdem-multi"] button.plain')
    page.select_option("dialog [name=paytable]", "2")
    page.click("dialog summary")
    page.select_option('dialog [name="FA-R8"]', decks)
    shown = page.locator("[data-part=chosen-edge] .figures", has_text=f"{100 * float(edge):.3f}%")
    shown.wait_for()
    assert page.get_attribute("[data-part=chosen-edge] .edge", "title") == str(edge)


@pytest.mark.slow
def test_a_late_answer_does_not_replace_the_edge_of_what_was_chosen_last(person: Person) -> None:
    page = person.page
    held: list[Route] = []

    def is_of_table_2(request: Request) -> bool:
        return request.url.endswith("/api/edge") and (request.post_data_json or {}).get("paytable") == "2"

    def keep_back(route: Route) -> None:
        if is_of_table_2(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/edge", keep_back)
    person.go("/")
    page.click('[data-game="double-draw-poker"] button.plain')
    with page.expect_request(is_of_table_2):
        page.select_option("dialog [name=paytable]", "2")
    page.select_option("dialog [name=paytable]", "1")
    shown = page.locator("[data-part=chosen-edge] .figures", has_text="6.715%")
    shown.wait_for()
    (late,) = held
    with page.expect_response("**/api/edge"):
        late.continue_()
    page.wait_for_timeout(200)
    assert shown.is_visible()


@pytest.mark.slow
def test_every_game_against_the_house_has_its_exact_edge_in_the_lobby(person: Person) -> None:
    person.go("/")
    person.page.wait_for_selector(".game .figures")
    for card in person.page.locator(".game").all():
        title, words = card.locator("h3").inner_text(), card.locator(".edge").inner_text()
        expected = "players bet against each other" if "HoldOut" in title else " edge, per "
        assert expected in words, title


def ask_on_the_flop(person: Person) -> str:
    """Stay in until the flop, and ask for advice there."""
    person.deal()
    while person.wait_for_turn() and not person.snapshot()["piles"][0]["cards"]:
        person.decide()
    page = person.page
    page.keyboard.press("h")
    page.wait_for_selector("[data-part=advice-body] .options")
    return page.inner_text("[data-part=advice-body]")


@pytest.mark.slow
def test_advice_at_holdout_gives_the_share_of_the_pot_in_big_blinds(person: Person) -> None:
    person.open_table(game=SLUG, seats=2, bots={"1": "caller"})
    words = ask_on_the_flop(person)
    assert "Value in big blinds" in words
    assert "nothing bounds it" in words
    assert re.search(r"wins \d+\.\d%, ties \d+\.\d% against an opponent who keeps \d", words)
    person.page.keyboard.press("f")


@pytest.mark.slow
def test_the_time_is_told_to_browsers_whose_clocks_are_off_and_sitting_out_can_be_undone(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    for person, hours in ((ann, 9), (bob, -9)):
        person.page.add_init_script(f"const now = Date.now; Date.now = () => now() + {hours} * 3600 * 1000;")
    table_id = ann.open_table(game=SLUG, seats=2)
    bob.go("/")
    bob.api("POST", "/api/session", {"guest": True})
    bob.sit(table_id, 1)
    for person in (ann, bob):
        person.page.click('[data-focus="deal"]')
    for person in (ann, bob):
        person.page.wait_for_function(
            "() => /^(4[0-5]|[1-3]?\\d) s, then a 60 s time bank$/"
            ".test(document.querySelector('.clock-words').textContent)"
        )
    acting = ann if ann.snapshot()["legal_actions"] else bob
    acting.page.keyboard.press("f")
    bob.page.wait_for_selector("hw-result:not([hidden])")
    bob.page.click("[data-part=sit-out]")
    bob.page.wait_for_selector("[data-part=sit-out]:text('Rejoin game')")
    assert bob.snapshot()["seats"][1]["sitting_out"]
    bob.page.click("[data-part=sit-out]")
    bob.page.wait_for_selector("[data-part=sit-out]:text('Sit out')")
    assert not bob.snapshot()["seats"][1]["sitting_out"]


@pytest.mark.slow
def test_the_hands_of_holdout_can_be_taken_away(person: Person, tmp_path: Path) -> None:
    person.open_table(game=SLUG, seats=2, bots={"1": "caller"})
    person.deal()
    person.play_round()
    person.page.click("#tab-rounds")
    files = {}
    for words in ("Download hands (PHH)", "Download hands (JSON)"):
        with person.page.expect_download() as download:
            person.page.locator("a", has_text=words).first.click()
        download.value.save_as(tmp_path / words)
        files[words] = (tmp_path / words).read_text("utf-8")
    (hand,) = tomllib.loads(files["Download hands (PHH)"]).values()
    (also,) = json.loads(files["Download hands (JSON)"])["rounds"]
    assert hand["variant"] == "F5HO"
    marked = [name for name in hand["players"] if name.endswith(" (computer)")]
    assert len(marked) == 1, "one of the two players is automatic, and the file for people says which"
    assert sorted(name.removesuffix(" (computer)") for name in hand["players"]) == sorted(also["names"])
    shown = next(pile["cards"] for pile in person.snapshot()["piles"] if pile["name"] == "board")
    assert "".join(shown[:2]) in " ".join(hand["actions"])


def test_the_lobby_leads_to_the_66_titles_and_they_to_the_games_that_are_here(person: Person) -> None:
    page = person.page
    person.go("/")
    page.click('a[href="/titles"]')
    page.wait_for_selector("tr[data-title]")
    assert page.locator("tr[data-title]").count() == 66
    page.click('tr[data-title="23"] a:has-text("Analyze")')
    page.wait_for_url("**/lab#game=fast-action-holdem*")


@pytest.mark.slow
def test_alone_at_holdout_the_page_waits_for_a_second_player(person: Person) -> None:
    person.open_table(game="five-card-holdout", seats=3)
    person.page.click('[data-focus="deal"]')
    expect(person.page.locator(".bar-status")).to_contain_text("Waiting for a second player")


@pytest.mark.slow
def test_the_next_hand_comes_by_itself_and_the_switch_stops_it(person: Person) -> None:
    person.open_table(game="five-card-holdout", seats=2, bots={"1": "caller"})
    page = person.page
    expect(page.locator('[data-focus="next-hand"]')).not_to_be_checked()
    page.check('[data-focus="next-hand"]')
    person.deal()
    assert person.wait_for_turn()
    page.click('.choice[data-kind="fold"]')
    page.wait_for_function("() => document.querySelector('hw-actions').dataset.moment.startsWith('round 2, playing')")
    assert person.said("bet") == 2
