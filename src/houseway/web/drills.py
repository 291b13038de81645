"""The drills that are open on the server. What is answered is kept with the account, as the trainer keeps spots."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any

from houseway.training.book import STEP, Answered, Subject, TrainingBook
from houseway.training.drill import Correction, Drill, is_blank, new_drill
from houseway.web.errors import NotFound, Refused

MOST_OPEN = 2000


class Blank(Refused):
    """Nothing was answered."""

    status = 409


@dataclass(frozen=True, slots=True)
class OpenDrill:
    """A drill that waits for answers, with the numbers of the questions that have one."""

    user_id: int
    drill: Drill
    answered: set[str] = field(default_factory=set)


class Drills:
    """Open drills by a random name, each question answered once; the oldest are forgotten first."""

    def __init__(self, book: TrainingBook, new_name: Callable[[], str]) -> None:
        self._book, self._new_name = book, new_name
        self._lock = Lock()
        self._open: OrderedDict[str, OpenDrill] = OrderedDict()

    def deal(self, user_id: int, game: str, seed: str | None, seats: int | None, level: int) -> dict[str, Any]:
        """A new drill, without its answers; what this person missed and is due comes first, unless a seed is given."""
        subject = Subject(user_id, STEP, game)
        due = [] if seed else [again.key for again in self._book.due(subject)]
        drill = new_drill(game, seed or secrets.token_hex(8), seats, level, due)
        name = self._new_name()
        with self._lock:
            self._open[name] = OpenDrill(user_id, drill)
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return {"id": name, **drill.to_dict(), "level": level, "progress": self._book.progress(subject)}

    def answer(self, user_id: int, name: str, number: str, answer: object) -> dict[str, Any]:
        """The correction of one answer, and the progress with it counted in."""
        if is_blank(answer):
            raise Blank("Choose or type an answer first.")
        waiting, correction = self._take(user_id, name, number, answer)
        subject = Subject(user_id, STEP, waiting.drill.played.game.slug)
        try:
            topic = correction.question.topic
            self._book.answer(subject, Answered(correction.is_right, Fraction(0), {topic: {}}))
        except BaseException:
            with self._lock:
                waiting.answered.discard(number)
            raise
        return {**correction.to_dict(), "progress": self._book.progress(subject)}

    def _take(self, user_id: int, name: str, number: str, answer: object) -> tuple[OpenDrill, Correction]:
        with self._lock:
            waiting = self._open.get(name)
            if waiting is None or waiting.user_id != user_id:
                raise NotFound("This drill has expired. Deal a new round.")
            correction = waiting.drill.correct(number, answer)
            if number in waiting.answered:
                raise NotFound(f"Question {number} is already answered.")
            waiting.answered.add(number)
            return waiting, correction
