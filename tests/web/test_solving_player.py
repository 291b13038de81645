"""The automatic player that solves rivers: what it asks, what it does with the answer, and what it does without one."""

from collections.abc import Mapping
from math import comb
from typing import Any

import pytest

from houseway.analysis.titles.five_card_holdout import blueprint_play
from houseway.analysis.titles.five_card_holdout.blueprint_play import planned_play
from houseway.analysis.titles.five_card_holdout.chances import chances
from houseway.analysis.titles.five_card_holdout.live_play import best_held, live_river, range_held, share_of_pot
from houseway.cards.notation import format_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.games.telling.hand_so_far import followed, planned_question
from houseway.web.bots import (
    HOLD,
    OTHERWISE,
    SHARE,
    SOLVED_BY_EQUITY,
    SOLVER,
    SolvingPlayer,
    live_question,
    player_names,
    players_who_ask,
)
from houseway.web.calculations import carry_out
from houseway.web.errors import BadSituation, NoAdvice

SLUG = "five-card-holdout"
OPENED = {"check": 0.0, "bet": 2.0}


def played(*moves: str, stacks: tuple[int, ...] = (20_000, 20_000), limit: str = "fixed") -> State:
    """A hand with the button at seat 0: moves by kind; `discard 2` throws the two lowest cards away."""
    table = game(SLUG, readings={"FCH-R1": limit})
    state = table.start([Bet(stack=stack) for stack in stacks], seed=11, button=0).advance()
    for move in moves:
        kind, _, count = move.partition(" ")
        fitting = [each for each in state.legal_actions() if each.kind == kind and len(each.cards) == int(count or 0)]
        state = state.apply(fitting[0]).advance()
    return state


BEFORE_THE_RIVER = ("call", "check", "discard 3", "discard 2", "bet", "call")


def test_the_question_tells_the_pot_the_line_and_who_is_first() -> None:
    """Blinds of 1 and 2 dollars, called: 4; a bet of 2 on the flop, called: a pot of 8, four big blinds."""
    state = played(*BEFORE_THE_RIVER, "bet")
    question = live_question(SLUG, state.view(0))
    assert question is not None
    assert (question["pot"], question["line"], question["player"]) == (4, "bet", 1)
    assert question["holds"] == [2, 3], "seat 1 has the big blind, acts first and holds two"
    assert question["legal"] == {"fold": 0, "call": 2, "raise": 4}
    assert len(question["board"].split()) == 4
    first = live_question(SLUG, played(*BEFORE_THE_RIVER).view(1))
    assert first is not None
    assert (first["line"], first["player"], first["legal"]) == ("", 0, OPENED)


def test_several_opponents_and_other_structures_are_not_asked_about() -> None:
    three = played("call", "call", "check", "discard 3", "discard 3", "discard 3", stacks=(20_000,) * 3)
    assert isinstance(three.actor, int)
    assert live_question(SLUG, three.view(three.actor)) is None
    folded = played("call", "fold", "check", "discard 3", "discard 3", stacks=(20_000,) * 3)
    assert isinstance(folded.actor, int)
    assert live_question(SLUG, folded.view(folded.actor)) is not None, "two are left of three"
    free = played("call", "check", "discard 3", "discard 3", limit="no-limit")
    assert live_question(SLUG, free.view(1)) is None


class Oracle:
    """Answers as it is told, and notes what it was asked; `plan` is asked about the whole hand of two."""

    def __init__(self, **answers: Any) -> None:
        self.answers, self.asked = answers, list[str]()

    def __call__(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        task = "plan" if "lines" in request else request["task"]
        self.asked.append(task)
        if task not in self.answers:
            raise NoAdvice("no answer in time")
        if self.answers[task] is None:
            raise BadSituation("the plan does not have this")
        answer: Mapping[str, Any] = self.answers[task]
        return answer


def test_it_acts_as_often_as_the_solution_does() -> None:
    view = played(*BEFORE_THE_RIVER).view(1)
    answer = {"often": {"check": 0.25, "bet": 0.75}, "rests_on": "solved"}
    player = players_who_ask(Oracle(plan=answer))(SLUG, SOLVER, 5)
    assert isinstance(player, SolvingPlayer)
    kinds = [player.choose(view).kind for _ in range(400)]
    assert kinds.count("bet") == pytest.approx(300, abs=50)
    assert player.rested_on == {"solved": 400}
    again = SolvingPlayer(SLUG, Oracle(plan=answer), 5)
    assert [again.choose(view).kind for _ in range(400)] == kinds, "the same seed, the same play"


def test_it_holds_as_the_plan_does() -> None:
    view = played("call", "check").view(1)
    hand = list(view.cards("hole", 1))
    player = SolvingPlayer(SLUG, Oracle(plan={"often": {format_cards(hand[:4]): 1.0}, "rests_on": "blueprint"}))
    assert list(player.choose(view).cards) == hand[4:]
    assert player.rested_on == {"blueprint": 1}


def test_without_an_answer_in_time_it_bets_by_exact_chances_and_says_so() -> None:
    """It waits for nothing else in between: a table never waits for more than two answers."""
    view = played(*BEFORE_THE_RIVER, "bet").view(0)
    oracle = Oracle(chances={"opponents": [{"equity": {"exact": "0"}}]})
    player = SolvingPlayer(SLUG, oracle)
    assert player.choose(view).kind == "fold"
    assert (oracle.asked, player.rested_on) == (["plan", "chances"], {OTHERWISE: 1})


def test_where_the_plan_does_not_fit_it_goes_by_equity() -> None:
    flop = played(*BEFORE_THE_RIVER[:4]).view(1)
    player = SolvingPlayer(SLUG, Oracle(plan=None, live={"share": 0.9}))
    assert player.choose(flop).kind == "bet"
    assert player.rested_on == {SHARE: 1}
    river = played(*BEFORE_THE_RIVER).view(1)
    player = SolvingPlayer(SLUG, Oracle(plan=None, live={"often": {"check": 1.0}}))
    assert player.choose(river).kind == "check"
    assert player.rested_on == {SOLVED_BY_EQUITY: 1}
    view = played("call", "check").view(1)
    hand = list(view.cards("hole", 1))
    player = SolvingPlayer(SLUG, Oracle(plan=None, live={"held": format_cards(hand[:4])}))
    assert list(player.choose(view).cards) == hand[4:]
    assert player.rested_on == {HOLD: 1}
    assert SolvingPlayer(SLUG, Oracle()).choose(view).kind == "discard"


def test_the_plan_is_asked_with_what_the_seat_sees_of_a_hand_of_two() -> None:
    """Seat 1 has the big blind: it is the first player, throws three cards away and holds two."""
    state = played(*BEFORE_THE_RIVER, "bet")
    asked = planned_question(SLUG, state.view(0))
    assert asked is not None
    assert (asked["player"], asked["holds"], asked["lines"]) == (1, [2, 3], ["call check", "bet call", "bet"])
    assert asked["legal"] == {"fold": 0, "call": 2, "raise": 4}
    own = set(format_cards(state.view(0).cards("held", 0)).split())
    assert set(asked["cards"].split()) == own
    seen = {card for value in (asked["cards"], asked["board"]) for card in value.split()}
    hidden = {card for pile in state.piles() if pile.seat == 1 for card in format_cards(pile.cards).split()}
    assert not hidden & seen
    dealt = planned_question(SLUG, played("call").view(1))
    assert dealt is not None
    assert (dealt["player"], dealt["holds"], dealt["lines"], len(dealt["cards"].split())) == (0, [], ["call"], 5)


def test_the_plan_is_not_asked_about_hands_that_were_dealt_to_more() -> None:
    folded = played("call", "fold", "check", "discard 3", "discard 3", stacks=(20_000,) * 3)
    assert isinstance(folded.actor, int)
    assert planned_question(SLUG, folded.view(folded.actor)) is None
    free = played("call", "check", "discard 3", "discard 3", limit="no-limit")
    assert planned_question(SLUG, free.view(1)) is None


@pytest.mark.slow
def test_the_plan_answers_at_every_decision_of_a_hand() -> None:
    """Asked through the same door as the server's: the shipped blueprint, and the river solved."""
    moves, rested = ("call", "check", "discard 2", "discard 2", "check", "bet", "call"), []
    for count in range(len(moves) + 1):
        state = played(*moves[:count])
        assert isinstance(state.actor, int)
        view = state.view(state.actor)
        answer = carry_out(dict(planned_question(SLUG, view) or {}), lambda *told: None)
        assert sum(answer["often"].values()) == pytest.approx(1)
        assert followed(view, max(answer["often"], key=answer["often"].__getitem__)) in view.legal_actions
        rested.append(answer["rests_on"])
    assert rested[:-1] == ["blueprint"] * len(moves)
    assert rested[-1] in ("solved", "blueprint"), "the hand that is held may be none of the blueprint's"


def test_a_short_stack_and_a_wrong_turn_are_not_the_plans() -> None:
    short = played("call", "check", "discard 2", "discard 2", stacks=(20_000, 300))
    with pytest.raises(HousewayError, match="a fixed limit allows"):
        carry_out(dict(planned_question(SLUG, short.view(1)) or {}), lambda *told: None)
    with pytest.raises(HousewayError, match="Player 1 is to act"):
        planned_play("As Ks Qd 7h 7c", [], 0, [""], "", {"fold": 0.5, "call": 1.0, "raise": 2.0})


def test_a_river_that_is_not_solved_in_time_is_played_by_the_blueprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blueprint_play, "_rivers", {})
    asked: tuple[Any, ...] = ("7c 7h As", [3, 3], 0, ["call check", "check check", ""], "2c Qh Kc Ad", OPENED)
    late = planned_play(*asked, seconds=-1.0)
    assert late == planned_play(*asked, solving=False)
    assert late.rests_on == "blueprint"
    solved = planned_play(*asked, seconds=600.0)
    assert solved.rests_on == "solved"
    assert solved.exploitability is not None
    assert 0 <= solved.exploitability <= 0.005 * 2, "the blinds alone are in the pot"


@pytest.mark.slow
def test_a_pair_is_held_with_its_best_companion() -> None:
    """As the same hand dealt out has it: the nine is worth more than the four or the trey."""
    assert {str(card) for card in format_cards(best_held("Kd Kh 9c 4c 3s")).split()} == {"Kd", "Kh", "9c"}
    three = range_held(3)
    assert ("9c Kd Kh" in three.texts, "3s 9c Kd" in three.texts) == (True, False)
    assert sum(float(range_held(size).weights.sum()) for size in (2, 3, 4, 5)) == comb(52, 5), "no hand is held in one"


def test_it_is_offered_beside_the_others_at_this_game_alone() -> None:
    assert player_names(SLUG, ("caller",)) == ("exact-equity", SOLVER, "caller")
    assert player_names("pick-2-poker", ("caller",)) == ("caller",)


@pytest.mark.parametrize(("held", "board", "holds"), [("As Ks", "Ah 8h 3c Td", 2), ("9s 9h", "Kh 8h", 2)])
def test_the_quick_share_is_near_the_exact_one(held: str, board: str, holds: int) -> None:
    """It forgets what the opponent has thrown away, which the exact count does not."""
    exact = chances(held, board, opponent_holds=holds, rule="hold-best").equity
    assert share_of_pot(held, board, holds, rule="hold-best") == pytest.approx(float(exact), abs=0.02)


def test_a_river_is_solved_for_the_hand_that_is_held() -> None:
    """Four aces cannot be beaten by what holds two cards: they never fold, and a raise is worth more than a call."""
    play = live_river(
        "As Ah", "Ad Ac 8h 3c", (2, 2), 0, 6, "check bet", {"fold": 0, "call": 2, "raise": 4}, rule="hold-best"
    )
    assert play.values["fold"] == pytest.approx(0)
    assert play.values["call"] == pytest.approx(8)
    assert play.values["raise"] >= 8
    assert play.often["fold"] < 0.01
    assert 0 <= play.exploitability <= 0.005 * 6


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"line": "check"}, "line before a decision of this player"),
        ({"legal": {"check": 0.0}}, "a fixed limit allows"),
        ({"legal": {"check": 0.0, "bet": 1.0}}, "a fixed limit allows"),
        ({"held": "7s 2h"}, "not what is held by the rule"),
        ({"board": "Ad Ac"}, "The river needs 4 board cards"),
    ],
)
def test_what_the_tree_does_not_have_is_refused(change: dict[str, Any], words: str) -> None:
    spot: dict[str, Any] = {
        "held": "As Ah", "board": "Ad Ac 8h 3c", "holds": (2, 2), "player": 0, "pot": 6, "line": "", "legal": OPENED,
    }  # fmt: skip
    with pytest.raises(HousewayError, match=words):
        live_river(**{**spot, **change}, rule="hold-best")
