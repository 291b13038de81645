"""`import houseway as hw`: what is there, and wrong arguments answered by a typed error that says what was expected."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.errors import BadBet, BadCards, BadSetting, HousewayError, UnknownName
from houseway.games.catalogue import GAMES

hw: Any = houseway
PICK_2 = "pick-2-poker"


def test_games_lists_every_game_as_its_letter_has_it() -> None:
    assert {each.slug: each.title for each in hw.games()}["two-hand-holdem"] == "2 Hand Hold 'Em"
    assert [each.slug for each in hw.games()] == list(GAMES)
    assert all(not each.modifications() for each in hw.games())


@pytest.mark.slow
def test_report_writes_the_form_of_the_files_ending(tmp_path: Path) -> None:
    model = hw.report("double-draw-poker", tmp_path / "report.json", quick=True)
    written = json.loads((tmp_path / "report.json").read_text())
    assert written == json.loads(json.dumps(model.to_dict()))
    with pytest.raises(HousewayError, match=r"must end in one of .*\.pdf"):
        hw.report("double-draw-poker", tmp_path / "report.doc")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: hw.game(5), UnknownName, "Unknown game 5. Expected one of 33, such as "),
        (lambda: hw.analyze(None), UnknownName, "Unknown game None"),
        (lambda: hw.operate(None), UnknownName, "Unknown game None"),
        (lambda: hw.compare(PICK_2, None), UnknownName, "Unknown game None"),
        (lambda: hw.report(7), UnknownName, "Unknown game 7"),
        (lambda: hw.game(PICK_2, readings=5), BadSetting, "readings: expected a mapping; got 5"),
        (lambda: hw.game(PICK_2, deck=5), BadSetting, "deck: expected a deck; got 5"),
        (lambda: hw.game(PICK_2, on="2025-01-01"), BadSetting, "on: expected a date; got '2025-01-01'"),
        (lambda: hw.game(PICK_2).start(None), BadBet, "Bets must be a list with one Bet per seat; got None"),
        (
            lambda: hw.game(PICK_2).reading("X"),
            UnknownName,
            "reading 'X' of pick-2-poker. Expected one of 9, such as P2",
        ),
        (lambda: hw.analyze(PICK_2).house_edge("anti"), UnknownName, "Expected one of: ante, initial wager, unit bet"),
        (lambda: hw.analyze(PICK_2, luck=5), BadSetting, "no option 'luck' here. Options: runner, bets, ante"),
        (lambda: hw.advise(PICK_2, "As Ks Qs Js Ts", bord="2c"), BadSetting, "no option 'bord' here. Options: board"),
        (lambda: hw.simulate(PICK_2, "many"), HousewayError, "got 'many' from 0"),
        (lambda: hw.simulate(PICK_2, 10, luck=1), BadSetting, "no option 'luck' here"),
        (lambda: hw.equity(5), BadCards, "expected the cards of each player"),
        (lambda: hw.Deck.stripped(ranks=5), BadCards, "Ranks and suits must be letters"),
        (lambda: hw.format_cards(5), BadCards, "expected cards; got 5"),
    ],
)
def test_wrong_arguments_are_named_in_a_typed_error(
    call: Callable[[], Any], error: type[HousewayError], says: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert says in str(caught.value)
