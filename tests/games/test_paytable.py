"""Pay tables as data: what a user's file may say, and what is refused."""

from fractions import Fraction
from pathlib import Path

import pytest

from houseway.cards.notation import parse_cards
from houseway.errors import BadPayTable, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.money import winnings
from houseway.games.engine.paytable import PaySet, PayTable, TableForm, load_pay_set, read_pay_set, read_table
from houseway.ranking.category import Category
from houseway.ranking.system import ranking_system

STANDARD = {"bonus": TableForm("bonus", "Bonus", "standard")}
WITH_ENVY = {**STANDARD, "envy": TableForm("envy", "Envy", "standard", kind="fixed")}
JOKERS = {
    "bonus": TableForm(
        "bonus",
        "Bonus",
        "bug",
        also_named={"natural royal flush": "royal flush"},
        paid_as={"wild royal flush": "straight flush"},
    )
}


def bonus(rows: object, forms: dict[str, TableForm] = STANDARD, **settings: object) -> PayTable:
    return read_pay_set("own", {"bonus": rows, "confirm_gaps": True, **settings}, forms, source="own.toml")["bonus"]


def load(folder: Path, text: str | bytes, built_in: dict[str, PaySet] | None = None) -> PaySet:
    path = folder / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_pay_set(path, "some-game", built_in or {}, STANDARD)


def rows_of(table: PayTable) -> list[tuple[str, str]]:
    return [(row.label, row.pays_text) for row in table.rows]


def pays(table: PayTable, hand: str) -> Fraction | None:
    return table.pays(ranking_system(table.form.system).strength(parse_cards(hand)))


# Odds.


@pytest.mark.parametrize(
    ("written", "odds"),
    [
        (3, Fraction(3)),
        (1_000_000_000, Fraction(10**9)),
        ("3", Fraction(3)),
        ("3:2", Fraction(3, 2)),
        ("3/2", Fraction(3, 2)),
        ("3 to 2", Fraction(3, 2)),
        ("6 : 4", Fraction(3, 2)),
        (" 1 to 1 ", Fraction(1)),
        ("push", Fraction(0)),
        (0, Fraction(0)),
    ],
)
def test_whole_and_fractional_odds_are_exact(written: object, odds: Fraction) -> None:
    assert bonus({"flush": written}).rows[0].pays == odds


@pytest.mark.parametrize(
    "written",
    [1.5, -1, True, 10**9 + 1, "3:0", "3:2:1", "-3", "3.5", "three", "", "3:", ":2", [3], {"odds": 3}, "pushes"],
)
def test_malformed_odds_are_refused_with_what_was_expected(written: object) -> None:
    with pytest.raises(
        BadPayTable, match="row 'flush': expected whole odds such as 3, a text such as '3:2', or 'push'"
    ):
        bonus({"flush": written})


@pytest.mark.parametrize("written", ["push", "3:2", 1.5, -100])
def test_a_fixed_sum_is_whole_cents(written: object) -> None:
    with pytest.raises(BadPayTable, match="table envy, row 'flush': expected whole cents"):
        read_pay_set("own", {"bonus": {"flush": 3}, "envy": {"flush": written}}, WITH_ENVY, source="own.toml")


def test_a_broken_cent_stays_with_the_house() -> None:
    assert [winnings(stake, Fraction(3, 2)) for stake in (1, 2, 3, 5, 1000)] == [1, 3, 4, 7, 1500]


# Rows.


def test_rows_come_best_first_whatever_their_order_in_the_file() -> None:
    table = bonus({"pair of 6s or better": 1, "royal flush": 100, "pair of jacks or better": 2, "flush": 4})
    assert [row.label for row in table.rows] == [
        "royal flush",
        "flush",
        "pair of jacks or better",
        "pair of sixes or better",
    ], "a rank has one name, however a file writes it"
    assert table.highest == 100


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("As Ks Qs Js Ts", 100),
        ("9h 7h 5h 3h 2h", 4),
        ("Ah Ad 5s 3c 2d", 2),
        ("Jh Jd 5s 3c 2d", 2),
        ("Th Td 5s 3c 2d", 1),
        ("6h 6d 5s 3c 2d", 1),
        ("5h 5d 6s 3c 2d", None),
        ("6h 6d 5s 5c 2d", None),
        ("Ah Kd 5s 3c 2d", None),
    ],
)
def test_a_hand_is_paid_by_the_best_row_that_covers_it(hand: str, odds: int | None) -> None:
    table = bonus({"royal flush": 100, "flush": 4, "pair of jacks or better": 2, "pair of 6s or better": 1})
    assert pays(table, hand) == odds


@pytest.mark.parametrize(
    ("word", "rank"),
    [("2s", 0), ("deuces", 0), ("6s", 4), ("sixes", 4), ("10s", 8), ("Ts", 8), ("Ks", 11), ("aces", 12)],
)
def test_a_pair_row_names_its_least_rank_in_letters_or_words(word: str, rank: int) -> None:
    row = bonus({f"pair of {word} or better": 1}).rows[0]
    assert (row.category, row.least_rank) == (Category.PAIR, rank)


def test_the_highest_category_may_have_rows_by_rank_and_no_other_may() -> None:
    form = TableForm("bonus", "Bonus", "four-card")
    table = read_table({"four of a kind": 30, "four of a kind, queens or better": 200}, form, "test")
    aces, queens, jacks = ((Category.FOUR_OF_A_KIND, (rank,)) for rank in (12, 10, 9))
    rows = [table.row_of(*hand) for hand in (aces, queens, jacks)]
    assert [row and row.pays for row in rows] == [200, 200, 30]
    for written in ("four of a kind, aces", "four of a kind, As or better"):
        (row,) = read_table({written: 200}, form, "test").rows
        assert (row.label, row.least_rank) == ("four of a kind, aces", 12), "nothing is better"
    with pytest.raises(BadPayTable, match="unknown row 'pair of aces'"):
        read_table({"pair of aces": 1}, form, "test")
    with pytest.raises(BadPayTable, match="unknown row 'three of a kind, aces or better'"):
        read_table({"three of a kind, aces or better": 3}, form, "test")


def test_a_row_may_cover_neighboring_categories_and_none_of_them_twice() -> None:
    rummy = {"bonus": TableForm("bonus", "Bonus", "rummy")}
    table = bonus({"0 points": 4, "1 point to 5 points": 2, "6 points": 1}, rummy)
    paid = {str(category): row and row.pays for category in Category if (row := table.row_of(category)) is not None}
    assert paid == {
        "0 points": 4,
        **dict.fromkeys(("1 point", *(f"{n} points" for n in range(2, 6))), 2),
        "6 points": 1,
    }
    with pytest.raises(BadPayTable, match="duplicate row"):
        bonus({"1 point to 5 points": 2, "3 points": 2}, rummy)
    with pytest.raises(BadPayTable, match="unknown row"):
        bonus({"5 points to 1 point": 2}, rummy)


@pytest.mark.parametrize("label", ["pair of 1s or better", "pair of kinks or better", "pair of 6 or better"])
def test_a_pair_row_of_an_unknown_rank_is_refused(label: str) -> None:
    with pytest.raises(BadPayTable, match="unknown rank"):
        bonus({label: 1})


@pytest.mark.parametrize("label", ["five aces", "natural royal flush", "flash", "Flush", ""])
def test_an_unknown_row_is_refused_with_the_rows_of_the_ranking_system(label: str) -> None:
    with pytest.raises(
        BadPayTable, match=r"unknown row .*(Did you mean .*flush|Expected one of 11, such as flush, four of a kind)"
    ):
        bonus({label: 3})


@pytest.mark.parametrize(
    "rows",
    [
        {"natural royal flush": 100, "royal flush": 100},
        {"flush": 3, " flush ": 3},
        {"pair of 6s or better": 1, "pair of sixes or better": 1},
        {"pair": 1, "pair of 2s or better": 1},
    ],
)
def test_a_row_that_stands_twice_is_refused(rows: dict[str, int]) -> None:
    with pytest.raises(BadPayTable, match="duplicate row "):
        bonus(rows, JOKERS)


def test_the_same_row_twice_in_a_file_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(BadPayTable, match="not a TOML file"):
        load(tmp_path, "[bonus]\nflush = 3\nflush = 4\n")


# Order of odds, gaps.


def test_odds_that_fall_as_hands_get_better_are_refused_unless_said() -> None:
    rows = {"flush": 3, "straight": 4}
    with pytest.raises(BadPayTable, match=r"straight pays 4, more than flush .*write monotone = false"):
        bonus(rows)
    assert [row.pays for row in bonus(rows, monotone=False).rows] == [3, 4]


def test_equal_odds_and_a_push_below_are_in_order() -> None:
    assert [row.pays_text for row in bonus({"flush": 3, "straight": 3, "two pair": "push"}).rows] == ["3", "3", "push"]


@pytest.mark.parametrize("setting", ["monotone", "equal_bets"])
def test_a_setting_is_true_or_false(setting: str) -> None:
    with pytest.raises(BadPayTable, match=f"{setting} must be true or false; got 'yes'"):
        read_pay_set("own", {"bonus": {"flush": 3}, setting: "yes"}, STANDARD, source="own.toml")


def test_a_gap_between_rows_is_refused_unless_it_is_confirmed() -> None:
    with pytest.raises(
        BadPayTable,
        match=r"own\.toml: table bonus has no row for straight flush, four of a kind. These hands would lose",
    ):
        read_pay_set("own", {"bonus": {"royal flush": 100, "full house": 5}}, STANDARD, source="own.toml")
    with pytest.raises(BadPayTable, match="write confirm_gaps = true"):
        bonus({"straight": 4, "pair of 6s or better": 1}, confirm_gaps=False)
    bonus({"straight": 4}, confirm_gaps=False)


def test_a_confirmed_gap_is_a_warning_for_each_category_left_out() -> None:
    plain = {"bonus": {"royal flush": 100, "full house": 5}, "confirm_gaps": True}
    pay_set = read_pay_set("own", plain, STANDARD, source="own.toml")
    assert pay_set.warnings == (
        "table bonus: four of a kind pays nothing although a worse hand does",
        "table bonus: straight flush pays nothing although a worse hand does",
    )


def test_a_table_that_pays_every_hand_from_some_row_up_has_no_warning() -> None:
    rows = {"royal flush": 100, "straight flush": 50, "four of a kind": 20, "full house": 5}
    assert read_pay_set("own", {"bonus": rows}, STANDARD, source="own.toml").warnings == ()


def test_a_table_without_rows_is_a_warning() -> None:
    assert read_pay_set("own", {"bonus": {}}, STANDARD, source="own.toml").warnings == ("table bonus: no hand pays",)


def test_a_category_without_a_row_is_paid_as_its_form_says_and_warned_of() -> None:
    pay_set = read_pay_set("own", {"bonus": {"royal flush": 100, "straight flush": 50}}, JOKERS, source="own.toml")
    assert pays(pay_set["bonus"], "Ah Kh Qh Jh Jk") == 50
    assert pays(pay_set["bonus"], "Ah Kh Qh Jh Th") == 100
    assert pays(pay_set["bonus"], "As Ah Ad Ac Jk") is None
    assert pay_set.warnings == (
        "table bonus: wild royal flush has no row and is paid as straight flush",
        "table bonus: five aces pays nothing although a worse hand does",
    )


def test_a_row_of_its_own_comes_before_what_the_hand_is_otherwise_paid_as() -> None:
    table = bonus({"natural royal flush": 100, "wild royal flush": 60, "straight flush": 50}, JOKERS)
    assert pays(table, "Ah Kh Qh Jh Jk") == 60
    assert table.rows[0].label == "natural royal flush"
    assert table.rows[0].category is Category.ROYAL_FLUSH


# Parts of a file.


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ({}, "table bonus is missing"),
        ({"bonus": {"flush": 3}, "envy": {"flush": 3}}, "unknown table 'envy'. Expected one of: bonus"),
        ({"bonus": 3}, "table bonus: expected rows such as 'flush' = 3; got int"),
        ({"bonus": [{"flush": 3}]}, "expected rows such as 'flush' = 3; got list"),
        ([], "expected tables bonus; got list"),
    ],
)
def test_a_file_gives_every_table_of_the_game_and_no_other(plain: object, message: str) -> None:
    with pytest.raises(BadPayTable, match=message):
        read_pay_set("own", plain, STANDARD, source="own.toml")


def test_a_file_is_named_by_itself_or_by_its_heading(tmp_path: Path) -> None:
    assert load(tmp_path, "[bonus]\nflush = 3\n").name == "own"
    assert load(tmp_path, "name = 'generous'\ngame = 'some-game'\n[bonus]\nflush = 3\n").name == "generous"
    with pytest.raises(BadPayTable, match="name must be text; got 7"):
        load(tmp_path, "name = 7\n[bonus]\nflush = 3\n")


def test_a_file_for_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPayTable, match="is for 'another-game', not for 'some-game'"):
        load(tmp_path, "game = 'another-game'\n[bonus]\nflush = 3\n")


def test_a_base_gives_the_tables_that_a_file_lacks(tmp_path: Path) -> None:
    built_in = {
        "1": read_pay_set(
            "1", {"bonus": {"flush": "5:2", "straight": "push"}, "envy": {"flush": 500}}, WITH_ENVY, source="sheet"
        )
    }
    path = tmp_path / "own.toml"
    path.write_text("base = '1'\n[bonus]\nflush = 4\n")
    own = load_pay_set(path, "some-game", built_in, WITH_ENVY)
    assert rows_of(own["bonus"]) == [("flush", "4")]
    assert rows_of(own["envy"]) == [("flush", "500")]
    path.write_text("base = '1'\n[envy]\nflush = 700\n")
    own = load_pay_set(path, "some-game", built_in, WITH_ENVY)
    assert rows_of(own["bonus"]) == [("flush", "5/2"), ("straight", "push")]
    assert rows_of(own["envy"]) == [("flush", "700")]


@pytest.mark.parametrize("base", ["'9'", "1", "['1']"])
def test_an_unknown_base_is_refused_with_the_built_in_tables(tmp_path: Path, base: str) -> None:
    built_in = {"1": read_pay_set("1", {"bonus": {"flush": 3}}, STANDARD, source="sheet")}
    with pytest.raises(BadPayTable, match="unknown base pay table"):
        load(tmp_path, f"base = {base}\n[bonus]\nflush = 3\n", built_in)


# Files that are none.


def test_a_missing_file_and_a_directory_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(BadPayTable, match="Cannot read"):
            load_pay_set(path, "some-game", {}, STANDARD)


@pytest.mark.parametrize(
    "content",
    [b"flush: 3\n", b"\xff\xfe[bonus]", b"[bonus\n", b"x = " + b"[" * 5000, b"[bonus]\nflush = " + b"9" * 5000],
    ids=["yaml", "not utf-8", "open bracket", "deep nesting", "endless number"],
)
def test_a_file_that_is_not_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadPayTable, match="not a TOML file"):
        load(tmp_path, content)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert load(tmp_path, b"\xef\xbb\xbf[bonus]\nflush = 3\n")["bonus"].highest == 3


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    padding = "# " + "x" * (64 * 1024) + "\n"
    with pytest.raises(BadPayTable, match="too large for a pay table: at most 64 KiB"):
        load(tmp_path, padding + "[bonus]\nflush = 3\n")


# Choosing one for a game.


def test_a_path_may_be_text_or_a_path(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[bonus]\n'two pair' = 1\n")
    for given in (path, str(path)):
        pay_set = game("double-draw-poker", paytable=given).pay_set
        assert pay_set is not None
        assert pay_set.name == "own"


def test_a_pay_set_made_in_python_must_have_the_form_of_the_game() -> None:
    own = read_pay_set("own", {"bonus": {"flush": 3}}, STANDARD, source="python")
    with pytest.raises(BadPayTable, match="own does not have the tables that Double Draw Poker needs"):
        game("double-draw-poker", paytable=own)
    built_in = game("double-draw-poker", paytable="2").pay_set
    assert game("double-draw-poker", paytable=built_in).pay_set is built_in


def test_an_unknown_name_lists_the_built_in_tables() -> None:
    with pytest.raises(UnknownName, match=r"Unknown pay table '7'. Expected one of: 1, 2, a path"):
        game("double-draw-poker", paytable="7")
