"""Kernels that are kept on disk, after a change of code."""

import sys
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

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
