"""A finished round on its own page: stepping by key, values of the decisions, a link, a log file."""

from pathlib import Path

from support.card_room import Person


def play_a_round(person: Person) -> int:
    table_id = person.open_table(game="pick-2-poker", seats=2, bots={"1": "random"})
    person.deal()
    person.play_round()
    return table_id


def place(person: Person) -> str:
    return person.page.inner_text("[data-part=place]")


def test_a_round_is_gone_through_by_key_with_the_worth_of_each_decision(person: Person, tmp_path: Path) -> None:
    table_id, page = play_a_round(person), person.page
    page.click("#tab-rounds")
    page.click("table.rounds th a")
    page.wait_for_selector(".moment[aria-current]")
    steps = page.locator(".moment").count()
    assert place(person) == f"1 of {steps}"
    assert page.locator("hw-felt .felt-spot hw-card").count() > 0, "one's own cards are seen"
    page.wait_for_selector(".worth .options li")
    assert page.locator(".worth .judgment").count() == 1
    page.keyboard.press("End")
    page.wait_for_selector("hw-result:not([hidden])")
    assert place(person) == f"{steps} of {steps}"
    address = page.url
    assert f"step={steps}" in address
    page.keyboard.press("ArrowLeft")
    assert place(person) == f"{steps - 1} of {steps}"
    page.goto(address)
    page.wait_for_selector("hw-result:not([hidden])")
    assert place(person) == f"{steps} of {steps}"
    page.click("#tab-proof")
    page.click("hw-proof button")
    page.wait_for_selector(".verdict.won")

    log = tmp_path / "table.jsonl"
    log.write_bytes(page.request.get(f"{person.address}/api/tables/{table_id}/export").body())
    page.goto(f"{person.address}/review")
    page.wait_for_selector("[data-part=problem]:not([hidden])")
    page.set_input_files("[data-part=file]", log)
    page.wait_for_selector(".moment[aria-current]")
    assert page.locator(".moment").count() == steps
    page.wait_for_selector(".worth .options li")
    other = tmp_path / "other.jsonl"
    other.write_text("nothing\n")
    page.set_input_files("[data-part=file]", other)
    page.wait_for_function(
        "() => document.querySelector('[data-part=problem]').textContent.includes('no finished round')"
    )
    assert person.errors == []
