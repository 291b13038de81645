"""Every command with wrong input says what was wrong, as typed, and what was expected, in words of the user."""

import re
from pathlib import Path

import pytest
from support.command_line import houseway

UTH, THREE, PICK_2 = "ultimate-texas-holdem", "three-card-poker", "pick-2-poker"
HOLDOUT, FAST_ACTION, MULTI = "five-card-holdout", "fast-action-holdem", "fast-action-holdem-multi"
NEVER = ("Traceback", "Fraction(", "Decimal(", "<class", "NoneType", "object at 0x", "'runner'", "rake_percent")
"""What belongs to the program and helps nobody who typed something wrong."""
LONGEST = 420
"""A message in characters: a list of all games is longer."""

SHIFTS = {
    "negative-rounds": "table,win,rounds\n1,5,-300\n",
    "no-rounds": "table,win,rounds\n1,5,0\n",
    "half-rounds": "table,win,rounds\n1,5,1.5\n",
    "endless-rounds": "table,win,rounds\n1,5,99999999999999\n",
    "negative-hours": "table,win,hours\n1,5,-2\n",
    "a-moment": "table,win,hours\n1,5,0.001\n",
    "negative-pace": "table,win,hours,rounds_per_hour\n1,5,2,-4\n",
    "words-for-win": "table,win,rounds\n1,much,300\n",
    "negative-ante": "table,win,rounds,ante\n1,5,300,-5\n",
    "many-seats": "table,win,rounds,seats\n1,5,300,99\n",
    "strange-column": "table,luck\n",
    "nothing": "",
}

WRONG: list[tuple[str, tuple[str, ...]]] = [
    # Names.
    ("rules pick-2", ("Unknown game 'pick-2'", "Did you mean pick-2-poker?")),
    ("analyze pick-2", ("Did you mean pick-2-poker?", "`houseway games` lists them all")),
    ("play two-hand", ("Did you mean two-hand-holdem?",)),
    ("compare pick-2-poker pick-3", ("Unknown game 'pick-3'", "Did you mean pick-2-poker?")),
    ("strategy nonesuch", ("Unknown game 'nonesuch'", "`houseway games` lists them all")),
    ("explain nonesuch", ("Unknown game 'nonesuch'",)),
    ("report nonesuch -o x.pdf", ("Unknown game 'nonesuch'",)),
    ("practice nonesuch", ("Unknown game 'nonesuch'",)),
    ("verify-counts nonesuch", ("Unknown game 'nonesuch'",)),
    ("bench nonesuch", ("Expected one of: analysis, engine, ranking",)),
    ("words nonesuch", ("Unknown word 'nonesuch'",)),
    ("export pick-2-poker --jurisdiction nevada", ("Unknown jurisdiction 'nevada'", "washington-tribal")),
    ("export pick-2-poker --paytable 99", ("Unknown pay table '99'", "felt, typed")),
    ("export pick-2-poker --on yesterday", ("--on", "yesterday")),
    ("analyze pick-2-poker --strategy optimum", ("'optimum'", "optimal")),
    ("simulate pick-2-poker --strategy luck", ("Unknown strategy 'luck' of pick-2-poker", "optimal")),
    # Games of the wrong kind.
    (
        "analyze five-card-holdout",
        ("Five Card HoldOut has no house edge: players bet against each other", "`houseway equity`"),
    ),
    ("advise five-card-holdout AsKd", ("has no house edge: players bet against each other", "`houseway solve`")),
    ("simulate five-card-holdout", ("has no house edge: players bet against each other",)),
    ("strategy five-card-holdout", ("has no house edge: players bet against each other",)),
    ("explain five-card-holdout", ("has no house edge: players bet against each other",)),
    ("compare five-card-holdout five-card-holdout", ("has no house edge: players bet against each other",)),
    ("equity pick-2-poker AsKd|2c3d", ("Pick 2 Poker is house-banked", "five-card-holdout")),
    ("hold pick-2-poker AsKd2c3d4h", ("Pick 2 Poker is house-banked",)),
    ("solve pick-2-poker", ("Pick 2 Poker is house-banked",)),
    ("advise dragon-bonus As", ("has no decisions after the bets",)),
    # Situations.
    (f"advise {UTH} AsKd --board 2c3d4h --taken bet-4x", ("nothing is left to decide after bet-4x",)),
    (f"advise {UTH} AsKd --taken bet-4x", ("nothing is left to decide after bet-4x",)),
    (f"advise {UTH} AsKd --board 2c3d", ("0 community cards or 3", "you gave 2 community cards")),
    (f"advise {UTH} AsKd --taken check", ("after check comes", "3 community cards; you gave 0")),
    (f"advise {UTH} AsKd --taken raise", ("check, bet-3x, bet-4x", "'raise'")),
    (f"advise {UTH} As", ("Ultimate Texas Hold'em takes 2 cards; you gave 1",)),
    (f"advise {UTH} AsKd --dealer 2c", ("you gave 0 community cards and 1 of the dealer's",)),
    ("advise mississippi-stud AsKd --taken fold", ("nothing is left to decide after fold",)),
    ("advise let-it-ride AsKdQh --board 2c --taken let-ride --taken let-ride", ("nothing is left to decide",)),
    (f"advise {THREE} AsKd", ("Three Card Poker takes 3 cards; you gave 2",)),
    (f"advise {THREE} AsKdQh --board 2c", ("you gave 1 community card",)),
    (f"advise {THREE} AsKdQh --bet luck=1", ("Unknown side bet", "pair_plus, prime, six_card")),
    ("advise pai-gow-poker AsKd", ("takes 7 cards; you gave 2",)),
    ("advise i-luv-suits-poker AsKd", ("takes 7 cards and no others; you gave 2",)),
    ("advise three-card-draw-poker AsKd", ("takes 3 cards; you gave 2",)),
    ("equity five-card-holdout AsKd|As2c", ("Repeated card As",)),
    # Money and numbers.
    ("play pick-2-poker --seats 0", ("takes 1 to 7 seats; you gave --seats 0",)),
    ("play pick-2-poker --seats 99", ("takes 1 to 7 seats; you gave --seats 99",)),
    ("play pick-2-poker --bet ante=-5", ("--bet takes WAGER=DOLLARS", "'ante=-5'")),
    ("play pick-2-poker --bet ante=abc", ("'ante=abc'",)),
    ("play pick-2-poker --bet luck=5", ("unknown wager 'luck'", "ante")),
    ("analyze pick-2-poker --ante x", ("--ante takes dollars", "'x'")),
    ("analyze pick-2-poker --bet ante=1", ("Unknown side bet 'ante'", "five_card_bonus")),
    (f"analyze {FAST_ACTION} --aggregate-limit -5", ("--aggregate-limit takes dollars", "'-5'")),
    (f"analyze {MULTI} --decks 99", ("'99' for FA-R8. Expected one of: 6, 7, 8",)),
    ("simulate pick-2-poker --rounds -5", ("--rounds", "greater than or equal to 1")),
    ("solve five-card-holdout --iterations 0", ("--iterations", "greater than or equal to 1")),
    ("compare pick-2-poker", ("Compare needs a changed version",)),
    ("compare pick-2-poker three-card-poker", ("Pick 2 Poker and Three Card Poker",)),
    ("report pick-2-poker -o x.doc", (".pdf, .html, .xlsx, .json", "'x.doc'")),
    ("verify absent.db", ("Cannot read absent.db",)),
    ("operate", ("Operate needs a GAME or --actual SHIFTS.csv.",)),
    ("operate pick-2-poker --hours -3", ("hours: expected a number above 0", "got '-3'")),
    ("operate pick-2-poker --hours 1/0", ("got '1/0'",)),
    ("operate pick-2-poker --rounds-per-hour -1", ("Rounds per hour", "got '-1'")),
    ("operate pick-2-poker --tables 0", ("from 1 to 1000; got 0",)),
    ("operate pick-2-poker --ante -5", ("--ante takes dollars", "'-5'")),
    ("operate pick-2-poker --ante 400", ("over the limit of $300", "newer limits not yet confirmed")),
    ("operate pick-2-poker --skill luck", ("'luck'",)),
    ("operate pick-2-poker --hold 2", ("Hold must be win", "'2'")),
    ("operate five-card-holdout --rake -5", ("rake: expected a percentage above 0, at most 100; got -5",)),
    ("operate pick-2-poker --actual absent.csv", ("Cannot read absent.csv",)),
    ("operate pick-2-poker --actual negative-rounds.csv", ("line 2: column 'rounds'", "got '-300'")),
    ("operate pick-2-poker --actual no-rounds.csv", ("column 'rounds'", "got '0'")),
    ("operate pick-2-poker --actual half-rounds.csv", ("column 'rounds'", "got '1.5'")),
    ("operate pick-2-poker --actual endless-rounds.csv", ("column 'rounds'", "10,000,000", "got '99999999999999'")),
    ("operate pick-2-poker --actual negative-hours.csv", ("column 'hours'", "got '-2'")),
    ("operate pick-2-poker --actual a-moment.csv", ("column 'hours'", "0.001 hours make no whole round")),
    ("operate pick-2-poker --actual negative-pace.csv", ("column 'rounds_per_hour'", "got '-4'")),
    ("operate pick-2-poker --actual words-for-win.csv", ("column 'win'", "got 'much'")),
    ("operate pick-2-poker --actual negative-ante.csv", ("column 'ante'", "dollars", "got '-5'")),
    ("operate pick-2-poker --actual many-seats.csv", ("line 2: seats", "from 1 to 7; got 99")),
    ("operate pick-2-poker --actual strange-column.csv", ("unknown column 'luck'",)),
    ("operate pick-2-poker --actual nothing.csv", ("a column 'table' is needed",)),
]


@pytest.mark.parametrize(("typed", "says"), WRONG, ids=[typed for typed, _ in WRONG])
def test_wrong_input_is_refused_in_plain_words(
    typed: str, says: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in SHIFTS.items():
        (tmp_path / f"{name}.csv").write_text(text)
    done = houseway(*typed.split(" "))
    message = " ".join(done.stderr.split())
    assert done.returncode == 2, done.stdout
    for words in says:
        assert words in message
    for inside in NEVER:
        assert inside not in message
    assert len(message) <= LONGEST, message
    expected = re.search(r"expected (?P<wanted>[^;]+); got (?P<got>.+)", message)
    assert expected is None or expected["wanted"] != expected["got"].strip("'"), "expected and got are the same"
