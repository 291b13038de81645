"""The Gymnasium environments: the project's own checker, rewards worked out by hand, and nothing seen too early."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the adapters need gymnasium: install houseway[adapters]")

import gymnasium
from gymnasium.utils.env_checker import check_env
from support.asking import EVERY_ASKING_GAME

from houseway.adapters.gymnasium_env import HOUSE_BANKED, HouseBankedEnv, OnlyLegalMoves
from houseway.errors import BadBet, BadSetting, IllegalAction

TWO_HAND_SHOE = "As Ah Kd Kc 2c 7d 9h 3s 4s 6h Js Qd"
"""Aces and kings for the seat; nothing for the dealer, who plays queen high."""
ARRANGE_ACES, CHECK, RAISE_BOTH = 4 + 0b0011, 0, 3
SEEN_FIRST = {
    "two-hand-holdem": 4 + 3,
    "double-draw-poker": 5,
    "pick-2-poker": 5,
    "fast-action-holdem": 4,
    "fast-action-holdem-multi": 4,
    "three-card-poker": 3,
    "big-raise-stud-poker": 3,
    "let-it-ride": 3,
    "mississippi-stud": 2,
    "ultimate-texas-holdem": 2,
    "caribbean-stud-poker": 5 + 1,
    "six-card-poker": 6 + 3,
}
"""How many cards a seat sees at its first decision, by the sheets."""


def dealt(slug: str, shoe: str, **settings: Any) -> HouseBankedEnv:
    env = HouseBankedEnv(slug, **settings)
    env.reset(options={"shoe": shoe})
    return env


@pytest.mark.parametrize("slug", [each for each in EVERY_ASKING_GAME if each.values[0] in HOUSE_BANKED])
def test_gymnasiums_own_checker_finds_nothing(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"houseway/{slug}-v1").unwrapped)


@pytest.mark.parametrize(("raise_move", "reward"), [(RAISE_BOTH, 6.0), (CHECK, 2.0)])
def test_2HH_9d_the_reward_is_the_net_result_in_antes(raise_move: int, reward: float) -> None:
    env = dealt("two-hand-holdem", TWO_HAND_SHOE)
    assert env.step(ARRANGE_ACES)[1:4] == (0.0, False, False)
    assert env.step(raise_move)[1:4] == (reward, True, False)


def test_DD_9_a_fold_costs_ante_and_bonus() -> None:
    env = dealt("double-draw-poker", "As Kd 9h 5c 2s 3c 4c 6c 7c 8c Tc")
    assert env.step(0)[1:4] == (-2.0, True, False)


def test_the_bet_may_be_chosen_and_the_unit_is_the_ante() -> None:
    env = dealt("two-hand-holdem", TWO_HAND_SHOE, bet={"ante_1": 2500, "ante_2": 2500})
    env.step(ARRANGE_ACES)
    assert env.step(RAISE_BOTH)[1] == 6.0
    with pytest.raises(BadBet, match="2HH-5"):
        HouseBankedEnv("two-hand-holdem", bet={"ante_1": 2500, "ante_2": 500})


def test_an_observation_shows_own_cards_board_stage_and_wagers_and_no_hidden_card() -> None:
    env = HouseBankedEnv("two-hand-holdem")
    observation, _ = env.reset(options={"shoe": TWO_HAND_SHOE})
    hole, hand_1, hand_2, board, dealer = observation["cards"]
    assert sorted(np.flatnonzero(hole)) == [44, 46 - 1, 50, 51]  # Kc, Kd, Ah, As
    assert hand_1.sum() == hand_2.sum() == dealer.sum() == 0
    assert sorted(np.flatnonzero(board)) == [0, 5 * 4 + 1, 7 * 4 + 2]  # 2c, 7d, 9h
    assert observation["stage"] == 0
    assert observation["wagers"].tolist() == [1, 1, 0, 0, 0]
    env.step(ARRANGE_ACES)
    observation, *_ = env.step(RAISE_BOTH)
    assert observation["cards"][4].sum() == 3
    assert observation["stage"] == 2
    assert observation["wagers"].tolist() == [1, 1, 0, 2, 2]


@pytest.mark.parametrize("slug", SEEN_FIRST)
def test_before_a_decision_only_own_cards_and_the_2HH_flop_are_seen(slug: str) -> None:
    env = HouseBankedEnv(slug)
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        assert observation["cards"].sum() == SEEN_FIRST[slug]
        assert env.observation_space.contains(observation)
        assert info["action_mask"].sum() == len(env.view.legal_actions)


def test_a_move_that_is_not_legal_changes_nothing_and_says_why() -> None:
    env = dealt("two-hand-holdem", TWO_HAND_SHOE)
    before = env.state
    observation, reward, terminated, truncated, info = env.step(RAISE_BOTH)
    assert env.state is before
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "Move 3 is not legal now" in info["refused"]
    assert observation["stage"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", [each for each in EVERY_ASKING_GAME if each.values[0] in HOUSE_BANKED])
def test_with_the_wrapper_every_number_plays_a_legal_move(slug: str) -> None:
    env = OnlyLegalMoves(HouseBankedEnv(slug))
    env.action_space.seed(1)
    env.reset(seed=1)
    rounds = 0
    while rounds < 40:
        observation, reward, terminated, _, info = env.step(env.action_space.sample())
        assert "refused" not in info
        assert env.observation_space.contains(observation)
        if terminated:
            base = env.unwrapped
            assert isinstance(base, HouseBankedEnv)
            assert reward * base.unit == base.state.result(0)
            rounds += 1
            env.reset()


def test_a_seed_deals_the_same_rounds_and_the_next_round_is_another() -> None:
    env = HouseBankedEnv("pick-2-poker")
    first, again = env.reset(seed=5)[0], env.reset()[0]
    assert not np.array_equal(first["cards"], again["cards"])
    assert np.array_equal(env.reset(seed=5)[0]["cards"], first["cards"])


def test_a_game_file_and_settings_reach_the_game() -> None:
    env = HouseBankedEnv("double-draw-poker", paytable="2", readings={"DD-R1": "wild"})
    assert (env.game.pay_set is not None and env.game.pay_set.name, env.game.reading("DD-R1")) == ("2", "wild")


def test_misuse_is_refused() -> None:
    with pytest.raises(BadSetting, match="pettingzoo_env"):
        HouseBankedEnv("five-card-holdout")
    with pytest.raises(BadSetting, match="render_mode"):
        HouseBankedEnv("pick-2-poker", render_mode="human")
    env = HouseBankedEnv("double-draw-poker")
    with pytest.raises(IllegalAction, match="reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(IllegalAction, match="The round is over"):
        env.step(0)


def test_rendering_writes_the_seats_view_in_words() -> None:
    env = dealt("two-hand-holdem", TWO_HAND_SHOE, render_mode="ansi")
    text = env.render()
    assert text is not None
    assert "dealer: ?? ?? ??" in text
    assert "7: arrange As Ah" in text
    assert HouseBankedEnv("two-hand-holdem").render_mode is None
