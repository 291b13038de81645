"""Pay tables as data: built in, or a user's TOML file, checked on load.

A *pay set* is one posted pay table. It has a table for each wager or part that pays by the hand, such as the Bonus and
the Envy amounts. A *form* defines the possible contents of a table. It gives the ranking system of the rows, and
whether a row is odds to one or a fixed sum.

A sheet has whole pay sets by name, or one choice for each of several independent tables. Then a pay set is named by the
choices that are not the first of theirs, as in `pair-plus=40-30-5-4-1, ante-bonus=2`. With the first of every table it
is called `standard`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from houseway.cards.card import ACE, RANK_PLURALS, RANKS
from houseway.errors import BadPayTable, UnknownName, suggestions, unknown
from houseway.games.engine.money import dollars
from houseway.games.engine.tomlfile import Place, read_toml
from houseway.ranking import ranking
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength
from houseway.ranking.system import ranking_system

PUSH = "push"
_RANKED_ROW = re.compile(r"(?:pair of|(.+),) (?:(\w+) or better|(?<!of )(aces))")
_ODDS = re.compile(r"(\d{1,9})(?:\s*(?:/|:|to)\s*(\d{1,9}))?")


@dataclass(frozen=True, slots=True)
class TableForm:
    """The possible contents of one table of a game. `kind` is odds (to one; push returns the stake) or fixed (cents).

    `also_named` gives rows a second name, such as natural royal flush. `paid_as` gives the category that pays a hand
    whose category has no row. For example, a wild royal flush is paid as a straight flush. `clauses` are those that pay
    by the table.
    """

    name: str
    title: str
    system: str
    kind: str = "odds"
    also_named: Mapping[str, str] = field(default_factory=dict, hash=False)
    paid_as: Mapping[str, str] = field(default_factory=dict, hash=False)
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PayRow:
    """One row: hands of a category and their payout.

    `least_rank` is the lowest rank that the row covers, of a pair or of the system's highest category. `others` are
    lower categories that it covers too.
    """

    label: str
    category: Category
    pays: Fraction
    least_rank: int | None = None
    others: tuple[Category, ...] = ()

    def covers(self, category: Category, tiebreak: Strength) -> bool:
        """Return whether a hand belongs to the row."""
        if category in self.others:
            return True
        if category is not self.category:
            return False
        return self.least_rank is None or tiebreak[0] >= self.least_rank

    @property
    def pays_text(self) -> str:
        """Return the odds as a table shows them."""
        return PUSH if not self.pays else str(self.pays)


@dataclass(frozen=True)
class PayTable:
    """A table of rows from the best hand down. A hand in no row loses."""

    form: TableForm
    rows: tuple[PayRow, ...]
    _by_strength: dict[Strength, Fraction | None] = field(default_factory=dict, compare=False, repr=False)
    _by_value: dict[tuple[int, str], PayRow | None] = field(default_factory=dict, compare=False, repr=False)

    def pays(self, strength: Strength) -> Fraction | None:
        """Return the payout of a hand of this strength in the form's ranking system.

        It is odds or cents, None if the hand loses.
        """
        try:
            return self._by_strength[strength]
        except KeyError:
            category = ranking_system(self.form.system).order[strength[0]]
            row = self.row_of(category, strength[1:])
            return self._by_strength.setdefault(strength, row.pays if row else None)

    def pays_value(self, value: int, system: str = "") -> Fraction | None:
        """Return the payout for a value of the form's ranking. This is the quick way for game engines.

        Another system may be named if it has the same hands in another order.
        """
        row = self.row_of_value(value, system)
        return row.pays if row else None

    def row_of_value(self, value: int, system: str = "") -> PayRow | None:
        """Return the row that pays a hand of this value, None if it loses."""
        try:
            return self._by_value[value, system]
        except KeyError:
            ranked = ranking(system or self.form.system)
            row = self.row_of(ranked.category_of(value), ranked.strength_of(value)[1:])
            return self._by_value.setdefault((value, system), row)

    def row_of(self, category: Category, tiebreak: Strength = ()) -> PayRow | None:
        """Return the row that pays a hand: by its category, or by the one it is paid as. None means that it loses."""
        row = next((row for row in self.rows if row.covers(category, tiebreak)), None)
        if row is None and category in self.form.paid_as:
            return self.row_of(Category(self.form.paid_as[category]), tiebreak)
        return row

    def ranked_by(self, system: str) -> "PayTable":
        """Return the same rows for hands ranked by another system that has the same kinds of hand."""
        return self if system == self.form.system else PayTable(replace(self.form, system=system), self.rows)

    @property
    def highest(self) -> Fraction:
        """Return the highest odds or sum."""
        return max((row.pays for row in self.rows), default=Fraction(0))


@dataclass(frozen=True)
class PaySet:
    """A posted pay table with all its parts, by the names of the game's forms.

    With `equal_bets` the table is offered only to a seat whose opening wagers are all made and all equal.
    """

    name: str
    tables: Mapping[str, PayTable]
    warnings: tuple[str, ...] = ()
    equal_bets: bool = False

    def __getitem__(self, form: str) -> PayTable:
        return self.tables[form]


def read_forms(plain: Mapping[str, Any]) -> dict[str, TableForm]:
    """Return the forms of a sheet."""
    return {
        name: TableForm(name, **{**entry, "clauses": tuple(entry.get("clauses", ()))}) for name, entry in plain.items()
    }


def read_pay_set(name: str, plain: object, forms: Mapping[str, TableForm], *, source: str | Place) -> PaySet:
    """Check raw rows against the forms of a game and make a pay set of them."""
    source = Place.of(source)
    if not isinstance(plain, Mapping):
        raise BadPayTable(f"{source}: expected tables {_listed(forms)}; got {type(plain).__name__}.")
    parts = dict(plain)
    monotone, equal_bets = _read_flag(parts, "monotone", True, source), _read_flag(parts, "equal_bets", False, source)
    confirmed = _read_flag(parts, "confirm_gaps", False, source)
    for part in parts:
        if part not in forms:
            raise BadPayTable(f"{source.at(part)}: unknown table {part!r}. {suggestions('table', part, forms)}")
    missing = [form for form in forms if form not in parts]
    if missing:
        raise BadPayTable(f"{source}: table {_listed(missing)} is missing. Add it.")
    tables = {form.name: _read_table(parts[form.name], form, source, monotone) for form in forms.values()}
    for table in tables.values() if not confirmed else ():
        _check_gaps(table, source)
    return PaySet(name, MappingProxyType(tables), table_warnings(tables.values()), equal_bets)


def read_table(plain: Mapping[str, Any], form: TableForm, source: str) -> PayTable:
    """Check the raw rows of one table, as `read_pay_set` does for all tables of a set."""
    table = _read_table(plain, form, Place.of(source), monotone=True)
    _check_gaps(table, Place.of(source))
    return table


def table_warnings(tables: Iterable[PayTable]) -> tuple[str, ...]:
    """Return warnings about points that a reader might miss: kinds of hand without a row."""
    return tuple(warning for table in tables for warning in _gaps(table))


def _check_gaps(table: PayTable, place: Place) -> None:
    if gaps := losing_gaps(table):
        missing_rows = _listed(str(category) for category in gaps)
        raise BadPayTable(
            f"{place}: table {table.form.name} has no row for {missing_rows}. These hands would lose although rows "
            "above and below pay. Add the rows, or write confirm_gaps = true."
        )


def _read_flag(parts: dict[str, Any], key: str, default: bool, place: Place) -> bool:
    """Remove a true or false setting from the parts of a pay set and return it."""
    flag = parts.pop(key, default)
    if not isinstance(flag, bool):
        raise BadPayTable(f"{place.at(key)}: {key} must be true or false; got {flag!r}.")
    return flag


def load_pay_set(path: Path, game: str, built_in: Mapping[str, PaySet], forms: Mapping[str, TableForm]) -> PaySet:
    """Read a user's pay table file.

    The file may name its `game`, and a built-in pay table as `base`, from which it takes missing tables.
    """
    plain, place = read_toml(path, "pay table", BadPayTable)
    return pay_set_from(plain, game, built_in, forms, source=place, default_name=path.stem)


def pay_set_from(
    plain: Mapping[str, Any],
    game: str,
    built_in: Mapping[str, PaySet],
    forms: Mapping[str, TableForm],
    *,
    source: str | Place,
    default_name: str,
) -> PaySet:
    """Return a pay set from a user's data, with its optional heading: game, name, base."""
    parts, place = dict(plain), Place.of(source)
    meant_for, name, base = parts.pop("game", game), parts.pop("name", default_name), parts.pop("base", None)
    if meant_for != game:
        raise BadPayTable(f"{place.at('game')}: this file is for {meant_for!r}, not for {game!r}.")
    if not isinstance(name, str):
        raise BadPayTable(f"{place.at('name')}: name must be text; got {name!r}.")
    return read_pay_set(name, {**_base_rows(base, built_in, place), **parts}, forms, source=place)


def _base_rows(base: object, built_in: Mapping[str, PaySet], place: Place) -> dict[str, Any]:
    if base is None:
        return {}
    if not isinstance(base, str) or base not in built_in:
        where = place.at("base")
        raise BadPayTable(f"{where}: unknown base pay table {base!r}. {suggestions('pay table', base, built_in)}")
    rows = {
        form: {row.label: row.pays_text if table.form.kind == "odds" else int(row.pays) for row in table.rows}
        for form, table in built_in[base].tables.items()
    }
    return {"equal_bets": built_in[base].equal_bets, **rows}


def _read_table(plain: object, form: TableForm, place: Place, monotone: bool) -> PayTable:
    where = place.at(form.name, f"table {form.name}")
    if not isinstance(plain, Mapping):
        raise BadPayTable(f"{where}: expected rows such as 'flush' = 3; got {type(plain).__name__}.")
    rows = [_read_row(label, pays, form, where) for label, pays in plain.items()]
    order = ranking_system(form.system).order
    rows.sort(key=lambda row: (order.index(row.category), row.least_rank or 0), reverse=True)
    _check_rows(rows, where, monotone)
    return PayTable(form, tuple(rows))


def _read_row(label: object, pays: object, form: TableForm, table: Place) -> PayRow:
    where = table.at(str(label))
    categories = ranking_system(form.system).order
    text = str(label).strip()
    match = _RANKED_ROW.fullmatch(text)
    if match and match[1] in (None, categories[-1]):
        ranked, least = Category(match[1] or Category.PAIR), _least_rank(match[2] or match[3], where)
        name = _ranked_name(ranked, least, categories)
        return PayRow(name, ranked, _read_pays(pays, form, f"{where}, row {text!r}"), least)
    if covered := _range_of(text, categories):
        return PayRow(text, covered[0], _read_pays(pays, form, f"{where}, row {text!r}"), others=covered[1:])
    category = form.also_named.get(text, text)
    if category not in categories:
        expected = [*reversed(categories), *form.also_named, "pair of sixes or better"]
        raise BadPayTable(f"{where}: unknown row {text!r}. {suggestions('row', text, expected)}")
    return PayRow(text, Category(category), _read_pays(pays, form, f"{where}, row {text!r}"))


def _ranked_name(category: Category, least: int, categories: Sequence[Category]) -> str:
    """Return the name of a row of hands from a rank on. Nothing is better than aces of the highest category."""
    lead = "pair of" if category is Category.PAIR else f"{category},"
    best = category is categories[-1] and least == ACE
    return f"{lead} {RANK_PLURALS[least]}{'' if best else ' or better'}"


def _range_of(text: str, categories: Sequence[Category]) -> tuple[Category, ...]:
    """Return the categories of a row such as `1 point to 5 points`, best first; empty if it does not name a range."""
    best, _, last = text.partition(" to ")
    if best not in categories or last not in categories:
        return ()
    high, low = categories.index(Category(best)), categories.index(Category(last))
    return tuple(categories[place] for place in range(high, low - 1, -1))


def _least_rank(word: str, where: Place) -> int:
    if word in RANK_PLURALS:
        return RANK_PLURALS.index(word)
    letter = "T" if word == "10s" else word.removesuffix("s").upper()
    if len(letter) == 1 and letter in RANKS and word.endswith("s"):
        return RANKS.index(letter)
    raise BadPayTable(f"{where}: unknown rank {word!r} in a row. Write sixes or 6s, jacks or Js, and so on.")


def _read_pays(pays: object, form: TableForm, where: str) -> Fraction:
    if isinstance(pays, int) and not isinstance(pays, bool) and 0 <= pays <= 10**9:
        return Fraction(pays)
    if form.kind == "odds" and isinstance(pays, str):
        if pays.strip() == PUSH:
            return Fraction(0)
        if (match := _ODDS.fullmatch(pays.strip())) and int(match[2] or 1):
            return Fraction(int(match[1]), int(match[2] or 1))
    wanted = "whole odds such as 3, a text such as '3:2', or 'push'" if form.kind == "odds" else "whole cents"
    raise BadPayTable(f"{where}: expected {wanted}; got {pays!r}.")


def _check_rows(rows: Sequence[PayRow], table: Place, monotone: bool) -> None:
    keys = [(each, row.least_rank or 0) for row in rows for each in (row.category, *row.others)]
    if len(set(keys)) != len(keys):
        twice = str(next(key for key in keys if keys.count(key) > 1)[0])
        raise BadPayTable(f"{table}: duplicate row {twice!r}. Remove one of them.")
    if not monotone:
        return
    for better, worse in pairwise(rows):
        if worse.pays > better.pays:
            raise BadPayTable(
                f"{table.at(worse.label)}: {worse.label} pays {worse.pays_text}, more than {better.label} "
                f"({better.pays_text}). Change one of them, or write monotone = false."
            )


def _gaps(table: PayTable) -> list[str]:
    """Return categories without a row although a worse one has one. They pay nothing, or as another category."""
    if table.form.kind != "odds":
        return []
    if not table.rows:
        return [f"table {table.form.name}: no hand pays"]
    order = ranking_system(table.form.system).order
    present = {category for row in table.rows for category in (row.category, *row.others)}
    lowest = min(order.index(category) for category in present)
    return [_gap(table, category) for category in order[lowest:] if category not in present]


def losing_gaps(table: PayTable) -> list[Category]:
    """Return categories that lose although a better and a worse one have rows: a mistake, unless it is confirmed."""
    order = ranking_system(table.form.system).order
    present = [order.index(category) for row in table.rows for category in (row.category, *row.others)]
    if table.form.kind != "odds" or not present:
        return []
    between = order[min(present) : max(present)]
    return [category for category in reversed(between) if table.row_of(category, (len(RANKS),)) is None]


def _gap(table: PayTable, category: Category) -> str:
    row = table.row_of(category)
    if row is None:
        return f"table {table.form.name}: {category} pays nothing although a worse hand does"
    return f"table {table.form.name}: {category} has no row and is paid as {row.label}"


def _listed(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names)


STANDARD = "standard"
SOURCES = "sources"

Choices = Mapping[str, Mapping[str, PayTable]]
"""For each form the available tables by name, the default first."""


class PaySets(Mapping[str, PaySet]):
    """The built-in pay sets. Iteration gives the named ones, and any text that composes a set also finds it."""

    def __init__(self, named: Mapping[str, PaySet], choices: Choices | None = None) -> None:
        self.choices: Choices = MappingProxyType(dict(choices or {}))
        usual = {STANDARD: self._composed({})} if self.choices else {}
        self._named = {**named, **usual}

    def __getitem__(self, name: str) -> PaySet:
        try:
            return self.find(name)
        except (UnknownName, BadPayTable):
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def find(self, name: str) -> PaySet:
        """Return the set of a name, or of one or more choices. Raise UnknownName with the possible names."""
        if name in self._named:
            return self._named[name]
        chosen: dict[str, str] = {}
        for part in name.split(","):
            form, is_choice, choice = (text.strip() for text in part.partition("="))
            if not is_choice or not self.choices:
                raise unknown("pay table", name, [*self.offered, "a path to a .toml file"])
            if form not in self.choices:
                raise unknown("table", form, self.choices)
            if choice not in self.choices[form]:
                raise unknown(f"{form} table", choice, self.choices[form])
            if chosen.setdefault(form, choice) != choice:
                raise BadPayTable(f"Pay table {name!r} chooses {form} twice. Choose it once.")
        return self._composed(chosen)

    @property
    def offered(self) -> list[str]:
        """Return the possible names of a pay table, for messages."""
        return [*self._named, *(f"{form}={'|'.join(tables)}" for form, tables in self.choices.items())]

    def holds(self, pay_set: PaySet) -> bool:
        """Return whether a set is one of these, including its rows."""
        return pay_set.name in self and self[pay_set.name] == pay_set

    def of_form(self, form: str) -> list[PaySet]:
        """Return every different table of a form, each as a set under the name that chooses it."""
        if form in self.choices:
            return [PaySet(name, MappingProxyType({form: table})) for name, table in self.choices[form].items()]
        return list(self._named.values())

    def _composed(self, chosen: Mapping[str, str]) -> PaySet:
        names = {form: chosen.get(form, next(iter(tables))) for form, tables in self.choices.items()}
        tables = {form: self.choices[form][name] for form, name in names.items()}
        other = [f"{form}={name}" for form, name in names.items() if name != next(iter(self.choices[form]))]
        return PaySet(", ".join(other) or STANDARD, MappingProxyType(tables), table_warnings(tables.values()))


def read_pay_sets(plain: Mapping[str, Any], forms: Mapping[str, TableForm], source: str) -> PaySets:
    """Return the pay sets of a sheet: its `paytables`, or its `choices` for every form."""
    named = {name: read_pay_set(name, rows, forms, source=source) for name, rows in plain.get("paytables", {}).items()}
    choices = {
        form: MappingProxyType({str(name): read_table(rows, forms[form], source) for name, rows in _rows_only(tables)})
        for form, tables in plain.get("choices", {}).items()
    }
    return PaySets(named, choices)


def _rows_only(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, entry in tables.items():
        yield name, {label: pays for label, pays in entry.items() if label != SOURCES}


DASH, AS = "-", "as "
NOTE = (
    "A dash means that a hand loses. A hand without a row that is paid by the row of another hand shows that hand's "
    "name."
)
FIXED_NOTE = "A dash means that a hand earns nothing."


def shown_rows(form: str, sets: Sequence[PaySet]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows of one form, with each pay set's payout for them."""
    rows: dict[str, PayRow] = {}
    for pay_set in sets:
        for row in pay_set[form].rows:
            rows.setdefault(row.label, row)
    return [(label, tuple(_cell(pay_set[form], row) for pay_set in sets)) for label, row in rows.items()]


def pays_words(table: PayTable, row: PayRow) -> str:
    """Return the payout of a row in words: odds to one, or a sum of money."""
    return row.pays_text if table.form.kind == "odds" else dollars(int(row.pays))


def note_of(table: PayTable) -> str:
    """Return the meaning of a dash in this table."""
    return NOTE if table.form.kind == "odds" else FIXED_NOTE


def is_explained(cell: str) -> bool:
    """Return whether the note of a table is about such a cell."""
    return cell == DASH or cell.startswith(AS)


def _cell(table: PayTable, row: PayRow) -> str:
    paid_by = table.row_of(row.category, (row.least_rank or 0,))
    if paid_by is None:
        return DASH
    return pays_words(table, paid_by) if paid_by.category is row.category else f"{AS}{paid_by.label}"
