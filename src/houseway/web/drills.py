"""The drills that are open on the server, and everybody's score."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from houseway.training.drill import Drill, new_drill
from houseway.web.errors import NotFound

MOST_OPEN = 2000
MOST_SCORES = 10_000


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has answered so far."""

    rounds: int = 0
    asked: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class OpenDrill:
    """A drill that waits for its answers."""

    owner: str
    drill: Drill
    since: float


class Drills:
    """Open drills by a random name, each answered once; the oldest are forgotten first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: OrderedDict[str, OpenDrill] = OrderedDict()
        self._scores: OrderedDict[str, Score] = OrderedDict()

    def deal(self, owner: str, game: str, seed: str | None, seats: int | None) -> dict[str, Any]:
        """A new drill, without its answers."""
        drill = new_drill(game, seed or secrets.token_hex(8), seats)
        name = secrets.token_hex(12)
        with self._lock:
            self._open[name] = OpenDrill(owner, drill, time.monotonic())
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return {"id": name, **drill.to_dict()}

    def answer(self, owner: str, name: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """The corrections, and the owner's score with them counted in."""
        with self._lock:
            waiting = self._open.get(name)
            if waiting is None or waiting.owner != owner:
                raise NotFound("there is no such drill, or it is already answered")
            del self._open[name]
        judged = waiting.drill.judge(answers)
        with self._lock:
            before = self._scores.pop(owner, Score())
            score = Score(before.rounds + 1, before.asked + judged.asked, before.right + judged.right)
            self._scores[owner] = score
            if len(self._scores) > MOST_SCORES:
                self._scores.popitem(last=False)
        return {
            "asked": judged.asked,
            "right": judged.right,
            "seconds": round(time.monotonic() - waiting.since, 1),
            "corrections": [correction.to_dict() for correction in judged.corrections],
            "score": asdict(score),
        }
