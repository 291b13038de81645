"""The places of a game's piles, wagers and moves: in arrays of a fixed size, and on the felt.

These are names, not rules. A view gives the legal actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Move = tuple[str, str]
"""The kind and the option of an action."""

LEAST, POT, MOST = ("wager", "least"), ("wager", "pot"), ("wager", "most")
"""A bet or a raise, by its place among the sizes that a view offers."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The names of one game, in the order of their places.

    `hand` is the pile from which a move in `card_moves` chooses cards, of at most `hand_cards` cards. `plain_moves`
    choose no cards. `decisions` is the most that one seat makes in a round.
    """

    own_piles: tuple[str, ...]
    common_piles: tuple[str, ...]
    wagers: tuple[str, ...]
    plain_moves: tuple[Move, ...]
    card_moves: tuple[Move, ...]
    hand: str
    hand_cards: int
    decisions: int


Felt = dict[str, Any]
FELT_UNIT = 1000
"""The first amount that a page offers for a wager, in cents."""

FOLDS: Mapping[str, str] = {"words": "Fold", "key": "F"}


def plain_felt(**parts: Any) -> Felt:
    """Return a felt with the parts that a game has; all others are empty.

    It contains no rules. The legal actions, their costs and the ending come from the round.

    - `printed`: the pay table that is printed on the felt, if there is one
    - `center`: the piles in front of the dealer, with the number of places to draw; `down` those still face down
    - `own_cards`: whether a seat has cards, for which the felt keeps a place
    - `spot`: the player's betting circles in groups, as on the approved layout
    - `actions`: the words and the key of an action by "kind" or "kind/option"; {price} is filled in; `hint` explains it
    - `choosing`: for a kind that picks cards: the question ({cards} is how many), the names of the picked cards and the
      others, and why some may not be picked (`barred`)
    - `linked`: opening wagers that are typed once
    - `stakes`: the minimum cost of a hand, in a sentence, if players bring stacks
    - `defaults`: the bets that a newcomer is offered, in cents
    """
    return {
        "motto": "",
        "center": [],
        "printed": None,
        "own_cards": True,
        "spot": [],
        "actions": {},
        "choosing": {},
        "linked": [],
        "defaults": {},
        **parts,
    }
