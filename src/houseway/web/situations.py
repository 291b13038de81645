"""The moment of a round as a question to the advisor: only what the seat that decides may see goes into it."""

from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.games.engine.action import Action, exchange_jokers
from houseway.games.engine.declared.seen import bet_of, cards_in_sight, path_of
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, Opening, Owner
from houseway.games.engine.game import Game
from houseway.games.engine.view import View
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.room.state import TableState
from houseway.web.errors import NoAdvice
from houseway.web.holdout import holdout_question

_ANY_DECK = Deck((8,) * 52 + (1, 1))
Question = dict[str, Any]
Asked = tuple[str, dict[str, Any], dict[str, str]]
"""The cards, what else is known of the moment, and the wagers that are not one Ante each, in Antes."""


def question_of(table: TableState, seat: int) -> Question:
    """What a seat of the table would ask now."""
    playing = table.round
    if playing is None or playing.actor != seat:
        raise NoAdvice("you have no decision to make now")
    place = playing.place_of(seat)
    assert place is not None, "the seat that acts plays"
    if table.between_players:
        return holdout_question(playing, place)
    view = playing.state.view(place)
    game = playing.state.game
    _refuse_where_a_limit_can_bind(game, view)
    if (own_reader := _READERS.get(table.spec.game)) is not None:
        asked = own_reader(view, place)
    else:
        assert isinstance(game, DeclaredGame), "every other game has a reader of its own"
        asked = _declared(game, view)
    cards, situation, wagers = asked
    paytable = table.spec.paytable
    return {
        "game": table.spec.game,
        "readings": dict(table.spec.readings),
        "paytable": paytable if paytable is None or isinstance(paytable, str) else dict(paytable),
        "cards": cards,
        "situation": situation,
        "wagers": wagers,
    }


def _refuse_where_a_limit_can_bind(game: Game, view: View) -> None:
    """Values are those of bets that are paid in full, so there is none where a posted limit may cut them (FA-15i)."""
    bonuses = [dict(wagers).get("bonus", 0) for wagers in view.wagers]
    if isinstance(game, FastActionGame) and game.aggregate_limit_can_bind(bonuses):
        raise NoAdvice(
            "these Bonus bets could win more than the table's aggregate limit pays: no exact value "
            f"({game.cited.aggregate})"
        )


def as_listed(question: Question, action: Action, listed: Collection[Action]) -> Action | None:
    """A decision as the advice on it lists it, None where it does not.

    The two hands of 2 Hand Hold 'Em are worth the same either way round, and so are the two jokers.
    """
    rest = Counter(parse_cards(question["cards"], deck=_ANY_DECK)) - Counter(action.cards)
    other_way = Action(action.kind, tuple(rest.elements()), action.amount, action.option)
    ways = (action, exchange_jokers(action), *([other_way] if action.kind == "arrange" else []))
    return next((way.normal() for way in ways if way.normal() in listed), None)


def _declared(game: DeclaredGame, view: View) -> Asked:
    """The cards in sight by their owners, the options taken so far, and the side bets in units of the first wager."""
    hands = {hand: cards_in_sight(hand, view) for hand in game.every(Hand)}
    own, dealers, common = (
        format_cards([card for hand, cards in hands.items() if hand.owner is owner for card in cards])
        for owner in Owner
    )
    bet = bet_of(game, view)
    unit = bet.amount(game.unit().name)
    taken = [option.name for _, option in path_of(game, view)]
    side_bets = {
        wager.name: str(Fraction(bet.amount(wager.name), unit))
        for wager in game.every(Opening)
        if wager.side_bet and bet.amount(wager.name)
    }
    known = {"board": common, "dealer": dealers, "taken": taken}
    return own, {name: value for name, value in known.items() if value}, side_bets


def _two_hand(view: View, place: int) -> Asked:
    board, hole = format_cards(view.cards("board")), view.cards("hole", place)
    bonus = {"bonus": _in_antes(view, place, "bonus", "ante_1")} if "bonus" in dict(view.wagers[place]) else {}
    if hole:
        return format_cards(hole), {"board": board, "stage": 1}, bonus
    hands = view.cards("hand 1", place) + view.cards("hand 2", place)
    return format_cards(hands), {"board": board, "stage": 2}, bonus


def _double_draw(view: View, place: int) -> Asked:
    hand = format_cards(view.cards("hand", place))
    if "draw_1" not in dict(view.wagers[place]):
        return hand, {"stage": 1}, {}
    return hand, {"stage": 2, "dead": format_cards(view.cards("discards", place))}, {}


def _pick_2(view: View, place: int) -> Asked:
    if _in_antes(view, place, "three_five") != "1":
        raise NoAdvice("values are for a 3-5 Bonus equal to the Ante (P2-R2)")
    return format_cards(view.cards("hand", place)), {}, {"five_card_bonus": _in_antes(view, place, "five_card_bonus")}


def _fast_action(view: View, place: int) -> Asked:
    return format_cards(view.cards("hole", place)), {}, {"bonus": _in_antes(view, place, "bonus")}


def _in_antes(view: View, place: int, wager: str, ante: str = "ante") -> str:
    wagers = dict(view.wagers[place])
    return str(Fraction(wagers.get(wager, 0), wagers[ante]))


_READERS: dict[str, Callable[[View, int], Asked]] = {
    "two-hand-holdem": _two_hand,
    "double-draw-poker": _double_draw,
    "pick-2-poker": _pick_2,
    "fast-action-holdem": _fast_action,
    "fast-action-holdem-multi": _fast_action,
}
