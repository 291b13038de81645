"""The JSON that people keep: records, sheets, `analyze`, `strategy`, `operate`, `compare` and the report of every game.

Nothing here makes a long count. What a machine or a day changes is left out by name: seconds, the version, the commit.
Limits are those of one day.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np

import houseway
from frozen.leaves import Plain, figures_in, is_figure
from frozen.parts import Part
from frozen.remembered import counted, remembered
from houseway.analysis import analyze, analyzed, rule_list, strategy_table
from houseway.analysis.between_players import players_analysis
from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts, reading_changes
from houseway.analysis.compare.comparison import compare
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.family import NoRuleListError
from houseway.analysis.operations.operation import operate
from houseway.analysis.results.display import plain_rows
from houseway.games.catalogue import GAMES, between_players, game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.plain import exact
from houseway.report import report_for
from houseway.report.provenance import commit

DAY = date(2026, 1, 1)
"""The day whose limits are in force."""
TIMES = frozenset({"seconds", "cpu_seconds"})
SKILLS = "optimal=0.2,rule-list=0.5,naive=0.3"
LONG = ("two-hand-holdem", "fast-action-holdem")
"""Beginnings of the names of jobs that count for minutes."""
_DIGEST_OF_CLAUSES = re.compile(r"(?=.*[a-f])[0-9a-f]{12}")
"""What a report says of the version of its clauses: it changes with every rewording of the rules.

The clauses themselves are frozen with the sheet. The digests of a result and of what determines it stay: no wording of
the rules changes them.
"""
LONG_COMPARISONS = frozenset(
    {
        "double-draw-poker",
        "ez-pai-gow",
        "face-up-pai-gow",
        "flush-rush",
        "four-card-poker",
        "high-five-poker",
        "pai-gow-poker",
        "ultimate-texas-holdem",
    }
)
"""Games in which each change of a reading needs a count of 20 seconds or more: they are compared with themselves."""
DEAR = {"three-card-poker": 8.0, "i-luv-suits-poker": 6.0, "flush-rush": 20.0, "texas-holdem-bonus": 8.0}
"""CPU seconds of the documents of some games."""


class ShortCounts(Runner):
    """Counts what takes seconds, on one core, once in a process; refuses what takes minutes."""

    def run(self, job: Job) -> Counts:
        """Count all of a job."""
        if job.name.startswith(LONG):
            raise NotCountedError(f"the count of {job.name} takes minutes")
        return counted(job, super().run)


def parts() -> Iterator[Part]:
    """Yield the parts of every game."""
    for name in sorted(each.name for each in files("houseway.analysis").joinpath("recorded_results").iterdir()):
        yield Part(f"recorded/{name.removesuffix('.json')}", recorded_file, (name,), quick=True, depth=0, words_depth=0)
    yield Part("recorded/counts", shipped_counts, quick=True, cost=1.0)
    yield Part("recorded/simulations", simulations, quick=True, depth=1)
    for slug in GAMES:
        yield Part(f"sheet/{slug}", sheet_file, (slug,), quick=True, depth=2)
        for paytable in paytables(slug):
            yield from _of_pay_table(slug, paytable)
    for slug in between_players():
        yield Part(f"operate/{slug}", income, (slug,), cost=5.0)


def _of_pay_table(slug: str, paytable: str | None) -> Iterator[Part]:
    name, cost = f"{slug}/{paytable or 'none'}", DEAR.get(slug, 2.0)
    yield Part(f"report/{name}", report_model, (slug, paytable), cost=cost + 1, words_depth=2, together=slug)
    if slug in analyzed():
        yield Part(f"analyze/{name}", analysis, (slug, paytable), quick=True)
        yield Part(f"strategy/{name}", strategy, (slug, paytable), quick=True)
        yield Part(f"operate/{name}", shift, (slug, paytable), cost=cost, together=slug)
        yield Part(f"compare/{name}", comparison, (slug, paytable), cost=cost, together=slug)


def paytables(slug: str) -> list[str | None]:
    """Return the names of a game's pay tables; None where it has none."""
    return [*sheet(slug).pay_sets] or [None]


@cache
def table(slug: str, paytable: str | None) -> Game:
    """Return a game under the limits of the day."""
    return game(slug, paytable=paytable, on=DAY)


def timeless(value: Plain) -> Plain:
    """Return a document without times."""
    if isinstance(value, Mapping):
        return {key: timeless(each) for key, each in value.items() if key not in TIMES}
    return [timeless(each) for each in value] if isinstance(value, list | tuple) else value


# Records and sheets.


def recorded_file(name: str) -> Plain:
    """Return a file of recorded results, by the digests that find them."""
    text = files("houseway.analysis").joinpath("recorded_results", name).read_text("utf-8")
    return [[key, timeless(each)] for key, each in sorted(json.loads(text).items())]


def shipped_counts() -> Plain:
    """Return a digest of every array of the counts that ship, whatever the file is packed by."""
    folder = files("houseway.analysis").joinpath("shipped_counts")
    found: dict[str, Plain] = {}
    for each in sorted(folder.iterdir(), key=lambda file: file.name):
        with each.open("rb") as opened, np.load(opened) as arrays:
            found[each.name.removesuffix(".npz")] = {name: _digest(arrays[name]) for name in sorted(arrays.files)}
    return found


def _digest(array: Any) -> str:
    form = f"{array.dtype.str}{array.shape}".encode()
    return sha256(form + np.ascontiguousarray(array).tobytes()).hexdigest()[:20]


def simulations() -> Plain:
    """Return the simulations that reports quote."""
    plain: Plain = timeless(tomllib.loads(files("houseway.report").joinpath("simulations.toml").read_text("utf-8")))
    return plain


def sheet_file(slug: str) -> Plain:
    """Return the sheet of a game: clauses, readings with their defaults, pay tables, published figures."""
    text = files("houseway.games").joinpath("sheets", f"{slug}.toml").read_text("utf-8")
    plain = json.loads(json.dumps(tomllib.loads(text), default=str))
    table_of = game(slug, on=DAY)
    return {
        **plain,
        "defaults": {key: reading.default for key, reading in table_of.sheet.readings.items()},
        "limits_of_the_day": repr(table_of.limits),
        "deck_copies": list(table_of.deck.copies),
        "order_of_clauses": sorted(table_of.sheet.clauses),
    }


# What the commands print with --json.


def analysis(slug: str, paytable: str | None) -> Plain:
    """Return what `houseway analyze --json` prints, from the results that ship."""
    return timeless(analyze(table(slug, paytable), runner=ShippedCounts()).to_dict())


def strategy(slug: str, paytable: str | None) -> Plain:
    """Return what `houseway strategy --json` prints, from the results that ship."""
    chosen = table(slug, paytable)
    try:
        rules = rule_list(chosen, runner=ShippedCounts())
    except NoRuleListError:
        listed: dict[str, Plain] = {}
    else:
        listed = {"rules": list(rules.lines()), "rules_as_data": rules.to_plain(), "cost": exact(rules.cost)}
    return {**listed, "table": plain_rows(strategy_table(chosen, runner=ShippedCounts()))}


@remembered()
def shift(slug: str, paytable: str | None) -> Plain:
    """Return what `houseway operate --json` prints; for a mix of players where that is known without a long count."""
    chosen, counts = table(slug, paytable), ShortCounts(jobs=1, cache=False)
    document = timeless(operate(chosen, runner=counts).to_dict())
    try:
        mixed = timeless(operate(chosen, skill=SKILLS, seats=3, ante=1750, runner=ShippedCounts()).to_dict())
    except (NotCountedError, NoRuleListError) as error:
        mixed = type(error).__name__
    return {**document, "mixed": mixed}


def income(slug: str) -> Plain:
    """Return what `houseway operate --json` prints of a game between players, for a few hands."""
    return timeless(players_analysis(slug).income(game(slug, on=DAY), hands=60, rake_percent="5").to_dict())


@remembered()
def comparison(slug: str, paytable: str | None) -> Plain:
    """Return what `houseway compare --json` prints: the first pay table and another one, or a changed reading."""
    base, other = table(slug, None), table(slug, paytable)
    if paytable in (None, paytables(slug)[0]):
        return _first_compared(other)
    return _compared(base, other, ShortCounts(jobs=1, cache=False))


def _compared(base: Game, other: Game, runner: Runner) -> Plain:
    """Return a comparison. What a reading says before and after are words; all else of a difference is figures."""
    plain = timeless(compare(base, other, runner=runner).to_dict())
    for each in plain["differences"]:
        if each["kind"] == "reading":
            each |= {key: {"words": each[key]} for key in ("base", "changed")}
    return plain


def _first_compared(base: Game) -> Plain:
    """Compare a game with the first change of a reading that needs no count, or else with the first change.

    A game without such a change, or in which it takes long, is compared with itself.
    """
    is_long = base.slug in LONG_COMPARISONS
    changed = [each.game for each in reading_changes(base) if each.game is not None and not is_long] or [base]
    for each in changed:
        try:
            return _compared(base, each, ShippedCounts())
        except NotCountedError:
            continue
    return _compared(base, changed[0], ShortCounts(jobs=1, cache=False))


# The report.


@remembered()
def report_model(slug: str, paytable: str | None) -> Plain:
    """Return the quick report of a game without version, commit and digest of the clauses.

    The figures of a section are those of its tables, cell by cell, its plots, and those that are in its sentences, so
    that other sentences change words alone.
    """
    runner = ShortCounts(jobs=1, cache=False) if slug in analyzed() else None
    model = report_for(table(slug, paytable), quick=True, runner=runner).to_dict()
    plain = _impersonal(timeless(json.loads(json.dumps(model))))
    sections = {f"{place:02}": _section(each) for place, each in enumerate(plain["sections"])}
    plain["words"] = plain.pop("kind")
    return {**plain, "facts": dict(plain["facts"]), "headline": dict(plain["headline"]), "sections": sections}


def _impersonal(value: Plain) -> Plain:
    """Return a document without the version and the commit."""
    if isinstance(value, str):
        return value.replace(commit_now(), "COMMIT").replace(houseway.__version__, "VERSION")
    if isinstance(value, Mapping):
        return {key: _impersonal(each) for key, each in value.items()}
    return [_impersonal(each) for each in value] if isinstance(value, list) else value


@cache
def commit_now() -> str:
    """Return what reports say of the commit."""
    return commit()


def _section(section: Mapping[str, Any]) -> Plain:
    """Return the figures of a section, and all of its words as one list."""
    cells: list[Plain] = []
    texts: list[str] = []
    for block in _blocks(section, texts):
        if block["block"] == "table":
            rows = [[cell for cell in row if not _DIGEST_OF_CLAUSES.fullmatch(cell)] for row in block["rows"]]
            cells.append([[cell for cell in row if is_figure("", cell)] for row in rows])
            texts += [cell for row in rows for cell in row if not is_figure("", cell)]
            texts += [block["caption"], block["note"], *(column["title"] for column in block["columns"])]
        elif block["block"] == "plot":
            cells.append([each["points"] for each in block["series"]])
            texts += [block["caption"], block["x"], block["y"], *(each["name"] for each in block["series"])]
        else:
            texts += [text for key in ("text", "typst", "plain") if (text := block.get(key))]
            texts += block.get("items", [])
    told = " ".join(texts)
    return {"cells": cells, "in_sentences": figures_in(told), "text": "\n".join(texts)}


def _blocks(section: Mapping[str, Any], titles: list[str]) -> Iterator[Mapping[str, Any]]:
    titles.append(section["title"])
    yield from section["blocks"]
    for part in section["parts"]:
        yield from _blocks(part, titles)
