"""What the families with streets say of one seat: which cards are left, what its options are worth, what it did."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.streets import Streets, hands_of
from houseway.cards.card import Card
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Decision, Option, Owner


def asked_of(payoffs: Payoffs, counts: NDArray[np.object_]) -> dict[Decision, dict[Option, int]]:
    """How often each option of each decision is taken: the paths that go through it."""
    found: dict[Decision, dict[Option, int]] = {}
    for path, times in zip(payoffs.paths, counts.sum(axis=1).tolist(), strict=True):
        for decision, option in path:
            taken = found.setdefault(decision, dict.fromkeys(decision.offered(payoffs.game), 0))
            taken[option] += int(times)
    return found


def option_values(
    streets: Streets, stage: int, prefix: int, values: NDArray[np.int64], ways: int
) -> Mapping[Option, Fraction]:
    """The values of the options at a stage, from sums over so many ways by the prefixes that they lead to."""
    found = {}
    for child in streets.children[stage][prefix]:
        option = streets.option(stage, child)
        assert option is not None, "the seat is asked here"
        found[option] = Fraction(int(values[child]), ways)
    return found


def check_cards(streets: Streets, own: Sequence[int], board: Sequence[int], dead: Sequence[int]) -> None:
    """Refuse a situation whose cards are not as many as they must be, not of the deck, or too many to go on."""
    if len(own) != streets.own.cards:
        raise BadCards(f"{streets.game.title} takes {streets.own.cards} cards; you gave {len(own)}.")
    left = streets.game.deck.without([Card(card) for card in (*own, *board, *dead)])
    others = sum(hand.cards for hand in hands_of(streets.game, Owner.DEALER)) + streets.board.cards - len(board)
    if left.size < others:
        raise BadCards(f"The round needs {others} more cards; the deck has {left.size} left.")


def left_of(game: DeclaredGame, seen: Sequence[int]) -> NDArray[np.uint8]:
    """The cards of the deck that are not seen."""
    return np.array([card for card in game.deck.distinct if card not in set(seen)], np.uint8)
