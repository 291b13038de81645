"""The pay sets of a sheet: whole ones by name, and for a game with several independent tables one choice for each.

Where each table is chosen by itself, a pay set is named by the choices that are not the first of theirs, as in
`pair-plus=40-30-5-4-1, ante-bonus=2`; with the first of every table it is called `standard`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from houseway.errors import BadPayTable, UnknownName, unknown
from houseway.games.engine.paytable import PaySet, PayTable, TableForm, read_pay_set, read_table, table_warnings

STANDARD = "standard"
SOURCES = "sources"

Choices = Mapping[str, Mapping[str, PayTable]]
"""For each form the tables that may be chosen, by name, the usual one first."""


class PaySets(Mapping[str, PaySet]):
    """The built-in pay sets. Walking them gives the named ones; any text that composes one also finds its set."""

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
        """The set of a name, or that of one choice or more; UnknownName says what there is."""
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
        """What a pay table may be called, for messages."""
        return [*self._named, *(f"{form}={'|'.join(tables)}" for form, tables in self.choices.items())]

    def holds(self, pay_set: PaySet) -> bool:
        """Whether a set is one of these, rows and all."""
        return pay_set.name in self and self[pay_set.name] == pay_set

    def of_form(self, form: str) -> list[PaySet]:
        """Every different table of a form, each as a set under the name by which it is chosen."""
        if form in self.choices:
            return [PaySet(name, MappingProxyType({form: table})) for name, table in self.choices[form].items()]
        return list(self._named.values())

    def _composed(self, chosen: Mapping[str, str]) -> PaySet:
        names = {form: chosen.get(form, next(iter(tables))) for form, tables in self.choices.items()}
        tables = {form: self.choices[form][name] for form, name in names.items()}
        other = [f"{form}={name}" for form, name in names.items() if name != next(iter(self.choices[form]))]
        return PaySet(", ".join(other) or STANDARD, MappingProxyType(tables), table_warnings(tables.values()))


def read_pay_sets(plain: Mapping[str, Any], forms: Mapping[str, TableForm], source: str) -> PaySets:
    """The pay sets of a sheet: its `paytables`, or its `choices` for every form."""
    named = {name: read_pay_set(name, rows, forms, source=source) for name, rows in plain.get("paytables", {}).items()}
    choices = {
        form: MappingProxyType({str(name): read_table(rows, forms[form], source) for name, rows in _rows_only(tables)})
        for form, tables in plain.get("choices", {}).items()
    }
    return PaySets(named, choices)


def _rows_only(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, entry in tables.items():
        yield name, {label: pays for label, pays in entry.items() if label != SOURCES}
