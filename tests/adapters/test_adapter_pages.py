"""What the pages on adapters and game files show is what happens."""

import doctest
from pathlib import Path

import pytest

for module in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(module, reason=f"the page shows {module}: install houseway[adapters]")

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "examples"), [("adapters.md", 20), ("game-files.md", 8)])
def test_the_examples_of_the_page_are_true(page: str, examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= examples
