"""The help of every command: short first lines that the command list never cuts off, and help for every option."""

from collections.abc import Iterator

import click
import pytest
import typer.main
from support.command_line import houseway

from houseway.cli import app

LONGEST = 49
TICS = ("so many", "anew", "besides", "of its own", "as usual", "come to", "comes to", "is told", "practis")


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and group by the words that are typed for it."""
    root = typer.main.get_command(app)
    waiting: list[tuple[tuple[str, ...], click.Command]] = [((), root)]  # type: ignore[list-item]
    while waiting:
        path, command = waiting.pop()
        yield path, command
        waiting += [((*path, name), each) for name, each in getattr(command, "commands", {}).items()]


COMMANDS = dict(commands())


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: " ".join(path) or "houseway")
def test_the_first_line_is_a_short_sentence(path: tuple[str, ...]) -> None:
    first = (COMMANDS[path].help or "").split("\n\n")[0].strip()
    assert 0 < len(first) <= LONGEST, first
    assert "\n" not in first
    assert ":" not in first
    assert first.endswith(".")
    assert first[0].isupper()


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: " ".join(path) or "houseway")
def test_every_option_and_argument_says_what_it_sets(path: tuple[str, ...]) -> None:
    for parameter in COMMANDS[path].params:
        words = getattr(parameter, "help", None)
        assert words, (path, parameter.name)
        assert words[0].isupper(), words
        assert words.endswith((".", "]", ".'")), words
        assert not [tic for tic in TICS if tic in words.lower()], words


def test_the_command_list_cuts_nothing_off_at_80_columns() -> None:
    done = houseway("--help")
    assert done.returncode == 0
    listed = done.stdout.partition("Commands:")[2]
    assert "..." not in listed
    for path, command in COMMANDS.items():
        if len(path) == 1:
            first = (command.help or "").split("\n\n")[0].strip()
            assert f"  {path[0]} " in listed
            assert first in listed
