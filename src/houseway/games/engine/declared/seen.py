"""What a seat of a declared title knows, read from its view: its bet, its way so far, and the cards in sight."""

from fractions import Fraction

from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Hand, HouseSet, Opening, Owner
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.view import Situation, View


def bet_of(game: DeclaredGame, view: View) -> Bet:
    """The seat's opening wagers."""
    assert view.seat is not None, "a spectator has no bet"
    opening = {wager.name for wager in game.every(Opening)}
    return Bet(**{name: amount for name, amount in view.wagers[view.seat] if name in opening})


def path_of(game: DeclaredGame, view: View) -> Path:
    """What the seat has decided so far."""
    bet = bet_of(game, view)
    path: Path = ()
    for event in view.events:
        decision = game.next_decision(path, bet) if event.seat == view.seat and event.action is not None else None
        if decision is not None and event.action is not None:
            taken = [option for option in decision.options if option.is_taken_by(event.action)]
            path = (*path, *((decision, option) for option in taken[:1]))
    return path


def cards_in_sight(game: DeclaredGame, hand: Hand, view: View) -> tuple[Card, ...]:
    """The cards of a hand that the seat sees: all of its own, of another as many as lie face up."""
    parts = [part.name for part in game.every(HouseSet) if part.of is hand]
    names = (hand.pile_name, f"{hand.pile_name} face down", *parts)
    seat = view.seat if hand.is_own else None
    piles = [pile for pile in view.piles if pile.name in names and pile.seat == seat]
    return tuple(card for pile in piles for card in pile.cards if card != HIDDEN)


def open_cards_of_others(game: DeclaredGame, view: View) -> tuple[Card, ...]:
    """Those that the seat sees, where a player goes by them."""
    if game.others is None:
        return ()
    piles = [pile for pile in view.piles if pile.seat not in (None, view.seat)]
    return tuple(card for pile in piles for card in pile.cards if card != HIDDEN)


def situation_of(game: DeclaredGame, view: View) -> Situation:
    """The cards in sight by their owners, the options taken so far, and the side bets in units of the first wager."""
    hands = {hand: cards_in_sight(game, hand, view) for hand in game.every(Hand)}
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
    known = {"board": common, "dealer": dealers, "taken": taken, "dead": format_cards(open_cards_of_others(game, view))}
    return Situation(own, {name: value for name, value in known.items() if value}, side_bets)
