"""HoldOut made small enough to be solved whole: the letter's procedure with fewer cards and fewer bets.

Nothing of it is approved or offered. A solver is proved on this game, because every decision of it can be written down.
The rules are those of Five Card HoldOut, which read the numbers of cards and bets from the table's size.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from houseway.cards.card import RANKS, SUITS
from houseway.cards.deck import Deck
from houseway.errors import BadSetting, unknown
from houseway.games.titles.five_card_holdout import FiveCardHoldOut
from houseway.games.titles.five_card_holdout.table import LETTERS_SIZE, HoldOutSize

SMALL_SIZES = {
    2: HoldOutSize(hole_cards=2, flop_cards=1, river_cards=0, burn_cards=0),
    3: HoldOutSize(hole_cards=3, flop_cards=1, river_cards=1, burn_cards=0),
}
"""The board by the cards of a hand. It has one card less, like the letter's. No card is burned, because an unseen card
does not change any probability.
"""


@dataclass(frozen=True)
class SmallHoldOut(FiveCardHoldOut):
    """Five Card HoldOut of another size. Make one with `small_holdout`."""

    small: HoldOutSize = LETTERS_SIZE

    @property
    def size(self) -> HoldOutSize:
        """Return how many cards and bets a hand has."""
        return self.small

    @property
    def title(self) -> str:
        """Return a name that no felt has."""
        return f"HoldOut of {self.small.hole_cards} cards"

    def modifications(self) -> tuple[str, ...]:
        """Return how the table differs from the letter, including its size."""
        usual = super().modifications()
        if self.small == LETTERS_SIZE:
            return usual
        return (*usual, f"the numbers of cards and bets are not the letter's: {self.small}")


def small_holdout(cards: int, deck: Deck | None = None, **changes: int) -> SmallHoldOut:
    """Return HoldOut of two or three cards, fixed limit, no charge. `changes` apply to the size, as `bets_a_round=2`.

    The default deck has the highest ranks of two suits, one or two cards more than two players need.

    >>> table = small_holdout(2, bets_a_round=2)
    >>> table.title, table.deck.size, table.size.most_discards, table.size.streets
    ('HoldOut of 2 cards', 6, 1, (0, 1))
    """
    if cards not in SMALL_SIZES:
        raise BadSetting(f"cards: a small game is of {' or '.join(map(str, SMALL_SIZES))} cards; got {cards!r}")
    size = _changed(SMALL_SIZES[cards], changes)
    table = SmallHoldOut.configure(deck=deck or _usual_deck(size), jurisdiction="none", small=size)
    if table.deck.size < (needed := table.cards_needed(table.seats[0])):
        raise BadSetting(f"2 players need a deck of {needed} cards; this one has {table.deck.size}")
    return table


def _changed(size: HoldOutSize, changes: Mapping[str, int]) -> HoldOutSize:
    known = [field.name for field in fields(size) if field.name != "hole_cards"]
    for name in changes:
        if name not in known:
            raise unknown("setting of a small game", name, known)
    return replace(size, **changes)


def _usual_deck(size: HoldOutSize) -> Deck:
    """Return the highest ranks of two suits."""
    needed = 2 * size.hole_cards + size.board_cards
    ranks = needed // 2 + 1
    return Deck.stripped(ranks=RANKS[-ranks:], suits=SUITS[-2:])
