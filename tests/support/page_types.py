"""The types that the pages' modules are checked by, read so that what the server sends can be held to them.

Of TypeScript as much is understood as `types.d.ts` uses for messages: interfaces and aliases of objects, lists, tuples,
records, unions and intersections, and a few utilities. Keys beside those that a type names are allowed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import houseway.web

FILE = Path(houseway.web.__file__).parent / "static" / "js" / "types.d.ts"
_TOKEN = re.compile(r'"[^"]*"|[A-Za-z_][A-Za-z_0-9]*|[{}\[\]()<>|&:;,?]')
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_NAMED = re.compile(r"export (?:interface (\w+)(?: extends (\w+))? (?={)|type (\w+) =)")
Check = Callable[[Any, str], list[str]]
"""What is wrong with a value at a place: a line for each fault."""
PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "unknown": lambda value: True,
}


def faults(message: Any, type_name: str) -> list[str]:
    """Where a message is not of a type: empty if it is."""
    return _named(type_name)(message, type_name)


@cache
def _sources() -> dict[str, tuple[str, str]]:
    """The text of every type by its name, with the interface that it extends."""
    text = _COMMENT.sub("", FILE.read_text())
    found = list(_NAMED.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {
        match[1] or match[3]: (text[match.end() : end], match[2] or "") for match, end in zip(found, ends, strict=True)
    }


@cache
def _named(name: str) -> Check:
    text, parent = _sources()[name]
    own = _Parser(_TOKEN.findall(text)).union()
    return _all_of([_named(parent), own]) if parent else own


@dataclass
class _Object:
    """An object by its members; `rest` is the type of every other one, where it has others."""

    members: dict[str, tuple[bool, Check]] = field(default_factory=dict)
    rest: Check | None = None

    def __call__(self, value: Any, place: str) -> list[str]:
        if not isinstance(value, dict):
            return [f"{place}: no object"]
        missing = [f"{place}: no {name}" for name, (asked, _) in self.members.items() if asked and name not in value]
        found = [self.members.get(name, (False, self.rest))[1] for name in value]
        told = [
            check(each, f"{place}.{name}") for (name, each), check in zip(value.items(), found, strict=True) if check
        ]
        return [*missing, *(line for lines in told for line in lines)]


class _Parser:
    """A recursive descent over the tokens of one type."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def union(self) -> Check:
        """Types of which one must fit; a type that only wraps another is that one."""
        self._skip("|")
        members = [self._intersection()]
        while self._skip("|"):
            members.append(self._intersection())
        return members[0] if len(members) == 1 else _one_of(members)

    def _intersection(self) -> Check:
        members = [self._postfix()]
        while self._skip("&"):
            members.append(self._postfix())
        return members[0] if len(members) == 1 else _all_of(members)

    def _postfix(self) -> Check:
        checked = self._primary()
        while self._peek() == "[" and self._tokens[self._at + 1] == "]":
            self._at += 2
            checked = _list_of(checked)
        return checked

    def _primary(self) -> Check:
        token = self._next()
        if token == "{":
            return self._object()
        if token in "([":
            members = self._listed(")" if token == "(" else "]")
            return members[0] if token == "(" else _tuple_of(members)
        if token.startswith('"'):
            return _literal(token[1:-1])
        if token in PLAIN:
            return _plain(token)
        return self._utility(token) if self._skip("<") else _named(token)

    def _utility(self, name: str) -> Check:
        if name == "Record":
            self.union()
            self._next()
            checked: Check = _Object(rest=self.union())
            self._next()
            return checked
        base = self._next()
        self._next()
        names = [self._next()]
        while self._skip("|"):
            names.append(self._next())
        self._next()
        whole = _named(base)
        assert isinstance(whole, _Object), f"{name} of {base}, which is no plain interface"
        kept = {each.strip('"') for each in names}
        members = {each: told for each, told in whole.members.items() if (each in kept) == (name == "Pick")}
        return _Object(members)

    def _object(self) -> Check:
        made = _Object()
        while not self._skip("}"):
            if self._skip("["):
                while self._next() != "]":
                    pass
                self._next()
                made.rest = self.union()
            else:
                name = self._next()
                asked = not self._skip("?")
                self._next()
                made.members[name] = (asked, self.union())
            self._skip(";")
        return made

    def _listed(self, end: str) -> list[Check]:
        members = [self.union()]
        while not self._skip(end):
            self._skip(",")
            members.append(self.union())
        return members

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self, token: str) -> bool:
        skips = self._peek() == token
        self._at += skips
        return skips


def _literal(text: str) -> Check:
    return lambda value, place: [] if value == text else [f"{place}: {value!r} is not {text!r}"]


def _plain(name: str) -> Check:
    return lambda value, place: [] if PLAIN[name](value) else [f"{place}: {value!r} is no {name}"]


def _list_of(member: Check) -> Check:
    def check(value: Any, place: str) -> list[str]:
        if not isinstance(value, list):
            return [f"{place}: no list"]
        return [line for number, each in enumerate(value) for line in member(each, f"{place}[{number}]")]

    return check


def _tuple_of(members: list[Check]) -> Check:
    def check(value: Any, place: str) -> list[str]:
        if not isinstance(value, list) or len(value) != len(members):
            return [f"{place}: no list of {len(members)}"]
        told = zip(value, members, strict=True)
        return [line for number, (each, member) in enumerate(told) for line in member(each, f"{place}[{number}]")]

    return check


def _one_of(members: list[Check]) -> Check:
    def check(value: Any, place: str) -> list[str]:
        told = [member(value, place) for member in members]
        return [] if not all(told) else max(told, key=len) if isinstance(value, dict) else told[0]

    return check


def _all_of(members: list[Check]) -> Check:
    if all(isinstance(member, _Object) for member in members):
        both = _Object()
        for member in members:
            assert isinstance(member, _Object)
            both.members |= member.members
        return both
    return lambda value, place: [line for member in members for line in member(value, place)]
