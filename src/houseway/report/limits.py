"""The limits in one dated table: since when, from which source, applied or not, and what was not verified."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import MONEY, Limit, Limits, jurisdictions, limit_history
from houseway.report.formats import money, share
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
    "rake_percent": "Rake, percent of the total wagers of a hand, at most",
    "rake_a_hand": "Rake of a hand, at most",
    "fee_a_hand": "Fee a hand for each player, at most",
    "fee_an_hour": "Fee an hour for each player, at most",
}
STAKES = ("largest_wager", "largest_poker_wager")
NO_LIMITS = "no limits"
APPLIED, NOT_APPLIED, UNSEEN = "applied", "known, not applied", "not verified"


def limits_line(game: Game) -> str:
    """For the title page: whose limits, as of when, and the largest wager; the rest stands in the table of limits."""
    place = game.limits.jurisdiction
    if place not in jurisdictions():
        return NO_LIMITS
    limit = _largest(game)
    wagers = (
        "no limit on wagers"
        if limit is None
        else f"wagers up to {money(limit.value)}{f' ({limit.status})' * bool(limit.status)}"
    )
    return f"{place_in_words(place)}; {wagers}, as of {_day(game.limits.on)}; see the table of limits"


def place_in_words(place: str) -> str:
    """Whose limits they are: the state, and which of its licenses.

    >>> place_in_words("washington-tribal")
    'Washington: a tribal casino under its compact'
    """
    return f"{place.partition('-')[0].capitalize()}: {jurisdictions()[place]}"


def limits_blocks(game: Game) -> list[Block]:
    """The one table of limits: every value for the game with its first day, source and status, applied or not."""
    kinds = BETWEEN_PLAYERS if isinstance(game, GameBetweenPlayers) else HOUSE_BANKED
    used = [(words_, limit) for kind, words_ in kinds.items() if (limit := _limit(game.limits, kind)) is not None]
    if not used:
        return [Paragraph("No limits are in force.")]
    rows = []
    for words_, limit in used:
        rows.append((words_, *_row(limit), APPLIED if limit.verified else f"{APPLIED}; {UNSEEN}"))
        rows += [(words_, *_row(other), f"{NOT_APPLIED}; {UNSEEN}") for other in _dateless(limit)]
    table = Table.of(
        f"Limits as of {_day(game.limits.on)}",
        [words("What"), figures("Value"), "Rule", "Since", words("Source"), words("Status")],
        rows,
        note=f"A value is {UNSEEN} where the current text of the rule was not read or its first day is not known: it "
        "has to be checked before it is relied on. A value without its first day is not applied.",
    )
    return [table, *_what_changes(used)]


def _row(limit: Limit) -> tuple[str, str, str, str]:
    return _value(limit), limit.rule, _since(limit), limit.source


def _what_changes(used: Sequence[tuple[str, Limit]]) -> Iterator[Block]:
    """What a value that is not applied would do to the stakes of this report."""
    found = tuple(
        f"Under {_value(other)} ({other.rule}) the largest stakes, and what odds pay on them, are "
        f"{_change(limit, other)}."
        for _, limit in used
        if limit.kind in STAKES
        for other in _dateless(limit)
    )
    if found:
        yield Points(found)


def _change(limit: Limit, other: Limit) -> str:
    change = Fraction(other.value, limit.value) - 1
    return f"{share(abs(change), 2)} {'higher' if change > 0 else 'lower'}"


def _largest(game: Game) -> Limit | None:
    return game.limits.largest_poker_wager if isinstance(game, GameBetweenPlayers) else game.limits.largest_wager


def _limit(limits: Limits, kind: str) -> Limit | None:
    found: Limit | None = getattr(limits, kind)
    return found


def _dateless(limit: Limit) -> Iterator[Limit]:
    """Values of the same kind and place whose first day is not known."""
    for other in limit_history():
        if other.since is None and (other.kind, other.jurisdiction) == (limit.kind, limit.jurisdiction):
            yield other


def _value(limit: Limit) -> str:
    return money(limit.value) if limit.kind in MONEY else str(limit.value)


def _since(limit: Limit) -> str:
    return "" if limit.since is None else _day(limit.since)


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"
