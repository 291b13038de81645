"""Missed spots and progress, saved between sessions, with the days on which spots return.

A missed spot goes to the first box and is due again after three more answers. Each time it is due and answered
correctly, it goes one box up, and rests for a day, then three, a week, three weeks. A correct answer after that means
it is learned. One more miss takes it back to the first box. An answer before it is due moves it only if it is wrong.

Training uses no chips, so none of it is in the ledger or in a log. All changes of an answer are written in one
transaction. After a crash they are either complete, or that one answer is lost.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, Table, and_, delete, func, insert, select, update

from houseway.room import models
from houseway.room.database import Database

DAY = 24 * 60 * 60 * 1000
"""In milliseconds, like all times of the room."""
SOON = 3
"""Number of further answers in the game after which the first box is due."""
REST_DAYS = (0, 1, 3, 7, 21)
"""Number of days that each box rests."""


@dataclass(frozen=True, slots=True)
class Place:
    """The box of a review item, counted from 1, and from when and after how many answers it is due."""

    box: int
    due_at: int
    due_after: int

    def is_due(self, now: int, answers: int) -> bool:
        """Return whether the spot is due after a number of answers in the game.

        >>> Place(1, 0, due_after=5).is_due(now=0, answers=4), Place(1, 0, due_after=5).is_due(now=0, answers=5)
        (False, True)
        """
        return now >= self.due_at and answers >= self.due_after


def after_answer(place: Place | None, is_right: bool, now: int, answers: int) -> Place | None:
    """Return the next interval after answer number `answers`, or None if the spot is done.

    >>> missed = after_answer(None, False, now=0, answers=10)
    >>> missed
    Place(box=1, due_at=0, due_after=13)
    >>> after_answer(missed, True, now=0, answers=13)
    Place(box=2, due_at=86400000, due_after=0)
    """
    if not is_right:
        return Place(1, now, answers + SOON)
    if place is None or not place.is_due(now, answers):
        return place
    if place.box >= len(REST_DAYS):
        return None
    return Place(place.box + 1, now + REST_DAYS[place.box] * DAY, 0)


SPOT, STEP = "spot", "step"
"""The subjects of practice: a player's decision, or a step of a dealer's work."""
MOST_DAYS = 1500
"""Maximum days of progress saved per person, all games together. The oldest are removed."""
MOST_AGAIN = 300
"""Maximum review items per person, all games together. The one missed longest ago is removed."""
LONGEST_KEY = 200

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """A person and the subject of their training."""

    user_id: int
    kind: str
    game: str

    def rows(self, table: Table) -> Any:
        """Return the condition that selects the rows of this subject."""
        column = table.c
        return and_(column.user_id == self.user_id, column.kind == self.kind, column.game == self.game)

    def values(self) -> Plain:
        """Return the columns that every table has."""
        return {"user_id": self.user_id, "kind": self.kind, "game": self.game}


@dataclass(frozen=True, slots=True)
class Again:
    """A review item: a kind of spot (`spot` is empty), or one missed spot."""

    key: str
    spot: Mapping[str, Any]
    place: Place
    missed: int
    cost: Fraction

    def to_dict(self, now: int, answers: int) -> Plain:
        """Return the data as plain types for JSON."""
        return {
            "key": self.key,
            "box": self.place.box,
            "due": self.place.is_due(now, answers),
            "due_at": self.place.due_at,
            "missed": self.missed,
        }


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: whether it was correct, its cost, and the review items it was about.

    `about` has each of them by its key with the spot to repeat. It is empty if any spot of its kind will do.
    """

    is_right: bool
    cost: Fraction
    about: Mapping[str, Mapping[str, Any]]


class TrainingBook:
    """The saved training of all people. `now` returns the time in milliseconds."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self.now = database, now

    def answer(self, subject: Subject, answered: Answered) -> None:
        """Record an answer."""
        now = self.now()
        self._database.write(lambda connection: _note(connection, subject, answered, now))

    def miss(self, subject: Subject, about: Mapping[str, Mapping[str, Any]], cost: Fraction) -> None:
        """Record a mistake made elsewhere. It returns for review, and counts in no total."""
        now = self.now()

        def write(connection: Connection) -> None:
            _lock(connection, subject)
            answers = _answers(connection, subject)
            _move(connection, subject, Answered(False, cost, about), now, answers)
            _forget(connection, subject)

        self._database.write(write)

    def hand_over(self, guest_id: int, user_id: int) -> None:
        """Move a guest's practice to the new account of the guest.

        Decisions that the guest took at a table are not moved, because only the person who took them may read that
        round.
        """

        def write(connection: Connection) -> None:
            again = models.training_again
            at_tables = connection.execute(
                select(*again.primary_key.columns, again.c.spot).where(again.c.user_id == guest_id)
            )
            for *keys, spot in at_tables.all():
                if spot and "table" in json.loads(spot):
                    columns = zip(again.primary_key.columns, keys, strict=True)
                    connection.execute(delete(again).where(and_(*(column == value for column, value in columns))))
            for table in (models.training_totals, models.training_days, again):
                connection.execute(update(table).where(table.c.user_id == guest_id).values(user_id=user_id))

        self._database.write(write)

    def coming(self, subject: Subject) -> list[Again]:
        """Return all review items, those due first, then by date."""
        with self._database.read() as connection:
            answers = _answers(connection, subject)
            rows = connection.execute(select(models.training_again).where(subject.rows(models.training_again))).all()
        now, found = self.now(), [_again(row) for row in rows]
        return sorted(
            found, key=lambda each: (not each.place.is_due(now, answers), each.place.due_at, each.place.due_after)
        )

    def due(self, subject: Subject) -> list[Again]:
        """Return the review items that are due now."""
        answers, now = self.answers(subject), self.now()
        return [each for each in self.coming(subject) if each.place.is_due(now, answers)]

    def answers(self, subject: Subject) -> int:
        """Return the number of answers."""
        with self._database.read() as connection:
            return _answers(connection, subject)

    def progress(self, subject: Subject) -> Plain:
        """Return the progress that a page shows."""
        days = models.training_days
        with self._database.read() as connection:
            row = connection.execute(select(models.training_totals).where(subject.rows(models.training_totals))).first()
            found = connection.execute(select(days).where(subject.rows(days)).order_by(days.c.day)).all()
        now, answers = self.now(), 0 if row is None else row.answers
        return {
            "answers": answers,
            "right": 0 if row is None else row.correct,
            "streak": 0 if row is None else row.streak,
            "longest": 0 if row is None else row.longest,
            "given": _exact(Fraction(0) if row is None else Fraction(row.given)),
            "per_100": per_100(Fraction(0) if row is None else Fraction(row.given), answers),
            "days": curve(found),
            "weeks": curve_of_weeks(found),
            "again": [each.to_dict(now, answers) for each in self.coming(subject)],
        }


def per_100(given: Fraction, answers: int) -> Plain | None:
    """Return the cost of a hundred answers, in units, or None without answers.

    >>> per_100(Fraction(1, 4), 50)
    {'exact': '1/2', 'value': 0.5}
    """
    return None if not answers else _exact(100 * given / answers)


def curve(days: Sequence[Any]) -> list[Plain]:
    """Return the points of the curve, one per day."""
    return [_point(row.day, row.answers, row.correct, Fraction(row.given)) for row in days]


def curve_of_weeks(days: Sequence[Any]) -> list[Plain]:
    """Return the points by week, each at its Monday."""
    weeks: dict[str, list[Any]] = {}
    for row in days:
        date = datetime.fromisoformat(row.day).date()
        monday = date.fromordinal(date.toordinal() - date.weekday())
        weeks.setdefault(monday.isoformat(), []).append(row)
    return [
        _point(
            monday,
            sum(row.answers for row in rows),
            sum(row.correct for row in rows),
            sum((Fraction(row.given) for row in rows), Fraction(0)),
        )
        for monday, rows in weeks.items()
    ]


def _point(day: str, answers: int, correct: int, given: Fraction) -> Plain:
    return {"day": day, "answers": answers, "right": correct, "per_100": per_100(given, answers)}


def _exact(number: Fraction) -> Plain:
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}


def _note(connection: Connection, subject: Subject, answered: Answered, now: int) -> None:
    _lock(connection, subject)
    totals = models.training_totals
    row = connection.execute(select(totals).where(subject.rows(totals))).first()
    streak = (0 if row is None else row.streak) + 1 if answered.is_right else 0
    _add(
        connection,
        totals,
        subject.rows(totals),
        subject.values(),
        answered,
        {"streak": streak, "longest": max(streak, 0 if row is None else row.longest)},
    )
    days = models.training_days
    day = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
    _add(connection, days, and_(subject.rows(days), days.c.day == day), {**subject.values(), "day": day}, answered, {})
    _move(connection, subject, answered, now, 1 if row is None else row.answers + 1)
    _forget(connection, subject)


def _lock(connection: Connection, subject: Subject) -> None:
    """Lock a person's rows, so that two answers at the same time are written in turn. SQLite has only one writer."""
    users = models.users.c
    connection.execute(select(users.id).where(users.id == subject.user_id).with_for_update())


def _add(
    connection: Connection, table: Table, where: Any, values: Plain, answered: Answered, others: Mapping[str, int]
) -> None:
    """Count an answer in its row, and create the row if it is missing."""
    row = connection.execute(select(table).where(where)).first()
    counted = {
        "answers": (0 if row is None else row.answers) + 1,
        "correct": (0 if row is None else row.correct) + answered.is_right,
        "given": str((Fraction(0) if row is None else Fraction(row.given)) + answered.cost),
        **others,
    }
    if row is None:
        connection.execute(insert(table), {**values, **counted})
    else:
        connection.execute(update(table).where(where).values(**counted))


def _answers(connection: Connection, subject: Subject) -> int:
    totals = models.training_totals
    return connection.execute(select(totals.c.answers).where(subject.rows(totals))).scalar() or 0


def _move(connection: Connection, subject: Subject, answered: Answered, now: int, answers: int) -> None:
    """Move the answer's review items into their new boxes."""
    again = models.training_again
    for key, spot in answered.about.items():
        where = and_(subject.rows(again), again.c.key == key[:LONGEST_KEY])
        row = connection.execute(select(again).where(where)).first()
        before = None if row is None else _again(row)
        place = after_answer(None if before is None else before.place, answered.is_right, now, answers)
        if before is not None and place == before.place:
            continue
        connection.execute(delete(again).where(where))
        if place is None:
            continue
        missed, at, cost = 1, now, answered.cost
        if row is not None and before is not None:
            missed = before.missed + (not answered.is_right)
            at, cost = (row.at, before.cost) if answered.is_right else (now, answered.cost)
        values = {"box": place.box, "due_at": place.due_at, "due_after": place.due_after, "missed": missed}
        about = {"key": key[:LONGEST_KEY], "spot": json.dumps(spot) if spot else "", "at": at, "cost": str(cost)}
        connection.execute(insert(again), {**subject.values(), **values, **about})


def _forget(connection: Connection, subject: Subject) -> None:
    """Delete a person's data above the maximum."""
    for table, most, order in (
        (models.training_days, MOST_DAYS, models.training_days.c.day),
        (models.training_again, MOST_AGAIN, models.training_again.c.at),
    ):
        own = table.c.user_id == subject.user_id
        surplus = (connection.execute(select(func.count()).select_from(table).where(own)).scalar() or 0) - most
        if surplus > 0:
            oldest = connection.execute(select(*table.primary_key.columns).where(own).order_by(order).limit(surplus))
            for row in oldest.all():
                columns = zip(table.primary_key.columns, row, strict=True)
                connection.execute(delete(table).where(and_(*(column == value for column, value in columns))))


def _again(row: Row[Any]) -> Again:
    spot = json.loads(row.spot) if row.spot else {}
    return Again(row.key, spot, Place(row.box, row.due_at, row.due_after), row.missed, Fraction(row.cost))
