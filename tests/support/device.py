"""A machine without a GPU that runs the kernels of one: compiled here, every block is one thread."""

import shutil
from functools import cache

import pytest

from houseway.analysis.counting.device.machines import OneThread


@cache
def _compiled() -> OneThread:
    return OneThread()


def one_thread() -> OneThread:
    """The machine, with what it has compiled so far; tests that need it are skipped where there is no compiler."""
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler here")
    return _compiled()
