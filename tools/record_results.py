"""Computes the exact results of the built-in pay tables and writes them into the package.

`python tools/record_results.py [--parts whole,values,strategy,samples] [--jobs N] [--to FOLDER] [--shipped] GAME...`
does the named games and parts, without names all of them. Counts come from the cache on disk where they are. With
`--shipped` whole results come from the counts that ship with the package, where they are enough: for a change of what
is told, not of what is counted. `--parts rules` fits rule lists again and replaces only what follows from them: the
lists with their costs, and the whole results of players by a list.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from houseway.analysis import analyze, analyzed, analyzer, rule_list, strategy_table
from houseway.analysis.compare.alternatives import reading_changes, row_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import counts_digest
from houseway.analysis.declared.rule_list import knows_rules
from houseway.analysis.operations.clientele import SKILLS, strategy_of
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import FOLDER, result_key, strategy_to_plain, to_plain
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.games.catalogue import game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER
WHOLE, VALUES, STRATEGY, SAMPLES = "whole", "values", "strategy", "samples"
RULES = "rules"
SUFFIXES = {WHOLE: "", VALUES: "-values", STRATEGY: "-strategy", SAMPLES: "-samples"}
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
        names: list[str | None] = [*sheet(slug).pay_sets]
        for name in names or [None]:
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


def write(place: Path, name: str, records: dict[str, Any]) -> None:
    """A line for each record, in the order of their keys, so that changes are easy to see."""
    lines = (f"{json.dumps(key)}:{json.dumps(records[key], separators=(',', ':'))}" for key in sorted(records))
    (place / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def record(
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
            write(place, f"{slug}{SUFFIXES[part]}", of_part)


def record_rules(slug: str, place: Path) -> None:
    """Fit the rule lists of a game again, and put them with their whole results into the records that are there."""
    runner = Runner(jobs=1)
    strategies, whole = (_records(place, f"{slug}{SUFFIXES[part]}") for part in (STRATEGY, WHOLE))
    for table in worth_more(slug):
        if knows_rules(table):
            rules = rule_list(table, runner=runner, recompute=True)
            record = strategies[result_key(table, OPTIMAL)]
            before = record["cost"]
            record.update(strategy_to_plain(rules, ()) | {"table": record["table"]})
            print(f"{table.label}: {before} -> {record['cost']}", flush=True)
    write(place, f"{slug}{SUFFIXES[STRATEGY]}", strategies)
    for table in built_in(slug, default_only=True):
        if knows_rules(table):
            question = Question(WHOLE, table, strategy_of(table, RULE_LIST))
            _, key, plain = answer(question, shipped=False)
            whole[key] = {**plain, "seconds": whole[key]["seconds"] if key in whole else plain["seconds"]}
    write(place, slug, whole)


def _records(place: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((place / f"{name}.json").read_text("utf-8"))
    return found


def main() -> None:
    """Record what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parts = "some of: whole, values, strategy, samples; or rules"
    parser.add_argument("--parts", default=",".join(SUFFIXES), help=parts)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--to", type=Path, default=PLACE, help="the folder of the files")
    parser.add_argument("--shipped", action="store_true", help="whole results from the counts that ship")
    given = parser.parse_args()
    given.to.mkdir(exist_ok=True, parents=True)
    pool = ProcessPoolExecutor(given.jobs) if given.jobs > 1 else None
    for slug in given.games or analyzed():
        if given.parts == RULES:
            record_rules(slug, given.to)
            continue
        record(slug, tuple(given.parts.split(",")), pool, given.to, shipped=given.shipped)


if __name__ == "__main__":
    main()
