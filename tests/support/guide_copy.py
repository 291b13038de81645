"""Follows the guide that adds a game, word by word, on a copy of the repository."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support.doc_pages import DOCS, ROOT, Block, blocks, commands, quiet_terminal, same_output

GUIDE = DOCS / "add-a-game.md"
COPIED = (
    "src",
    "tests",
    "tools",
    "docs/clauses.md",
    "docs/rules",
    "docs/tutorials",
    "examples",
    "conftest.py",
    "pyproject.toml",
)
LEFT_OUT = ("*.egg-info", "screenshots", "pages")


@dataclass(frozen=True)
class Copy:
    """The copy, and how to do in it what the guide says."""

    folder: Path

    @classmethod
    def of_the_repository(cls, folder: Path) -> "Copy":
        for name in COPIED:
            source, target = ROOT / name, folder / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        return cls(folder)

    def follow(self, block: Block) -> None:
        """Write the file, add the lines, or run the commands that a block of the guide shows."""
        if block.caption:
            self._write(block)
        elif block.language == "console":
            for command in commands(block.text):
                printed = self.run(command.line)
                assert same_output(command.output, printed), f"$ {command.line}\n{printed}"

    def _write(self, block: Block) -> None:
        path = self.folder / path_of(block)
        path.write_text(block.text, "utf-8")

    def run(self, line: str) -> str:
        """What a command prints in the copy, whose package comes before the installed one."""
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **quiet_terminal(), "PYTHONPATH": str(self.folder / "src"), "PATH": programs}
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            cwd=self.folder,
            env=environment,
            text=True,
            capture_output=True,
            timeout=300,
        )
        assert done.returncode == 0, f"$ {line}\n{done.stdout}{done.stderr}"
        return done.stdout


def path_of(block: Block) -> str:
    """The file that a block with a caption is about."""
    return block.caption


def guide_blocks() -> list[Block]:
    """All blocks of the guide."""
    return list(blocks(GUIDE))
