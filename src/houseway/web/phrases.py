"""Short fixed phrases that people at a table say to each other, instead of free words.

A phrase is no event of the round: nothing in the game follows from it, so it is neither written to the log nor part of
a snapshot, and a replay knows nothing of it. It goes once to the connections that watch the table at this moment, which
may be in any process of the room (`Hub.spread`); who comes later has missed it. Only who sits there says one, from
this list and not often, so a stranger with a script says nothing of their own and costs the others little.
"""

from collections.abc import Callable

from houseway.errors import unknown
from houseway.web.feed import Feed
from houseway.web.hub import Hub
from houseway.web.rate_limits import Buckets
from houseway.web.settings import Rate
from houseway.web.shared_limits import SharedLimits

PHRASES = {
    "hello": "Hello",
    "good-luck": "Good luck",
    "nice-hand": "Nice hand",
    "well-played": "Well played",
    "thank-you": "Thank you",
    "bad-luck": "Bad luck",
    "one-moment": "One moment, please",
    "goodbye": "Goodbye",
}
"""What can be said, by the names that messages have for it."""


class Phrasebook:
    """Says phrases, for each person as often as the rate allows, at all tables together. Event loop only."""

    def __init__(self, rate: Rate) -> None:
        self._said = Buckets(rate)
        self._tell: Callable[[int], None] = lambda user_id: None

    def share(self, limits: SharedLimits) -> None:
        """What somebody says in one process counts in all."""
        self._tell = limits.share_event("phrases", self._said.count)

    def say(self, hub: Hub, feed: Feed, user_id: int, phrase: str) -> None:
        """Tell everyone who watches the table; an error for a spectator, an unknown phrase, or too many of them."""
        seat = feed.table.state.own_seat(user_id)
        if phrase not in PHRASES:
            raise unknown("phrase", phrase, PHRASES)
        self._said.take(user_id, "phrases")
        self._tell(user_id)
        hub.spread(feed, {"type": "phrase", "seat": seat, "phrase": phrase, "words": PHRASES[phrase]})
