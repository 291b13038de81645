"""The locks: every package by version and hash, no address of an index, and all that the package asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-serve.lock", "requirements-node.lock")
PIN = re.compile(r"([a-z0-9][a-z0-9-]*)==([^\s\\]+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def pins(name: str) -> dict[str, str]:
    """What a lock pins; it has nothing else but its first line."""
    head, _, text = (ROOT / name).read_text().partition("\n")
    assert head.startswith("#")
    assert PIN.sub("", text) == "", "every line is a pinned package with hashes"
    return {found[1]: found[2] for found in PIN.finditer(text)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_of_a_lock_has_hashes_and_no_address(lock: str) -> None:
    assert pins(lock)
    assert "://" not in (ROOT / lock).read_text()


def test_what_serves_is_what_is_tested() -> None:
    assert pins("requirements-serve.lock").items() <= pins("requirements.lock").items()


def test_all_that_the_package_asks_for_is_pinned_at_a_version_that_it_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    asked = {
        "requirements-serve.lock": [*project["project"]["dependencies"], *extras["web"], *extras["report"]],
        "requirements.lock": [text for extra, texts in extras.items() if extra != "gpu" for text in texts],
    }
    for lock, texts in asked.items():
        pinned = pins(lock)
        builders = project["build-system"]["requires"]
        for requirement in map(Requirement, [*texts, *builders]):
            if requirement.name != "houseway":
                assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement
