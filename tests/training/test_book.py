"""What people practice is kept with their accounts, and is bounded."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from sqlalchemy import func, select

from houseway.room import Room, models
from houseway.training import book as book_module
from houseway.training.book import DAY, SPOT, STEP, Answered, Subject, TrainingBook

MONDAY = 1_767_571_200_000
"""Midnight of Monday, 5 January 2026, in UTC."""


class Clock:
    """Shows the time that the test sets."""

    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def room() -> Iterator[Room]:
    opened = Room("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(room: Room, clock: Clock) -> TrainingBook:
    return TrainingBook(room.database, clock)


def subject(room: Room, kind: str = SPOT, game: str = "three-card-poker") -> Subject:
    return Subject(room.guest().id, kind, game)


def right(key: str = "fold or play: pair") -> Answered:
    return Answered(True, Fraction(0), {key: {}})


def wrong(cost: Fraction, key: str = "fold or play: queen high") -> Answered:
    return Answered(False, cost, {key: {}, f"spot {key}": {"seed": "00"}})


def test_totals_streak_and_what_a_hundred_answers_give_away(room: Room, kept: TrainingBook) -> None:
    whose = subject(room)
    for answered in (
        right(),
        right(),
        wrong(Fraction(1, 8)),
        right(),
        wrong(Fraction(1, 4)),
        right(),
        right(),
        right(),
    ):
        kept.answer(whose, answered)
    progress = kept.progress(whose)
    assert [progress[name] for name in ("answers", "right", "streak", "longest")] == [8, 6, 3, 3]
    assert progress["given"]["exact"] == "3/8"
    assert progress["per_100"]["exact"] == "75/16"


def test_days_and_weeks_are_points_of_the_curve(room: Room, kept: TrainingBook, clock: Clock) -> None:
    whose = subject(room)
    for day in (0, 0, 6, 7):
        clock.now = MONDAY + day * DAY
        kept.answer(whose, wrong(Fraction(day + 1, 100)))
    progress = kept.progress(whose)
    assert [(point["day"], point["answers"], point["per_100"]["exact"]) for point in progress["days"]] == [
        ("2026-01-05", 2, "1/1"),
        ("2026-01-11", 1, "7/1"),
        ("2026-01-12", 1, "8/1"),
    ]
    assert [(point["day"], point["answers"], point["per_100"]["exact"]) for point in progress["weeks"]] == [
        ("2026-01-05", 3, "3/1"),
        ("2026-01-12", 1, "8/1"),
    ]


def test_a_missed_kind_and_spot_are_due_after_three_more_answers(room: Room, kept: TrainingBook, clock: Clock) -> None:
    whose = subject(room)
    kept.answer(whose, wrong(Fraction(1, 2)))
    assert [(each["key"], each["due"]) for each in kept.progress(whose)["again"]] == [
        ("fold or play: queen high", False),
        ("spot fold or play: queen high", False),
    ]
    for _ in range(3):
        kept.answer(whose, right())
    assert [each.key for each in kept.due(whose)] == ["fold or play: queen high", "spot fold or play: queen high"]
    assert [dict(each.spot) for each in kept.due(whose)] == [{}, {"seed": "00"}]
    kept.answer(whose, right("fold or play: queen high"))
    assert [each.key for each in kept.due(whose)] == ["spot fold or play: queen high"]
    clock.now += DAY
    assert [each.key for each in kept.due(whose)] == ["spot fold or play: queen high", "fold or play: queen high"]


def test_a_mistake_made_elsewhere_comes_back_and_counts_in_no_total(room: Room, kept: TrainingBook) -> None:
    whose = subject(room)
    kept.miss(whose, {"table 1, round 2, move 3": {"table": 1}}, Fraction(1, 3))
    progress = kept.progress(whose)
    assert progress["answers"] == 0
    assert progress["per_100"] is None
    assert [(each["key"], each["missed"]) for each in progress["again"]] == [("table 1, round 2, move 3", 1)]


def test_people_kinds_and_games_are_kept_apart(room: Room, kept: TrainingBook) -> None:
    first, other = subject(room), subject(room)
    kept.answer(first, wrong(Fraction(1)))
    same_person = [Subject(first.user_id, STEP, first.game), Subject(first.user_id, SPOT, "let-it-ride")]
    for others in (other, *same_person):
        assert kept.progress(others)["answers"] == 0
        assert kept.coming(others) == []


def test_no_more_is_kept_of_a_person_than_is_allowed(
    room: Room, kept: TrainingBook, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_module, "MOST_AGAIN", 4)
    monkeypatch.setattr(book_module, "MOST_DAYS", 3)
    whose, other = subject(room), subject(room)
    kept.answer(other, wrong(Fraction(1), "kept"))
    for day in range(6):
        clock.now = MONDAY + day * DAY
        kept.answer(whose, Answered(False, Fraction(1), {f"kind {day}": {}}))
    progress = kept.progress(whose)
    assert sorted(each["key"] for each in progress["again"]) == ["kind 2", "kind 3", "kind 4", "kind 5"]
    assert [point["day"] for point in progress["days"]] == ["2026-01-08", "2026-01-09", "2026-01-10"]
    assert progress["answers"] == 6
    assert len(kept.coming(other)) == 2


def test_training_moves_no_chip_and_writes_no_record(room: Room, kept: TrainingBook) -> None:
    whose = subject(room)

    def written() -> tuple[int | None, int | None]:
        with room.database.read() as connection:
            counts = [
                connection.execute(select(func.count()).select_from(table)).scalar()
                for table in (
                    models.records,
                    models.entries,
                )
            ]
        return counts[0], counts[1]

    before = written()
    kept.answer(whose, wrong(Fraction(1)))
    assert written() == before
    assert room.user(whose.user_id).chips == 100_000
