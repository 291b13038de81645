"""Exact results that ship with the package, so that built-in tables are answered immediately.

Every record is complete as it was computed, with integers and fractions as text. Its key is a digest of everything that
determines it. That is the game and the edition of its rules, the readings that are not the default ones, the rows of
its pay table, its deck and the strategy. A clause in better words keeps its results. A changed rule raises the edition
of the sheet and loses them. Each game has

    <slug>.json            whole analyses
    <slug>-values.json     the value alone, of many more tables: each reading, row or deck changed by itself
    <slug>-strategy.json   rule lists as data (the source of their words), and strategy tables
    <slug>-samples.json    digests of a few shards of the counting, where that is long
    <slug>-seats.json      covariances of two seats of a table, with standard errors
    <slug>-gains.json      the most that a seat gains, where counting it takes long
    <slug>-rows.json       the value of tables with a changed row, with unchanged play

Each is a section of `tools/record.py`, which writes them. The tests compute them again, whole or in part.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import (
    OPTIMAL,
    Analysis,
    PublishedCheck,
    ReturnRow,
    Share,
    Subject,
    WagerTable,
    WagerValue,
)
from houseway.analysis.results.rules import FORMAT, RuleList
from houseway.games.engine.game import Game

FOLDER = "recorded_results"
WHOLE, VALUES, STRATEGY, SAMPLES = "whole", "values", "strategy", "samples"
"""The sections that this module reads. Others are read by the modules that use them."""


def result_key(game: Game, strategy: str) -> str:
    """Return a digest of everything that determines a result."""
    pay_set = game.pay_set
    rows = (
        {form: [[row.label, str(row.pays)] for row in table.rows] for form, table in pay_set.tables.items()}
        if pay_set
        else {}
    )
    determined_by = [game.slug, game.sheet.edition, _readings(game), rows, game.deck.copies, strategy, _settings(game)]
    return sha256(json.dumps(determined_by, sort_keys=True).encode()).hexdigest()[:24]


def _readings(game: Game) -> dict[str, str]:
    """Return the readings that are not the default ones, without the number of seats, which changes no result."""
    readings = game.sheet.readings
    return {
        each: choice
        for each, choice in game.readings.items()
        if choice != readings[each].default and readings[each].about != "seats"
    }


def _settings(game: Game) -> dict[str, str]:
    """Return the game's table settings that differ from the default ones, such as an aggregate limit, in words."""
    shared = {field.name for field in fields(Game)}
    own = [field for field in fields(game) if field.name not in shared]
    return {each.name: repr(given) for each in own if (given := getattr(game, each.name)) != each.default}


def recorded(game: Game, strategy: str) -> Analysis | None:
    """Return the result that ships for this game and strategy, if there is one."""
    plain = records(game.slug, WHOLE).get(result_key(game, strategy))
    return None if plain is None else _from_plain(plain, Subject.of(game, strategy))


def recorded_edge(game: Game, strategy: str) -> Fraction | None:
    """Return the house edge per unit that ships for this game and strategy, without reading the rest of the result."""
    plain = records(game.slug, WHOLE).get(result_key(game, strategy))
    if plain is None:
        return None
    net = Distribution.of([(Fraction(value), weight) for value, weight in plain["net"].items()])
    return -net.mean / Fraction(next(iter(plain["bases"].values())))


def recorded_value(game: Game, strategy: str) -> Fraction | None:
    """Return the value that ships for this game and strategy, in Antes, by itself or in a whole result."""
    plain = records(game.slug, VALUES).get(result_key(game, strategy))
    if plain is not None:
        return Fraction(plain["value"])
    whole = recorded(game, strategy)
    return None if whole is None else whole.value


def recorded_rules(game: Game) -> RuleList | None:
    """Return the rule list that ships for this game, if there is one in the current form."""
    plain = records(game.slug, STRATEGY).get(result_key(game, OPTIMAL))
    if plain is None or "rules" not in plain:
        return None
    from houseway.analysis.particulars import particulars

    rules = plain["rules"]
    is_read = isinstance(rules, dict) and rules.get("format") == FORMAT
    return particulars(game).rules_from_plain(game, rules if is_read else {}, Fraction(plain["cost"]))


def recorded_strategy(game: Game) -> tuple[Any, ...] | None:
    """Return the strategy table that ships for this game, if there is one and the analyzer has the type of its rows."""
    plain = records(game.slug, STRATEGY).get(result_key(game, OPTIMAL))
    if plain is None:
        return None
    from houseway.analysis import analyzer

    row_type = getattr(analyzer(game), "StrategyRow", None)
    if row_type is None:
        return None
    kinds = [Fraction if field.type in (Fraction, "Fraction") else None for field in fields(row_type)]
    return tuple(
        row_type(*(kind(cell) if kind else cell for kind, cell in zip(kinds, row, strict=True)))
        for row in plain["table"]
    )


def file_name(slug: str, section: str) -> str:
    """Return the name of the file that holds a section of a game's records."""
    return slug if section == WHOLE else f"{slug}-{section}"


@cache
def records(slug: str, section: str) -> dict[str, Any]:
    """Return a section of a game's records, by key; nothing where none ship."""
    path = files("houseway.analysis").joinpath(FOLDER, f"{file_name(slug, section)}.json")
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return found


def strategy_to_plain(rules: RuleList | None, table: tuple[Any, ...]) -> dict[str, Any]:
    """Return a rule list, where there is one, and a strategy table as plain data."""
    rows = [[getattr(row, field.name) for field in fields(row)] for row in table]
    return {
        **({"rules": rules.to_plain(), "cost": str(rules.cost)} if rules is not None else {}),
        "table": [[str(cell) if isinstance(cell, Fraction) else cell for cell in row] for row in rows],
    }


def to_plain(analysis: Analysis) -> dict[str, Any]:
    """Return a result as complete plain data, except its subject, which goes into the key."""
    return {
        "net": {str(value): weight for value, weight in analysis.net.weights.items()},
        "bases": {base: str(amount) for base, amount in analysis.bases.items()},
        "wagers": [[wager.wager, str(wager.staked), str(wager.value)] for wager in analysis.wagers],
        "wager_tables": {table.wager: _plain_rows(table.rows) for table in analysis.wager_tables},
        "side_bets": {table.wager: _plain_rows(table.rows) for table in analysis.side_bets},
        "return_table": _plain_rows(analysis.return_table),
        "decisions": [[share.what, share.combinations, share.total] for share in analysis.decisions],
        "published": [
            {**asdict(check), "ours": str(check.ours), "unit": str(check.unit)} for check in analysis.published
        ],
        "notes": list(analysis.notes),
        "extra": dict(analysis.extra),
        "seconds": round(analysis.seconds, 2),
    }


def _plain_rows(rows: tuple[ReturnRow, ...]) -> list[list[object]]:
    return [[row.outcome, row.combinations, str(row.pays)] for row in rows]


def _rows(plain: list[list[Any]]) -> tuple[ReturnRow, ...]:
    return tuple(ReturnRow(what, count, Fraction(pays)) for what, count, pays in plain)


def _from_plain(plain: dict[str, Any], subject: Subject) -> Analysis:
    return Analysis(
        subject=subject,
        net=Distribution.of([(Fraction(value), weight) for value, weight in plain["net"].items()]),
        bases={base: Fraction(amount) for base, amount in plain["bases"].items()},
        wagers=tuple(WagerValue(name, Fraction(staked), Fraction(value)) for name, staked, value in plain["wagers"]),
        wager_tables=tuple(WagerTable(wager, _rows(rows)) for wager, rows in plain.get("wager_tables", {}).items()),
        side_bets=tuple(WagerTable(wager, _rows(rows)) for wager, rows in plain.get("side_bets", {}).items()),
        return_table=_rows(plain["return_table"]),
        decisions=tuple(Share(what, count, total) for what, count, total in plain["decisions"]),
        published=tuple(
            PublishedCheck(**{**check, "ours": Fraction(check["ours"]), "unit": Fraction(check["unit"])})
            for check in plain["published"]
        ),
        notes=tuple(plain["notes"]),
        extra=plain["extra"],
        seconds=plain["seconds"],
    )


PACKAGE = "houseway.analysis"
FOLDERS = ("shipped_counts", "recorded_results")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of the files whose names fit a pattern. In the command, SLUG is the game's name."""

    files: str
    command: str
    device: str


@cache
def origins() -> tuple[Origin, ...]:
    """Return all origins, those of single files first."""
    text = files(PACKAGE).joinpath("origins.toml").read_text("utf-8")
    return tuple(Origin(**entry) for entry in tomllib.loads(text)["made"])


def origin_of(name: str) -> Origin | None:
    """Return the origin of a file, given by its folder and name."""
    return next((each for each in origins() if fnmatchcase(name, each.files)), None)


def shipped_files() -> Iterator[str]:
    """Yield every file of counts and results in the package, by folder and name."""
    for folder in FOLDERS:
        yield from sorted(
            f"{folder}/{each.name}" for each in files(PACKAGE).joinpath(folder).iterdir() if each.is_file()
        )
