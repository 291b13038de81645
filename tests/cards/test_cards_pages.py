"""What the pages on cards and shuffles show is what happens."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["cards.md", "shuffle.md"])
def test_the_examples_of_the_page_are_true(page: str) -> None:
    results = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted > 10
