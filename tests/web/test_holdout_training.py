"""Last rounds of Five Card HoldOut in the trainer: hands that the plan plays, and what a decision loses."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from support.web_players import Player

from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.telling.verdict import Verdict
from houseway.training.search import Wanted
from houseway.training.spots import SEAT, NoSpot, Spot, deal_players_spot, seed_number
from houseway.web import player_vs_player, trainer
from houseway.web.advisor import verdict_of
from houseway.web.calculations import carry_out
from houseway.web.errors import NoAdvice
from houseway.web.solving import players_spot
from houseway.web.worker import Worker

pytest_plugins = ["support.web_fixtures"]

SLUG = "five-card-holdout"
SPOTS = f"/api/training/games/{SLUG}/spots"


def table() -> GameBetweenPlayers:
    found = game(SLUG)
    assert isinstance(found, GameBetweenPlayers)
    return found


@pytest.fixture(autouse=True)
def with_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a round is solved."""
    monkeypatch.setattr(player_vs_player, "SECONDS_TO_SOLVE", 600.0)
    monkeypatch.setattr(trainer, "SLICE", 600.0)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calculations are made here, and not in a process that each test would have to start anew."""

    def call(worker: Worker, request: dict[str, Any], *_: object, **__: object) -> Any:
        return json.loads(json.dumps(carry_out(request, lambda *_: None)))

    monkeypatch.setattr(Worker, "call", call)


@pytest.mark.slow
def test_spots_are_decisions_of_the_last_round_and_the_same_from_the_same_seed() -> None:
    found = []
    for number in range(12):
        try:
            spot = deal_players_spot(table(), seed_number("holdout", number))
        except NoSpot:
            continue
        assert deal_players_spot(table(), spot.seed) == spot
        state = Spot.from_dict(spot.to_dict()).state()
        assert state.actor == SEAT
        assert len(state.view(SEAT).cards("board")) == 4
        found.append(spot)
    assert found


@pytest.mark.slow
def test_a_spot_is_shown_without_the_opponents_cards_and_graded_by_what_is_lost(
    player: Player, in_this_process: None
) -> None:
    answer = player.sign_in().call("POST", SPOTS, {})
    assert answer.status_code == 201, answer.text
    dealt = answer.json()
    piles = {(pile["name"], pile["seat"]): pile["cards"] for pile in dealt["snapshot"]["piles"]}
    assert set(piles["held", 1]) == {"??"}
    assert set(piles["discards", 1]) <= {"??"}
    assert "??" not in piles["held", 0]
    kinds = [choice["kind"] for choice in dealt["snapshot"]["prompt"]["choices"]]
    legal = next(each for each in dealt["snapshot"]["legal_actions"] if each["kind"] in ("check", "call"))
    first = {name: legal[name] for name in ("kind", "cards", "amount", "option")}
    told = player.call("POST", f"/api/training/spots/{dealt['id']}", {"action": first}).json()
    assert "advice" in told, told
    values = {each["action"]["kind"]: Fraction(each["value"]["exact"]) for each in told["advice"]["options"]}
    assert set(values) == set(kinds) - ({"fold"} if "check" in kinds else set())
    lost = max(values.values()) - values[first["kind"]]
    assert Fraction(told["verdict"]["cost"]["exact"]) in (lost, 0)
    assert told["advice"]["unit"] == "big blinds"
    assert "Exploitability: at most" in told["advice"]["rests_on"]


def test_to_fold_wins_nothing_and_only_decisions_that_differ_are_close() -> None:
    found = players_spot(table(), Wanted(closest=Fraction(1, 2)), "close", range(60), 600.0)
    values = [Fraction(each["value"]["exact"]) for each in found["advice"]["options"]]
    assert any(found["advice"]["margin"] < values[0] - value <= Fraction(1, 2) for value in values)
    assert all(
        Fraction(each["value"]["exact"]) == 0 for each in found["advice"]["options"] if each["action"]["kind"] == "fold"
    )
    assert players_spot(table(), Wanted("no such decision"), "close", range(3, 5), 600.0) == {"spot": None, "next": 5}


def advice(**given: Any) -> Mapping[str, Any]:
    options = [
        {"action": Action(kind).to_dict(), "value": {"exact": value}}
        for kind, value in (("fold", "0"), ("call", "21/100"), ("raise", "22/100"))
    ]
    return {"options": options, "best": "raise", "unit": "big blinds", **given}


def judged(kind: str, **given: Any) -> Verdict:
    return verdict_of({"game": SLUG, "cards": "As Ks"}, advice(**given), Action(kind), game(SLUG).felt())


def test_what_the_solution_cannot_tell_apart_is_no_mistake_and_unsolved_bets_are_not_judged() -> None:
    assert judged("call", margin=0.02).grade == "best"
    assert "is as good as the best option, within 0.020 big blinds." in judged("call", margin=0.02).sentence
    assert judged("fold", margin=0.02).cost == Fraction(22, 100)
    assert (
        judged("fold", margin=0.02).sentence
        == "Mistake: folding costs 0.220 big blinds (margin of error 0.020 big blinds) more than raising."
    )
    with pytest.raises(NoAdvice):
        judged("fold")


@pytest.mark.slow
def test_a_decision_at_a_table_is_taken_once_more_where_it_can_be_judged(player: Player, in_this_process: None) -> None:
    table_id = player.sign_in().open_table(SLUG, seats=2, bots={"1": "caller"})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet(SLUG)
        while seat.until(lambda state: state["legal_actions"] or state["phase"] == "result")["phase"] == "playing":
            move, legal = seat.state["move"], seat.state["legal_actions"]
            seat.act(next((each for each in legal if each["kind"] in ("check", "call")), legal[0]), move)
            seat.until_after(move)
    steps = player.call("GET", f"/api/rounds/{table_id}/1/review").json()["steps"]
    mine = [step["decision"] for step in steps if step["decision"] and step["decision"]["seat"] == 0]
    assert len(mine) >= 4, "before the discards, the discards, the flop and the river"
    for decision in mine:
        wanted = {"what": "past", "past": {"table": table_id, "round": 1, "move": decision["move"]}}
        again = player.call("POST", SPOTS, wanted)
        if again.status_code == 201:
            fields = {name: decision["action"][name] for name in ("kind", "cards", "amount", "option")}
            told = player.call("POST", f"/api/training/spots/{again.json()['id']}", {"action": fields})
            assert "verdict" in told.json(), told.text
            continue
        assert not decision["action"]["cards"], "the choice of cards is judged"
        assert (again.status_code, "depends on how they respond" in again.text) == (409, True)
