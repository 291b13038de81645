"""The situation of a round as a question for the advisor. It has only what the deciding seat may see."""

from collections.abc import Collection
from typing import Any

from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.catalogue import game_class
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.engine.view import View
from houseway.games.telling.units import unit_wager
from houseway.room.state import TableState
from houseway.web.errors import NoAdvice
from houseway.web.player_vs_player import players_question

ANY_DECK = Deck((8,) * 52 + (1, 1))
Question = dict[str, Any]


def question_of(table: TableState, seat: int) -> Question:
    """Return the current question of a seat of the table."""
    playing = table.round
    if playing is None or playing.actor != seat:
        raise NoAdvice("You have no decision to make now.")
    place = playing.place_of(seat)
    assert place is not None, "the seat that acts plays"
    if table.between_players:
        return players_question(playing.state, place)
    asked = question_in(playing.state.game, playing.state.view(place))
    paytable = table.spec.paytable
    return {
        **asked,
        "readings": dict(table.spec.readings),
        "paytable": paytable if paytable is None or isinstance(paytable, str) else dict(paytable),
    }


def unit_cents(table: TableState, seat: int) -> int:
    """Return the unit of a seat's option values, in cents. It is 0 in a player vs. player game."""
    playing = table.round
    place = None if playing is None or table.between_players else playing.place_of(seat)
    if playing is None or place is None:
        return 0
    return dict(playing.state.wagers()[place]).get(unit_wager(table.game), 0)


def question_in(game: Game, view: View) -> Question:
    """Return a seat's question about a house-banked game. The caller adds a custom pay table."""
    situation = game.situation(view)
    if situation is None or situation.without_value:
        raise NoAdvice(situation.without_value if situation else f"{game.title} has no exact values for this decision.")
    return {
        "game": game.slug,
        "readings": dict(game.readings),
        "paytable": game.pay_set.name if game.pay_set is not None and has_built_in_pays(game) else None,
        "cards": situation.cards,
        "situation": dict(situation.known),
        "wagers": dict(situation.stakes),
    }


def has_built_in_pays(game: Game) -> bool:
    """Return whether a game uses a pay table of its sheet, or none."""
    return game.pay_set is None or game.sheet.pay_sets.holds(game.pay_set)


def as_listed(question: Question, action: Action, listed: Collection[Action]) -> Action | None:
    """Return a decision in the form in which the advice lists it, or None if the advice does not list it."""
    cards = parse_cards(question["cards"], deck=ANY_DECK)
    ways = game_class(question["game"]).same_decisions(cards, action)
    return next((way.normal() for way in ways if way.normal() in listed), None)
