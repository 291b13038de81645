"""Compiled kernels that an update never meets: Numba keeps kernels on disk, and this says when they may be used again.

Numba fails with an ImportError where a kept kernel names a module that was renamed since. Here it is compiled again.
"""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

NUMBA = "numba.core.caching"
"""The module of Numba that keeps kernels."""


def install() -> None:
    """Change how Numba keeps kernels, now or as soon as it is imported. It is not imported here: that takes long."""
    if NUMBA in sys.modules:
        _change(sys.modules[NUMBA])
    else:
        sys.meta_path.insert(0, _Waiting())


class _Waiting:
    """Changes the module of Numba that keeps kernels when that is imported."""

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find that module as Python does, and let it be changed once it is there."""
        if fullname != NUMBA:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_change(module: ModuleType) -> None:
                execute(module)
                _change(module)

            spec.loader.exec_module = execute_and_change  # type: ignore[method-assign]
        return spec


def _change(caching: Any) -> None:
    """Let a kernel that cannot be read count as one that is not kept."""
    file = caching.IndexDataCacheFile
    file._load_index = _or_else(file._load_index, dict)
    file._load_data = _or_else(file._load_data, _not_kept)


def _or_else(load: Callable[..., Any], otherwise: Callable[[], Any]) -> Callable[..., Any]:
    def loaded(*given: Any) -> Any:
        try:
            return load(*given)
        except (ImportError, AttributeError):
            return otherwise()

    return loaded


def _not_kept() -> Any:
    """Say in Numba's own way that a file is missing."""
    raise FileNotFoundError("the kept kernel names what no longer exists")
