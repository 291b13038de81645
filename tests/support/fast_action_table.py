"""Arranged rounds of Fast Action Hold'em, and what their settlements say."""

from collections.abc import Sequence
from typing import Any

from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.titles.fast_action_holdem.clauses import MULTI_DECK, SINGLE_DECK, Cited

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
BOARD = "2c 7d 9h Jc 4s"
KINGS = "Ks Kd 3h 5h"
"""A dealer who keeps a pair of kings by line 1."""


def shoe_of(slug: str, hands: Sequence[str], dealer: str, board: str) -> str:
    """The physical order of the cards: packets, community first, or one card at a time in rotation (FAM-3)."""
    everyone = [*hands, dealer]
    if slug == SINGLE:
        return " ".join([board, *everyone])
    rotation = [hand.split()[turn] for turn in range(4) for hand in everyone]
    return " ".join([*rotation, board])


def play(
    table: Game, bets: Sequence[Bet], hands: Sequence[str], dealer: str, board: str, moves: Sequence[Action]
) -> State:
    """A whole round with arranged cards and one move for each seat."""
    state = table.start(bets, shoe=shoe_of(table.slug, hands, dealer, board)).advance()
    for move in moves:
        state = state.apply(move).advance()
    assert state.is_over
    return state


def returned(state: State, seat: int = 0) -> dict[str, int]:
    """What came back for each wager of a seat, every one settled once."""
    entries = [entry for entry in state.settlements if entry.seat == seat and entry.wager != "envy"]
    assert len({entry.wager for entry in entries}) == len(entries)
    assert {entry.wager: entry.staked for entry in entries} == dict(state.wagers()[seat])
    return {entry.wager: entry.returned for entry in entries}


def cited(state: State) -> Cited:
    """The clauses that rounds of this version cite."""
    return SINGLE_DECK if state.game.slug == SINGLE else MULTI_DECK


def envy(state: State, seat: int) -> list[int]:
    """The Envy payouts of a seat."""
    entries = [entry for entry in state.settlements if entry.seat == seat and entry.wager == "envy"]
    assert all((entry.staked, entry.clause) == (0, cited(state).envy) for entry in entries)
    return [entry.returned for entry in entries]


def keeps(cards: str) -> Action:
    return Action.of("keep", cards)


def splits(option: str, cards: str) -> Action:
    return Action.of("split", cards, option=option)


def clauses(state: State) -> list[str]:
    return [event.clause for event in state.events]


def texts(state: State, clause: str) -> list[str]:
    return [event.text for event in state.events if event.clause == clause]


def started(slug: str, bets: Sequence[Bet], **options: Any) -> State:
    return game(slug, **options).start(bets, seed=7).advance()
