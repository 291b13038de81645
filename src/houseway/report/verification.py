"""The evidence for the figures: published figures, tests against the rules, a simulation."""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from houseway.analysis import simulate, value_of
from houseway.analysis.compare.alternatives import Effect
from houseway.analysis.counting.shards import Runner
from houseway.analysis.particulars import particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.endings import EDGE
from houseway.analysis.results.recorded import recorded, result_key
from houseway.analysis.results.result import OPTIMAL, Analysis, PublishedCheck, Subject
from houseway.analysis.results.simulation import CONFIDENCE, SimulationResult
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Published, Sheet, sheet
from houseway.games.telling.words import (
    capital,
    choice_words,
    first_sentence,
    pay_table_words,
    table_choice_words,
)
from houseway.report.formats import amount, antes, points, sentence, share, whole
from houseway.report.method import method_of
from houseway.report.model import Block, Paragraph, Points, Section, Table, figures, words
from houseway.report.provenance import game_argument

SEED = 1
RECORDS = "simulations.toml"

ABOUT = re.compile(r"about [\d.]+")
RISK, WAGERED = "element of risk", "average total wager, in "
NOT_LOOKED_INTO = "not explained"


def simulation_for(game: Game, rounds: int | None, runner: Runner | None) -> SimulationResult | None:
    """Return a simulation with a fixed seed: the shipped one, or a new one if there is none or rounds are given.

    A built-in table whose result ships is not counted only to simulate it. Then the result is None.
    """
    if rounds is None and (shipped := recorded_simulation(game)) is not None:
        return shipped
    known = particulars(game)
    if rounds is None and known.needs_count(game) and recorded(game, OPTIMAL) is not None:
        return None
    return simulate(game, rounds or known.usual_rounds(game), seed=SEED, jobs=_cores(), runner=runner)


def _cores() -> int:
    return os.cpu_count() or 1


def recorded_simulation(game: Game) -> SimulationResult | None:
    """Return the simulation that ships for this table, if any."""
    plain = _records().get(result_key(game, OPTIMAL))
    if plain is None:
        return None
    net = Distribution.of([(Fraction(value), times) for value, times in plain["net"].items()])
    return SimulationResult(
        Subject.of(game, plain["strategy"]), str(plain["seed"]), 0, net, seconds=0.0, cpu_seconds=0.0
    )


@cache
def _records() -> dict[str, Any]:
    return tomllib.loads(files("houseway.report").joinpath(RECORDS).read_text("utf-8"))


def verification_section(
    game: Game,
    analysis: Analysis,
    readings: Sequence[Effect],
    simulation: SimulationResult | None,
    runner: Runner | None,
) -> Section:
    """Return the section with the three kinds of evidence."""
    return Section.of(
        "Verification",
        Section.of("Published figures", *published_part(analysis, readings)),
        tests_part(game),
        no_simulation(game)
        if simulation is None
        else simulation_part(game, simulation, value_of(game, strategy=simulation.subject.strategy, runner=runner)),
    )


def published_part(analysis: Analysis, readings: Sequence[Effect]) -> list[Block]:
    """Return every published figure beside ours, then those that are not compared."""
    facts = sheet(analysis.subject.game)
    others = [each for each in facts.published if not any(_is_of(check, each) for check in analysis.published)]
    if not analysis.published and not others:
        return [Paragraph("We know of no published figure for this table, in the letter or in public sources.")]
    blocks = _compared(analysis)
    if others:
        blocks.append(_not_compared(facts, analysis, others))
    cited = dict.fromkeys([*(check.source for check in analysis.published), *(each.source for each in others)])
    named = [(key, str(facts.sources[key])) for key in cited if key in facts.sources]
    blocks.append(Table.of("Sources of the published figures", ["Source", words("Publication")], named))
    return [*blocks, *[Paragraph(text) for text in _explained(analysis, readings)]]


def _is_of(check: PublishedCheck, figure: Published) -> bool:
    """Return whether a figure is the one that was checked. A check uses the full name of the unit."""
    same = (check.published, check.source) == (figure.value, figure.source)
    return same and check.figure.lower().startswith(figure.what.lower())


def _compared(analysis: Analysis) -> list[Block]:
    """Return the published figures for this table, with the differences."""
    if not analysis.published:
        return [Paragraph("No published figure can be compared with a number of this report.")]
    n_figures, reproduced = len(analysis.published), sum(check.reproduced for check in analysis.published)
    blocks: list[Block] = [
        Paragraph(
            f"Published figures for this table: {n_figures}. Reproduced (ours rounds to the published figure): "
            f"{reproduced}. A difference is our figure less the published one, in percentage points for edges."
        ),
        Table.of(
            "Published figures",
            [words("Figure"), "Source", figures("Published"), figures("Ours"), figures("Difference"), "Verdict"],
            [_published_row(check) for check in analysis.published],
        ),
    ]
    differing = [check for check in analysis.published if not check.reproduced]
    why = tuple(f"{check.figure}, {check.published}: {check.note or NOT_LOOKED_INTO}" for check in differing)
    if why:
        blocks += [
            Paragraph("Reasons for the differences, as far as we know:"),
            Points(tuple(sentence(text) for text in why)),
        ]
    return blocks


def _not_compared(facts: Sheet, analysis: Analysis, others: Sequence[Published]) -> Table:
    """Return descriptive figures, and those for other readings and pay tables."""
    return Table.of(
        "Other published figures (descriptive, or for other readings and pay tables)",
        [words("Figure"), "Source", words("Published")],
        [(_said_of(facts, each), each.source, f"{each.value}{_aside(analysis, each)}") for each in others],
        note="These figures are not compared with this report, except where a note in parentheses says so.",
    )


def _aside(analysis: Analysis, figure: Published) -> str:
    """Return a note on a figure that is not compared: the reason for a difference, or our figure."""
    if figure.differs:
        return f" ({figure.differs})"
    of_this_table = figure.paytable in ("", analysis.subject.paytable) and all(
        analysis.subject.readings.get(name) == choice for name, choice in figure.readings.items()
    )
    ours = _ours(analysis, figure.what) if of_this_table and ABOUT.match(figure.value) else ""
    return f" (ours is {ours})" if ours else ""


def _ours(analysis: Analysis, what: str) -> str:
    """Return our figure by its name in the sheet, or an empty text if there is none."""
    base = "unit bet" if what == RISK else what.removeprefix(EDGE).lower()
    if base in analysis.bases:
        return share(analysis.house_edge(base))
    return amount(analysis.average_wager, 4) if what == f"{WAGERED}{analysis.units}" else ""


def _said_of(facts: Sheet, figure: Published) -> str:
    """Return the table and the readings of a figure, if they are not the defaults."""
    tables = [_table_said(facts, each) for each in figure.paytable.split(", ") if each]
    readings = [
        f"{name}: {choice_words(facts.readings[name], choice)}"
        for name, choice in figure.readings.items()
        if choice != facts.readings[name].default
    ]
    return "; ".join([figure.what, *tables, *readings])


def _table_said(facts: Sheet, name: str) -> str:
    """Return the words for a whole pay table, or for that of one wager."""
    form, equals, choice = name.partition("=")
    if not equals:
        return pay_table_words(name)
    return f"{capital(facts.table_forms[form].title)}: {table_choice_words(choice)}"


def _explained(analysis: Analysis, readings: Sequence[Effect]) -> Iterator[str]:
    """Yield the readings that reproduce a published edge that differs."""
    for check in analysis.published:
        if check.reproduced or check.base not in analysis.bases:
            continue
        for effect in readings:
            if effect.value is None:
                continue
            other = replace(check, ours=-effect.value / analysis.bases[check.base])
            if other.reproduced:
                yield (
                    f"With the other choice for {effect.changed} ({first_sentence(effect.words)}) and everything "
                    f"else as here, the {check.figure} is {share(other.ours)}, which rounds to the published "
                    f"{check.published}."
                )


def _published_row(check: PublishedCheck) -> tuple[str, ...]:
    verdict = "reproduced" if check.reproduced else "differs"
    if check.published.endswith("%"):
        return check.figure, check.source, check.published, share(check.ours), points(check.difference), verdict
    if check.published.isdigit() and check.ours.denominator == 1:
        counts = int(check.published), int(check.ours), int(check.difference)
        return (check.figure, check.source, *map(whole, counts), verdict)
    return check.figure, check.source, check.published, amount(check.ours, 8), antes(check.difference, 8), verdict


def tests_part(game: Game) -> Section:
    """Return the text on what the tests compare the counts with. For a draft they test the method only."""
    tested = (
        "No test of the package covers this draft; testing it is the designer's task. For the titles that ship, the "
        "tests compare the same method with this solver and with other independent counts:"
        if game.sheet.letter.draft
        else "The tests of the package compare the method of this report with this solver and other independent counts:"
    )
    return Section.of(
        "Tests against the rules",
        Paragraph(
            "The rules of the game are written once, as a procedure that can be played step by step. A generic solver "
            f"plays it through every deal and every decision, and uses no other knowledge of the game. {tested}"
        ),
        Points(method_of(game).tests),
    )


def limitations_section(game: Game, *, estimates: bool, largest: bool = True) -> Section:
    """Return the limits of a report's figures. `estimates` means that some of them are estimated."""
    letter = game.sheet.letter
    if letter.draft:
        rules = "The game is a draft. No agency has approved its rules."
    elif letter.listed is not None:
        rules = "The rules are restated from public sources. The rules that the commission approved may differ."
    else:
        rules = "The rules are restated from the enclosure of the approval letter. The enclosure itself governs."
    points = [
        rules,
        "Readings are our interpretations. The commission may interpret an open question differently; the section on "
        "readings shows the effect.",
        "Every deal is assumed to be equally likely, and every step to follow the rules. Dealer errors, cheating and "
        "defects of cards or equipment are not modeled.",
        "Figures apply to the pay table, deck, bets and strategy stated in this report, and to no others.",
    ]
    if estimates:
        points.append(
            "Figures counted in whole combinations are exact. Figures from dealt rounds are estimates and are given "
            "with a confidence interval."
        )
    if largest:
        points.append(
            "Limits on wagers change. Check the current rule before you rely on a value in the table of limits."
        )
    points.append("No agency or test laboratory has reviewed this report.")
    return Section.of("Limitations", Points(tuple(points)))


def simulation_part(game: Game, simulation: SimulationResult, exact: Fraction) -> Section:
    """Return a simulation with its interval, and whether the exact value is inside."""
    low, high = simulation.interval
    inside = simulation.agrees_with(exact)
    strategy, player = simulation.subject.strategy, simulation.subject.player
    return Section.of(
        "Simulation",
        Paragraph(
            "Random rounds are dealt, played and settled by the rules, independently of the exact count. In the "
            f"simulation {player}. The last row of the table is the exact value for the same strategy."
        ),
        Table.of(
            f"{whole(simulation.rounds)} simulated rounds, seed {simulation.seed}, in {simulation.subject.units}",
            ["Figure", figures("Value")],
            [
                ("Mean net result", antes(simulation.mean)),
                ("Standard error of the mean", amount(simulation.standard_error)),
                (f"{100 * CONFIDENCE:g}% confidence interval, from", antes(low)),
                (f"{100 * CONFIDENCE:g}% confidence interval, to", antes(high)),
                ("Standard deviation per round", amount(simulation.net.standard_deviation)),
                ("Exact expected net result", antes(exact)),
            ],
        ),
        Paragraph(
            "The exact value is inside the confidence interval."
            if inside
            else "The exact value is outside the confidence interval, which happens by chance once in 1,000 times.",
            strong=True,
        ),
        Paragraph(
            f"To repeat this simulation: houseway simulate {game_argument(game, game.limits.on)} --rounds "
            f"{simulation.rounds} --seed {simulation.seed}{'' if strategy == OPTIMAL else f' --strategy {strategy}'}"
        ),
    )


def no_simulation(game: Game) -> Section:
    """Return how to make a simulation."""
    return Section.of(
        "Simulation",
        Paragraph(
            "No simulation ships for this table. To make one, run houseway report with the option --rounds, or "
            f"houseway simulate {game.slug}. Either first counts the optimal strategy for every hand."
        ),
    )
