"""The places of a declared title in arrays of a fixed size, read from the declaration."""

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Chosen, Discards, Hand, HouseSet, LaterBet, Opening, Option
from houseway.games.engine.layout import Layout


def layout_from(title: type[DeclaredGame]) -> Layout:
    """The layout of a title; moves that choose cards choose among those of the first own hand."""
    own = [hand for hand in title.every(Hand) if hand.is_own]
    common = [hand for hand in title.every(Hand) if not hand.is_own]
    options = [option for decision in title.decisions() for option in decision.options]
    plain, picking = (
        tuple(dict.fromkeys((each.kind, each.choice) for each in options if _picks(each) is picks))
        for picks in (False, True)
    )
    drawn_to = [hand for hand in own if title.discards_of(hand)]
    set_apart = [chosen for chosen in title.every(Chosen) if not isinstance(chosen, Discards)]
    parts = [name for chosen in set_apart for name in (chosen.pile_name, chosen.rest)]
    own_piles = [
        name for hand in own for name in ((hand.name, Discards.pile) if hand in drawn_to else _pile_names([hand]))
    ]
    folded = () if drawn_to else ("folded", "folded face down")
    return Layout(
        own_piles=(*own_piles, *parts, *folded),
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
