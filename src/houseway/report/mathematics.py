"""The math report of a game, with its sections in the order that a test laboratory uses."""

from dataclasses import replace
from datetime import date
from typing import Any

from houseway.analysis import analyze, analyzed, counted_by_family, rule_list, strategy_table
from houseway.analysis.compare.alternatives import (
    Effect,
    NotCountedError,
    ShippedCounts,
    deck_effects,
    reading_effects,
    row_effects,
)
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import NoRuleListError
from houseway.analysis.operations.clientele import SKILLS, strategy_of
from houseway.analysis.operations.exposure import Exposure, exposure
from houseway.analysis.operations.risk import ROUNDS, total_of
from houseway.analysis.operations.seats import Covariances
from houseway.analysis.operations.variance import Kind, covariances_of, is_known, played
from houseway.analysis.particulars import particulars
from houseway.analysis.results.result import OPTIMAL, Analysis
from houseway.analysis.results.rules import RuleList
from houseway.analysis.results.simulation import SimulationResult
from houseway.errors import BadReport
from houseway.games.catalogue import as_game
from houseway.games.engine.game import Game
from houseway.games.engine.limits import limits_on
from houseway.games.telling.units import edge_label
from houseway.plain import exact
from houseway.report.exposure import envy_section, exposure_section
from houseway.report.formats import amount, antes, sentence_case, share
from houseway.report.method import method_section
from houseway.report.model import Model, Section
from houseway.report.outcomes import (
    decisions_section,
    results_section,
    return_section,
    wager_tables_section,
)
from houseway.report.par_sheet import par_sheet_section
from houseway.report.provenance import (
    KIND,
    SIGNATURES,
    Request,
    checksum,
    reproducibility_section,
    subtitle_of,
    title_facts,
    undated,
)
from houseway.report.readings import readings_section
from houseway.report.rules import equipment_section, pay_table_section, rules_section, source_section
from houseway.report.sensitivity import dead_cards, sensitivity_section
from houseway.report.spreadsheet.workbook import workbook
from houseway.report.strategy import Play, strategy_section
from houseway.report.verification import limitations_section, simulation_for, verification_section
from houseway.report.volatility import swings_section

TIMES = ("seconds", "cpu_seconds")
"""Keys that differ from run to run."""


def report_for(
    game: Game | str,
    *,
    rounds: int | None = None,
    runner: Runner | None = None,
    quick: bool = False,
    day: date | None = None,
    prepared_by: str = "",
    prepared_for: str = "",
    reference: str = "",
) -> Model:
    """Return the report of a game. Results of built-in tables ship with the package.

    `rounds` asks for a new simulation with this number of rounds. `quick` leaves out alternatives that do not ship and
    need a count, even if this machine has counted them. `day` is the date of the title page and of the limits. Without
    it the report has only the date of the approval letter. `prepared_by`, `prepared_for` and `reference` go on the
    title page.
    """
    table, request = as_game(game), Request(rounds, day, quick, prepared_by, prepared_for, reference)
    table = undated(table) if day is None else replace(table, limits=limits_on(table.limits.jurisdiction, day))
    if table.slug not in analyzed():
        if rounds is not None:
            raise BadReport(f"{table.title} is player vs. player, so its report has no simulation. Leave --rounds out.")
        from houseway.report.player_vs_player import players_report

        return players_report(table, request)
    return _house_banked(table, request, runner)


def _house_banked(game: Game, request: Request, runner: Runner | None) -> Model:
    """Return the report of a house-banked game.

    Values leave out a posted aggregate limit, because its effect depends on the bets. The exposure includes it.
    """
    plain = game.unlimited()
    quick = request.quick or (counted_by_family(plain) and particulars(plain).needs_count(plain))
    analysis = analyze(plain, runner=runner)
    play = _play(plain, ShippedCounts() if quick else runner)
    readings = reading_effects(plain, runner=runner, quick=quick)
    rows = row_effects(plain, runner=runner, quick=quick)
    decks = deck_effects(plain, runner=runner, quick=quick)
    most = None if game.limits.largest_wager is None else exposure(game, runner=runner)
    simulation = _simulation(plain, request, runner)
    skills = _skills(plain, ShippedCounts() if quick else runner)
    facts, strategy = title_facts(game, request), strategy_section(analysis, play)
    in_force, rules = readings_section(game, readings), rules_section(game)
    provenance = reproducibility_section(game, analysis, request)
    together = _together(plain, ShippedCounts() if quick else runner)
    return Model(
        kind=KIND,
        day=request.day or game.sheet.letter.day,
        title=game.title,
        subtitle=subtitle_of(game),
        facts=facts,
        headline=headline(analysis),
        sections=_present(
            par_sheet_section(analysis, skills, most),
            source_section(game),
            rules,
            in_force,
            equipment_section(game),
            pay_table_section(game),
            method_section(game),
            wager_tables_section(analysis),
            return_section(analysis),
            results_section(plain, analysis),
            decisions_section(analysis),
            strategy,
            swings_section(analysis, game.seats[-1], together, played(plain, OPTIMAL)),
            sensitivity_section(game, analysis, rows, decks, dead_cards(plain)),
            exposure_section(game, most),
            envy_section(game, analysis),
            verification_section(plain, analysis, readings, simulation, runner),
            limitations_section(
                game,
                estimates=simulation is not None or (together is not None and bool(together.rounds)),
                largest=most is not None,
            ),
            provenance,
        ),
        signatures=SIGNATURES,
        data={
            "analysis": _timeless(analysis.to_dict()),
            "checksum": checksum(analysis),
            "rules": _plain_rules(play),
            "readings": [_effect(effect) for effect in readings],
            "rows": [_effect(effect) for effect in rows],
            "decks": [_effect(effect) for effect in decks],
            "risk": [total_of(analysis.net, number).to_dict() for number in ROUNDS],
            "two_seats": None if together is None else together.to_plain(),
            "exposure": _exposure(most),
            "simulation": None if simulation is None else _timeless(simulation.to_dict()),
        },
        sheets=workbook(
            plain,
            analysis,
            skills,
            most,
            command=f"houseway analyze {game.slug} --paytable FILE.toml",
            facts=facts,
            strategy=strategy_section(analysis, play, whole=True),
            rules=(in_force, rules),
            provenance=provenance,
        ),
    )


def _plain_rules(play: Play | None) -> dict[str, object] | None:
    rules = None if play is None else play.rules
    return (
        None if rules is None else {"lines": list(rules.lines()), "data": rules.to_plain(), "cost": exact(rules.cost)}
    )


def _present(*sections: Section | None) -> tuple[Section, ...]:
    return tuple(section for section in sections if section is not None)


def _play(game: Game, runner: Runner | None) -> Play | None:
    """Return the strategy, or None if it needs a count that is not allowed."""
    try:
        return Play(strategy_table(game, runner=runner), _rules(game, runner))
    except NotCountedError:
        return None


def _rules(game: Game, runner: Runner | None) -> RuleList | None:
    """Return the simplified strategy, or None if the game has none."""
    try:
        return rule_list(game, runner=runner)
    except NoRuleListError:
        return None


def _together(game: Game, runner: Runner | None) -> Covariances | None:
    """Return the covariance of two seats, or None if tables cannot be dealt or the strategy needs a count."""
    if not is_known(game):
        return None
    try:
        return covariances_of(game, [Kind(OPTIMAL)], runner)[0]
    except NotCountedError:
        return None


def _skills(game: Game, runner: Runner | None) -> dict[str, Analysis | None]:
    """Return the results by skill, or None if one needs a count that is not allowed.

    A title whose counting method has only the optimal strategy leaves the others out.
    """
    results: dict[str, Analysis | None] = {}
    for skill in SKILLS:
        try:
            results[skill] = analyze(game, strategy=strategy_of(game, skill), runner=runner)
        except NoRuleListError:
            continue
        except NotCountedError:
            results[skill] = None
    return results


def _simulation(game: Game, request: Request, runner: Runner | None) -> SimulationResult | None:
    """Return the simulation. Rounds that were asked for are played even if that needs a count."""
    must_not_count = request.quick and request.rounds is None
    try:
        return simulation_for(game, request.rounds, ShippedCounts() if must_not_count else runner)
    except NotCountedError:
        return None


def headline(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Return the main figures under the optimal strategy."""
    edges = {base: analysis.house_edge(base) for base in analysis.bases}
    return (
        *((sentence_case(edge_label(base, edge)), share(abs(edge))) for base, edge in edges.items()),
        (f"Expected net result per round, {analysis.units}", antes(analysis.value)),
        (f"Standard deviation per round, {analysis.units}", amount(analysis.net.standard_deviation)),
        (f"Average total wager, {analysis.units}", amount(analysis.average_wager)),
    )


def _timeless(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in TIMES}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "changed": effect.changed,
        "to": effect.to,
        "words": effect.words,
        "ev": None if effect.value is None else exact(effect.value),
        "difference": None if effect.difference is None else exact(effect.difference),
        "why_not": effect.why_not,
        "as_before": effect.as_before,
    }


def _exposure(most: Exposure | None) -> dict[str, Any] | None:
    return None if most is None else most.to_dict()
