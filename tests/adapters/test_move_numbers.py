"""Every legal move of every game has one number, and every pile and wager has a place."""

import random

import pytest
from support.every_game import EVERY_GAME

from houseway.adapters.observation import MoveNumbers, card_counts, decisions_made, layout_of, own_wagers
from houseway.cards import parse_cards
from houseway.errors import BadBet, IllegalAction, UnknownName
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

ROUNDS_OF_EACH_GAME = 60


def opened(table: Game, seed: int) -> State:
    amounts = {wager.name: 20_000 if wager.name == "stack" else 500 for wager in table.wagers if wager.name != "tip"}
    if table.pay_set is None:
        amounts.pop("bonus", None)
    try:
        return table.start([Bet(**amounts)] * 2, seed=seed).advance()
    except BadBet:
        return table.start([table.usual_bet(500)] * 2, seed=seed).advance()


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_random_rounds_keep_to_the_layout(slug: str) -> None:
    layout, generator = layout_of(slug), random.Random(slug)
    moves = MoveNumbers(layout)
    seen = set()
    for seed in range(ROUNDS_OF_EACH_GAME):
        structure = {"readings": {"FCH-R1": generator.choice(("fixed", "pot", "no-limit"))}}
        state = opened(game(slug, **structure if slug == "five-card-holdout" else {}), seed)  # type: ignore[arg-type]
        decisions = [0, 0]
        while isinstance(seat := state.actor, int):
            view = state.view(seat)
            legal = moves.legal(view)
            assert list(legal.values()) != []
            assert set(legal.values()) == set(state.legal_actions())
            assert list(legal) == sorted(legal)
            assert [number for number, bit in enumerate(moves.mask(view)) if bit] == list(legal)
            assert decisions_made(view) == decisions[seat]
            number = generator.choice(list(legal))
            seen.add(number)
            decisions[seat] += 1
            state = state.apply(moves.action(number, view)).advance()
        for seat in range(2):
            view = state.view(seat)
            visible = [
                card for pile in view.piles if pile.seat in (seat, None) for card in pile.cards if card != HIDDEN
            ]
            assert card_counts(view, layout).sum() == len(visible)
            assert own_wagers(view, layout, 500).sum() == sum(amount for _, amount in view.wagers[seat]) / 500
            assert moves.mask(view).sum() == 0
    assert len(seen) >= min(5, moves.size)


def test_every_game_has_a_layout() -> None:
    assert all(layout_of(slug).wagers for slug in GAMES)
    with pytest.raises(UnknownName, match="Expected one of 32, such as"):
        layout_of("bridge")


def test_a_choice_of_cards_is_a_number_in_binary_with_the_highest_card_first() -> None:
    hole = "2c As Kd Ah"  # from high to low: As Ah Kd 2c
    state = (
        game("two-hand-holdem").start([Bet(ante_1=500, ante_2=500)], shoe=f"{hole} 3c 4c 5c 6c 7c 8c 9c Tc").advance()
    )
    legal = MoveNumbers(layout_of("two-hand-holdem")).legal(state.view(0))
    plain_moves = 4
    expected = {0b0011: "As Ah", 0b0101: "As Kd", 0b0110: "Ah Kd", 0b1001: "As 2c", 0b1010: "Ah 2c", 0b1100: "Kd 2c"}
    assert {number - plain_moves: action.cards for number, action in legal.items()} == {
        choice: parse_cards(cards) for choice, cards in expected.items()
    }


def test_copies_of_a_card_and_jokers_keep_moves_apart() -> None:
    multi = (
        game("fast-action-holdem-multi").start([Bet(ante=500)], shoe="As 2c As 3c Kd 4c 2h 5c 6c 7c 8c 9c Tc").advance()
    )
    numbers = MoveNumbers(layout_of("fast-action-holdem-multi")).legal(multi.view(0))
    assert len(numbers) == len(multi.legal_actions())
    jokers = game("double-draw-poker").start([Bet(ante=500, bonus=500)], shoe="Jk Jk As Kd 2h").advance()
    numbers = MoveNumbers(layout_of("double-draw-poker")).legal(jokers.view(0))
    assert len(numbers) == len(jokers.legal_actions())


def test_an_illegal_number_is_refused_with_the_legal_ones() -> None:
    state = game("pick-2-poker").start([Bet(ante=500, three_five=500)], seed=1).advance()
    moves = MoveNumbers(layout_of("pick-2-poker"))
    with pytest.raises(
        IllegalAction, match=r"Move 2 is not legal now\. Legal moves: 0 \(fold\), 1 \(five\), 9 \(three"
    ):
        moves.action(2, state.view(0))
    with pytest.raises(IllegalAction, match="Legal moves: none"):
        moves.action(0, state.view(None))
