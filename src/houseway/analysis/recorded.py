"""Exact results that ship with the package, so that an approved table is answered at once.

Every record is what `analyze` computed, kept whole: integers and fractions as text. It is found again by a digest of
all that determines it: the game, its readings, the rows of its pay table, its deck, its clauses and the strategy.
`tools/record_results.py` writes the records; the tests compute them again, whole or in part.
"""

import json
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from houseway.analysis.distribution import Distribution
from houseway.analysis.result import Analysis, PublishedCheck, ReturnRow, Share, Subject, WagerValue
from houseway.games.engine.game import Game

FOLDER = "recorded_results"


def result_key(game: Game, strategy: str) -> str:
    """A digest of everything that determines a result."""
    pay_set = game.pay_set
    rows = (
        {form: [[row.label, str(row.pays)] for row in table.rows] for form, table in pay_set.tables.items()}
        if pay_set
        else {}
    )
    subject = Subject.of(game, strategy)
    determined_by = [game.slug, dict(game.readings), rows, game.deck.copies, subject.clauses, strategy, _settings(game)]
    return sha256(json.dumps(determined_by, sort_keys=True).encode()).hexdigest()[:24]


def _settings(game: Game) -> dict[str, str]:
    """The game's own table settings, such as an aggregate limit, in words."""
    shared = {"sheet", "readings", "pay_set", "limits", "deck", "house_way", "label"}
    return {name: repr(value) for name, value in vars(game).items() if name not in shared and not name.startswith("_")}


def recorded(game: Game, strategy: str) -> Analysis | None:
    """The result that ships for this game and strategy, if there is one."""
    plain = _records(game.slug).get(result_key(game, strategy))
    return None if plain is None else _from_plain(plain, Subject.of(game, strategy))


@cache
def _records(slug: str) -> dict[str, Any]:
    path = files("houseway.analysis").joinpath(FOLDER, f"{slug}.json")
    try:
        records: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return records


def to_plain(analysis: Analysis) -> dict[str, Any]:
    """A result as plain data that loses nothing; its subject goes into the key."""
    return {
        "label": f"{analysis.subject.title}, pay table {analysis.subject.paytable}, {analysis.subject.strategy}",
        "net": {str(value): weight for value, weight in analysis.net.weights.items()},
        "bases": {base: str(amount) for base, amount in analysis.bases.items()},
        "wagers": [[wager.wager, str(wager.staked), str(wager.value)] for wager in analysis.wagers],
        "return_table": [[row.outcome, row.combinations, str(row.pays)] for row in analysis.return_table],
        "decisions": [[share.what, share.combinations, share.total] for share in analysis.decisions],
        "published": [
            {**asdict(check), "ours": str(check.ours), "unit": str(check.unit)} for check in analysis.published
        ],
        "notes": list(analysis.notes),
        "extra": dict(analysis.extra),
        "seconds": round(analysis.seconds, 2),
    }


def _from_plain(plain: dict[str, Any], subject: Subject) -> Analysis:
    return Analysis(
        subject=subject,
        net=Distribution.of([(Fraction(value), weight) for value, weight in plain["net"].items()]),
        bases={base: Fraction(amount) for base, amount in plain["bases"].items()},
        wagers=tuple(WagerValue(name, Fraction(staked), Fraction(value)) for name, staked, value in plain["wagers"]),
        return_table=tuple(ReturnRow(what, count, Fraction(pays)) for what, count, pays in plain["return_table"]),
        decisions=tuple(Share(what, count, total) for what, count, total in plain["decisions"]),
        published=tuple(
            PublishedCheck(**{**check, "ours": Fraction(check["ours"]), "unit": Fraction(check["unit"])})
            for check in plain["published"]
        ),
        notes=tuple(plain["notes"]),
        extra=plain["extra"],
        seconds=plain["seconds"],
    )
