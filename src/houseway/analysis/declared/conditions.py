"""Conditions of the rules of declared titles on the cards in sight: each in words, as a check and as plain data.

The checks of `StudHand` and `BoardHand` work on single numbers and on arrays. So the same lines price a rule over all
hands and apply it to one.

Starting hands name many hands of two cards in a few words: any ace, K-5+, Q-6+ suited, pairs 3-3+.

A plus means all hands up to the highest: K-5+ is K-5 to K-Q, 3-3+ is 3-3 to A-A. Without a word about suits, hands of
one suit and of two suits are both meant.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from houseway.analysis.declared.private_showdown.pick_conditions import FiveOrThree, RankAtLeast
from houseway.analysis.results.rules import FORMAT, Condition, HandCut, Rule, Rules, Seen, Step, plain_fields
from houseway.cards.card import ACE, RANK_NAMES, RANK_PLURALS, RANKS, rank_of, suit_of
from houseway.ranking import ranking

COUNTED = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class HandAtLeast:
    """The condition that the player's cards make at least a hand."""

    cut: HandCut

    @property
    def text(self) -> str:
        """Return the lowest hand that meets the condition, or better."""
        return str(self.cut)

    def holds(self, seen: Seen) -> bool:
        """Return whether the strength of the hand is enough."""
        order = ranking(self.cut.system)
        return order.strength_of(order.value(seen.own)) >= self.cut.lowest

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {"kind": "hand at least", **self.cut.to_plain()}


Up = tuple[int, int]
"""Up cards by the frequency of their most frequent rank, and the highest such rank."""


@dataclass(frozen=True, slots=True)
class UpCards:
    """The condition that the dealer's up cards are of a kind from the first to the last."""

    n_up: int
    first: Up
    last: Up

    shares_a_line = True

    @property
    def text(self) -> str:
        """Return the dealer's up cards in words.

        >>> UpCards(1, (1, 0), (1, 2)).text, UpCards(3, (1, 12), (2, 0)).text
        ('Dealer shows 2 to 4', 'Dealer shows ace high to a pair of deuces')
        """
        first, last = shown_up(self.n_up, self.first), shown_up(self.n_up, self.last)
        return f"Dealer shows {first}" if first == last else f"Dealer shows {first} to {last}"

    def holds(self, seen: Seen) -> bool:
        """Return whether the kind of the up cards is in the range."""
        counts = Counter(map(rank_of, seen.up))
        kind = max((times, rank) for rank, times in counts.items())
        return self.first <= kind <= self.last

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {"kind": "up cards", "n_up": self.n_up, "first": list(self.first), "last": list(self.last)}


def shown_up(n_up: int, kind: Sequence[int]) -> str:
    """Return up cards of a kind in words."""
    times, rank = kind
    if times > 1:
        return f"{'a pair of' if times == 2 else 'three' if times == 3 else 'four'} {RANK_PLURALS[rank]}"
    return RANKS[rank] if n_up == 1 else f"{RANK_NAMES[rank]} high"


KEPT = (
    "nothing of these kinds",
    "cards that fit a straight",
    "suited cards",
    "suited cards that fit a straight",
    "cards of one rank",
)
"""Cards to keep in a draw, the best kind last."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The best kind of cards that a hand can keep, as a place in `KEPT`."""

    best: int

    @property
    def text(self) -> str:
        """Return the cards to keep in words."""
        return f"With {KEPT[self.best]} to keep"

    def holds(self, seen: Seen) -> bool:
        """Return whether the family finds this kind of cards to keep."""
        return bool(seen.facts["kept"] == self.best)

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {"kind": "kept", "best": self.best}


NOTHING, LOW_PAIR, PUSHED_PAIR, PAID_PAIR, TWO_PAIR, THREE_OR_MORE = range(6)
"""Hands that cards of a staged stud can have made; a pair by its payout."""


@dataclass(frozen=True, slots=True)
class StudHand:
    """The least that cards in sight of a staged stud have. `gaps` is the most, 0 or more if they must fit a straight.

    `pair` is the lowest rank of a sufficient pair, where `made` asks for one that is paid or gets the money back.
    """

    n_seen: int
    made: int = NOTHING
    pair: int = 0
    points: int = 0
    suited: int = 0
    gaps: int = -1
    unpaired: bool = False

    @property
    def text(self) -> str:
        """Return all parts of the condition in words.

        >>> StudHand(3, suited=3, gaps=1, points=4).text, StudHand(3, made=PUSHED_PAIR, pair=4).text
        ('3 to a straight flush with at most 1 gap and 4 points or more', 'a pair of sixes or better')
        """
        return " and ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        if self.made:
            lowest = f"a pair of {RANK_PLURALS[self.pair]} or better"
            yield {
                LOW_PAIR: "a pair or better",
                TWO_PAIR: "two pair or better",
                THREE_OR_MORE: "three of a kind or better",
            }.get(self.made, lowest)
        whole = self.suited == self.n_seen
        if self.gaps >= 0:
            inside = "no gap" if not self.gaps else f"at most {self.gaps} gap{'s' if self.gaps > 1 else ''}"
            yield f"{self.n_seen} to a straight {'flush ' if whole else ''}with {inside}"
        elif self.suited:
            yield f"{self.suited} cards of a suit" + ("" if whole else " or more")
        if self.points:
            yield f"{self.points} points or more{' without a pair' if self.unpaired else ''}"

    def met(self, facts: Mapping[str, Any]) -> Any:
        """Return whether numbers, or arrays of them, are enough: made, points, suited and gaps."""
        enough = (facts["made"] >= self.made) & (facts["points"] >= self.points) & (facts["suited"] >= self.suited)
        if self.unpaired:
            enough = enough & (facts["made"] == NOTHING)
        return enough if self.gaps < 0 else enough & (facts["gaps"] <= self.gaps)

    def holds(self, seen: Seen) -> bool:
        """Return whether the facts about the cards meet the condition."""
        return bool(self.met(seen.facts))

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return plain_fields(self, "stud hand")


NO_PAIR, HIDDEN_PAIR, SECOND_PAIR, TOP_PAIR, HIDDEN_BETTER = range(5)
HIDDEN_TEXTS = {
    HIDDEN_PAIR: "a hidden pair or better",
    SECOND_PAIR: "a hidden second pair or better",
    TOP_PAIR: "a hidden top pair or better",
    HIDDEN_BETTER: "hidden two pair or better",
}


@dataclass(frozen=True, slots=True)
class BoardHand:
    """The least that two cards with the board have. `outs` is the dealer's most, 0 or more if outs are asked about.

    `flush` is one more than the rank of the player's card in a sufficient four to a flush, 1 where any will do.
    `straight` is how many ranks would complete a straight of `length` cards.
    """

    length: int
    made: int = 0
    high: int = 0
    low: int = 0
    flush: int = 0
    straight: int = 0
    outs: int = -1

    @property
    def text(self) -> str:
        """Return all parts of the condition in words.

        >>> BoardHand(5, high=12, low=6).text, BoardHand(5, flush=9).text, BoardHand(5, outs=20).text
        ('an ace of yours and both your cards eight or higher', 'four to a flush with your ten or higher in it', \
'at most 20 dealer outs')
        """
        return " and ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        if self.made:
            yield HIDDEN_TEXTS[self.made]
        if self.high:
            yield f"{_an(self.high)}{_or_higher(self.high)} of yours" if self.high < ACE else "an ace of yours"
        if self.low:
            yield f"both your cards {RANK_NAMES[self.low]}{'s' if self.low == ACE else _or_higher(self.low)}"
        if self.flush:
            in_it = f" with your {RANK_NAMES[self.flush - 1]}{_or_higher(self.flush - 1)} in it"
            yield f"{COUNTED[self.length - 1]} to a flush{in_it if self.flush > 1 else ''}"
        if self.straight:
            yield f"{COUNTED[self.length - 1]} to a straight{' in two ways' if self.straight > 1 else ''}"
        if self.outs >= 0:
            yield f"at most {self.outs} dealer out{'' if self.outs == 1 else 's'}"

    def met(self, facts: Mapping[str, Any]) -> Any:
        """Return whether numbers, or arrays of them, are enough."""
        asked = ((name, getattr(self, name)) for name in ("made", "high", "low", "flush", "straight"))
        enough: Any = True
        for name, least in asked:
            if least:
                enough = enough & (facts[name] >= least)
        return enough if self.outs < 0 else enough & (facts["outs"] <= self.outs)

    def holds(self, seen: Seen) -> bool:
        """Return whether the facts about the cards meet the condition."""
        return bool(self.met(seen.facts))

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return plain_fields(self, "board hand")


def _an(rank: int) -> str:
    return f"{'an' if RANK_NAMES[rank][0] in 'ae' else 'a'} {RANK_NAMES[rank]}"


def _or_higher(rank: int) -> str:
    return "" if rank == ACE else " or higher"


class Two(NamedTuple):
    """A kind of hand of two cards: ranks, and whether of one suit."""

    high: int
    low: int
    suited: bool

    @classmethod
    def of(cls, one: int, other: int) -> "Two":
        """Return the kind of two cards."""
        high, low = sorted((rank_of(one), rank_of(other)), reverse=True)
        return cls(high, low, suit_of(one) == suit_of(other))


SUITED, OFFSUIT = "suited", "offsuit"


@dataclass(frozen=True, slots=True)
class StartingHands:
    """Hands of two cards from the first to the last: pairs, or those with one shared rank.

    `suits` is one of suited and offsuit, or empty where both are meant. `name` is the name of all of them together: any
    ace, any pair, every hand; or a plus, for all up to the highest.
    """

    first: tuple[int, int]
    last: tuple[int, int]
    suits: str = ""
    name: str = ""

    @property
    def text(self) -> str:
        """Return the hands as players write them.

        >>> StartingHands((11, 3), (11, 10), name="+").text, StartingHands((1, 0), (5, 0), OFFSUIT).text
        ('K-5+', '3-2 to 7-2 offsuit')
        """
        if self.name not in ("", "+"):
            return self.name
        first, last = ("-".join(RANKS[rank] for rank in ranks) for ranks in (self.first, self.last))
        span = f"{first}+" if self.name else first if first == last else f"{first} to {last}"
        return f"{span} {self.suits}" if self.suits else span

    def holds(self, seen: Seen) -> bool:
        """Return whether the two cards are among the hands."""
        return self.has(Two.of(*seen.own))

    def has(self, hand: Two) -> bool:
        """Return whether a kind of hand is among them."""
        if self.name == "every hand":
            return True
        if self.suits and hand.suited is not (self.suits == SUITED):
            return False
        if (self.first[0] == self.first[1]) is not (hand.high == hand.low):
            return False
        (low_high, low_low), (high_high, high_low) = self.first, self.last
        return low_high <= hand.high <= high_high and low_low <= hand.low <= high_low

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return plain_fields(self, "starting hands")


def rules_from_plain(plain: Mapping[str, Any], cost: Fraction) -> Rules | None:
    """Return the rule list of a plain form; None where the form is an older one, or of a game with a special form."""
    if plain.get("format") != FORMAT or "rules" not in plain:
        return None
    rules = tuple(map(_rule, plain["rules"]))
    return Rules(rules, cost, tuple(plain.get("notes", ())))


def _rule(plain: Mapping[str, Any]) -> Rule:
    where = plain.get("where")
    return Rule(
        takes=tuple(Step(*step) for step in plain["takes"]),
        when=tuple(map(_condition, plain["when"])),
        where=None if where is None else _condition(where),
        decision=plain.get("decision", ""),
        after=tuple(Step(*step) for step in plain.get("after", ())),
    )


_KINDS: dict[str, type] = {
    "five or three": FiveOrThree,
    "rank at least": RankAtLeast,
    "up cards": UpCards,
    "kept": Kept,
    "stud hand": StudHand,
    "board hand": BoardHand,
    "starting hands": StartingHands,
}


def _condition(plain: Mapping[str, Any]) -> Condition:
    told = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    del told["kind"]
    if plain["kind"] == "hand at least":
        return HandAtLeast(HandCut.from_plain(dict(plain)))
    found: Condition = _KINDS[plain["kind"]](**told)
    return found


LOWEST, HIGHEST = (0, 0), (ACE, ACE)


def starting_hands(hands: Collection[Two], among: Collection[Two]) -> tuple[StartingHands, ...]:
    """Return some of the possible kinds of hands by their higher or by their lower cards, whichever is shorter.

    >>> aces = [Two(12, low, suited) for low in range(12) for suited in (False, True)]
    >>> tens = [Two(8, 7, True), Two(8, 6, True), Two(8, 5, True)]
    >>> found = starting_hands([*aces, *tens[:2], Two(3, 3, False)], [*aces, *tens, Two(3, 3, False), Two(4, 4, False)])
    >>> [each.text for each in found]
    ['5-5', 'any ace', 'T-8+ suited']
    """
    if set(hands) == set(among):
        return (StartingHands(LOWEST, HIGHEST, name="every hand"),)
    pairs = list(_paired(_pairs(hands), _pairs(among)))
    ways = [list(_unpaired(hands, among, by_high)) for by_high in (True, False)]
    return (*pairs, *min(ways, key=lambda way: len("; ".join(each.text for each in way))))


def in_words(hands: Collection[Two], among: Collection[Two]) -> str:
    """Return the same in words."""
    return "; ".join(each.text for each in starting_hands(hands, among))


def _pairs(hands: Collection[Two]) -> list[int]:
    return sorted({hand.high for hand in hands if hand.high == hand.low})


def _paired(ranks: Sequence[int], among: Sequence[int]) -> Iterator[StartingHands]:
    """Yield pairs, from the lowest."""
    if ranks and ranks == among:
        yield StartingHands(LOWEST, HIGHEST, name="any pair")
        return
    for low, high, to_the_top in _spans(ranks, among):
        yield StartingHands((low, low), (high, high) if not to_the_top else HIGHEST, name=_plus(to_the_top))


def _unpaired(hands: Collection[Two], among: Collection[Two], by_high: bool) -> Iterator[StartingHands]:
    """Yield all hands but pairs, one named card after the other, the highest first."""
    for named in range(len(RANKS) - 1, -1, -1):
        suited, offsuit = (_others(hands, named, by_high, each) for each in (True, False))
        all_suited, all_offsuit = (_others(among, named, by_high, each) for each in (True, False))
        if not suited and not offsuit:
            continue
        if by_high and named == ACE and (suited, offsuit) == (all_suited, all_offsuit):
            yield StartingHands((ACE, 0), (ACE, ACE - 1), name="any ace")
            continue
        both = [rank for rank in offsuit if rank in suited]
        only = [[rank for rank in ranks if rank not in both] for ranks in (suited, offsuit)]
        told = ((both, all_offsuit, "", ()), (only[0], all_suited, SUITED, suited), (only[1], all_offsuit, OFFSUIT, ()))
        for ranks, of_all, suits, told_with in told:
            for low, high, to_the_top in _spans(ranks, of_all, told_with):
                if by_high:
                    last = named - 1 if to_the_top else high
                    yield StartingHands((named, low), (named, last), suits, _plus(to_the_top))
                else:
                    yield StartingHands((low, named), (high, named), suits)


def _plus(to_the_top: bool) -> str:
    return "+" if to_the_top else ""


def _others(hands: Collection[Two], named: int, by_high: bool, suited: bool) -> list[int]:
    """Return the ranks that occur with a named one."""
    kept = [hand for hand in hands if hand.high != hand.low and hand.suited == suited]
    return sorted(hand.low if by_high else hand.high for hand in kept if (hand.high if by_high else hand.low) == named)


def _spans(
    ranks: Sequence[int], among: Sequence[int], told_with: Sequence[int] = ()
) -> Iterator[tuple[int, int, bool]]:
    """Yield runs of neighbors among the possible ranks, first and last, and whether several go up to the highest.

    Ranks of `told_with` may be named again at the end of a run.
    """
    if not ranks:
        return
    places = [among.index(rank) for rank in ranks]
    told = {among.index(rank) for rank in told_with}
    breaks = [place for place, (one, next_) in enumerate(pairwise(places), 1) if next_ != one + 1]
    for first, last in zip([0, *breaks], [*breaks, len(places)], strict=True):
        low, high = places[first], places[last - 1]
        while high + 1 in told:
            high += 1
        yield among[low], among[high], low < high == len(among) - 1
