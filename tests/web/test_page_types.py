"""What the server sends is what `types.d.ts` says: the type checker of the pages takes it on trust."""

import json
import random
from typing import Any

import pytest
from support.every_game import EVERY_GAME, FIRST_OF_THEIR_KIND
from support.page_types import faults
from support.room_play import CONTRIBUTION, PATIENT, act_once, opened, promise_all, seated
from support.web_players import Player, Seat, play_round

from houseway.games.engine.sheet import sheet
from houseway.games.telling.guide import guide_of
from houseway.web.calculations import carry_out
from houseway.web.game_choices import all_games, game_in_full
from houseway.web.worker import Worker

pytest_plugins = ["support.web_fixtures"]


def as_sent(message: Any) -> Any:
    return json.loads(json.dumps(message))


def check(message: Any, type_name: str) -> None:
    assert faults(as_sent(message), type_name) == []


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_table_at_every_moment_of_a_round(slug: str) -> None:
    generator = random.Random(slug)
    with opened(settings=PATIENT) as room:
        users = [room.guest().id for _ in range(2)]
        table = seated(room, slug, dict(enumerate(users)), seats=2)
        told = [table.snapshot(viewer) for viewer in (None, *users)]
        promise_all(table)
        told.append(table.snapshot(users[0]))
        for seat in table.state.unrevealed:
            table.reveal(users[seat], CONTRIBUTION)
        while table.state.round is not None:
            told += [table.snapshot(user) for user in users]
            act_once(table, generator)
        told += [table.snapshot(viewer) for viewer in (None, *users)]
        past = table.history()
    assert {"betting", "revealing", "result"} <= {state["phase"] for state in told}
    for state in told:
        check(state, "Snapshot")
    for finished in past:
        check(finished, "FinishedRound")


def test_the_games_in_short_and_in_full() -> None:
    for game in all_games():
        check({**game, "edge": None}, "Game")
    for slug in FIRST_OF_THEIR_KIND:
        check({**game_in_full(slug), "edge": {"base": "Ante", "exact": "1/2", "value": 0.5}}, "GameInFull")


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_how_a_game_is_played_and_how_it_is_played_well(slug: str) -> None:
    check(guide_of(slug).to_dict(sheet(slug)), "Guide")
    check(carry_out({"task": "kept strategy", "game": slug, "readings": {}, "paytable": None}, quiet), "Plan")


def quiet(*_: object) -> None:
    """A calculation that nobody waits for reports to nobody."""


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calculations are made here, and not in a process that each test would have to start anew."""

    def call(worker: Worker, request: dict[str, Any], *_: object, **__: object) -> Any:
        return as_sent(carry_out(request, quiet))

    monkeypatch.setattr(Worker, "call", call)


def hear_of(seat: Seat, kind: str) -> None:
    while not any(message["type"] == kind for message in seat.player.received):
        seat.hear()


@pytest.mark.usefixtures("in_this_process")
def test_advice_verdicts_and_the_review_of_a_round(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table("three-card-poker", seats=2, bots={"1": "random"})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("three-card-poker")
        seat.until(lambda state: bool(state["legal_actions"]))
        seat.say(type="coach", value=True)
        seat.say(type="advice")
        hear_of(seat, "advice")
        play_round([seat], lambda actions: actions[0])
        hear_of(seat, "judgment")
    for message in player.received:
        check(message, "Told")
    review = player.call("GET", f"/api/rounds/{table_id}/1/review?seat=0").json()
    check(review, "PastRound")
    decided = next(step["decision"] for step in review["steps"] if step["decision"])
    check(player.call("GET", f"/api/rounds/{table_id}/1/value?seq={decided['seq']}").json(), "Valued")


@pytest.mark.usefixtures("in_this_process")
def test_the_trainer_and_the_drill(player: Player) -> None:
    player.sign_in()
    spot = player.call("POST", "/api/training/games/three-card-poker/spots", {}).json()
    check(spot, "Spot")
    folds = {"action": {"kind": "fold", "cards": "", "amount": 0, "option": ""}}
    check(player.call("POST", f"/api/training/spots/{spot['id']}", folds).json(), "SpotVerdict")
    drill = player.call("POST", "/api/drill", {"game": "three-card-poker", "level": 2}).json()
    check(drill, "Drill")
    asked = drill["questions"][0]
    answers = {"amount": 1, "cards": asked["cards"][:1], "choice": None, "order": []}
    answers |= {"choice": asked["options"][0]["value"] if asked["options"] else None}
    answers |= {"order": [option["value"] for option in asked["options"]]}
    answer = {"question": asked["id"], "answer": answers[asked["kind"]]}
    check(player.call("POST", f"/api/drill/{drill['id']}", answer).json(), "Correction")


@pytest.mark.slow
def test_the_numbers_of_a_game_a_comparison_and_a_shift() -> None:
    """Of games whose numbers are recorded, so that next to nothing is counted."""
    poker: dict[str, Any] = {"game": "three-card-poker", "readings": {}, "paytable": None}
    check(carry_out({"task": "analyze", **poker, "strategy": "optimal"}, quiet), "Analysis")
    richer = {**poker, "paytable": "pair-plus=40-30-5-4-1"}
    check(carry_out({"task": "compare", **richer, "base": None, "form": "figures"}, quiet), "Comparison")
    shift = {"tables": 1, "hours": "8", "rounds_per_hour": "40", "seats": 2, "ante": 2500, "skill": "optimal"}
    asked: dict[str, Any] = {"task": "operate", "game": "pick-2-poker", "readings": {}, "paytable": None}
    check(carry_out({**asked, "shift": shift}, quiet), "Shift")


def test_what_is_not_of_a_type_is_found() -> None:
    settled = {"seat": 0, "wager": "ante", "staked": 100, "returned": 0, "reason": "", "clause": ""}
    assert faults(settled, "Settlement") == []
    assert faults({**settled, "more": 1}, "Settlement") == []
    assert faults({**settled, "seat": None}, "Settlement") == ["Settlement.seat: None is no number"]
    del settled["clause"]
    assert faults(settled, "Settlement") == ["Settlement: no clause"]
    shown = {"seat": None, "sentence": "", "outcome": "won", "own": ["As"], "others": [], "deciding": []}
    assert faults({"showdowns": [shown], "pushed": []}, "Result") == []
    assert faults({"showdowns": [{**shown, "outcome": "even"}], "pushed": [1]}, "Result") == [
        "Result.showdowns[0].outcome: 'even' is not 'won'",
        "Result.pushed[0]: 1 is no string",
    ]
    assert faults({"type": "error", "code": 4, "message": ""}, "Told") != []
    assert faults({"type": "pong"}, "Told") == []
