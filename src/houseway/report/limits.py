"""The limits in one dated table: effective date, source, whether applied, and whether verified."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import MONEY, Limit, Limits, jurisdictions, limit_history
from houseway.report.formats import money, prose_date, share
from houseway.report.model import Block, Paragraph, Points, Table, figures, words

HOUSE_BANKED = {
    "largest_wager": "Maximum single wager",
    "separate_games": "Maximum separate games with one hand of cards",
    "large_wagers": "Maximum large wagers on one hand of cards",
    "large_wager_above": "A wager counts as large above",
    "house_banked_seats": "Maximum seats",
    "aggregate_odds": "Highest odds that count for an aggregate limit, to 1",
}
BETWEEN_PLAYERS = {
    "betting_rounds": "Maximum betting rounds",
    "wagers_a_round": "Maximum wagers in a betting round",
    "largest_poker_wager": "Maximum single wager",
    "poker_seats": "Maximum seats",
    "rake_percent": "Maximum rake, percent of the total wagers in a hand",
    "rake_a_hand": "Maximum rake per hand",
    "fee_a_hand": "Maximum fee per player and hand",
    "fee_an_hour": "Maximum fee per player and hour",
}
STAKES = ("largest_wager", "largest_poker_wager")
NO_LIMITS = "no limits"
APPLIED, NOT_APPLIED, UNSEEN = "applied", "known, not applied", "not verified"


def limits_line(game: Game) -> str:
    """Return the line of the title page: whose limits, as of when, and the maximum wager."""
    place = game.limits.jurisdiction
    if place not in jurisdictions():
        return NO_LIMITS
    limit = _largest(game)
    wagers = (
        "no limit on wagers"
        if limit is None
        else f"wagers up to {money(limit.value)}{f' ({limit.status})' * bool(limit.status)}"
    )
    return f"{place_in_words(place)}; {wagers}, as of {prose_date(game.limits.on)}; see the table of limits"


def place_in_words(place: str) -> str:
    """Return whose limits they are: the state, and which of its licenses.

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
        f"Limits as of {prose_date(game.limits.on)}",
        [words("Limit"), figures("Value"), "Rule", "Since", words("Source"), words("Status")],
        rows,
        note=f"A value is {UNSEEN} if the current text of the rule was not read or its effective date is not known. "
        "Check such a value before you rely on it. A value without an effective date is not applied.",
    )
    return [table, *_what_changes(used)]


def _row(limit: Limit) -> tuple[str, str, str, str]:
    return _value(limit), limit.rule, _since(limit), limit.source


def _what_changes(used: Sequence[tuple[str, Limit]]) -> Iterator[Block]:
    """What a value that is not applied would do to the stakes of this report."""
    found = tuple(
        f"Under {_value(other)} ({other.rule}) the maximum wagers, and their payouts at odds, would be "
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
    return "" if limit.since is None else str(limit.since)
