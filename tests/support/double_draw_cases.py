"""Tables and small decks that the tests of the Double Draw Poker analysis share."""

from pathlib import Path

from houseway.analysis.counting.shards import Runner
from houseway.cards import Card, Deck, parse_cards
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.paytable import PaySet
from houseway.games.engine.state import CHANCE, State
from houseway.games.titles.double_draw_poker import DoubleDrawPoker

ANTE = 1000
BET = Bet(ante=ANTE, bonus=ANTE)
UNCACHED = Runner(jobs=1, cache=False)

NINE_CARDS = Deck.of(parse_cards("As 2s 3s 4s 5d 9d Td Kh Jk"))
"""A wheel, four to a steel wheel and a flush, one joker; no two suits are alike."""
SYMMETRIC = Deck.of(parse_cards("9c Kd Kh Ks Ad Ah As Jk Jk"))
"""Nine cards that stay the same if three suits are renamed or the jokers exchanged."""
WHEEL = Deck.of(parse_cards("Ac 2c 3c 4c 5d 5h 5s Jk Jk"))
"""As symmetric; hands that are straights only if A-2-3-4-5 is one."""
JOKER_READINGS = [{"DD-R1": joker, "DD-R4": wheel} for joker in ("bug", "wild") for wheel in ("yes", "no")]


def table(
    readings: dict[str, str] | None = None, paytable: str | Path | PaySet = "1", deck: Deck | None = None
) -> DoubleDrawPoker:
    """A table with some choices."""
    return DoubleDrawPoker.configure(paytable=paytable, readings=readings, deck=deck)


def dealt(game: DoubleDrawPoker, hand: tuple[Card, ...]) -> State:
    """A round in which one seat has its five cards and is to act."""
    return _on_to_the_seat(game.start([BET], open_shoe=True).apply(Action(DEAL, hand)))


def after_first_draw(state: State, thrown: tuple[Card, ...], drawn: tuple[Card, ...]) -> State:
    """The same round after the first draw."""
    return _on_to_the_seat(state.apply(Action("draw", thrown)), drawn)


def _on_to_the_seat(state: State, drawn: tuple[Card, ...] = ()) -> State:
    while state.actor != 0:
        state = state.apply(Action(DEAL, drawn)) if state.actor == CHANCE else state.apply(Action("proceed"))
    return state
