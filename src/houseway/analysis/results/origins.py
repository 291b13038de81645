"""How each file of counts and results that ships was made: the command and the device (`origins.toml`)."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

PACKAGE = "houseway.analysis"
FOLDERS = ("shipped_counts", "recorded_results")


@dataclass(frozen=True, slots=True)
class Origin:
    """What made the files whose names fit a pattern; in the command SLUG stands for the game's name."""

    files: str
    command: str
    device: str


@cache
def origins() -> tuple[Origin, ...]:
    """All origins, those of single files first."""
    text = files(PACKAGE).joinpath("origins.toml").read_text("utf-8")
    return tuple(Origin(**entry) for entry in tomllib.loads(text)["made"])


def origin_of(name: str) -> Origin | None:
    """The origin of a file, given by its folder and name."""
    return next((each for each in origins() if fnmatchcase(name, each.files)), None)


def shipped_files() -> Iterator[str]:
    """Every file of counts and results in the package, by folder and name."""
    for folder in FOLDERS:
        yield from sorted(
            f"{folder}/{each.name}" for each in files(PACKAGE).joinpath(folder).iterdir() if each.is_file()
        )
