"""The value of held cards of Five Card HoldOut after the flop, against every hand of one opponent.

The number of cards that a player holds is public (FCH-3f); the cards are not. An opponent's hand is its kept cards, K,
and its discards. By a holding rule, N(K) of the hands that can have been dealt keep K, and N(K, S) of those throw the
cards S away. The cards a and b that are still to come leave

    N(K) - N(K, a) - N(K, b) + N(K, ab)

hands that keep K. All of these, with all a and b, are equally likely.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.analysis.results.equity import PlayerEquity
from houseway.analysis.titles.five_card_holdout.held import KEPT_FIRST, kept_cards
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import descending
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.composition import ALL_HELD

Counts = NDArray[np.int64]
USUAL_RULE = next(iter(HOLD_RULES))


@dataclass(frozen=True)
class Range:
    """An opponent's possible holds, as places among the unseen cards: a row for each set of cards that it may keep.

    `hands` are the hands that keep it. `throwing(cards)` are those of them that throw certain cards away, a column for
    each set of one or two cards, by number.
    """

    kept: NDArray[np.uint8]
    hands: Counts
    throwing: Callable[[int], Counts]

    @classmethod
    def by_rule(cls, unseen: NDArray[np.uint8], size: int, rule: str) -> "Range":
        """Return every hand of five of the unseen cards of which the rule keeps `size` cards."""
        dealt = all_sets(len(unseen), HOLE_CARDS)
        kept = kept_cards(rule)[set_numbers(unseen[dealt])]
        of_size = np.bitwise_count(kept) == size
        arranged = np.take_along_axis(dealt[of_size], KEPT_FIRST[kept[of_size]], axis=1)
        numbers, rows = np.unique(set_numbers(arranged[:, :size]), return_inverse=True)

        def throwing(cards: int) -> Counts:
            n_sets = len(all_sets(len(unseen), cards))
            total = np.zeros(len(numbers) * n_sets, np.int64)
            for chosen in combinations(range(size, HOLE_CARDS), cards):
                total += np.bincount(rows * n_sets + set_numbers(arranged[:, list(chosen)]), minlength=len(total))
            return total.reshape(len(numbers), n_sets)

        return cls(all_sets(len(unseen), size)[numbers], np.bincount(rows, minlength=len(numbers)), throwing)

    @classmethod
    def of_any(cls, unseen: NDArray[np.uint8], size: int) -> "Range":
        """Return any `size` of the unseen cards. Other discards count as if they were still in the deck."""
        kept = all_sets(len(unseen), size)
        return cls(
            kept,
            np.ones(len(kept), np.int64),
            lambda cards: np.zeros((len(kept), len(all_sets(len(unseen), cards))), np.int64),
        )


def chances(
    held: CardsLike, board: CardsLike, *, opponent_holds: int, dead: CardsLike = (), rule: str = USUAL_RULE
) -> PlayerEquity:
    """Return the chances of held cards against one opponent with a known number of cards, with two or four board cards.

    The opponent holds by a named rule. If the rule never holds that number of the unseen cards, any such cards are
    used. Dead cards, such as the player's discards, can be neither the opponent's nor on the board.
    """
    own = descending(parse_cards(held, deck=Deck.standard(), count=range(1, HOLE_CARDS + 1)))
    known = parse_cards(board, deck=Deck.standard(), count=range(FLOP_CARDS, BOARD_CARDS + 1, FLOP_CARDS))
    if opponent_holds not in range(1, HOLE_CARDS + 1):
        raise BadCards(f"A player holds 1 to {HOLE_CARDS} cards; got {opponent_holds!r}.")
    left = Deck.standard().without((*own, *known, *parse_cards(dead, deck=Deck.standard())))
    unseen = np.array(left.distinct, np.uint8)
    missing = BOARD_CARDS - len(known)
    if len(unseen) < HOLE_CARDS + missing:
        raise BadCards(
            f"an opponent was dealt {HOLE_CARDS} unseen cards and {missing} of the board are to come; "
            f"only {len(unseen)} cards are unseen"
        )
    opponent = Range.by_rule(unseen, opponent_holds, rule)
    if not len(opponent.kept):
        opponent = Range.of_any(unseen, opponent_holds)
    to_come = all_sets(len(unseen), missing)
    boards = np.column_stack([np.tile(np.array(known, np.uint8), (len(to_come), 1)), unseen[to_come]])
    rows, columns = np.nonzero(~_shared(opponent.kept, to_come))
    ways = _ways(opponent, to_come)[rows, columns]
    kept = unseen[opponent.kept]
    theirs = _values(kept[rows], boards[columns]) if opponent_holds < HOLE_CARDS else _whole_values(kept)[rows]
    ours = _values(np.tile(np.array(own, np.uint8), (len(boards), 1)), boards)[columns]
    total = int(ways.sum())
    won, tied = int(ways[theirs < ours].sum()), int(ways[theirs == ours].sum())
    return PlayerEquity(own, Fraction(won, total), Fraction(tied, total), Fraction(2 * won + tied, 2 * total))


def _shared(kept: NDArray[np.uint8], to_come: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return whether the opponent's kept cards (rows) and the cards to come (columns) share a card."""
    shared = np.zeros((len(kept), len(to_come)), np.bool_)
    for own in kept.T:
        for other in to_come.T:
            shared |= own[:, None] == other
    return shared


def _ways(opponent: Range, to_come: NDArray[np.uint8]) -> Counts:
    """Return how many hands leave each set to come (columns) in the deck, by the opponent's kept set (rows)."""
    ways = np.repeat(opponent.hands[:, None], len(to_come), axis=1)
    if to_come.shape[1]:
        one, two = opponent.throwing(1), opponent.throwing(2)
        ways += two - one[:, to_come[:, 0]] - one[:, to_come[:, 1]]
    return ways


def _whole_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the value of each hand that needs no board."""
    return ranking(RANKING).evaluate(hands)


def _values(held: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the value of each hold on the board beside it."""
    return ranking(RANKING).evaluate_best(ALL_HELD, held, boards)
