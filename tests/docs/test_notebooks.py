"""The example notebooks run from top to bottom, their own checks pass, and the outputs in them are true."""

from pathlib import Path
from typing import Any

import pytest
from support.run_notebooks import NOTEBOOKS, execute, read, shortened, shown_texts

ROOT = Path(__file__).parents[2]


LONG = ("holdout-solving", "train-an-agent")
"""Notebooks that `make proof` runs."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.proof] if path.stem in LONG else []) for path in NOTEBOOKS],
    ids=lambda path: path.stem,
)
def test_a_notebook_runs_and_shows_what_is_kept_in_it(path: Path) -> None:
    assert shown_texts(shortened(execute(path))) == shown_texts(read(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_checks_its_figures_and_is_on_the_site(path: Path) -> None:
    code = "\n".join(cell["source"] for cell in read(path)["cells"] if cell["cell_type"] == "code")
    assert code.count("assert ") >= 1
    assert path.stat().st_size < 120_000
    page = ROOT / "docs" / "notebooks" / f"{path.stem}.md"
    assert f"<!-- made: notebook {path.stem} -->" in page.read_text("utf-8")


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 5


def test_a_stale_table_is_found_even_where_only_its_html_is_kept() -> None:
    """A long output is kept as HTML alone, so that its words must be compared, not its styles."""

    def notebook(page: str) -> dict[str, Any]:
        return {"cells": [{"cell_type": "code", "outputs": [{"data": {"text/html": page}}]}]}

    kept = notebook("<style>td {}</style><table><tr><td>house edge</td><td><span>6.88</span>%</td></tr></table>")
    styled = notebook("<table class='x'><tr><td>house edge</td> <td>6.88%</td></tr></table>")
    stale = notebook("<table><tr><td>house edge</td><td>6.63%</td></tr></table>")
    assert shown_texts(kept) == shown_texts(styled) == [["house edge 6.88%"]]
    assert shown_texts(kept) != shown_texts(stale)
