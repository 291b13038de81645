"""Solved subgames against plain programs: card removal by pairs of hands, best responses by walking the tree."""

import json
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from houseway.analysis.solve import kernels
from houseway.analysis.solve.betting import GOES_ON, BettingTree, betting_tree
from houseway.analysis.solve.ranges import Range, full_range, read_range
from houseway.analysis.solve.removal import compare_disjoint
from houseway.analysis.solve.rounds import present
from houseway.analysis.solve.rows import WIDTH
from houseway.analysis.solve.sets import common_subsets
from houseway.analysis.solve.small import kuhn, leduc
from houseway.analysis.solve.subgame import Subgame
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.cards.card import card
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.cli import app
from houseway.errors import BadSetting, HousewayError

BOARD = "2c Qh Ks Ad"
LEDUC_VALUE = -0.0856
"""To the first player, as it is known."""


def some_hands(rng: np.random.Generator, size: int, count: int, cards: int = 14) -> NDArray[np.uint8]:
    every = list(combinations(range(cards), size))
    chosen = rng.choice(len(every), min(count, len(every)), replace=False)
    return np.array([every[place] for place in sorted(chosen.tolist())], np.uint8)


def test_sums_that_single_precision_hardly_holds_are_played_as_nothing_is() -> None:
    """Their inverse is infinite: three-card HoldOut came to no number at all after some sixty iterations."""
    tree = betting_tree(1, 1)
    source = np.array([[1e-41, 3.0]] * tree.n_cells[0], np.float32)
    source[::2] = 0
    plays, reaches = (np.zeros((rows, 2), np.float32) for rows in (tree.n_cells[0], 1 + tree.n_cells[0]))
    kernels.descend(
        tree.actors, tree.cells, tree.n_actions, tree.before, 0, source, np.ones(2, np.float32), plays, reaches
    )
    assert plays.tolist() == [[0.5, 0.0], [0.5, 1.0]] * (tree.n_cells[0] // 2)


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(1, 6), repeat=2)))
def test_sums_over_disjoint_hands_are_those_of_all_pairs(mine: int, theirs: int) -> None:
    rng = np.random.default_rng(10 * mine + theirs)
    own, other = some_hands(rng, mine, 40), some_hands(rng, theirs, 30)
    weights = rng.integers(0, 3, (len(other), WIDTH)).astype(float)
    apart = np.array([[not set(one) & set(two) for two in other.tolist()] for one in own.tolist()], float)
    strengths = rng.integers(0, 6, 1 << 14)
    own_values, other_values = (
        np.array([strengths[sum(1 << card for card in hand)] for hand in hands.tolist()]) for hands in (own, other)
    )
    subsets = common_subsets(own, other)
    assert np.allclose(present(weights.T, subsets).T, apart @ weights)
    order, others = np.argsort(own_values, kind="stable"), np.argsort(other_values, kind="stable")
    sums, compared, beside = (np.zeros((rows, WIDTH)) for rows in (subsets.size, len(own), len(own)))
    compare_disjoint(
        weights, subsets.own, subsets.signs, subsets.other, subsets.twins, subsets.twin_sign,
        order, own_values[order], others, other_values[others], sums, compared, beside,
    )  # fmt: skip
    wins = np.sign(own_values[:, None] - other_values[None, :])
    assert np.allclose(compared, (apart * wins) @ weights)
    assert np.allclose(beside, apart @ weights)


@pytest.mark.parametrize(("mine", "theirs"), [(3, 3), (4, 2), (2, 5)])
def test_subsets_that_both_lists_have_are_numbered_in_ascending_order(mine: int, theirs: int) -> None:
    """Looked for one by one; those that only one list has are nobody's."""
    rng = np.random.default_rng(mine)
    own, other = some_hands(rng, mine, 40), some_hands(rng, theirs, 30)
    found, largest = common_subsets(own, other), min(mine, theirs) - (mine == theirs)

    def parts(hand: list[int]) -> list[tuple[int, ...]]:
        return [part for cards in range(largest + 1) for part in combinations(hand, cards)]

    listed = [[parts(hand) for hand in hands.tolist()] for hands in (own, other)]
    first, second = ({part for each in hands for part in each} for hands in listed)
    ordered = sorted(first & second, key=lambda part: (len(part), part[::-1]))
    numbers = {part: number for number, part in enumerate(ordered)}
    assert found.size == len(numbers) + 1
    for hands, told in zip(listed, (found.own, found.other), strict=True):
        assert told.tolist() == [[numbers.get(part, len(numbers)) for part in each] for each in hands]
    places = {tuple(hand): place for place, hand in enumerate(other.tolist())} if mine == theirs else {}
    assert found.twins.tolist() == [places.get(tuple(hand), -1) for hand in own.tolist()]


def test_the_tree_of_a_round_is_the_one_that_the_rules_allow() -> None:
    tree = betting_tree(2, 4)
    assert {line for line in tree.lines if "raise" not in line} == {"", "bet", "check", "check bet"}
    assert max(tree.lines, key=len) == "check bet raise raise raise"
    shown = {tuple(paid) for paid, who in zip(tree.paid.tolist(), tree.folded.tolist(), strict=True) if who == GOES_ON}
    assert shown == {(0, 0), (2, 2), (4, 4), (6, 6), (8, 8)}
    assert [tree.actions[place] for place, line in enumerate(tree.lines) if line.count("raise") == 3] == [
        ("fold", "call"),
        ("fold", "call"),
    ]


# One round, every pair of hands and every line walked one by one.


def walked(
    tree: BettingTree, game: Subgame, strengths: list[list[int]], choose: Callable[[int, int, int, list[float]], float]
) -> list[list[float]]:
    """The expectation of the first player for each pair of hands; `choose` mixes the values of a decision's actions."""

    def value(decision: int, hands: tuple[int, int]) -> float:
        results = []
        for action in range(int(tree.n_actions[decision])):
            below = int(tree.children[decision, action])
            results.append(value(below, hands) if below >= 0 else ended(-1 - below, hands))
        player = int(tree.actors[decision])
        return choose(player, decision, hands[player], results)

    def ended(ending: int, hands: tuple[int, int]) -> float:
        paid, who = tree.paid[ending].tolist(), int(tree.folded[ending])
        if who == GOES_ON:
            sign = np.sign(strengths[0][hands[0]] - strengths[1][hands[1]])
            return float(sign * (game.pot / 2 + paid[0]))
        return float((game.pot / 2 + paid[who]) * (1 if who == 1 else -1))

    return [
        [value(0, (one, two)) for two in range(len(game.ranges[1].hands))] for one in range(len(game.ranges[0].hands))
    ]


@pytest.fixture(scope="module")
def small_river() -> tuple[Subgame, list[list[int]]]:
    """A river with a dozen hands a side, of two and of three cards, some of which share cards."""
    deck, seen = Deck.standard(), parse_cards(BOARD, deck=Deck.standard())
    rng = np.random.default_rng(5)
    ranges = []
    for size in (2, 3):
        every = full_range(deck, size, seen)
        chosen = np.sort(rng.choice(len(every.hands), 12, replace=False))
        ranges.append(Range(every.hands[chosen], rng.integers(1, 4, 12).astype(float)))
    shared = {card for hand in ranges[0].hands.tolist() for card in hand}
    assert any(shared & set(hand) for hand in ranges[1].hands.tolist())
    game = subgame(BOARD, (2, 3), 8, ranges)
    for _ in range(60):
        game.step()
    from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths

    return game, [hand_strengths(each.hands, np.tile(np.array(seen, np.uint8), (12, 1))).tolist() for each in ranges]


def test_the_value_is_that_of_all_pairs_of_hands_played_out(small_river: tuple[Subgame, list[list[int]]]) -> None:
    game, strengths = small_river
    plays = [game.play(player) for player in (0, 1)]
    tree = game.last

    def mixed(player: int, decision: int, hand: int, results: list[float]) -> float:
        often = plays[player][tree.cells_of(decision), hand]
        return float(sum(part * result for part, result in zip(often, results, strict=False)))

    each = np.array(walked(tree, game, strengths, mixed))
    mine, theirs = game.ranges
    apart = np.array([[not set(one) & set(two) for two in theirs.hands.tolist()] for one in mine.hands.tolist()], float)
    weights = mine.weights[:, None] * theirs.weights[None, :] * apart
    assert game.pairs == weights.sum()
    assert game.measure().value == pytest.approx(float((weights * each).sum() / weights.sum()))
    assert game.values(0) == pytest.approx((weights * each).sum(axis=1) / weights.sum(axis=1))


def test_no_fixed_play_does_better_than_the_best_response(small_river: tuple[Subgame, list[list[int]]]) -> None:
    """For one hand, every way to decide each of its decisions is tried; the best of them is the best response."""
    game, strengths = small_river
    tree, player, hand = game.last, 0, 3
    play = game.play(1)
    own = np.flatnonzero(tree.actors == player)
    mine, theirs = game.ranges
    apart = np.array([not set(mine.hands[hand].tolist()) & set(two) for two in theirs.hands.tolist()], float)
    best = -np.inf
    for plan in product(*(range(int(tree.n_actions[decision])) for decision in own)):
        planned = dict(zip(own.tolist(), plan, strict=True))

        def follow(
            who: int, decision: int, held: int, results: list[float], planned: dict[int, int] = planned
        ) -> float:
            if who == player:
                return results[planned[decision]]
            often = play[tree.cells_of(decision), held]
            return float(sum(part * result for part, result in zip(often, results, strict=False)))

        one = Subgame((Range(mine.hands[[hand]], np.ones(1)), theirs), game.pot, tree, game.boards)
        values = np.array(walked(tree, one, [[strengths[0][hand]], strengths[1]], follow))[0]
        best = max(best, float((values * apart * theirs.weights).sum() / (apart * theirs.weights).sum()))
    assert game.best_response(player)[hand] == pytest.approx(best)


# Whole games.


def test_kuhn_and_leduc_come_to_their_known_values() -> None:
    assert kuhn().solve(target=2e-4).value == pytest.approx(-1 / 18, abs=4e-4)
    found = leduc().solve(target=4e-3)
    assert found.value == pytest.approx(LEDUC_VALUE, abs=8e-3)
    assert found.exploitability <= 4e-3


@pytest.mark.parametrize(("name", "make"), [("kuhn_poker", kuhn), ("leduc_poker", leduc)])
def test_openspiel_measures_the_same_exploitability(name: str, make: Callable[[], Subgame]) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policy = pytest.importorskip("open_spiel.python.policy")
    game = make()
    for _ in range(30):
        game.step()
    theirs = pyspiel.load_game(name)
    same = policy.tabular_policy_from_callable(theirs, lambda state: our_play(game, state))
    assert exploitability.exploitability(theirs, same) == pytest.approx(game.measure().exploitability, abs=1e-6)


def our_play(game: Subgame, state: Any) -> dict[int, float]:
    """How our average play decides a state of OpenSpiel's game, by its history of cards and moves."""
    history = state.history()
    player, legal = state.current_player(), state.legal_actions()
    moves: list[int] = history[2:]
    boards: list[int] = []
    tree, entry = game.first or game.last, 0
    first_moves = moves
    if game.first is not None:
        length = _length(tree, moves)
        first_moves = moves[:length]
        if len(moves) > length:
            boards, moves = [moves[length]], moves[length + 1 :]
            ending = _walk(tree, first_moves)
            entry = tree.going_on.tolist().index(-1 - ending)
            tree = game.last
    hand = history[player]
    if not boards:
        play = game.play(player) if game.first is None else game.first_play(player)
        decision = _walk(tree, moves)
    else:
        cards = [_card(boards[0])]
        board, swap = _board(game, cards)
        play = game.play(player, board, entry)
        decision = _walk(tree, moves)
        hand = hand ^ 1 if swap else hand
    place = game.ranges[player].hands[:, 0].tolist().index(_card(hand) if game.first is not None else _kuhn(hand))
    often = play[tree.cells_of(decision), place]
    return dict(zip(legal, often.tolist(), strict=True))


def _length(tree: BettingTree, moves: list[int]) -> int:
    at = 0
    for count, move in enumerate(moves, start=1):
        at = int(tree.children[at, _place(tree, at, move)])
        if at < 0:
            return count
    return len(moves)


def _walk(tree: BettingTree, moves: list[int]) -> int:
    at = 0
    for move in moves:
        at = int(tree.children[at, _place(tree, at, move)])
    return at


def _place(tree: BettingTree, at: int, move: int) -> int:
    """Leduc's moves are fold 0, call 1, raise 2; Kuhn's are pass 0 and bet 1."""
    names = tree.actions[at]
    if len(tree.lines) == 4:
        return move
    return names.index(
        {0: "fold", 1: "call" if "call" in names else "check", 2: "raise" if "raise" in names else "bet"}[move]
    )


def _card(number: int) -> int:
    """Leduc's cards: rank by rank, two suits each; ours are jack to king of hearts and spades."""
    return int(card(9 + number // 2, (2, 3)[number % 2]))


def _kuhn(number: int) -> int:
    return int(card(9 + number, 3))


def _board(game: Subgame, cards: list[int]) -> tuple[int, bool]:
    """The board that stands for some cards, and whether the suits are swapped for it."""
    known = [board[0] for board in game.boards.cards]
    if cards[0] in known:
        return known.index(cards[0]), False
    other = next(each for each in range(6) if _card(each) == cards[0]) ^ 1
    return known.index(_card(other)), True


def same_without_renaming(one: Subgame, other: Subgame) -> None:
    assert len(one.boards) < len(other.boards)
    for _ in range(3):
        one.step()
        other.step()
    assert one.measure().exploitability == pytest.approx(other.measure().exploitability, rel=1e-4)
    assert one.first_play(0) == pytest.approx(other.first_play(0), abs=1e-4)


def test_suits_that_are_the_same_change_no_result() -> None:
    same_without_renaming(leduc(), leduc(same_suits=False))


@pytest.mark.proof
def test_suits_that_are_the_same_change_no_result_on_a_flop() -> None:
    one, other = (subgame("Qh Ks", (1, 1), 4, same_suits=same) for same in (True, False))
    assert len(other.boards) == 1225
    same_without_renaming(one, other)


def test_a_solution_is_as_good_as_it_says_and_the_values_sum_to_zero() -> None:
    game = subgame(BOARD, (1, 2), 8)
    found = game.solve(target=0.04)
    assert found.exploitability <= 0.04
    for player in (0, 1):
        assert (game.best_response(player) >= game.values(player) - 1e-9).all()
    means = [float(game.values(p) * 1 @ (game.ranges[p].weights * game._present(p)) / game.pairs) for p in (0, 1)]
    assert means[0] == pytest.approx(-means[1], abs=1e-9)


def test_ranges_are_read_and_what_is_wrong_is_said() -> None:
    deck = Deck.standard()
    known = read_range(["# mine", "As Ks: 2", "", "Kd Kc"], deck, 2, parse_cards("Kd", deck=deck))
    assert known.texts == ["Ks As"]
    assert known.weights.tolist() == [2.0]
    for bad in (["As Ks: x"], ["As Ks: -1"], ["As"], ["As As"], [""], ["As Ks: inf"]):
        with pytest.raises(HousewayError):
            read_range(bad, deck, 2)
    with pytest.raises(BadSetting, match=r"2 cards \(flop\) or 4 \(river\)"):
        subgame("As", (2, 2), 8)
    with pytest.raises(BadSetting, match="1 to 5 cards"):
        subgame(BOARD, (0, 2), 8)
    with pytest.raises(BadSetting, match="GB"):
        subgame("Qh Ks", (3, 3), 8)


def test_the_command_prints_one_object(tmp_path: Any) -> None:
    hands = tmp_path / "hands.txt"
    hands.write_text("Ts Jd\nTc Jh: 0.5\n9c 9d\n")
    asked = ["solve", "five-card-holdout", "--board", BOARD, "--holds", "2,2", "--pot", "8"]
    answer = CliRunner().invoke(app, [*asked, "--range0", str(hands), "--range1", str(hands), "--json"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert told["exploitability"]["pot_share"] <= 0.005
    assert told["value"]["chips"] == pytest.approx(2 * told["value"]["bb"])
    start = told["strategy"][0]
    assert (start["player"], start["line"], start["actions"]) == (0, "", ["check", "bet"])
    assert set(start["hands"]) == {"Ts Jd", "Tc Jh", "9c 9d"}
    assert all(sum(often) == pytest.approx(1, abs=1e-4) for often in start["hands"].values())
    assert "exploitability" in CliRunner().invoke(app, ["solve", "kuhn"]).stdout
    assert CliRunner().invoke(app, ["solve", "pick-2-poker"]).exit_code != 0
