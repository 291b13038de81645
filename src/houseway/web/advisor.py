"""The exact value of every option of a situation, from a process of its own; and what a decision has cost."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Thread
from typing import Any

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.web.errors import BadSituation, NoAdvice, TooFast
from houseway.web.plain import exact
from houseway.web.situations import Question, as_listed
from houseway.web.worker import FAILED, CalculationFailed, Stopped, Worker

MOST_WAITING = 6
MOST_KNOWN = 512
LONGEST_SECONDS = 20.0
GRADES = ((Fraction(0), "best"), (Fraction(1, 20), "small mistake"), (Fraction(1, 4), "mistake"))
"""Up to which cost, in Antes, a decision is called what; the first includes its bound."""
WORST_GRADE = "blunder"


class Advisor:
    """Asks the worker, a few questions at a time, and remembers answers."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._waiting = 0

    async def advise(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The advice on a situation, as `Advice.to_dict` has it."""
        key = json.dumps(request, sort_keys=True)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if self._waiting >= MOST_WAITING:
            raise TooFast("too many people ask for advice at this moment", 2.0)
        self._waiting += 1
        try:
            advice = await asyncio.to_thread(self.ask, request)
        finally:
            self._waiting -= 1
        self._known[key] = advice
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return advice

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The same, from a thread that can wait; nothing is remembered."""
        try:
            return self._worker.call({"task": "advise", **request}, seconds=LONGEST_SECONDS)
        except CalculationFailed as error:
            raise NoAdvice(str(error)) if error.code == FAILED else BadSituation(str(error)) from None
        except Stopped:
            raise NoAdvice("no exact value was found in time") from None

    def warm(self) -> None:
        """Let the process load what it needs, in the background."""
        Thread(target=self._warm, name="warm", daemon=True).start()

    def _warm(self) -> None:
        with suppress(HousewayError):
            self._worker.call({"task": "warm"})

    def close(self) -> None:
        """End the process."""
        self._worker.stop()


def grade(cost: Fraction) -> str:
    """What a cost in Antes is called.

    >>> [grade(Fraction(cents, 100)) for cents in (0, 4, 5, 24, 25)]
    ['best', 'small mistake', 'mistake', 'mistake', 'blunder']
    """
    if cost <= 0:
        return GRADES[0][1]
    return next((name for bound, name in GRADES[1:] if cost < bound), WORST_GRADE)


@dataclass
class Coach:
    """What somebody's decisions have cost since the connection was made."""

    judged: int = 0
    total: Fraction = field(default_factory=Fraction)

    def judge(self, question: Question, advice: Mapping[str, Any], action: Action, move: int) -> dict[str, Any]:
        """The judgement of a decision by the advice on the situation in which it was made."""
        values = {
            Action.from_dict(option["action"]).normal(): Fraction(option["value"]["exact"])
            for option in advice["options"]
        }
        listed = as_listed(question, action, values)
        if listed is None:
            raise NoAdvice(f"no value is known of {action}")
        cost = max(values.values()) - values[listed]
        self.judged += 1
        self.total += cost
        return {
            "type": "judgement",
            "move": move,
            "decision": str(action),
            "best": advice["best"],
            "cost": exact(cost),
            "grade": grade(cost),
            "total": exact(self.total),
            "judged": self.judged,
        }
