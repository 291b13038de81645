"""The file of frozen entries: read, compare, accept by name, write."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from frozen.leaves import Plain, canonical, differing_items, kept

MOST_LINES = 40
LONGEST_PREVIEW = 160
MOST_ITEMS_SHOWN = 2
Entries = dict[str, Plain]
"""Stored values by name, such as `analyze/pick-2-poker/typed/ev/exact`."""


@dataclass(frozen=True)
class Difference:
    """An entry that is not as it was stored: changed, missing or new, with what can be shown of it."""

    name: str
    kind: str
    shown: str = ""

    def __str__(self) -> str:
        return f"{self.kind:8}{self.name}{': ' if self.shown else ''}{self.shown}"

    @property
    def section(self) -> str:
        """Return what the entry belongs to, for counts."""
        first, _, rest = self.name.partition("/")
        return f"words/{rest.partition('/')[0]}" if first == "words" else first


def compared(name: str, stored: Entries, now: Mapping[str, Plain]) -> list[Difference]:
    """Return how the values of a part, before they are shortened, differ from its stored entries."""
    found = [Difference(each, "missing", f"was {stored[each]}") for each in stored if each not in now]
    for each, value in now.items():
        if each not in stored:
            found.append(Difference(each, "new", preview(value)))
        elif stored[each] != kept(value):
            found.append(Difference(each, "changed", _change(stored[each], value)))
    return found


def _change(stored: Plain, value: Plain) -> str:
    """Return what changed: the items of a list that did, or the value before and after."""
    if isinstance(value, list) and (places := differing_items(stored, value)):
        shown = "; ".join(f"[{place}] is {preview(value[place])}" for place in places[:MOST_ITEMS_SHOWN])
        more = f"; {len(places)} of {len(value)} items differ" if len(places) > MOST_ITEMS_SHOWN else ""
        return f"{shown}{more}"
    return f"was {stored}, is {preview(value)}"


def preview(value: Plain) -> str:
    """Return the beginning of a value."""
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= LONGEST_PREVIEW else f"{text[:LONGEST_PREVIEW]}..."


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Return whether a name is one of some names or matches one of some globs; `*` stands for slashes too."""
    return any(name == pattern or fnmatchcase(name, pattern) for pattern in patterns)


def accepted(stored: Entries, now: Entries, differences: Iterable[Difference], patterns: Sequence[str]) -> Entries:
    """Return the stored entries with the differences that the patterns name, and no other, made."""
    result = dict(stored)
    for difference in differences:
        if not matches(difference.name, patterns):
            continue
        if difference.kind == "missing":
            del result[difference.name]
        else:
            result[difference.name] = now[difference.name]
    return result


def summary(differences: Sequence[Difference], most: int = MOST_LINES) -> list[str]:
    """Return what differs: some lines, figures before words, and the counts of each section."""
    if not differences:
        return []
    ordered = sorted(differences, key=lambda each: (each.name.startswith("words/"), each.name))
    lines = [str(each) for each in ordered[:most]]
    if len(ordered) > most:
        lines.append(f"... and {len(ordered) - most} more")
    counts = Counter((each.section, each.kind) for each in ordered)
    told = [f"{section} {number} {kind}" for (section, kind), number in sorted(counts.items())]
    return [*lines, f"{len(ordered)} differences: {', '.join(told)}"]


def read(path: Path) -> Entries:
    """Read the stored entries; none where there is no file."""
    if not path.exists():
        return {}
    return dict(_flat("", json.loads(path.read_text("utf-8"))))


def _flat(name: str, tree: Any) -> Iterable[tuple[str, Plain]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _flat(f"{name}/{key}" if name else key, value)
    else:
        yield name, tree


def write(path: Path, stored: Mapping[str, Plain]) -> None:
    """Write entries as a tree, sorted, a line each: the whole file or nothing."""
    tree: dict[str, Any] = {}
    for name in sorted(stored):
        *folders, leaf = name.split("/")
        place = tree
        for folder in folders:
            place = place.setdefault(folder, {})
        place[leaf] = stored[name]
    whole = path.with_suffix(".new")
    whole.write_text(json.dumps(tree, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")
    whole.replace(path)
