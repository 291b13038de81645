"""The line of a rule list that applies at a spot, against lines chosen by hand from the lists as they ship."""

import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from support.printed_rules import starting

from houseway.analysis import advise, analyzed
from houseway.analysis.declared.conditions import Two, rules_from_plain, starting_hands
from houseway.analysis.particulars import applied_rule
from houseway.analysis.results.recorded import recorded_rules, records
from houseway.analysis.titles.fast_action_holdem.rule_list import RuleList as FastActionRules
from houseway.cards.notation import parse_cards
from houseway.games.catalogue import as_game
from houseway.games.engine.action import Action
from houseway.training.spots import SEAT, NoSpot, deal_spot, practiced, rule_here, seed_number

CASES: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("three-card-poker", "Qh 6d 4c", {}, "Play with Q-6-4 or better", "play"),
    ("three-card-poker", "Qh 6d 3c", {}, "Fold with everything else", "fold"),
    ("three-card-poker", "2h 2d 3c", {}, "Play with Q-6-4 or better", "play"),
    ("crazy-4-poker", "Ah As 7c 5d 2h", {}, "Play 3x with a pair of aces or better", "play-3x"),
    (
        "caribbean-stud-poker",
        "Ah Ks Jc 4d 2h",
        {"dealer": "4s"},
        "Dealer shows 4: raise with A-K-J-4 or better",
        "raise",
    ),
    ("caribbean-stud-poker", "Ah Ks Jc 3d 2h", {"dealer": "4s"}, "Fold with everything else", "fold"),
    ("triple-shot-rummy", "Kh Qd 2c", {}, "Fold with everything else", "fold"),
    ("mississippi-stud", "Qh 6d", {}, "3rd Street: bet 1x with 2 points or more without a pair", "bet-1x"),
    ("mississippi-stud", "4h 4d", {}, "3rd Street: bet 3x with a pair or better", "bet-3x"),
    ("mississippi-stud", "5h 2d", {}, "3rd Street: fold with everything else", "fold"),
    (
        "mississippi-stud",
        "Qh 6d",
        {"board": "6s", "taken": ["bet-1x"]},
        "4th Street: bet 3x with a pair of sixes or better; "
        "3 to a straight flush with at most 2 gaps and 4 points or more",
        "bet-3x",
    ),
    ("flush-rush", "Qh 6h 4c 3d", {}, "on four cards: play with 2 cards of a suit or more", "play"),
    (
        "ultimate-texas-holdem",
        "Kh 5d",
        {},
        "check, or bet three or four times the Ante: bet 4x with 3-3+; any ace; K-5+; K-2+ suited; Q-8+; Q-6+ suited; "
        "J-T; J-8+ suited",
        "bet-4x",
    ),
    (
        "ultimate-texas-holdem",
        "Kh 4d",
        {},
        "check, or bet three or four times the Ante: check with everything else",
        "check",
    ),
    (
        "ultimate-texas-holdem",
        "Kh 4d",
        {"board": "4s 9c Jd", "taken": ["check"]},
        "check, or bet twice the Ante: bet 2x with a hidden pair or better and a three or higher of yours; four to a "
        "flush with your ten or higher in it; a hidden second pair or better",
        "bet-2x",
    ),
    ("texas-holdem-bonus", "7h 2d", {}, "fold, or bet twice the Ante: fold with 3-2 to 7-2 offsuit", "fold"),
    ("texas-holdem-bonus", "7h 2h", {}, "fold, or bet twice the Ante: bet 2x with everything else", "bet-2x"),
    (
        "double-draw-poker",
        "Kh Kd 7s 7c 2d",
        {"stage": 1},
        "Four to a straight flush, or else two pair: hold them.",
        "draw 2d",
    ),
    (
        "pick-2-poker",
        "Kh Kd Ks 7c 2d",
        {},
        "Play the best three with three of a kind, or three to a straight flush",
        "three Ks Kh Kd",
    ),
    (
        "fast-action-holdem",
        "Kh Kd 7s 2c",
        {},
        "Choose a pair of tens or higher, if you hold it; of several, here and below, "
        "the one with the higher low card, then the higher high card, then suited cards, then the one that leaves the "
        "better two.",
        "keep Kh Kd",
    ),
    (
        "two-hand-holdem",
        "As Ks 8d 8c",
        {"board": "Ah 8h 3d", "stage": 2},
        "Points of A♠ K♠: +25, of 8♦ 8♣: +47. Raise each hand that is above zero; check the other.",
        "raise both",
    ),
]


@pytest.mark.parametrize(("slug", "cards", "known", "line", "action"), CASES)
def test_the_line_that_applies_is_named_with_what_it_does(
    slug: str, cards: str, known: dict[str, Any], line: str, action: str
) -> None:
    found = applied_rule(as_game(slug), cards, known)
    assert found is not None
    assert (found.line, str(found.action.normal())) == (line, action)


@pytest.mark.slow
def test_every_game_with_a_rule_list_names_a_line_at_its_spots_and_one_of_its_options() -> None:
    for slug in set(practiced()) & set(analyzed()):
        game = as_game(slug)
        if recorded_rules(game) is None:
            continue
        for number in range(5):
            try:
                state = deal_spot(game, seed_number("lines", number)).state()
            except NoSpot:
                continue
            situation = game.situation(state.view(SEAT))
            assert situation is not None
            found = applied_rule(game, situation.cards, situation.known)
            assert found is not None, (slug, situation)
            assert {
                way.normal() for way in game.same_decisions(parse_cards(situation.cards, deck=game.deck), found.action)
            } & {each.normal() for each in state.decisions()}, (slug, situation, found)


def test_lists_kept_as_data_are_read_as_they_were_written() -> None:
    """Of all pay tables and readings that ship."""
    readers = {"pick-2-poker": rules_from_plain, "fast-action-holdem": FastActionRules.from_plain}
    for slug, reader in readers.items():
        kept = [plain["rules"] for plain in records(slug, "strategy").values()]
        assert kept
        for plain in kept:
            read = reader(plain, Fraction(0))
            assert read is not None
            assert read.to_plain() == plain
            assert 2 <= len(read.lines()) <= 15


def test_starting_hands_are_those_that_the_words_were_made_of() -> None:
    """Random sets of hands, told in words and read again."""
    every = [Two(high, low, suited) for high in range(13) for low in range(high + 1) for suited in (False, True)]
    every = [hand for hand in every if not (hand.suited and hand.high == hand.low)]
    generator = random.Random(1)
    for _ in range(40):
        share = generator.random()
        some = {hand for hand in every if generator.random() < share}
        told = starting_hands(some, every) if some else ()
        assert {hand for hand in every if any(each.has(hand) for each in told)} == some
        cards = {hand: (4 * hand.high, 4 * hand.low + (not hand.suited)) for hand in every}
        assert {hand for hand in every if any(starting(each.text, cards[hand]) for each in told)} == some


def test_what_it_costs_to_follow_the_line_is_told() -> None:
    game, cards = as_game("caribbean-stud-poker"), "Ah Ks Jc 3d 2h"
    values = {Action("fold"): Fraction(-1), Action("raise"): Fraction(-3, 4)}
    applied = applied_rule(game, cards, {"dealer": "4s"})
    assert applied is not None
    told = rule_here(game, cards, applied, values)
    assert told is not None
    assert told["line"] == "Fold with everything else"
    assert told["cost"] == {"exact": "1/4", "value": 0.25}
    assert told["words"] == "Here that means folding, which costs 0.250 Antes."
    assert rule_here(game, cards, applied, {Action("raise"): Fraction(0)}) is None


@pytest.mark.slow
def test_a_server_loads_no_numba_for_it() -> None:
    loaded = "import sys, houseway.web.app; print('numba' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_following_the_list_costs_what_advice_says() -> None:
    game = as_game("three-card-poker")
    values = {option.action: option.value for option in advise(game, "Qh 6d 4c").options}
    applied = applied_rule(game, "Qh 6d 4c", {})
    assert applied is not None
    told = rule_here(game, "Qh 6d 4c", applied, values)
    assert told is not None
    assert told["cost"]["value"] == 0
    assert told["words"] == "Here that means playing, which is best."
