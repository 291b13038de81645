"""Limits on wagers, maximum exposure under them, and the value of the Envy Bonus."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.analysis.operations.exposure import Besides, Exposure
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.result import Analysis
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import MONEY, Limit, Limits, jurisdictions, limit_history
from houseway.games.telling.units import unit_in_words
from houseway.games.telling.words import capital, listed, strategy_words
from houseway.report.formats import money, prose_date, sentence, share
from houseway.report.model import Block, Paragraph, Points, Section, Table, figures, words

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
    """Return the line of the title page on limits: the jurisdiction, the date, and the maximum wager."""
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
    """Return the jurisdiction of the limits: the state, and which of its licenses.

    >>> place_in_words("washington-tribal")
    'Washington: a tribal casino under its compact'
    """
    return f"{place.partition('-')[0].capitalize()}: {jurisdictions()[place]}"


def limits_blocks(game: Game) -> list[Block]:
    """Return the table of limits: every value with its first day, source and status."""
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
    """Yield the effect of values that are not applied on the wagers of this report."""
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
    """Yield values of the same kind and place whose first day is not known."""
    for other in limit_history():
        if other.since is None and (other.kind, other.jurisdiction) == (limit.kind, limit.jurisdiction):
            yield other


def _value(limit: Limit) -> str:
    return money(limit.value) if limit.kind in MONEY else str(limit.value)


def _since(limit: Limit) -> str:
    return "" if limit.since is None else str(limit.since)


def _origin(game: Game, most: Exposure) -> str:
    """Name the rule of the largest wager with its status."""
    limit = game.limits.largest_wager
    return most.limit_rule if limit is None else limit.origin


def exposure_section(game: Game, most: Exposure | None) -> Section:
    """Return the section on the largest payouts at the limits and the aggregate rule."""
    if most is None:
        return Section.of("Maximum exposure", Paragraph("No limit on wagers is in force, so exposure is unlimited."))
    return Section.of(
        "Maximum exposure",
        Paragraph(
            f"The maximum single wager is {money(most.limit or 0)} ({_origin(game, most)}; "
            f"{place_in_words(most.jurisdiction)}). "
            "The table uses the largest bets that the game allows under this limit, later bets included."
        ),
        *limits_blocks(game),
        wager_exposure(most),
        *_besides(most),
        table_exposure(most),
        Paragraph(_how_exact(game, most)),
        Section.of("Aggregate payout limit", *_aggregate(game, most)),
    )


def wager_exposure(most: Exposure) -> Table:
    """Return each wager at its largest amount."""
    rows = [
        (capital(each.title), each.clause, money(each.stake), f"{each.odds} to 1", each.what, money(each.payout))
        for each in most.wagers
    ]
    return Table.of(
        "Maximum payout of each wager",
        [words("Wager"), "Clause", figures("Wager amount"), figures("Odds"), words("Outcome"), figures("Payout")],
        rows,
    )


def _besides(most: Exposure) -> list[Block]:
    """Return the bets that are not in the table, with the reasons."""
    besides = most.besides
    said = [f"{capital(title)} is not in the table: {why}." for title, why in besides.refused.items()]
    if besides.small:
        left_out = listed([f"{each.title} ({each.clause}, up to {each.odds} to 1)" for each in besides.small])
        allowed = f" The law allows {besides.law}; the table has those that can win most." if besides.law else ""
        said.append(f"Not in the table: {left_out}.{allowed} {_small_bets(besides)}.")
    return [Paragraph(" ".join(said))] if said else []


def _small_bets(besides: Besides) -> str:
    stake, together = money(besides.small[0].stake), money(besides.payout)
    if len(besides.small) == 1:
        return f"It may be bet in addition, up to {stake}, and wins at most {together}"
    number = "All" if besides.most == len(besides.small) else besides.most
    return f"{number} of these may be bet in addition, up to {stake} each, and win at most {together} together"


def table_exposure(most: Exposure) -> Table:
    """Return the maximum cost of one seat and of a full table."""
    with_bets = " with the bets above" if most.dearest is not None else ""
    rows = [
        ("One seat, maximum", money(most.bound)),
        (
            f"One seat{with_bets}, largest result that occurs if the player {strategy_words(most.strategy)}",
            money(most.reached),
        ),
    ]
    if most.seat_most != most.bound:
        rows.append(("One seat, maximum, with the small additional bets", money(most.seat_most)))
    if most.dealt_seat is not None:
        rows.append(("One seat, most expensive round dealt and settled by the rules", money(most.dealt_seat.cost)))
    if most.envy is not None:
        rows.append((f"Envy Bonus of one lammer, {most.envy.seats} seats ({most.envy.clause})", money(most.envy.seat)))
    rows.append((f"Full table of {most.seats} seats, maximum", money(most.table_bound)))
    if most.dealt is not None:
        dealt = f"Full table of {most.dealt.seats} seats, most expensive round dealt and settled by the rules"
        rows.append((dealt, money(most.dealt.cost)))
    if most.aggregate:
        in_full = "; the small additional bets in full" if most.seat_most != most.bound else ""
        lowest = f"Full table, maximum under the aggregate limits posted or the lowest allowed{in_full}"
        rows.append((lowest, money(most.table_within_limits)))
    return Table.of("Maximum cost of one round to the house", ["Case", figures("Amount")], rows)


def _how_exact(game: Game, most: Exposure) -> str:
    if most.dearest is not None:
        titles = {wager.name: wager.title for wager in game.wagers}
        bets = listed([f"{titles[name]} of {money(amount)}" for name, amount in most.dearest.items()])
        return (
            f"No round pays every bet. A seat gains most with {bets}. The figure is exact: a round reaches it, and "
            "all seats can reach it at once."
        )
    lammers = " and every lammer paid" if most.envy is not None else ""
    bound = (
        "One seat's maximum is the sum of the largest payouts that can occur together. A full table cannot cost more "
        f"than every seat at its maximum{lammers}."
    )
    if most.is_exact:
        return f"{bound} The figure for one seat is exact: a round reaches it."
    return f"{bound} No known round reaches the figure for one seat. The largest result is between the two figures."


def _aggregate(game: Game, most: Exposure) -> list[Block]:
    rule = game.limits.aggregate_odds
    if rule is None:
        return [Paragraph("No rule on aggregate payout limits is in force.")]
    blocks: list[Block] = [
        Paragraph(
            f"{rule.rule} lets the house post a limit on the combined payout of the odds-based wagers of one deal. The "
            f"limit must be at least the maximum wager times the highest odds, where odds above {rule.value} to 1 "
            f"count as {rule.value}. It is not allowed where the highest odds are under {rule.value} to 1. Different "
            "kinds of prizes may not be combined, so each wager below has its limit. Fixed sums, such as an Envy "
            "Bonus, are outside the limit."
        )
    ]
    if not most.aggregate:
        return [*blocks, Paragraph("No wager of this game pays more than 1 to 1, so none is odds-based.")]
    blocks.append(Points(tuple(sentence(each.says) for each in most.aggregate)))
    if any(each.posted is not None for each in most.aggregate):
        blocks.append(
            Paragraph("The values of this report leave out the posted limit, because its effect depends on the bets.")
        )
    return blocks


def envy_section(game: Game, analysis: Analysis) -> Section | None:
    """Return the value of a lammer by number of players, or None if the game has no Envy Bonus."""
    envy, declared = analysis.envy, game.envy
    if envy is None or declared is None:
        return None
    smallest, earned = Fraction(declared.lammer_from), money(declared.lammer_from)
    bonus, unit = capital(analysis.subject.wager_title(declared.wager)), unit_in_words(analysis.unit)
    loss = -analysis.value - sum(bet.value for bet in analysis.side_bets if bet.wager == declared.wager)
    rows = [
        (
            str(others + 1),
            str(others),
            money(others * envy),
            share(others * envy / smallest),
            edge_percent(loss - others * envy / smallest),
        )
        for others in range(game.seats[-1])
    ]
    return Section.of(
        "Envy Bonus by number of players",
        Paragraph(
            f"A {bonus} of {earned} or more earns a lammer, which pays a fixed sum for each qualifying hand of another "
            f"player ({declared.lammer_clause}, {declared.clause}). The sum does not grow with the bet, so its value "
            "as a share of the bet is largest for the smallest bet that earns a lammer. Expected values add up over "
            "the other players, who are assumed to play the optimal strategy. The combined edge is that of the whole "
            f"round with the {bonus}. The house edge of the earlier sections is without Envy."
        ),
        Table.of(
            f"Value of a lammer, {unit} and {bonus} of {earned} each",
            [
                figures("Players"),
                figures("Others"),
                figures("Envy per round"),
                figures(f"Of the {bonus}"),
                figures(f"Combined edge per {unit}, with Envy"),
            ],
            rows,
            note=f"Expected Envy per round for each other player: {float(envy):.6f} cents.",
        ),
    )
