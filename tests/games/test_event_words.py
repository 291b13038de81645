"""The words of an event or a settlement are made when somebody reads them, once, and are then a plain text."""

import pickle
from dataclasses import replace

from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.event import Event, Settlement, carrying, lazily
from houseway.games.engine.money import Cents


def counted(calls: list[str], text: str) -> str:
    """Note that the words are made."""
    calls.append(text)
    return text


def test_words_are_made_when_they_are_first_read_and_only_then() -> None:
    calls: list[str] = []
    event = Event("T-1", lazily(counted, calls, "seat 0 shows"), 0)
    hidden = carrying(event, Action("fold")).seen_from(1)
    assert calls == []
    assert (hidden.text, hidden.text, hidden.action) == ("seat 0 shows", "seat 0 shows", Action("fold"))
    assert calls == ["seat 0 shows"]


def test_an_event_with_late_words_equals_one_with_the_same_words() -> None:
    late, plain = Event("T-1", lazily("seat {}".format, 3), 3), Event("T-1", "seat 3", 3)
    assert late == plain
    assert hash(late) == hash(plain)
    assert repr(late) == repr(plain)
    assert late != Event("T-1", "seat 2", 3)


def test_late_words_survive_a_pickle_and_a_replacement() -> None:
    late = Settlement(0, "ante", Cents(500), Cents(0), "T-1", lazily("{}: loses".format, "pair"))
    assert pickle.loads(pickle.dumps(late)).reason == "pair: loses"
    assert replace(late, seat=1).to_dict()["reason"] == "pair: loses"


def test_a_round_is_played_without_any_words_of_its_settlement_being_made() -> None:
    table = game("three-card-poker")
    state = table.start([table.usual_bet(1000)], seed=1).advance()
    ended = state.apply(Action("play")).advance()
    assert ended.is_over
    slot = vars(Settlement)["reason"]
    assert not any(isinstance(slot.unread(each), str) for each in ended.settlements)
    assert all(isinstance(each.reason, str) and each.reason for each in ended.settlements)
