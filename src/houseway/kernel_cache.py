"""Reliable caching of compiled kernels: Numba caches kernels on disk, and this module decides when they may be reused.

Numba recompiles a kernel if its file has changed, but a kernel also contains the compiled code of the kernels that it
calls. Here the files of those count too. Numba also fails with an ImportError if a cached kernel names a module that
was renamed since. Here it is compiled again.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parent
NUMBA = "numba.core.caching"
"""The module of Numba that caches kernels."""
LOCATORS = ("UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator")
_IMPORT = re.compile(r"^\s*(?:from|import) (houseway[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
_KERNEL = re.compile(r"njit|^@leaf\b", re.MULTILINE)
"""The text that marks a source with kernels."""


def install() -> None:
    """Change how Numba caches kernels, now or as soon as it is imported.

    It is not imported here, because that is slow.
    """
    if NUMBA in sys.modules:
        _change(sys.modules[NUMBA])
    else:
        sys.meta_path.insert(0, _Waiting())


def kernel_sources(path: Path) -> frozenset[Path]:
    """Return a file and all files whose kernels its kernels may call: those of the modules that it imports."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += _kernels_imported(each)
    return frozenset(found)


@cache
def source_stamp(path: Path) -> str:
    """Return a digest of all sources from which the kernels of a file are compiled."""
    from hashlib import sha256

    digest = sha256()
    for each in sorted(kernel_sources(path)):
        digest.update(each.relative_to(PACKAGE).as_posix().encode() + b"\0" + _source(each).encode() + b"\0")
    return digest.hexdigest()


@cache
def _source(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


@cache
def _kernels_imported(path: Path) -> tuple[Path, ...]:
    return tuple(sorted({file for file in _imported(_source(path)) if _KERNEL.search(_source(file))}))


def _imported(source: str) -> Iterator[Path]:
    """Yield the files of the package that a source may import: modules, and names that may be modules."""
    for module, names in _IMPORT.findall(source):
        folder = PACKAGE.parent.joinpath(*module.split("."))
        yield folder.with_suffix(".py")
        yield folder / "__init__.py"
        yield from (folder / f"{name}.py" for name in re.findall(r"\w+", names))


class _Waiting:
    """An import hook that changes Numba's caching module when it is imported."""

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find that module as Python does, and arrange for the change after its import."""
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
    """Change the stamp of the package's kernels, and treat an unreadable cache entry as missing."""
    for name in LOCATORS:
        locator = getattr(caching, name)
        locator.get_source_stamp = _stamp_or(locator.get_source_stamp)
    file = caching.IndexDataCacheFile
    file._load_index = _or_else(file._load_index, dict)
    file._load_data = _or_else(file._load_data, _not_kept)


def _stamp_or(before: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def stamp(locator: Any) -> Any:
        path = Path(locator._py_file).resolve()
        return source_stamp(path) if path.is_relative_to(PACKAGE) else before(locator)

    return stamp


def _or_else(load: Callable[..., Any], otherwise: Callable[[], Any]) -> Callable[..., Any]:
    def loaded(*given: Any) -> Any:
        try:
            return load(*given)
        except (ImportError, AttributeError):
            return otherwise()

    return loaded


def _not_kept() -> Any:
    """Raise the error by which Numba reports a missing file."""
    raise FileNotFoundError("the kept kernel names what no longer exists")
