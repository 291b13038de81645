"""Sign-ins: passwords are hashed one at a time, attempts are limited, and no visitor can lock an owner out."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from houseway.errors import NotAllowed
from houseway.room import Room
from houseway.room.accounts import User
from houseway.room.names import fold_name
from houseway.web.addresses import Source
from houseway.web.errors import TooFast
from houseway.web.rate_limits import Buckets, RateLimit, SharedLimits, Slots
from houseway.web.settings import Rate, Settings
from houseway.web.thread_pools import Pool

DOUBT = Rate(0.1, 20)
"""Wrong passwords for one name from everywhere. The number of recent ones determines the delay of a sign-in."""
MOST_KNOWN = 10_000
MOST_HASHED_FOR_ONE = 3
GUEST_THREADS = 2
Result = TypeVar("Result")


class SignIns:
    """Sign-in limits.

    An address that tries passwords for a name is stopped. For all others, the name's owner included, a sign-in is
    delayed by at most a few seconds. There is no delay from an address that gave the right password before.
    """

    def __init__(self, room: Room, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._room, self._settings = room, settings
        self._tries = RateLimit("attempts to sign in", settings.sign_ins, settings.all_sign_ins, clock)
        self._tries_of_known = Buckets(settings.sign_ins, clock)
        self._accounts = RateLimit("accounts", settings.accounts, settings.all_accounts, clock)
        self._guests = RateLimit("guests", settings.guests, settings.all_guests, clock)
        self._failures = Buckets(settings.failures, clock)
        self._doubts = Buckets(DOUBT, clock)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._waiting = Slots("passwords", MOST_HASHED_FOR_ONE, settings.all_hashing)
        self._guest_threads = Pool("guests", GUEST_THREADS)
        self._hashing = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._report_failure: Callable[[str, str], None] = lambda folded, near: None

    def share(self, limits: SharedLimits) -> None:
        """Count attempts, new accounts and wrong passwords of one process in all."""
        for name, limit in {"sign-ins": self._tries, "accounts": self._accounts, "guests": self._guests}.items():
            limits.share(name, limit)
        self._report_failure = limits.share_event("wrong passwords", self._count_failure)

    def _count_failure(self, folded: str, near: str) -> None:
        self._failures.count((folded, near))
        self._doubts.count(folded)

    async def guest(self, source: Source) -> User:
        """Create a guest. Each leaves a row and a record for good, so one address can create only a few."""
        self._guests.take(source)
        return await self._guest_threads.run(self._room.guest)

    async def register(self, source: Source, name: str, password: str) -> User:
        """Create an account."""
        self._accounts.take(source)
        return await self._hash(source, lambda: self._room.register(name, password))

    async def change_password(self, source: Source, user: User, old: str, new: str) -> User:
        """Change the password of a user who gives the old one. A wrong one counts as a failed sign-in."""
        folded = fold_name(user.name)
        place = (folded, source.near)
        self._tries_of_known.take(source.near, "attempts to change a password")
        if self._failures.level(place) < 1:
            raise TooFast(
                "Too many wrong passwords for this name. Try again later.",
                1 / self._settings.failures.per_second,
            )
        try:
            return await self._hash(source, lambda: self._room.change_password(user.id, old, new))
        except NotAllowed:
            self._failures.wait(place)
            self._report_failure(*place)
            raise

    async def sign_in(self, source: Source, name: str, password: str) -> User:
        """Return the user with this name and password. Names are counted in the form in which they are looked up."""
        folded = fold_name(name)
        place = (folded, source.near)
        is_known = place in self._known
        if is_known:
            self._tries_of_known.take(source.near, "attempts to sign in")
        else:
            self._tries.take(source)
        if self._failures.level(place) < 1:
            raise TooFast(
                "Too many wrong passwords for this name. Try again later.",
                1 / self._settings.failures.per_second,
            )
        if not is_known:
            await asyncio.sleep(self.doubt(folded))
        try:
            user = await self._hash(source, lambda: self._room.sign_in(name, password))
        except NotAllowed:
            self._failures.wait(place)
            self._doubts.wait(folded)
            self._report_failure(*place)
            raise
        self._remember(place)
        return user

    def doubt(self, folded: str) -> float:
        """Return the seconds by which a sign-in with a name is delayed. A few wrong passwords cause no delay."""
        missing = 1 - self._doubts.level(folded) / DOUBT.burst
        return self._settings.longest_doubt * max(0.0, 2 * missing - 1)

    def _remember(self, place: tuple[str, str]) -> None:
        self._known[place] = None
        self._known.move_to_end(place)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _hash(self, source: Source, work: Callable[[], Result]) -> Result:
        with self._waiting.held(source):
            return await asyncio.get_running_loop().run_in_executor(self._hashing, work)

    def close(self) -> None:
        """Stop the threads."""
        self._guest_threads.close()
        self._hashing.shutdown(wait=False, cancel_futures=True)
