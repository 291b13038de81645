"""Code that all games share names none of them: what a title knows stands in its own modules and its sheet."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet

SOURCE = Path(houseway.__file__).parent
OF_TITLES = ("games/titles", "games/strategies", "analysis/titles")
"""Where a title has modules of its own."""


def names_of_titles() -> set[str]:
    """Slugs, modules, titles, and the ids of clauses and readings."""
    sheets = [sheet(slug) for slug in GAMES]
    ids = {key for facts in sheets for key in (*facts.clauses, *facts.readings)}
    return {*GAMES, *GAMES.values(), *(facts.title for facts in sheets), *ids}


def strings_of(source: str) -> Iterator[tuple[int, str]]:
    """Every string of a module that is no docstring."""
    tree = ast.parse(source)
    documented = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documented:
            yield node.lineno, node.value


def named(source: str, names: set[str]) -> list[tuple[int, str]]:
    return [(line, name) for line, text in strings_of(source) for name in names if name in text]


@pytest.mark.slow
def test_no_shared_module_names_a_title_in_a_string() -> None:
    names = names_of_titles()
    found = [
        f"{path.relative_to(SOURCE)}:{line} names {name}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.relative_to(SOURCE).as_posix().startswith(OF_TITLES)
        for line, name in named(path.read_text("utf-8"), names)
    ]
    assert not found


@pytest.mark.parametrize("named_in", ['game("pick-2-poker")', 'f"{x} (FA-15i)"', 'title = "Pick 2 Poker"'])
def test_a_string_with_a_name_is_found(named_in: str) -> None:
    assert named(f'"""A docstring may have pick-2-poker as its example."""\n{named_in}\n', names_of_titles())
    assert not named('"""A docstring may have pick-2-poker as its example."""\n', names_of_titles())
