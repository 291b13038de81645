"""The knowledge of a seat in a declared title, and the hands that a dealer reads out at the end."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.seat import Cards
from houseway.games.engine.declared.text import in_words
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import (
    BestOf,
    Chosen,
    Compare,
    Hand,
    Held,
    HouseSet,
    Opening,
    Owner,
    Paid,
    Rest,
)
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.view import HAND_OF, ShownHand, Situation, View, described
from houseway.ranking import HandValue, ranking
from houseway.ranking.category import with_article


def hands_shown(played: DeclaredRound) -> Iterator[ShownHand]:
    """Return the hands of the title's comparisons or, if the dealer has none, those that its first table pays.

    A hand that was never made, such as one that no seat was asked to set, is not read out.
    """
    common = played.common_cards
    compared = [term for term in played.game.every(Compare) if set(common).issuperset(term.dealer_hands)]
    paid = played.game.every(Paid)
    dealers_hands = {(term.dealer_hands, played.game.system(term)): term for term in reversed(compared)}
    for place, term in enumerate(term for term in compared if term in dealers_hands.values()):
        if term.own.owner is not Owner.SEAT:
            yield from _common_hands(played, term)
            continue
        dealers = tuple(card for hand in term.dealer_hands for card in common[hand])
        system = played.game.system(term)
        title = f"the dealer's {f'best {in_words(ranking(system).system.hand_size)}' if place else 'hand'}"
        if isinstance(term.against, HouseSet | Rest):
            title = f"the {term.against.title}"
        value, clause = described(system, dealers), term.ranks or term.clause
        note = "" if value.value >= played.game.least_qualified(term) else _too_low(played, term)
        if isinstance(term.against, BestOf):
            dealt = (*common[term.against.of], *common[term.against.board])
            yield ShownHand(None, title, dealt, value, term.against.clause, dealers, note=note)
        else:
            yield ShownHand(None, title, dealers, value, clause, note=note)
    read: list[tuple[Compare | Paid, tuple[Held, ...], str, str]] = [
        (term, term.own_hands, played.game.system(term), term.ranks or term.clause) for term in compared
    ]
    read = read or [
        (term, term.hands, played.game.table(term).form.system, term.ranks or term.clause) for term in paid[:1]
    ]
    for seat, player in enumerate(played.seats):
        held = played.ended(seat).cards
        complete = [each for each in read if set(held).issuperset(each[1])]
        came_to = [each for each in complete if played.game.comes_to(each[0], player.path)] or complete[:1]
        folded_at = next((decision for decision, option in player.path if option.folds), None)
        face_up = all(hand.up_at(played.game) == len(cards) for hand, cards in player.hands.items())
        for read_as, hands, system, clause in came_to if player.hands and (player.shown or face_up) else ():
            cards = tuple(card for hand in hands for card in held[hand])
            title = next((_title(hand) for hand in hands if isinstance(hand, Chosen | Rest)), "the hand")
            value, given_up = described(system, cards), folded_at is not None and folded_at.if_tied is not read_as
            yield ShownHand(seat, title, cards, value, clause, given_up=given_up)


def _title(hand: Held) -> str:
    return hand.title if hand.is_named else f"the {hand.title}"


def _too_low(played: DeclaredRound, term: Compare) -> str:
    """Name the lowest hand that qualifies, for a hand that does not."""
    least = ranking(played.game.system(term)).describe(played.game.least_qualified(term))
    return f"The dealer does not qualify: that takes {with_article(least.name.removeprefix('high card, '))} or better"


def hands_in_sight(played: DeclaredRound, seat: int) -> Iterator[tuple[str, HandValue]]:
    """Yield a seat's hand of the first comparison, or of the first table that pays, from the cards its player sees.

    Comparisons with hand titles each have one. There is none while the hand lacks cards, is still to be set, or has a
    card that no seat sees.
    """
    game, player = played.game, played.seats[seat]
    seen: dict[Held, Cards] = {hand: cards[: played.turned[hand]] for hand, cards in played.common.items()}
    seen.update(player.hands.items())
    own = [term for term in game.every(Compare) if term.own.owner is Owner.SEAT]
    titled = [(term.title, term.own_hands, game.system(term)) for term in own if term.title == term.own.title]
    if titled:
        seen.update(player.chosen.items())
    compared = [("", term.own_hands, game.system(term)) for term in own]
    paid = [("", term.hands, game.table(term).form.system) for term in game.every(Paid) if term in game.features]
    made = game.with_derived(seen)
    for title, hands, system in titled or [*compared, *paid][:1]:
        is_set = all(isinstance(hand, Hand) or hand in made for hand in hands)
        cards = [card for hand in hands for card in made.get(hand, ())]
        hidden = any(hand.replaces is not None for hand in player.hands)
        if is_set and not hidden and len(cards) >= ranking(system).system.hand_size:
            yield title, described(system, tuple(cards))


def _common_hands(played: DeclaredRound, term: Compare) -> Iterator[ShownHand]:
    """Return two hands that are compared and belong to no seat."""
    for hand in (hand for hand in term.hands if isinstance(hand, Hand)):
        cards, clause = played.common[hand], term.ranks or term.clause
        yield ShownHand(None, f"{HAND_OF}{hand.title}", cards, described(played.game.system(term), cards), clause)


def bet_of(game: DeclaredGame, view: View) -> Bet:
    """Return the seat's opening wagers."""
    assert view.seat is not None, "a spectator has no bet"
    opening = {wager.name for wager in game.every(Opening)}
    return Bet(**{name: amount for name, amount in view.wagers[view.seat] if name in opening})


def path_of(game: DeclaredGame, view: View) -> Path:
    """Return the seat's decisions so far."""
    bet = bet_of(game, view)
    path: Path = ()
    for event in view.events:
        decision = game.next_decision(path, bet) if event.seat == view.seat and event.action is not None else None
        if decision is not None and event.action is not None:
            taken = [option for option in decision.options if option.is_taken_by(event.action)]
            path = (*path, *((decision, option) for option in taken[:1]))
    return path


def cards_in_sight(game: DeclaredGame, hand: Hand, view: View) -> tuple[Card, ...]:
    """Return the cards of a hand that the seat sees: all cards of its hands, and the face-up cards of others."""
    parts = [part.name for part in game.every(HouseSet) if part.of is hand]
    names = (hand.pile_name, f"{hand.pile_name} face down", *parts)
    seat = view.seat if hand.is_own else None
    piles = [pile for pile in view.piles if pile.name in names and pile.seat == seat]
    return tuple(card for pile in piles for card in pile.cards if card != HIDDEN)


def open_cards_of_others(game: DeclaredGame, view: View) -> tuple[Card, ...]:
    """Return the open cards of other seats that the seat sees, if a player uses them."""
    if game.others is None:
        return ()
    piles = [pile for pile in view.piles if pile.seat not in (None, view.seat)]
    return tuple(card for pile in piles for card in pile.cards if card != HIDDEN)


def situation_of(game: DeclaredGame, view: View) -> Situation:
    """Return the visible cards by owner, the options taken so far, and the side bets in units of the first wager."""
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
