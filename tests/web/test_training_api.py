"""The trainer over the API: spots dealt and graded on the server, once, and what comes of it."""

import asyncio
import json
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from support.own_loop import run_apart
from support.web_players import UNHURRIED, Player

from houseway.room import Room
from houseway.web.archive import ArchiveDesk
from houseway.web.calculations import carry_out
from houseway.web.errors import TooFast
from houseway.web.settings import Settings
from houseway.web.trainer import Trainer
from houseway.web.worker import Worker

pytest_plugins = ["support.web_fixtures"]

GAME = "three-card-poker"
SPOTS = f"/api/training/games/{GAME}/spots"
FOLD, PLAY = ({"kind": kind, "cards": "", "amount": 0, "option": ""} for kind in ("fold", "play"))


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calculations are made here, and not in a process that each test would have to start anew."""

    def call(worker: Worker, request: dict[str, Any], *_: object, **__: object) -> Any:
        return json.loads(json.dumps(carry_out(request, lambda *_: None)))

    monkeypatch.setattr(Worker, "call", call)


def spot(player: Player, **wanted: str) -> dict[str, Any]:
    answer = player.call("POST", SPOTS, wanted)
    assert answer.status_code == 201, answer.text
    dealt: dict[str, Any] = answer.json()
    return dealt


def decide(player: Player, dealt: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    answer = player.call("POST", f"/api/training/spots/{dealt['id']}", {"action": action})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def progress(player: Player) -> dict[str, Any]:
    told: dict[str, Any] = player.call("GET", f"/api/training/games/{GAME}").json()
    return told


def test_a_spot_is_shown_as_at_a_table_and_hides_what_the_seat_cannot_see(player: Player) -> None:
    dealt = spot(player.sign_in())
    snapshot = dealt["snapshot"]
    assert [choice["kind"] for choice in snapshot["prompt"]["choices"]] == ["fold", "play"]
    assert not any(choice["refused"] for choice in snapshot["prompt"]["choices"])
    dealer = next(pile for pile in snapshot["piles"] if pile["name"] == "dealer")
    assert dealer["cards"] == ["??"] * 3
    assert snapshot["round"]["server_seed"] is None
    assert "advice" not in dealt
    assert "spot" not in dealt


def test_a_spot_is_graded_once_and_by_whom_it_was_dealt_to(clients: Callable[[], Player]) -> None:
    ann, bob = clients().sign_in(), clients().sign_in()
    dealt = spot(ann)
    path = f"/api/training/spots/{dealt['id']}"
    assert bob.call("POST", path, {"action": FOLD}).status_code == 404
    assert ann.call("POST", path, {"action": {**FOLD, "kind": "raise"}}).status_code == 409
    told = decide(ann, dealt, FOLD)
    values = {option["action"]["kind"]: Fraction(option["value"]["exact"]) for option in told["advice"]["options"]}
    assert values["fold"] == -1
    assert Fraction(told["verdict"]["cost"]["exact"]) == max(values.values()) - values["fold"]
    assert ann.call("POST", path, {"action": PLAY}).status_code == 404
    assert progress(ann)["answers"] == 1
    assert progress(bob)["answers"] == 0
    assert ann.call("GET", "/api/me").json()["user"]["chips"] == 100_000


@pytest.mark.slow
def test_a_client_cannot_bring_values_of_its_own(player: Player) -> None:
    dealt = spot(player.sign_in())
    path = f"/api/training/spots/{dealt['id']}"
    for body in ({"action": FOLD, "cost": "0"}, {"action": {**FOLD, "value": 1}}, {}, {"action": None}):
        assert player.call("POST", path, body).status_code == 422
    assert progress(player)["answers"] == 0


@pytest.mark.slow
def test_a_mistake_comes_back_as_the_very_same_spot(player: Player) -> None:
    player.sign_in()
    dealt = spot(player, what="kind", decision="fold or play", hand="pair")
    told = decide(player, dealt, FOLD)
    assert told["verdict"]["cost"]["value"] > 1
    assert told["progress"]["streak"] == 0
    assert {each["key"] for each in told["progress"]["again"]} >= {"fold or play: pair"}
    again = spot(player, what="mistakes")
    assert again["snapshot"]["piles"] == dealt["snapshot"]["piles"]
    assert again["because"]
    assert decide(player, again, PLAY)["verdict"]["grade"] == "best"
    at_once = player.call("POST", SPOTS, {"what": "mistakes"})
    assert at_once.status_code == 409, "the spot just answered is not asked again"
    assert "Practice any decision, or play at a table." in at_once.json()["message"]
    decide(player, spot(player), PLAY)
    assert player.call("POST", SPOTS, {"what": "mistakes"}).status_code == 201, "it rests, and is not learned yet"


@pytest.mark.slow
def test_a_missed_kind_is_dealt_again_after_three_answers(player: Player) -> None:
    player.sign_in()
    decide(player, spot(player, what="kind", decision="fold or play", hand="pair"), FOLD)
    for _ in range(3):
        assert spot_of_any(player) == ""
    due = spot(player)
    assert due["kind"]["hand"] == "pair"
    assert "due for review" in due["because"]


def spot_of_any(player: Player) -> str:
    dealt = spot(player, what="kind", decision="fold or play", hand="ace high")
    decide(player, dealt, PLAY)
    because: str = dealt["because"]
    return because


def test_what_cannot_be_found_is_said_and_nobody_without_a_session_practices(player: Player) -> None:
    assert player.call("POST", SPOTS, {}).status_code == 401
    player.sign_in()
    for game, status in (("ez-baccarat", 409), ("no-such-game", 404)):
        assert player.call("POST", f"/api/training/games/{game}/spots", {}).status_code == status
    nothing = player.call("POST", SPOTS, {"what": "mistakes"})
    assert nothing.status_code == 409
    assert nothing.json()["message"].startswith("You have no missed spots in this game. Practice any decision")
    for bad in ({"what": "easy"}, {"share": "-1"}, {"share": "0.00001"}, {"hand": "x" * 61}, {"seed": "mine"}):
        assert player.call("POST", SPOTS, bad).status_code == 422


@pytest.mark.slow
def test_no_more_than_three_spots_wait_for_one_person(player: Player) -> None:
    player.sign_in()
    dealt = [spot(player) for _ in range(4)]
    answers = [player.call("POST", f"/api/training/spots/{each['id']}", {"action": FOLD}) for each in dealt]
    assert [answer.status_code for answer in answers] == [404, 200, 200, 200]


@pytest.mark.slow
def test_a_mistake_at_a_table_is_practiced_from_the_log_of_that_table(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(GAME, seats=2, bots={"1": "random"})
    with player.at(table_id) as seat:
        seat.say(type="coach", value=True)
        seat.sit(0)
        folded = fold_until_it_is_a_mistake(seat)
        seat.until(lambda state: state["phase"] == "result")
        again = asked_until_it_is_kept(player)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Trainer, "_past", archive_that_was_asked_too_often)
            assert player.call("POST", SPOTS, {"what": "mistakes"}).status_code == 409, "the only one is asked now"
            decide(player, again, FOLD)
            decide(player, spot(player), PLAY)
            assert player.call("POST", SPOTS, {"what": "mistakes"}).status_code == 429, "it is kept all the same"
        again = asked_until_it_is_kept(player)
    own = [pile for pile in again["snapshot"]["piles"] if pile["seat"] == 0]
    assert own == folded
    assert decide(player, again, PLAY)["verdict"]["grade"] == "best"


def test_a_decision_at_a_table_is_taken_once_more_by_who_took_it(clients: Callable[[], Player]) -> None:
    player, other = clients().sign_in(), clients().sign_in()
    table_id = player.open_table(GAME, seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet(GAME)
        seat.until(lambda state: bool(state["legal_actions"]))
        own, move = [pile for pile in seat.state["piles"] if pile["seat"] == 0], seat.state["move"]
        seat.act(PLAY, move)
        seat.until(lambda state: state["phase"] == "result")
    steps = player.call("GET", f"/api/rounds/{table_id}/1/review").json()["steps"]
    assert [step["decision"]["move"] for step in steps if step["decision"]] == [move]
    wanted = {"what": "past", "past": {"table": table_id, "round": 1, "move": move}}
    again = player.call("POST", SPOTS, wanted)
    assert again.status_code == 201, again.text
    assert [pile for pile in again.json()["snapshot"]["piles"] if pile["seat"] == 0] == own
    assert again.json()["because"] == "You made this decision at a table."
    assert decide(player, again.json(), PLAY)["verdict"]["yours"].startswith("play")
    assert other.call("POST", SPOTS, wanted).status_code == 404, "it is somebody else's"
    elsewhere = player.call("POST", "/api/training/games/caribbean-stud-poker/spots", wanted)
    assert (elsewhere.status_code, "made in three-card-poker" in elsewhere.text) == (409, True)
    assert player.call("POST", SPOTS, {"what": "past"}).status_code == 409
    assert player.call("POST", SPOTS, {"what": "past", "past": {"table": table_id}}).status_code == 422


async def archive_that_was_asked_too_often(*_: Any) -> Any:
    raise TooFast("too many questions", 1.0)


def asked_until_it_is_kept(player: Player) -> dict[str, Any]:
    """The spot of a mistake, which is kept a moment after the verdict."""
    for _ in range(1000):
        again = player.call("POST", SPOTS, {"what": "mistakes"})
        if again.status_code != 409:
            assert again.status_code == 201, again.json()
            spot: dict[str, Any] = again.json()
            return spot
    pytest.fail("no mistake is kept")


def fold_until_it_is_a_mistake(seat: Any) -> list[dict[str, Any]]:
    """Fold round after round, as nobody should; the cards of the first fold that is kept to be practiced."""
    for _ in range(60):
        seat.bet(GAME)
        seat.until(lambda state: bool(state["legal_actions"]))
        own = [pile for pile in seat.state["piles"] if pile["seat"] == 0]
        seat.act(FOLD, seat.state["move"])
        message = seat.hear()
        while message["type"] != "judgment":
            message = seat.hear()
        if message["grade"] in ("mistake", "blunder"):
            return own
        seat.until(lambda state: state["phase"] == "result")
    pytest.fail("sixty hands in a row that were rightly folded")


def test_kinds_are_found_out_once_however_many_ask(room: Room) -> None:
    asked: list[str] = []

    async def work(request: dict[str, Any]) -> dict[str, Any]:
        asked.append(request["game"])
        await asyncio.sleep(0)
        return {"kinds": [], "of": 1}

    advisor: Any = SimpleNamespace(work=work)
    trainer = Trainer(room, advisor, ArchiveDesk(room.database, Settings()))

    async def ask() -> None:
        await asyncio.gather(*(trainer.kinds(GAME) for _ in range(6)))

    run_apart(ask())
    assert asked == [GAME]


class TestNoRoomForQuestions:
    """Of a server that has no slot for a question left."""

    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(**{**UNHURRIED, "most_questions": 0})  # type: ignore[arg-type]

    def test_kinds_that_are_not_known_yet_wait_for_a_slot(self, player: Player) -> None:
        assert player.call("GET", f"/api/training/games/{GAME}/kinds").status_code == 429


@pytest.mark.slow
def test_a_guest_who_makes_an_account_keeps_the_training(player: Player) -> None:
    dealt = spot(player.sign_in())
    wrong = FOLD if decide(player, dealt, FOLD)["verdict"]["grade"] != "best" else PLAY
    dealt = spot(player)
    decide(player, dealt, wrong)
    before = progress(player)
    player.register("Ann")
    after = progress(player)
    assert after == before
    assert after["answers"] == 2


@pytest.mark.slow
def test_a_new_account_takes_nothing_from_a_person_who_was_signed_in(player: Player) -> None:
    player.register("Ann")
    decide(player, spot(player), FOLD)
    player.register("Ben")
    assert progress(player)["answers"] == 0
    player.sign_in(name="Ann", password="correct horse")
    assert progress(player)["answers"] == 1
