"""Game files: what is exported loads as an equal game, what is malformed is refused with its place."""

import random
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import Deck
from houseway.errors import BadGameFile, UnknownName
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.games.files.gamefile import game_file_from, load_game
from houseway.games.files.gamefile_text import export_game

EXAMPLES = Path(__file__).parents[2] / "examples"
DAY = date(2025, 1, 1)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    return path


def round_trip(chosen: Game, tmp_path: Path) -> Game:
    return load_game(written(tmp_path, export_game(chosen)))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_with_every_pay_table_comes_back_equal(slug: str, tmp_path: Path) -> None:
    for name in sheet(slug).pay_sets or [None]:
        chosen = game(slug, paytable=name, on=DAY)
        assert round_trip(chosen, tmp_path) == chosen


@pytest.mark.parametrize("slug", GAMES)
def test_every_choice_of_every_reading_comes_back(slug: str, tmp_path: Path) -> None:
    for reading in sheet(slug).readings.values():
        for choice in reading.choices:
            if choice in ("four-card", "user-file"):  # these need a pay table of the house, see below
                continue
            chosen = game(slug, readings={reading.id: choice}, jurisdiction="none", on=DAY)
            loaded = round_trip(chosen, tmp_path)
            assert loaded.reading(reading.id) == choice
            assert loaded == chosen


def test_2HH_R1_the_house_pay_table_is_in_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'game = "two-hand-holdem"\n[readings]\n2HH-R1 = "four-card"\n'
        '[paytable]\nname = "house"\nconfirm_gaps = true\n[paytable.bonus]\n"four of a kind" = 100\n"pair" = "3:2"\n',
    )
    loaded = game(path)
    assert loaded.pay_set is not None
    assert loaded.pay_set.name == "house"
    assert [(row.label, row.pays) for row in loaded.pay_set["bonus"].rows] == [
        ("four of a kind", Fraction(100)),
        ("pair", Fraction(3, 2)),
    ]
    assert round_trip(loaded, tmp_path) == loaded


def test_table_settings_come_back_with_their_types(tmp_path: Path) -> None:
    chosen = game(
        "five-card-holdout",
        readings={"FCH-R1": "pot", "FCH-R7": "rake"},
        on=DAY,
        small_blind=150,
        big_blind=300,
        rake_percent=Fraction(5, 2),
        rake_cap=None,
    )
    loaded: Any = round_trip(chosen, tmp_path)
    assert loaded == chosen
    assert (loaded.rake_percent, loaded.rake_cap, loaded.big_blind) == (Fraction(5, 2), None, 300)


def test_a_stripped_deck_and_a_multiple_one_come_back(tmp_path: Path) -> None:
    small = game("five-card-holdout", on=DAY, deck=Deck.stripped(ranks="9TJQKA"))
    jokers = game("double-draw-poker", on=DAY, deck=Deck.stripped(ranks="TJQKA", jokers=2))
    double = game("fast-action-holdem", on=DAY, deck=Deck.standard(decks=2))
    for chosen in (small, jokers, double):
        assert round_trip(chosen, tmp_path).deck == chosen.deck


def test_an_exported_file_says_everything_in_plain_toml() -> None:
    plain = tomllib.loads(export_game(game("double-draw-poker", paytable="2", readings={"DD-R1": "wild"}, on=DAY)))
    assert plain["game"] == "double-draw-poker"
    assert plain["limits"] == {"jurisdiction": "washington", "date": DAY}
    assert plain["readings"] == {
        "DD-R1": "wild",
        "DD-R2": "6",
        "DD-R4": "yes",
        "DD-R5": "all-bets",
        "DD-R3": "initial-wager",
    }
    assert plain["paytable"]["name"] == "2"
    assert plain["paytable"]["bonus"]["five aces"] == 500
    assert plain["paytable"]["bonus"]["three of a kind"] == "push"


def test_edited_rows_lose_the_name_of_the_letters_table(tmp_path: Path) -> None:
    text = export_game(game("double-draw-poker", paytable="1", on=DAY))
    path = written(tmp_path, text.replace('"full house" = 5', '"full house" = 6'))
    loaded = load_game(path)
    assert loaded.pay_set is not None
    assert loaded.pay_set.name == "1 modified"
    assert loaded.modifications() == ("pay table 1 modified is not one of the letter's: 1, 2, sample",)
    assert round_trip(loaded, tmp_path) == loaded


def test_a_table_that_is_not_monotone_and_one_of_equal_bets_come_back(tmp_path: Path) -> None:
    text = export_game(game("double-draw-poker", on=DAY))
    odd = text.replace('"full house" = 5', '"full house" = 1').replace("[paytable]", "[paytable]\nmonotone = false")
    loaded = load_game(written(tmp_path, odd.replace("[paytable]", "[paytable]\nequal_bets = true")))
    assert loaded.pay_set is not None
    assert loaded.pay_set.equal_bets
    assert round_trip(loaded, tmp_path) == loaded


def test_any_text_can_name_a_pay_table(tmp_path: Path) -> None:
    base = game("double-draw-poker", on=DAY)
    assert base.pay_set is not None
    for name in ('quote " and \\ backslash', "tab\tnewline\n", "\x7f del \x00 nul", "ünïcödé 🂡"):
        chosen = replace(base, pay_set=replace(base.pay_set, name=name))
        assert round_trip(chosen, tmp_path) == chosen


def test_what_is_given_besides_a_file_stands_instead_of_what_it_says() -> None:
    path = EXAMPLES / "pick-2-poker-invented.toml"
    assert game(path).reading("P2-R1") == "both-push"
    changed = game(str(path), readings={"P2-R3": "larger"}, jurisdiction="none", tips=True)
    assert (changed.reading("P2-R1"), changed.reading("P2-R3")) == ("both-push", "larger")
    assert changed.limits.jurisdiction == "none"
    assert changed.limits.on == DAY
    assert changed.pay_set == game(path).pay_set
    pay_set = game(path, paytable="felt").pay_set
    assert pay_set is not None
    assert pay_set.name == "felt"


def test_a_bad_change_to_a_good_file_is_not_blamed_on_the_file() -> None:
    with pytest.raises(UnknownName, match="Unknown reading 'P2-R99'"):
        game(EXAMPLES / "pick-2-poker.toml", readings={"P2-R99": "x"})


def test_a_slug_comes_before_a_file_and_other_names_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pick-2-poker").write_text("not a game file")
    assert game("pick-2-poker").slug == "pick-2-poker"
    with pytest.raises(UnknownName, match="Did you mean pick-2-poker"):
        game("pick-3-poker")


def test_limits_that_no_file_can_say_are_not_exported() -> None:
    chosen = game("two-hand-holdem", on=DAY)
    other = replace(chosen, limits=replace(chosen.limits, largest_wager=None))
    with pytest.raises(BadGameFile, match="not those of washington on 2025-01-01"):
        export_game(other)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_loads_and_plays(path: Path) -> None:
    loaded = load_game(path)
    state = loaded.start([loaded.usual_bet(5_00)] * loaded.seats[0], seed=path.stem).advance()
    assert state.legal_actions()


def test_the_examples_are_games_as_they_are_and_an_invented_table() -> None:
    invented = "pick-2-poker-invented"
    examples = {path.stem for path in EXAMPLES.glob("*.toml")} - {invented}
    assert "three-card-poker" in examples
    assert examples <= set(GAMES)
    for slug in examples:
        assert load_game(EXAMPLES / f"{slug}.toml") == game(slug, on=DAY)
    pay_set = load_game(EXAMPLES / f"{invented}.toml").pay_set
    assert pay_set is not None
    assert pay_set.name == "many small prizes"
    assert {row.label: row.pays for row in pay_set["three-card"].rows}["three of a kind"] == Fraction(5, 2)
    assert pay_set["five-card"] == sheet("pick-2-poker").pay_sets["typed"]["five-card"]


TWO_HAND = 'game = "two-hand-holdem"\n'
HOLD_OUT = 'game = "five-card-holdout"\n'
DOUBLE_DRAW = 'game = "double-draw-poker"\n'
MALFORMED = {
    "no game": ("", "game: the game is missing. Write game = NAME"),
    "unknown game": ('game = "pick-3"', "game: Unknown game 'pick-3'. Did you mean pick-2-poker"),
    "game of a wrong type": ("game = 3", "game: Unknown game 3. "),
    "not TOML": ("game = two", "not a TOML file"),
    "unknown key": (TWO_HAND + "jurisdiction = 1", "unknown key 'jurisdiction'. Expected one of 7, such as deck"),
    "newer format": (TWO_HAND + "format = 2", "format: expected 1; got 2"),
    "format true": (TWO_HAND + "format = true", "format: expected 1; got True"),
    "readings no table": (TWO_HAND + "readings = 1", r"readings: expected a table \[readings\]; got 1"),
    "unknown reading": (TWO_HAND + '[readings]\nP2-R1 = "x"', "Unknown reading 'P2-R1'. Expected one of: 2HH-R1"),
    "unknown choice": (TWO_HAND + '[readings]\n2HH-R1 = "x"', "Unknown choice 'x' for 2HH-R1. Expected one of: four-c"),
    "choice of a wrong type": (TWO_HAND + "[readings]\n2HH-R1 = true", "2HH-R1: expected a choice in quotes; got True"),
    "unknown limit": (TWO_HAND + "[limits]\nlargest = 5", r"\[limits\]: unknown key 'largest'. Expected one of: date"),
    "unknown jurisdiction": (TWO_HAND + '[limits]\njurisdiction = "mars"', "Unknown jurisdiction 'mars'"),
    "jurisdiction of a wrong type": (TWO_HAND + "[limits]\njurisdiction = 1", "jurisdiction: expected text in quotes"),
    "date in quotes": (TWO_HAND + '[limits]\ndate = "2025-01-01"', "date: expected a date without quotes"),
    "date with a time": (TWO_HAND + "[limits]\ndate = 2025-01-01T10:00:00", "date: expected a date without quotes"),
    "pay table where none is": (TWO_HAND + 'paytable = "1"', r"paytable: expected the name of .*none: the letter"),
    "pay table of a game without": (HOLD_OUT + "[paytable]", "Five Card HoldOut has no pay table"),
    "unknown pay table": (DOUBLE_DRAW + 'paytable = "9"', r"built-in pay table \(1, 2, sample\).*got '9'"),
    "pay table of a wrong type": (DOUBLE_DRAW + "paytable = 1", "paytable: expected a name or a table"),
    "unknown part": (DOUBLE_DRAW + "[paytable.envy]", r"\[paytable\]: unknown table 'envy'. Expected one of: bonus"),
    "unknown row": (DOUBLE_DRAW + '[paytable.bonus]\n"six aces" = 1', "table bonus: unknown row 'six aces'"),
    "malformed odds": (DOUBLE_DRAW + '[paytable.bonus]\n"flush" = 1.5', "row 'flush': expected whole odds.*got 1.5"),
    "row against a clause": (DOUBLE_DRAW + '[paytable.bonus]\n"pair" = 1', "pair loses all bets .*DD-9"),
    "unknown setting": (HOLD_OUT + "[table]\nante = 1", r"\[table\]: unknown key 'ante'. "),
    "setting of a game without": (TWO_HAND + "[table]\nante = 1", "unknown key 'ante'. This table takes no keys"),
    "setting of a wrong type": (HOLD_OUT + "[table]\nbig_blind = true", "big_blind: expected a whole number; got True"),
    "float for a fraction": (HOLD_OUT + "[table]\nrake_percent = 2.5", "a whole number or a fraction in.*got 2.5"),
    "division by zero": (HOLD_OUT + '[table]\nrake_percent = "1/0"', "rake_percent: expected"),
    "none where none is no value": (HOLD_OUT + '[table]\nbig_blind = "none"', "big_blind: expected a whole number"),
    "setting against a clause": (HOLD_OUT + "[table]\nsmall_blind = 900", "small_blind 900 is more than.*FCH-2"),
    "deck of a wrong type": (TWO_HAND + "deck = 52", "deck: expected the cards of the deck as text.*got 52"),
    "deck of no cards": (TWO_HAND + 'deck = "xx"', "deck: "),
    "empty deck": (TWO_HAND + 'deck = ""', "deck: expected 1 to"),
    "deck too small": (TWO_HAND + 'deck = "As Ks Qs Js"', "deck: 4 cards are too few for a round of 2 Hand"),
    "deck for no seat": ('game = "pick-2-poker"\ndeck = "As Ks Qs Js Ts"', "deck: 5 cards are too few"),
    "number of many digits": (TWO_HAND + f"format = 0x{'f' * 9000}", "a whole number of more than 64 bits"),
    "nested too deep": (TWO_HAND + "deck = " + "[" * 30000, "not a TOML file"),
}  # fmt: skip


@pytest.mark.parametrize("text_and_message", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_refused_with_its_name_and_what_is_expected(
    text_and_message: tuple[str, str], tmp_path: Path
) -> None:
    text, message = text_and_message
    path = written(tmp_path, text)
    with pytest.raises(BadGameFile, match=message) as refused:
        game(path)
    assert str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('game = "pick-3"', 1),
        (TWO_HAND + "\n# a note\nformat = 2", 4),
        (TWO_HAND + "\n[limits]\nlargest = 5", 4),
        (TWO_HAND + '\n[limits]\n\njurisdiction = "mars"', 5),
        (TWO_HAND + '\n[readings]\n2HH-R1 = "x"', 4),
        (TWO_HAND + '\n[readings]\nP2-R1 = "x"', 4),
        (DOUBLE_DRAW + '\npaytable = "9"', 3),
        (DOUBLE_DRAW + '\n[paytable]\nname = """\nflush = 2\n"""\n[paytable.bonus]\n"flush" = 1.5', 8),
        (DOUBLE_DRAW + '\n[paytable.bonus]\n"two pair" = 2\n"pair" = 1', 5),
        (DOUBLE_DRAW + '\n[paytable.bonus]\n"straight" = 9\n"flush" = 1', 4),
        (HOLD_OUT + "\n[table]\nbig_blind = true", 4),
        (HOLD_OUT + "\n[table]\nbig_blind = 100\nsmall_blind = 900", 5),
        (TWO_HAND + '\ndeck = "As Ks Qs Js"', 3),
    ],
)
def test_a_refusal_names_the_line(text: str, line: int, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadGameFile) as refused:
        game(path)
    assert str(refused.value).startswith(f"{path}, line {line}: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    large = written(tmp_path, "#" * 70_000)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    for path in (large, binary, tmp_path, tmp_path / "missing.toml", Path("nul\0.toml")):
        with pytest.raises(BadGameFile):
            load_game(path)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.dates() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PARTS = st.sampled_from(["format", "readings", "paytable", "limits", "table", "deck", "other"])


@settings(max_examples=300, deadline=None)
@given(slug=st.sampled_from(list(GAMES)), parts=st.dictionaries(PARTS, PLAIN, max_size=3))
def test_any_contents_make_a_game_file_or_a_bad_game_file(slug: str, parts: dict[str, Any]) -> None:
    try:
        file = game_file_from({"game": slug, **parts}, "fuzzed.toml")
    except BadGameFile as refused:
        assert str(refused).startswith("fuzzed.toml: ")
    else:
        assert file.slug == slug


def test_damaged_exports_load_or_are_refused_and_never_fail_otherwise(tmp_path: Path) -> None:
    generator = random.Random(20250101)
    refused = 0
    for slug in GAMES:
        text = export_game(game(slug, on=DAY)).encode()
        for _ in range(60):
            damaged = bytearray(text)
            for _ in range(generator.randint(1, 4)):
                start = generator.randrange(len(damaged))
                damaged[start : start + generator.randint(0, 6)] = generator.randbytes(generator.randint(0, 2))
            path = tmp_path / "damaged.toml"
            path.write_bytes(bytes(damaged))
            try:
                assert load_game(path).slug in GAMES
            except BadGameFile:
                refused += 1
    assert refused > 100


def test_the_command_exports_a_file_that_loads_as_the_same_game(tmp_path: Path) -> None:
    code = "from typer import run; from houseway.cli.game_files import export; run(export)"
    options = ["--paytable", "felt", "--set", "P2-R3=larger", "--on", "2025-01-01", "--jurisdiction", "none"]
    done = subprocess.run(
        [sys.executable, "-c", code, "pick-2-poker", *options], capture_output=True, text=True, check=True
    )
    expected = game("pick-2-poker", paytable="felt", readings={"P2-R3": "larger"}, jurisdiction="none", on=DAY)
    assert load_game(written(tmp_path, done.stdout)) == expected
