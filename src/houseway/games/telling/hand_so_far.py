"""A hand of two players so far, as a question to the plan for the whole game.

It contains only facts that one seat sees.
"""

from typing import Any

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.games.catalogue import game_class
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.view import View

STAYS = ("check", "call")
RAISES = ("bet", "raise")
PAYING = ("call", *RAISES)
MOVES = ("fold", *STAYS, *RAISES)
Request = dict[str, Any]


def planned_question(slug: str, view: View, *, solving: bool = True) -> Request | None:
    """Return the whole hand as a seat knows it, if it was dealt to two players in a fixed limit, else None.

    The first player posted the big blind, and acts and discards first afterwards.
    """
    title = game_class(slug)
    assert issubclass(title, GameBetweenPlayers), "players win from each other"
    raises = [action for action in view.legal_actions if action.kind in RAISES]
    blinds = [(event.seat, event.amount) for event in view.events if event.clause == title.cited.blinds]
    if view.seat is None or len(view.wagers) != 2 or len(raises) > 1 or len(blinds) != 2:
        return None
    first, unit = blinds[-1]
    sizes = {pile.seat: len(pile.cards) for pile in view.piles if pile.name == "held"}
    holds = [sizes[seat] for seat in (first, 1 - first) if seat in sizes] if first is not None else []
    own = view.cards("held", view.seat) or view.cards("hole", view.seat)
    return {
        "task": "live",
        "game": slug,
        "cards": format_cards(own),
        "holds": holds,
        "player": int(view.seat != first),
        "lines": _lines(view),
        "board": format_cards(view.cards("board")),
        "legal": legal_prices(view, unit),
        "solving": solving,
    }


def _lines(view: View) -> list[str]:
    """Return the actions in each round of betting. A new round begins with the board's next cards."""
    rounds: list[list[str]] = [[]]
    for event in view.events:
        if event.seat is None and event.action is not None and event.action.kind == DEAL and rounds[-1]:
            rounds.append([])
        elif event.seat is not None and event.action is not None and event.action.kind in MOVES:
            rounds[-1].append(event.action.kind)
    return [" ".join(done) for done in rounds]


def legal_prices(view: View, unit: int) -> dict[str, float]:
    """Return the legal actions with their prices in big blinds. A player who may check does not fold."""
    may_check = any(action.kind == "check" for action in view.legal_actions)
    return {
        action.kind: action.amount / unit
        for action in view.legal_actions
        if not (may_check and action.kind == "fold") and not action.cards and action.kind in MOVES
    }


def followed(view: View, chosen: str) -> Action:
    """Return the action for a plan's word: a kind of bet, or the cards that are held."""
    if any(action.cards for action in view.legal_actions):
        away = set(view.cards("hole", view.seat)) - set(parse_cards(chosen, deck=Deck.standard()))
        return next(action for action in view.legal_actions if set(action.cards) == away)
    return next(action for action in view.legal_actions if action.kind == chosen)
