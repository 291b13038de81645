"""The places of a declared title in arrays of a fixed size, read from the declaration."""

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, LaterBet, Opening
from houseway.games.engine.layout import Layout


def layout_from(title: type[DeclaredGame]) -> Layout:
    """The layout of a title of which no move chooses cards."""
    own = [hand for hand in title.every(Hand) if hand.is_own]
    common = [hand for hand in title.every(Hand) if not hand.is_own]
    options = dict.fromkeys(option.name for decision in title.decisions() for option in decision.options)
    return Layout(
        own_piles=(*_pile_names(own), "folded", "folded face down"),
        common_piles=_pile_names(common),
        wagers=tuple(wager.name for wager in (*title.every(Opening), *title.every(LaterBet))),
        plain_moves=tuple((name, "") for name in options),
        card_moves=(),
        hand=own[0].name if own else "",
        hand_cards=0,
        decisions=len(title.decisions()),
    )


def _pile_names(hands: list[Hand]) -> tuple[str, ...]:
    return tuple(name for hand in hands for name in (hand.pile_name, f"{hand.pile_name} face down"))
