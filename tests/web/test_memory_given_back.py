"""A process gives memory back that it no longer needs."""

import ctypes
import subprocess
import sys

import pytest

SCRIPT = """
from pathlib import Path

from houseway.web.calculations import give_memory_back


def pages() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


blocks = [bytes(2000) for _ in range(50_000)]
kept = blocks[::100]
del blocks
before = pages()
give_memory_back()
print(before - pages())
"""
PAGES_OF_50_MB = 50_000_000 // 4096


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc can be asked to")
def test_what_lies_free_between_blocks_in_use_goes_back_to_the_system() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert int(run.stdout) > PAGES_OF_50_MB
