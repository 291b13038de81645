"""The examples of the pages about the room give what they say."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["room.md", "fairness.md"])
def test_the_examples_of_a_page_hold(page: str) -> None:
    results = doctest.testfile(str(DOCS / page), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0
