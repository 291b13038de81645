"""Computes what ships with the package and writes it, section by section.

    python tools/record.py SECTION[,SECTION...] [--jobs N] [--to FOLDER] [--shipped] [GAME ...]

Without names, all games. Games that are left out keep their records. Counts come from the cache on disk where they are.

    whole          exact results of the built-in pay tables
    values         values of many more tables: each reading, row or deck changed by itself
    strategy       rule lists as data, and strategy tables
    samples        digests of a few shards of long counts
    rules          rule lists fitted again, with the results that follow from them
    seats          covariances of two seats of a table
    gains          the most that a seat gains, where counting it takes long
    rows           what tables with a changed row are worth, played on as before
    first-values   values of the first decisions of board showdowns, and counts of best play
    simulations    simulations for reports, where best play takes a whole count
    times          CPU times of counts, for the documentation
    counts         the counts of Fast Action Hold'em, on a GPU (GAME[,READING=CHOICE...])

With `--shipped` whole results come from the counts that ship with the package, where they are enough: for a change of
what is shown, not of what is counted.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import houseway.report.verification as verification
from houseway.analysis import analyze, analyzed, analyzer, counted_by_family, rule_list, simulate, strategy_table
from houseway.analysis.compare.alternatives import reading_changes, row_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import counts_digest
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.independent import groups_of
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.outcome_counts import (
    COUNTS_FILE,
    GROUPS_FILE,
    counts_key,
    groups_key,
    outcome_counts,
    record_key,
)
from houseway.analysis.declared.board_showdown.outcome_counts import FILE as FIRST_FILE
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.row_pays import RECORD as ROWS
from houseway.analysis.declared.row_pays import paid_anew
from houseway.analysis.declared.rule_list import knows_rules
from houseway.analysis.operations.clientele import SKILLS, strategies_known, strategy_of
from houseway.analysis.operations.exposure import RECORD as GAINS
from houseway.analysis.operations.exposure import house_banked, largest_bet, proportions
from houseway.analysis.operations.seats import table_variance
from houseway.analysis.operations.variance import RECORD as SEATS
from houseway.analysis.operations.variance import Joint, Kind, deal_tables, net_and_envy, played, shares_every_card
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import (
    FOLDER,
    SAMPLES,
    STRATEGY,
    VALUES,
    WHOLE,
    file_name,
    result_key,
    strategy_to_plain,
    to_plain,
)
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.analysis.results.simulation import SimulationResult
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.games.letters import has_letter

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER


def pay_sets_of(slug: str) -> list[str | None]:
    """Return the names of a game's pay tables; None for a game without."""
    names: list[str | None] = [*sheet(slug).pay_sets]
    return names or [None]


def write(place: Path, name: str, records: dict[str, Any]) -> None:
    """Write a line for each record, in the order of their keys, so that changes are easy to see."""
    lines = (f"{json.dumps(key)}:{json.dumps(records[key], separators=(',', ':'))}" for key in sorted(records))
    (place / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def read(place: Path, name: str) -> dict[str, Any]:
    """Return the records of a file."""
    found: dict[str, Any] = json.loads((place / f"{name}.json").read_text("utf-8"))
    return found


PARTS = (WHOLE, VALUES, STRATEGY, SAMPLES)
OTHER_READINGS: dict[str, list[dict[str, str]]] = {
    "fast-action-holdem": [{"FA-R2": "no-bonus-only"}],
    "fast-action-holdem-multi": [
        {"FA-R2": splits, "FA-R8": decks}
        for decks in ("6", "7", "8")
        for splits in ("all", "no-bonus-only")
        if (splits, decks) != ("all", "6")
    ],
    "three-card-poker": [{"3CP-R5": "players", "3CP-R8": seats} for seats in ("one-seat", "two-seats")],
}
ALTERNATIVES_KEPT_WHOLE = {
    "ez-pai-gow": (),
    "face-up-pai-gow": (),
    "fast-action-holdem": ("FA-R2", "FA-R3", "FA-R9"),
    "fast-action-holdem-multi": ("FA-R3", "FA-R9"),
    "four-card-poker": ("4CP-R2",),
    "pai-gow-poker": ("PGP-R2",),
    "texas-holdem-bonus": (),
    "ultimate-texas-holdem": ("UTH-R3", "UTH-R4"),
}
"""The readings of which each other choice is kept whole; of a game not listed, all. The others take a long count."""
COUNTED_ANEW = ("flush-rush", "four-card-poker", "texas-holdem-bonus", "ultimate-texas-holdem")
"""Games of which every changed row is a new count of a minute: of the values only those of readings are kept."""
AT_MOST = 6
"""How many questions of the same counts one process answers in a row."""


@dataclass(frozen=True)
class Question:
    """Something to be recorded: a part, a game, and for a whole result the strategy."""

    part: str
    game: Game
    strategy: str = OPTIMAL

    @property
    def counts(self) -> str:
        """Equal for games that are answered from the same counts."""
        return f"{self.game.slug} {self.game.deck.copies} {self._order}"

    @property
    def _order(self) -> str:
        if not self.game.slug.startswith("fast"):
            return str(self.game.readings)
        return f"{getattr(self.game, 'house_way', '')} {getattr(self.game, 'showdown', '')}"


def built_in(slug: str, *, default_only: bool = False) -> Iterator[Game]:
    """The approved tables of a game, and the readings on which its published figures or its sign depend."""
    for readings in [{}, *([] if default_only else OTHER_READINGS.get(slug, []))]:
        for name in pay_sets_of(slug):
            if readings and name == "felt":
                continue
            yield game(slug, paytable=name, readings=readings)


def alternatives(slug: str) -> Iterator[Game]:
    """The approved tables with one reading changed."""
    for table in built_in(slug, default_only=True):
        kept = ALTERNATIVES_KEPT_WHOLE.get(slug, tuple(table.readings))
        changes = (change for change in reading_changes(table) if change.changed in kept)
        yield from (change.game for change in changes if change.game is not None)


def worth_more(slug: str) -> Iterator[Game]:
    """The tables of which more than the whole result is kept: those that take long elsewhere, or the usual readings."""
    return built_in(slug, default_only=not slug.startswith("fast-action"))


def changed(slug: str) -> Iterator[Game]:
    """The tables with one thing changed."""
    for table in worth_more(slug):
        rows = () if slug in COUNTED_ANEW else row_changes(table)
        changes = chain(reading_changes(table), rows)
        yield from (change.game for change in changes if change.game is not None)


def questions(slug: str, parts: tuple[str, ...]) -> Iterator[Question]:
    """All that is to be recorded of a game; the value of a game that is recorded whole is not asked for again."""
    tables = {result_key(table, OPTIMAL): table for table in chain(alternatives(slug), built_in(slug))}
    if WHOLE in parts:
        yield from (Question(WHOLE, table) for table in tables.values())
        for table in built_in(slug, default_only=True):
            skills = [skill for skill in SKILLS if skill != OPTIMAL] if knows_rules(table) else []
            yield from (Question(WHOLE, table, strategy_of(table, skill)) for skill in skills)
    if VALUES in parts:
        others = {result_key(table, OPTIMAL): table for table in changed(slug)}
        yield from (Question(VALUES, table) for key, table in others.items() if key not in tables)
    if STRATEGY in parts:
        yield from (Question(STRATEGY, table) for table in worth_more(slug))


def answer(question: Question, shipped: bool) -> tuple[str, str, dict[str, Any]]:
    """The part, the key and the record of a question; its label is for people only."""
    plain = {"label": f"{question.game.label}, {question.strategy}", **record_of(question, shipped)}
    return question.part, result_key(question.game, question.strategy), plain


def record_of(question: Question, shipped: bool) -> dict[str, Any]:
    """What is recorded of a question, computed now."""
    table, runner = question.game, Runner(jobs=1)
    if question.part == WHOLE and shipped:
        return to_plain(analyzer(table).analyze(table, strategy=question.strategy, runner=runner))
    if question.part == STRATEGY:
        rules = rule_list(table, runner=runner, recompute=True) if knows_rules(table) else None
        return strategy_to_plain(rules, strategy_table(table, runner=runner, recompute=True))
    result = analyze(table, strategy=question.strategy, recompute=True, runner=runner)
    return to_plain(result) if question.part == WHOLE else {"value": str(result.value)}


@cache
def batches(slug: str, parts: tuple[str, ...]) -> tuple[tuple[Question, ...], ...]:
    """All questions, those of the same counts together, in small batches."""
    found = []
    ordered = sorted(questions(slug, parts), key=lambda each: each.counts)
    for _, group in groupby(ordered, key=lambda each: each.counts):
        some = tuple(group)
        found += [some[start : start + AT_MOST] for start in range(0, len(some), AT_MOST)]
    return tuple(found)


def answers(slug: str, parts: tuple[str, ...], shipped: bool, batch: int) -> list[tuple[str, str, dict[str, Any]]]:
    """The answers to one batch of questions; a game does not travel to another process, so its number does."""
    some = batches(slug, parts)[batch]
    found = [answer(question, shipped) for question in some]
    print(f"{len(found)} more, the last one of {some[-1].game.label}", flush=True)
    return found


def sample_digests(slug: str) -> dict[str, str]:
    """Digests of a few shards of the game's counting, which the tests count again."""
    table = game(slug)
    jobs = particulars(table).sampled_jobs(table)
    return {name: counts_digest(job.run(shard)) for name, (job, shard) in jobs.items()}


def record_results(
    slug: str, parts: tuple[str, ...], pool: ProcessPoolExecutor | None, place: Path, *, shipped: bool = False
) -> None:
    """Answer all questions about a game and write the files of the parts asked for."""
    answer_batch, numbers = partial(answers, slug, parts, shipped), range(len(batches(slug, parts)))
    records: dict[str, dict[str, Any]] = {part: {} for part in parts}
    for found in pool.map(answer_batch, numbers) if pool else map(answer_batch, numbers):
        for part, key, plain in found:
            records[part][key] = plain
    if SAMPLES in parts:
        records[SAMPLES] = sample_digests(slug)
    for part, of_part in records.items():
        if of_part:
            write(place, file_name(slug, part), of_part)


def record_rules(slug: str, place: Path) -> None:
    """Fit the rule lists of a game again, and put them with their whole results into the records that are there."""
    runner = Runner(jobs=1)
    strategies, whole = (read(place, file_name(slug, part)) for part in (STRATEGY, WHOLE))
    for table in worth_more(slug):
        if knows_rules(table):
            rules = rule_list(table, runner=runner, recompute=True)
            record = strategies[result_key(table, OPTIMAL)]
            before = record["cost"]
            record.update(strategy_to_plain(rules, ()) | {"table": record["table"]})
            print(f"{table.label}: {before} -> {record['cost']}", flush=True)
    write(place, file_name(slug, STRATEGY), strategies)
    for table in built_in(slug, default_only=True):
        if knows_rules(table):
            question = Question(WHOLE, table, strategy_of(table, RULE_LIST))
            _, key, plain = answer(question, shipped=False)
            whole[key] = {**plain, "seconds": whole[key]["seconds"] if key in whole else plain["seconds"]}
    write(place, slug, whole)


SEATS_SEED = 2026
SEAT_ROUNDS = {"fast-action-holdem": 16_000_000, "fast-action-holdem-multi": 20_000_000}
"""Hands that the board makes for all seats at once are rare and dear, so these games need more rounds than others."""
USUAL_ROUNDS = 4_000_000
DECLARED_ROUNDS = 400_000
"""Of games that a letter encloses, and of the others."""


def seats_of(table: Game) -> dict[str, object]:
    """Return the covariances of two seats of a table for the three skills, and the net result with an Envy Bonus."""
    known = strategies_known(table)
    kinds = [Kind(name) for name in dict.fromkeys(strategy_of(table, skill) for skill in SKILLS) if name in known]
    dealt = dict.fromkeys(Kind(played(table, kind.strategy)) for kind in kinds)
    usual = USUAL_ROUNDS if has_letter(table.slug) else DECLARED_ROUNDS
    found = deal_tables(table, list(dealt), SEAT_ROUNDS.get(table.slug, usual), SEATS_SEED)
    for kind in dealt:
        seats, (covariance, error) = table.seats[-1], found.of({kind.name: 1.0})
        whole = table_variance(analyze(table, strategy=kind.strategy).net.variance, seats, covariance)
        off = seats * (seats - 1) * error / (2 * whole)
        print(f"{table.label}, {kind.name}: {covariance:.5f} +- {error:.5f}; deviation of {seats} seats +- {off:.3%}")
    plain: dict[str, object] = {"label": table.label, **found.to_plain()}
    if table.envy is not None and not counted_by_family(table):
        plain["net_and_envy"] = {kind.name: _rows(net_and_envy(table, kind)) for kind in kinds}
    return plain


def _rows(joint: Joint) -> list[list[object]]:
    return [[str(net), str(envy), weight] for (net, envy), weight in sorted(joint.items())]


def record_seats(slug: str, place: Path) -> None:
    """Deal whole rounds of every approved table of a game, or of the default table of a declared title."""
    default = game(slug)
    if shares_every_card(default):
        return
    names = pay_sets_of(slug) if has_letter(slug) else [None]
    tables = [game(slug, paytable=name) for name in names]
    write(place, file_name(slug, SEATS), {result_key(table, SEATS): seats_of(table) for table in tables})


def record_gains(slug: str, place: Path) -> None:
    """Count the most that a seat gains in a round at the largest bets, for every pay table of a game.

    Worth it where that takes a count of many seconds, for which every report would wait. Run it after a change of the
    rules, or of the wagers that the limits allow together.
    """
    found = {}
    for name in pay_sets_of(slug):
        table = house_banked(game(slug, paytable=name)).unlimited()
        bet = largest_bet(table)
        gain = particulars(table).largest_gain(table, bet, OPTIMAL, None)
        found[result_key(table, OPTIMAL)] = {"label": table.label, "bets": proportions(bet), "gain": str(gain)}
        print(f"{table.label}: {gain}", flush=True)
    write(place, file_name(slug, GAINS), found)


def record_rows(slug: str, place: Path) -> None:
    """Count best play of a declared title once, and pay every table with one changed row for it.

    Worth it where a count takes so long that no report waits for one count per row: the report then shows what a unit
    on a row is worth to a player who plays on as before.
    """
    table = as_declared(game(slug))
    default = Payoffs.of(table)
    counts = family_of(table).solve(default, Runner()).counts
    found = {}
    for change in row_changes(table):
        if isinstance(change.game, DeclaredGame):
            value = paid_anew(default, counts, Payoffs.of(change.game))
            if value is not None:
                found[result_key(change.game, OPTIMAL)] = {"label": change.game.label, "value": str(value)}
    write(place, file_name(slug, ROWS), found)
    print(f"{slug}: {len(found)} rows", flush=True)


def record_first_values(slug: str, place: Path) -> None:
    """Add the values of the first decisions of a board showdown, and the counts of best play, to the files.

    With them advice before the first community card takes no count, nor does the largest gain of a seat. The tables are
    those of the sheet, under default readings, as far as they are not recorded yet.
    """
    first, counts, groups = (read_counts(place, file) for file in (FIRST_FILE, COUNTS_FILE, GROUPS_FILE))
    pay_sets = sheet(slug).pay_sets
    for name in [*pay_sets, *(f"{form}={name}" for form, tables in pay_sets.choices.items() for name in tables)]:
        payoffs = Payoffs.of(as_declared(game(slug, paytable=name)))
        layout = Layout.of(payoffs.game)
        passes = Passes.of(layout, payoffs)
        told = groups_of(layout)
        if told.terms and groups_key(passes, told) not in groups:
            by_group = outcome_counts(OPTIMAL, payoffs, Runner(), groups=True).counts
            groups[groups_key(passes, told)] = by_group.tolist()
            write_counts(place, GROUPS_FILE, groups)
        if record_key(passes) in first and counts_key(passes) in counts:
            continue
        early = EarlyPlay.of(layout, Runner().run(BoardValues(passes))["values"])
        first[record_key(passes)] = [stage.tolist() for stage in early.first.totals]
        found = Runner().run(BoardCounts(passes, early.prefixes()))
        counts[counts_key(passes)] = found["counts"].tolist()
        write_counts(place, FIRST_FILE, first)
        write_counts(place, COUNTS_FILE, counts)


def read_counts(place: Path, file: str) -> dict[str, list[list[list[int]]]]:
    """Return the counts of a file of board showdowns; none where it does not exist."""
    found: dict[str, list[list[list[int]]]] = (
        json.loads((place / file).read_text("utf-8")) if (place / file).exists() else {}
    )
    return found


def write_counts(place: Path, file: str, records: dict[str, list[list[list[int]]]]) -> None:
    """Write the counts of a file of board showdowns."""
    (place / file).write_text(json.dumps(records, sort_keys=True) + "\n", "utf-8")


SIMULATED_ROUNDS = 10_000_000
SIMULATIONS_HEADING = (
    "# Simulations of approved tables, by the key of their exact result: `tools/record.py simulations` writes them.\n"
)
SIMULATIONS_FILE = Path(verification.__file__).with_name(verification.RECORDS)


def simulation_entry(table: Game, result: SimulationResult) -> str:
    """Return one simulation as a table of the file."""
    counts = "\n".join(f'"{value}" = {times}' for value, times in result.net.weights.items())
    key = result_key(table, OPTIMAL)
    head = f'label = "{table.label}"\nstrategy = "{result.subject.strategy}"\nseed = {verification.SEED}'
    return f"\n[{key}]\n{head}\n\n[{key}.net]\n{counts}\n"


def record_simulations(slugs: Sequence[str]) -> None:
    """Simulate every pay table of the games whose best play takes a whole count, and write the file of reports.

    A report of an approved table would wait for that count, although its exact result ships. Games that are left out
    keep the simulations that they have.
    """
    entries = []
    for slug in analyzed():
        if not particulars(game(slug)).needs_count(game(slug)):
            continue
        for name in pay_sets_of(slug):
            table = game(slug, paytable=name)
            known = verification.recorded_simulation(table)
            if slug in slugs:
                rounds = min(SIMULATED_ROUNDS, 10 * particulars(table).usual_rounds(table))
                known = simulate(table, rounds, seed=verification.SEED, jobs=os.cpu_count() or 1, runner=Runner())
                low, high = known.interval
                print(f"{table.label}: {float(known.mean):+.6f}, {low:+.6f} to {high:+.6f}", flush=True)
            if known is not None:
                entries.append(simulation_entry(table, known))
    SIMULATIONS_FILE.write_text(SIMULATIONS_HEADING + "".join(entries), "utf-8")


TIMES = Path(__file__).parents[1] / "docs" / "rules" / "times.json"
FIRST_TIMES = TIMES.with_name("first_times.json")
ONE_COUNT = """
import sys
from time import process_time
from houseway.analysis import analyze
from houseway.analysis.counting.shards import CPU, Runner

started = process_time()
analyze(sys.argv[1], runner=Runner(jobs=1, device=CPU), recompute=True)
print(process_time(), process_time() - started)
"""


def clocked(slug: str, compiled: str) -> tuple[float, float]:
    """Return the CPU seconds of a new process and of its whole count, with neither counts nor tables cached."""
    with TemporaryDirectory() as empty:
        surroundings = os.environ | {"HOUSEWAY_CACHE": empty, "NUMBA_CACHE_DIR": compiled}
        told = subprocess.run(
            [sys.executable, "-c", ONE_COUNT, slug], env=surroundings, check=True, capture_output=True, text=True
        )
    whole, count = map(float, told.stdout.split())
    return whole, count


def recorded_times(file: Path = TIMES) -> dict[str, float]:
    """The CPU seconds that were clocked, by title."""
    times: dict[str, float] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return times


def write_time(file: Path, slug: str, seconds: float) -> None:
    """Write the CPU seconds of a title beside those of the others."""
    times = recorded_times(file) | {slug: round(seconds, 2)}
    file.write_text(json.dumps(times, indent=1, sort_keys=True) + "\n", "utf-8")


def record_times(slug: str) -> None:
    """Clock what counting a declared title takes with an empty cache, on one core, in two new processes.

    The first process also has no compiled machine code, as after an install: all its CPU time, start included, goes to
    first_times.json. The second has the code that the first compiled: the CPU time of its count goes to times.json. The
    estimates of `houseway explain` are compared with both files.
    """
    if not isinstance(game(slug), DeclaredGame):
        return
    with TemporaryDirectory() as compiled:
        (first, _), (_, count) = clocked(slug, compiled), clocked(slug, compiled)
    write_time(FIRST_TIMES, slug, first)
    write_time(TIMES, slug, count)
    print(f"{slug}: {count:.2f} s, {first:.2f} s in all after an install", flush=True)


RULES, FIRST_VALUES, SIMULATIONS, TIMES_SECTION, COUNTS = "rules", "first-values", "simulations", "times", "counts"
SECTIONS = (*PARTS, RULES, SEATS, GAINS, ROWS, FIRST_VALUES, SIMULATIONS, TIMES_SECTION, COUNTS)

ONLY_NAMED = (GAINS, ROWS, FIRST_VALUES, COUNTS)


def main() -> None:
    """Record what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", metavar="SECTION[,SECTION...]")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--to", type=Path, default=PLACE, help="folder of the files")
    parser.add_argument("--shipped", action="store_true", help="whole results from the counts that ship")
    given = parser.parse_intermixed_args()
    sections = tuple(given.sections.split(","))
    if unknown := set(sections) - set(SECTIONS):
        parser.error(f"Unknown section {', '.join(sorted(unknown))}. Sections: {', '.join(SECTIONS)}.")
    if not given.games and (chosen := [section for section in sections if section in ONLY_NAMED]):
        parser.error(f"Name the games to record {', '.join(chosen)} of: it is worth it only where a count is long.")
    given.to.mkdir(exist_ok=True, parents=True)
    if COUNTS in sections:
        from fast_action_counts import record_counts

        for spec in given.games:
            record_counts(spec)
        return
    slugs = given.games or list(analyzed())
    pool = ProcessPoolExecutor(given.jobs) if given.jobs > 1 else None
    by_game: dict[str, Callable[[str, Path], None]] = {
        RULES: record_rules,
        SEATS: record_seats,
        GAINS: record_gains,
        ROWS: record_rows,
        FIRST_VALUES: record_first_values,
        TIMES_SECTION: lambda slug, place: record_times(slug),
    }
    parts = tuple(section for section in sections if section in PARTS)
    for slug in slugs:
        if parts:
            record_results(slug, parts, pool, given.to, shipped=given.shipped)
        for section in sections:
            if section in by_game:
                by_game[section](slug, given.to)
    if SIMULATIONS in sections:
        record_simulations(slugs)


if __name__ == "__main__":
    main()
