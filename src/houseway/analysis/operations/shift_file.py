"""A file of shifts: comma-separated, a heading, one shift per line. Every error names its line and its column.

Required columns: `table`, `win`, and `rounds` or `hours`. Optional columns: `game`, `paytable`, `decks`, `shift` (a
date or a name), `rounds_per_hour`, `seats`, `ante`, `bonus`, `skill`, `drop`. A missing column or an empty field takes
its value from `Usual`. Money is in dollars, and a loss of the house is below zero.
"""

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.actuals import CONFIDENCE, Actuals, Shift
from houseway.analysis.operations.clientele import exact_number
from houseway.analysis.operations.operation import MOST_ROUNDS, Operation, operate
from houseway.errors import BadSetting, HousewayError, suggestions
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game

COLUMNS = (
    "table",
    "shift",
    "game",
    "paytable",
    "decks",
    "rounds",
    "hours",
    "rounds_per_hour",
    "seats",
    "ante",
    "bonus",
    "skill",
    "drop",
    "win",
)
MOST_SHIFTS = 100_000
LARGEST_FILE = 32 * 1024 * 1024
MOST_CENTS = 10**15
FASTEST = 1000
"""The rounds per hour that convert a number of rounds to hours."""


@dataclass(frozen=True)
class Usual:
    """The default values of a line's fields. Money is in cents."""

    game: Game | None = None
    rounds_per_hour: Fraction | float | str = 40
    seats: int | None = None
    ante: int = 2500
    bonus: int | None = None
    skill: str = "optimal"


def read_shifts(
    file: str | Path, usual: Usual | None = None, *, confidence: float = CONFIDENCE, runner: Runner | None = None
) -> Actuals:
    """Return the shifts of a file with their expected results."""
    path = Path(file)
    try:
        content = path.read_bytes()
        if len(content) > LARGEST_FILE:
            raise BadSetting(f"{path} is too large: at most {LARGEST_FILE >> 20} MiB.")
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"Cannot read {path}: {getattr(error, 'strerror', None) or error}.") from None
    return shifts_of(text, str(path), usual or Usual(), confidence=confidence, runner=runner)


def shifts_of(
    text: str, source: str, usual: Usual, *, confidence: float = CONFIDENCE, runner: Runner | None = None
) -> Actuals:
    """Return the same from the text of a file."""
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise BadSetting(f"confidence: expected a number between 0 and 1; got {confidence!r}")
    reader = csv.reader(StringIO(text), skipinitialspace=True)
    try:
        heading = [name.strip().lower().replace(" ", "_") for name in next(reader, [])]
        _check_heading(heading, source)
        played = _Played(usual, runner)
        shifts: list[Shift] = []
        for fields in reader:
            if any(field.strip() for field in fields):
                shifts.append(_Line(source, reader.line_num, heading, fields).shift(played))
            if len(shifts) > MOST_SHIFTS:
                raise BadSetting(f"{source}: more than {MOST_SHIFTS:,} shifts")
    except csv.Error as error:
        raise BadSetting(f"{source}: line {reader.line_num}: not comma-separated: {error}") from None
    if not shifts:
        raise BadSetting(f"{source}: no shifts below the heading line.")
    return Actuals(tuple(shifts), confidence)


def _check_heading(heading: list[str], source: str) -> None:
    for name in heading:
        if name not in COLUMNS:
            raise BadSetting(f"{source}: line 1: unknown column {name!r}. {suggestions('column', name, COLUMNS)}")
        if heading.count(name) > 1:
            raise BadSetting(f"{source}: line 1: duplicate column {name!r}. Remove one.")
    for name in ("table", "win"):
        if name not in heading:
            raise BadSetting(f"{source}: line 1: a column {name!r} is needed; got {', '.join(heading) or 'nothing'}")
    if not {"rounds", "hours"} & set(heading):
        raise BadSetting(f"{source}: line 1: a column 'rounds' or 'hours' is needed; got {', '.join(heading)}")


GameName = tuple[str, str | None, str | None]
"""A game as a line names it, with its pay table and its decks. An empty name means the game of the whole file."""


class _Played:
    """A maker of operations that reuses those that many lines share."""

    def __init__(self, usual: Usual, runner: Runner | None) -> None:
        self.usual, self._runner = usual, runner
        self.operation = cache(self._operation)

    def _operation(
        self, name: GameName, rounds: int, seats: int | None, ante: int, bonus: int | None, skill: str
    ) -> Operation:
        return operate(
            self._game(name),
            tables=1,
            hours=Fraction(rounds, FASTEST),
            rounds_per_hour=FASTEST,
            seats=seats,
            ante=ante,
            bonus=bonus,
            skill=skill,
            with_exposure=False,
            runner=self._runner,
        )

    def _game(self, name: GameName) -> Game:
        slug, paytable, decks = name
        if not slug:
            assert self.usual.game is not None, "the line was checked"
            return self.usual.game
        table = make_game(slug, paytable=paytable)
        if decks is None:
            return table
        about_decks = table.sheet.reading_about("decks")
        if about_decks is None:
            raise BadSetting(f"{table.title} has one deck. Leave the decks out.")
        return make_game(slug, paytable=paytable, readings={about_decks: decks})


@dataclass(frozen=True)
class _Line:
    """One line of the file."""

    source: str
    number: int
    heading: list[str]
    fields: list[str]

    def shift(self, played: _Played) -> Shift:
        if len(self.fields) != len(self.heading):
            raise self._wrong("", f"expected {len(self.heading)} fields; got {len(self.fields)}")
        given = {name: field.strip() for name, field in zip(self.heading, self.fields, strict=True) if field.strip()}
        usual = played.usual
        for name in ("table", "win"):
            if name not in given:
                raise self._wrong(name, "it is empty")
        for name in ("ante", "bonus"):
            if (self._number(given, name, 0, _cents)) < 0:
                raise self._wrong(name, f"expected dollars, 0 or more; got {given[name]!r}")
        try:
            operation = played.operation(
                self._game(given, played),
                self._rounds(given, usual),
                self._number(given, "seats", usual.seats, _whole),
                self._number(given, "ante", usual.ante, _cents),
                self._number(given, "bonus", usual.bonus, _cents),
                given.get("skill", usual.skill),
            )
        except HousewayError as error:
            if str(error).startswith(self.source):
                raise
            raise self._wrong("", str(error)) from None
        win, drop = self._number(given, "win", 0, _cents), self._number(given, "drop", None, _cents)
        if drop is not None and drop < 0:
            raise self._wrong("drop", f"expected zero or more; got {given['drop']!r}")
        return Shift(self.number, given["table"], given.get("shift", ""), operation, win, drop)

    def _game(self, given: Mapping[str, str], played: _Played) -> GameName:
        if "game" in given:
            return given["game"], given.get("paytable"), given.get("decks")
        if played.usual.game is None:
            raise self._wrong("game", "it is empty, and no game was named for the whole file")
        for name in ("paytable", "decks"):
            if name in given:
                raise self._wrong(name, "it needs a game in the same line")
        return "", None, None

    def _rounds(self, given: Mapping[str, str], usual: Usual) -> int:
        if "rounds" in given:
            rounds: int | None = _whole(given["rounds"])
            if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
                expected = f"expected a whole number from 1 to {MOST_ROUNDS:,}"
                raise self._wrong("rounds", f"{expected}; got {given['rounds']!r}")
            return rounds
        if "hours" not in given:
            raise self._wrong("rounds", "it is empty, and so is hours")
        hours = self._number(given, "hours", None, exact_number)
        pace = exact_number(given.get("rounds_per_hour", usual.rounds_per_hour))
        if hours <= 0:
            raise self._wrong("hours", f"expected a number above 0; got {given['hours']!r}")
        if pace is None or pace <= 0:
            typed = given.get("rounds_per_hour", usual.rounds_per_hour)
            raise self._wrong("rounds_per_hour", f"expected a number above 0; got {typed!r}")
        if int(hours * pace) < 1:
            raise self._wrong("hours", f"{given['hours']} hours make no whole round; expected time for 1 or more")
        return int(hours * pace)

    def _number(self, given: Mapping[str, str], name: str, default: Any, read: Callable[[str], Any]) -> Any:
        if name not in given:
            return default
        number = read(given[name])
        if number is None:
            raise self._wrong(name, f"expected a number; got {given[name]!r}")
        return number

    def _wrong(self, column: str, why: str) -> BadSetting:
        where = f"column {column!r}: " if column else ""
        return BadSetting(f"{self.source}: line {self.number}: {where}{why}")


def _whole(text: str) -> int | None:
    number = exact_number(text.replace(",", ""))
    return int(number) if number is not None and number.denominator == 1 else None


def _cents(text: str) -> int | None:
    """Return cents from dollars as ledgers write them: `1,234.50`, `$20`, `-50`, and `(50)` for a loss.

    >>> [_cents(text) for text in ("1,234.50", "-$50", "(50)", "2.505")]
    [123450, -5000, -5000, None]
    """
    plain = text.replace(",", "").replace("$", "").strip()
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1]}"
    number = exact_number(plain)
    amount = None if number is None else 100 * number
    return int(amount) if amount is not None and amount.denominator == 1 and abs(amount) <= MOST_CENTS else None


def shift_names(shifts: Iterable[Shift]) -> str:
    """Return shifts by table and name, for a sentence."""
    return ", ".join(f"{shift.table} {shift.label}".strip() for shift in shifts)
