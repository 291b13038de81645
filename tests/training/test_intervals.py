"""What was missed comes back at growing intervals, by a clock that the test sets."""

from houseway.training.book import DAY, REST_DAYS, Place, after_answer


def test_what_is_known_does_not_come_back() -> None:
    assert after_answer(None, True, now=5, answers=1) is None


def test_a_miss_comes_back_after_three_more_answers() -> None:
    place = after_answer(None, False, now=1000, answers=7)
    assert place == Place(1, 1000, 10)
    assert [place.is_due(1000, answers) for answers in (7, 8, 9, 10, 11)] == [False, False, False, True, True]


def test_right_answers_rest_for_one_three_seven_and_twenty_one_days_and_then_it_is_learned() -> None:
    now, place = 0, after_answer(None, False, now=0, answers=0)
    rests = []
    for answers in range(3, 20):
        assert place is not None
        now = max(now, place.due_at)
        later = after_answer(place, True, now, answers)
        if later is None:
            break
        rests.append((later.due_at - now) // DAY)
        assert not later.is_due(later.due_at - 1, answers)
        assert later.is_due(later.due_at, answers)
        place = later
    assert rests == [1, 3, 7, 21]
    assert place is not None
    assert place.box == len(REST_DAYS)


def test_a_right_answer_before_its_time_leaves_it_where_it_is() -> None:
    resting = Place(3, 10 * DAY, 0)
    assert after_answer(resting, True, now=9 * DAY, answers=50) == resting


def test_one_more_miss_takes_it_back_to_the_first_box() -> None:
    assert after_answer(Place(4, 10 * DAY, 0), False, now=9 * DAY, answers=50) == Place(1, 9 * DAY, 53)
