"""The clauses that a round of Fast Action Hold'em cites. The letter encloses two lists, numbered separately."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses of one version, by subject."""

    limits: str
    ante: str
    bonus: str
    deal: str
    community: str
    keep: str
    split: str
    discards: str
    house_way: str
    shown: str
    order: str
    best_five: str
    showdown: str
    bonus_too: str
    paid: str
    taken: str
    aggregate: str
    envy: str


SINGLE_DECK = Cited(
    limits="FA-0a",
    ante="FA-2",
    bonus="FA-3",
    deal="FA-5",
    community="FA-4",
    keep="FA-7",
    split="FA-7a",
    discards="FA-8",
    house_way="FA-9",
    shown="FA-10",
    order="FA-11",
    best_five="FA-12",
    showdown="FA-13",
    bonus_too="FA-14",
    paid="FA-15",
    taken="FA-15",
    aggregate="FA-15i",
    envy="FA-16",
)
"""The enclosure for one deck, items 2 to 16."""

MULTI_DECK = Cited(
    limits="FAM-0a",
    ante="FAM-1",
    bonus="FAM-2",
    deal="FAM-3",
    community="FAM-7",
    keep="FAM-4",
    split="FAM-4a",
    discards="FAM-5",
    house_way="FAM-6",
    shown="FAM-9",
    order="FAM-8",
    best_five="FAM-9",
    showdown="FAM-10",
    bonus_too="FAM-11",
    paid="FAM-12a",
    taken="FAM-12b",
    aggregate="FAM-12i",
    envy="FAM-13",
)
"""The enclosure for six to eight decks, items 1 to 13."""
