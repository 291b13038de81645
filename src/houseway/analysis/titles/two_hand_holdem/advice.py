"""The exact value of every option with one hole: before the hands are set, and after.

Every turn, river and dealer's three cards are enumerated. The only assumption about the deck is that its cards are
different, so known cards are simply left out. This shares only the look-up with `counting`, which it checks.
"""

from dataclasses import dataclass
from fractions import Fraction

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.advice import Advice, Option, by_value, in_sight
from houseway.analysis.results.result import OPTIMAL, Subject, percent
from houseway.analysis.titles.two_hand_holdem.analyzer import SIGNS, as_two_hand
from houseway.analysis.titles.two_hand_holdem.counting import Array
from houseway.analysis.titles.two_hand_holdem.holes import RAISED_STAKE, Stake, bonus_stake
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import (
    DEALER_CARDS,
    FLOP_CARDS,
    HANDS,
    HOLE_CARDS,
    LAST_CARDS,
    RAISES,
    TwoHandHoldEm,
)
from houseway.plain import exact
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

STAGES = {1: "arrange the four cards", 2: "check or raise each hand"}
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
ARRANGEMENTS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to set four cards as two hands, by position: the first two are one hand."""

_ARRANGEMENTS = np.array(ARRANGEMENTS)
_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True, slots=True)
class TwoHandOption(Option):
    """An arrangement, or the raises of a given one, with each hand's edge: P(win) - P(lose)."""

    hands: Hands = ((), ())
    edges: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    raises: tuple[bool, bool] = (False, False)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "action": self.action.kind,
            "ev": exact(self.value),
            "hands": [format_cards(hand).split() for hand in self.hands],
            "edges": [exact(edge) for edge in self.edges],
            "raise": list(self.raises),
            "text": str(self.action),
            "reason": self.reason,
        }


def advise(
    game: Game,
    cards: CardsLike,
    *,
    board: CardsLike = (),
    stage: int = 1,
    dead: CardsLike = (),
    bonus: Stake = None,
) -> Advice:
    """Return the value in Antes of every option after the flop `board`, the best first.

    Stage 1: the three arrangements of four cards, each with its best raises. Stage 2: the hands are set, the first two
    cards as Hand 1. The options are the four choices of raises. Dead cards are cards seen elsewhere.
    """
    table = as_two_hand(game)
    if stage not in STAGES:
        raise BadCards(f"expected stage 1 (arrange) or 2 (raise); got {stage!r}")
    if not board:
        raise BadCards(f"expected a board of {FLOP_CARDS} cards: the cards are set after the flop (2HH-6, 2HH-7)")
    flop = parse_cards(board, deck=table.deck, count=FLOP_CARDS)
    needed = LAST_CARDS + DEALER_CARDS
    seen = in_sight(
        table, cards, count=HOLE_CARDS, board=flop, dead=dead, needed=needed, needing="turn, river and dealer need"
    )
    ordered = descending(seen.own) if stage == 1 else seen.own
    outcomes = _outcomes(flop, ordered, seen.left)
    side_bet = _bonus_value(table, seen.own, bonus)
    options = [_arrange(way, ordered, outcomes[way], side_bet) for way in range(len(ARRANGEMENTS))]
    if stage == 2:
        options = _raise_options(options[0], side_bet)
    return Advice(Subject.of(table, OPTIMAL), seen.own, flop, seen.dead, STAGES[stage], by_value(options))


def _outcomes(flop: tuple[Card, ...], hole: tuple[Card, ...], rest: Deck) -> NDArray[np.int64]:
    """Return the counts of joint results for each arrangement of the cards as given."""
    arrays = (np.array(part, np.int64) for part in (flop, hole, rest.cards))
    counts: NDArray[np.int64] = joint_outcomes(ranking("standard").lookup, *arrays)
    return counts


def _arrange(way: int, ordered: tuple[Card, ...], counts: NDArray[np.int64], side_bet: Fraction) -> TwoHandOption:
    """Return one arrangement with its best raises."""
    a, b, c, d = (ordered[place] for place in ARRANGEMENTS[way])
    hands = (descending((a, b)), descending((c, d)))
    total = int(counts.sum())
    first, second = (Fraction(int(counts.sum(axis=1 - hand) @ SIGNS), total) for hand in HANDS)
    raises = (first > 0, second > 0)
    return TwoHandOption(
        action=Action("arrange", hands[0]),
        value=_value((first, second), raises) + side_bet,
        reason="; ".join(_reason(hand, counts, raises[hand]) for hand in HANDS),
        hands=hands,
        edges=(first, second),
        raises=raises,
    )


def _raise_options(arranged: TwoHandOption, side_bet: Fraction) -> list[TwoHandOption]:
    """Return the four choices of raises for hands that are set."""
    return [
        TwoHandOption(
            action=action,
            value=_value(arranged.edges, raises) + side_bet,
            reason=arranged.reason,
            hands=arranged.hands,
            edges=arranged.edges,
            raises=raises,
        )
        for action, raises in RAISES.items()
    ]


def _value(edges: tuple[Fraction, Fraction], raises: tuple[bool, bool]) -> Fraction:
    return sum(
        (edge * (RAISED_STAKE if raised else 1) for edge, raised in zip(edges, raises, strict=True)), Fraction(0)
    )


def _reason(hand: int, counts: NDArray[np.int64], raised: bool) -> str:
    wins, pushes, loses = (Fraction(int(count), int(counts.sum())) for count in counts.sum(axis=1 - hand))
    chances = f"wins {percent(wins, 2)}, pushes {percent(pushes, 2)}, loses {percent(loses, 2)}"
    return f"Hand {hand + 1} {chances}: {'raise' if raised else 'check'}"


def _bonus_value(game: TwoHandHoldEm, hole: tuple[Card, ...], bonus: Stake) -> Fraction:
    """Return the known win or loss of the Bonus: the four cards are already dealt."""
    stake = bonus_stake(game, bonus)
    if not stake:
        return Fraction(0)
    odds = game.pay_class(game.four_cards, hole).odds
    return stake * (-1 if odds is None else odds)


@_compiled
def joint_outcomes(lookup: Lookup, flop: Array, hole: Array, rest: Array) -> Array:
    """Return, for each arrangement, how many completions of the round give each result of the first and second hand.

    `rest` holds the cards that turn, river and dealer may still be. The result is an array (3, 3, 3) by arrangement and
    the outcomes WINS, PUSHES, LOSES of the hands.
    """
    card_keys, card_masks = lookup.card_keys, lookup.card_masks
    outcomes = np.zeros((3, 3, 3), np.int64)
    values = np.zeros((rest.size, rest.size), np.int64)
    hands = np.zeros((3, 2), np.int64)
    live = np.zeros(rest.size, np.int64)
    for turn in range(rest.size):
        for river in range(turn):
            key, mask = lookup.start, np.uint64(0)
            for card_id in (flop[0], flop[1], flop[2], rest[turn], rest[river]):
                key += card_keys[card_id]
                mask |= card_masks[card_id]
            for way in range(3):
                for hand in range(2):
                    one, other = hole[_ARRANGEMENTS[way, 2 * hand]], hole[_ARRANGEMENTS[way, 2 * hand + 1]]
                    two_keys, two_masks = card_keys[one] + card_keys[other], card_masks[one] | card_masks[other]
                    hands[way, hand] = value_of(lookup, key + two_keys, mask | two_masks)
            size = 0
            for card in range(rest.size):
                if card not in (turn, river):
                    live[size] = rest[card]
                    size += 1
            for i in range(size):
                for j in range(i):
                    two_keys = card_keys[live[i]] + card_keys[live[j]]
                    value = value_of(lookup, key + two_keys, mask | card_masks[live[i]] | card_masks[live[j]])
                    values[i, j] = value
            for i in range(size):
                for j in range(i):
                    for k in range(j):
                        dealer = max(values[i, j], values[i, k], values[j, k])
                        for way in range(3):
                            first = 1 - (hands[way, 0] > dealer) + (hands[way, 0] < dealer)
                            second = 1 - (hands[way, 1] > dealer) + (hands[way, 1] < dealer)
                            outcomes[way, first, second] += 1
    return outcomes
