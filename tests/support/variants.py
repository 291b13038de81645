"""Every game of the catalogue as random rounds play it: how a seat bets, and what it may see."""

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from houseway.errors import BadBet
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.steps import Ask, DealHand, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Decision, Opening
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from support.rounds import AMOUNTS, Variant

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


BY_HAND = [
    Variant("two-hand-holdem", two_hand_bet, lambda state: 3, excluded=("four-card",)),
    Variant("two-hand-holdem", two_hand_bet, lambda state: 3, excluded=("none",), paytable=bonus_file()),
    Variant("double-draw-poker", double_draw_bet),
    Variant("pick-2-poker", pick_2_bet),
    Variant("fast-action-holdem", fast_action_bet),
    Variant("fast-action-holdem-multi", fast_action_bet, excluded=("user-file",)),
    Variant("five-card-holdout", hold_out_stack, hold_out_board),
]


def declared_bet(generator: random.Random, table: Game) -> Bet:
    """Any opening wagers of a declared title that its clauses allow."""
    assert isinstance(table, DeclaredGame)
    while True:
        amounts: dict[str, int] = {}
        for wager in table.every(Opening):
            other = wager.must_equal(table)
            equal = amounts[other.name] if other else generator.choice(AMOUNTS[:-1])
            amounts[wager.name] = equal if wager.required or generator.random() < 0.5 else 0
        try:
            return table.check_bets([Bet(**amounts)])[0]
        except BadBet:
            continue


def declared_cards(title: type[DeclaredGame]) -> Callable[[State], int]:
    """How many common and other seats' cards lie open at each decision, from the order of the declared procedure."""
    up = 0
    open_at: dict[Decision, int] = {}
    for step in (step for lap in title.procedure for step in lap.steps):
        if isinstance(step, DealHand) and not step.hand.is_own:
            up += step.hand.up
        elif isinstance(step, Show):
            up += step.cards or step.hand.cards - step.hand.up
        elif isinstance(step, Ask):
            open_at[step.decision] = up

    def count(state: State) -> int:
        assert isinstance(state, DeclaredRound)
        turn = state.turn
        assert turn is not None
        others = [player for seat, player in enumerate(state.seats) if seat != turn.seat]
        face_up = sum(hand.up_at(state.game) for player in others for hand in player.hands)
        assert isinstance(turn.step, Ask)
        return open_at[turn.step.decision] + face_up

    return count


DECLARED = [
    Variant(slug, declared_bet, declared_cards(kind))
    for slug in GAMES
    if issubclass(kind := game_class(slug), DeclaredGame) and slug not in {variant.slug for variant in BY_HAND}
]
VARIANTS = [*BY_HAND, *DECLARED]
