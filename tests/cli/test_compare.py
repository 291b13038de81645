"""`houseway compare` as an analyst types it."""

import json
from pathlib import Path

import pytest
from support.command_line import houseway


@pytest.mark.slow
def test_a_changed_reading_is_compared_with_the_game_itself() -> None:
    done = houseway("compare", "pick-2-poker", "--set", "P2-R1=both-push")
    assert done.returncode == 0, done.stderr
    assert "The edge changes sides." in " ".join(done.stdout.split())
    assert "P2-7, P2-8" in done.stdout
    assert "play all five   fold" in done.stdout


def test_an_exported_file_is_said_to_be_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(houseway("export", "pick-2-poker").stdout)
    done = houseway("compare", "pick-2-poker", str(path))
    assert done.returncode == 0, done.stderr
    assert "The two are the same game" in done.stdout
    assert "What differs" not in done.stdout


@pytest.mark.slow
def test_json_is_one_object() -> None:
    done = houseway("compare", "pick-2-poker", "examples/pick-2-poker-invented.toml", "--json")
    plain = json.loads(done.stdout)
    assert plain["identical"] is False
    assert plain["changed"]["name"] == "examples/pick-2-poker-invented.toml"
    assert {each["kind"] for each in plain["differences"]} == {"reading", "pay table row", "table setting"}


@pytest.mark.slow
def test_rows_that_a_game_file_leaves_out_are_warned_of_as_analyze_does(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    rows = houseway("export", "pick-2-poker").stdout.splitlines()
    path.write_text("\n".join(row for row in rows if not row.startswith('"suited A-K-Q"')))
    analyzed, compared = houseway("analyze", str(path)), houseway("compare", "pick-2-poker", str(path))
    assert (analyzed.returncode, compared.returncode) == (0, 0), compared.stderr
    warnings = [line for line in compared.stderr.splitlines() if line.startswith("houseway: warning: ")]
    assert any("suited A-K-Q" in line for line in warnings)
    assert warnings == [line for line in analyzed.stderr.splitlines() if line.startswith("houseway: warning: ")]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pdf", "html", "json"])
def test_a_report_is_written_to_a_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"comparison.{form}"
    done = houseway("compare", "pick-2-poker", "--paytable", "felt", "-o", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    start = {"pdf": b"%PDF", "html": b"<!", "json": b"{"}[form]
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pick-2-poker",), "Compare needs a changed version"),
        (("pick-2-poker", "double-draw-poker"), "two versions of one game"),
        (("five-card-holdout", "five-card-holdout"), "has no house edge"),
        (("pick-2-poker", "pick-2-poker", "-o", "report.doc"), ".pdf, .html, .xlsx, .json"),
    ],
)
def test_wrong_usage_is_status_2_with_what_was_expected(arguments: tuple[str, ...], message: str) -> None:
    done = houseway("compare", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
