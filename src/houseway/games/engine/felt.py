"""How a table is laid out, as data for every face: piles, circles, the words and the keys of what can be done.

There is no rule here: which actions are legal, what they cost and how a round ends is heard from the round.

`printed` the pay table that is printed on the felt, where there is one
`center`  the piles in front of the dealer, with the number of places to draw; `down` those still face down
`own_cards` whether a seat has cards of its own, for which the felt keeps a place
`spot`    the player's betting circles in groups, as on the approved layout
`actions` the words and the key of an action by "kind" or "kind/option"; {price} is filled in; `hint` says what it does
`choosing` for a kind that picks cards: what is asked ({cards} is how many), what the picked cards and the others
          become, and why some may not be picked (`barred`)
`linked`  opening wagers that are typed once
`stakes`  what a hand costs at least, in a sentence, where players bring stacks
`defaults` the bets that a newcomer is offered, in cents
"""

from collections.abc import Mapping
from typing import Any

Felt = dict[str, Any]
FELT_UNIT = 1000
"""The first amount that a page offers for a wager, in cents."""

FOLDS: Mapping[str, str] = {"words": "Fold", "key": "F"}


def plain_felt(**parts: Any) -> Felt:
    """A felt with the parts that a game has; all others are empty."""
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
