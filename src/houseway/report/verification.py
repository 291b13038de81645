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
    """A simulation with a fixed seed: the one that ships for this table, or else, and with rounds given, a new one.

    For a built-in table whose result ships nothing is counted just to simulate it: then there is none.
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
    """The simulation that ships for this table, if there is one."""
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
    """The three kinds of evidence."""
    return Section.of(
        "Verification",
        Section.of("Published figures", *published_part(analysis, readings)),
        tests_part(game),
        no_simulation(game)
        if simulation is None
        else simulation_part(game, simulation, value_of(game, strategy=simulation.subject.strategy, runner=runner)),
    )


def published_part(analysis: Analysis, readings: Sequence[Effect]) -> list[Block]:
    """Every published figure beside ours, and those that no figure of this report answers."""
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
    """Whether a figure is the one that was checked; a check calls the unit by its full name."""
    same = (check.published, check.source) == (figure.value, figure.source)
    return same and check.figure.lower().startswith(figure.what.lower())


def _compared(analysis: Analysis) -> list[Block]:
    """The figures that are numbers of this very table, with the difference."""
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
    """Figures in words, of other readings and of other pay tables."""
    return Table.of(
        "Other published figures (descriptive, or for other readings and pay tables)",
        [words("Figure"), "Source", words("Published")],
        [(_said_of(facts, each), each.source, f"{each.value}{_aside(analysis, each)}") for each in others],
        note="These figures are not compared with this report, except where a note in parentheses says so.",
    )


def _aside(analysis: Analysis, figure: Published) -> str:
    """What is known of a figure that is no number of this table: why ours is another, or ours beside a round one."""
    if figure.differs:
        return f" ({figure.differs})"
    of_this_table = figure.paytable in ("", analysis.subject.paytable) and all(
        analysis.subject.readings.get(name) == choice for name, choice in figure.readings.items()
    )
    ours = _ours(analysis, figure.what) if of_this_table and ABOUT.match(figure.value) else ""
    return f" (ours is {ours})" if ours else ""


def _ours(analysis: Analysis, what: str) -> str:
    """Our figure of the round by the name that sheets give it; empty where it goes by none of these."""
    base = "unit bet" if what == RISK else what.removeprefix(EDGE).lower()
    if base in analysis.bases:
        return share(analysis.house_edge(base))
    return amount(analysis.average_wager, 4) if what == f"{WAGERED}{analysis.units}" else ""


def _said_of(facts: Sheet, figure: Published) -> str:
    """What a figure is of: its table and its readings, where they are not the usual ones."""
    tables = [_table_said(facts, each) for each in figure.paytable.split(", ") if each]
    readings = [
        f"{name}: {choice_words(facts.readings[name], choice)}"
        for name, choice in figure.readings.items()
        if choice != facts.readings[name].default
    ]
    return "; ".join([figure.what, *tables, *readings])


def _table_said(facts: Sheet, name: str) -> str:
    """A whole pay table, or that of one wager."""
    form, equals, choice = name.partition("=")
    if not equals:
        return pay_table_words(name)
    return f"{capital(facts.table_forms[form].title)}: {table_choice_words(choice)}"


def _explained(analysis: Analysis, readings: Sequence[Effect]) -> Iterator[str]:
    """Readings under which a published edge that differs comes out."""
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
    """What the package's tests compare the counts with; of a draft they test the method alone."""
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


def simulation_part(game: Game, simulation: SimulationResult, exact: Fraction) -> Section:
    """A simulation with its interval, and whether the exact value lies inside."""
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
    """How to get one."""
    return Section.of(
        "Simulation",
        Paragraph(
            "No simulation ships for this table. To make one, run houseway report with the option --rounds, or "
            f"houseway simulate {game.slug}. Either first counts the optimal strategy for every hand."
        ),
    )
