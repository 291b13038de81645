"""Kernels that are kept on disk, after a change of code."""

import sys
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

from houseway import kernel_cache
from houseway.ranking import kernels

PAIR = "class Pair:\n    pass\n"


def test_a_kept_kernel_that_names_a_renamed_module_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kept_pairs.py").write_text(PAIR, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    pair = import_module("kept_pairs").Pair
    kept = import_module("numba.core.caching").IndexDataCacheFile(str(tmp_path), "kernel", b"stamp")
    kept.save("by a type", "code of a kernel")
    kept.save(pair, pair)
    assert (kept.load("by a type"), kept.load(pair)) == ("code of a kernel", pair)
    (tmp_path / "kept_pairs.py").unlink()
    del sys.modules["kept_pairs"]
    invalidate_caches()
    assert kept.load("by a type") is None
    kept.save("by a type", "code compiled again")
    assert kept.load("by a type") == "code compiled again"


def test_the_stamp_of_a_kernel_holds_every_file_whose_kernels_it_may_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "houseway"
    sources = {
        "first.py": "from houseway.second import half\nfrom houseway import plain, third\n\nwhole = njit(half)\n",
        "second.py": "import houseway.first\n\nhalf = njit(len)\n",
        "third.py": "third = njit(abs)\n",
        "plain.py": "from houseway.fourth import fourth\n",
        "fourth.py": "fourth = njit(max)\n",
    }
    package.mkdir()
    for name, source in sources.items():
        (package / name).write_text(source, "utf-8")
    monkeypatch.setattr(kernel_cache, "PACKAGE", package)
    found = kernel_cache.kernel_sources(package / "first.py")
    assert {path.name for path in found} == {"first.py", "second.py", "third.py"}
    before = kernel_cache.source_stamp(package / "first.py")
    for cached in (kernel_cache.source_stamp, kernel_cache._source, kernel_cache._kernels_imported):
        cached.cache_clear()
    (package / "third.py").write_text("third = njit(round)\n", "utf-8")
    assert kernel_cache.source_stamp(package / "first.py") != before
    kernel_cache.source_stamp.cache_clear()


def test_the_kernels_of_the_package_are_stamped_so() -> None:
    path = Path(str(kernels.__file__)).resolve()
    stamped = [getattr(kernels, name) for name in vars(kernels) if hasattr(getattr(kernels, name), "_cache")]
    assert stamped
    own = [each for each in stamped if each.py_func.__module__ == kernels.__name__]
    assert {each._cache._cache_file._source_stamp for each in own} == {kernel_cache.source_stamp(path)}
