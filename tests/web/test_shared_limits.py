"""What an address may have, where several processes serve one room."""

from types import SimpleNamespace
from typing import Any

import pytest

from houseway.web.addresses import source_of
from houseway.web.errors import TooFast
from houseway.web.hub import Phrasebook
from houseway.web.rate_limits import RateLimit, SharedLimits
from houseway.web.settings import Rate, Settings


def test_what_one_process_lets_through_counts_in_another() -> None:
    """The processes hear of each other at once here."""
    ann, bob = source_of("192.0.2.7"), source_of("192.0.2.8")
    one, other = (RateLimit("guests", Rate(0.001, 3), Rate(1000, 1000)) for _ in range(2))
    one.taken, other.taken = other.count, one.count
    for meter in (one, other, one):
        meter.take(ann)
    for meter in (one, other):
        with pytest.raises(TooFast):
            meter.take(ann)
        meter.take(bob)


def test_a_phrase_that_is_said_in_one_process_counts_in_another() -> None:
    ann, bob = 7, 8
    one, other = (Phrasebook(Rate(0.001, 3)) for _ in range(2))
    heard: list[SharedLimits] = []

    def share(book: Phrasebook, told: int) -> None:
        room: Any = SimpleNamespace(broadcast=lambda kind, *what: heard[told].hear(list(what)))
        limits = SharedLimits(room)
        book.share(limits)
        heard.append(limits)

    share(one, told=1)
    share(other, told=0)
    hub: Any = SimpleNamespace(spread=lambda feed, message: None)
    feed: Any = SimpleNamespace(table=SimpleNamespace(state=SimpleNamespace(own_seat=lambda user_id: 0)))
    for book in (one, other, one):
        book.say(hub, feed, ann, "hello")
    for book in (one, other):
        with pytest.raises(TooFast):
            book.say(hub, feed, ann, "hello")
        book.say(hub, feed, bob, "hello")


def test_all_processes_together_allow_an_address_what_one_does() -> None:
    whole = Settings()
    part = whole.one_of(4)
    assert 4 * part.requests.per_second == whole.requests.per_second
    assert part.requests.burst == whole.requests.burst
    assert whole.most_connections <= 4 * part.most_connections < whole.most_connections + 4
    assert (part.sign_ins, part.all_messages, part.all_sockets) == (
        whole.sign_ins,
        whole.all_messages,
        whole.all_sockets,
    )
