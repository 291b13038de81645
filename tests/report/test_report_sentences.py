"""Sentences of reports that figures of the same report could contradict, over the parts of every game's report."""

import re
from fractions import Fraction

import pytest

from houseway.analysis import analyzed
from houseway.analysis.compare.alternatives import Effect, reading_changes
from houseway.analysis.operations.exposure import exposure
from houseway.games.catalogue import game
from houseway.report.exposure import exposure_section
from houseway.report.model import Paragraph, Points, Section, Table
from houseway.report.readings import effects_table

SLOW = ("mississippi-stud", "pick-2-poker", "three-card-poker")
"""Games whose largest payouts take seconds to find."""


def texts(section: Section) -> list[str]:
    """All sentences of a section and its parts; cells of tables are no sentences."""
    own = [block.text for block in section.blocks if isinstance(block, Paragraph)]
    listed = [item for block in section.blocks if isinstance(block, Points) for item in block.items]
    return [*own, *listed, *(text for part in section.parts for text in texts(part))]


def odds_in(section: Section) -> dict[str, Fraction]:
    """The odds of each wager in the tables of a section."""
    rows = [
        row for block in section.blocks if isinstance(block, Table) and "payout" in block.caption for row in block.rows
    ]
    return {row[0].lower(): Fraction(row[3].removesuffix(" to 1")) for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [pytest.param(each, marks=[pytest.mark.proof] if each in SLOW else []) for each in analyzed()]
)
def test_what_is_said_of_odds_is_what_the_table_of_payouts_shows(slug: str) -> None:
    table = game(slug)
    section = exposure_section(table, exposure(table))
    said, odds = " ".join(texts(section)), odds_in(section)
    beyond = {wager: most for wager, most in odds.items() if most > 1}
    others = [Fraction(each) for each in re.findall(r"up to ([\d/]+) to 1\)", said)]
    assert ("No wager of this game pays more than 1 to 1" in said) == (not beyond and all(each <= 1 for each in others))
    listed = {name.lower(): Fraction(most) for name, most in re.findall(r"The ([^.]*?) pays up to ([\d/]+) to 1", said)}
    assert all(odds[name] == most for name, most in listed.items())
    shared = {name for name in beyond if name.startswith("split bet of")}
    assert {*beyond} - shared <= {*listed}
    for name, most in listed.items():
        rule = re.search(
            rf"The {re.escape(name)} pays up to [\d/]+ to 1(, under 50 to 1: no|: an) aggregate", said, re.I
        )
        assert rule is not None
        assert (rule[1] == ": an") == (most >= 50)


@pytest.mark.parametrize("slug", analyzed())
def test_no_choice_says_who_gains_beside_the_figure_that_tells(slug: str) -> None:
    """The words of a sheet are about all bets and players; the figures are of the round of the report."""
    table = game(slug)
    value = Fraction(1, 50)
    effects = [Effect(each.changed, each.to, each.words, value, value) for each in reading_changes(table)]
    if not effects:
        return
    shown = effects_table(table, effects)
    for row in shown.rows:
        assert row[1].strip(), row
        assert not re.search(r"\bgains?\b", row[1]), row
    assert {row[-1] for row in shown.rows} <= {"none", "in force"}


def test_3CP_R6_says_what_it_is_and_the_figure_says_that_the_round_stays() -> None:
    table = game("three-card-poker")
    value = Fraction(-1, 30)
    effects = [Effect(each.changed, each.to, each.words, value, value) for each in reading_changes(table)]
    rows = [row for row in effects_table(table, effects).rows if row[0] == "3CP-R6" and row[-1] == "none"]
    assert [row[1] for row in rows] == [
        "A Pair Plus hand that does not beat the dealer pushes instead of being paid, as Florida's designated-player "
        "tables have it."
    ]
