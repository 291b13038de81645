"""The PettingZoo environment of Five Card HoldOut: the project's own tests, results, and what a seat sees."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the adapters need pettingzoo: install houseway[adapters]")

from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from houseway.adapters.pettingzoo_env import env, raw_env
from houseway.errors import BadBet, BadSetting, IllegalAction
from houseway.games.catalogue import game

TABLES: dict[str, dict[str, Any]] = {
    "heads up, fixed limit": {},
    "four seats": {"n_seats": 4},
    "nine seats": {"n_seats": 9},
    "pot limit, simultaneous discards, time fee": {
        "n_seats": 3,
        "readings": {"FCH-R1": "pot", "FCH-R2": "simultaneous", "FCH-R7": "time"},
    },
    "no limit, rake, short stacks": {
        "stacks": [900, 3000, 20000],
        "readings": {"FCH-R1": "no-limit", "FCH-R7": "rake"},
    },
}
EXPECTED_WARNINGS = {
    # PettingZoo says both of every environment that has its masks in the observation, its own included.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
FOLD, CHECK, CALL, LEAST = range(4)


@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoos_own_test_passes(make: Any, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**settings), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= EXPECTED_WARNINGS


def test_pettingzoos_seed_test_passes() -> None:
    seed_test(env, num_cycles=40)


def played(table: raw_env, seed: int) -> dict[str, float]:
    """The rewards of a hand of random legal moves, each observation checked on the way."""
    table.reset(seed=seed)
    generator = np.random.default_rng(seed)
    while not all(table.terminations.values()):
        observation = table.observe(table.agent_selection)
        assert table.observation_space(table.agent_selection).contains(observation)
        table.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    rewards: dict[str, float] = table.rewards
    return rewards


def test_rewards_are_net_big_blinds_and_sum_to_zero_without_a_charge() -> None:
    table = raw_env(n_seats=3)
    for seed in range(30):
        rewards = played(table, seed)
        assert sum(rewards.values()) == 0
        assert any(rewards.values())
        assert [reward * 200 for reward in rewards.values()] == [table.state_of_play.result(seat) for seat in range(3)]


def test_FCH_R7_a_time_fee_is_lost_to_the_house() -> None:
    table = raw_env(n_seats=3, readings={"FCH-R7": "time"})
    assert sum(played(table, 4).values()) == pytest.approx(-3 * 100 / 200)


def test_FCH_2_a_fold_at_once_costs_the_small_blind() -> None:
    table = raw_env()
    table.reset(seed=1)
    assert table.agent_selection == "seat_0"  # the button, heads up
    table.step(FOLD)
    assert table.rewards == {"seat_0": -0.5, "seat_1": 0.5}
    assert table.terminations == {"seat_0": True, "seat_1": True}


def test_a_seat_sees_its_own_five_cards_and_none_of_the_others() -> None:
    table = raw_env(n_seats=3)
    table.reset(seed=2)
    n_card_places = 4 * 54
    cards = [table.observe(agent)["observation"][:n_card_places].reshape(4, 54) for agent in table.agents]
    for hole, held, discards, board in cards:
        assert hole.sum() == 5
        assert held.sum() == discards.sum() == board.sum() == 0
    assert sum(hole for hole, *_ in cards).max() == 1, "no card is in two hands"


def test_only_the_seat_to_act_has_moves() -> None:
    table = raw_env(n_seats=3)
    table.reset(seed=2)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert {agent for agent, moves in masks.items() if moves} == {table.agent_selection}
    assert masks[table.agent_selection] == 3  # fold, call, raise


def test_FCH_3c_a_discard_is_any_but_all_five_cards() -> None:
    table = raw_env()
    table.reset(seed=3)
    table.step(CALL)
    table.step(CHECK)
    mask = table.observe(table.agent_selection)["action_mask"]
    assert mask.sum() == 31
    assert not mask[-1]


def test_FCH_1_the_button_goes_on_with_every_hand() -> None:
    table = raw_env(n_seats=3)
    table.reset(seed=3)
    first_to_act = [table.agent_selection]
    for _ in range(3):
        table.reset()
        first_to_act.append(table.agent_selection)
    assert first_to_act == ["seat_0", "seat_1", "seat_2", "seat_0"]


def test_an_illegal_move_is_refused_or_ends_the_hand_by_pettingzoos_wrapper() -> None:
    table = raw_env()
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"Legal moves: 0 \(fold\), 2 \(call \$2\), 3 \(raise \$4\)"):
        table.step(CHECK)
    wrapped = env()
    wrapped.reset(seed=1)
    wrapped.step(CHECK)
    assert wrapped.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(wrapped.terminations.values())


def test_misuse_is_refused() -> None:
    with pytest.raises(BadSetting, match=r"This environment is for player vs. player games; got Pick 2 Poker"):
        raw_env(game("pick-2-poker"))
    with pytest.raises(BadBet, match="2 to 9 seats; got 1"):
        raw_env(n_seats=1)


def test_rendering_writes_what_a_spectator_sees() -> None:
    table = raw_env(render_mode="ansi")
    table.reset(seed=1)
    assert "seat 0 hole: ?? ?? ?? ?? ??" in str(table.render())
    silent = raw_env()
    silent.reset(seed=1)
    assert silent.render() is None
