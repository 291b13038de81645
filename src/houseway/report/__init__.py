"""What an analyst hands to a regulator: the math report and the comparison of two games, as PDF, HTML and JSON.

`report_for` and `comparison_report` make a model, `render` the bytes of a file. They are imported when first used, so
that the command line stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.report.comparison import comparison_report
    from houseway.report.forms import form_of, render, write_report
    from houseway.report.mathematics import report_for

_HOME = {
    "comparison_report": "houseway.report.comparison",
    "form_of": "houseway.report.forms",
    "render": "houseway.report.forms",
    "report_for": "houseway.report.mathematics",
    "write_report": "houseway.report.forms",
}

__all__ = ["comparison_report", "form_of", "render", "report_for", "write_report"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'houseway.report' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
