"""The page with the words of a declaration has every one of them, with what it takes."""

import inspect
import sys
from pathlib import Path

import pytest

from houseway.analysis.declared.registry import families
from houseway.games.engine.declared import words
from houseway.games.engine.declared.ending import Compared, Ending, PayClass
from houseway.games.engine.declared.vocabulary import Compare, Decision, Hand, Opening, Option, Payable

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from made_pages import fill  # noqa: E402


@pytest.fixture(scope="module")
def page() -> str:
    return fill((ROOT / "docs" / "declaration-reference.md").read_text("utf-8"))


def test_every_word_that_a_title_imports_stands_there(page: str) -> None:
    for name in words.__all__:
        assert f"`{name}" in page or name in ("DeclaredGame", "Ending"), name


@pytest.mark.parametrize("word", [Opening, Option, Decision, Compare, Hand])
def test_a_word_stands_there_with_all_that_it_takes(page: str, word: type) -> None:
    heading = next(line for line in page.splitlines() if line.startswith(f"### `{word.__name__}("))
    for parameter in inspect.signature(word).parameters:
        assert parameter in heading


@pytest.mark.parametrize("kind", [Payable, Ending, Compared, PayClass])
def test_what_settle_says_and_hears_stands_there(page: str, kind: type) -> None:
    for name in vars(kind):
        if not name.startswith("_") and name not in ("of", "options", "features"):
            assert f"| `{name}" in page, name


def test_every_family_says_what_it_takes(page: str) -> None:
    for family in families():
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {family.name} |")]
        assert len(line.split("|")[2].split()) > 5


def test_ties_and_the_clause_table_are_explained(page: str) -> None:
    assert 'about = "ties"' in page
    assert "`make clauses`" in page
