"""The concordance of each approval letter: for each numbered item, the rule of ours that carries it.

The files are in `houseway/games/letters`, in our words. `make lint` calls `faults`. Every item of every letter must be
listed once, and be carried by something that exists or have a reason why not. Every clause, reading and line of a house
way must be carried by an item, or be marked as ours.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from houseway.errors import unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Sheet, read_sheet_data, sheet
from houseway.games.listed_titles import titles

_FOLDER = files("houseway.games").joinpath("letters")
LETTERS = tuple(sorted(entry.name.removesuffix(".toml") for entry in _FOLDER.iterdir()))
COMMERCIAL, TRIBAL = "commercial", "tribal"


class Status(StrEnum):
    """The status of a title in an approval letter. Every page, command and report takes its text from here.

    >>> Status.LISTED.words
    'listed: an approval letter names the title; its rules are restated from public sources'
    """

    APPROVED = "approved"
    LISTED = "listed"
    DRAFT = "draft"
    NOT_CONFIRMED = "not confirmed"

    @property
    def words(self) -> str:
        """Return the status with its meaning."""
        return f"{self.value}: {_MEANINGS[self]}"


_MEANINGS = {
    Status.APPROVED: "its rules are enclosed with an approval letter",
    Status.LISTED: "an approval letter names the title; its rules are restated from public sources",
    Status.DRAFT: "no approval letter names it",
    Status.NOT_CONFIRMED: "no approval letter is confirmed to enclose or name this game",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a letter: its number there, its content, and the rule that carries it (`by`), or `why` none does.

    `who` is set if only commercial card rooms, or only tribal casinos, are meant.
    """

    number: str
    says: str
    by: tuple[str, ...] = ()
    why: str = ""
    who: str = ""

    @property
    def carried(self) -> str:
        """Return the rule that carries the item, or why none does, in one text."""
        return ", ".join(self.by) or self.why

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {"item": self.number, "says": self.says, "by": list(self.by), "why": self.why, "who": self.who}


@dataclass(frozen=True, slots=True)
class Part:
    """The letter itself, which concerns all its games, or the enclosed rules of some. `numbers` lists its items."""

    title: str
    games: tuple[str, ...]
    numbers: tuple[str, ...]
    items: tuple[Item, ...]

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {"part": self.title, "items": [item.to_dict() for item in self.items]}


@dataclass(frozen=True, slots=True)
class Concordance:
    """A letter with all its parts. `own` names clauses and readings without an item, with their source."""

    title: str
    games: tuple[str, ...]
    parts: tuple[Part, ...]
    own: Mapping[str, str]

    def about(self, slug: str) -> tuple[Part, ...]:
        """Return the parts that concern a game."""
        return tuple(part for part in self.parts if slug in (part.games or self.games))

    def to_dict(self, slug: str) -> dict[str, object]:
        """Return the parts about a game, in a plain form for JSON."""
        return {"own": dict(self.own), "parts": [part.to_dict() for part in self.about(slug)]}


@cache
def concordance(name: str) -> Concordance:
    """Return the concordance of one letter by the name of its file."""
    if name not in LETTERS:
        raise unknown("letter", name, LETTERS)
    plain = tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))
    parts = tuple(
        Part(
            part["title"],
            tuple(part["games"]),
            tuple(part["numbers"]),
            tuple(Item(**{**item, "by": tuple(item.get("by", ()))}) for item in part["items"]),
        )
        for part in plain["parts"]
    )
    return Concordance(plain["title"], tuple(plain["games"]), parts, MappingProxyType(plain["own"]))


def concordance_of(slug: str) -> Concordance:
    """Return the concordance of the letter that approved a game.

    >>> [part.title for part in concordance_of("fast-action-holdem-multi").about("fast-action-holdem-multi")]
    ['The letter', 'Rules of Play, multi deck version']
    """
    found = [letter for letter in map(concordance, LETTERS) if slug in letter.games]
    if not found:
        raise unknown("game with a letter", slug, [game for name in LETTERS for game in concordance(name).games])
    return found[0]


def has_letter(slug: str) -> bool:
    """Return whether the letter of a game is here item by item. A user's added game may not have one yet."""
    return any(slug in concordance(name).games for name in LETTERS)


def status_of(facts: Sheet) -> Status:
    """Return the status of a sheet's title in an approval letter.

    >>> status_of(sheet("pick-2-poker")), status_of(sheet("let-it-ride"))
    (<Status.APPROVED: 'approved'>, <Status.LISTED: 'listed'>)
    """
    if facts.letter.draft:
        return Status.DRAFT
    if facts.letter.listed is not None:
        return Status.LISTED if facts.letter.confirmed else Status.NOT_CONFIRMED
    return Status.APPROVED if has_letter(facts.slug) else Status.NOT_CONFIRMED


def faults() -> Iterator[str]:
    """Return the mistakes in the concordances, none if they are complete."""
    for name in LETTERS:
        letter = concordance(name)
        for part in letter.parts:
            yield from _numbering(f"{name}: {part.title}", part)
            for item in part.items:
                yield from _carriers(f"{name}: {part.title} {item.number}", item, part.games or letter.games)
        yield from _carried_by_nothing(name, letter)
    for slug in GAMES:
        if not has_letter(slug) and not sheet(slug).letter.draft:
            yield from _listing(slug)


def _listing(slug: str) -> Iterator[str]:
    """Yield the mistakes of a game without enclosed rules: a letter must list its title, and sources support it."""
    facts = sheet(slug)
    number = facts.letter.listed
    if number is None:
        yield f"{slug}: no letter has it"
    elif number not in range(1, len(titles()) + 1) or titles()[number - 1].game != slug:
        yield f"{slug}: title {number} of the letter is another game's, or does not exist"
    for clause in facts.clauses:
        if clause not in facts.clause_sources:
            yield f"{slug}: no word on the source of {clause}"
    named = [*facts.clause_sources.values(), *facts.choice_sources.values()]
    yield from (f"{slug}: unknown source {key}" for keys in named for key in keys if key not in facts.sources)


def _numbering(where: str, part: Part) -> Iterator[str]:
    numbers = [item.number for item in part.items]
    for number, times in Counter(numbers).items():
        if times > 1:
            yield f"{where}: item {number} stands {times} times"
    if missing := [number for number in part.numbers if number not in numbers]:
        yield f"{where}: no entry for item {', '.join(missing)}"
    if strange := [number for number in numbers if number not in part.numbers]:
        yield f"{where}: the letter has no item {', '.join(strange)}"
    if len(set(part.numbers)) != len(part.numbers):
        yield f"{where}: a number stands twice in the list of items"


def _carriers(where: str, item: Item, games: tuple[str, ...]) -> Iterator[str]:
    if bool(item.by) == bool(item.why):
        yield f"{where}: expected either by or why"
    if item.who not in ("", COMMERCIAL, TRIBAL):
        yield f"{where}: unknown who {item.who!r}"
    known = {name for slug in games for name in carriers(slug)}
    yield from (f"{where}: {name} does not exist" for name in item.by if name not in known)


@cache
def carriers(slug: str) -> frozenset[str]:
    """Return everything of a game that can carry an item of its letter, by the names that the concordance uses."""
    facts, plain, table = sheet(slug), read_sheet_data(slug), game_class(slug)
    settings = {field.name for field in fields(table)} - {field.name for field in fields(Game)}
    return frozenset(
        (
            "letter",
            "titles",
            *facts.clauses,
            *facts.readings,
            *read_sheet_data("washington")["clauses"],
            *(f"pay table {name}" for name in facts.pay_sets),
            *(f"published {figure.paytable}" for figure in facts.published if figure.source == "letter"),
            *(f"setting {name}" for name in settings),
            *(f"house way {line['line']}" for line in plain.get("house_way", {}).get("lines", ())),
        )
    )


def _carried_by_nothing(name: str, letter: Concordance) -> Iterator[str]:
    """Yield the rules without an item of the letter, and those marked as ours although they carry an item."""
    free: set[str] = set()
    for slug in letter.games:
        used = {carrier for part in letter.about(slug) for item in part.items for carrier in item.by}
        needed = {carrier for carrier in carriers(slug) if not carrier.startswith(("GEN-", "titles", "setting "))}
        free |= needed - used
        for carrier in sorted(needed - used - set(letter.own)):
            yield f"{name}: {carrier} of {slug} carries no item and is not marked as our own"
    for carrier in sorted(set(letter.own) - free):
        yield f"{name}: {carrier} is marked as our own and yet carries an item, or does not exist"
