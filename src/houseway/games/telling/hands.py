"""Two hands in one sentence: each by its name, down to the card that decides between them."""

from dataclasses import dataclass
from itertools import combinations

from houseway.cards.card import RANK_NAMES, Card, is_joker, rank_of
from houseway.games.engine.action import descending
from houseway.games.engine.shown_hand import ShownHand
from houseway.games.telling.words import listed, plain
from houseway.ranking import ranking
from houseway.ranking.category import Category, HandValue
from houseway.ranking.points import BY_POINTS

RANKS_IN_NAME = {
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FOUR_OF_A_KIND: 1,
}
"""How many of the ranks that break ties a hand's name has already; the others are kickers."""

ALL_IN_NAME = (Category.HIGH_CARD, Category.FLUSH)
WON, LOST, TIED = "won", "lost", "tied"
VERBS = {WON: "beats", LOST: "loses to", TIED: "ties"}


@dataclass(frozen=True, slots=True)
class Versus:
    """One hand against another: both by name, how it came out, and the rank that decided where the kinds are equal."""

    own: str
    other: str
    outcome: str
    deciding: int | None = None

    def sentence(self, whose: str = "") -> str:
        """The two hands, and the card that decides unless the names say it.

        >>> Versus("pair of tens", "pair of nines", "won").sentence("the dealer's ")
        "pair of tens beats the dealer's pair of nines"
        """
        pause = "," if "," in self.own else ""
        decided = f": the {RANK_NAMES[self.deciding]} decides" if self.deciding is not None else ""
        return f"{self.own}{pause} {VERBS[self.outcome]} {whose}{self.other}{decided}"


def versus(own: HandValue, other: HandValue) -> Versus:
    """Compare two hands of one ranking system."""
    outcome = WON if own > other else LOST if own < other else TIED
    if own.category is not other.category or outcome == TIED or own.category in BY_POINTS:
        return Versus(name_of(own), name_of(other), outcome)
    mine, theirs = _ranks(own), _ranks(other)
    place = next(place for place, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
    in_name = RANKS_IN_NAME.get(own.category, len(mine))
    told_by_names = place < in_name and (own.category not in ALL_IN_NAME or place == 0)
    deciding = None if told_by_names else max(mine[place], theirs[place])
    return Versus(name_of(own, place + 1), name_of(other, place + 1), outcome, deciding)


def name_of(hand: HandValue, ranks: int = 0) -> str:
    """A hand by name, with the kickers among so many of its ranks.

    >>> name_of(ranking("standard").rank("Ts Td 6c 6h Qs"), 3)
    'two pair, tens and sixes, queen kicker'
    """
    known = _ranks(hand)
    if hand.category is Category.HIGH_CARD and len(known) == 1:
        return RANK_NAMES[known[0]]
    in_name = RANKS_IN_NAME.get(hand.category, len(known))
    kickers = [RANK_NAMES[rank] for rank in known[in_name:ranks]]
    told = f", {listed(kickers)} kicker{'s' if len(kickers) > 1 else ''}" if kickers else ""
    return f"{plain(hand.name)}{told}"


def _ranks(hand: HandValue) -> tuple[int, ...]:
    return ranking(hand.system).strength_of(hand.value)[1:]


def playing_cards(hand: ShownHand) -> tuple[Card, ...]:
    """The cards of a shown hand that make it what it is: the fewest, from high to low, that are worth as much."""
    ranked, cards = ranking(hand.value.system), descending(hand.plays_from or hand.cards)
    if ranked.system.whole:
        return cards
    for size in range(ranked.system.hand_size, len(cards) + 1):
        for some in combinations(cards, size):
            if ranked.value(some) == hand.value.value:
                return some
    return cards


def of_rank(cards: tuple[Card, ...], rank: int | None) -> tuple[Card, ...]:
    """The cards of a rank; none where there is none to look for."""
    return tuple(card for card in cards if not is_joker(card) and rank_of(card) == rank)
