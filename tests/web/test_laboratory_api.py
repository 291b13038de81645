"""The laboratory over the API: advice, analyses in the background, progress, canceling, and the drill."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.web_players import Player

from houseway.analysis import advise
from houseway.games.catalogue import as_game
from houseway.games.engine.action import Action
from houseway.games.telling.verdict import ANTES
from houseway.web import calculations
from houseway.web.addresses import Source, source_of
from houseway.web.advisor import Coach
from houseway.web.errors import Busy, NotFound, TooFast
from houseway.web.jobs import CANCELED, DONE, FAILED, QUEUED, RUNNING, Job, JobBoard, RoomTurn
from houseway.web.settings import Settings
from houseway.web.worker import OUT_OF_MEMORY, CalculationFailed, Stopped, Worker, out_of_memory

pytest_plugins = ["support.web_fixtures"]

LONG = 60.0


def wait_for(player: Player, job: dict[str, Any], *statuses: str) -> dict[str, Any]:
    for _ in range(6000):
        if job["status"] in statuses:
            return job
        time.sleep(0.05)
        job = player.call("GET", f"/api/lab/jobs/{job['id']}").json()
    raise AssertionError(job)


def test_an_analysis_runs_in_the_background_and_is_remembered(player: Player) -> None:
    asked = {"game": "pick-2-poker", "readings": {"P2-R1": "both-push"}}
    answer = player.call("POST", "/api/lab/jobs", asked)
    assert answer.status_code == 202
    job = wait_for(player, answer.json(), DONE, FAILED)
    assert job["status"] == DONE, job
    assert job["result"]["readings"]["P2-R1"] == "both-push"
    again = player.call("POST", "/api/lab/jobs", asked).json()
    assert again["status"] == DONE
    assert again["result"] == job["result"]
    edges = {game["slug"]: game["edge"] for game in player.call("GET", "/api/games").json()["games"]}
    shown, computed = edges["pick-2-poker"], job["result"]["house_edge"]["per_ante"]
    assert shown["exact"] != computed["exact"], "only the game as the letter has it gives the lobby its edge"


def test_another_pay_table_gives_another_edge_and_the_lobby_shows_the_approved_one(player: Player) -> None:
    results = []
    for paytable in (None, {"base": "typed", "five-card-only": {"royal flush": 1}, "name": "stingy"}):
        job = player.call("POST", "/api/lab/jobs", {"game": "pick-2-poker", "paytable": paytable}).json()
        job = wait_for(player, job, DONE, FAILED)
        assert job["status"] == DONE, job
        results.append(job["result"])
    assert [result["paytable"] for result in results] == ["typed", "stingy"]
    edge = player.call("GET", "/api/games/pick-2-poker").json()["edge"]
    assert edge == {"base": "Ante", **results[0]["house_edge"]["per_ante"]}


def test_a_job_belongs_to_whoever_asked_for_it(clients: Callable[[], Player]) -> None:
    ann, ben = clients().sign_in(), clients().sign_in()
    job = ann.call("POST", "/api/lab/jobs", {"game": "pick-2-poker"}).json()
    assert ben.call("GET", f"/api/lab/jobs/{job['id']}").status_code == 404
    assert ben.call("DELETE", f"/api/lab/jobs/{job['id']}").status_code == 404
    assert ann.call("DELETE", f"/api/lab/jobs/{job['id']}").json()["status"] in (CANCELED, DONE)
    for job_id in ("x", "0" * 24):
        assert ann.call("GET", f"/api/lab/jobs/{job_id}").status_code in (404, 422)


def test_a_game_between_players_has_no_analysis(player: Player) -> None:
    answer = player.call("POST", "/api/lab/jobs", {"game": "five-card-holdout"})
    assert answer.status_code == 404
    assert "house-banked" in answer.json()["message"]


def test_an_unknown_strategy_fails_with_the_names_of_the_others(player: Player) -> None:
    job = player.call("POST", "/api/lab/jobs", {"game": "pick-2-poker", "strategy": "hope"}).json()
    job = wait_for(player, job, DONE, FAILED)
    assert job["status"] == FAILED
    assert "hope" in job["error"]


def test_advice_is_what_the_analysis_gives(player: Player) -> None:
    cards = "As Kd 9h 5c 2s"
    answer = player.call("POST", "/api/advise", {"game": "pick-2-poker", "cards": cards}).json()
    ours = advise("pick-2-poker", cards)
    assert [option["text"] for option in answer["options"]] == [str(option.action) for option in ours.options]
    assert [Fraction(option["value"]["exact"]) for option in answer["options"]] == [
        option.value for option in ours.options
    ]
    assert answer["best"] == str(ours.best.action)


def test_bad_cards_are_refused_with_a_reason(player: Player) -> None:
    for cards in ("", "As", "As As Kd 9h 5c", "nonsense", "As Kd 9h 5c 2s 3s", "☃"):
        answer = player.call("POST", "/api/advise", {"game": "pick-2-poker", "cards": cards})
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_situation"
        assert len(answer.json()["message"]) > 10


def test_advice_at_the_table_and_the_judgment_of_a_decision(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.say(type="advice")
        assert seat.refused()["code"] == "no_advice"
        seat.bet("pick-2-poker")
        state = seat.until(lambda state: bool(state["legal_actions"]))
        seat.say(type="coach", value=True)
        seat.say(type="advice")
        while (advice := seat.hear())["type"] != "advice":
            pass
        assert {option["text"] for option in advice["options"]} == {each["text"] for each in state["legal_actions"]}
        worst = advice["options"][-1]
        seat.act(worst["action"], state["move"])
        while (judgment := seat.hear())["type"] != "judgment":
            pass
    best, least = (Fraction(advice["options"][place]["value"]["exact"]) for place in (0, -1))
    assert Fraction(judgment["cost"]["exact"]) == best - least
    assert judgment["decision"] == worst["text"]
    assert judgment["best"] == advice["options"][0]["text"]
    assert judgment["grade"] == "blunder"
    assert judgment["judged"] == 1


def test_who_wants_to_be_warned_is_told_of_a_blunder_before_it_is_made(player: Player) -> None:
    """The worst three of five cards with a double Play bet (P2-4) are always a blunder."""
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("pick-2-poker")
        state = seat.until(lambda state: bool(state["legal_actions"]))
        seat.say(type="advice")
        while (advice := seat.hear())["type"] != "advice":
            pass
        worst, best = advice["options"][-1]["action"], advice["options"][0]
        seat.say(type="act", action=worst, move=state["move"], warn=True)
        while (warning := seat.hear())["type"] != "warning":
            assert warning["type"] != "judgment", "nothing was decided"
        assert warning["action"] == worst
        assert warning["message"].startswith("Playing three")
        assert (
            f" costs {best['value']['value'] - advice['options'][-1]['value']['value']:.3f} Antes ($"
            in warning["message"]
        )
        seat.say(type="act", action=best["action"], move=state["move"], warn=True)
        over = seat.until(lambda state: state["phase"] == "result")
    assert over["results"]


def plain(action: Action, value: str) -> dict[str, Any]:
    return {"action": action.to_dict(), "value": {"exact": value}}


def test_two_hands_are_worth_the_same_either_way_round() -> None:
    advice = {
        "best": "",
        "unit": ANTES,
        "options": [plain(Action.of("arrange", "As Ad"), "1"), plain(Action.of("arrange", "As Kd"), "1/2")],
    }
    question = {"game": "two-hand-holdem", "cards": "As Ad Kd Kc"}
    coach, felt = Coach(), as_game("two-hand-holdem").felt()
    kings_first = coach.judge(question, advice, Action.of("arrange", "Kd Kc"), 1, felt)
    assert kings_first["cost"]["exact"] == "0/1"
    mixed = coach.judge(question, advice, Action.of("arrange", "Ad Kc"), 2, felt)
    assert (mixed["cost"]["exact"], mixed["total"]["exact"], mixed["judged"]) == ("1/2", "1/2", 2)
    assert mixed["sentence"] == (
        "Blunder: setting both hands, Hand 1 A♦ K♣, costs 0.500 Antes more than setting both hands, Hand 1 A♠ A♦."
    )


class SlowWorker(Worker):
    """Calculates until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = False
        self.has_told = Event()

    def call(self, request: Any, progress: Any = None, seconds: float | None = None) -> dict[str, Any]:
        progress({"what": "hands", "done": 1, "total": 4})
        self.has_told.set()
        while not self.stopped:
            time.sleep(0.01)
        raise Stopped("stopped")

    def stop(self) -> None:
        self.stopped = True


def until(job: Job, status: str) -> None:
    for _ in range(3000):
        if job.status == status:
            return
        time.sleep(0.01)
    raise AssertionError(job.status)


def test_a_running_job_shows_its_progress_and_can_be_canceled() -> None:
    worker = SlowWorker()
    board = JobBoard(worker)
    job = board.submit("ann", {"task": "analyze"}, Source("192.0.2.1"))
    waiting = board.submit("ann", {"task": "another"}, Source("192.0.2.1"))
    assert worker.has_told.wait(LONG)
    assert job.status == RUNNING
    assert job.progress == {"what": "hands", "done": 1, "total": 4}
    assert board.cancel("ann", waiting.id).status == CANCELED
    assert board.cancel("ann", job.id).status == CANCELED
    with pytest.raises(NotFound):
        board.get("ben", job.id)
    board.close()
    assert job.result is None


def test_one_address_has_a_few_jobs_at_a_time_whatever_its_cookies() -> None:
    board = JobBoard(SlowWorker(), Settings(most_jobs=3, all_jobs=6))
    jobs = [board.submit(f"cookie {number}", {"number": number}, Source("192.0.2.1")) for number in range(3)]
    with pytest.raises(TooFast, match="waiting"):
        board.submit("another cookie", {"number": 4}, Source("192.0.2.1"))
    until(jobs[0], RUNNING)
    ben = board.submit("ben", {"number": 5}, Source("192.0.2.2"))
    assert board.get("ben", ben.id).ahead == 1, "networks take turns"
    assert board.get("cookie 2", jobs[2].id).ahead == 3
    for number in range(6, 9):
        board.submit("eve", {"number": number}, Source(f"192.0.2.{number}"))
    with pytest.raises(Busy):
        board.submit("fay", {"number": 9}, Source("192.0.2.9"))
    board.cancel("cookie 2", jobs[-1].id)
    with pytest.raises(Busy):
        board.submit("cookie 3", {"number": 9}, Source("192.0.2.1"))
    assert board.submit("fay", {"number": 9}, Source("192.0.2.9")).is_open
    board.close()


def test_a_network_of_many_addresses_leaves_the_laboratory_to_others() -> None:
    board = JobBoard(SlowWorker(), Settings())
    for number in range(Settings().all_jobs + 2):
        with suppress(Busy):
            board.submit("eve", {"number": number}, source_of(f"2001:db8:1:{number:x}::1"))
    assert board.submit("ann", {"number": "ann's"}, Source("192.0.2.1")).is_open
    board.close()


def test_a_job_that_takes_too_long_is_stopped_and_says_so() -> None:
    class LateWorker(Worker):
        def call(self, request: Any, progress: Any = None, seconds: float | None = None) -> dict[str, Any]:
            assert seconds is not None
            time.sleep(seconds)
            raise Stopped("stopped")

    board = JobBoard(LateWorker(), Settings(longest_job=0.05))
    job = board.submit("ann", {}, Source("192.0.2.1"))
    until(job, FAILED)
    assert job.error is not None
    assert "the limit for one job" in job.error
    board.close()


def test_results_take_so_much_memory_and_no_more() -> None:
    class PromptWorker(Worker):
        def call(self, request: Any, progress: Any = None, seconds: float | None = None) -> dict[str, Any]:
            return {"text": "x" * 1000}

    board = JobBoard(PromptWorker(), Settings(results_kept=2500, most_jobs=10))
    jobs = []
    for number in range(4):
        jobs.append(board.submit("ann", {"number": number}, Source("192.0.2.1")))
        until(jobs[-1], DONE)
        board.known({})
    assert [board.known({"number": number}) is not None for number in range(4)] == [False, False, True, True]
    with pytest.raises(NotFound):
        board.get("ann", jobs[0].id)
    board.close()


@pytest.mark.slow
def test_a_worker_that_is_stopped_starts_again_for_the_next_call() -> None:
    worker = Worker()
    request = {"task": "advise", "game": "pick-2-poker", "cards": "As Kd 9h 5c 2s", "situation": {}}
    first = worker.call(request)
    worker.stop()
    assert worker.call(request) == first
    with pytest.raises(CalculationFailed, match="Unknown game"):
        worker.call({**request, "game": "pick-3-poker"})
    with pytest.raises(Stopped):
        worker.call({**request, "cards": "As Kd 9h 5c 3s"}, seconds=0.0)
    worker.stop()


def test_a_calculation_that_takes_too_much_memory_ends_with_a_sentence_that_says_what_to_do() -> None:
    worker, words = Worker(memory=64 * 2**20), r"needs more memory .*\(64 MiB\)\. Run it on the command line"
    with pytest.raises(CalculationFailed, match=words) as raised:
        worker.call({"task": "analyze", "game": "pick-2-poker", "strategy": "optimal"})
    assert raised.value.code == OUT_OF_MEMORY
    worker.stop()


def test_a_process_without_memory_answers_by_name_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(request: Any, report: Any) -> dict[str, Any]:
        raise MemoryError

    monkeypatch.setattr(calculations, "carry_out", greedy)
    answers = StringIO()
    calculations.serve(StringIO("{}\n{}\n"), answers, 512 * 2**20)
    (answer,) = answers.getvalue().splitlines()
    assert json.loads(answer)["error"]["code"] == OUT_OF_MEMORY
    assert "(512 MiB). Run it on the command line" in answer


def test_a_job_that_takes_too_much_memory_fails_and_the_next_one_runs() -> None:
    class GreedyWorker(Worker):
        def call(self, request: Any, progress: Any = None, seconds: float | None = None) -> dict[str, Any]:
            if request.get("greedy"):
                raise CalculationFailed(out_of_memory(2**30), OUT_OF_MEMORY)
            return {}

    board = JobBoard(GreedyWorker())
    first = board.submit("ann", {"greedy": True}, Source("192.0.2.1"))
    second = board.submit("ann", {}, Source("192.0.2.1"))
    until(first, FAILED)
    until(second, DONE)
    assert first.error is not None
    assert "on the command line" in first.error
    board.close()


def test_two_processes_of_a_room_run_one_laboratory_job_at_a_time(tmp_path: Path) -> None:
    workers = [SlowWorker(), SlowWorker()]
    boards = [JobBoard(worker, turn=RoomTurn(tmp_path / "laboratory.turn")) for worker in workers]
    jobs = [board.submit("ann", {}, Source("192.0.2.1")) for board in boards]
    while RUNNING not in [job.status for job in jobs]:
        time.sleep(0.01)
    running = [job.status for job in jobs].index(RUNNING)
    turn = RoomTurn(tmp_path / "laboratory.turn")
    looks = iter([False, True])
    assert not turn.take(lambda: next(looks)), "another process has it"
    assert jobs[1 - running].status == QUEUED
    boards[running].cancel("ann", jobs[running].id)
    until(jobs[1 - running], RUNNING)
    for board in boards:
        board.close()
    assert turn.take(lambda: False)
    turn.give_back()


def test_a_question_of_a_drill_is_answered_once_by_whoever_it_was_dealt_to(clients: Callable[[], Player]) -> None:
    ann, ben = clients().sign_in(), clients().sign_in()
    answer = ann.call("POST", "/api/drill", {"game": "fast-action-holdem", "seed": "monday"})
    assert answer.status_code == 201
    drill = answer.json()
    asked = [question["id"] for question in drill["questions"]]
    assert sorted(asked, key=int) == [str(number) for number in range(1, len(asked) + 1)]
    assert asked != sorted(asked, key=int), "the order of the table would give answers away"
    path = f"/api/drill/{drill['id']}"
    amount = next(question["id"] for question in drill["questions"] if question["kind"] == "amount")
    assert ben.call("POST", path, {"question": amount, "answer": 1}).status_code == 404
    blanks: tuple[object, ...] = (None, "", [])
    for blank in blanks:
        refused = ann.call("POST", path, {"question": amount, "answer": blank})
        assert refused.status_code == 409
        assert "Choose or type an answer first." in refused.json()["message"]
    wrong = ann.call("POST", path, {"question": amount, "answer": 1}).json()
    assert wrong["right"] is False
    assert wrong["words"]
    assert [each["box"] for each in wrong["progress"]["again"]] == [1]
    for given in (amount, "99"):
        assert ann.call("POST", path, {"question": given, "answer": wrong["expected"]}).status_code == 404
    same = ann.call("POST", "/api/drill", {"game": "fast-action-holdem", "seed": "monday"}).json()
    told = ann.call("POST", f"/api/drill/{same['id']}", {"question": amount, "answer": wrong["expected"]}).json()
    assert told["right"] is True
    assert [told["progress"][name] for name in ("answers", "right", "streak")] == [2, 1, 1]


def test_malformed_drills_are_refused(player: Player) -> None:
    assert player.call("POST", "/api/drill", {"game": "pick-2-poker"}).status_code == 401
    player.sign_in()
    for asked in (
        {"game": "x"},
        {"game": "pick-2-poker", "seats": 99},
        {"game": "pick-2-poker", "seed": ""},
        {"game": "pick-2-poker", "level": 4},
        {},
    ):
        assert 400 <= player.call("POST", "/api/drill", asked).status_code < 500
    drill = player.call("POST", "/api/drill", {"game": "pick-2-poker"}).json()
    wild: tuple[object, ...] = ({"deep": 1}, [[1]], 1.5, ["x"] * 1000)
    for answer in wild:
        sent = {"question": "1", "answer": answer}
        assert player.call("POST", f"/api/drill/{drill['id']}", sent).status_code == 422
