"""The release: the changelog has this version, and a wheel of it installs and runs on its own."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from datetime import date
from pathlib import Path

import pytest

import houseway
from houseway.games.catalogue import GAMES

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
RELEASE = re.compile(r"^## \[(?P<version>\d+\.\d+\.\d+)\] - (?P<day>\d{4}-\d{2}-\d{2})$", re.MULTILINE)
LONGEST_ENTRY = 260


def test_the_version_is_the_same_everywhere_and_released_on_a_day() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    newest = next(RELEASE.finditer(CHANGELOG))
    assert project["version"] == houseway.__version__ == newest["version"]
    assert f"version: {newest['version']}\n" in citation
    assert f'date-released: "{date.fromisoformat(newest["day"])}"\n' in citation


def test_entries_are_short_and_under_the_headings_of_the_format() -> None:
    _, _, released = CHANGELOG.partition(RELEASE.search(CHANGELOG)[0])  # type: ignore[index]
    assert set(re.findall(r"^### (.+)$", released, re.MULTILINE)) <= {
        "Added",
        "Changed",
        "Fixed",
        "Removed",
        "Security",
    }
    entries = [
        " ".join(entry.split()) for entry in re.split(r"^- ", released.partition("\n## ")[0], flags=re.MULTILINE)[1:]
    ]
    assert 20 <= len(entries) <= 35
    assert [entry for entry in entries if len(entry.partition(" ### ")[0]) > LONGEST_ENTRY] == []


def run(*command: str, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.slow
def test_a_wheel_installs_into_a_clean_environment_and_lists_the_games(tmp_path: Path) -> None:
    """The environment has the installed dependencies and nothing else: the package must come from the wheel alone."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    source = tmp_path / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source / name)
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", "wheels", str(source), cwd=tmp_path)
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    assert wheel.name == f"houseway-{houseway.__version__}-py3-none-any.whl"
    place = tmp_path / "clean"
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    inside = Path(
        run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    )
    run(*pip, "install", "--no-deps", "--no-index", "--target", str(inside), str(wheel), cwd=tmp_path)
    dependencies = Path(pytest.__file__).parents[1]
    (inside / "dependencies.pth").write_text(f"{dependencies}\n", "utf-8")
    home = run(str(python), "-c", "import houseway; print(houseway.__file__)", cwd=tmp_path).strip()
    assert Path(home).is_relative_to(inside)
    listed = run(str(python), "-m", "houseway", "games", cwd=tmp_path)
    assert [slug for slug in GAMES if slug not in listed] == []
    found = run(str(python), "-m", "houseway", "advise", "three-card-poker", "Qs 6h 4d", cwd=tmp_path)
    assert "-0.993378" in found
