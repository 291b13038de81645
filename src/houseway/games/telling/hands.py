"""The names of hands in sentences, and two hands compared in one sentence, down to the card that decides.

This is the one dictionary for hands: the page, the terminal, the report and the round log take their names from here
or from `houseway.ranking`, on which it rests.
"""

from dataclasses import dataclass
from itertools import combinations

from houseway.cards.card import RANK_NAMES, Card, is_joker, rank_of
from houseway.games.engine.action import descending
from houseway.games.engine.shown_hand import ShownHand
from houseway.games.telling.words import listed, plain
from houseway.ranking import ranking
from houseway.ranking.category import Category, HandValue, with_article
from houseway.ranking.points import BY_POINTS

RANKS_IN_NAME = {
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FOUR_OF_A_KIND: 1,
}
"""How many of the ranks that break ties a hand's name has already; the others are kickers."""

HIGH_CARD = f"{Category.HIGH_CARD}, "
ALL_IN_NAME = (Category.HIGH_CARD, Category.FLUSH)
WON, LOST, TIED = "won", "lost", "tied"
VERBS = {WON: "beats", LOST: "loses to", TIED: "ties"}
PLURAL = {"beats": "beat", "loses": "lose", "ties": "tie"}


@dataclass(frozen=True, slots=True)
class Versus:
    """One hand against another: both names, the outcome, and the rank that decides where both are of one kind.

    `decided_by` is "kicker" if that rank is a kicker, and empty if it is part of the hand itself.
    """

    own: str
    other: str
    outcome: str
    deciding: int | None = None
    decided_by: str = ""

    def sentence(self, whose: str = "", named: str = "") -> str:
        """Compare the two hands, and name the card that decides unless the hands' names do.

        `whose` and `named` say whose the other hand and one's own are; a hand that is nobody's gets its article.

        >>> Versus("pair of tens", "pair of nines", "won").sentence("the dealer's ")
        "a pair of tens beats the dealer's pair of nines"
        >>> Versus("9 points", "7 points", "won").sentence("Banker's ", "Player's ")
        "Player's 9 points beat Banker's 7 points"
        """
        own = f"{named}{self.own}" if named else with_article(self.own)
        other = f"{whose}{self.other}" if whose else with_article(self.other)
        pause = "," if "," in self.own else ""
        rank = "" if self.deciding is None else " ".join(filter(None, (RANK_NAMES[self.deciding], self.decided_by)))
        return f"{own}{pause} {self._verb} {other}{f'. The {rank} decides' if rank else ''}"

    @property
    def _verb(self) -> str:
        verb = VERBS[self.outcome]
        if not self.own.endswith(" points"):
            return verb
        first, _, rest = verb.partition(" ")
        return f"{PLURAL[first]} {rest}".strip()


def versus(own: HandValue, other: HandValue) -> Versus:
    """Compare two hands of one ranking system."""
    outcome = WON if own > other else LOST if own < other else TIED
    if own.category is not other.category or outcome == TIED or own.category in BY_POINTS:
        return Versus(name_of(own), name_of(other), outcome)
    mine, theirs = _ranks(own), _ranks(other)
    place = next(place for place, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
    in_name = RANKS_IN_NAME.get(own.category, len(mine))
    told_by_names = place < in_name and (own.category not in ALL_IN_NAME or place == 0)
    if told_by_names:
        return Versus(name_of(own, place + 1), name_of(other, place + 1), outcome)
    decided_by = "kicker" if place >= in_name else ""
    deciding = max(mine[place], theirs[place])
    return Versus(name_of(own, place + 1), name_of(other, place + 1), outcome, deciding, decided_by)


def name_of(hand: HandValue, ranks: int = 0) -> str:
    """Return a hand's name, with the kickers among its first `ranks` ranks.

    Of a high card hand, one rank is enough for its name, more ranks name all its cards.

    >>> name_of(ranking("standard").rank("Ts Td 6c 6h Qs"), 3)
    'two pair, tens and sixes, with a queen kicker'
    >>> name_of(ranking("three-card").rank("Qs Jd 9c")), name_of(ranking("three-card").rank("Qs Jd 9c"), 1)
    ('queen high, Q-J-9', 'queen high')
    """
    known = _ranks(hand)
    if hand.category is Category.HIGH_CARD:
        rank = RANK_NAMES[known[0]]
        if len(known) == 1:
            return rank
        return f"{rank} high" if ranks == 1 else f"{rank} high, {plain(hand.name).removeprefix(HIGH_CARD)}"
    in_name = RANKS_IN_NAME.get(hand.category, len(known))
    kickers = [RANK_NAMES[rank] for rank in known[in_name:ranks]]
    return f"{plain(hand.name)}{_with_kickers(kickers, plain(hand.name))}"


def _with_kickers(kickers: list[str], name: str) -> str:
    if not kickers:
        return ""
    pause = "," if "," in name else ""
    if len(kickers) == 1:
        return f"{pause} with {'an' if kickers[0][0] in 'ae' else 'a'} {kickers[0]} kicker"
    return f"{pause} with {listed(kickers)} kickers"


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
