"""Five Card HoldOut with exact chances: the automatic player that uses them, and the advice that tells them."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from support.web_players import Player, Seat

from houseway.analysis.titles.five_card_holdout.chances import chances
from houseway.errors import HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.money import Cents
from houseway.games.engine.state import State
from houseway.web.player_vs_player import EquityPlayer, cost_of_staying

pytest_plugins = ["support.web_fixtures"]

SLUG = "five-card-holdout"


def facing_a_bet(n_seats: int = 2) -> State:
    """A hand at which everyone holds two cards, the first to act on the flop has bet the pot, the next one decides."""
    table = game(SLUG, readings={"FCH-R1": "no-limit"})
    state = table.start([Bet(stack=20_000)] * n_seats, seed=4).advance()
    while not state.view(0).cards("board"):
        kinds = {action.kind for action in state.decisions()}
        if "discard" in kinds:
            state = state.apply(next(action for action in state.decisions() if len(action.cards) == 3)).advance()
        else:
            state = state.apply(Action("check" if "check" in kinds else "call")).advance()
    pot = sum(sum(dict(wagers).values()) for wagers in state.wagers())
    return state.apply(Action("bet", (), Cents(pot))).advance()


def player_told(*equities: Fraction) -> tuple[EquityPlayer, list[dict[str, Any]]]:
    asked: list[dict[str, Any]] = []

    def ask(request: dict[str, Any]) -> Mapping[str, Any]:
        asked.append(request)
        return {"opponents": [{"equity": {"exact": str(equity), "value": float(equity)}} for equity in equities]}

    return EquityPlayer("five-card-holdout", ask), asked


def decision(state: State, *equities: Fraction) -> Action:
    player, _ = player_told(*equities)
    assert isinstance(state.actor, int)
    return player.choose(state.view(state.actor))


def test_a_bet_of_the_pot_is_called_with_a_third_of_the_pot_and_no_less() -> None:
    state = facing_a_bet()
    assert decision(state, Fraction(1, 3)).kind == "call"
    assert decision(state, Fraction(333, 1000)).kind == "fold"


def short_stack_on_the_flop(short: int, before_the_flop: int, first: bool) -> State:
    """Blinds of 10 and 20; seat 0 with a short stack and seat 1 with plenty have put in so much; the flop lies."""
    table = game(SLUG, readings={"FCH-R1": "no-limit"}, small_blind=10, big_blind=20)
    state = table.start([Bet(stack=short), Bet(stack=5000)], seed=4, button=1 if first else 0).advance()
    state = state.apply(Action("raise", (), Cents(before_the_flop))).advance().apply(Action("call")).advance()
    while not state.view(0).cards("board"):
        state = state.apply(next(action for action in state.decisions() if len(action.cards) == 3)).advance()
    assert [dict(wagers)["pot"] for wagers in state.wagers()] == [before_the_flop] * 2
    return state


def test_FCH_R5_chips_that_a_short_stack_cannot_win_are_no_part_of_its_pot() -> None:
    # 100 in, 100 behind, and the other has put 1,100 in: 100 to win 400 is a call with a quarter of it.
    state = short_stack_on_the_flop(200, 100, first=False).apply(Action("bet", (), Cents(1000))).advance()
    assert state.actor == 0
    stay, price, pot = cost_of_staying(state.view(0), 0)
    assert (stay.kind, price, pot) == ("call", 100, 400)
    assert decision(state, Fraction(1, 4)) == stay
    assert decision(state, Fraction(249, 1000)).kind == "fold"
    assert decision(state, Fraction(1, 10)).kind == "fold"


def test_what_a_seat_has_bet_already_is_no_part_of_its_price() -> None:
    # 100 in before the flop, 20 bet on it, 5 behind, then raised: 5 to win 250, worth 2.50 with a share of 3%.
    state = short_stack_on_the_flop(125, 100, first=True).apply(Action("bet", (), Cents(20))).advance()
    state = state.apply(Action("raise", (), Cents(400))).advance()
    assert state.actor == 0
    stay, price, pot = cost_of_staying(state.view(0), 0)
    assert (stay.kind, price, pot) == ("call", 5, 250)
    assert decision(state, Fraction(3, 100)) == stay
    assert decision(state, Fraction(2, 100)) == stay
    assert decision(state, Fraction(19, 1000)).kind == "fold"


@pytest.mark.parametrize("structure", ["fixed", "no-limit"])
def test_the_price_of_staying_is_what_the_wagers_grow_by(structure: str) -> None:
    table = game(SLUG, readings={"FCH-R1": structure})
    seen = set()
    for seed in range(60):
        generator = random.Random(seed)
        stacks = [Bet(stack=generator.randrange(300, 6000)) for _ in range(4)]
        state = table.start(stacks, seed=seed).advance()
        while isinstance(seat := state.actor, int):
            actions = [action for action in state.decisions() if action.kind != "fold" or generator.random() < 0.3]
            if state.view(seat).cards("board"):
                stay, price, _ = cost_of_staying(state.view(seat), seat)
                after = state.apply(stay)
                assert price == sum(dict(after.wagers()[seat]).values()) - sum(dict(state.wagers()[seat]).values())
                seen.add((stay.kind, price < stay.amount))
            state = state.apply(generator.choice(actions)).advance()
    assert seen == {("check", False), ("call", False), ("call", True)}


def test_a_good_hand_raises_and_a_very_good_one_raises_the_most() -> None:
    state = facing_a_bet()
    raises = [action.amount for action in state.decisions() if action.kind == "raise"]
    assert decision(state, Fraction(7, 10)) == Action("raise", (), raises[0])
    assert decision(state, Fraction(9, 10)) == Action("raise", (), raises[-1])


def test_shares_against_several_opponents_are_multiplied() -> None:
    state = facing_a_bet(3)
    assert decision(state, Fraction(3, 4), Fraction(3, 4)).kind == "call"
    assert decision(state, Fraction(1, 2), Fraction(1, 2)).kind == "fold"


def test_the_player_asks_with_what_its_seat_can_see() -> None:
    state = facing_a_bet()
    player, asked = player_told(Fraction(1, 2))
    assert isinstance(state.actor, int)
    view = state.view(state.actor)
    player.choose(view)
    (request,) = asked
    assert request["opponents"] == [2]
    assert [len(request[name].split()) for name in ("held", "board", "dead")] == [2, 2, 3]
    assert set(request["held"].split()) <= {str(card) for pile in view.own_piles for card in str(pile).split()}


def test_where_no_answer_comes_the_player_goes_by_its_rule() -> None:
    def ask(request: dict[str, Any]) -> Mapping[str, Any]:
        raise HousewayError("stopped")

    state = facing_a_bet()
    assert isinstance(state.actor, int)
    assert EquityPlayer("five-card-holdout", ask).choose(state.view(state.actor)) in state.decisions()


def stay(seat: Seat) -> None:
    """Check, call, or throw three cards away."""
    actions = seat.state["legal_actions"]
    chosen = next(
        (action for action in actions if action["kind"] in ("check", "call")),
        next((action for action in actions if len(action["cards"].split()) == 3), None),
    )
    assert chosen is not None
    move = seat.state["move"]
    seat.act(chosen, move)
    seat.until_after(move)


def advice_on_the_flop(seat: Seat) -> dict[str, Any]:
    seat.bet(SLUG)
    while True:
        seat.until(lambda state: bool(state["legal_actions"]))
        if next(pile["cards"] for pile in seat.state["piles"] if pile["name"] == "board"):
            break
        stay(seat)
    return advice_now(seat)


def advice_now(seat: Seat) -> dict[str, Any]:
    seat.say(type="advice")
    while (message := seat.hear())["type"] not in ("advice", "error"):
        pass
    return message


def test_before_the_flop_advice_tells_what_it_rests_on_and_the_choice_of_cards_is_judged(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(SLUG, seats=3, bots={"1": "caller", "2": "caller"})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.say(type="coach", value=True)
        seat.bet(SLUG)
        seat.until(lambda state: bool(state["legal_actions"]))
        betting = advice_now(seat)
        assert betting["unit"] == "big blinds"
        assert "2 opponents with random cards" in betting["rests_on"]
        assert "plan" not in betting, "the plan is one for two"
        assert {option["action"]["kind"]: option["margin"] > 0 for option in betting["options"]}["fold"] is False
        while "discard" not in {action["kind"] for action in seat.state["legal_actions"]}:
            stay(seat)
            seat.until(lambda state: bool(state["legal_actions"]))
        choice = advice_now(seat)
        assert (choice["unit"], len(choice["options"])) == ("of the pot", 31)
        worst = min(choice["options"], key=lambda option: option["value"]["value"])
        seat.act(worst["action"], seat.state["move"])
        while (message := seat.hear())["type"] != "judgment":
            assert message["type"] != "error", message
    assert message["unit"] == "of the pot"
    assert message["sentence"].count("of the pot") == 2
    given_up = choice["options"][0]["value"]["value"] - worst["value"]["value"]
    assert message["cost"]["value"] == pytest.approx(given_up)
    assert message["grade"] != "best"


def test_a_hand_is_looked_up_against_one_opponent(player: Player) -> None:
    advice = player.call("POST", "/api/advise", {"game": SLUG, "cards": "As Ah Kd 7c 2s"}).json()
    assert advice["options"][0]["words"].startswith("discard")
    assert {"7c", "2s"} <= set(advice["options"][0]["action"]["cards"].split()), "the aces are held, the low cards not"
    (moment,) = player.call("GET", f"/api/games/{SLUG}/guide").json()["moments"]
    assert len(moment["places"]["cards"].split()) == 5


def test_advice_on_the_flop_is_the_exact_share_of_the_pot(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(SLUG, seats=2, bots={"1": "caller"})
    with player.at(table_id) as seat:
        seat.sit(0)
        advice = advice_on_the_flop(seat)
        assert advice["plan"].startswith("The two-player blueprint ")
        piles = {(pile["name"], pile["seat"]): pile["cards"] for pile in seat.state["piles"]}
        pot, stay_price = (
            seat.state["betting"]["pot"],
            next(action["price"] for action in seat.state["legal_actions"] if action["kind"] in ("check", "call")),
        )
    found = chances(
        " ".join(piles["held", 0]),
        " ".join(piles["board", None]),
        dead=" ".join(piles["discards", 0]),
        opponent_holds=len(piles["held", 1]),
    )
    assert advice["unit"] == "big blinds"
    values = {option["action"]["kind"]: Fraction(option["value"]["exact"]) for option in advice["options"]}
    assert values.pop("fold") == 0
    (value,) = values.values()
    big_blind = game(SLUG).big_blind  # type: ignore[attr-defined]
    assert value == (found.equity * (pot + stay_price) - stay_price) / big_blind


def test_against_several_opponents_the_chances_are_told_one_by_one(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(SLUG, seats=3, bots={"1": "caller", "2": "caller"})
    with player.at(table_id) as seat:
        seat.sit(0)
        told = advice_on_the_flop(seat)
    assert told["code"] == "no_advice"
    assert told["message"].count("wins ") == 2


def test_the_everyday_player_of_holdout_is_the_exact_one_and_plays_hands_to_their_end(player: Player) -> None:
    games = {each["slug"]: each for each in player.call("GET", "/api/games").json()["games"]}
    assert games[SLUG]["strategies"][0] == "exact-equity"
    assert "exact-equity" not in games["pick-2-poker"]["strategies"]
    player.sign_in()
    table_id = player.open_table(SLUG, seats=3, bots={"1": "exact-equity", "2": "exact-equity"})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet(SLUG)
        while seat.until(lambda state: bool(state["legal_actions"]) or state["phase"] == "result")["phase"] != "result":
            stay(seat)
    (hand,) = player.call("GET", f"/api/tables/{table_id}/history").json()["rounds"]
    assert {action["by"] for action in hand["actions"]} == {"person", "bot"}


@pytest.mark.parametrize("game_slug", ["pick-2-poker", "double-draw-poker"])
def test_no_other_game_has_the_exact_player(player: Player, game_slug: str) -> None:
    player.sign_in()
    answer = player.call("POST", "/api/tables", {"game": game_slug, "seats": 2, "bots": {"1": "exact-equity"}})
    assert answer.status_code == 404
