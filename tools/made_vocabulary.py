"""The page of declaration words."""

from collections.abc import Iterator

from markdown_table import table

from houseway.analysis.declared.reference import Entry, Section, sections


def vocabulary() -> Iterator[str]:
    """Yield every section with its words, the short ones as a table."""
    for section in sections():
        yield from _page(section, "##")


def _page(section: Section, level: str) -> Iterator[str]:
    yield f"\n{level} {section.heading}\n"
    if section.means:
        yield f"\n{section.means}\n"
    if section.entries and section.listed:
        heading, named = ("family", _name) if section.spoken else ("word", _code)
        yield from table((heading, "meaning"), [(named(each), each.means) for each in section.entries])
    elif section.entries:
        for each in section.entries:
            yield f"\n{level}# {_code(each)}\n\n{each.means}\n"
    for part in section.nested:
        yield from _page(part, f"{level}#")


def _name(entry: Entry) -> str:
    return entry.name


def _code(entry: Entry) -> str:
    return f"`{entry.name}{entry.takes}`"
