"""A table in Markdown."""

from collections.abc import Iterable, Iterator, Sequence


def table(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The lines of a table, and an empty one after it."""
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"
    yield ""


def _cell(content: object) -> str:
    return str(content).replace("|", "\\|").replace("\n", " ")
