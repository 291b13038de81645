"""An event loop of one's own: a browser of other tests in the same process may keep one running in the main thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(scene: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, in a thread that has no loop yet."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scene).result()
