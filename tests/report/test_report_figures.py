"""The figures of reports are those of the analysis, in the PDF as it is read, in HTML and in JSON."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from io import BytesIO
from math import comb

import pytest
from pypdf import PdfReader
from support.every_game import EVERY_HOUSE_GAME
from support.quick import in_proof

from houseway.analysis import analyze, counted_by_family, rule_list
from houseway.analysis.declared.rule_list import knows_rules
from houseway.analysis.particulars import particulars
from houseway.games.catalogue import game as make_game
from houseway.report import render, report_for
from houseway.report.formats import whole
from houseway.report.model import Model, Paragraph, Points, Section, Table
from houseway.report.rules import equipment_section

LONG = {"face-up-pai-gow"}
"""Titles of the sample whose exposure with all side bets takes a long count."""
HOUSE_BANKED = [
    pytest.param(*each.values, marks=[pytest.mark.proof]) if each.marks or each.values[0] in LONG else each
    for each in EVERY_HOUSE_GAME
]
SET_IN_TYPE = [
    case
    if case.values[0] in ("two-hand-holdem", "three-card-poker")
    else pytest.param(*case.values, marks=[*case.marks, pytest.mark.slow])
    for case in HOUSE_BANKED
]
"""The same for tests that read the PDF: two of them are quick, since the model holds every figure."""
SECTIONS = [
    "Summary (par sheet)",
    "Scope and source of the rules",
    "Rules by clause",
    "Readings in force and their effect",
    "Deck, ranking and house way",
    "Pay tables",
    "Method",
    "Return tables by wager",
    "Return table",
    "Results",
    "Decision frequencies",
    "Optimal strategy and simplified strategy",
    "Volatility and risk",
    "Sensitivity",
    "Maximum exposure",
    "Envy Bonus",
    "Verification",
    "Limitations",
    "Provenance and reproducibility",
]
KNOWN = {
    "two-hand-holdem": ("57,208,371,584,364,000", "67910078303339/1589121432899000", "2.1367%"),
    "double-draw-poker": ("8,040,719,625,120", "2249790643/33502998438", "3.3576%"),
    "pick-2-poker": ("3,986,646,103,440", "13043557/1363422060", "0.4783%"),
    "fast-action-holdem": ("343,250,229,506,184,000", "97007537659/1463129708040", "6.6301%"),
    "fast-action-holdem-multi": (
        "17,885,617,568,653,031,030,217,384,000",
        "14668137367517849655288379/82803785040060328843599000",
        "17.7143%",
    ),
}
"""All combinations, the expected loss per Ante as a fraction and an edge, as the method pages have them."""


def tables(section: Section) -> list[Table]:
    found = [block for block in section.blocks if isinstance(block, Table)]
    return found + [table for part in section.parts for table in tables(part)]


def table_of(model: Model, section: str, number: int = 0) -> Table:
    return tables(next(each for each in model.sections if each.title == section))[number]


def texts(section: Section) -> Iterator[str]:
    """Every text of a section: its title, paragraphs, points and cells."""
    yield section.title
    for block in section.blocks:
        if isinstance(block, Table):
            yield from (block.caption, block.note, *(cell for row in block.rows for cell in row))
        elif isinstance(block, Paragraph):
            yield block.text
        elif isinstance(block, Points):
            yield from block.items
    for part in section.parts:
        yield from texts(part)


def squeezed(text: str) -> str:
    """A text without white space: where a page breaks its lines does not matter."""
    return re.sub(r"\s+", "", text)


@cache
def report(slug: str) -> Model:
    """The model of an approved game's report, made once for all tests."""
    return report_for(slug)


@cache
def pdf_text(slug: str) -> str:
    """The text of its PDF without white space."""
    pages = PdfReader(BytesIO(render(report(slug), "pdf"))).pages
    return squeezed("".join(page.extract_text() for page in pages))


def test_hands_that_are_judged_whole_are_listed_without_counts() -> None:
    """Seven cards as a bonus pays them have no tables of all hands."""
    deck, order, _ = equipment_section(make_game("pai-gow-poker")).parts
    assert "the 52 standard cards and a joker." in str(deck.blocks[0])
    *compared, table = order.blocks
    assert isinstance(table, Table)
    assert table.rows[0] == ("1", "seven-card straight flush")
    assert [column.title for column in table.columns] == ["Rank", "Hand"]
    high, low = (each for each in compared if isinstance(each, Table))
    assert (high.rows[0], high.rows[-1]) == (("1", "five aces", "1"), ("", "total", whole(comb(53, 5))))
    assert low.rows == (("1", "pair", "82"), ("2", "high card", "1,296"), ("", "total", whole(comb(53, 2))))


def test_hands_are_counted_of_as_many_cards_as_are_dealt() -> None:
    """A flush may have from one to seven cards; seven of a suit are 4 times 1,716 of the hands of seven."""
    _, order, _ = equipment_section(make_game("flush-rush")).parts
    table = order.blocks[0]
    assert isinstance(table, Table)
    assert table.columns[-1].title == "Hands of 7 cards"
    assert table.rows[0] == ("1", "seven-card flush", whole(4 * comb(13, 7)))
    assert table.rows[-1] == ("", "total", whole(comb(52, 7)))


def test_hands_that_compare_are_ranked_although_no_table_pays_them() -> None:
    _, order, way = equipment_section(make_game("high-five-poker")).parts
    assert isinstance(order.blocks[0], Table)
    assert "H5-7" in str(way.blocks[0])
    assert "always against a straight or better" in str(way.blocks[0])


@pytest.mark.slow
def test_titles_that_take_a_long_count_are_those_named_here() -> None:
    tables = [make_game(str(each.values[0])) for each in EVERY_HOUSE_GAME if not each.marks]
    assert {
        table.slug for table in tables if counted_by_family(table) and particulars(table).needs_count(table)
    } == LONG


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_the_sections_stand_in_the_order_of_a_math_report(slug: str) -> None:
    titles = [section.title.removesuffix(" by number of players") for section in report(slug).sections]
    left_out = [] if slug.startswith("fast-action") else ["Envy Bonus"]
    left_out += [] if analyze(slug).wager_tables else ["Return tables by wager"]
    assert titles == [title for title in SECTIONS if title not in left_out]


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_names_that_only_programs_use_stand_nowhere_but_where_the_report_is_made_again(slug: str) -> None:
    readings = make_game(slug).sheet.readings.values()
    names = {choice for reading in readings for choice in reading.choices if "-" in choice}
    for text in (text for section in report(slug).sections[:-1] for text in texts(section)):
        assert text not in names
        assert "washington" not in text
        assert not [reading.id for reading in readings if f"{reading.id} = " in text]
    assert "washington" not in dict(report(slug).facts)["Limits"]


@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_no_house_edge_is_below_zero(slug: str) -> None:
    """It is the player's edge then, and says so."""
    shown = [table for section in report(slug).sections for table in tables(section)]
    for table in (table for table in shown if table.caption != "Optimal strategy"):
        edges = [place for place, column in enumerate(table.columns) if "edge" in column.title.lower()]
        edge_rows = [row for row in table.rows if "ouse edge" in row[0]]
        assert not [row for row in table.rows for place in edges if row[place].startswith("\N{MINUS SIGN}")]
        assert not [row for row in edge_rows if "\N{MINUS SIGN}" in "".join(row[1:3])], table.caption
    assert not [name for name, figure in report(slug).headline if "edge" in name and "\N{MINUS SIGN}" in figure]


def test_the_players_edge_of_pick_2_poker_is_called_so() -> None:
    facts = dict(report("pick-2-poker").headline)
    assert facts["Player's edge per Ante"] == "0.9567%"
    skills = table_of(report("pick-2-poker"), "Summary (par sheet)", 2)
    assert skills.rows[0][-1] == "player's 0.9567%"


@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_no_section_is_empty(slug: str) -> None:
    def check(section: Section) -> None:
        assert section.blocks or section.parts, section.title
        for block in section.blocks:
            assert not isinstance(block, Table) or len(block.rows) > block.totals, block.caption
        for part in section.parts:
            check(part)

    for section in report(slug).sections:
        check(section)


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_the_pdf_shows_a_return_table_for_each_wager_by_the_name_that_people_use(slug: str) -> None:
    text, analysis, table = pdf_text(slug), analyze(slug), make_game(slug)
    for number, by_wager in enumerate(analysis.wager_tables):
        title = table.wager_title(by_wager.wager)
        shown = table_of(report(slug), "Return tables by wager", number)
        assert shown.caption == title[:1].upper() + title[1:]
        assert [row[0] for row in shown.rows] == [*(row.outcome for row in by_wager.rows), "total"]
        assert int(shown.rows[-1][1].replace(",", "")) == by_wager.total
        for row in shown.rows:
            assert squeezed("".join(row)) in text
    for wager in analysis.wagers:
        as_code = wager.wager.replace("_", " ")
        is_its_title = as_code == table.wager_title(wager.wager).lower()
        assert "_" not in wager.wager or is_its_title or as_code not in render(report(slug), "html").decode()


@pytest.mark.slow
@pytest.mark.parametrize("slug", [each if each != "fast-action-holdem-multi" else in_proof(each) for each in KNOWN])
def test_the_pdf_shows_the_known_exact_figures(slug: str) -> None:
    for figure in KNOWN[slug]:
        assert figure in pdf_text(slug)


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_the_pdf_shows_every_row_of_the_return_table(slug: str) -> None:
    text, analysis = pdf_text(slug), analyze(slug)
    for row in analysis.return_table:
        assert f"{squeezed(row.outcome)}{row.combinations:,}{row.combinations / analysis.net.total:.8f}" in text
    assert f"total{analysis.net.total:,}" in text


@pytest.mark.parametrize("slug", SET_IN_TYPE)
def test_the_pdf_shows_edges_on_every_base_and_the_cost_of_the_rules(slug: str) -> None:
    text, analysis = pdf_text(slug), analyze(slug)
    for base in analysis.bases:
        edge = abs(analysis.house_edge(base))
        assert f"{100 * float(edge):.4f}%{edge.numerator}/{edge.denominator}" in text
    if not knows_rules(make_game(slug)):
        assert (
            f"{squeezed(analysis.units)}perround("
            not in text.partition("Simplifiedstrategy(rulelist)")[2].partition("Volatilityandrisk")[0]
        )
        return
    rules = rule_list(slug)
    told = f"{squeezed(analysis.units)}perround({rules.cost})" if rules.cost else "Theserulescostnothing"
    assert told in text
    for line in rules.lines():
        assert squeezed(line[:1].upper() + line[1:]) in text


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_html_and_json_have_the_figures_of_the_pdf(slug: str) -> None:
    html = squeezed(unescape(re.sub(r"<[^>]+>", "", render(report(slug), "html").decode())))
    plain = json.loads(render(report(slug), "json"))
    shown = table_of(report(slug), "Return table")
    in_json = next(section for section in plain["sections"] if section["title"] == "Return table")["blocks"][-1]
    assert in_json["rows"] == [list(row) for row in shown.rows]
    for row in shown.rows:
        assert squeezed("".join(row)) in html
        assert squeezed("".join(row)) in pdf_text(slug)
    ev = plain["data"]["analysis"]["ev"]["exact"]
    assert Fraction(ev) == analyze(slug).value


@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_printed_combinations_add_up_to_the_printed_total(slug: str) -> None:
    *rows, total = table_of(report(slug), "Return table").rows
    assert sum(int(row[1].replace(",", "")) for row in rows) == int(total[1].replace(",", ""))


@pytest.mark.parametrize("slug", SET_IN_TYPE)
def test_every_clause_and_every_choice_of_a_reading_is_printed(slug: str) -> None:
    facts, text = make_game(slug).sheet, pdf_text(slug)
    for clause, rule in facts.clauses.items():
        assert squeezed(clause + rule) in text
    effects = table_of(report(slug), "Readings in force and their effect", 1)
    open_questions = [reading for reading in facts.readings.values() if len(set(reading.choices.values())) > 1]
    choices = [(reading.id, words) for reading in open_questions for words in reading.choices.values()]
    for (name, words), row in zip(choices, effects.rows, strict=True):
        assert row[0] == name
        printed = row[1].rstrip(".")
        assert words.startswith(printed), "all but the words on who gains"
        assert "gain" in words[len(printed) :] or len(words) - len(printed) <= 1


def test_readings_that_decide_the_sign_of_pick_2_poker_show_their_edges() -> None:
    effects = table_of(report("pick-2-poker"), "Readings in force and their effect", 1)
    choices = make_game("pick-2-poker").sheet.readings["P2-R1"].choices
    edges = dict(zip(choices, (row[3] for row in effects.rows if row[0] == "P2-R1"), strict=True))
    assert edges == {
        "ante-pays-play-pushes": "player's 0.9567%",
        "ante-pushes-play-compared": "3.1753%",
        "both-push": "19.0650%",
        "both-pay": "player's 24.9720%",
        "no-effect": "player's 15.3709%",
    }


@pytest.mark.slow
def test_decks_of_fast_action_show_the_edges_of_the_method_page() -> None:
    decks = tables(next(s for s in report("fast-action-holdem-multi").sections if s.title == "Sensitivity"))[1]
    assert [(row[0], row[2]) for row in decks.rows] == [("6", "17.7143%"), ("7", "16.1788%"), ("8", "14.9639%")]


def test_envy_adds_up_over_the_other_players() -> None:
    envy = table_of(report("fast-action-holdem"), "Envy Bonus by number of players")
    assert [row[1] for row in envy.rows] == ["0", "1", "2", "3", "4", "5"]
    assert envy.rows[-1][3] == "5.3136%"  # five others at 5.3136 cents each, of a Bonus of 500 cents


def test_a_published_edge_that_differs_names_the_reading_that_explains_it() -> None:
    assert squeezed("With the other choice for FA-R2 (Ante only or both; the Bonus is not split alone)") in pdf_text(
        "fast-action-holdem"
    )
    assert "6.8773%,whichroundstothepublished6.88%" in pdf_text("fast-action-holdem")


@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_the_net_results_of_the_distribution_add_up_and_end_in_certainty(slug: str) -> None:
    *rows, total = table_of(report(slug), "Volatility and risk").rows
    assert sum(int(row[1].replace(",", "")) for row in rows) == int(total[1].replace(",", ""))
    assert rows[-1][3] == "1.00000000"


@pytest.mark.slow
def test_holdout_reports_the_letters_example_and_no_house_edge() -> None:
    text = pdf_text("five-card-holdout")
    assert "TsJd:1/2,TcJhQd:1/2,TdJc2h:0" in text
    assert "Returntable" not in text
    assert ("House edge", "none") in report("five-card-holdout").headline
    assert "$200.00$5.002.50%" in text  # 5% of $200 is $10, the cap is $5


def test_limits_stand_in_one_dated_table_with_first_day_source_and_status() -> None:
    rows = table_of(report("pick-2-poker"), "Maximum exposure").rows
    limits = {row[:2]: row for row in rows}
    applied = limits["Maximum single wager", "$300.00"]
    assert (applied[2:4], applied[5]) == (("WAC 230-15-140", "2009-01-01"), "applied; not verified")
    later = limits["Maximum single wager", "$400.00"]
    assert later[3:] == (
        "",
        "WSR 23-09-065, voted in July 2023; effective date not seen",
        "known, not applied; not verified",
    )
    assert limits["Maximum separate games with one hand of cards", "6"][5] == "applied; not verified"
    text = pdf_text("pick-2-poker")
    assert squeezed("Limits as of June 14, 2021") in text
    assert text.count(squeezed("not verified")) == sum("not verified" in row[5] for row in rows) + 1  # and the note
    assert squeezed("would be 33.33% higher") in text  # 400 is a third more than 300
    assert squeezed("Different kinds of prizes may not be combined") in text


def test_a_bonus_that_is_not_bet_is_said_not_to_be_and_has_its_own_edge() -> None:
    text = pdf_text("pick-2-poker")
    assert squeezed("is optional, and no figure of the round includes it") in text
    assert squeezed("a house edge of 3.8882% on its amount (1203 / 30940)") in text
    rows = table_of(report("pick-2-poker"), "Sensitivity").rows
    of_it = [row for row in rows if row[0].startswith("5 Card Bonus Only: ")]
    assert len(of_it) == 9
    assert {row[2] for row in of_it} == {row[4] for row in of_it} == {"not bet"}
    assert all("not bet" not in row for row in rows if row not in of_it)


def test_FA_R9_is_said_to_change_envy_which_the_edge_leaves_out() -> None:
    assert "FA-R9" in table_of(report("fast-action-holdem"), "Readings in force and their effect", 1).note
    assert "FA-R9" not in table_of(report("pick-2-poker"), "Readings in force and their effect", 1).note


def test_lammers_are_named_only_where_there_is_an_envy_bonus() -> None:
    assert "everylammerpaid" in pdf_text("fast-action-holdem")
    assert "lammer" not in pdf_text("pick-2-poker")


def test_the_cards_of_a_draw_are_said_to_be_replaced() -> None:
    dead = tables(next(each for each in report("double-draw-poker").sections if each.title == "Sensitivity"))[-1]
    plays = {row[2] for row in dead.rows}
    assert any(play.startswith("replace ") for play in plays)
    assert not any(play.startswith("draw ") for play in plays)
