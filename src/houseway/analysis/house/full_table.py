"""A round that costs the house as much as we can find, dealt and settled by the rules themselves.

The round proves that the house can lose so much. Nothing is proved about more: that is the bound of `exposure`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.cards.card import N_CARDS, N_NATURAL, N_RANKS, N_SUITS, Card, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.view import View
from houseway.games.strategies import play_out
from houseway.games.titles.double_draw_poker import DRAW, DoubleDrawPoker
from houseway.games.titles.fast_action_holdem import FastActionGame, FastActionHoldEmMulti
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP, rest_of
from houseway.games.titles.fast_action_holdem.round import COMMUNITY_CARDS, HOLE_CARDS, CustomModeRound
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, HAND_CARDS, THREE, best_three
from houseway.games.titles.pick_2_poker.hands import SLUG as PICK_2
from houseway.games.titles.two_hand_holdem import RAISE_BOTH, TwoHandHoldEm
from houseway.ranking import ranking

MOST_FIRST_HANDS = 24
KNOWN = (DoubleDrawPoker, FastActionGame, TwoHandHoldEm)
"""The games of which we know how to deal a dear round."""
Cards = Sequence[int]
Floats = NDArray[np.float64]
Masks = NDArray[np.uint64]
Choose = Callable[[View], Action]


@dataclass(frozen=True, slots=True)
class DealtRound:
    """What a round of so many seats costs the house, in cents, and the shoe that it is dealt from."""

    seats: int
    cost: Cents
    shoe: str

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {"seats": self.seats, "cost_cents": self.cost, "shoe": self.shoe}


@dataclass
class Chooser:
    """An automatic player that does what a function says."""

    choose: Choose
    name: str = "largest payout"


def dear_round(game: Game, bet: Bet, n_seats: int) -> DealtRound | None:
    """The costliest round that we know how to deal.

    None where we know none of the game, or the deck has not the cards for one.
    """
    if not isinstance(game, KNOWN) and game.slug != PICK_2:
        return None
    try:
        shoes = _shoes(game, bet, n_seats)
        rounds = [_play(game, bet, n_seats, shoe, choose) for shoe in shoes for choose in _ways(game)]
    except BadCards:
        return None
    return max(rounds, key=lambda each: each.cost)


def _play(game: Game, bet: Bet, n_seats: int, shoe: Cards, choose: Choose) -> DealtRound:
    state = play_out(game.start([bet] * n_seats, shoe=shoe), Chooser(choose))
    cost = sum(entry.net for entry in state.settlements)
    return DealtRound(n_seats, Cents(cost), format_cards(tuple(Card(card_id) for card_id in shoe)))


def _ways(game: Game) -> Iterator[Choose]:
    """How the players play their good hands."""
    if game.slug == PICK_2:
        yield lambda view: Action(FIVE)
        yield lambda view: Action(THREE, best_three(view.cards("hand", view.seat)))
    elif isinstance(game, DoubleDrawPoker):
        yield lambda view: Action(DRAW)
    elif isinstance(game, TwoHandHoldEm):
        yield lambda view: RAISE_BOTH if RAISE_BOTH in view.legal_actions else view.legal_actions[0]
    else:
        for option in (ANTE, BONUS, BOTH):
            yield lambda view, option=option: _split(view, option)  # type: ignore[misc]


def _split(view: View, option: str) -> Action:
    """A split of a kind, copies of a card apart if there are any; or else two cards kept."""
    splits = [action for action in view.legal_actions if action.option == option]
    if not splits:
        return next(action for action in view.legal_actions if action.kind == KEEP)
    hole = view.cards("hole", view.seat)
    return max(splits, key=lambda action: len({*action.cards}) + len({*rest_of(hole, action.cards)}))


def _shoes(game: Game, bet: Bet, n_seats: int) -> list[Cards]:
    """The cards of good rounds in the order in which the game deals them."""
    if game.slug == PICK_2:
        stakes = {"five-card": bet.amount("three_five"), "five-card-only": bet.amount("five_card_bonus")}
        return [_best_hands(game, FIVE_CARDS, stakes, n_seats, weak_hands=1)]
    if isinstance(game, DoubleDrawPoker):
        return [_best_hands(game, game.system, {"bonus": bet.amount("bonus")}, n_seats)]
    if isinstance(game, FastActionGame):
        return _shared_hands(game, n_seats)
    return [_high_pairs(n_seats)]


def _best_hands(game: Game, system: str, stakes: Mapping[str, int], n_seats: int, weak_hands: int = 0) -> Cards:
    """Five cards to each seat that win most on the tables staked on, one after the other, then weak hands of five.

    The hand that is dealt first decides what is left for the others, so each of the best ones is tried.
    """
    hands, masks, values = _every_hand(game.deck, system)
    gains = sum((_odds(game, table, system)[values] * stake for table, stake in stakes.items()), np.zeros(len(hands)))
    first_hands = np.flatnonzero(gains == gains.max())[:MOST_FIRST_HANDS]
    dealt = max((_deal_on(int(first), masks, gains, n_seats) for first in first_hands), key=lambda d: gains[d].sum())
    weak = _deal_on(None, masks, -values.astype(float), weak_hands, int(np.bitwise_or.reduce(masks[dealt])))
    shoe: list[int] = hands[[*dealt, *weak]].ravel().tolist()
    return shoe


@lru_cache(maxsize=1)
def _every_hand(deck: Deck, system: str) -> tuple[NDArray[np.uint8], Masks, NDArray[np.uint16]]:
    """All hands of five, their cards as bits, and their values; kept, since a comparison asks twice."""
    hands = all_sets(N_CARDS if any(deck.copies[N_NATURAL:]) else N_NATURAL, HAND_CARDS)
    hands = hands[np.array(deck.copies, bool)[hands].all(axis=1)]
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return hands, masks, ranking(system).evaluate(hands)


def _deal_on(first: int | None, masks: Masks, gains: Floats, n_hands: int, taken: int = 0) -> list[int]:
    """Disjoint hands by their places, always the best of those left."""
    dealt: list[int] = []
    for number in range(n_hands):
        free = (masks & np.uint64(taken)) == 0
        if not free.any():
            raise BadCards(f"the deck has no cards left for hand {number + 1}")
        best = first if first is not None and not dealt else int(np.where(free, gains, -np.inf).argmax())
        dealt.append(best)
        taken |= int(masks[best])
    return dealt


def _odds(game: Game, table: str, system: str) -> Floats:
    """What each value of a ranking system wins on a table, as odds to one; a loss counts as nothing won."""
    assert game.pay_set is not None, "the game has a Bonus"
    pays = game.pay_set[table]
    values = range(1, ranking(system).n_values + 1)
    return np.array([0.0, *(float(pays.pays_value(value, system) or 0) for value in values)])


def _high_pairs(n_seats: int) -> Cards:
    """Two pocket pairs to every seat, all above the dealer's best pair, and a board that helps nobody else."""
    pairs = [(f"{rank}s", f"{rank}h", f"{rank}d", f"{rank}c") for rank in "AQJT9"]
    holes = " ".join(card for pair in pairs[:n_seats] for card in pair)
    flop, dealer, turn_and_river = "2c 3d 5h", "7h 7d 6d", "8s Kc"
    return parse_cards(f"{holes} {flop} {dealer} {turn_and_river}")


def _shared_hands(game: FastActionGame, n_seats: int) -> list[Cards]:
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
