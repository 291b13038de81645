"""What a page of the documentation shows: its code blocks, its commands with their output, and how they are run."""

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from doctest import ELLIPSIS, DocTestParser, Example, OutputChecker
from pathlib import Path
from typing import Any
from unittest.mock import patch

from houseway.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WIDTH = "100"
PAGES = (
    ROOT / "README.md",
    DOCS / "install.md",
    *sorted((DOCS / "tutorials").glob("*.md")),
    *sorted((DOCS / "how-to").glob("*.md")),
)
"""The pages whose console blocks are run as they are, each from top to bottom in its own folder."""

_BLOCK = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_CAPTION = re.compile(r'\A:caption: "?(?P<caption>[^"\n]+)"?\n\n')


PROGRESS = re.compile(r"^houseway: (?:making \S+ tables|[\w-]+: \d+ of \d+).*\n", re.MULTILINE)
"""What long work says of itself on the way: whether it is done again depends on what was kept before."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its caption if it has one, its lines."""

    language: str
    caption: str
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command line and what the page says that it prints."""

    line: str
    output: str


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, from top to bottom."""
    for found in _BLOCK.finditer(page.read_text("utf-8")):
        language, text = found["info"].removeprefix("{code-block} ").strip(), found["text"]
        captioned = _CAPTION.match(text)
        yield Block(
            language,
            captioned["caption"] if captioned else "",
            text[captioned.end() :] if captioned else text,
        )


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block, each with the lines that follow it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield Command(line, output)


def same_output(expected: str, got: str) -> bool:
    """Whether the output is the one shown; `...` stands for anything, and blanks at the end of a line for nothing."""
    return OutputChecker().check_output(_trimmed(expected), _trimmed(got), ELLIPSIS)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def examples(block: Block) -> list[Example]:
    """The examples at the Python prompt of a block."""
    return DocTestParser().get_examples(block.text) if block.language == "python" else []


def carry_out(example: Example, names: dict[str, Any]) -> str:
    """What an example prints at the prompt, its exception included, in the form that doctest expects."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            exec(compile(example.source, "<page>", "single"), names)
        except Exception as error:
            kind = f"{type(error).__module__}.{type(error).__qualname__}"
            return f"Traceback (most recent call last):\n    ...\n{kind.removeprefix('builtins.')}: {error}\n"
    return printed.getvalue()


def run(line: str, folder: Path) -> str:
    """What a `houseway` command prints, carried out in a folder and in this process; `> FILE` is understood."""
    command, _, target = line.partition(" > ")
    words = shlex.split(command)
    assert words[0] == "houseway", f"a console block holds houseway commands; got {line!r}"
    printed = io.StringIO()
    here = Path.cwd()
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, quiet_terminal()),
            patch.object(sys, "argv", words),
            redirect_stdout(printed),
            redirect_stderr(printed),
        ):
            main()
    except SystemExit as stop:
        assert stop.code in (0, None, 2), printed.getvalue()
    finally:
        os.chdir(here)
    if target:
        (folder / target.strip()).write_text(printed.getvalue(), "utf-8")
        return ""
    return PROGRESS.sub("", printed.getvalue())


def quiet_terminal() -> Mapping[str, str]:
    """A terminal of known width without colors."""
    return {"COLUMNS": WIDTH, "NO_COLOR": "1", "TERM": "dumb"}
