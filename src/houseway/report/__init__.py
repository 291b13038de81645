"""Reports for a regulator: the math report and the comparison of two games, as PDF, HTML, XLSX and JSON.

`report_for` and `comparison_report` make a model, and `render` makes the bytes of a file. They are imported when first
used, so that the command line starts fast. The package can be called, `houseway.report("pick-2-poker", "report.pdf")`,
because it shares its name with the public function.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.callables import make_callable

if TYPE_CHECKING:
    from houseway.report.comparison import comparison_report
    from houseway.report.mathematics import report_for
    from houseway.report.model import Model
    from houseway.report.rendering import form_of, render, write_report

_HOME = {
    "comparison_report": "houseway.report.comparison",
    "form_of": "houseway.report.rendering",
    "render": "houseway.report.rendering",
    "report_for": "houseway.report.mathematics",
    "write_report": "houseway.report.rendering",
}

__all__ = ["comparison_report", "form_of", "render", "report", "report_for", "write_report"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'houseway.report' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def report(game: Any, path: str | Path | None = None, **asked: Any) -> "Model":
    """Return the math report of a game, and write it to a file if a path is given.

    Args:
        game: a game, its name, or the path of a game file.
        path: where to write it; the ending chooses the form: `.pdf`, `.html`, `.xlsx` or `.json`.
        asked: options of `report_for`: `rounds`, `quick`, `day`, `prepared_by`, `prepared_for`, `reference`, `runner`.

    Returns:
        The report as plain data: sections of paragraphs, tables, formulas and plots.

    Raises:
        BadReport: the path has another ending, or an option does not fit the game.
        UnknownName: no game has that name.

    >>> from houseway.report import report
    >>> report("casino-war", quick=True).sections[0].title
    'Summary (par sheet)'
    """
    from houseway.report.mathematics import report_for
    from houseway.report.rendering import form_of, write_report

    if path is not None:
        form_of(Path(path))
    model = report_for(game, **asked)
    if path is not None:
        write_report(model, path)
    return model


make_callable(__name__, report)
