"""Sheets with a mistake in them: the message names the file and what is wrong there."""

from pathlib import Path

import pytest

from houseway.errors import BadSheet
from houseway.games.engine.sheet import read_sheet

SHEET = """slug = "one-card-more"
title = "One Card More"
kind = "against the house"
summary = "A card more."

[letter]
date = 2024-05-01
addressee = "nobody"
draft = true

[clauses]
"OCM-1" = "One deck."
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "one-card-more.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_sheet_as_it_should_be_is_read(tmp_path: Path) -> None:
    assert read_sheet(written(tmp_path, SHEET)).clauses == {"OCM-1": "One deck."}


def test_a_mistake_in_the_toml_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path, SHEET.replace('title = "One', 'title "One'))
    with pytest.raises(BadSheet) as refusal:
        read_sheet(path)
    assert str(refusal.value).startswith(f"{path}: not TOML: ")
    assert "line 2" in str(refusal.value)


@pytest.mark.parametrize(
    ("left_out", "message"),
    [
        ('title = "One Card More"', "one-card-more.toml: no title: every sheet says it"),
        ("date = 2024-05-01", "one-card-more.toml: no date of [letter]: every sheet says it"),
    ],
)
def test_what_every_sheet_says_is_asked_for_by_name(tmp_path: Path, left_out: str, message: str) -> None:
    with pytest.raises(BadSheet) as refusal:
        read_sheet(written(tmp_path, SHEET.replace(left_out, "")))
    assert str(refusal.value) == message
