"""HoldOut of two and three cards, solved whole, against the same game in OpenSpiel."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.analysis.solve.betting import BettingTree, blinds_tree
from houseway.analysis.solve.discards import Draw
from houseway.analysis.solve.rounds import Step
from houseway.analysis.titles.five_card_holdout.small_games import small_game
from houseway.cards.card import CARD_TEXTS
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.cli import app
from houseway.errors import BadSetting

SIX = Deck.stripped(ranks="QKA", suits="hs")


@pytest.fixture(scope="module", params=[1, pytest.param(2, marks=pytest.mark.proof)])
def solved(request: pytest.FixtureRequest) -> tuple[int, Draw]:
    """Two-card HoldOut after some iterations, by the bets of a round; every board is played by itself."""
    game = small_game(2, SIX, same_suits=False, bets_a_round=request.param)
    for _ in range(12):
        game.step()
    return request.param, game


@pytest.mark.slow
def test_openspiel_finds_the_same_value_and_exploitability(solved: tuple[int, Draw]) -> None:
    """The engine's game is written out as a tree, which OpenSpiel measures with our play in it."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pytest.importorskip("houseway.adapters.open_spiel_small_game")
    trees = pytest.importorskip("houseway.adapters.open_spiel_small_game")
    bets, ours = solved
    theirs = pyspiel.load_game(f"python_houseway_small_holdout(cards=2,ranks=QKA,suits=hs,bets_a_round={bets})")
    fast = trees.Tree(theirs).load()
    known: dict[str, list[tuple[int, float]]] = {}
    collect(ours, theirs.new_initial_state(), fast.new_initial_state(), known)
    policy = pyspiel.TabularPolicy(known)
    measured = ours.measure()
    assert pyspiel.exploitability(fast, policy) == pytest.approx(measured.exploitability, abs=1e-6)
    values = pyspiel.expected_returns(fast.new_initial_state(), policy, -1, True)
    assert values[0] == pytest.approx(measured.value, abs=1e-6)


def collect(game: Draw, state: Any, fast: Any, known: dict[str, list[tuple[int, float]]]) -> None:
    """Our play at every information state below, by the name that it has in the tree; both are walked side by side."""
    if state.is_terminal():
        return
    if not state.is_chance_node() and fast.information_state_string() not in known:
        often = our_play(game, state)
        known[fast.information_state_string()] = [
            (there, often[here]) for here, there in zip(state.legal_actions(), fast.legal_actions(), strict=True)
        ]
    for here, there in zip(state.legal_actions(), fast.legal_actions(), strict=True):
        collect(game, state.child(here), fast.child(there), known)


def our_play(game: Draw, state: Any) -> dict[int, float]:
    """How our average play decides a state of OpenSpiel's game, by the words of what was done before.

    The engine lets a player fold where nothing is to be called; ours never does.
    """
    player, legal = state.current_player(), state.legal_actions()
    often = {"fold": 0.0, **dict(our_words(game, player, list(words_before(state))))}
    return {action: often[in_words(state.action_to_string(player, action))] for action in legal}


def words_before(state: Any) -> Iterator[tuple[int, str]]:
    at = state.get_game().new_initial_state()
    for step in state.full_history():
        yield step.player, in_words(at.action_to_string(step.player, step.action))
        at.apply_action(step.action)


def in_words(told: str) -> str:
    """A move without its price."""
    return told.split(" $")[0]


def our_words(game: Draw, player: int, before: list[tuple[int, str]]) -> Iterator[tuple[str, float]]:
    """The moves of a decision and how often our play takes them."""
    deals = [parse_cards(words.removeprefix("deal ")) for _, words in before if words.startswith("deal ")]
    bets = [words for _, words in before if not words.startswith(("deal", "discard"))]
    thrown = [words.removeprefix("discard").strip() for _, words in before if words.startswith("discard")]
    dealt = game.holds.dealt.hands.tolist()
    hand = dealt.index(sorted(deals[player]))
    first = game.rules.blinds
    length, at = walked(first, bets)
    if at >= 0:
        yield from actions(first, at, game.first_play(player)[:, hand])
        return
    entry = first.going_on.tolist().index(-1 - at)
    held = [
        tuple(sorted(set(deals[who]) - set(parse_cards(words) if words else ()))) for who, words in enumerate(thrown)
    ]
    sizes = list(game.rules.sizes)
    if len(held) < 2:
        row = sizes.index(len(held[0])) if held else 0
        play = game.hold_play(player, entry, row)[hand].tolist()
        names = [
            " ".join(["discard", *texts_of(set(dealt[hand]) - set(playing))]) for playing in holds_of(game, dealt[hand])
        ]
        yield from zip(names, play, strict=True)
        return
    street = game.streets[len(held[0]), len(held[1])][0]
    board = street.closing.boards.cards.index(tuple(deals[2]))
    known = game.holds.ranges[len(held[player])]
    place = [(one, two) for one, two in zip(known.hands.tolist(), known.playing.tolist(), strict=True)].index(
        (dealt[hand], list(held[player]))
    )
    last = game.rules.rounds[-1]
    _, at = walked(last, bets[length:])
    averages = street.closing.learned[player].averages[board, entry, :, place].astype(float)
    yield from actions(last, at, averages)


def holds_of(game: Draw, hand: list[int]) -> Iterator[list[int]]:
    """What can be held of a hand, in the order of its actions."""
    for each in game.holds.ranges.values():
        for dealt, playing in zip(each.hands.tolist(), each.playing.tolist(), strict=True):
            if dealt == hand:
                yield playing


def texts_of(cards: set[int]) -> list[str]:
    return [CARD_TEXTS[card] for card in sorted(cards)]


def walked(tree: BettingTree, bets: list[str]) -> tuple[int, int]:
    """How many moves belong to a round, and where they lead."""
    at = 0
    for count, words in enumerate(bets, start=1):
        at = int(tree.children[at, tree.actions[at].index(words)])
        if at < 0:
            return count, at
    return len(bets), at


def actions(tree: BettingTree, decision: int, source: Any) -> Iterator[tuple[str, float]]:
    positive = np.maximum(source[tree.cells_of(decision)], 0)
    total = positive.sum()
    for name, part in zip(tree.actions[decision], positive, strict=True):
        yield name, float(part / total) if total > 0 else 1 / len(positive)


@pytest.mark.parametrize(("cards", "ranks", "changes"), [(2, "QKA", {}), (3, "JQKA", {"least_held": 2})])
def test_suits_that_are_the_same_change_no_result(cards: int, ranks: str, changes: dict[str, int]) -> None:
    """Nor does a step; after more of them, what is tied may be told apart by its last digit."""
    deck = Deck.stripped(ranks=ranks, suits="hs")
    once, every = (small_game(cards, deck, same_suits=same, bets_a_round=1, **changes) for same in (True, False))
    boards = [sum(len(each.closing.boards) for each in game.streets[2, 2]) for game in (once, every)]
    assert boards[0] < boards[1]
    for _ in range(2):
        assert once.measure().value == pytest.approx(every.measure().value, abs=1e-6)
        assert once.measure().exploitability == pytest.approx(every.measure().exploitability, abs=1e-6)
        once.step()
        every.step()
    found = [game.solve(target=0.1, most_iterations=60) for game in (once, every)]
    assert all(each.exploitability <= 0.1 for each in found)
    assert abs(found[0].value - found[1].value) <= 2 * sum(each.exploitability for each in found)


@pytest.mark.proof
def test_three_card_holdout_on_twelve_cards_is_solved_to_a_hundredth_of_a_blind() -> None:
    """With play in single precision, of which sixty iterations once left no number at all."""
    game = small_game(3, Deck.stripped(ranks="JQKA", suits="hsd"))
    found = game.solve(target=0.01, most_iterations=120)
    assert 0 <= found.exploitability <= 0.01
    best = [game.mean_values(player, Step())[0] for player in (0, 1)]
    assert best[0] >= found.value >= -best[1], "no player does better than by its best response"


def test_the_round_after_blinds_is_opened_by_the_button() -> None:
    tree = blinds_tree(2, 4, 1, 2)
    assert tree.actors[:2].tolist() == [1, 0]
    assert tree.actions[0] == ("fold", "call", "raise")
    assert tree.actions[1] == ("check", "raise")
    assert sorted(map(tuple, tree.paid[tree.going_on].tolist())) == [
        (2, 2),
        (4, 4),
        (4, 4),
        (6, 6),
        (6, 6),
        (8, 8),
        (8, 8),
    ]


def test_a_deck_too_large_is_refused_before_memory_is_taken() -> None:
    with pytest.raises(BadSetting, match="GB"):
        small_game(3, Deck.standard())


def test_the_command_solves_a_small_game() -> None:
    asked = ["solve", "small-holdout", "--cards", "2", "--deck", "Qh Qs Kh Ks Ah As", "--iterations", "8"]
    answer = CliRunner().invoke(app, [*asked, "--json"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert told["iterations"] == 8
    assert told["exploitability"]["mbb"] == pytest.approx(1000 * told["exploitability"]["pot_share"] * 1.5)
    start = told["strategy"][0]
    assert (start["player"], start["line"], start["actions"]) == (1, "", ["fold", "call", "raise"])
    assert len(start["hands"]) == 15
    assert [told["holds"][0][name] for name in ("player", "line")] == [0, "call check"]
    assert "exploitability" in CliRunner().invoke(app, asked).stdout
    for wrong in (["--deck", "Qh Qs"], ["--cards", "4"], ["--deck", "Qh Qh Ks Kh Ad As"]):
        assert CliRunner().invoke(app, ["solve", "small-holdout", *wrong]).exit_code != 0
