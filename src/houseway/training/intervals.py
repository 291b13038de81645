"""When something that was missed comes back: boxes with growing intervals, as on the cards of Sebastian Leitner.

What is missed goes to the first box and is due again after three more answers. Each time it is due and answered rightly
it goes one box up, and rests for a day, then three, a week, three weeks; rightly answered after that it is learned. One
more miss takes it back to the first box. An answer before it is due moves it only if it is wrong.
"""

from dataclasses import dataclass

DAY = 24 * 60 * 60 * 1000
"""In milliseconds, as all times of the room."""
SOON = 3
"""After how many more answers of the game the first box is due."""
REST_DAYS = (0, 1, 3, 7, 21)
"""How many days each box rests."""


@dataclass(frozen=True, slots=True)
class Place:
    """In which box something lies, counted from 1, and from when and after how many answers it is due."""

    box: int
    due_at: int
    due_after: int

    def is_due(self, now: int, answers: int) -> bool:
        """Whether it is to be asked now, after so many answers of the game.

        >>> Place(1, 0, due_after=5).is_due(now=0, answers=4), Place(1, 0, due_after=5).is_due(now=0, answers=5)
        (False, True)
        """
        return now >= self.due_at and answers >= self.due_after


def after_answer(place: Place | None, is_right: bool, now: int, answers: int) -> Place | None:
    """Where something lies after it was asked as answer number `answers`; None where it need not come back.

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
