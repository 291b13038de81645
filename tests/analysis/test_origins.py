"""Every count and result that ships names the command and the device that made it."""

import json
from pathlib import Path

from support.command_line import houseway

from houseway import analysis
from houseway.analysis.results.recorded import FOLDERS, origin_of, origins, shipped_files

ROOT = Path(__file__).parents[2]
PACKAGE = Path(str(analysis.__file__)).parent


def test_every_file_that_ships_has_an_origin() -> None:
    there = {f"{folder}/{each.name}" for folder in FOLDERS for each in (PACKAGE / folder).iterdir() if each.is_file()}
    assert set(shipped_files()) == there
    assert [name for name in there if origin_of(name) is None] == []


def test_every_origin_is_that_of_a_file_and_names_a_tool_of_the_repository() -> None:
    used = {origin_of(name) for name in shipped_files()}
    assert used == set(origins())
    for origin in origins():
        for command in origin.command.split("; "):
            python, tool, *_ = command.split()
            assert python == "python"
            assert (ROOT / tool).is_file(), command


def test_the_command_lists_them() -> None:
    listed = json.loads(houseway("verify-counts", "--made", "--json").stdout)["files"]
    one = next(each for each in listed if each["file"] == "shipped_counts/fast-action-holdem-416.npz")
    assert "FA-R8=8" in one["command"]
    assert one["device"] == "NVIDIA H200"
