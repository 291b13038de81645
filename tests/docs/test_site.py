"""The site builds without a warning, every link in it leads somewhere, and it needs no other host."""

import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from support.quick import in_proof

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from build_docs import broken, external_links, read_site  # noqa: E402
from made_pages import fill  # noqa: E402

from houseway.games.catalogue import GAMES, game_class  # noqa: E402
from houseway.games.engine.declared.title import DeclaredGame  # noqa: E402
from houseway.games.engine.sheet import sheet  # noqa: E402


@pytest.fixture(scope="module", params=[["--plain"], in_proof([])], ids=["plain", "themed"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    command = [sys.executable, str(ROOT / "tools" / "build_docs.py"), str(folder), *request.param]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_builds_and_no_link_is_broken(site: Path) -> None:
    pages = read_site(site)
    assert list(broken(pages)) == []
    for page in ("index", "add-a-game", "tutorials/designer", "rules/pick-2-poker", "reference/games", "clauses"):
        assert (site / f"{page}.html").resolve() in pages
    listed = (site / "external-links.txt").read_text("utf-8").split()
    assert listed == external_links(pages)


@pytest.mark.slow
def test_every_clause_and_reading_of_every_game_is_on_its_page(site: Path) -> None:
    for slug in GAMES:
        folder = "rules" if (site / "rules" / f"{slug}.html").is_file() else "rules/title"
        page = (site / folder / f"{slug}.html").read_text("utf-8")
        facts = sheet(slug)
        assert all(f">{clause}<" in page for clause in facts.clauses)
        assert all(reading in page for reading in facts.readings)


@pytest.mark.slow
def test_every_declared_title_stands_in_the_table_of_what_it_took(site: Path) -> None:
    page = (site / "rules" / "worth.html").read_text("utf-8").replace("\u2018", "'").replace("\u2019", "'")
    _, heading, solved = page.partition("lines of its module")
    declared = [slug for slug in GAMES if issubclass(game_class(slug), DeclaredGame)]
    assert heading
    assert [slug for slug in declared if escape(sheet(slug).title, quote=False) not in solved] == []


@pytest.mark.slow
def test_every_command_and_every_public_name_has_its_place(site: Path) -> None:
    import houseway
    from houseway.cli import app

    commands = (site / "reference" / "command-line.html").read_text("utf-8")
    assert all(f'id="{command.name}"' in commands for command in app.registered_commands)
    names = (site / "reference" / "python.html").read_text("utf-8")
    anchors = [f"houseway-{name.lower().replace('_', '-')}" for name in houseway.__all__]
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in names or f'href="#{anchor}"' not in names] == []


def test_a_broken_link_and_another_host_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="b.html#there">x</a><a href="c.html">x</a><a href="#here">x</a>'
        '<script src="https://example.org/x.js"></script><a href="https://example.org">x</a></p>'
    )
    (tmp_path / "b.html").write_text('<p id="elsewhere"></p>')
    found = list(broken(read_site(tmp_path)))
    assert len(found) == 3
    assert any("b.html#there leads nowhere" in problem for problem in found)
    assert any("c.html leads nowhere" in problem for problem in found)
    assert any("x.js from another host" in problem for problem in found)
    assert external_links(read_site(tmp_path)) == ["https://example.org"]


def test_a_mark_that_nothing_is_made_for_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is made as 'poem'"):
        fill("<!-- made: poem -->")


def test_a_mark_that_a_block_of_code_shows_is_left_alone() -> None:
    page = "```markdown\n<!-- made: poem -->\n```\n"
    assert fill(page) == page
