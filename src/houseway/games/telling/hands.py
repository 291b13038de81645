"""The names of hands in sentences, and two hands compared in one sentence, down to the card that decides.

This is the one dictionary for hands. The page, the terminal, the report and the round log take their names from here or
from `houseway.ranking`, on which it depends.
"""

import re
from dataclasses import dataclass
from itertools import combinations

from houseway.cards.card import RANK_NAMES, RANKS, Card, is_joker, rank_of
from houseway.games.engine.action import descending
from houseway.games.engine.view import ShownHand
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
"""How many of the ranks that break ties are already in a hand's name. The others are kickers."""

HIGH_CARD = f"{Category.HIGH_CARD}, "
ALL_IN_NAME = (Category.HIGH_CARD, Category.FLUSH)
WON, LOST, TIED = "won", "lost", "tied"
VERBS = {WON: "beats", LOST: "loses to", TIED: "ties"}
PLURAL = {"beats": "beat", "loses": "lose", "ties": "tie"}
_RANK = "(?:10|[2-9TJQKA])"
_HIGH_CARD = re.compile(r"\bhigh card, (?=([2-9TJQKA])-)")
_BARE_HAND = re.compile(
    r"(^|, (?:of \w+ cards )?|: |; |\b(?:against|has|keeps|shows|with) )"
    r"(?=pair\b|suited A-K-Q|(?:[\w-]+ )?(?:straight|flush|full house)\b)",
)
_PAUSE = re.compile(rf"(, (?:{_RANK}(?:-{_RANK})+|\w+ high|\w+s|\w+s (?:and|over) \w+s)) against ")
_ONE_CARD_EACH = re.compile(rf"\b({'|'.join(RANK_NAMES)}) against ({'|'.join(RANK_NAMES)})(?=:|$)")
_OF_THREE = re.compile(r", of (\w+ cards) ")
_REWORDED = (
    (re.compile(r"^the button is at (seat \d+)$"), r"\1 has the button"),
    (re.compile(r"^the uncalled bet goes back to (seat \d+)"), r"the uncalled bet is returned to \1"),
)
"""Lines that older logs have in other words. The log keeps them, and the table shows these."""


@dataclass(frozen=True, slots=True)
class Versus:
    """One hand against another: both names, the outcome, and the rank that decides if both are of one kind.

    `decided_by` is "kicker" if that rank is a kicker, and empty if it is part of the hand itself.
    """

    own: str
    other: str
    outcome: str
    deciding: int | None = None
    decided_by: str = ""

    def sentence(self, whose: str = "", named: str = "") -> str:
        """Compare the two hands, and name the card that decides unless the hands' names do.

        `whose` and `named` name the owners of the other hand and of this one. A hand without an owner gets its article.

        >>> Versus("pair of tens", "pair of nines", "won").sentence("the dealer's ")
        "a pair of tens beats the dealer's pair of nines"
        >>> Versus("9 points", "7 points", "won").sentence("Banker's ", "Player's ")
        "Player's 9 points beat Banker's 7 points"
        """
        own = f"{named}{self.own}" if named else _with_article(self.own)
        other = f"{whose}{self.other}" if whose else _with_article(self.other)
        pause = "," if "," in self.own else ""
        rank = "" if self.deciding is None else " ".join(filter(None, (RANK_NAMES[self.deciding], self.decided_by)))
        return f"{own}{pause} {self._verb} {other}{f'. The {rank} decides' if rank else ''}"

    @property
    def _verb(self) -> str:
        verb = VERBS[self.outcome]
        if " points" not in self.own:
            return verb
        first, _, rest = verb.partition(" ")
        return f"{PLURAL[first]} {rest}".strip()


def _with_article(name: str) -> str:
    """Return a hand's name with its article. A single card has one too."""
    if name in RANK_NAMES:
        return f"{'an' if name[0] in 'ae' else 'a'} {name}"
    return with_article(name)


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


def table_text(text: str) -> str:
    """Write a line of the round log, or the reason of a settlement, with the names that sentences give to hands.

    >>> table_text("Ante, straight, three high against high card, K-9-4: pays 1 to 1")
    'Ante, a straight, three high, against king high, K-9-4: pays 1 to 1'
    >>> table_text("the dealer shows pair of fours"), table_text("3-5 Bonus, pair of 3s, of three cards flush, T-5-3")
    ('the dealer shows a pair of fours', '3-5 Bonus, a pair of threes, and with three cards a flush, 10-5-3')
    """
    named = _HIGH_CARD.sub(
        lambda found: f"{RANK_NAMES[RANKS.index(found[1][0].replace('1', 'T'))]} high, ", plain(text)
    )
    with_articles = _BARE_HAND.sub(lambda found: f"{found[1]}a ", named)
    told = _OF_THREE.sub(r", and with \1 ", _PAUSE.sub(r"\1, against ", with_articles))
    told = _ONE_CARD_EACH.sub(lambda found: f"{_with_article(found[1])} against {_with_article(found[2])}", told)
    for pattern, words in _REWORDED:
        told = pattern.sub(words, told)
    return told


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
    """Return the fewest cards, from high to low, that have the same value as a shown hand."""
    ranked, cards = ranking(hand.value.system), descending(hand.plays_from or hand.cards)
    if ranked.system.whole:
        return cards
    for size in range(ranked.system.hand_size, len(cards) + 1):
        for some in combinations(cards, size):
            if ranked.value(some) == hand.value.value:
                return some
    return cards


def of_rank(cards: tuple[Card, ...], rank: int | None) -> tuple[Card, ...]:
    """Return the cards of a rank, or none if there is no rank."""
    return tuple(card for card in cards if not is_joker(card) and rank_of(card) == rank)
