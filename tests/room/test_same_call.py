"""A decision is taken once where its record asks for the very same, and anew from its record where it does not."""

import random
from typing import Any

import pytest
from support.room_play import PATIENT, WAGERS, act_once, opened, seated

from houseway.errors import BrokenLog
from houseway.games.engine.action import Action
from houseway.room import replay, steps
from houseway.room.log import Draft, Record, body_of, canonical
from houseway.room.replay import Work, alike, redo
from houseway.room.state import TableState


@pytest.fixture
def taken_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of records from which a step was taken a second time."""
    kinds: list[str] = []

    def redo_and_note(state: TableState, record: Record, seeds: Any, *reworded: Any) -> TableState:
        if not reworded:  # live play accepts no other words; reading a log does
            kinds.append(record.kind)
        return redo(state, record, seeds, *reworded)

    monkeypatch.setattr(replay, "redo", redo_and_note)
    return kinds


@pytest.mark.parametrize("slug", ["pick-2-poker", "fast-action-holdem"])
def test_ordinary_play_takes_decisions_and_settlements_once(slug: str, taken_anew: list[str]) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, slug, {0: ann})
        table.bet(ann, dict(sorted(WAGERS[slug].items())))
        while table.state.round is not None:
            act_once(table, random.Random(1))
        assert not {"acted", "settled"} & set(taken_anew)
        assert {"sat", "bet", "started", "committed"} <= set(taken_anew)
        assert room.verify().ok


def test_a_decision_that_a_client_writes_otherwise_is_taken_anew_from_its_record(taken_anew: list[str]) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        table.bet(ann, WAGERS["pick-2-poker"])
        playing = table.state.round
        assert playing is not None
        listed = next(action for action, _ in playing.prices if len(action.cards) > 1)
        table.act(ann, Action(listed.kind, tuple(reversed(listed.cards)), listed.amount, listed.option), 0)
        assert taken_anew.count("acted") == 1
        assert room.verify().ok


def test_a_step_whose_record_leads_elsewhere_is_refused() -> None:
    def sits_elsewhere(state: TableState, seat: int, user_id: int, name: str, bank: int) -> steps.Step:
        after, draft = steps.sat(state, seat, user_id, name, bank)
        return after, Draft("sat", {**draft.data, "seat": "1"})

    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        tried = Work(table.state, table._secret)
        with pytest.raises(BrokenLog):
            tried.take(sits_elsewhere, 1, 99, "Zoe", 0)
        assert tried.drafts == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (5, 5.0),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ((1, 2), [1, 2]),
        ((1, 2), (1, 2, 3)),
        (Action("raise", amount=1), Action("raise", amount=True)),  # type: ignore[arg-type]
        ({"wagers": {"ante": 500}}, {"wagers": {"ante": 500.0}}),
        (None, ""),
    ],
)
def test_what_a_function_could_tell_apart_is_not_alike(one: object, other: object) -> None:
    assert not alike(one, other)
    assert alike(one, one)


def test_a_body_put_together_is_the_canonical_text() -> None:
    record = Record(7, 3, 12, 'a "kind" é', {"b": [1, None], "a": {"é": "\u2028"}}, (), "5a", "00")
    plain = {name: getattr(record, name) for name in ("table", "seq", "at", "kind", "data", "salt", "previous")}
    assert body_of(record, canonical(record.data)) == canonical({**plain, "transfers": []})
