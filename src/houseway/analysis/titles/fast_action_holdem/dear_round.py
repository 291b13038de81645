"""A round of Fast Action Hold'em that costs the house much: the best-paid hand for every hand of every seat."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.particulars import Cards
from houseway.cards.card import N_RANKS, N_SUITS, Card, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.titles.fast_action_holdem import FastActionGame, FastActionHoldEmMulti
from houseway.games.titles.fast_action_holdem.options import KEEP, rest_of
from houseway.games.titles.fast_action_holdem.round import COMMUNITY_CARDS, HOLE_CARDS, CustomModeRound
from houseway.ranking import ranking


def split_or_keep(view: View, option: str) -> Action:
    """A split of a kind, copies of a card apart if there are any; or else two cards kept."""
    splits = [action for action in view.legal_actions if action.option == option]
    if not splits:
        return next(action for action in view.legal_actions if action.kind == KEEP)
    hole = view.cards("hole", view.seat)
    return max(splits, key=lambda action: len({*action.cards}) + len({*rest_of(hole, action.cards)}))


def shared_hands(game: FastActionGame, n_seats: int) -> list[Cards]:
    """The best-paid hand on the board, for every hand of every seat; or four of its cards, and the fifth in each hand.

    On the board it ties the dealer. The other way beats the dealer, and takes as many copies of a card as hands.
    """
    best = max(_communities(game.deck), key=lambda hand: _paid(game, hand))
    shoes = [_deal_order(game, best, [], n_seats)]
    copies = [best[0]] * (2 * n_seats)
    short = [*best[1:], *copies]
    if all(short.count(card_id) <= game.deck.copies[card_id] for card_id in short):
        filler = next(card_id for card_id in game.deck.without(short).cards if card_id not in short)
        shoes.append(_deal_order(game, (*best[1:], filler), copies, n_seats))
    return shoes


def _deal_order(game: FastActionGame, community: tuple[Card, ...], held: list[Card], n_seats: int) -> Cards:
    """A shoe with this community, of which each seat has two of the held cards, and low cards besides."""
    low = [card_id for card_id in game.deck.without((*community, *held)).cards if card_id not in (*community, *held)]
    hands = []
    for seat in range(n_seats + 1):
        own = held[2 * seat : 2 * seat + 2]
        fresh = list(dict.fromkeys(low))[: HOLE_CARDS - len(own)] if own else low[: HOLE_CARDS - len(own)]
        for card_id in fresh:
            low.remove(card_id)
        hands.append([*own, *fresh])
    if isinstance(game, FastActionHoldEmMulti):
        return [*(hand[place] for place in range(HOLE_CARDS) for hand in hands), *community]
    holes = [card_id for hand in hands for card_id in hand]
    return [*holes, *community] if game.round_class is CustomModeRound else [*community, *holes]


def _communities(deck: Deck) -> Iterator[tuple[Card, ...]]:
    """Boards that may be paid best: straight flushes, four and five of a kind."""
    suits = [[card_id for card_id in deck.distinct if suit_of(card_id) == suit] for suit in range(N_SUITS)]
    for cards in suits:
        yield from (tuple(cards[low : low + COMMUNITY_CARDS]) for low in range(len(cards) - COMMUNITY_CARDS + 1))
    for rank in range(N_RANKS):
        alike = [card_id for card_id in deck.cards if rank_of(card_id) == rank]
        yield from (tuple(alike[low : low + COMMUNITY_CARDS]) for low in range(len(alike) - COMMUNITY_CARDS + 1))


def _paid(game: FastActionGame, hand: tuple[Card, ...]) -> Fraction:
    return game.pays["bonus"].pays_value(ranking(game.showdown).value(hand), game.showdown) or Fraction(0)
