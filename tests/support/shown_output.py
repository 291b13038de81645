"""Rewrite the outputs that the README and the pages show, as `make transcripts` does for rounds. Review the changes.

`python -m support.shown_output` (from `tests`) refreshes every page, or the files that are named, such as README.md or
docs/install.md. An output that is still true, with its `...`, is left alone.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable
from doctest import DocTestParser
from pathlib import Path
from typing import Any

from support.doc_pages import PAGES, ROOT, Block, Command, blocks, carry_out, commands, examples, run, same_output
from support.guide_copy import GUIDE, Copy


def refreshed(text: str, block: Block, printed: Callable[[str], str]) -> str:
    """A page with the outputs of one console block as they are now."""
    new = "".join(_refreshed(command, printed(command.line)) for command in commands(block.text))
    return text.replace(f"```console\n{block.text}```", f"```console\n{new}```", 1)


def _refreshed(command: Command, output: str) -> str:
    kept = command.output if same_output(command.output, output) else output
    lines = [line.rstrip() for line in kept.strip("\n").splitlines()]
    return "\n".join([f"$ {command.line}", *lines]) + "\n"


def _refreshed_examples(block: Block, names: dict[str, Any]) -> str:
    lines: list[str] = []
    for part in DocTestParser().parse(block.text):
        if isinstance(part, str):
            lines += part.splitlines()
            continue
        printed = carry_out(part, names)
        kept = part.want if same_output(part.want, printed) else printed
        prompts = [">>> ", *["... "] * part.source.count("\n")]
        lines += [(prompt + text).rstrip() for prompt, text in zip(prompts, part.source.splitlines(), strict=False)]
        lines += kept.rstrip("\n").splitlines()
    return "\n".join(lines).strip("\n") + "\n"


def refresh(page: Path, place: Path) -> str:
    """A page as it should be; its files and commands live in a place of their own."""
    text = page.read_text("utf-8")
    copy = Copy.of_the_repository(place) if page == GUIDE else None
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.language == "console":
            text = refreshed(text, block, copy.run if copy else lambda line: run(line, place))
        elif copy:
            copy.follow(block)
        elif block.caption:
            (place / block.caption).write_text(block.text, "utf-8")
        elif examples(block):
            shown = _refreshed_examples(block, names)
            text = text.replace(f"```python\n{block.text}```", f"```python\n{shown}```", 1)
    return text


def main(names: Iterable[str]) -> None:
    """Refresh pages."""
    for page in [ROOT / name for name in names] or [*PAGES, GUIDE]:
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(refresh(page, Path(folder)), "utf-8")
        print(page.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
