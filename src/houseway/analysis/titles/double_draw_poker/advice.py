"""The exact value of every option of one hand, at the first or the second draw, by dealing every card that is left.

Nothing is summed over dead cards here. Each draw is enumerated, then followed by the best second option with exactly
the cards dead that the player has seen. So this is also an independent check of the sums behind the full solution.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.advice import Advice, Option, by_value, in_sight
from houseway.analysis.results.result import OPTIMAL, Subject
from houseway.analysis.titles.double_draw_poker.analyzer import as_double_draw, legal_actions
from houseway.analysis.titles.double_draw_poker.draws import Tables, next_set
from houseway.analysis.titles.double_draw_poker.jobs import Problem, kernel_tables
from houseway.analysis.titles.double_draw_poker.space import FOLD_FIRST, FOLD_SECOND, Array, number_without, set_number
from houseway.cards.card import JOKERS, Card
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.game import Game
from houseway.games.strategies.double_draw_poker import FOLD
from houseway.games.titles.double_draw_poker import MOST_DISCARDS, PACKET, DoubleDrawPoker
from houseway.plain import exact

FIRST, SECOND = 1, 2
STAGES = {FIRST: "first draw", SECOND: "second draw"}
_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True, slots=True)
class DrawOption(Option):
    """A fold, or a draw with the cards that it holds."""

    hold: tuple[Card, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        plain: dict[str, object] = {"action": self.action.kind}
        if self.action != FOLD:
            plain["hold"] = format_cards(self.hold).split()
            plain["discard"] = format_cards(self.action.cards).split()
        return {**plain, "ev": exact(self.value), "text": str(self.action), "reason": self.reason}


def advise(game: Game, cards: CardsLike, *, board: CardsLike = (), stage: int = FIRST, dead: CardsLike = ()) -> Advice:
    """Return the value in Antes of every option with five cards, the best first.

    Dead cards are all cards that the player has seen outside the hand. At the second draw (stage 2) they include the
    discards of the first draw. At either draw they include cards seen elsewhere.
    """
    table = as_double_draw(game)
    if parse_cards(board):
        raise BadCards(f"Double Draw Poker has no board; got {board!r}")
    if stage not in STAGES:
        raise BadCards(f"Double Draw Poker has draw {FIRST} and draw {SECOND}; got stage {stage!r}")
    hand = descending(parse_cards(cards, deck=table.deck, count=PACKET))
    needed = sum(MOST_DISCARDS[stage - 1 :])
    gone = _dead_cards(table, hand, dead)
    seen = in_sight(table, hand, count=PACKET, dead=gone, needed=needed, needing="a player can still draw")
    options = by_value(_options(table, hand, seen.dead, stage))
    return Advice(Subject.of(table, OPTIMAL), hand, (), seen.dead, STAGES[stage], options)


def _dead_cards(game: DoubleDrawPoker, hand: tuple[Card, ...], dead: CardsLike) -> tuple[Card, ...]:
    """Return the dead cards. Both jokers are written Jk, so a dead Jk beside a held one is the other joker."""
    seen = parse_cards(dead, deck=game.deck)
    for held, other in (JOKERS, JOKERS[::-1]):
        if held in hand and held in seen and other not in (*hand, *seen):
            seen = tuple(other if card_id == held else card_id for card_id in seen)
    return seen


def _options(game: DoubleDrawPoker, hand: tuple[Card, ...], seen: tuple[Card, ...], stage: int) -> list[DrawOption]:
    problem = Problem.of(game)
    place_of = problem.space.place_of
    dead = np.array([place_of[card_id] for card_id in seen], np.int64)
    found = []
    for action in legal_actions(game, hand, MOST_DISCARDS[stage - 1]):
        hold = tuple(card_id for card_id in hand if card_id not in action.cards)
        if action == FOLD:
            value = Fraction(FOLD_FIRST if stage == FIRST else FOLD_SECOND)
            found.append(DrawOption(action, value, "gives up the bets made"))
            continue
        gain, deals = (_first_draw if stage == FIRST else _second_draw)(problem, hand, hold, action, dead)
        found.append(DrawOption(action, problem.payoffs.antes(gain, deals), _reason(hold), hold))
    return found


def _reason(hold: tuple[Card, ...]) -> str:
    return "holds all five cards" if len(hold) == PACKET else f"holds {format_cards(hold)}"


def _first_draw(
    problem: Problem, hand: tuple[Card, ...], hold: tuple[Card, ...], action: Action, dead: NDArray[np.int64]
) -> tuple[int, int]:
    """Return the total gain over all cards drawn at both draws, and the number of ways to deal them."""
    place_of = problem.space.place_of
    held = np.array(sorted(place_of[card_id] for card_id in hold), np.int64)
    gone = np.concatenate([dead, np.array([place_of[card_id] for card_id in action.cards], np.int64)])
    unseen = np.setdiff1d(np.arange(problem.space.n_cards), np.concatenate([held, gone]))
    gain = total_gain(kernel_tables(problem), held, gone, unseen)
    return int(gain), comb(len(unseen), len(action.cards)) * (len(unseen) - len(action.cards))


def _second_draw(
    problem: Problem, hand: tuple[Card, ...], hold: tuple[Card, ...], action: Action, dead: NDArray[np.int64]
) -> tuple[int, int]:
    """Return the total gain over all cards that can replace the discard, and their number."""
    space = problem.space
    places = np.array(sorted(space.place_of[card_id] for card_id in hand), np.int64)
    unseen = np.setdiff1d(np.arange(space.n_cards), np.concatenate([places, dead]))
    gains = np.array(problem.payoffs.gains, np.int64)
    if not action.cards:
        return int(gains[space.outcome_of_hand[set_number(places)]]), 1
    kept = set_number(np.array(sorted(space.place_of[card_id] for card_id in hold), np.int64))
    outcome_with = space.fifth_card_tables[0]
    return int(gains[outcome_with[kept, unseen]].sum()), len(unseen)


@_compiled
def best_second(tables: Tables, hand: Array, dead: Array) -> int:
    """Return the best value of a hand at the second option, times the number of unseen cards."""
    own = tables.gains[tables.outcome_of_hand[set_number(hand)]]
    best: int = max(tables.fold_gain, own) * (tables.n_cards - PACKET - dead.size)
    for place in range(PACKET):
        kept = number_without(hand, place)
        value = tables.kept_gain[kept] - own
        for card in dead:
            value -= tables.gains[tables.outcome_with[kept, card]]
        best = max(best, value)
    return best


@_compiled
def total_gain(tables: Tables, held: Array, dead: Array, unseen: Array) -> int:
    """Return the sum of the best second options over all ways to complete the held cards from the unseen ones."""
    n_drawn = PACKET - held.size
    drawn, hand = np.arange(n_drawn), np.empty(PACKET, np.int64)
    total = 0
    while True:
        for place in range(held.size):
            hand[place] = held[place]
        for place in range(n_drawn):
            hand[held.size + place] = unseen[drawn[place]]
        hand.sort()
        total += best_second(tables, hand, dead)
        if not next_set(drawn, unseen.size):
            break
    return total
