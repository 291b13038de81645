"""The limits of a jurisdiction on a date (GEN-5): dated data, never constants in code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from houseway.errors import BadSetting, LimitExceeded, unknown
from houseway.games.engine.money import dollars
from houseway.games.engine.sheet import read_sheet_data

STATE = "washington"
UNLIMITED = "none"
MONEY = ("largest_wager", "large_wager_above", "largest_poker_wager", "rake_a_hand", "fee_a_hand", "fee_an_hour")
"""The kinds of limit whose values are amounts, in cents."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One value of one rule, in force from `since` until the next value of its kind, or until the day `until`.

    `since` is None if the first day is not known. Such a value is listed and never applied. Money is in cents.
    """

    rule: str
    kind: str
    value: int
    source: str
    jurisdiction: str = STATE
    since: date | None = None
    until: date | None = None
    verified: bool = True

    @property
    def amount(self) -> str:
        """Return the value as people read it, money in dollars."""
        return dollars(self.value) if self.kind in MONEY else str(self.value)

    @property
    def status(self) -> str:
        """Return how far the value is confirmed, empty if its text and first day were seen.

        >>> limits_on("washington", date(2026, 1, 1)).largest_wager.status
        'newer limits not yet confirmed'
        """
        others = [
            other for other in limit_history() if (other.kind, other.jurisdiction) == (self.kind, self.jurisdiction)
        ]
        is_newest = all(other.since is None or self.since is None or other.since <= self.since for other in others)
        if is_newest and any(other.since is None for other in others):
            return "newer limits not yet confirmed"
        return "" if self.verified else "not yet confirmed"

    @property
    def words(self) -> str:
        """Return the value with its rule, its first year and its status.

        >>> limits_on("washington", date(2026, 1, 1)).largest_wager.words
        '$300 (WAC 230-15-140, since 2009; newer limits not yet confirmed)'
        """
        return f"{self.amount} ({self.origin})"

    @property
    def origin(self) -> str:
        """Return the rule behind the value, its first year and its status."""
        since = "" if self.since is None else f", since {self.since.year}"
        return f"{self.rule}{since}{'; ' * bool(self.status)}{self.status}"

    def holds_on(self, day: date) -> bool:
        """Return whether the value had begun, and had not been withdrawn, on a day."""
        return self.since is not None and self.since <= day and (self.until is None or day < self.until)


@dataclass(frozen=True, slots=True)
class StateRule:
    """A rule without a number, in our words."""

    rule: str
    title: str
    text: str
    source: str
    since: date | None = None
    verified: bool = True


@dataclass(frozen=True, slots=True)
class AtOnce:
    """The most bets on one hand of cards, and the most of them that may be above an amount in cents."""

    most: int | None
    large: tuple[int, int] | None
    rule: str

    def __str__(self) -> str:
        """Return a sentence for players.

        >>> print(AtOnce(6, (3, 500), "WAC 230-15-040"), AtOnce(None, (3, 500), "WAC 230-15-040"), sep="; ")
        at most 6 bets at once, 3 of them over $5 (WAC 230-15-040); at most 3 bets over $5 at once (WAC 230-15-040)
        """
        most = "" if self.most is None else f"at most {self.most} bets at once"
        if self.large is None:
            return f"{most} ({self.rule})"
        number, above = self.large[0], dollars(self.large[1])
        large = f"{most}, {number} of them over {above}" if most else f"at most {number} bets over {above} at once"
        return f"{large} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force for one table. None means that no limit applies."""

    jurisdiction: str
    on: date
    largest_wager: Limit | None = None
    largest_poker_wager: Limit | None = None
    betting_rounds: Limit | None = None
    wagers_a_round: Limit | None = None
    separate_games: Limit | None = None
    large_wagers: Limit | None = None
    large_wager_above: Limit | None = None
    house_banked_seats: Limit | None = None
    poker_seats: Limit | None = None
    aggregate_odds: Limit | None = None
    rake_percent: Limit | None = None
    rake_a_hand: Limit | None = None
    fee_a_hand: Limit | None = None
    fee_an_hour: Limit | None = None

    def is_over(self, amount: int) -> bool:
        """Return whether a single wager of a house-banked game is above the limit."""
        return self.largest_wager is not None and amount > self.largest_wager.value

    def check_wager(self, name: str, amount: int, *, poker: bool = False) -> None:
        """Refuse a single wager above the limit (GEN-5)."""
        limit = self.largest_poker_wager if poker else self.largest_wager
        if limit is not None and amount > limit.value:
            raise LimitExceeded(
                f"{name} of {dollars(amount)} is over the limit of {limit.amount} "
                f"in {self.jurisdiction} ({limit.origin})."
            )

    def check_fee(self, kind: str, charged: Fraction | int | None, what: str) -> None:
        """Refuse a fee of a player vs. player game above its limit. None is a fee without a bound."""
        limit: Limit | None = getattr(self, kind)
        if limit is None or (charged is not None and charged <= limit.value):
            return
        given = "without a cap" if charged is None else f"of {_fee_in_words(kind, charged)}"
        raise LimitExceeded(
            f"{what} {given} is over the limit of {_fee_in_words(kind, limit.value)} "
            f"in {self.jurisdiction} ({limit.origin})."
        )

    def check_games(self, name: str, amounts: Sequence[int]) -> None:
        """Refuse more separate games with one hand of cards, or more that take large wagers, than allowed (GEN-5)."""
        games = sum(amount > 0 for amount in amounts)
        if self.separate_games is not None and games > self.separate_games.value:
            raise LimitExceeded(
                f"{name}: {games} separate games with one hand of cards; at most {self.separate_games.value} "
                f"are allowed ({self.separate_games.rule})."
            )
        if self.large_wagers is None or self.large_wager_above is None:
            return
        large = sum(amount > self.large_wager_above.value for amount in amounts)
        if large > self.large_wagers.value:
            raise LimitExceeded(
                f"{name}: {large} wagers over {dollars(self.large_wager_above.value)} on one hand of cards; "
                f"at most {self.large_wagers.value} are allowed ({self.large_wagers.rule})."
            )

    def at_once(self, n_wagers: int) -> "AtOnce | None":
        """Return how many of these wagers may be bet together, None if all may, of any size."""
        games, large, above = self.separate_games, self.large_wagers, self.large_wager_above
        most = games if games is not None and n_wagers > games.value else None
        of_them = None if large is None or above is None or n_wagers <= large.value else (large.value, above.value)
        rule = most or (large if of_them else None)
        return None if rule is None else AtOnce(None if most is None else most.value, of_them, rule.rule)

    def check_aggregate_limit(self, limit_cents: int, largest_wager: int, highest_odds: int | Fraction) -> None:
        """Refuse an aggregate payout limit per deal that is too low, or on a wager whose odds are too short for one."""
        rule = self.aggregate_odds
        if rule is None:
            return
        if highest_odds < rule.value:
            raise BadSetting(
                f"An aggregate payout limit needs odds of at least {rule.value} to 1; the highest here are "
                f"{highest_odds} to 1 ({rule.rule})."
            )
        floor = largest_wager * rule.value
        if limit_cents < floor:
            raise BadSetting(
                f"An aggregate payout limit of {dollars(limit_cents)} is too low: the largest wager of "
                f"{dollars(largest_wager)} at {rule.value} to 1 needs at least {dollars(floor)} ({rule.rule})."
            )


def _fee_in_words(kind: str, charged: Fraction | int) -> str:
    return dollars(int(charged)) if kind in MONEY else f"{float(charged):g}%"


@cache
def _washington() -> dict[str, Any]:
    return read_sheet_data("washington")


@cache
def jurisdictions() -> Mapping[str, str]:
    """Return the jurisdictions where a table can be opened, with the meaning of each name."""
    return MappingProxyType(_washington()["jurisdictions"])


@cache
def limit_history() -> tuple[Limit, ...]:
    """Return every value of every numeric rule, including those that are never applied."""
    return tuple(Limit(**entry) for entry in _washington()["limits"])


@cache
def state_rules() -> tuple[StateRule, ...]:
    """Return the rules without a number."""
    return tuple(StateRule(**entry) for entry in _washington()["rules"])


def limits_on(jurisdiction: str = STATE, on: date | None = None) -> Limits:
    """Return the limits in force on a day: the jurisdiction's value of a kind, or else the state's, the newest of them.

    >>> limits_on("washington", date(2005, 1, 1)).largest_wager.value
    10000
    >>> limits_on("washington-high-limit", date(2005, 1, 1)).largest_wager.value
    20000
    """
    day = on or date.today()
    if jurisdiction == UNLIMITED:
        return Limits(jurisdiction, day)
    if jurisdiction not in jurisdictions():
        raise unknown("jurisdiction", jurisdiction, [*jurisdictions(), UNLIMITED])
    in_force = [limit for limit in limit_history() if limit.holds_on(day)]
    in_force.sort(key=lambda limit: limit.since or day)
    by_kind = {
        limit.kind: limit for place in (STATE, jurisdiction) for limit in in_force if limit.jurisdiction == place
    }
    return Limits(jurisdiction, day, **by_kind)
