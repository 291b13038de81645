"""The places of a declared title in arrays of a fixed size, read from the declaration."""

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Chosen, Hand, HouseSet, LaterBet, Opening, Option
from houseway.games.engine.layout import Layout


def layout_from(title: type[DeclaredGame]) -> Layout:
    """The layout of a title; moves that choose cards choose among those of the first own hand."""
    own = [hand for hand in title.every(Hand) if hand.is_own]
    common = [hand for hand in title.every(Hand) if not hand.is_own]
    options = [option for decision in title.decisions() for option in decision.options]
    plain, picking = (
        tuple((name, "") for name in dict.fromkeys(each.name for each in options if _picks(each) is picks))
        for picks in (False, True)
    )
    parts = tuple(name for chosen in title.every(Chosen) for name in (chosen.name, chosen.rest))
    return Layout(
        own_piles=(*_pile_names(own), *parts, "folded", "folded face down"),
        common_piles=(*_pile_names(common), *(part.name for part in title.every(HouseSet))),
        wagers=tuple(wager.name for wager in (*title.every(Opening), *title.every(LaterBet))),
        plain_moves=plain,
        card_moves=picking,
        hand=own[0].name if own else "",
        hand_cards=own[0].cards if picking else 0,
        decisions=len(title.decisions()),
    )


def _picks(option: Option) -> bool:
    """Whether the player picks cards with an option."""
    return option.sets is not None and not option.by_house_way


def _pile_names(hands: list[Hand]) -> tuple[str, ...]:
    return tuple(name for hand in hands for name in (hand.pile_name, f"{hand.pile_name} face down"))
