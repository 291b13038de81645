"""The OpenSpiel game of Five Card HoldOut: the project's own simulation test, and what its states say."""

import pickle
import random
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the OpenSpiel game needs open_spiel: install houseway[adapters]")

import pyspiel  # type: ignore[import-not-found]

from houseway.adapters.open_spiel_game import PlayersGame, PlayersState
from houseway.errors import BadCards, BadSetting

GAMES = (
    "python_houseway_holdout",
    "python_houseway_holdout(ranks=JQKA)",
    "python_houseway_holdout(players=3,ranks=9TJQKA)",
    "python_houseway_holdout(stack_in_big_blinds=3)",
)
FOLD, CHECK, CALL, LEAST = range(4)


@pytest.mark.parametrize("module", ["open_spiel_game", "open_spiel_small_game"])
def test_a_process_that_has_registered_games_ends_well(module: str) -> None:
    """OpenSpiel frees what was registered when Python is already gone."""
    done = subprocess.run([sys.executable, "-c", f"import houseway.adapters.{module}"], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def random_hand(game: Any, seed: int) -> list[Any]:
    """All states of a hand of random moves."""
    generator = random.Random(seed)
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        state = states[-1]
        options = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        states.append(state.child(generator.choice(options)))
    return states


def dealt(game: Any, seed: int) -> Any:
    return next(state for state in random_hand(game, seed) if not state.is_chance_node())


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


def test_results_sum_to_zero_and_stay_within_the_stated_utilities() -> None:
    game = pyspiel.load_game(GAMES[2])
    for seed in range(20):
        returns = random_hand(game, seed)[-1].returns()
        assert sum(returns) == 0
        assert all(game.min_utility() <= result <= game.max_utility() for result in returns)


def test_the_highest_utility_is_reached_by_raising_to_the_cap_in_every_round() -> None:
    """Four bets of 1, 1 and 2 big blinds in three rounds: sixteen big blinds from each."""
    game = pyspiel.load_game(GAMES[0])
    for seed in range(50):
        state, generator = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(generator.choice([action for action, _ in state.chance_outcomes()]))
                continue
            legal = state.legal_actions()
            state.apply_action(LEAST if LEAST in legal else CALL if CALL in legal else legal[0])
        if any(state.returns()):
            assert sorted(state.returns()) == [-16.0, 16.0] == [game.min_utility(), game.max_utility()]
            return
    pytest.fail("fifty hands were all split")


def test_chance_deals_each_card_left_with_equal_probability() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    for left in (20, 19, 18, 17, 16, 15):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert {probability for _, probability in outcomes} == {1 / left}
        state.apply_action(outcomes[0][0])


def test_a_player_is_told_its_own_cards_and_not_its_opponents() -> None:
    state = dealt(pyspiel.load_game(GAMES[0]), 7)
    for player in (0, 1):
        told = state.information_state_string(player)
        hole, others = (state.state.view(seat).cards("hole", seat) for seat in (player, 1 - player))
        assert all(text in told for text in map(card_name, hole))
        assert not any(text in told or text in state.observation_string(player) for text in map(card_name, others))
        assert sum(state.observation_tensor(player)[: 4 * 54]) == 5


def card_name(card_id: int) -> str:
    return "23456789TJQKA"[card_id // 4] + "cdhs"[card_id % 4]


def test_hands_that_differ_only_in_the_opponents_cards_look_alike() -> None:
    game = pyspiel.load_game(GAMES[0])
    states = [game.new_initial_state() for _ in range(2)]
    for place in (0, 1, 2, 3, 4):
        for state in states:
            state.apply_action(place)
    for first, second in zip((5, 6, 7, 8, 9), (15, 16, 17, 18, 19), strict=True):
        states[0].apply_action(first)
        states[1].apply_action(second)
    assert states[0].information_state_string(0) == states[1].information_state_string(0)
    assert states[0].observation_tensor(0) == states[1].observation_tensor(0)
    assert states[0].information_state_string(1) != states[1].information_state_string(1)


def test_a_clone_goes_its_own_way() -> None:
    state = dealt(pyspiel.load_game(GAMES[0]), 1)
    before = str(state)
    clone = state.clone()
    clone.apply_action(FOLD)
    assert clone.is_terminal()
    assert str(state) == before
    assert not state.is_terminal()


def test_a_state_comes_back_from_its_text_in_the_middle_of_a_packet() -> None:
    game = pyspiel.load_game(GAMES[0])
    for state in random_hand(game, 3):
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.returns() == state.returns()
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()


def test_actions_have_names_from_the_table() -> None:
    state = dealt(pyspiel.load_game(GAMES[0]), 1)
    player = state.current_player()
    assert [state.action_to_string(player, action) for action in state.legal_actions()] == [
        "fold",
        "call $2",
        "raise $4",
    ]
    opening = pyspiel.load_game(GAMES[0]).new_initial_state()
    assert opening.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "deal Tc"


def test_a_deck_that_is_too_small_or_no_deck_is_refused() -> None:
    with pytest.raises(BadSetting, match="3 players need a deck of 21 cards; this one has 20"):
        PlayersGame("five-card-holdout", {"players": 3})
    with pytest.raises(BadCards):
        PlayersGame("five-card-holdout", {"ranks": "XYZ"})


def test_the_python_classes_are_what_openspiel_loads() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    assert isinstance(state, PlayersState)
    assert isinstance(state.get_game(), PlayersGame)
