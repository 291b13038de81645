"""Every yellow cell of a workbook drives all that depends on it: recalculated by LibreOffice with other pays.

Net results of changed pays come from rounds that the table itself settles by them; everything else is arithmetic over
the exact counts.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist
from types import MappingProxyType
from typing import Any

import openpyxl
import pytest
from support.return_rows import row_of, told

import houseway as hw
from houseway.analysis import analyzed
from houseway.analysis.particulars import particulars
from houseway.analysis.results.result import OPTIMAL, Analysis, ReturnRow
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PayTable
from houseway.games.strategies import play_out
from houseway.games.strategies.base import RandomLegal
from houseway.games.telling.units import base_in_words
from houseway.report.model import Model, Section
from houseway.report.spreadsheet.workbook import workbook
from houseway.report.spreadsheet.write import to_xlsx

FEW = ("pick-2-poker", "three-card-poker", "let-it-ride", "pai-gow-poker")
UNIT = 2000
ROUNDS = 150
Z = NormalDist().inv_cdf(0.95)

Posted = Mapping[tuple[str, str], Fraction]


@dataclass(frozen=True)
class Book:
    """A workbook whose pays are all changed, recalculated; the game with these pays, and the exact result posted."""

    game: Game
    changed: Game
    exact: Analysis
    cells: Any

    def rows(self, sheet: str) -> list[tuple[Any, ...]]:
        return list(self.cells[sheet].iter_rows(values_only=True))

    def line(self, sheet: str, first: str) -> tuple[Any, ...]:
        return next(row[1:] for row in self.rows(sheet) if row[0] == first)


def sheets_of(game: Game, exact: Analysis) -> Any:
    nothing = Section.of("Strategy")
    return workbook(
        game,
        exact,
        {OPTIMAL: exact},
        None,
        command="houseway analyze",
        facts=(),
        strategy=nothing,
        rules=(),
        provenance=nothing,
    )


def other_pays(game: Game, live: set[tuple[str, str]]) -> Game:
    """Each of some odds larger by another number, the first by 2."""
    if game.pay_set is None:
        return game
    more = {cell: 2 + place for place, cell in enumerate(sorted(live))}
    tables = {
        form: PayTable(
            table.form, tuple(replace(row, pays=row.pays + more.get((form, row.label), 0)) for row in table.rows)
        )
        for form, table in game.pay_set.tables.items()
    }
    return replace(game, pay_set=replace(game.pay_set, name="changed", tables=MappingProxyType(tables)))


def inputs(game: Game, sheets: Any) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
    """The yellow cells: table and row of each, and where it is."""
    tables = game.pay_set.tables if game.pay_set is not None else {}
    titles = {f"{table.form.title}, to 1": form for form, table in tables.items()}
    cells = {place: cell for sheet in sheets if sheet.name == "Pay tables" for place, cell in sheet.cells.items()}
    form = ""
    for (row, column), cell in sorted(cells.items()):
        if column == 0 and cell.shows in titles:
            form = titles[cell.shows]
        if cell.style.startswith("input"):
            yield (form, cells[row, 0].shows), (row, column)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], dict[str, Book]]:
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice (soffice) is not installed: formulas cannot be recalculated")
    folder = tmp_path_factory.mktemp("office")

    def make(slugs: tuple[str, ...]) -> dict[str, Book]:
        made, files = {}, []
        for slug in slugs:
            game = hw.game(slug)
            exact = hw.analyze(game)
            sheets = sheets_of(game, exact)
            places = dict(inputs(game, sheets))
            changed = other_pays(game, {*places})
            content = to_xlsx(Model("report", slug, "", (), (), (), date(2020, 1, 1), sheets=sheets))
            path = folder / f"{slug}.xlsx"
            path.write_bytes(content)
            book = openpyxl.load_workbook(path)  # leaves out the values beside formulas
            for (form, label), (row, column) in places.items():
                pays = next(each.pays for each in pay_table(changed, form).rows if each.label == label)
                book["Pay tables"].cell(row + 1, column + 1).value = float(pays)
            book.save(path)
            files.append(path)
            made[slug] = (game, changed, exact)
        recalculate(program, folder, files)
        return {
            slug: Book(*parts, openpyxl.load_workbook(folder / "out" / f"{slug}.xlsx", data_only=True))
            for slug, parts in made.items()
        }

    return make


def recalculate(program: str, folder: Path, files: list[Path]) -> None:
    """All files by one run of LibreOffice."""
    command = [program, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "xlsx"]
    subprocess.run(
        [*command, "--outdir", str(folder / "out"), *map(str, files)], check=True, capture_output=True, timeout=600
    )


def nets_of_rounds(book: Book) -> dict[ReturnRow, set[Fraction]]:
    """What rounds of each row net at a table with the changed pays; each round's row is found as posted."""
    found: dict[ReturnRow, set[Fraction]] = {}
    bet = book.game.usual_bet(UNIT)
    for number in range(ROUNDS):
        nets, ended = [], None
        for table in (book.game, book.changed):
            source = Random(f"{table.slug} {number}")
            state = table.start([bet], seed=source.getrandbits(256).to_bytes(32, "big"))
            ended = play_out(state, RandomLegal(generator=source))
            nets.append(Fraction(ended.result(0), UNIT))
            if table is book.game:
                row = row_of(told(ended, table.slug), nets[0], book.exact.return_table)
        if row is not None and row.pays == nets[0]:
            found.setdefault(row, set()).add(nets[1])
    return found


def check(book: Book) -> None:
    """All figures of one workbook."""
    exact, listed = book.exact, book.rows("Returns")
    net = next(row for row in listed if row[0] == "Outcome").index("Net result")
    start = next(place for place, row in enumerate(listed) if row[0] == "Outcome") + 1
    nets = [row[net] for row in listed[start : start + len(exact.return_table)]]
    by_row = dict(zip(exact.return_table, nets, strict=True))
    for row, played in nets_of_rounds(book).items():
        assert played == {Fraction(by_row[row]).limit_denominator(1000)}, row
    chances = [row.combinations / exact.net.total for row in exact.return_table]
    mean = sum(map(lambda net, chance: net * chance, nets, chances))
    deviation = sqrt(sum(map(lambda net, chance: (net - mean) ** 2 * chance, nets, chances)))
    bet = float(exact.average_wager)
    for base, amount in exact.bases.items():
        edge = book.line("Par sheet", f"per {base_in_words(base)}{' (element of risk)' if base == 'unit bet' else ''}")[
            2
        ]
        assert edge == pytest.approx(-mean / float(amount), abs=1e-11)
    assert book.line("Distribution", "Variance")[0] == pytest.approx(deviation**2, rel=1e-9)
    assert book.line("Distribution", "Standard deviation")[0] == pytest.approx(deviation, rel=1e-9)
    units = exact.units
    assert book.line("Par sheet", f"Standard deviation per round, in {units}")[0] == pytest.approx(deviation, rel=1e-9)
    assert book.line("Par sheet", "Volatility index, 90%")[0] == pytest.approx(Z * deviation / bet, rel=1e-6)
    low, high = book.line("Par sheet", 1000)[:2]  # type: ignore[arg-type]
    reach = Z * deviation / bet / sqrt(1000)
    assert (low, high) == (pytest.approx(1 + mean / bet - reach), pytest.approx(1 + mean / bet + reach))
    assert book.line("Wagers", "all")[1] == pytest.approx(mean, abs=1e-10)


def check_side_bets(book: Book) -> int:
    """Edge and deviation of every wager that is left out and paid by rows of one table; how many there are."""
    rows, compared = book.rows("Wagers"), 0
    for wager in particulars(book.game).not_bet(book.game, book.exact):
        place = next(at for at, row in enumerate(rows) if str(row[0]).startswith(f"{wager.title}, one unit"))
        summed = {str(row[0]): row[4] for row in rows[place : place + len(wager.rows) + 6]}
        pays = [changed_pay(book, wager.forms, row) for row in wager.rows]
        total = sum(row.combinations for row in wager.rows)
        chances = [row.combinations / total for row in wager.rows]
        mean = sum(map(lambda pay, chance: pay * chance, pays, chances))
        deviation = sqrt(sum(map(lambda pay, chance: (pay - mean) ** 2 * chance, pays, chances)))
        assert summed["house edge on its amount"] == pytest.approx(-mean, abs=1e-11), wager.title
        assert summed["standard deviation per unit"] == pytest.approx(deviation, rel=1e-9), wager.title
        compared += bool(wager.forms)
    return compared


def changed_pay(book: Book, forms: tuple[str, ...], row: ReturnRow) -> float:
    """What an outcome pays now: by the last row of a pay table that it names and was paid by; else what it netted."""
    hits = [
        new.pays
        for part in row.outcome.split("; ")
        for form in forms
        for old, new in zip(pay_table(book.game, form).rows, pay_table(book.changed, form).rows, strict=True)
        if part in (old.label, f"{pay_table(book.game, form).form.title}: {old.label}") and old.pays == row.pays
    ]
    return float(hits[-1] if hits else row.pays)


def pay_table(game: Game, form: str) -> PayTable:
    assert game.pay_set is not None
    return game.pay_set[form]


@pytest.mark.slow
def test_every_input_drives_all_that_depends_on_it(books: Callable[[tuple[str, ...]], dict[str, Book]]) -> None:
    made, compared = books(FEW), 0
    for book in made.values():
        check(book)
        compared += check_side_bets(book)
    assert compared >= 6
    three = made["three-card-poker"]
    assert three.line("Pay tables", "Payouts changed here")[0] == 19
    assert "Fixed strategy" in three.cells["Par sheet"]["A2"].value
    assert three.line("Distribution", "Variance")[0] > float(three.exact.net.variance) + 0.1


@pytest.mark.proof
def test_every_input_of_every_game_drives_all_that_depends_on_it(
    books: Callable[[tuple[str, ...]], dict[str, Book]],
) -> None:
    for book in books(tuple(analyzed())).values():
        check(book)
        check_side_bets(book)


def test_a_pay_of_which_the_larger_of_two_counts_is_no_input() -> None:
    game = hw.game("flush-rush")
    sheets = sheets_of(game, hw.analyze(game))
    assert not [*inputs(game, sheets)]


@pytest.mark.slow
def test_the_sum_of_two_pays_is_an_input_and_the_larger_of_two_is_not() -> None:
    """By default the 3-5 Bonus of Pick 2 adds the pays of two tables. Under P2-R3=larger, only one of them counts."""
    sums, larger = (hw.game("pick-2-poker", readings={"P2-R3": choice}) for choice in ("both", "larger"))
    forms = {form for (form, _), _ in inputs(sums, sheets_of(sums, hw.analyze(sums)))}
    assert forms == {"five-card", "three-card", "five-card-only"}
    assert not [*inputs(larger, sheets_of(larger, hw.analyze(larger)))]
