"""Where a game's piles, wagers and moves stand in arrays of a fixed size.

Those of a declared title follow from its declaration. These are names, not rules: what is legal comes from a view, and
a name that is missing here is an error, not a guess.
"""

from dataclasses import dataclass

from houseway.errors import unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, LaterBet, Opening

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


_FAST_ACTION = Layout(
    own_piles=("hole", "hand", "discards", "hand 1", "hand 2"),
    common_piles=("community", "dealer", "dealer discards"),
    wagers=("ante", "bonus", "split_ante", "split_bonus"),
    plain_moves=(),
    card_moves=(("keep", ""), ("split", "ante"), ("split", "bonus"), ("split", "both")),
    hand="hole",
    hand_cards=4,
    decisions=1,
)

LAYOUTS = {
    "two-hand-holdem": Layout(
        own_piles=("hole", "hand 1", "hand 2"),
        common_piles=("board", "dealer"),
        wagers=("ante_1", "ante_2", "bonus", "raise_1", "raise_2"),
        plain_moves=(("check", ""), ("raise", "hand-1"), ("raise", "hand-2"), ("raise", "both")),
        card_moves=(("arrange", ""),),
        hand="hole",
        hand_cards=4,
        decisions=2,
    ),
    "double-draw-poker": Layout(
        own_piles=("hand", "discards"),
        common_piles=(),
        wagers=("ante", "bonus", "draw_1", "draw_2"),
        plain_moves=(("fold", ""),),
        card_moves=(("draw", ""),),
        hand="hand",
        hand_cards=5,
        decisions=2,
    ),
    "pick-2-poker": Layout(
        own_piles=("hand", "folded", "three", "rest"),
        common_piles=("dealer",),
        wagers=("ante", "three_five", "five_card_bonus", "tip", "play"),
        plain_moves=(("fold", ""), ("five", "")),
        card_moves=(("three", ""),),
        hand="hand",
        hand_cards=5,
        decisions=1,
    ),
    "fast-action-holdem": _FAST_ACTION,
    "fast-action-holdem-multi": _FAST_ACTION,
    "five-card-holdout": Layout(
        own_piles=("hole", "held", "discards"),
        common_piles=("board",),
        wagers=("pot", "time"),
        plain_moves=(("fold", ""), ("check", ""), ("call", ""), LEAST, POT, MOST),
        card_moves=(("discard", ""),),
        hand="hole",
        hand_cards=5,
        decisions=1,
    ),
}


def layout_of(slug: str) -> Layout:
    """The layout of a game: its own, or that which follows from its declaration."""
    if slug in LAYOUTS:
        return LAYOUTS[slug]
    kind = game_class(slug) if slug in GAMES else None
    if kind is None or not issubclass(kind, DeclaredGame):
        raise unknown("game with a layout", slug, GAMES)
    return declared_layout(kind)


def declared_layout(title: type[DeclaredGame]) -> Layout:
    """The places of a declared title. None of its moves chooses cards."""
    own = [hand for hand in title.every(Hand) if hand.is_own]
    common = [hand for hand in title.every(Hand) if not hand.is_own]
    options = dict.fromkeys(option.name for decision in title.decisions() for option in decision.options)
    return Layout(
        own_piles=(*_pile_names(own), "folded", "folded face down"),
        common_piles=_pile_names(common),
        wagers=tuple(wager.name for wager in (*title.every(Opening), *title.every(LaterBet))),
        plain_moves=tuple((name, "") for name in options),
        card_moves=(),
        hand=own[0].name,
        hand_cards=0,
        decisions=len(title.decisions()),
    )


def _pile_names(hands: list[Hand]) -> tuple[str, ...]:
    return tuple(name for hand in hands for name in (hand.pile_name, f"{hand.pile_name} face down"))
