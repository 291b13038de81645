"""How many threads share a kernel's work; kernels run outside Python's lock."""

import os

from houseway.errors import BadArray


def thread_count(threads: int | None) -> int:
    """The number asked for, or all cores where nothing was asked."""
    if threads is None:
        return os.cpu_count() or 1
    if threads < 1:
        raise BadArray(f"expected at least one thread; got {threads}")
    return threads
