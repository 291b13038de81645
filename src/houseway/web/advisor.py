"""The exact value of every option of a situation, from a separate process, and the cost of a decision."""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Condition, Lock, Thread
from typing import Any

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.layout import Felt
from houseway.games.telling.verdict import Verdict, action_words, verdict_on
from houseway.games.telling.words import with_symbols
from houseway.plain import exact
from houseway.web.errors import BadSituation, BeingPrepared, Busy, NoAdvice, TooFast
from houseway.web.game_choices import offered_game
from houseway.web.player_vs_player import BIG_BLINDS
from houseway.web.preparation import Preparations
from houseway.web.situations import Question, as_listed
from houseway.web.thread_pools import Pool
from houseway.web.worker import FAILED, CalculationFailed, OutOfTime, Stopped, Worker

MOST_WAITING = {False: 6, True: 12}
"""Maximum waiting questions: from any client, and from people at tables, who come first."""
MOST_PLAYERS_WAITING = 3
PLAYER_PATIENCE = 3.0
"""Maximum computer players that wait for an answer at the same time, and the seconds that each waits. The others decide
without advice.
"""
MOST_KNOWN = 512
LONGEST_SECONDS = 20.0
UNJUDGED = "The value of a bet against other players depends on how they respond"


class Advisor:
    """A client of the worker process that asks a few questions at a time and remembers answers.

    It has separate threads. People at tables come before all others. However many computer players ask, people wait for
    at most one of their questions.
    """

    def __init__(self, worker: Worker, preparations: Preparations | None = None) -> None:
        self._worker, self._preparations = worker, preparations
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._pools = {
            at_table: Pool("advice at tables" if at_table else "advice", most, waiting=0)
            for at_table, most in MOST_WAITING.items()
        }
        self._turns = Turns()
        self._lock = Lock()
        self._players = ThreadPoolExecutor(1, thread_name_prefix="automatic players' questions")
        self._players_waiting = 0

    async def advise(self, request: Mapping[str, Any], *, at_table: bool = False) -> dict[str, Any]:
        """Return the advice on a situation, as `Advice.to_dict` writes it. `at_table` is for a player at a table."""
        key = json.dumps(request, sort_keys=True)
        known = self._recall(key)
        if known is not None:
            return known
        return await self._in_thread(at_table, self._find, key, request, at_table)

    async def work(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the process's result for any other request. The result is not remembered."""
        return await self._in_thread(False, self._call, request)

    async def _in_thread(self, at_table: bool, work: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
        try:
            return await self._pools[at_table].run(work, *given)
        except BeingPrepared:
            raise
        except Busy:
            raise TooFast("Too many requests for advice right now. Try again in a few seconds.", 2.0) from None

    def _call(self, request: Mapping[str, Any], at_table: bool = False) -> dict[str, Any]:
        game = request.get("game", "")
        if self._preparations is not None:
            self._preparations.check(game)
        try:
            with self._turns.taken(first=at_table):
                return self._worker.call(request, seconds=LONGEST_SECONDS)
        except CalculationFailed as error:
            raise NoAdvice(str(error)) if error.code == FAILED else BadSituation(str(error)) from None
        except Stopped as stopped:
            if self._preparations is not None and isinstance(stopped, OutOfTime):
                self._preparations.late(game)
            raise NoAdvice("No exact value was found in time. Try again.") from None

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the same advice for a computer player, from a thread.

        Raise `NoAdvice` if too many wait, or the answer is late. A late answer is still computed and remembered,
        because the player may ask again before the next card.
        """
        key = json.dumps(request, sort_keys=True)
        known = self._recall(key)
        if known is not None:
            return known
        with self._lock:
            if self._players_waiting >= MOST_PLAYERS_WAITING:
                raise NoAdvice("Too many computer players are asking for advice right now.")
            self._players_waiting += 1
        try:
            return self._answer_to_player(key, request)
        finally:
            with self._lock:
                self._players_waiting -= 1

    def _answer_to_player(self, key: str, request: Mapping[str, Any]) -> dict[str, Any]:
        answer = self._players.submit(self._find, key, request)
        try:
            return answer.result(PLAYER_PATIENCE)
        except (TimeoutError, CancelledError):
            answer.cancel()
            raise NoAdvice("No exact value was found in time. Try again.") from None

    def _recall(self, key: str) -> dict[str, Any] | None:
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def _find(self, key: str, request: Mapping[str, Any], at_table: bool = False) -> dict[str, Any]:
        known = self._recall(key)
        if known is not None:
            return known
        found = self._call({"task": "advise", **request}, at_table)
        with self._lock:
            self._known[key] = found
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    def warm(self) -> None:
        """Make the process load its data in the background."""
        Thread(target=self._warm, name="warm", daemon=True).start()

    def _warm(self) -> None:
        with suppress(HousewayError):
            self._worker.call({"task": "warm"})

    def close(self) -> None:
        """End the process."""
        self._players.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools.values():
            pool.close()
        self._worker.stop()


class Turns:
    """A queue that lets one question through at a time. Those marked `first` go before all others."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._is_taken = False
        self._first_waiting = self._others_waiting = 0

    @property
    def waiting(self) -> tuple[int, int]:
        """Return the number of waiting questions: the normal ones, then those that go first."""
        return self._others_waiting, self._first_waiting

    @contextmanager
    def taken(self, *, first: bool) -> Iterator[None]:
        """Wait for a turn, and hold it during the block."""
        with self._changed:
            self._first_waiting += first
            self._others_waiting += not first
            try:
                self._changed.wait_for(lambda: not self._is_taken and (first or not self._first_waiting))
                self._is_taken = True
            finally:
                self._first_waiting -= first
                self._others_waiting -= not first
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()


@dataclass
class Coach:
    """The cost of one player's decisions since the connection was made."""

    judged: int = 0
    total: Fraction = field(default_factory=Fraction)

    def judge(
        self, question: Question, advice: Mapping[str, Any], action: Action, move: int, felt: Felt, cents: int = 0
    ) -> dict[str, Any]:
        """Return the judgment of a decision by the advice on its situation. `cents` is the size of the unit."""
        verdict = verdict_of(question, advice, action, felt, cents)
        self.judged += 1
        self.total += verdict.cost
        return {
            "type": "judgment",
            "move": move,
            "decision": str(action),
            "best": advice["best"],
            "sentence": verdict.sentence,
            "cost": exact(verdict.cost),
            "unit": verdict.unit,
            "grade": verdict.grade,
            "total": exact(self.total),
            "judged": self.judged,
        }


def is_judged_by(advice: Mapping[str, Any]) -> bool:
    """Return whether advice can judge decisions. Chances that ignore later bets between players cannot."""
    return advice["unit"] != BIG_BLINDS or "margin" in advice


def verdict_of(question: Question, advice: Mapping[str, Any], action: Action, felt: Felt, cents: int = 0) -> Verdict:
    """Return the verdict on a decision by the advice on its situation. `cents` is the size of the unit, if known.

    Raises `NoAdvice` if the advice does not list the decision, or is about unsolved player vs. player betting.
    """
    unit = advice["unit"]
    if not is_judged_by(advice):
        raise NoAdvice(f"{UNJUDGED}.")
    options = {Action.from_dict(option["action"]).normal(): option for option in advice["options"]}
    listed = as_listed(question, action, options)
    if listed is None:
        raise NoAdvice(f"{action} has no known value here. Choose one of the options that advice lists.")
    margin = advice["margin"] if unit == BIG_BLINDS else options[listed].get("cost_margin", 0.0)
    return verdict_on(listed, values_of(advice), felt, unit, margin, action, cents)


def values_of(advice: Mapping[str, Any]) -> dict[Action, Fraction]:
    """Return the exact value of every option of advice."""
    return {
        Action.from_dict(option["action"]).normal(): Fraction(option["value"]["exact"]) for option in advice["options"]
    }


def advice_text(advice: Mapping[str, Any], felt: Felt) -> dict[str, Any]:
    """Return the options of advice with their words, the best of them, and the unit of the values."""
    options = [
        {
            **option,
            "words": action_words(felt, Action.from_dict(option["action"])),
            "reason": with_symbols(option["reason"]),
        }
        for option in advice["options"]
    ]
    grounds = {name: advice[name] for name in ("rests_on", "plan") if name in advice}
    return {"options": options, "best": advice["best"], "unit": advice["unit"], **grounds}


def felt_asked_about(question: Question) -> Felt:
    """Return the felt of the game in a question."""
    return offered_game(question["game"], question.get("readings"), question.get("paytable")).felt()
