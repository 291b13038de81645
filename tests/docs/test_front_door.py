"""The README says what is true: its numbers, its counts of games, its links, and its moving picture."""

import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from houseway.analysis import analyze
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.sheet import sheet
from houseway.games.letters import has_letter

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
LARGEST_PICTURE = 1_000_000


def rows() -> list[tuple[str, ...]]:
    """The rows of the table of numbers, without its head."""
    text = README.partition("## Some numbers")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


def as_shown(edge: float) -> str:
    return f"{edge:.4%}" if edge >= 0 else f"player's {-edge:.4%}"


SLUGS = {sheet(slug).title: slug for slug in GAMES}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_shows_the_exact_edge_and_the_element_of_risk(row: tuple[str, ...]) -> None:
    title, status, edge, base, risk, published = row
    game = game_class(SLUGS[title]).configure()
    found = analyze(game)
    assert base == ("Ante" if found.unit == "ante" else "first bet")
    assert edge == as_shown(float(-found.value))
    assert risk == as_shown(float(-found.value / found.average_wager))
    assert status == ("approved" if has_letter(SLUGS[title]) else "listed")
    assert published


def test_there_are_at_most_nine_rows_of_numbers() -> None:
    assert 5 <= len(rows()) <= 9


def test_the_readme_counts_the_games_as_the_catalogue_has_them() -> None:
    enclosed = sum(has_letter(slug) for slug in GAMES)
    statuses = Counter(sheet(slug).letter.confirmed for slug in GAMES if not has_letter(slug))
    assert f"It ships {len(GAMES)} games" in README
    assert f"{enclosed} follow rules" in README
    assert f"{len(GAMES) - enclosed} are restated" in README
    assert f"{statuses[True]} games are titles" in README
    assert f"For {statuses[False]} games it is not known" in README
    assert f"[All {len(GAMES)} games]" in README


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_every_link_of_a_root_file_leads_to_a_file(page: str) -> None:
    links = [link for link in LINK.findall((ROOT / page).read_text("utf-8")) if not link.startswith("https://")]
    assert [link for link in links if not (ROOT / link.partition("#")[0]).is_file()] == []


def test_the_moving_picture_moves_and_is_small() -> None:
    (name,) = re.findall(r"!\[[^\]]+\]\((docs/screenshots/[^)]+)\)", README)
    picture = ROOT / name
    assert picture.stat().st_size < LARGEST_PICTURE
    with Image.open(picture) as frames:
        assert getattr(frames, "n_frames", 1) >= 6


def test_the_first_screen_has_no_undefined_word() -> None:
    """Somebody who has never heard of the project reads the first screen: each special word is explained there."""
    first = README.partition("## Some numbers")[0]
    assert "Washington State Gambling Commission" in first
    for word in ("our readings", "the letter ", "declaration", "declared"):
        assert word not in first
    assert first.index("A reading is an interpretation") < first.index("--set P2-R1")
