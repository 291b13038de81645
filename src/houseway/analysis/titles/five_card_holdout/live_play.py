"""Advice at a heads-up moment of Five Card HoldOut from the flop on, fast enough for live play.

Both players are assumed to make the best hold by raw equity (`hold_equities`), or to hold by a named rule. A range is
every set that is kept of five cards, weighted by how often it is dealt, without those that the board rules out. Bets
before the last round do not change the ranges. The last round is solved. In the round before it, a hand has its share
of the pot against the range, on every board or on some.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.analysis.solve.betting import BET, RAISE, BettingTree
from houseway.analysis.solve.looking import LivePlay, Look
from houseway.analysis.solve.ranges import Range, full_range
from houseway.analysis.titles.five_card_holdout.chances import Range as HeldByRule
from houseway.analysis.titles.five_card_holdout.hold_equities import held_cards, hold_equities
from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths, subgame
from houseway.cards.card import N_NATURAL, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadSetting, unknown
from houseway.games.titles.five_card_holdout.table import BIG_BET, BOARD_CARDS, FLOP_CARDS, HOLE_CARDS

TARGET, MOST_ITERATIONS = 0.005, 200
"""The precision of the solved last round, as a share of the pot, and the limit at which it is given up."""
MOST_HANDS = 40_000
MOST_SHOWDOWNS = 400_000
HANDS_AT_ONCE = 200_000


@lru_cache(maxsize=HOLE_CARDS * 4)
def range_held(size: int, rule: str | None = None) -> Range:
    """Return one size's sets kept of all hands, weighted by how often they are dealt, or all sets if none are kept."""
    if rule is None:
        return _ranges_by_equity()[size - 1]
    every = np.array(Deck.standard().distinct, np.uint8)
    known = HeldByRule.by_rule(every, size, rule)
    weights = np.zeros(comb(len(every), size))
    weights[set_numbers(every[known.kept])] = known.hands
    return _kept(weights, size)


@lru_cache(maxsize=1)
def _ranges_by_equity() -> tuple[Range, ...]:
    """Return the best holds of all hands, for each size."""
    hands = all_sets(N_NATURAL, HOLE_CARDS)
    weights = [np.zeros(comb(N_NATURAL, size)) for size in range(1, HOLE_CARDS + 1)]
    for start in range(0, len(hands), HANDS_AT_ONCE):
        held, sizes = _best_held(hands[start : start + HANDS_AT_ONCE])
        for size, total in enumerate(weights, start=1):
            total += np.bincount(set_numbers(held[sizes == size, :size]), minlength=len(total))
    return tuple(_kept(total, size) for size, total in enumerate(weights, start=1))


def _kept(weights: NDArray[np.float64], size: int) -> Range:
    numbers = np.flatnonzero(weights)
    if not len(numbers):
        return full_range(Deck.standard(), size)
    return Range(all_sets(N_NATURAL, size)[numbers], weights[numbers])


def _best_held(hands: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the cards that are best held of ascending hands, first in their rows, and their number."""
    ways, values = hold_equities().best(hands)
    return held_cards(hands, ways[np.arange(len(hands)), values.argmax(axis=1)])


def best_held(cards: CardsLike) -> tuple[Card, ...]:
    """Return the cards of a dealt hand that are best held by raw equity."""
    hand = np.array(
        [sorted(parse_cards(cards, deck=Deck.standard(), count=range(HOLE_CARDS, HOLE_CARDS + 1)))], np.uint8
    )
    held, sizes = _best_held(hand)
    return tuple(Card(card) for card in held[0, : sizes[0]].tolist())


def live_river(
    held: CardsLike,
    board: CardsLike,
    holds: Sequence[int],
    player: int,
    pot: float,
    line: str,
    legal: Mapping[str, float],
    *,
    rule: str | None = None,
) -> LivePlay:
    """Return a hand's play after a line of the last round. `pot` is in big blinds, at the beginning of the round.

    `legal` are the actions that the table allows, with the player's total bet in this round after a bet or a raise. If
    they are not those of the fixed limit, such as against an all-in player, there is no advice.
    """
    deck = Deck.standard()
    own, seen = parse_cards(held, deck=deck), parse_cards(board, deck=deck)
    if len(seen) != BOARD_CARDS or len(own) != holds[player]:
        raise BadSetting(f"The river needs {BOARD_CARDS} board cards and the cards that each player holds.")
    ranges = [range_held(size, rule).without(seen) for size in holds]
    if sum(len(each.hands) for each in ranges) > MOST_HANDS:
        raise BadSetting(f"The ranges have more than {MOST_HANDS:,} hands. Use narrower ranges.")
    places = (ranges[player].hands == np.sort(np.array(own, np.uint8))).all(axis=1).nonzero()[0]
    if not len(places):
        raise BadSetting(f"{format_cards(own)} is not what is held {f'by the rule {rule}' if rule else 'by equity'}")
    game = subgame(seen, holds, pot, ranges)
    decision, place = _decision(game.last, player, line, legal), int(places[0])
    found = game.solve(TARGET * pot, MOST_ITERATIONS)
    look, names = Look(game, player), game.last.actions[decision]
    often, values = look.play(decision)[:, place].tolist(), look.values(decision)[:, place].tolist()
    return LivePlay(
        dict(zip(names, often, strict=True)), dict(zip(names, values, strict=True)), float(found.exploitability)
    )


def _decision(tree: BettingTree, player: int, line: str, legal: Mapping[str, float]) -> int:
    """Return the decision after a line, if it is this player's and the table allows the tree's actions there."""
    if line not in tree.lines or tree.actors[tree.lines.index(line)] != player:
        raise unknown("line before a decision of this player", line, tree.lines)
    decision = tree.lines.index(line)
    most = float(tree.paid_before[decision].max()) + BIG_BET
    prices = {name: most for name in tree.actions[decision] if name in (BET, RAISE)}
    if set(legal) != set(tree.actions[decision]) or any(legal[name] != price for name, price in prices.items()):
        raise BadSetting(f"after {line or 'nothing'} a fixed limit allows {', '.join(tree.actions[decision])}")
    return decision


def share_of_pot(held: CardsLike, board: CardsLike, opponent_holds: int, *, rule: str | None = None) -> float:
    """Return the share of the pot that a hand wins against the range of one opponent if no player folds any more."""
    deck = Deck.standard()
    own, seen = parse_cards(held, deck=deck), parse_cards(board, deck=deck, count=range(FLOP_CARDS, BOARD_CARDS + 1, 2))
    theirs = range_held(opponent_holds, rule).without((*own, *seen))
    left = np.array(deck.without((*own, *seen)).distinct, np.uint8)
    to_come = left[all_sets(len(left), BOARD_CARDS - len(seen))]
    step = max(1, -(-len(to_come) * len(theirs.hands) // MOST_SHOWDOWNS))
    to_come = to_come[::step]
    boards = np.column_stack([np.tile(np.array(seen, np.uint8), (len(to_come), 1)), to_come])
    apart = np.ones((len(theirs.hands), len(boards)), bool)
    for card, other in ((each, come) for each in theirs.hands.T for come in to_come.T):
        apart &= card[:, None] != other
    rows, columns = np.nonzero(apart)
    mine = hand_strengths(np.tile(np.array(own, np.uint8), (len(boards), 1)), boards)[columns]
    others, weights = hand_strengths(theirs.hands[rows], boards[columns]), theirs.weights[rows]
    return float((weights * (1 + np.sign(mine - others))).sum() / (2 * weights.sum()))
