"""The workbook of a report: its formulas, recalculated by LibreOffice, come to the exact figures; pays are live."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from support.quick import sampled

import houseway as hw
from houseway.analysis import value_of
from houseway.errors import BadReport
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PaySet, PayTable
from houseway.report import libraries, render, report_for
from houseway.report.provenance import checksum
from houseway.report.spreadsheet.wager_sheets import joint_table, pays_by_row

LIVE = ("double-draw-poker", "fast-action-holdem")
GAMES = (*LIVE, "pick-2-poker", "two-hand-holdem", "fast-action-holdem-multi")
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>
"""
"""Formulas are computed when a file is read, whatever values stand beside them."""

Book = Any
Recalculate = Callable[[Book], Book]


@pytest.fixture(scope="module")
def written() -> Callable[[str], bytes]:
    """The workbook of a game, made once."""
    made: dict[str, bytes] = {}

    def make(slug: str) -> bytes:
        if slug not in made:
            made[slug] = render(report_for(slug, quick=True, prepared_by="A. Analyst", reference="2026/17"), "xlsx")
        return made[slug]

    return make


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Recalculate:
    """LibreOffice as a function: a workbook without any values in, with its own values out."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice (soffice) is not installed: formulas cannot be recalculated")
    folder = tmp_path_factory.mktemp("office")
    (folder / "profile" / "user").mkdir(parents=True)
    (folder / "profile" / "user" / "registrymodifications.xcu").write_text(SETTINGS)

    def recalculate(book: Book) -> Book:
        source = folder / "book.xlsx"
        book.save(source)  # openpyxl leaves out the values that stood beside formulas
        command = [program, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "xlsx"]
        subprocess.run(
            [*command, "--outdir", str(folder / "out"), str(source)], check=True, capture_output=True, timeout=300
        )
        return openpyxl.load_workbook(folder / "out" / "book.xlsx", data_only=True)

    return recalculate


def opened(content: bytes, *, values: bool = False) -> Book:
    return openpyxl.load_workbook(BytesIO(content), data_only=values)


def formulas(book: Book) -> Iterator[tuple[str, str]]:
    """The sheet and the address of every formula."""
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    yield sheet.title, cell.coordinate


def line(book: Book, sheet: str, first: str) -> list[Any]:
    """What stands to the right of a text."""
    (found,) = [row for row in book[sheet].iter_rows() if row[0].value == first]
    return [cell.value for cell in found[1:]]


def pay_cell(book: Book, hand: str) -> Any:
    return next(row[1] for row in book["Pay tables"].iter_rows() if row[0].value == hand)


@pytest.mark.slow
@pytest.mark.parametrize("slug", sampled(GAMES, 2))
def test_libreoffice_computes_every_figure_of_the_exact_result(
    slug: str, written: Callable[[str], bytes], recalculated: Recalculate
) -> None:
    content = written(slug)
    with_values, computed = opened(content, values=True), recalculated(opened(content))
    compared = 0
    for sheet, place in formulas(opened(content)):
        ours, theirs = with_values[sheet][place].value, computed[sheet][place].value
        if isinstance(ours, (int, float)):
            assert theirs == pytest.approx(ours, rel=1e-10, abs=1e-13), (sheet, place)
        else:
            assert (theirs or "") == (ours or ""), (sheet, place)
        compared += 1
    assert compared > 70
    result = hw.analyze(slug)
    for base, title in (
        ("ante", "per Ante"),
        ("initial wager", "per initial wager"),
        ("unit bet", "per unit bet (element of risk)"),
    ):
        edge = float(result.house_edge(base))
        assert line(computed, "Par sheet", title)[1:3] == [pytest.approx(1 - edge), pytest.approx(edge, rel=1e-12)]
    deviation = line(computed, "Par sheet", "Standard deviation per round, in Antes")[0]
    assert deviation == pytest.approx(result.net.standard_deviation, rel=1e-12)
    ahead = sum(weight for net, weight in result.net.weights.items() if net > 0) / result.net.total
    assert line(computed, "Par sheet", "Rounds won (ahead)")[0] == pytest.approx(ahead, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "hand", "pays"),
    [("double-draw-poker", "natural royal flush", 101), ("fast-action-holdem", "royal flush", 501)],
)
def test_a_changed_pay_that_changes_no_play_gives_the_edge_of_the_changed_table(
    slug: str, hand: str, pays: int, written: Callable[[str], bytes], recalculated: Recalculate
) -> None:
    book = opened(written(slug))
    pay_cell(book, hand).value = pays
    computed = recalculated(book)
    exact = value_of(_changed(slug, hand, pays))
    assert exact != hw.analyze(slug).value
    assert line(computed, "Par sheet", "per Ante")[2] == pytest.approx(-float(exact), rel=1e-11)
    assert line(computed, "Pay tables", "Payouts changed here")[0] == 1
    assert computed["Par sheet"]["A2"].value.startswith("1 changed.")


@pytest.mark.slow
def test_a_changed_pay_moves_the_distribution_too(written: Callable[[str], bytes], recalculated: Recalculate) -> None:
    """A royal flush that changes no play: the whole distribution is that of the table with the other pay."""
    slug, hand, pays = "fast-action-holdem", "royal flush", 501
    book = opened(written(slug))
    pay_cell(book, hand).value = pays
    computed = recalculated(book)
    exact = hw.analyze(_changed(slug, hand, pays)).net
    listed = {
        Fraction(net).limit_denominator(1000): chance
        for net, _, chance in computed["Distribution"].iter_rows(min_row=7, max_col=3, values_only=True)
        if isinstance(net, (int, float))
    }
    assert listed == {net: pytest.approx(count / exact.total, rel=1e-10) for net, count in exact.weights.items()}
    assert line(computed, "Distribution", "Standard deviation")[0] == pytest.approx(exact.standard_deviation, rel=1e-11)


@pytest.mark.slow
def test_the_edge_of_a_changed_table_is_never_below_that_of_its_best_play(
    written: Callable[[str], bytes], recalculated: Recalculate
) -> None:
    book = opened(written("double-draw-poker"))
    pay_cell(book, "flush").value = 4
    edge = line(recalculated(book), "Par sheet", "per Ante")[2]
    best = -float(value_of(_changed("double-draw-poker", "flush", 4)))
    assert best < edge < best + 0.01


@pytest.mark.slow
def test_the_edge_of_a_bonus_by_itself_follows_its_pays(
    written: Callable[[str], bytes], recalculated: Recalculate
) -> None:
    """5 Card Bonus Only is paid by five cards: its return is that of the well-known numbers of hands."""
    hands = {
        "royal flush": (4, 500),
        "straight flush": (36, 100),
        "four of a kind": (624, 50),
        "full house": (3744, 15),
        "flush": (5108, 8),
        "straight": (10200, 6),
        "three of a kind": (54912, 4),
        "two pair": (123552, 3),
        "pair of sixes or better": (9 * 84480, 1),
    }
    won, paying = sum(count * pays for count, pays in hands.values()), sum(count for count, _ in hands.values())
    book = opened(written("pick-2-poker"))
    cells = [row[1] for row in book["Pay tables"].iter_rows() if row[0].value == "four of a kind"]
    assert [cell.value for cell in cells] == [25, 40]
    cells[1].value = 50
    computed = recalculated(book)
    edge = line(computed, "Wagers", "house edge on its amount")[3]
    assert edge == pytest.approx((2_598_960 - paying - won) / 2_598_960, rel=1e-12)
    assert line(computed, "Par sheet", "per Ante")[2] == pytest.approx(-float(hw.analyze("pick-2-poker").value))


@pytest.mark.proof
def test_pays_of_which_the_larger_counts_are_not_for_changing() -> None:
    table = hw.game("pick-2-poker", readings={"P2-R3": "larger"})
    sheets = {sheet.name: sheet for sheet in report_for(table, quick=True).sheets}
    inputs = [place for place, cell in sheets["Pay tables"].cells.items() if cell.style.startswith("input")]
    titles = [row for (row, _), cell in sheets["Pay tables"].cells.items() if cell.shows == "5 Card Bonus Only, to 1"]
    assert inputs
    assert min(row for row, _ in inputs) > titles[0]


@pytest.mark.slow
def test_wagers_add_up_to_the_round(written: Callable[[str], bytes]) -> None:
    for slug in ("double-draw-poker", "fast-action-holdem-multi"):
        book = opened(written(slug), values=True)
        exact = hw.analyze(slug)
        amount, value, edge = line(book, "Wagers", "all")[:3]
        assert amount == pytest.approx(float(exact.average_wager), rel=1e-14)
        assert value == pytest.approx(line(book, "Distribution", "Mean")[0], rel=1e-12)
        assert edge == pytest.approx(float(exact.house_edge("unit bet")), rel=1e-14)


def _changed(slug: str, hand: str, pays: int, form: str = "bonus") -> Game:
    """The usual table with one other pay."""
    posted = hw.game(slug).pay_set
    assert posted is not None
    rows = [replace(row, pays=Fraction(pays)) if row.label == hand else row for row in posted[form].rows]
    tables = {**posted.tables, form: PayTable(posted[form].form, tuple(rows))}
    return hw.game(slug, paytable=PaySet("changed", tables))


@pytest.mark.parametrize(("slug", "others"), [("double-draw-poker", ("2",)), ("fast-action-holdem", ("5", "6"))])
def test_what_an_outcome_brings_besides_its_pays_is_the_same_under_every_pay_table(
    slug: str, others: tuple[str, ...]
) -> None:
    besides: dict[str, set[Fraction]] = {}
    for name in (None, *others):
        table = hw.game(slug, paytable=name)
        result = hw.analyze(table)
        assert table.pay_set is not None
        pays = {(form, row.label): row.pays for form, each in table.pay_set.tables.items() for row in each.rows}
        for row, follows in zip(result.return_table, pays_by_row(table, result, ()).joint.rows, strict=True):
            paid = sum((times * pays[cell] for cell, times in follows.items()), Fraction(0))
            besides.setdefault(row.outcome, set()).add(row.pays - paid)
    assert all(len(each) == 1 for each in besides.values())
    assert len(besides) > 10


def test_games_without_one_table_of_odds_name_no_rows() -> None:
    assert joint_table(hw.game("pick-2-poker")) is None
    assert joint_table(hw.game("two-hand-holdem")) is None


def test_counts_that_a_spreadsheet_cannot_hold_are_text_to_the_last_digit(written: Callable[[str], bytes]) -> None:
    book = opened(written("fast-action-holdem-multi"), values=True)
    counts = [row[1].value for row in book["Returns"].iter_rows(min_row=4) if row[0].value]
    exact = hw.analyze("fast-action-holdem-multi")
    assert counts == [*(f"{row.combinations:,}" for row in exact.return_table), f"{exact.net.total:,}"]
    small = opened(written("double-draw-poker"), values=True)
    total = line(small, "Returns", "total")[0]
    assert total == hw.analyze("double-draw-poker").net.total == 8_040_719_625_120


def test_sheets_stand_in_order_and_say_who_for_whom(written: Callable[[str], bytes]) -> None:
    book = opened(written("double-draw-poker"))
    assert book.sheetnames == [
        "Par sheet",
        "Wagers",
        "Returns",
        "Distribution",
        "Pay tables",
        "Strategy",
        "Simplified strategy",
        "Readings and clauses",
        "About",
    ]
    assert line(book, "About", "Prepared by")[0] == "A. Analyst"
    assert line(book, "About", "Reference")[0] == "2026/17"
    assert line(book, "About", "SHA-256 of the result")[0] == checksum(hw.analyze("double-draw-poker"))
    upright = {sheet.title for sheet in book.worksheets if sheet.page_setup.orientation != "landscape"}
    assert upright == {"Par sheet", "Wagers", "Pay tables"}
    assert all(sheet.sheet_properties.pageSetUpPr.fitToPage for sheet in book.worksheets)


def test_a_game_between_players_says_that_it_has_no_edge(written: Callable[[str], bytes]) -> None:
    book = opened(written("five-card-holdout"))
    assert book.sheetnames[0] == "Summary"
    assert line(book, "Summary", "House edge")[0] == "none"
    assert "Equity of known hands" in book.sheetnames


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    model = report_for("five-card-holdout")
    monkeypatch.setattr(libraries, "import_module", missing)
    with pytest.raises(BadReport, match=r"need xlsxwriter\. Run: pip install 'houseway\[report\]'"):
        render(model, "xlsx")


def test_houseway_report_writes_a_workbook(tmp_path: Path) -> None:
    model = hw.report("five-card-holdout", tmp_path / "par.xlsx")
    assert opened((tmp_path / "par.xlsx").read_bytes()).sheetnames[1] == model.sections[0].title
