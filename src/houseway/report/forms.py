"""A model as PDF, HTML, XLSX or JSON."""

import json
from collections.abc import Callable
from pathlib import Path

from houseway.errors import BadReport, unknown
from houseway.report.html import to_html
from houseway.report.model import Model
from houseway.report.pdf import to_pdf
from houseway.report.spreadsheet.write import to_xlsx


def to_json(model: Model) -> bytes:
    """The model's data as one JSON object."""
    return (json.dumps(model.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()


FORMS: dict[str, Callable[[Model], bytes]] = {"pdf": to_pdf, "html": to_html, "xlsx": to_xlsx, "json": to_json}
"""What a report can be written as."""


def render(model: Model, form: str) -> bytes:
    """The bytes of a report: `pdf`, `html`, `xlsx` or `json`. The same model gives the same bytes."""
    if form not in FORMS:
        raise unknown("form of a report", form, FORMS)
    return FORMS[form](model)


def form_of(path: Path) -> str:
    """The form that a file's ending asks for; a file that cannot be written is an error before any work is done.

    >>> form_of(Path("pick-2.PDF"))
    'pdf'
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        endings = ", ".join(f".{name}" for name in FORMS)
        raise BadReport(f"A report's file name must end in one of {endings}; got {str(path)!r}.")
    if not path.parent.is_dir():
        raise BadReport(f"The report's folder {str(path.parent)!r} does not exist. Create it, or choose another one.")
    return form


def write_report(model: Model, path: str | Path) -> None:
    """Write a report, of the form that the file's ending asks for."""
    target = Path(path)
    content = render(model, form_of(target))
    try:
        target.write_bytes(content)
    except OSError as error:
        raise BadReport(f"The report cannot be written to {target}: {error.strerror or error}.") from None
