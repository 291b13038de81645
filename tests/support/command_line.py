"""`houseway` as it is typed, carried out in this process: an interpreter of its own takes longer than most commands."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

from houseway.cli import main

PLAIN_TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}


def houseway(*arguments: str, typed: str = "") -> CompletedProcess[str]:
    """What the command answers, with the status that a shell would see."""
    printed, complained, status = io.StringIO(), io.StringIO(), 0
    try:
        with (
            patch.dict(os.environ, PLAIN_TERMINAL),
            patch.object(sys, "argv", ["houseway", *arguments]),
            patch.object(sys, "stdin", io.StringIO(typed)),
            redirect_stdout(printed),
            redirect_stderr(complained),
        ):
            main()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return CompletedProcess(arguments, status, printed.getvalue(), complained.getvalue())
