"""What a report says in words: for people who have neither the code nor its names before them."""

from houseway.analysis import analyze, rule_list, strategy_table
from houseway.analysis.compare.alternatives import reading_effects
from houseway.games.catalogue import game
from houseway.report.model import Listing, Paragraph, Points, Section, Table
from houseway.report.provenance import deck_words
from houseway.report.readings import effects_table
from houseway.report.strategy import Play, strategy_section
from houseway.report.verification import published_part


def besides(slug: str) -> list[tuple[str, ...]]:
    """The published figures that are set beside none of ours."""
    tables = [block for block in published_part(analyze(slug), ()) if isinstance(block, Table)]
    return [row for table in tables if table.caption.startswith("Other published figures") for row in table.rows]


def test_ours_stands_beside_a_published_figure_that_is_rounded() -> None:
    assert ("house edge per Ante", "S2", "about 3.6% (ours is 3.5727%)") in besides("high-five-poker")


def test_a_published_figure_names_readings_that_are_not_usual_in_words() -> None:
    told = [what for what, _, _ in besides("dragon-bonus")]
    assert "Dragon Bonus on the Player, house edge; DB-R4: Six, 312 cards" in told
    assert not [what for what in told if "DB-R1" in what]


def test_a_published_figure_of_another_table_names_the_wager_that_it_pays() -> None:
    assert besides("mississippi-stud")[0][0] == "house edge per Ante; Ante and street bets: Straight 5"


def test_what_words_of_a_rule_list_mean_is_no_rule() -> None:
    table = game("let-it-ride")
    _, rules = strategy_section(analyze(table), Play(strategy_table(table), rule_list(table))).parts
    points = next(block for block in rules.blocks if isinstance(block, Points))
    assert points.items[-1].endswith("with everything else")
    assert Paragraph("Points: 2 for each ten to ace.") in rules.blocks


def test_no_sentence_on_envy_stands_where_no_reading_changes_it() -> None:
    table = game("pai-gow-poker")
    note = effects_table(table, reading_effects(table, quick=True)).note
    assert note.endswith("Readings with one choice are left out.")


def test_a_ten_is_written_as_on_the_cards_but_in_a_file() -> None:
    cells = Table.of("", ["Hand"], [("dealer shows T: high card, A-T-9",)])
    section = Section.of("Tens", Paragraph("K-T-2 or better"), cells, Listing("T-8"))
    paragraph, table, listing = section.blocks
    assert paragraph == Paragraph("K-10-2 or better")
    assert isinstance(table, Table)
    assert table.rows == (("dealer shows 10: high card, A-10-9",),)
    assert listing == Listing("T-8")


def test_a_shoe_is_told_by_its_decks() -> None:
    assert deck_words(game("casino-war", readings={"CW-R2": "2"})) == "2 decks of 52 cards, 104 cards in all"
