"""A game's rule sheet as data: letter, clauses, readings, pay tables, published figures.

The sheets are TOML files in `houseway/games/sheets`. The code that carries the clauses out cites them by id.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from houseway.errors import BadSheet, unknown
from houseway.games.engine.meter import ProgressiveTable, read_progressives
from houseway.games.engine.paytable import SOURCES, PaySets, TableForm, read_forms, read_pay_sets
from houseway.ranking.system import ranking_system

LETTER = "letter"
REQUIRED = ("slug", "title", "kind", "summary", "letter", "clauses")
REQUIRED_OF_LETTER = ("date", "addressee")
"""The keys that every sheet has."""
"""The source of a figure in the letter itself."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The approval behind a sheet. It encloses the rules, or only lists the game, with `listed` as its number there.

    The list may have the same game under further numbers, `also_listed`. A `draft` is a designer's work that no letter
    has yet, and `addressee` is its author.
    """

    day: date
    addressee: str
    submission: str = ""
    listed: int | None = None
    draft: bool = False
    also_listed: tuple[int, ...] = ()
    confirmed: bool = True
    """Whether the listed title is known to be this game. Its name alone proves nothing."""

    @property
    def source(self) -> str:
        """Return the source of the rules: a letter that encloses them, our sheet of public sources, or a draft."""
        return "draft" if self.draft else "letter" if self.listed is None else "rule sheet"

    @property
    def numbers(self) -> str:
        """Return the numbers of the title in the letter's list."""
        return " and ".join(map(str, (self.listed, *self.also_listed)))

    @property
    def _date(self) -> str:
        return f"{self.day:%B} {self.day.day}, {self.day.year}"

    def __str__(self) -> str:
        if self.draft:
            return f"draft of {self._date} by {self.addressee}: no letter approves it"
        submission = f", submission {self.submission}" if self.submission else ""
        letter = f"approval letter of {self._date}{submission}, to {self.addressee}"
        if self.listed is None:
            return letter
        titles = "titles" if self.also_listed else "title"
        doubt = "" if self.confirmed else " (not confirmed to be this game)"
        return f"listed as {titles} {self.numbers} in the {letter}{doubt}; rules restated from public sources"


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the letter leaves open, with the possible answers and the effect of each.

    `clauses` are those that it interprets. A reading `about` seats does not affect a single player's bets. One about
    decks gives their number, and one about ties gives which of two equally good choices is made. `ranks` gives for a
    choice the ranking systems that replace others. Readings are applied in the order of the sheet, each to the result
    of those before it.
    """

    id: str
    question: str
    default: str
    choices: Mapping[str, str]
    clauses: tuple[str, ...] = ()
    about: str = "play"
    ranks: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    def check(self, choice: object) -> str:
        """Return the choice, or raise a typed error that lists the valid ones."""
        if str(choice) not in self.choices:
            raise unknown("choice", choice, self.choices, where=f"for {self.id}")
        return str(choice)

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {
            "question": self.question,
            "clauses": list(self.clauses),
            "default": self.default,
            "choices": dict(self.choices),
        }


@dataclass(frozen=True, slots=True)
class Published:
    """A figure from the letter or a public source, to be reproduced or contradicted.

    `source` names one of the sheet's sources. If our figure differs, `differs` gives the reason, or the attempts to
    find it. A figure that depends on `readings` is compared only with a game that has these.
    """

    what: str
    value: str
    source: str
    paytable: str = ""
    differs: str = ""
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)


NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Source:
    """The place of a published figure, so that a reader can find it. Unknown details are marked as unknown."""

    author: str
    title: str
    date: str
    address: str

    def __str__(self) -> str:
        date = "date not stated" if self.date == NOT_STATED else self.date
        return f"{self.author}: {self.title}, {date}; {self.address}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a game's rule sheet, without the procedure, which is code.

    `deck_clauses` give the cards that are used. `setting_clauses` name the clauses behind each setting of a table.
    `edition` is raised when a change of the rules, not of their words, changes the value of a round. Results are found
    by it. If the rules are restated from public sources, `clause_sources` and `choice_sources` name the sources of each
    clause and each pay table (none: nothing was found). `not_found` lists the points that no source gives. `motto` is
    the line on the felt. `progressives` are tables with a meter, which a table can name as its prizes.
    """

    slug: str
    title: str
    kind: str
    summary: str
    letter: Letter
    clauses: Mapping[str, str]
    readings: Mapping[str, Reading]
    table_forms: Mapping[str, TableForm]
    pay_sets: PaySets
    published: tuple[Published, ...]
    deck_clauses: tuple[str, ...]
    setting_clauses: Mapping[str, tuple[str, ...]]
    sources: Mapping[str, Source]
    edition: int = 1
    clause_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choice_sources: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    not_found: tuple[str, ...] = ()
    motto: str = ""
    progressives: Mapping[str, ProgressiveTable] = field(default_factory=dict)

    def reading_about(self, subject: str) -> str | None:
        """Return the reading about a subject, None if the letter leaves nothing open there."""
        return next((reading.id for reading in self.readings.values() if reading.about == subject), None)

    def check_readings(self, chosen: Mapping[str, object]) -> Mapping[str, str]:
        """Return every reading with its choice, defaults filled in."""
        for reading_id in chosen:
            if reading_id not in self.readings:
                raise unknown("reading", reading_id, self.readings)
        return MappingProxyType(
            {reading.id: reading.check(chosen.get(reading.id, reading.default)) for reading in self.readings.values()}
        )


def read_sheet_data(name: str) -> dict[str, Any]:
    """Return the raw data of one sheet of the package.

    A sheet that `extends` another, such as the same game with more decks, contains only the differences. Its readings
    are added to the other's, and anything else replaces the other's. Inherited readings are about its clauses, by the
    numbers in `renumbered`.
    """
    path = files("houseway.games").joinpath("sheets", f"{name}.toml")
    plain = _toml(path.read_text("utf-8"), str(path))
    if "extends" not in plain:
        return plain
    base, numbers = read_sheet_data(plain.pop("extends")), plain.pop("renumbered", {})
    taken_over = {
        reading_id: {**entry, "clauses": [numbers.get(clause, clause) for clause in entry.get("clauses", ())]}
        for reading_id, entry in base["readings"].items()
    }
    return {**base, **plain, "readings": {**taken_over, **plain.get("readings", {})}}


@cache
def sheet(name: str) -> Sheet:
    """Return a game's sheet, read from the package."""
    return sheet_from(read_sheet_data(name), f"{name}.toml")


def read_sheet(path: Path) -> Sheet:
    """Return the sheet of a game from outside the package."""
    return sheet_from(_toml(path.read_text("utf-8"), str(path)), path.name)


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadSheet(f"{source}: not TOML: {problem}") from None


def sheet_from(plain: Mapping[str, Any], source: str) -> Sheet:
    """Return a sheet from its raw data. `source` names them in messages."""
    for entries, where in ((plain, ""), (plain.get("letter", {}), " of [letter]")):
        missing = [name for name in (REQUIRED_OF_LETTER if where else REQUIRED) if name not in entries]
        if missing:
            raise BadSheet(f"{source}: no {', '.join(missing)}{where}: every sheet says it")
    readings = {reading_id: _reading(reading_id, entry) for reading_id, entry in plain.get("readings", {}).items()}
    forms = read_forms(plain.get("tables", {}))
    for reading in readings.values():
        _check_ranks(reading, {form.system for form in forms.values()}, source)
    return Sheet(
        slug=plain["slug"],
        title=plain["title"],
        kind=plain["kind"],
        summary=plain["summary"],
        letter=_letter(plain["letter"]),
        clauses=MappingProxyType(plain["clauses"]),
        readings=MappingProxyType(readings),
        table_forms=MappingProxyType(forms),
        pay_sets=read_pay_sets(plain, forms, source),
        published=tuple(Published(**figure) for figure in plain.get("published", [])),
        deck_clauses=tuple(plain.get("deck_clauses", ())),
        setting_clauses=MappingProxyType({name: tuple(ids) for name, ids in plain.get("setting_clauses", {}).items()}),
        sources=MappingProxyType({key: Source(**entry) for key, entry in _sources(plain).items()}),
        edition=plain.get("edition", 1),
        clause_sources=MappingProxyType({key: tuple(keys) for key, keys in plain.get("clause_sources", {}).items()}),
        choice_sources=MappingProxyType(
            {
                (form, str(name)): tuple(rows.get(SOURCES, ()))
                for form, tables in plain.get("choices", {}).items()
                for name, rows in tables.items()
            }
        ),
        not_found=tuple(plain.get("not_found", ())),
        motto=plain.get("motto", ""),
        progressives=read_progressives(plain.get("progressive", {}), source),
    )


def _letter(entry: Mapping[str, Any]) -> Letter:
    return Letter(
        day=entry["date"],
        addressee=entry["addressee"],
        submission=entry.get("submission", ""),
        listed=entry.get("listed"),
        draft=entry.get("draft", False),
        also_listed=tuple(entry.get("also_listed", ())),
        confirmed=entry.get("confirmed", True),
    )


def _sources(plain: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the sheet's sources of published figures, the letter first, if it has any such figure."""
    if not plain.get("published") and not plain.get("sources"):
        return {}
    letter = plain["letter"]
    if "listed" in letter or letter.get("draft"):
        return dict(plain.get("sources", {}))
    submission = f", submission {letter['submission']}" if "submission" in letter else ""
    own = {
        "author": "Washington State Gambling Commission",
        "title": f"letter to {letter['addressee']}{submission}, enclosed pay tables",
        "date": f"{letter['date']:%-d %B %Y}",
        "address": "held by the commission (wsgc.wa.gov); set beside our rules item by item in this package",
    }
    return {LETTER: own, **plain.get("sources", {})}


def _reading(reading_id: str, entry: Mapping[str, Any]) -> Reading:
    plain = {**entry, "choices": MappingProxyType(entry["choices"]), "clauses": tuple(entry.get("clauses", ()))}
    return Reading(reading_id, **plain)


def _check_ranks(reading: Reading, paid: Collection[str], source: str) -> None:
    """Check that replacement rankings rank the same number of cards and, if tables pay by them, the same hands."""
    for choice, systems in reading.ranks.items():
        reading.check(choice)
        for named, instead in systems.items():
            before, after = ranking_system(named), ranking_system(instead)
            if before.sizes != after.sizes or (named in paid and set(before.order) != set(after.order)):
                expected = f"expected a ranking with the kinds of hand of {named}, of as many cards"
                raise BadSheet(f"{source}: {reading.id}={choice} ranks by {instead}; {expected}")
