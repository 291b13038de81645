"""An exported log: any flipped byte is found, and so is a log that was rewritten with good hashes."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.every_game import EVERY_GAME
from support.rewritten_log import Record, exported, only, rewritten
from support.room_play import opened, play_rounds, seated
from typer.testing import CliRunner

from houseway.cards.seed import Seed
from houseway.room.fairness import promise
from houseway.room.verify import Report, verify_bytes


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_an_honest_log_holds(slug: str) -> None:
    report = verify_bytes(exported(slug))
    assert report.ok, str(report.problem)
    assert report.rounds == 2
    assert report.records == exported(slug).count(b"\n")


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_one_of_many_flipped_bits_is_found_at_its_record(slug: str) -> None:
    content = exported(slug)
    generator = random.Random(32)
    for _ in range(150):
        place, bit = generator.randrange(len(content)), 1 << generator.randrange(8)
        flipped = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        problem = verify_bytes(flipped).problem
        assert problem is not None, f"bit {bit} of byte {place}"
        assert problem.seq == content[:place].count(b"\n") + 1, f"bit {bit} of byte {place}: {problem}"


@pytest.mark.parametrize("change", ["drop", "swap", "repeat", "cut"])
def test_records_that_were_dropped_swapped_repeated_or_cut_are_found(change: str) -> None:
    lines = exported("pick-2-poker").splitlines(keepends=True)
    for place in range(len(lines) - 1):
        changed = list(lines)
        if change == "drop":
            del changed[place]
        elif change == "swap":
            changed[place], changed[place + 1] = changed[place + 1], changed[place]
        elif change == "repeat":
            changed.insert(place, changed[place])
        else:
            changed[place] = changed[place][:-20]
        assert not verify_bytes(b"".join(changed)).ok


def test_a_log_that_ends_too_early_is_found_by_the_hash_that_a_player_saw() -> None:
    content = exported("pick-2-poker")
    head = json.loads(content.splitlines()[-1])["hash"]
    shorter = b"".join(content.splitlines(keepends=True)[:-1])
    assert verify_bytes(content, head).ok
    assert verify_bytes(shorter).ok
    report = verify_bytes(shorter, head)
    assert report.problem is not None
    assert "does not end with" in report.problem.what


def test_an_empty_file_is_no_log() -> None:
    assert not verify_bytes(b"").ok
    assert not verify_bytes(b"\n").ok
    assert not verify_bytes(b"{}\n").ok


def problem_of(slug: str, change: Callable[[Record], None]) -> tuple[str, str]:
    """The kind of the record that is named, and what is said of it."""
    report: Report = verify_bytes(rewritten(exported(slug), change))
    assert report.problem is not None
    kinds = [json.loads(line)["record"]["kind"] for line in exported(slug).splitlines()]
    return kinds[report.problem.seq - 1], report.problem.what


def test_a_saved_refusal_of_the_server_is_not_a_log() -> None:
    report = verify_bytes(b'{"code":"unknown_name","message":"Table 1 does not exist."}')
    assert str(report.problem) == "the file, record 1: the line is cut off"
    assert report.lines()[0] == "0 records, 0 finished rounds and 0 transfers verified"


def test_rewriting_changes_nothing_by_itself() -> None:
    assert rewritten(exported("pick-2-poker"), lambda record: None) == exported("pick-2-poker")


def test_another_seed_does_not_keep_the_commitment() -> None:
    def change(record: Record) -> None:
        record["data"]["server_seed"] = "00" * 32

    kind, what = problem_of("pick-2-poker", only("settled", change))
    assert kind == "committed"
    assert "not the one that was committed to" in what


def test_another_contribution_is_not_the_one_that_was_promised() -> None:
    def change(record: Record) -> None:
        record["data"]["contribution"] = "ff" * 32

    kind, what = problem_of("pick-2-poker", only("revealed", change))
    assert kind == "revealed"
    assert "does not match the commitment of seat 1" in what


def test_another_promise_and_contribution_lead_to_another_deck() -> None:
    published = ""

    def change(record: Record) -> None:
        nonlocal published
        data, seat, other = record["data"], record["data"].get("seat"), "ff" * 32
        published = data.get("commitment", published)
        if data.get("number") != 1:
            return
        promised = promise(published, record["table"], 1, 0, other)
        if record["kind"] == "bet" and seat == 0:
            data["promise"] = promised
        elif record["kind"] == "no more bets":
            data["promises"]["0"] = promised
        elif record["kind"] == "revealed" and seat == 0:
            data["contribution"] = other

    kind, what = problem_of("pick-2-poker", change)
    assert kind == "started"
    assert "contributions, events differ" in what


def test_other_cards_in_an_event_are_found() -> None:
    def change(record: Record) -> None:
        event = next(event for event in record["data"]["events"] if event["cards"])
        event["cards"] = " ".join(reversed(event["cards"].split()))

    assert problem_of("pick-2-poker", only("started", change)) == (
        "started",
        "started: events differ from what the rules lead to",
    )


def test_a_program_that_deals_another_deck_than_the_seeds_give_is_found_by_its_own_verifier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rounds that are played again deal the same wrong cards; the published plan of dealing does not."""
    monkeypatch.setattr("houseway.room.state.round_seed", lambda *_: Seed.of(7))
    with opened() as room:
        table = seated(room, "three-card-poker", {0: room.guest().id})
        play_rounds(table, 1, random.Random(1))
        problem = room.verify(table.id).problem
    assert problem is not None
    assert "not the one that the shuffled deck gives" in problem.what


def test_another_decision_is_found_by_what_followed() -> None:
    def change(record: Record) -> None:
        record["data"]["action"] = {"kind": "fold", "cards": "", "amount": 0, "option": ""}

    kind, _ = problem_of("two-hand-holdem", only("acted", change))
    assert kind == "acted"


def test_a_payout_to_someone_else_is_found() -> None:
    def change(record: Record) -> None:
        record["transfers"] = [
            [source, target, amount + 1, memo] for source, target, amount, memo in record["transfers"]
        ]

    kind, what = problem_of("double-draw-poker", only("settled", change))
    assert kind == "settled"
    assert "stakes" in what or "chips" in what


def test_chips_of_another_table_cannot_be_moved() -> None:
    def change(record: Record) -> None:
        record["transfers"].append(["house:77", "user:1", 5, "gift"])

    kind, what = problem_of("double-draw-poker", only("settled", change))
    assert kind == "settled"
    assert "not this table's" in what


def test_a_record_of_an_unknown_kind_is_found() -> None:
    def change(record: Record) -> None:
        record["kind"] = "miracle"

    assert "unknown kind" in problem_of("pick-2-poker", only("sat", change))[1]


ODD_VALUES: list[object] = [None, -1, 10**30, "", "x", [], [[]], {}, {"number": {}}, True, 0.5, "seat:1/0"]


def changed_somewhere(plain: Any, generator: random.Random) -> Any:
    """A copy with one odd value somewhere inside."""
    if isinstance(plain, dict) and plain and generator.random() < 0.9:
        key = generator.choice(sorted(plain))
        return {**plain, key: changed_somewhere(plain[key], generator)}
    if isinstance(plain, list) and plain and generator.random() < 0.9:
        place = generator.randrange(len(plain))
        return [*plain[:place], changed_somewhere(plain[place], generator), *plain[place + 1 :]]
    return generator.choice(ODD_VALUES)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["two-hand-holdem", "five-card-holdout"])
def test_odd_values_under_good_hashes_are_reported_and_never_crash_the_verifier(slug: str) -> None:
    generator = random.Random(33)
    n_records = exported(slug).count(b"\n")
    for _ in range(250):
        target = generator.randrange(1, n_records + 1)
        place = 0

        def change(record: Record, target: int = target) -> None:
            nonlocal place
            place += 1
            if place == target:
                part = generator.choice(["data", "transfers"])
                record[part] = changed_somewhere(record[part], generator)

        content = rewritten(exported(slug), change)
        report = verify_bytes(content)
        assert report.ok == (content == exported(slug)) or _is_harmless(content, exported(slug)), content


def _is_harmless(content: bytes, honest: bytes) -> bool:
    """A change that no rule can contradict: the name or the number of a person, the time left, other words."""
    free = {"name", "user", "by", "bank"}
    for line, before in zip(content.splitlines(), honest.splitlines(), strict=True):
        record, original = (wordless(json.loads(each)["record"]) for each in (line, before))
        keys = {key for key in original["data"] if record["data"].get(key) != original["data"][key]}
        if record["transfers"] != original["transfers"] or not keys <= free:
            return False
    return True


def wordless(record: Record) -> Record:
    data = dict(record["data"])
    for part, field in (("events", "text"), ("settlements", "reason")):
        members = data.get(part)
        if isinstance(members, list) and all(isinstance(each, dict) for each in members):
            data[part] = [{**each, field: type(each.get(field)).__name__} for each in members]
    return {**record, "data": data}


def test_the_command_line_says_what_is_wrong_and_exits_with_1(tmp_path: Any) -> None:
    import typer

    from houseway.cli.verify import verify

    app = typer.Typer()
    app.command()(verify)
    honest, broken = tmp_path / "honest.jsonl", tmp_path / "broken.jsonl"
    content = exported("pick-2-poker")
    honest.write_bytes(content)
    broken.write_bytes(content.replace(b'"kind":"sat"', b'"kind":"set"', 1))
    runner = CliRunner()
    good = runner.invoke(app, [str(honest)])
    assert good.exit_code == 0
    assert "OK: every record, chip, commitment, deck and round verified" in good.output
    assert "Give --head HASH, the latest log hash" in good.output
    bad = runner.invoke(app, [str(broken), "--json"])
    assert bad.exit_code == 1
    said = json.loads(bad.output)
    assert not said["ok"]
    assert said["problem"]["seq"] == 3
    assert runner.invoke(app, []).exit_code != 0


def test_a_small_export_with_a_thousand_million_seats_is_refused_in_words() -> None:
    def change(record: Record) -> None:
        record["data"]["spec"]["seats"] = 10**9

    kind, what = problem_of("pick-2-poker", only("opened", change))
    assert kind == "opened"
    assert "takes 1 to 7 seats; got 1000000000" in what


def test_a_line_longer_than_any_record_is_not_read_into_memory() -> None:
    report = verify_bytes(b'{"hash":"' + b"0" * 10**6)
    assert report.problem is not None
    assert "cut off" in report.problem.what
