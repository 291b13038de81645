"""The words of a declaration as a page: each with what it takes and what it means, from the package itself."""

import inspect
from collections.abc import Iterator

from markdown_table import table

from houseway.analysis.declared.registry import families
from houseway.games.engine.declared import words
from houseway.games.engine.declared.ending import Compared, Ending, PayClass
from houseway.games.engine.declared.steps import DeclaredStep
from houseway.games.engine.declared.vocabulary import Owner, Payable
from houseway.games.engine.game import Game

LAPS = "Laps and steps of the procedure"
FACTS = {
    "outcome": "Won, tied or lost.",
    "qualified": "Whether the dealer's hand qualified.",
    "label": "The name of the row; `nothing` where none has the hand.",
    "odds": "What the row pays to one: 0 for a push, None where no row has the hand.",
}
"""The plain fields of what an ending holds, which have no docstring of their own."""


def vocabulary() -> Iterator[str]:
    """Nouns, steps, what `settle` says of a wager, what an ending tells it, and the families."""
    named = {name: getattr(words, name) for name in words.__all__}
    steps = {name: word for name, word in named.items() if _is_step(word)}
    nouns = {name: word for name, word in named.items() if name not in steps and inspect.isclass(word)}
    yield from _described("Nouns", {name: word for name, word in nouns.items() if not issubclass(word, Game | Ending)})
    owners = ", ".join(f"`{name}`" for name, word in named.items() if isinstance(word, Owner))
    yield f"\nA hand's `owner` is one of {owners}. {_text(Owner)}\n"
    yield from _described(LAPS, steps)
    yield "\n## What `settle` says of a wager\n"
    yield 'Of every wager that was made, once: `yield self.ante.pays(1, "T-6")`.\n'
    yield from table(("verb", "what it says"), _members(Payable))
    yield "\n## What an ending tells `settle`\n"
    for kind, how in ((Ending, "`end`"), (Compared, "`end[comparison]`"), (PayClass, "`end[paid hand]`")):
        yield f"\n### {how}\n\n{_text(kind)}\n"
        yield from table(("member", "what it tells"), _members(kind))
    yield "\n## The families of counting, in the order in which they are asked\n"
    yield from table(("family", "what it takes"), [(each.name, _line(type(each))) for each in families()])


def _is_step(word: object) -> bool:
    return inspect.isfunction(word) or (inspect.isclass(word) and issubclass(word, DeclaredStep))


def _described(heading: str, described: dict[str, object]) -> Iterator[str]:
    yield f"\n## {heading}\n"
    for name, word in described.items():
        yield f"\n### `{name}{taken(word)}`\n\n{_text(word)}\n"


def taken(word: object) -> str:
    """What a word takes, without the types."""
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


def _members(kind: type) -> list[tuple[str, str]]:
    found = []
    for name, member in vars(kind).items():
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
            continue
        found.append((f"`{name}{taken(member) if inspect.isfunction(member) else ''}`", _line(member)))
    own = [name for name in getattr(kind, "__dataclass_fields__", {}) if name in FACTS]
    return [*((f"`{name}`", FACTS[name]) for name in own), *found]


def _text(thing: object) -> str:
    return inspect.getdoc(thing) or ""


def _line(thing: object) -> str:
    return " ".join(_text(thing).split())
