"""Every public name is documented in full: arguments, result, errors and an example."""

import inspect
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NewType

import pytest

import houseway
from houseway import errors

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from made_pages import PUBLIC, fill  # noqa: E402

PLAIN = ("CHANCE", "DEALER", "Card")
"""Constants and a type: they take no arguments."""
NEVER_FAIL = ("Action", "Settlement", "games", "play_out", "HousewayError")


def public(name: str) -> Any:
    thing = getattr(houseway, name)
    return getattr(import_module(houseway._HOME[name]), name) if isinstance(thing, ModuleType) else thing


DOCUMENTED = [name for name in houseway.__all__ if name not in PLAIN]


def section(text: str, heading: str) -> str:
    """The lines of one part of a docstring."""
    _, found, rest = text.partition(f"\n{heading}:\n")
    return rest.partition("\n\n")[0] if found else ""


def test_the_page_has_all_26_names_and_no_other() -> None:
    assert len(PUBLIC) == 26
    assert sorted(PUBLIC) == sorted(houseway.__all__)
    assert all(isinstance(public(name), str | NewType) for name in PLAIN)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_docstring_lists_every_argument(name: str) -> None:
    thing = public(name)
    if name == "HousewayError":
        return
    listed = section(inspect.getdoc(thing) or "", "Args")
    for parameter in inspect.signature(thing).parameters:
        assert f"    {parameter}: " in f"{listed}\n", f"{name}: {parameter}"


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_docstring_starts_well_and_shows_an_example(name: str) -> None:
    text = inspect.getdoc(public(name)) or ""
    first = text.split("\n")[0]
    assert first.endswith(".")
    assert len(first) <= 110
    assert ">>> " in text


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if inspect.isfunction(public(name))])
def test_a_function_says_what_it_returns(name: str) -> None:
    assert section(inspect.getdoc(public(name)) or "", "Returns").strip()


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if name not in NEVER_FAIL])
def test_the_errors_that_are_named_exist(name: str) -> None:
    listed = section(inspect.getdoc(public(name)) or "", "Raises")
    named = [line.partition(":")[0].strip() for line in listed.splitlines() if line.startswith("    ") and ":" in line]
    assert named, name
    assert all(issubclass(getattr(errors, error), errors.HousewayError) for error in named)


def test_the_command_line_reference_shows_the_program_by_its_name() -> None:
    page = fill("<!-- made: command-line -->")
    usages = [line for line in page.splitlines() if line.startswith("Usage:")]
    assert len(usages) >= 25
    assert [usage for usage in usages if not usage.startswith("Usage: houseway ")] == []
