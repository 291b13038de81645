"""Every word of a declaration with its arguments and its meaning, from the docstrings of the package."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from houseway.analysis.declared.registry import families
from houseway.games.engine.declared import words
from houseway.games.engine.declared.ending import Compared, Ending, PayClass
from houseway.games.engine.declared.steps import DeclaredStep
from houseway.games.engine.declared.vocabulary import Owner, Payable
from houseway.games.engine.game import Game

PLAIN_FACTS = {
    "outcome": "Won, tied or lost.",
    "qualified": "Whether the dealer's hand qualified.",
    "label": "The name of the row; `nothing` where none has the hand.",
    "odds": "What the row pays to one: 0 for a push, None where no row has the hand.",
}
"""Meanings of the plain fields of an ending, which have no docstrings."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word, or a member of one. `takes` is its signature without types; it is empty for properties."""

    name: str
    takes: str
    means: str


@dataclass(frozen=True, slots=True)
class Section:
    """Words that belong together. `nested` sections share one heading. A `listed` section is short enough for a table.
    The names of a `spoken` section are not written in declarations.
    """

    heading: str
    means: str
    entries: tuple[Entry, ...]
    nested: tuple["Section", ...] = ()
    listed: bool = True
    spoken: bool = False


def sections() -> Iterator[Section]:
    """Yield the nouns, the steps, the verdicts on a wager, the facts of an ending, and the families."""
    named = {name: getattr(words, name) for name in words.__all__}
    steps = {name: word for name, word in named.items() if _is_step(word)}
    nouns = {name: word for name, word in named.items() if name not in steps and inspect.isclass(word)}
    owners = ", ".join(f"`{name}`" for name, word in named.items() if isinstance(word, Owner))
    told = {name: word for name, word in nouns.items() if not issubclass(word, Game | Ending)}
    yield Section("Nouns", f"A hand's `owner` is one of {owners}. {_text(Owner)}", _entries(told), listed=False)
    yield Section("Laps and steps of the procedure", "", _entries(steps), listed=False)
    wagers = 'Of every wager that was made, once: `yield self.ante.pays(1, "T-6")`.'
    yield Section("What `settle` says of a wager", wagers, _members(Payable))
    parts = ((Ending, "`end`"), (Compared, "`end[comparison]`"), (PayClass, "`end[paid hand]`"))
    endings = tuple(Section(how, _text(kind), _members(kind)) for kind, how in parts)
    yield Section("What an ending tells `settle`", "", (), endings)
    counted = tuple(Entry(each.name, "", _line(type(each))) for each in families())
    yield Section("The families of counting, in the order in which they are asked", "", counted, spoken=True)


def _is_step(word: object) -> bool:
    return inspect.isfunction(word) or (inspect.isclass(word) and issubclass(word, DeclaredStep))


def _entries(described: Mapping[str, object]) -> tuple[Entry, ...]:
    return tuple(Entry(name, taken(word), _text(word)) for name, word in described.items())


def taken(word: object) -> str:
    """Return the arguments of a word, without their types."""
    assert callable(word)
    plain = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in inspect.signature(word).parameters.values()
        if each.name != "self"
    ]
    text = ", ".join("*" * (each.kind is each.VAR_POSITIONAL) + _with_default(each) for each in plain)
    first = next((each for each in plain if each.kind is each.KEYWORD_ONLY), None)
    if first is not None and not any(each.kind is each.VAR_POSITIONAL for each in plain):
        text = text.replace(_with_default(first), f"*, {_with_default(first)}", 1)
    return f"({text})"


def _with_default(parameter: inspect.Parameter) -> str:
    default = parameter.default
    if default is parameter.empty:
        return parameter.name
    shown = default.name if isinstance(default, Owner) else repr(default) if not callable(default) else "..."
    return f"{parameter.name}={shown if '<' not in shown else '...'}"


def _members(kind: type) -> tuple[Entry, ...]:
    own = [name for name in getattr(kind, "__dataclass_fields__", {}) if name in PLAIN_FACTS]
    members: Sequence[tuple[str, object]] = [
        (name, member)
        for name, member in vars(kind).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
    ]
    asked = [
        Entry(name, taken(member) if inspect.isfunction(member) else "", _line(member)) for name, member in members
    ]
    return (*(Entry(name, "", PLAIN_FACTS[name]) for name in own), *asked)


def _text(thing: object) -> str:
    return inspect.getdoc(thing) or ""


def _line(thing: object) -> str:
    return " ".join(_text(thing).split())
