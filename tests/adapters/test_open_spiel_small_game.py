"""HoldOut of two cards in OpenSpiel: its own tests, CFR against a linear program, and the game written out by hand."""

import pickle
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the OpenSpiel game needs open_spiel: install houseway[adapters]")

import pyspiel  # type: ignore[import-not-found]
from scipy.optimize import linprog
from scipy.sparse import coo_array

from houseway.adapters.open_spiel_small_game import SmallGame, SmallState, Tree
from houseway.errors import BadSetting

TWO_CARDS = "python_houseway_small_holdout(cards=2,ranks=QKA,bets_a_round=1)"
GAMES = (
    TWO_CARDS,
    "python_houseway_small_holdout",
    "python_houseway_small_holdout(cards=2,ranks=TJQKA,bets_a_round=4)",
    "python_houseway_small_holdout(cards=3,ranks=JQKA)",
    "python_houseway_small_holdout(cards=3,ranks=JQKA,least_held=2,stack_in_big_blinds=2)",
)
Path = tuple[tuple[str, str], ...]
"""A player's own information states and moves so far."""
End = tuple[float, Path, Path, float]
"""The chance of the cards, both players' paths, and the first player's result."""


def ends_of(state: Any, chance: float = 1.0, paths: tuple[Path, Path] = ((), ())) -> Iterator[End]:
    """Every end of an OpenSpiel game of two players."""
    if state.is_terminal():
        yield chance, *paths, state.returns()[0]
    elif state.is_chance_node():
        for action, probability in state.chance_outcomes():
            yield from ends_of(state.child(action), chance * probability, paths)
    else:
        player = state.current_player()
        for action in state.legal_actions():
            step = (state.information_state_string(player), str(action))
            mine = (*paths[player], step)
            yield from ends_of(state.child(action), chance, (mine, paths[1]) if player == 0 else (paths[0], mine))


def value_by_linear_program(ends: list[End]) -> float:
    """The value of a zero-sum game to its first player, in sequence form (Koller, Megiddo, von Stengel 1996).

    The first player's realization plan x and the values v of the second player's information sets: maximize v at the
    root, such that at each sequence of the second player v is at most what x leaves it.
    """
    numbers: list[dict[Path, int]] = [{(): 0}, {(): 0}]
    sets: list[dict[str, Path]] = [{}, {}]
    moves: list[dict[str, set[Path]]] = [{}, {}]
    for _, *paths, _ in ends:
        for player, path in enumerate(paths):
            for length in range(1, len(path) + 1):
                before, (name, _) = path[: length - 1], path[length - 1]
                assert sets[player].setdefault(name, before) == before, "a player has forgotten what it did"
                numbers[player].setdefault(path[:length], len(numbers[player]))
                moves[player].setdefault(name, set()).add(path[:length])
    n_x, n_sets = len(numbers[0]), len(sets[1])
    plan = [(0, 0, 1.0)]
    for row, (name, before) in enumerate(sets[0].items(), 1):
        plan += [(row, numbers[0][path], 1.0) for path in moves[0][name]]
        plan.append((row, numbers[0][before], -1.0))
    set_number = {name: n_x + 1 + place for place, name in enumerate(sets[1])}
    left = [(numbers[1][second], numbers[0][first], -chance * result) for chance, first, second, result in ends]
    for name, before in sets[1].items():
        left.append((numbers[1][before], set_number[name], -1.0))
        left += [(numbers[1][path], set_number[name], 1.0) for path in moves[1][name]]
    left.append((0, n_x, 1.0))
    objective = np.zeros(n_x + 1 + n_sets)
    objective[n_x] = -1.0
    solved = linprog(
        objective,
        A_ub=matrix(left, len(numbers[1]), len(objective)),
        b_ub=np.zeros(len(numbers[1])),
        A_eq=matrix(plan, len(sets[0]) + 1, len(objective)),
        b_eq=np.array([1.0] + [0.0] * len(sets[0])),
        bounds=[(0, None)] * n_x + [(None, None)] * (1 + n_sets),
        method="highs",
    )
    assert solved.status == 0, solved.message
    return float(-solved.fun)


def matrix(entries: list[tuple[int, int, float]], n_rows: int, n_columns: int) -> Any:
    """A sparse matrix of entries, those at one place added up."""
    rows, columns, values = zip(*entries, strict=True)
    return coo_array((values, (rows, columns)), (n_rows, n_columns)).tocsr()


def ends_by_hand() -> Iterator[End]:
    """Two-card HoldOut with one bet a round, written out without the engine: what the docs say of it, in big blinds.

    Player 1 has the button and the small blind of a half, and may only fold or call. Both then hold one card or two,
    player 0 first, and only the number is seen. One card comes, and player 0 opens a round with one bet of two.
    """
    deck = [rank + suit for rank in "QKA" for suit in "hs"]
    for own in combinations(deck, 2):
        left = [card for card in deck if card not in own]
        for other in combinations(left, 2):
            chance = 1 / (15 * 6)
            yield chance, (), ((f"{other}", "fold"),), 0.5
            called = (f"{other}", "call")
            holds = [(hold, theirs) for hold in held_of(own) for theirs in held_of(other)]
            for hold, theirs in holds:
                first = ((f"{own}", f"{hold}"),)
                second = (called, (f"{other} after {len(hold)}", f"{theirs}"))
                boards = [card for card in left if card not in other]
                for board in boards:
                    known = f"{own} {hold} {len(theirs)} {board}", f"{other} {theirs} {len(hold)} {board}"
                    won = compared(best(hold, board), best(theirs, board))
                    for mine, yours, result in last_round(known, won):
                        yield chance / len(boards), first + mine, second + yours, result


def held_of(cards: tuple[str, str]) -> list[tuple[str, ...]]:
    return [cards, cards[:1], cards[1:]]


def best(hold: tuple[str, ...], board: str) -> tuple[bool, list[int]]:
    hand = hold if len(hold) == 2 else (*hold, board)
    ranks = sorted(("QKA".index(card[0]) for card in hand), reverse=True)
    return ranks[0] == ranks[1], ranks


def compared(mine: Any, yours: Any) -> int:
    return int(mine > yours) - int(mine < yours)


def last_round(known: tuple[str, str], won: int) -> Iterator[tuple[Path, Path, float]]:
    own, other = known
    for answer, result in (("fold", 1.0), ("call", 3.0 * won)):
        yield ((own, "bet"),), ((f"{other} bet", answer),), result
    checked = (own, "check")
    yield (checked,), ((f"{other} check", "check"),), float(won)
    for answer, result in (("fold", -1.0), ("call", 3.0 * won)):
        yield (checked, (f"{own} check bet", answer)), ((f"{other} check", "bet"),), result


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game(TWO_CARDS)


@pytest.fixture(scope="module")
def tree(game: Any) -> Tree:
    return Tree(game)


@pytest.fixture(scope="module")
def value() -> float:
    return value_by_linear_program(list(ends_by_hand()))


@pytest.mark.parametrize(("name", "known"), [("kuhn_poker", -1 / 18), ("leduc_poker", -0.0856064)])
def test_the_linear_program_finds_known_values(name: str, known: float) -> None:
    assert value_by_linear_program(list(ends_of(pyspiel.load_game(name).new_initial_state()))) == pytest.approx(known)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.slow
def test_the_engines_game_has_the_value_of_the_one_written_by_hand(game: Any, value: float) -> None:
    """The linear program also refuses a game in which a player forgets what it did."""
    assert value_by_linear_program(list(ends_of(game.new_initial_state()))) == pytest.approx(value, abs=1e-9)


@pytest.mark.slow
def test_cfr_comes_to_that_value_and_its_exploitability_falls(tree: Tree, value: float) -> None:
    """With an exploitability of e, half the sum of both best responses, a value is at most 2e from the game's."""
    fast = tree.load()
    solver = pyspiel.CFRPlusSolver(fast)
    measured = []
    for _ in range(4):
        for _ in range(10):
            solver.evaluate_and_update_policy()
        measured.append(pyspiel.exploitability(fast, solver.tabular_average_policy()))
    assert measured == sorted(measured, reverse=True)
    assert measured[-1] < 0.03
    reached = pyspiel.expected_returns(fast.new_initial_state(), solver.average_policy(), -1, True)[0]
    assert abs(reached - value) <= 2 * measured[-1]


@pytest.mark.slow
def test_random_play_is_worth_the_same_in_the_game_and_in_its_tree(game: Any, tree: Tree) -> None:
    results = [
        pyspiel.expected_returns(each.new_initial_state(), pyspiel.UniformRandomPolicy(each), -1, True)
        for each in (game, tree.load())
    ]
    assert results[0] == pytest.approx(results[1], abs=1e-12)
    assert results[0][0]


def test_every_chance_node_sums_to_one_and_deals_the_cards_that_are_left(game: Any) -> None:
    def walk(state: Any) -> None:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            counts.add(len(outcomes))
        for action in state.legal_actions():
            walk(state.child(action))

    counts: set[int] = set()
    walk(game.new_initial_state())
    assert counts == {15, 6, 2}


def test_an_information_state_holds_neither_the_opponents_cards_nor_its_discards(game: Any) -> None:
    """Player 0 holds Qh and sees that player 1 keeps two cards; whichever two they are looks the same to it."""
    told: dict[str, set[str]] = {}
    for other in range(5, 15):
        state = game.new_initial_state()
        state.apply_action(0)
        if other not in [action for action, _ in state.chance_outcomes()]:
            continue
        state.apply_action(other)
        for words in ("call $2", "check", "discard Qs", "discard"):
            state.apply_action(named(state, words))
        for board, _ in state.chance_outcomes():
            child = state.child(board)
            told.setdefault(state.action_to_string(board), set()).add(child.information_state_string(0))
            assert child.information_state_string(0) != child.information_state_string(1)
    assert sorted(map(len, told.values())) == [1, 1, 1, 1]


def named(state: Any, words: str) -> int:
    legal: list[int] = state.legal_actions()
    return next(action for action in legal if state.action_to_string(action) == words)


def test_states_come_back_from_their_text_and_clones_go_their_own_way(game: Any) -> None:
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert isinstance(again, SmallState)
    assert str(again) == str(state)
    clone = state.clone()
    clone.apply_action(named(clone, "fold"))
    assert clone.returns() == [0.5, -0.5]
    assert not state.is_terminal()
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()


def test_a_tree_names_every_information_state_once(tree: Tree) -> None:
    """Both have 15 hands. Player 0 checks, holds, and after 3 holds, 2 numbers of the opponent and 4 boards opens or
    answers a bet: 15 + 15 + 15 * 3 * 2 * 4 * 2. Player 1 holds knowing a number: 15 + 30 + 720.
    """
    assert [len(names) for names in tree.sets] == [750, 765]


def test_parameters_that_make_no_game_are_refused() -> None:
    with pytest.raises(BadSetting, match="a small game is of 2 or 3 cards; got 4"):
        SmallGame("five-card-holdout", {"cards": 4})
    with pytest.raises(BadSetting, match="2 players need a deck of 8 cards; this one has 6"):
        SmallGame("five-card-holdout", {"cards": 3})
    with pytest.raises(BadSetting, match="bets_a_round: expected 1 to 4; got 5"):
        SmallGame("five-card-holdout", {"bets_a_round": 5})
    with pytest.raises(BadSetting, match="least_held: expected 1 to 2; got 3"):
        SmallGame("five-card-holdout", {"least_held": 3})
