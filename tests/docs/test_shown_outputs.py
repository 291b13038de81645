"""The commands and the Python examples of the pages print what the pages say."""

from pathlib import Path
from typing import Any

import pytest
from support.doc_pages import DOCS, PAGES, blocks, carry_out, commands, examples, run, same_output


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_what_is_printed(page: Path, tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.caption:
            (tmp_path / block.caption).write_text(block.text, "utf-8")
        for command in commands(block.text) if block.language == "console" else ():
            printed = run(command.line, tmp_path)
            assert same_output(command.output, printed), f"$ {command.line}\n{printed}"
        for example in examples(block):
            printed = carry_out(example, names)
            assert same_output(example.want, printed), f">>> {example.source}{printed}"


def test_every_tutorial_has_something_to_run() -> None:
    for page in (DOCS / "tutorials").glob("*.md"):
        run_here = [block for block in blocks(page) if block.language in ("console", "python")]
        assert len(run_here) >= (0 if page.stem == "index" else 4), page.stem


def test_an_output_that_differs_is_told_apart() -> None:
    assert same_output("one\n...\nthree\n", "one  \ntwo\nthree\n")
    assert not same_output("one\n...\nthree\n", "one\ntwo\nfour\n")
    assert not same_output("", "something\n")
