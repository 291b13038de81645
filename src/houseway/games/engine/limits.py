"""What a jurisdiction allows on a date: dated data, never constants in code."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.errors import BadSetting, LimitExceeded, unknown
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.sheet import read_sheet_data

JURISDICTIONS = ("washington", "washington-tribal")
UNLIMITED = "none"
FIVE_DOLLARS = Cents(500)


@dataclass(frozen=True, slots=True)
class Limit:
    """One value of one rule, in force from a day on; `since` is None where the day is not known."""

    rule: str
    kind: str
    jurisdiction: str
    value: int
    since: date | None
    source: str
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force for one table: None means that no limit applies."""

    jurisdiction: str
    on: date
    largest_wager: Limit | None = None
    largest_poker_wager: Limit | None = None
    wagers_a_round: Limit | None = None
    large_wagers: Limit | None = None
    large_wager_from: Cents = FIVE_DOLLARS
    aggregate_odds: Limit | None = None

    def check_wager(self, name: str, amount: int, *, poker: bool = False) -> None:
        """Refuse a single wager above the limit."""
        limit = self.largest_poker_wager if poker else self.largest_wager
        if limit is not None and amount > limit.value:
            raise LimitExceeded(
                f"{name} of {dollars(amount)} is over the limit of {dollars(limit.value)} "
                f"in {self.jurisdiction} on {self.on} ({limit.rule})"
            )

    def check_number_of_large(self, amounts: list[int]) -> None:
        """Refuse more wagers over $5 on one hand of cards than the rule allows."""
        limit = self.large_wagers
        large = sum(amount > self.large_wager_from for amount in amounts)
        if limit is not None and large > limit.value:
            raise LimitExceeded(
                f"{large} wagers over {dollars(self.large_wager_from)} on one hand of cards; "
                f"at most {limit.value} are allowed ({limit.rule})"
            )

    def check_aggregate_limit(self, limit_cents: int, largest_wager: int, highest_odds: int | Fraction) -> None:
        """Refuse an aggregate payout limit per deal that is too low, or on a wager whose odds are too short for one."""
        rule = self.aggregate_odds
        if rule is None:
            return
        if highest_odds < rule.value:
            raise BadSetting(
                f"no aggregate payout limit is allowed where the highest odds are {highest_odds} to 1, "
                f"under {rule.value} to 1 ({rule.rule})"
            )
        floor = largest_wager * rule.value
        if limit_cents < floor:
            raise BadSetting(
                f"an aggregate payout limit of {dollars(limit_cents)} is too low: the largest wager of "
                f"{dollars(largest_wager)} at {rule.value} to 1 needs at least {dollars(floor)} ({rule.rule})"
            )


@cache
def limit_history() -> tuple[Limit, ...]:
    """Every dated limit of the Washington sheet, the unverified ones included."""
    plain: dict[str, Any] = read_sheet_data("washington")
    return tuple(
        Limit(
            rule=entry["rule"],
            kind=entry["kind"],
            jurisdiction=entry.get("jurisdiction", "washington"),
            value=entry["value"],
            since=entry.get("since"),
            source=entry["source"],
            verified=entry.get("verified", True),
        )
        for entry in plain["limits"]
    )


def limits_on(jurisdiction: str = "washington", on: date | None = None) -> Limits:
    """The limits in force on a day: the newest of each kind whose first day is known and not after it."""
    day = on or date.today()
    if jurisdiction == UNLIMITED:
        return Limits(jurisdiction, day)
    if jurisdiction not in JURISDICTIONS:
        raise unknown("jurisdiction", jurisdiction, [*JURISDICTIONS, UNLIMITED])
    in_force: dict[str, Limit] = {}
    for limit in sorted(limit_history(), key=lambda limit: (limit.jurisdiction == jurisdiction, limit.since or day)):
        known = limit.since is not None and limit.since <= day
        if known and limit.jurisdiction in ("washington", jurisdiction):
            in_force[limit.kind] = limit
    return Limits(
        jurisdiction,
        day,
        largest_wager=in_force.get("largest_wager"),
        largest_poker_wager=in_force.get("largest_poker_wager"),
        wagers_a_round=in_force.get("wagers_a_round"),
        large_wagers=in_force.get("large_wagers"),
        aggregate_odds=in_force.get("aggregate_odds"),
    )
