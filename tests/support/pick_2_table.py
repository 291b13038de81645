"""A table of Pick 2 Poker for tests: arranged hands, and what every wager returned."""

from collections.abc import Iterable
from datetime import date

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from support.arranged import returned

OPENED = date(2024, 5, 16)
FOLD, FIVE = Action("fold"), Action("five")
BET = Bet(ante=1000, three_five=1000, five_card_bonus=500)

PAIR_OF_KINGS = "Ks Kd 9c 8h 3s"
QUEEN_HIGH = "Qc Jd 9h 7s 2c"
PAIR_OF_EIGHTS = "8s 8d 6c 4h 3d"
BETTER, WORSE, EQUAL = "8s 8d 6c 4h 3d", "Js Td 8c 5s 3d", "Qd Jc 9s 7h 2d"


def three(cards: str) -> Action:
    return Action.of("three", cards)


def table(**readings: str) -> Game:
    """The game with readings given as P2_R1="both-push"."""
    chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
    return game("pick-2-poker", readings=chosen, on=OPENED)


def play(
    hand: str, action: Action, dealer: str = PAIR_OF_KINGS, bet: Bet = BET, at: Game | None = None
) -> dict[str, int]:
    """One seat against an arranged dealer: what each wager returned."""
    state = (at or table()).start([bet], shoe=f"{hand} {dealer}").advance().apply(action).advance()
    assert state.is_over
    return returned(state)


def other_cards(hand: str, count: int = 5) -> str:
    """Cards for a dealer who is not what the test is about."""
    return format_cards(Deck.standard().without(parse_cards(hand)).distinct[:count])


def finish(state: State, actions: Iterable[Action]) -> State:
    for action in actions:
        state = state.advance().apply(action)
    return state.advance()
