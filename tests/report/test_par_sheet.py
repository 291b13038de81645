"""The par sheet, recomputed from the distribution of a round by its textbook formulas; and the title page."""

import re
import subprocess
from fractions import Fraction
from io import StringIO
from math import sqrt
from pathlib import Path

import pytest
from rich.console import Console

import houseway as hw
from houseway.errors import BadReport
from houseway.report import render, report_for
from houseway.report.model import Model, Table

GAME = "double-draw-poker"


@pytest.fixture(scope="module")
def model() -> Model:
    return report_for(GAME, quick=True, prepared_by="A. Analyst", prepared_for="A Commission", reference="2026/17")


def table(model: Model, caption: str) -> dict[str, tuple[str, ...]]:
    """The rows of a table of the par sheet by their first cell."""
    section = model.sections[0]
    assert section.title == "Summary (par sheet)"
    (found,) = [block for block in section.blocks if isinstance(block, Table) and block.caption.startswith(caption)]
    return {row[0]: row[1:] for row in found.rows}


def test_returns_and_edges_of_a_base_come_to_one(model: Model) -> None:
    rows = table(model, "Return under the optimal strategy")
    assert rows["per Ante"] == ("93.2848%", "6.7152%")
    assert rows["per initial wager"] == ("96.6424%", "3.3576%")


def test_volatility_and_confidence_limits_follow_from_the_distribution(model: Model) -> None:
    result = hw.analyze(GAME)
    chances = {float(value): weight / result.net.total for value, weight in result.net.weights.items()}
    mean = sum(value * chance for value, chance in chances.items())
    deviation = sqrt(sum(chance * (value - mean) ** 2 for value, chance in chances.items()))
    wager = float(result.average_wager)
    index = 1.6448536 * deviation / wager
    rows = table(model, "Rounds won and volatility")
    assert float(rows["Volatility index, 90%"][0]) == pytest.approx(index, abs=1e-5)
    ahead = sum(chance for value, chance in chances.items() if value > 0)
    assert rows["Rounds won (ahead)"][0] == f"{100 * ahead:.4f}%"
    low, high = table(model, "90% confidence limits")["10,000"]
    middle = 1 + mean / wager
    assert (low, high) == (f"{100 * (middle - index / 100):.2f}%", f"{100 * (middle + index / 100):.2f}%")


def test_rounds_won_and_rounds_not_lost_are_the_same_shares_in_every_form(model: Model) -> None:
    """JSON, the report, the workbook and the command line; none calls either of them a hit frequency."""
    result = hw.analyze(GAME)
    won, kept = (
        Fraction(sum(weight for net, weight in result.net.weights.items() if net >= least), result.net.total)
        for least in (Fraction(1, 1000), 0)
    )
    plain = result.to_dict()
    assert plain["rounds_won"] == {"exact": str(won), "value": float(won)}
    assert plain["rounds_not_lost"] == {"exact": str(kept), "value": float(kept)}
    rows = table(model, "Rounds won and volatility")
    assert rows["Rounds won (ahead)"] == (f"{100 * float(won):.4f}%",)
    assert rows["Rounds not lost"] == (f"{100 * float(kept):.4f}%",)
    cells = model.sheets[0].cells
    beside = {
        cell.shows: cells[row, 1].shows for (row, column), cell in cells.items() if not column and (row, 1) in cells
    }
    assert (beside["Rounds won (ahead)"], beside["Rounds not lost"]) == (float(won), float(kept))
    console = Console(width=120, record=True, file=StringIO())
    console.print(result)
    told = console.export_text()
    assert re.search(rf"rounds won \(ahead\) +{100 * float(won):.4f}%", told)
    assert re.search(rf"rounds not lost +{100 * float(kept):.4f}%", told)
    everything = f"{plain} {model.to_dict()} {[cell.shows for sheet in model.sheets for cell in sheet.cells.values()]}"
    assert not re.search("hit.?frequency", f"{everything} {told}", re.IGNORECASE)


def test_better_players_get_more_back(model: Model) -> None:
    rows = table(model, "Return by strategy")
    returns = [float(rows[name][1].rstrip("%")) for name in ("optimal", "simplified (rule list)", "casual player")]
    assert returns == sorted(returns, reverse=True)
    assert rows["optimal"][-1] == "6.7152%"


def test_the_title_page_says_who_for_whom_and_by_which_reference(model: Model) -> None:
    facts = dict(model.facts)
    assert (facts["Prepared by"], facts["Prepared for"], facts["Reference"]) == (
        "A. Analyst",
        "A Commission",
        "2026/17",
    )
    with pytest.raises(BadReport, match="Prepared by takes one line of at most 200 characters"):
        report_for(GAME, quick=True, prepared_by="two\nlines")


@pytest.mark.slow
def test_the_pdf_is_for_archives_and_poppler_finds_nothing_wrong(model: Model, tmp_path: Path) -> None:
    content = render(model, "pdf")
    assert b"<pdfaid:part>2</pdfaid:part>" in content
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in content
    assert b"/Suspects" not in content
    path = tmp_path / "report.pdf"
    path.write_bytes(content)
    try:
        read = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return
    assert read.stderr == ""
