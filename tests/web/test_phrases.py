"""Fixed phrases at a table: who may say them, how often, and that nothing of them is kept."""

from collections.abc import Callable
from typing import Any

import pytest
from support.web_players import UNHURRIED, Player, Seat

from houseway.room import Room
from houseway.web.hub import PHRASES
from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]


def next_phrase(seat: Seat) -> dict[str, Any]:
    while (message := seat.hear())["type"] != "phrase":
        assert message["type"] != "error", message
    return message


def test_everyone_at_the_table_hears_a_phrase_and_spectators_too(clients: Callable[[], Player]) -> None:
    ann, bob = clients().sign_in(), clients()
    table_id = ann.open_table("pick-2-poker", seats=3)
    with ann.at(table_id) as sitting, bob.at(table_id) as watching:
        sitting.sit(2)
        sitting.say(type="phrase", phrase="nice-hand")
        expected = {"type": "phrase", "seat": 2, "phrase": "nice-hand", "words": "Nice hand"}
        assert next_phrase(sitting) == next_phrase(watching) == expected
    assert ann.client.get("/api/phrases").json()["phrases"]["nice-hand"] == "Nice hand"


def test_a_phrase_is_written_nowhere(clients: Callable[[], Player], room: Room) -> None:
    ann = clients().sign_in()
    table_id = ann.open_table("pick-2-poker", seats=1)
    with ann.at(table_id) as sitting:
        sitting.sit(0)
        head = room.table(table_id).head
        for phrase in PHRASES:
            sitting.say(type="phrase", phrase=phrase)
            assert next_phrase(sitting)["phrase"] == phrase
        assert room.table(table_id).head == head


@pytest.mark.slow
@pytest.mark.parametrize("phrase", ["", "nice hand", "NICE-HAND", "hello<b>", "you-fool"])
def test_nobody_says_anything_else(clients: Callable[[], Player], phrase: str) -> None:
    ann = clients().sign_in()
    with ann.at(ann.open_table("pick-2-poker", seats=1)) as sitting:
        sitting.sit(0)
        sitting.say(type="phrase", phrase=phrase)
        refused = sitting.refused()
        assert refused["code"] == "unknown_name"
        assert refused["message"].startswith(f"Unknown phrase {phrase!r}. ")


def test_spectators_say_nothing(clients: Callable[[], Player]) -> None:
    ann, bob = clients().sign_in(), clients().sign_in()
    table_id = ann.open_table("pick-2-poker", seats=1)
    with bob.at(table_id) as watching:
        watching.say(type="phrase", phrase="hello")
        assert watching.refused()["code"] == "not_allowed"
    with clients().at(table_id) as nobody:
        nobody.say(type="phrase", phrase="hello")
        assert nobody.refused()["code"] == "not_signed_in"


class TestFewPhrases:
    """With a rate that does not fill again while the test runs."""

    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(**{**UNHURRIED, "phrases": Rate(1e-6, 3)})  # type: ignore[arg-type]

    def test_too_many_are_refused_at_all_tables_together(self, clients: Callable[[], Player]) -> None:
        ann = clients().sign_in()
        first, second = (ann.open_table("pick-2-poker", seats=1) for _ in range(2))
        with ann.at(first) as here, ann.at(second) as there:
            here.sit(0)
            there.sit(0)
            for sitting in (here, here, there):
                sitting.say(type="phrase", phrase="hello")
                next_phrase(sitting)
            there.say(type="phrase", phrase="hello")
            assert there.refused()["code"] == "too_fast"
