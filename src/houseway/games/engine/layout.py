"""Where a game's piles, wagers and moves stand in arrays of a fixed size.

These are names, not rules: what is legal comes from a view.
"""

from dataclasses import dataclass

Move = tuple[str, str]
"""The kind and the option of an action."""

LEAST, POT, MOST = ("wager", "least"), ("wager", "pot"), ("wager", "most")
"""A bet or a raise by its place among the sizes that a view offers."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The names of one game, in the order of their places.

    `hand` is the pile whose cards a move in `card_moves` chooses among, of at most `hand_cards` cards; `plain_moves`
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
