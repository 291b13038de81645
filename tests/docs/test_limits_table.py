"""The table of limits says what the server's settings are."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "limits_table.py"


def test_the_limits_in_the_documentation_are_the_defaults() -> None:
    checked = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
