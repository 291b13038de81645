"""The limits in force: since when, from which source, and which values are known but not applied."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from houseway.games.engine.game import Game
from houseway.games.engine.limits import Limit, Limits, jurisdictions, limit_history
from houseway.games.holdout_table import HoldOutTable
from houseway.report.formats import money, sentence, share
from houseway.report.model import Block, Paragraph, Points, Table, figures, words

HOUSE_BANKED = {
    "largest_wager": "Largest single wager",
    "separate_games": "Separate games with one hand of cards, at most",
    "large_wagers": "Large wagers on one hand of cards, at most",
    "large_wager_above": "A wager is large above",
    "house_banked_seats": "Seats, at most",
    "aggregate_odds": "Highest odds that count for an aggregate limit, to 1",
}
BETWEEN_PLAYERS = {
    "betting_rounds": "Betting rounds, at most",
    "wagers_a_round": "Wagers in a round, at most",
    "largest_poker_wager": "Largest single wager",
    "poker_seats": "Seats, at most",
}
MONEY = ("largest_wager", "large_wager_above", "largest_poker_wager")
STAKES = ("largest_wager", "largest_poker_wager")
NO_LIMITS = "no limits"


def limits_line(game: Game) -> str:
    """For the title page: whose limits, the largest wager with its first day, and where more is said."""
    place = game.limits.jurisdiction
    if place not in jurisdictions():
        return NO_LIMITS
    limit = _largest(game)
    if limit is None:
        return f"{place}: {jurisdictions()[place]}; no limit on wagers"
    later = "; another value is known without its first day" if any(_dateless(limit)) else ""
    return f"{place}: {jurisdictions()[place]}; wagers up to {money(limit.value)}, {in_force(limit)}{later}"


def in_force(limit: Limit) -> str:
    """Since when a value holds, and whether that was seen in the rule itself."""
    since = "" if limit.since is None else f"as in force since {_day(limit.since)}"
    return since if limit.verified else f"{since} (not verified)"


def limits_blocks(game: Game) -> list[Block]:
    """Every limit in force for the game with its source, and what is known beside them."""
    kinds = BETWEEN_PLAYERS if isinstance(game, HoldOutTable) else HOUSE_BANKED
    used = [(words_, limit) for kind, words_ in kinds.items() if (limit := _limit(game.limits, kind)) is not None]
    if not used:
        return [Paragraph("No limits are in force.")]
    rows = [(words_, _value(limit), limit.rule, _since(limit), _source(limit)) for words_, limit in used]
    table = Table.of("Limits in force", ["What", figures("Value"), "Rule", "Since", words("Source")], rows)
    others = tuple(_known(words_, limit, other) for words_, limit in used for other in _dateless(limit))
    if not others:
        return [table]
    return [table, Paragraph("Other values are known without their first day. They are not applied:"), Points(others)]


def _largest(game: Game) -> Limit | None:
    return game.limits.largest_poker_wager if isinstance(game, HoldOutTable) else game.limits.largest_wager


def _limit(limits: Limits, kind: str) -> Limit | None:
    found: Limit | None = getattr(limits, kind)
    return found


def _dateless(limit: Limit) -> Iterator[Limit]:
    """Values of the same kind and place whose first day is not known."""
    for other in limit_history():
        if other.since is None and (other.kind, other.jurisdiction) == (limit.kind, limit.jurisdiction):
            yield other


def _known(what: str, limit: Limit, other: Limit) -> str:
    text = sentence(f"{what}: {_value(other)} ({other.rule}; {other.source})")
    if limit.kind not in STAKES:
        return text
    change = Fraction(other.value, limit.value) - 1
    side = "higher" if change > 0 else "lower"
    return f"{text} Under it the largest stakes, and what odds pay on them, are {share(abs(change), 2)} {side}."


def _value(limit: Limit) -> str:
    return money(limit.value) if limit.kind in MONEY else str(limit.value)


def _since(limit: Limit) -> str:
    return "" if limit.since is None else _day(limit.since)


def _source(limit: Limit) -> str:
    return limit.source if limit.verified else f"Not verified: {limit.source}"


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"
