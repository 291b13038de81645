"""Records hold facts and no words since the third protocol; records of older protocols keep verifying."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.every_game import EVERY_GAME
from support.rewritten_log import Record, exported, only, records_of, rewritten, written_by
from support.room_play import PATIENT, WAGERS, act_once, database_file, opened, play_rounds, seated

from houseway.errors import BrokenLog
from houseway.room.fairness import FACTS, PROMISED
from houseway.room.log import read_record
from houseway.room.replay import in_any_words, redo, shown_seeds
from houseway.room.verify import verify_bytes

EVENT_FACTS = {"clause", "seat", "cards", "seen_by", "amount", "action"}
SETTLEMENT_FACTS = {"seat", "wager", "staked", "returned", "clause"}
METER_FACTS = {"meter", "takes_all"}
OF_A_ROUND = ("started", "acted", "settled")
GONE = object()
"""Stands for a field that is removed."""


def events_of(record: Record) -> list[Record]:
    found: list[Record] = record["data"].get("events", [])
    return found


def settlements_of(record: Record) -> list[Record]:
    found: list[Record] = record["data"].get("settlements", [])
    return found


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_record_holds_the_facts_of_its_events_and_settlements_and_no_words(slug: str) -> None:
    records = records_of(exported(slug))
    events = [event for record in records for event in events_of(record)]
    settlements = [entry for record in records for entry in settlements_of(record)]
    assert {record["data"]["protocol"] for record in records if record["kind"] == "committed"} == {FACTS}
    assert events
    assert settlements
    assert all(set(event) == EVENT_FACTS for event in events)
    assert all(SETTLEMENT_FACTS <= set(entry) <= SETTLEMENT_FACTS | METER_FACTS for entry in settlements)


# Edits.


def places(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a record's data that holds a fact."""
    if isinstance(plain, dict | list) and plain:
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from places(value, (*path, key))
    else:
        yield path


def other_than(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "2c" if value != "2c" else "3c"
    return 0


def put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    if value is GONE:
        del data[path[-1]]
    else:
        data[path[-1]] = value


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


@pytest.mark.parametrize("slug", ["pick-2-poker", "double-draw-poker", "five-card-holdout"])
@pytest.mark.parametrize("edit", ["changed", "removed"])
def test_every_fact_of_a_round_that_is_changed_or_removed_is_found_at_its_record(slug: str, edit: str) -> None:
    """Every fact of two records of each kind; only a decision's time bank is the table's word alone."""
    content = exported(slug, 1)
    seen: dict[str, int] = dict.fromkeys(OF_A_ROUND, 0)
    tried = 0
    for target in records_of(content):
        kind = target["kind"]
        if kind not in OF_A_ROUND or seen[kind] == 2:
            continue
        seen[kind] += 1
        for path in places(target["data"]):
            if path == ("bank",) and edit == "changed":
                continue
            tried += 1

            def change(record: Record, seq: int = target["seq"], path: tuple[Any, ...] = path) -> None:
                if record["seq"] == seq:
                    put(record["data"], path, GONE if edit == "removed" else other_than(at(record["data"], path)))

            problem = verify_bytes(rewritten(content, change)).problem
            assert problem is not None, f"{kind}: {path}"
            assert problem.seq <= target["seq"], f"{kind}: {path}: {problem}"
    assert tried > 50


@pytest.mark.parametrize(
    ("kind", "part", "field", "value"),
    [
        ("started", "events", "text", "a card is dealt"),
        ("acted", "events", "text", ""),
        ("acted", "events", "note", 1),
        ("settled", "settlements", "reason", "the dealer wins"),
        ("settled", "settlements", "reason", None),
    ],
)
def test_words_that_are_added_to_a_record_are_found(kind: str, part: str, field: str, value: object) -> None:
    content = exported("pick-2-poker")

    def change(record: Record) -> None:
        record["data"][part][-1][field] = value

    problem = verify_bytes(rewritten(content, only(kind, change))).problem
    assert problem is not None
    assert problem.what == f"{kind}: {part} differ from what the rules lead to"


def test_a_table_never_goes_back_to_records_with_words() -> None:
    def change(record: Record) -> None:
        record["data"]["protocol"] = PROMISED

    problem = verify_bytes(rewritten(exported("pick-2-poker"), only("committed", change, number=2))).problem
    assert problem is not None
    assert "A table never goes back to an older protocol." in problem.what


def test_a_protocol_of_a_later_version_is_named() -> None:
    def change(record: Record) -> None:
        record["data"]["protocol"] = 4

    problem = verify_bytes(rewritten(exported("pick-2-poker"), only("committed", change))).problem
    assert problem is not None
    assert problem.what == "protocol 4 is unknown; this version knows the protocols 1, 2, 3"


# Words are made when they are shown.


@pytest.mark.parametrize("protocol", [PROMISED, FACTS])
def test_the_history_shows_the_words_of_the_replay(protocol: int) -> None:
    with written_by(protocol), opened(settings=PATIENT) as room:
        table = seated(room, "three-card-poker", {1: room.guest().id})
        play_rounds(table, 1, random.Random(5))
        last = table.state.last
        assert last is not None
        (shown,) = table.history()
        assert [event["text"] for event in shown["events"]] == [event.text for event in last.state.events]
        assert all(event["text"] for event in shown["events"])
        assert [each["reason"] for each in shown["settlements"]] == [each.reason for each in last.state.settlements]
        assert {each["seat"] for each in shown["settlements"]} == {1}
        (facts,) = table.archive.history(words=False)
        assert [set(event) - {"text"} for event in facts["events"]] == [EVENT_FACTS] * len(shown["events"])


def test_a_round_that_cannot_be_replayed_is_shown_by_its_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise BrokenLog("started: events differ")

    with opened(settings=PATIENT) as room:
        table = seated(room, "three-card-poker", {0: room.guest().id})
        play_rounds(table, 1, random.Random(5))
        (replayed,) = table.history()
        monkeypatch.setattr("houseway.room.history.moments", broken)
        (shown,) = table.history()
        assert [event["cards"] for event in shown["events"]] == [event["cards"] for event in replayed["events"]]
        assert {event["text"] for event in shown["events"]} == {""}
        assert {each["reason"] for each in shown["settlements"]} == {""}


# Records of the second protocol.


def in_other_words(record: Record) -> None:
    for event in events_of(record):
        event["text"] = f"it is said that {event['text']}"
    for settlement in settlements_of(record):
        settlement["reason"] = settlement["reason"].upper()


@pytest.mark.parametrize("slug", ["pick-2-poker", "five-card-holdout"])
def test_older_records_in_other_words_are_counted_and_all_else_is_checked(slug: str) -> None:
    content = exported(slug, protocol=PROMISED)
    with_words = [record for record in records_of(content) if events_of(record) or settlements_of(record)]
    report = verify_bytes(rewritten(content, in_other_words))
    assert (report.ok, report.rounds, report.reworded) == (True, 2, len(with_words))
    assert "use the wording of an older version" in report.lines()[0]
    assert report.warnings == ()
    assert verify_bytes(content).reworded == 0


@pytest.mark.parametrize(
    ("kind", "part", "field", "value"),
    [
        ("started", "events", "clause", "P2-99"),
        ("started", "events", "text", None),
        ("started", "events", "text", GONE),
        ("started", "events", "seen_by", None),
        ("acted", "events", "amount", 1),
        ("settled", "settlements", "clause", "P2-99"),
        ("settled", "settlements", "returned", 1),
        ("settled", "settlements", "reason", ["x"]),
        ("settled", "settlements", "reason", GONE),
    ],
)
def test_facts_of_older_records_must_be_as_the_rules_lead_to(kind: str, part: str, field: str, value: object) -> None:
    """The last member is changed: of the events of a deal that is the dealer's hand, which nobody sees."""

    def change(record: Record) -> None:
        in_other_words(record)
        put(record["data"][part][-1], (field,), value)

    problem = verify_bytes(rewritten(exported("pick-2-poker", protocol=PROMISED), only(kind, change))).problem
    assert problem is not None
    assert problem.what == f"{kind}: {part} differ from what the rules lead to"


@pytest.mark.parametrize(
    ("slug", "kind", "words"),
    [
        ("double-draw-poker", "acted", "the dealer shows three aces"),
        ("two-hand-holdem", "settled", "Hand 1 loses with a royal flush"),
        ("five-card-holdout", "started", "five cards to seat 7"),
    ],
)
def test_words_of_older_records_that_name_other_facts_are_a_warning(slug: str, kind: str, words: str) -> None:
    changed = 0

    def change(record: Record) -> None:
        nonlocal changed
        changed += 1
        if events_of(record):
            events_of(record)[-1]["text"] = words
        else:
            settlements_of(record)[-1]["reason"] = words

    report = verify_bytes(rewritten(exported(slug, protocol=PROMISED), only(kind, change)))
    assert report.ok
    (warning,) = report.warnings
    assert warning.startswith(f"table 1: {changed} of its records hold sentences")
    assert report.reworded == changed


def test_words_of_a_step_that_is_being_written_must_be_those_of_its_replay() -> None:
    records = [
        read_record(line[line.index(b'"record":') + 9 : -1].decode())
        for line in exported("pick-2-poker", protocol=PROMISED).splitlines()
    ]
    seeds, state = shown_seeds(records), None
    for record in records:
        if record.kind == "settled":
            data = json.loads(json.dumps(record.data))
            data["settlements"][0]["reason"] = data["settlements"][0]["reason"].upper()
            loud = read_record(record.body)
            object.__setattr__(loud, "data", data)
            with pytest.raises(BrokenLog, match="settlements differ"):
                redo(state, loud, seeds)
            assert redo(state, loud, seeds, in_any_words) == redo(state, record, seeds)
            return
        state = redo(state, record, seeds)
    pytest.fail("no round was settled")


def test_a_room_of_the_second_protocol_ends_its_round_and_goes_on_by_the_third(tmp_path: Path) -> None:
    with written_by(PROMISED), opened(database_file(tmp_path), settings=PATIENT) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        play_rounds(table, 1, random.Random(1))
        table.bet(1, WAGERS["pick-2-poker"])
        assert table.state.round is not None
        number = table.state.number
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = room.table(1)
        assert (table.state.number, table.state.protocol) == (number, PROMISED)
        while table.state.round is not None:
            act_once(table, random.Random(2))
        assert table.state.protocol == FACTS
        play_rounds(table, 1, random.Random(3))
        records = records_of(table.export().encode())
        words = [(record["data"]["number"], "text" in event) for record in records for event in events_of(record)]
        assert {each for each in words if each[0] <= number} == {(1, True), (number, True)}
        assert {each for each in words if each[0] > number} == {(number + 1, False)}
        assert all(event["text"] for shown in table.history() for event in shown["events"])
        report = room.verify()
        assert report.ok, str(report.problem)
        assert report.rounds == 3
        assert report.reworded == 0
