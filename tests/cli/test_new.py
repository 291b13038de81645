"""`houseway new`: three files in a clone, or a word on what is wrong and nothing written."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import BadSetting, HousewayError
from houseway.games.new_title import title_files, write_title

TITLES = Path("src/houseway/games/titles")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for folder in (TITLES, Path("src/houseway/games/sheets"), Path("tests/games")):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def written(clone: Path) -> set[str]:
    return {path.relative_to(clone).as_posix() for path in clone.rglob("*") if path.is_file()}


def test_a_new_title_is_a_module_a_sheet_and_a_test(clone: Path) -> None:
    done = CliRunner().invoke(app, ["new", "lucky-7-stud", "--into", str(clone), "--prefix", "LS"])
    assert done.exit_code == 0
    assert written(clone) == {
        "src/houseway/games/titles/lucky_7_stud.py",
        "src/houseway/games/sheets/lucky-7-stud.toml",
        "tests/games/test_lucky_7_stud.py",
    }
    assert "class Lucky7Stud(DeclaredGame):" in (clone / TITLES / "lucky_7_stud.py").read_text("utf-8")
    assert all('"LS-1"' in text or "LS_1" in text for text in title_files("lucky-7-stud", prefix="LS").values())


@pytest.mark.parametrize(
    ("slug", "options", "message"),
    [
        ("Lucky Stud", {}, "lower-case letters, digits and hyphens"),
        ("7-up", {}, "must start with a letter"),
        ("pick-2-poker", {}, "already"),
        ("lucky-stud", {"prefix": "lucky"}, "capital letters"),
        ("lucky-stud", {"prefix": "P2"}, "Prefix P2 is taken by pick-2-poker"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(
    clone: Path, slug: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises(BadSetting, match=message):
        write_title(clone, slug, **options)
    assert written(clone) == set()


def test_a_file_that_is_there_is_never_overwritten(clone: Path) -> None:
    mine = clone / "src/houseway/games/sheets/lucky-stud.toml"
    mine.write_text("mine", "utf-8")
    with pytest.raises(HousewayError, match="already exists, so nothing was written"):
        write_title(clone, "lucky-stud")
    assert written(clone) == {"src/houseway/games/sheets/lucky-stud.toml"}
    assert mine.read_text("utf-8") == "mine"


def test_outside_a_clone_there_is_nowhere_to_write(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="not a clone of the repository"):
        write_title(tmp_path, "lucky-stud")
