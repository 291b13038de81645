"""The parts of a report in any file format: sections of paragraphs, tables, formulas and plots.

Every text is plain, and no format of the report reads markup in it. Every figure is here once, and PDF, HTML and JSON
are made from it. The sheets of a workbook have the same figures as formulas.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from houseway.errors import BadReport
from houseway.games.telling.words import plain
from houseway.plain import Plain
from houseway.report.spreadsheet.grid import Sheet


class _Block(Plain):
    """A block of a section. Its plain form begins with its kind."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form for JSON."""
        return {"block": type(self).__name__.lower(), **super().to_dict()}


@dataclass(frozen=True, slots=True)
class Paragraph(_Block):
    """A few sentences. `strong` ones have the result of a section."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Points(_Block):
    """A list of short texts, numbered if their order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Formula(_Block):
    """A formula in Typst's notation for mathematics, and in characters for everything else."""

    typst: str
    plain: str


@dataclass(frozen=True, slots=True)
class Listing(_Block):
    """Text that is shown letter by letter, such as a file or a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Column(Plain):
    """A column of a table. Words are on the left and, if `wide`, broken into lines. Figures are on the right."""

    title: str
    figures: bool = False
    wide: bool = False


def words(title: str) -> Column:
    """Return a column of words that may take several lines."""
    return Column(title, wide=True)


def figures(title: str) -> Column:
    """Return a column of figures, which are never broken."""
    return Column(title, figures=True)


@dataclass(frozen=True, slots=True)
class Table(_Block):
    """Rows of text under headings. The last `totals` rows are sums, and `marked` rows are in force."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: int = 0
    marked: frozenset[int] = frozenset()
    note: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise BadReport(
                    f"Table {self.caption!r} has {len(self.columns)} columns; got the row {row!r}. "
                    "Give one cell per column."
                )

    @classmethod
    def of(
        cls,
        caption: str,
        columns: Sequence[Column | str],
        rows: Iterable[Sequence[str]],
        *,
        totals: int = 0,
        marked: Iterable[int] = (),
        note: str = "",
    ) -> "Table":
        """Return a table from any sequences. A column given by its title alone holds short words."""
        return cls(
            caption,
            tuple(Column(column) if isinstance(column, str) else column for column in columns),
            tuple(tuple(row) for row in rows),
            totals,
            frozenset(marked),
            note,
        )


@dataclass(frozen=True, slots=True)
class Series(Plain):
    """Points of a plot under one name."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of numbers: bars of probabilities, or lines. `logarithmic` names the logarithmic axes."""

    caption: str
    x: str
    y: str
    series: tuple[Series, ...]
    bars: bool = False
    logarithmic: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the data as plain types."""
        return {
            "block": "plot",
            "caption": self.caption,
            "x": self.x,
            "y": self.y,
            "bars": self.bars,
            "logarithmic": self.logarithmic,
            "series": [series.to_dict() for series in self.series],
        }


Block = Paragraph | Points | Formula | Listing | Table | Plot


def _with_tens(block: Block) -> Block:
    """Return a block with tens written as on the cards. Listings stay unchanged."""
    if isinstance(block, Paragraph):
        return replace(block, text=plain(block.text))
    if isinstance(block, Points):
        return replace(block, items=tuple(map(plain, block.items)))
    if isinstance(block, Table):
        return replace(block, rows=tuple(tuple(map(plain, row)) for row in block.rows))
    return block


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its blocks, then its parts. A section that is `alone` ends its page."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()
    alone: bool = False

    @classmethod
    def of(cls, title: str, *content: "Block | Section | None") -> "Section":
        """Return a section from blocks and, after them, parts. None is left out."""
        blocks = tuple(_with_tens(each) for each in content if each is not None and not isinstance(each, Section))
        return cls(title, blocks, tuple(each for each in content if isinstance(each, Section)))

    def to_dict(self) -> dict[str, Any]:
        """Return the data as plain types."""
        return {
            "title": self.title,
            "blocks": [block.to_dict() for block in self.blocks],
            "parts": [part.to_dict() for part in self.parts],
        }


@dataclass(frozen=True)
class Model:
    """A whole report: its title page, its sections, and the exact figures behind them for programs.

    `headline` has the few figures that a reader looks for first. `signatures` names the signers. `day` is the date of
    the document, or of the approval letter if the report has none. `sheets` are those of its workbook, where figures
    are formulas. A report without them has a sheet for each section.
    """

    kind: str
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    headline: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    day: date
    signatures: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    sheets: tuple[Sheet, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the data of a `.json` report."""
        return {
            "kind": self.kind,
            "title": self.title,
            "subtitle": self.subtitle,
            "facts": [list(fact) for fact in self.facts],
            "headline": [list(fact) for fact in self.headline],
            "day": self.day.isoformat(),
            "signatures": list(self.signatures),
            "sections": [section.to_dict() for section in self.sections],
            "data": dict(self.data),
        }
