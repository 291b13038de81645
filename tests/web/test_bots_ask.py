"""Questions of automatic players to the advisor: few wait, none for long, and no answer is sought twice."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import Any, cast

import pytest
from support.own_loop import run_apart

from houseway.web import advisor as advising
from houseway.web.advisor import MOST_PLAYERS_WAITING, Advisor
from houseway.web.errors import NoAdvice
from houseway.web.worker import CalculationFailed, Worker

LONG = 120.0


class BusyWorker:
    """Answers with the question, once it may."""

    def __init__(self) -> None:
        self.may_answer = Event()
        self.begun = Semaphore(0)
        self.questions: list[int] = []

    def call(self, request: Mapping[str, Any], progress: object = None, seconds: float | None = None) -> dict[str, Any]:
        self.questions.append(request["number"])
        self.begun.release()
        assert self.may_answer.wait(LONG)
        if request["number"] < 0:
            raise CalculationFailed("a negative number", "failed")
        return {"answer": request["number"]}

    def stop(self) -> None:
        self.may_answer.set()


@pytest.fixture
def worker() -> BusyWorker:
    return BusyWorker()


@pytest.fixture
def advisor(worker: BusyWorker) -> Iterator[Advisor]:
    made = Advisor(cast(Worker, worker))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nobody gives up unless a test is about that."""
    monkeypatch.setattr(advising, "PLAYER_PATIENCE", LONG)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "PLAYER_PATIENCE", 0.05)


def refusal(question: Callable[[], object]) -> str:
    with pytest.raises(NoAdvice) as refused:
        question()
    return str(refused.value)


def test_an_answer_is_sought_once_for_players_and_people_alike(worker: BusyWorker, advisor: Advisor) -> None:
    worker.may_answer.set()
    assert advisor.ask({"number": 1}) == advisor.ask({"number": 1}) == {"answer": 1}
    assert run_apart(advisor.advise({"number": 1})) == {"answer": 1}
    assert run_apart(advisor.advise({"number": 2})) == advisor.ask({"number": 2}) == {"answer": 2}
    assert worker.questions == [1, 2]


def test_one_player_too_many_is_refused_while_the_others_wait(worker: BusyWorker, advisor: Advisor) -> None:
    with ThreadPoolExecutor(MOST_PLAYERS_WAITING) as pool:
        waiting = [pool.submit(advisor.ask, {"number": 0})]
        assert worker.begun.acquire(timeout=LONG)
        waiting += [pool.submit(advisor.ask, {"number": number}) for number in range(1, MOST_PLAYERS_WAITING)]
        while advisor._players_waiting < MOST_PLAYERS_WAITING:
            worker.may_answer.wait(0.01)
        assert "Too many" in refusal(lambda: advisor.ask({"number": 99}))
        worker.may_answer.set()
        assert [each.result(LONG)["answer"] for each in waiting] == list(range(MOST_PLAYERS_WAITING))
    assert worker.questions == list(range(MOST_PLAYERS_WAITING))
    assert advisor.ask({"number": 99}) == {"answer": 99}


@pytest.mark.usefixtures("impatient")
def test_a_late_answer_is_not_waited_for_but_remembered(worker: BusyWorker, advisor: Advisor) -> None:
    assert "in time" in refusal(lambda: advisor.ask({"number": 1}))
    worker.may_answer.set()
    advisor._players.submit(lambda: None).result(LONG)
    assert advisor.ask({"number": 1}) == {"answer": 1}
    assert worker.questions == [1]


def test_a_question_that_was_answered_while_it_waited_is_not_asked_again(worker: BusyWorker, advisor: Advisor) -> None:
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(advisor.ask, {"number": 1}) for _ in range(2)]
        assert worker.begun.acquire(timeout=LONG)
        while advisor._players_waiting < 2:
            worker.may_answer.wait(0.01)
        worker.may_answer.set()
        assert [each.result(LONG) for each in answers] == [{"answer": 1}] * 2
    assert worker.questions == [1]


def test_a_question_whose_turn_does_not_come_in_time_is_never_asked(
    worker: BusyWorker, advisor: Advisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(advisor.ask, {"number": 1})
        assert worker.begun.acquire(timeout=LONG)
        monkeypatch.setattr(advising, "PLAYER_PATIENCE", 0.05)
        for number in (2, 3, 4, 5):
            assert "in time" in refusal(lambda number=number: advisor.ask({"number": number}))  # type: ignore[misc]
        worker.may_answer.set()
    assert first.done(), "answered, or given up as the others if it came to look at its patience only now"
    advisor._players.submit(lambda: None).result(LONG)
    assert worker.questions == [1]


def test_a_calculation_that_fails_is_no_advice_and_is_tried_again(worker: BusyWorker, advisor: Advisor) -> None:
    worker.may_answer.set()
    for _ in range(2):
        assert "negative" in refusal(lambda: advisor.ask({"number": -1}))
    assert worker.questions == [-1, -1]
