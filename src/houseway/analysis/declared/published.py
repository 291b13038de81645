"""Published figures beside ours, matched by what the sheet calls them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.result import Analysis, PublishedCheck
from houseway.analysis.shell.ends import UNIT_BET
from houseway.analysis.shell.published import EDGE, beside, has_usual_deck
from houseway.games.engine.declared.vocabulary import Opening, Paid
from houseway.games.engine.sheet import Published

NUMBER = re.compile(r"-?[\d,]+(\.\d+)?%?")
"""Figures in words are for readers; a number by itself can be compared."""
ELEMENT_OF_RISK, AVERAGE_WAGER, DEVIATION, OF_A_WAGER = (
    "element of risk",
    "average total wager, in ",
    "standard deviation per ",
    ", house edge",
)


def published_checks(payoffs: Payoffs, analysis: Analysis) -> Analysis:
    """The analysis with the published figures that belong to it: none with another deck."""
    game = payoffs.game
    if not has_usual_deck(game):
        return analysis
    return replace(analysis, published=tuple(_checks(payoffs, analysis)))


def _checks(payoffs: Payoffs, analysis: Analysis) -> Iterator[PublishedCheck]:
    usual = set(payoffs.stakes) == {wager for wager in payoffs.game.every(Opening) if not wager.side_bet}
    for figure in payoffs.game.sheet.published:
        if not NUMBER.fullmatch(figure.value):
            continue
        if any(payoffs.game.reading(reading) != choice for reading, choice in figure.readings.items()):
            continue
        found = _of_a_wager(payoffs, analysis, figure) or (_of_the_round(payoffs, analysis, figure) if usual else None)
        if found is not None:
            ours, base = found
            yield beside(figure, ours, base)


def _of_the_round(payoffs: Payoffs, analysis: Analysis, figure: Published) -> tuple[Fraction, str] | None:
    forms = {term.table for term in payoffs.features if isinstance(term, Paid)}
    if not _same_tables(payoffs, figure, forms):
        return None
    if figure.what.startswith(EDGE):
        base = figure.what.removeprefix(EDGE).lower()
        return (analysis.house_edge(base), base) if base in analysis.bases else None
    if figure.what == ELEMENT_OF_RISK:
        return analysis.house_edge(UNIT_BET), UNIT_BET
    if figure.what.startswith(AVERAGE_WAGER):
        return analysis.average_wager, ""
    if figure.what == f"{DEVIATION}{payoffs.game.unit().title}":
        return Fraction(analysis.net.standard_deviation), ""
    return None


def _of_a_wager(payoffs: Payoffs, analysis: Analysis, figure: Published) -> tuple[Fraction, str] | None:
    """The edge of a side bet by itself, per unit of it."""
    for table in analysis.side_bets:
        wager = next(each for each in payoffs.game.every(Opening) if each.name == table.wager)
        if figure.what == f"{wager.title}{OF_A_WAGER}":
            alone = Payoffs.of(payoffs.game, {wager: Fraction(1)})
            forms = {term.table for term in alone.features if isinstance(term, Paid)}
            return (-table.value, wager.title) if _same_tables(payoffs, figure, forms) else None
    return None


def _same_tables(payoffs: Payoffs, figure: Published, forms: set[str]) -> bool:
    """Whether the figure is of the tables in force, as far as it depends on them."""
    game = payoffs.game
    if not figure.paytable or game.pay_set is None:
        return True
    published = game.sheet.pay_sets[figure.paytable]
    return all(published[form].rows == game.pay_set[form].rows for form in forms)
