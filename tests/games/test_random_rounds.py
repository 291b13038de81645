"""100,000 random rounds of every game: random seats, bets, readings, pay tables and legal actions.

Chips, cards and unchanged states are checked in all of them, views and replay in every fifth.
"""

import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from rounds import AMOUNTS, Variant, play_random_round

from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

ROUNDS_A_GAME = 100_000
CHUNKS = 20
ROUNDS_A_CHUNK = ROUNDS_A_GAME // CHUNKS
ROUNDS_A_TABLE = 50
LOOKED_AT_EVERY = 5

FOUR_CARD_BONUS = """
game = "two-hand-holdem"
name = "house bonus"
[bonus]
"four of a kind" = 50
"straight flush" = 40
"three of a kind" = 8
"flush" = 5
"straight" = 4
"two pair" = "3:2"
"pair of aces or better" = "push"
"""


def bonus_file() -> Path:
    path = Path(tempfile.mkdtemp()) / "four-card.toml"
    path.write_text(FOUR_CARD_BONUS)
    return path


def two_hand_bet(generator: random.Random, table: Game) -> Bet:
    ante = generator.choice(AMOUNTS)
    bonus = generator.choice((0, *AMOUNTS)) if table.pay_set else 0
    return Bet(ante_1=ante, ante_2=ante, bonus=bonus)


def double_draw_bet(generator: random.Random, table: Game) -> Bet:
    ante = generator.choice(AMOUNTS)
    return Bet(ante=ante, bonus=ante)


def pick_2_bet(generator: random.Random, table: Game) -> Bet:
    ante = generator.choice(AMOUNTS)
    reading = table.reading("P2-R2")
    optional = generator.choice((0, *AMOUNTS)) if reading == "three-five" else ante
    three_five = generator.choice(AMOUNTS) if reading == "five-card" else ante
    return Bet(ante=ante, three_five=three_five, five_card_bonus=optional)


def fast_action_bet(generator: random.Random, table: Game) -> Bet:
    ante = generator.choice(AMOUNTS)
    equal = table.pay_set is not None and table.pay_set.name == "3"
    return Bet(ante=ante, bonus=ante if equal else generator.choice((0, *AMOUNTS)))


def hold_out_stack(generator: random.Random, table: Game) -> Bet:
    return Bet(stack=generator.choice((1500, 5000, 20000, 33300)))


def hold_out_board(state: State) -> int:
    return len(state.view(None).cards("board"))


VARIANTS = [
    Variant("two-hand-holdem", two_hand_bet, lambda state: 3, excluded=("four-card",)),
    Variant("two-hand-holdem", two_hand_bet, lambda state: 3, excluded=("none",), paytable=bonus_file()),
    Variant("double-draw-poker", double_draw_bet),
    Variant("pick-2-poker", pick_2_bet),
    Variant("fast-action-holdem", fast_action_bet),
    Variant("fast-action-holdem-multi", fast_action_bet, excluded=("user-file",)),
    Variant("five-card-holdout", hold_out_stack, hold_out_board),
]


OF_A_GAME = Counter(variant.slug for variant in VARIANTS)
CASES = [
    pytest.param(variant, chunk, id="-".join([variant.slug, *variant.excluded, str(chunk)]))
    for variant in VARIANTS
    for chunk in range(CHUNKS // OF_A_GAME[variant.slug])
]
"""The rounds of a game are shared out among its entries: 2 Hand Hold 'Em with a bonus and without."""


@pytest.mark.parametrize(("variant", "chunk"), CASES)
def test_random_rounds_keep_chips_cards_secrets_and_history(variant: Variant, chunk: int) -> None:
    generator = random.Random(f"{variant.slug}/{chunk}")
    played = 0
    while played < ROUNDS_A_CHUNK:
        table = variant.table(generator)
        for number in range(ROUNDS_A_TABLE):
            play_random_round(variant, table, generator, looked_at=number % LOOKED_AT_EVERY == 0)
        played += ROUNDS_A_TABLE
    assert played == ROUNDS_A_CHUNK
