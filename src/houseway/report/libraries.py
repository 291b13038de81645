"""The libraries that only reports need."""

from importlib import import_module
from typing import Any

from houseway.errors import BadReport


def needed(name: str) -> Any:
    """Return a library, or raise an error with the command that installs it."""
    try:
        return import_module(name)
    except ImportError:
        raise BadReport(f"Reports as PDF, HTML or XLSX need {name}. Run: pip install 'houseway[report]'") from None
