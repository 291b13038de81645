"""What a report says for itself: simulations that ship, the commit, the command, texts about the method."""

from datetime import date
from pathlib import Path

import pytest

from houseway.analysis import analyze, analyzed, value_of
from houseway.analysis.compare.alternatives import reading_effects
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import result_key
from houseway.games.catalogue import GAMES
from houseway.games.catalogue import game as make_game
from houseway.games.engine.sheet import sheet
from houseway.report.exposure import envy_section
from houseway.report.method import method_of
from houseway.report.model import Formula, Table
from houseway.report.outcomes import wager_tables_section
from houseway.report.provenance import Request, checksum, command_for, commit, title_facts, undated
from houseway.report.readings import effects_table
from houseway.report.verification import _records as simulations
from houseway.report.verification import recorded_simulation, simulation_for


@pytest.mark.slow
def test_every_simulation_that_ships_is_of_an_approved_table() -> None:
    approved = {
        result_key(make_game(slug, paytable=name), "optimal"): slug
        for slug in analyzed()
        for name in [*sheet(slug).pay_sets] or [None]
    }
    assert simulations().keys() <= approved.keys()
    for slug in {approved[key] for key in simulations()}:
        assert particulars(make_game(slug)).needs_count(make_game(slug)), slug


@pytest.mark.parametrize(
    ("slug", "rounds"),
    [
        ("two-hand-holdem", 10_000_000),
        ("double-draw-poker", 10_000_000),
        ("fast-action-holdem", 10_000_000),
        ("ultimate-texas-holdem", 2_000_000),
    ],
)
def test_simulations_that_ship_agree_with_the_exact_values(slug: str, rounds: int) -> None:
    for name in [*sheet(slug).pay_sets] or [None]:
        table = make_game(slug, paytable=name)
        simulation = recorded_simulation(table)
        assert simulation is not None
        assert simulation.rounds == rounds
        assert simulation.agrees_with(value_of(table))
        assert set(simulation.net.weights) <= set(analyze(table).net.weights)


def test_rounds_that_are_asked_for_are_played_anew() -> None:
    simulation = simulation_for(make_game("pick-2-poker"), 5_000, None)
    assert simulation is not None
    assert simulation.rounds == 5_000


def test_the_checksum_changes_with_any_figure() -> None:
    digests = {checksum(analyze(make_game("fast-action-holdem", paytable=name))) for name in ("4", "5", "6")}
    assert len(digests) == 3


def test_without_git_the_commit_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit() == "unknown (installed without its repository)"


def test_the_command_names_what_differs_from_the_letter() -> None:
    table = make_game("pick-2-poker", readings={"P2-R1": "both-push"})
    assert command_for(table, Request()) == (
        "houseway report pick-2-poker --paytable typed --set P2-R1=both-push -o report.pdf"
    )
    assert command_for(make_game("two-hand-holdem"), Request(500, date(2025, 3, 1), quick=True)) == (
        "houseway report two-hand-holdem --rounds 500 --date 2025-03-01 --quick -o report.pdf"
    )
    assert command_for(make_game("two-hand-holdem", on=date(2005, 1, 1)), Request(day=date(2005, 1, 1))) == (
        "houseway report two-hand-holdem --date 2005-01-01 -o report.pdf"
    )
    tipped = make_game("pick-2-poker", tips=True)
    assert command_for(tipped, Request()) == "houseway report game.toml -o report.pdf"


def test_limits_that_are_not_those_of_today_need_the_game_file(tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_text('game = "double-draw-poker"\n[limits]\ndate = 2005-01-01\n')
    old = undated(make_game(path))
    assert old.limits.largest_wager is not None
    assert old.limits.largest_wager.value == 100_00
    assert command_for(old, Request()) == "houseway report game.toml -o report.pdf"
    tribal = make_game("double-draw-poker", jurisdiction="washington-tribal")
    assert command_for(tribal, Request()) == "houseway report game.toml -o report.pdf"


def test_the_title_page_names_the_readings_that_are_not_the_usual_ones() -> None:
    facts = dict(title_facts(make_game("pick-2-poker", readings={"P2-R1": "both-push"}), Request()))
    assert facts["Readings"] == "P2-R1: The Ante and the Play both push; all others default"
    assert facts["Source"] == "Approval letter of May 21, 2008, to Gaming Entertainment"
    assert "Date of this report" not in facts


def test_the_title_page_says_as_of_which_day_the_limits_are() -> None:
    assert dict(title_facts(make_game("pick-2-poker", on=date(2025, 3, 1)), Request()))["Limits"] == (
        "Washington: a card room licensed for house-banked games or Class F; wagers up to $300.00 "
        "(newer limits not yet confirmed), as of "
        "March 1, 2025; see the table of limits"
    )
    tribal = make_game("pick-2-poker", jurisdiction="washington-tribal", on=date(2025, 3, 1))
    assert (
        "wagers up to $500.00 (not yet confirmed), as of March 1, 2025"
        in dict(title_facts(tribal, Request()))["Limits"]
    )
    assert dict(title_facts(make_game("pick-2-poker", jurisdiction="none"), Request()))["Limits"] == "no limits"


@pytest.mark.parametrize("jurisdiction", ["washington", "washington-tribal", "none"])
def test_undated_limits_have_the_same_values_on_a_fixed_day(jurisdiction: str) -> None:
    early, late = (
        undated(make_game("pick-2-poker", jurisdiction=jurisdiction, on=day))
        for day in (date(2024, 5, 1), date(2026, 1, 2))
    )
    assert early == late
    assert early.limits.largest_wager == make_game("pick-2-poker", jurisdiction=jurisdiction).limits.largest_wager


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_words_formulas_and_tests_in_its_method(slug: str) -> None:
    method = method_of(make_game(slug))
    assert method.dealer
    assert len(method.tests) >= 2
    formulas = [block for block in method.blocks if isinstance(block, Formula)]
    assert formulas
    assert all(formula.plain and formula.typst for formula in formulas)


def test_PGP_15_the_combined_edge_has_the_bet_that_earns_the_lammer_in_it() -> None:
    """Hand wager and Fortune Bonus of $5 each: their two losses, less what each other player's hand brings."""
    table, known = make_game("pai-gow-poker"), analyze("pai-gow-poker")
    section = envy_section(table, known)
    assert section is not None
    (rows,) = [block for block in section.blocks if isinstance(block, Table)]
    fortune = next(each.value for each in known.side_bets if each.wager == "fortune")
    assert known.envy is not None
    assert [column.title for column in rows.columns][-1] == "Combined edge per Hand wager, with Envy"
    assert rows.rows[0][-1] == f"{-100 * float(known.value + fortune):.4f}%"
    assert rows.rows[1][-1] == f"{-100 * float(known.value + fortune + known.envy / 500):.4f}%"


def test_EZB_13_every_side_bet_has_its_return_table_down_to_the_published_edge() -> None:
    """Published: Dragon 7 costs 7.61%, Panda 8 10.19%, a Tie 14.36%; 112,633,011,329,024 deals are a Dragon 7."""
    section = wager_tables_section(analyze("ez-baccarat"))
    assert section is not None
    (part,) = section.parts
    tables = {block.caption: block for block in part.blocks if isinstance(block, Table)}
    assert list(tables) == [
        "Player",
        "Tie",
        "Dragon 7",
        "Panda 8",
        "Dragon Bonus on the Player",
        "Dragon Bonus on the Banker",
    ]
    dragon = tables["Dragon 7"].rows
    assert dragon[0][:2] == ("Banker wins; three-card 7 of the Banker", "112,633,011,329,024")
    costs = {caption: float(table.rows[-1][-1].lstrip("\N{MINUS SIGN}")) for caption, table in tables.items()}
    edges = {caption: f"{cost:.2%}" for caption, cost in costs.items()}
    assert (edges["Dragon 7"], edges["Panda 8"], edges["Tie"]) == ("7.61%", "10.19%", "14.36%")


def test_an_edge_per_banker_is_called_one_per_banker_bet() -> None:
    assert analyze("ez-baccarat").published[0].figure == "house edge per Banker bet"
    assert analyze("three-card-poker").published[0].figure == "house edge per Ante"


def test_a_reading_whose_answers_say_the_same_has_no_row_among_the_alternatives() -> None:
    """Nothing is decided at baccarat, so how ties between choices are broken is no alternative (EZB-RT)."""
    table = make_game("ez-baccarat")
    shown = {row[0] for row in effects_table(table, reading_effects(table, quick=True)).rows}
    assert "EZB-RT" not in shown
    assert "EZB-R2" in shown
