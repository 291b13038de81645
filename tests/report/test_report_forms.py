"""PDF, HTML, XLSX and JSON of any model: bytes that do not change, no markup that leaks, no host that is asked."""

import os
import subprocess
import sys
from datetime import date
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.quick import in_proof

from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadReport, HousewayError, UnknownName
from houseway.games.catalogue import game
from houseway.report import form_of, render, report_for, write_report
from houseway.report.model import (
    Formula,
    Listing,
    Model,
    Paragraph,
    Plot,
    Points,
    Section,
    Series,
    Table,
    figures,
    words,
)
from houseway.report.sensitivity import dead_cards

DAY = date(2024, 5, 1)
MARKUP = "#let x = 1 *bold* _it_ $a^2$ @cite <tag> `raw` \\n [x] // = ~ & \"q\" 'a'"
BAD_MARKUP = "#panic() </main><script>alert(1)</script> {{x}} $ unclosed _ *"


def model_of(*blocks: Paragraph | Points | Formula | Listing | Table | Plot) -> Model:
    return Model(
        "Test", "A title", "a subtitle", (("fact", "value"),), (("figure", "1"),), (Section.of("One", *blocks),), DAY
    )


def pdf_text(model: Model) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(render(model, "pdf"))).pages]


@pytest.mark.parametrize("text", [MARKUP, BAD_MARKUP])
def test_markup_in_texts_is_printed_letter_by_letter(text: str) -> None:
    blocks = (
        Paragraph(text),
        Paragraph(text, strong=True),
        Points((text,)),
        Listing(text),
        Table.of(text, [words(text), figures(text)], [(text, text)], note=text),
    )
    model = Model(text, text, text, ((text, text),), ((text, text),), (Section.of(text, *blocks),), DAY, (text,))
    squeezed = "".join("".join(pdf_text(model)).split())
    # Contents, title page, headers and blocks: a text that had been read as markup would be missing somewhere.
    assert squeezed.count("".join(text.split())) >= 12
    html = render(model, "html").decode()
    assert "<script>" not in html
    assert "<tag>" not in html


def test_a_long_table_repeats_its_heading_on_every_page() -> None:
    rows = [(f"outcome number {number} of a long table", f"{number:,}") for number in range(200)]
    pages = pdf_text(model_of(Table.of("Long", [words("Outcome"), figures("Combinations")], rows)))
    with_rows = [page for page in pages if "outcome number" in page]
    assert len(with_rows) > 2
    assert all("Combinations" in page for page in with_rows)


def test_a_long_narrow_table_is_set_in_two_columns() -> None:
    rows = [(f"{number:,}", "1") for number in range(60)]
    (page,) = [
        page
        for page in pdf_text(model_of(Table.of("Narrow", [figures("Net"), figures("Times")], rows)))
        if "59" in page
    ]
    assert page.count("Times") == 2


@pytest.mark.parametrize("n_rows", range(36, 52, 3))
def test_no_row_of_a_table_is_alone_on_a_page(n_rows: int) -> None:
    rows = [(f"outcome {number} of a table whose rows take a line each", "1") for number in range(n_rows)]
    pages = pdf_text(model_of(Table.of("Broken", [words("Outcome"), figures("Times")], rows)))
    counts = [page.count("outcome") for page in pages if "outcome" in page]
    assert sum(counts) == n_rows
    assert min(counts) >= 3


def test_the_last_lines_of_a_listing_stay_together() -> None:
    for n_lines in (15, *range(50, 70, 4)):
        pages = pdf_text(
            model_of(*[Paragraph("x")] * 20, Listing("\n".join(f"line {number}." for number in range(n_lines))))
        )
        counts = [page.count("line ") for page in pages if "line " in page]
        assert sum(counts) == n_lines
        assert min(counts) >= 10


def test_formulas_are_set_as_mathematics_and_written_out_in_html() -> None:
    model = model_of(Formula("sum_(S subset.eq H) (-1)^abs(S) N(S, r)", "sum over S in H"))
    assert "subset.eq" not in "".join(pdf_text(model))
    assert "sum over S in H" in render(model, "html").decode()


def test_a_formula_that_cannot_be_set_is_a_typed_error() -> None:
    with pytest.raises(BadReport, match="could not typeset the report"):
        render(model_of(Formula("no_such_name_at_all(", "")), "pdf")


def test_an_html_report_asks_no_other_host_and_holds_its_plots() -> None:
    html = render(model_of(Plot("p", "x", "y", (Series("a", ((0.0, 0.5), (1.0, 0.5))),), bars=True)), "html").decode()
    assert "<svg" in html
    for outside in ("src=", "<link", "<script", "@import", "url(http"):
        assert outside not in html


def test_the_pdf_has_the_date_of_its_document_and_not_that_of_its_making() -> None:
    document = PdfReader(BytesIO(render(model_of(Paragraph("text")), "pdf")))
    assert document.metadata is not None
    assert document.metadata.creation_date is not None
    assert document.metadata.creation_date.date() == DAY
    assert document.metadata.title == "A title: a subtitle"


@pytest.mark.slow
@pytest.mark.parametrize("quick", [True, in_proof(False)])
def test_two_processes_write_the_same_bytes(quick: bool) -> None:
    """Without a path to git, so that nobody's commit comes between."""
    code = (
        "import sys; from hashlib import sha256; from houseway.report import render, report_for\n"
        f"model = report_for('pick-2-poker', quick={quick})\n"
        "for form in ('pdf', 'html', 'xlsx', 'json'): print(sha256(render(model, form)).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": salt, "PATH": ""},
            capture_output=True,
            text=True,
        )
        for salt in ("1", "2")
    ]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    assert len(set(runs[0].stdout.split())) == 4


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(HousewayError, match="has 2 columns"):
        Table.of("T", ["a", "b"], [("only one",)])


def test_files_are_written_by_their_ending(tmp_path: Path) -> None:
    model = model_of(Paragraph("text"))
    for name, start in (("a.pdf", b"%PDF"), ("b.HTML", b"<!doctype html>"), ("c.json", b"{"), ("d.xlsx", b"PK")):
        write_report(model, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["report.docx", "report", "pdf"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(BadReport, match=r"\.pdf, \.html, \.xlsx, \.json"):
        form_of(Path(name))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadReport, match="does not exist"):
        form_of(tmp_path / "absent" / "report.pdf")
    with pytest.raises(UnknownName, match="report format"):
        render(model_of(), "docx")


@pytest.mark.slow
def test_a_report_without_a_day_does_not_depend_on_the_day() -> None:
    from dataclasses import replace

    from houseway.games.catalogue import game
    from houseway.games.engine.limits import limits_on

    table = game("five-card-holdout")
    days = [replace(table, limits=limits_on("washington", day)) for day in (date(2024, 5, 1), date(2026, 1, 2))]
    digests = {sha256(render(report_for(each), "json")).hexdigest() for each in days}
    assert len(digests) == 1
    dated = report_for(days[0], day=date(2024, 5, 1))
    assert ("Date of this report", "May 1, 2024") in dated.facts


def test_situations_that_a_deck_of_ones_own_does_not_have_are_left_out() -> None:
    """The dead cards of the usual situations are not all among these sixteen."""
    deck = Deck.of(parse_cards("As Ks Qs 2d 2c 3c 4c 5c 6c 7d 8d Ah Kh Qh Jh Th"))
    assert dead_cards(game("pick-2-poker", deck=deck)) == ()
    assert dead_cards(game("pick-2-poker"))
