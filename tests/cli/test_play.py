"""The terminal table, used as a person would: through its standard input and output."""

import subprocess
import sys

import pytest
from support.command_line import houseway
from support.every_game import EVERY_GAME

REVEAL = "??"


def in_a_shell(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "houseway", *arguments], input=typed, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_game_can_be_watched_to_the_end(slug: str) -> None:
    done = houseway("play", slug, "--watch", "--rounds", "2", "--seed", "1", "--plain")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Result") == 2
    assert "returned" in done.stdout


def test_a_seed_deals_the_same_cards_again() -> None:
    first, again, other = (
        houseway("play", "pick-2-poker", "--watch", "--seed", seed, "--plain").stdout for seed in ("9", "9", "10")
    )
    assert first == again != other


def test_a_round_is_played_by_typing() -> None:
    done = in_a_shell("play", "two-hand-holdem", "--seed", "5", "--plain", typed="arrange 1 2\nraise both\nq\n")
    assert done.returncode == 0
    assert "You set Hand 1 and Hand 2  10♠ 8♥ 6♦ 3♣" in done.stdout
    assert done.stdout.count("[2HH") == 0
    assert "You lose $60" in done.stdout
    assert "You leave the table with $940 in play chips." in done.stdout


def test_the_menu_of_a_declared_title_has_the_keys_of_its_declaration_in_their_order() -> None:
    """Mississippi Stud: F folds, 1 bets once the Ante and 3 three times, in the terminal as on the page (MS-4)."""
    done = houseway("play", "mississippi-stud", "--seats", "1", "--seed", "5", "--plain", typed="3\n2\n9\nF\nq\n")
    assert done.returncode == 0
    menus = [line.split(None, 1) for line in done.stdout.splitlines() if line[:4].strip() in ("F", "1", "2", "3")]
    assert [line[0] for line in menus[:4]] == ["F", "1", "2", "3"]
    assert [line[1] for line in menus[:4]] == ["Fold", "Bet 1x for $10", "Bet 2x for $20", "Bet 3x for $30"]
    assert "'9' is not a move here. Type ? to list your moves." in done.stdout
    assert "You: bet 3x, 3rd Street $30" in done.stdout


def test_the_words_beside_a_key_are_a_move_and_piles_have_titles() -> None:
    """Let It Ride: the second decision sees one community card, the other face down (LIR-4)."""
    typed = "pull back bet 1\nlet it ride\nq\n"
    done = houseway("play", "let-it-ride", "--seats", "1", "--seed", "5", "--plain", typed=typed)
    assert done.returncode == 0
    assert "You: pull back Bet 1" in done.stdout
    assert "You: let it ride" in done.stdout
    lines = done.stdout.splitlines()
    assert sum(line.startswith("community cards  ") for line in lines) == 2
    assert "community cards face down  ??" in lines


def test_a_wrong_move_is_explained_in_a_line_and_asked_again() -> None:
    """A bare `draw` bets nothing: it has to say which cards, or none (DD-4b)."""
    typed = "fly\ndraw 1 2 3 4\ndraw 9\ndraw\nraise\nfold\nq\n"
    done = houseway("play", "double-draw-poker", "--seats", "1", "--seed", "5", "--plain", typed=typed)
    assert done.returncode == 0
    answers = [line.split(": ", 1)[1] for line in done.stdout.splitlines() if line.startswith("Your move")]
    assert answers[:5] == [
        "'fly' is not a move here. Type ? to list your moves.",
        "You can replace at most three cards now.",
        "Card 9 does not exist. Your cards are numbered 1 to 5.",
        "Type which cards, or none: D 1, or D none.",
        "'raise' is not a move here. Type ? to list your moves.",
    ]
    assert "You lose $20" in done.stdout


def test_help_advice_and_verdicts_are_those_of_the_page() -> None:
    """Seed 5 deals Qs Qh Qc Th 5d: three queens are held, and the last draw after a lost queen is one card (DD-5b)."""
    typed = "?\nadvice\nd 1\nd none\nreview\nq\n"
    done = houseway("play", "double-draw-poker", "--seats", "1", "--seed", "5", "--plain", "--coach", typed=typed)
    assert done.returncode == 0
    assert "DD-3: Every player gets a packet of five cards" in done.stdout
    assert "stay in, replacing 10♥ 5♦: holds Q♠ Q♥ Q♣" in done.stdout
    assert "more than staying in, replacing 10♥ 5♦." in done.stdout
    assert "and 21 more options with lower values" in done.stdout
    assert "Round 1: Blunder: " in done.stdout
    assert "seat 0" not in done.stdout


def test_a_choice_that_the_hand_does_not_allow_says_why() -> None:
    """Crazy 4 Poker deals no pair of aces by seed 3: two and three times the Ante are refused (C4P-5)."""
    done = houseway("play", "crazy-4-poker", "--seats", "1", "--seed", "3", "--plain", typed="3\nf\nq\n")
    assert "-  Play 3x: needs a pair of aces or better" in done.stdout
    assert "Play 3x: needs a pair of aces or better." in done.stdout


def test_the_end_of_input_leaves_the_table() -> None:
    done = houseway("play", "fast-action-holdem", "--plain", "--seats", "1")
    assert done.returncode == 0
    assert "You leave the table with $1,000 in play chips." in done.stdout


def test_other_seats_cards_stay_hidden_until_they_are_shown() -> None:
    done = houseway("play", "pick-2-poker", "--seats", "3", "--seed", "2", "--plain", typed="")
    dealt = [line for line in done.stdout.splitlines() if "five cards to" in line.lower()]
    assert len(dealt) >= 3
    assert all(REVEAL in line for line in dealt if "to you" not in line)
    assert all(REVEAL not in line for line in dealt if "to you" in line)


def test_a_seat_in_holdout_keeps_its_stack_from_hand_to_hand() -> None:
    done = houseway("play", "five-card-holdout", "--watch", "--rounds", "5", "--seed", "4", "--plain")
    assert done.stdout.count("Result") == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "pick-3-poker"], "Unknown game 'pick-3-poker'. Did you mean pick-2-poker"),
        (["play", "two-hand-holdem", "--seats", "6"], "takes 1 to 5 seats; you gave --seats 6"),
        (
            ["play", "two-hand-holdem", "--seat", "4"],
            "Seat 4 does not exist: the table has 2 seats. Use --seat 1 to 2.",
        ),
        (["play", "two-hand-holdem", "--bet", "ante"], "--bet takes WAGER=DOLLARS"),
        (["play", "two-hand-holdem", "--bet", "ante-1=20", "--bet", "ante-2=10"], "(2HH-5)"),
        (["play", "two-hand-holdem", "--bet", "ante-1=200", "--bet", "ante-2=200"], "WAC 230-15-140"),
        (["play", "pick-2-poker", "--set", "P2-R1=maybe"], "Unknown choice 'maybe' for P2-R1"),
        (["play", "pick-2-poker", "--set", "P2-R1"], "--set takes READING=CHOICE"),
        (["play", "double-draw-poker", "--paytable", "9"], "Unknown pay table '9'"),
        (["play", "double-draw-poker", "--paytable", "no-such.toml"], "Cannot read no-such.toml"),
        (["play", "two-hand-holdem", "--players", "genius"], "Unknown strategy 'genius' of two-hand-holdem"),
    ],
)
def test_wrong_usage_says_what_was_expected_and_exits_with_2(arguments: list[str], message: str) -> None:
    done = houseway(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_meter_grows_from_round_to_round_by_what_is_bet_on_it() -> None:
    """Of two seats one bets on the meter: 71 cents a round, on a seed of 5,000 dollars."""
    options = ("--prizes", "100-75-50", "--meter-seed", "5000", "--increment", "71%")
    done = houseway("play", "caribbean-stud-poker", "--watch", "--rounds", "3", "--seed", "1", "--plain", *options)
    assert done.returncode == 0, done.stderr
    shown = [line for line in done.stdout.splitlines() if line.startswith("Progressive meters")]
    assert shown == [f"Progressive meters: meter ${amount}" for amount in ("5,000", "5,000.71", "5,001.42")]
    assert done.stdout.count("Progressive: bet $1") == 3


def test_a_meter_needs_prizes_a_seed_and_an_increment() -> None:
    alone = houseway("play", "caribbean-stud-poker", "--watch", "--meter-seed", "5000")
    assert alone.returncode != 0
    assert "Add --prizes TABLE" in alone.stderr
    half = houseway("play", "caribbean-stud-poker", "--watch", "--prizes", "100-75-50", "--meter-seed", "5000")
    assert "Give --meter-seed and --increment for: meter" in half.stderr


@pytest.mark.slow
def test_advice_between_players_tells_each_stage_and_what_the_plan_does() -> None:
    """Before the discards by dealing, on the flop exactly; a bad discard is judged, bets are not. Asking before the
    discards once ended the program.
    """
    typed = "advice\ncall\nadvice\nd 1\nadvice\ncheck\nreview\nq\n"
    done = houseway(
        "play", "five-card-holdout", "--seats", "2", "--seed", "5", "--plain", "--coach", typed=typed
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    dealt, held, flop = done.stdout.split("of each option")[1:4]
    assert "in big blinds" in dealt
    assert "wins" in dealt
    assert "The two-player blueprint plays this hand:" in dealt
    assert "shares of the pot" in held
    assert "more options with lower values" in held
    assert "plays this hand: hold 10♠ Q♦ A♥" in held
    assert "more than discarding 5♠ 3♣" in done.stdout
    assert "Exact against every hand of an opponent" in flop
    assert done.stdout.count("Round 1: ") == 2, "the heading, and of all decisions the discard alone"
    assert "Total cost of mistakes: 24" in done.stdout
    assert "of the pot." in done.stdout
