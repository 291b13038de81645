"""A short rule list for players: which cards to hold, line by line. The first line that fits the hand counts.

A line names a group of cards: of a kind, to a flush, to a straight. A joker belongs to any. If a hand has several such
groups, the one that fits the most straights counts, then the one of higher ranks.

The lines are written for the letter's pay tables and the joker as bug. They can be played under any table and reading,
and their cost against the optimal strategy is computed for each. The method page says how they were found.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Any

from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import FORMAT, RULE_LIST, plain_fields
from houseway.cards.card import ACE, JOKERS, N_RANKS, N_SUITS, RANKS, Card, is_joker, rank_of, suit_of
from houseway.cards.symmetry import Permutation, image, renamed, suit_symmetries
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.strategies.double_draw_poker import DRAW, FOLD
from houseway.games.titles.double_draw_poker import MOST_DISCARDS, PACKET, DoubleDrawPoker
from houseway.ranking import Category, ranking

STRAIGHT_CARDS = 5
WHEEL = (ACE, 0, 1, 2, 3)
JOKER = N_RANKS
"""The rank that represents a joker."""
HIGHER_STRAIGHTS = tuple(tuple(range(low, low + STRAIGHT_CARDS)) for low in range(N_RANKS - STRAIGHT_CARDS + 1))

Cards = tuple[Card, ...]


def rank_as_paired(card_id: Card) -> int:
    """Return the rank by which a card pairs up. A joker is an ace (DD-0b)."""
    return ACE if is_joker(card_id) else rank_of(card_id)


def of_a_kind(hand: Sequence[Card]) -> list[Cards]:
    """Return the cards by rank, with jokers as aces: the largest group first, then the highest."""
    return [tuple(hand[at] for at in places) for places in _places_by_rank(tuple(map(rank_as_paired, hand)))]


@lru_cache(maxsize=1 << 14)
def _places_by_rank(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(tuple(at for at, each in enumerate(ranks) if each == rank) for rank in order)


@lru_cache(maxsize=1 << 14)
def straights_of(ranks: tuple[int, ...], wheel: bool) -> int:
    """Return how many straights contain all these ranks, or 0 if one of them occurs twice.

    >>> straights_of((7, 8, 9, 10), wheel=True), straights_of((9, 12), wheel=True), straights_of((12, 3), wheel=True)
    (2, 1, 1)
    """
    if len(set(ranks)) < len(ranks):
        return 0
    straights = (WHEEL, *HIGHER_STRAIGHTS) if wheel else HIGHER_STRAIGHTS
    return sum(set(ranks) <= set(straight) for straight in straights)


def _naturals(cards: Iterable[Card]) -> list[Card]:
    return [card_id for card_id in cards if not is_joker(card_id)]


Score = tuple[int, ...]
"""The number of straights that a group fits, then its ranks from the highest down. Greater is better."""


@lru_cache(maxsize=1 << 16)
def _score(ranks: tuple[int, ...], wheel: bool) -> Score:
    naturals = tuple(sorted((rank for rank in ranks if rank != JOKER), reverse=True))
    return straights_of(naturals, wheel), *naturals


@lru_cache(maxsize=1 << 16)
def _best_group(ranks: tuple[int, ...], size: int, wheel: bool, least: int) -> tuple[Score, tuple[int, ...]]:
    """Return the places of the best group of `size` cards that fits at least `least` straights, or nothing."""
    groups = [(_score(tuple(ranks[at] for at in places), wheel), places) for places in _places(len(ranks), size)]
    fitting = [each for each in groups if each[0][0] >= least]
    return max(fitting, key=lambda each: each[0], default=((), ()))


@cache
def _places(n_cards: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(n_cards), size))


def _ranks(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(JOKER if is_joker(card_id) else rank_of(card_id) for card_id in cards)


def to_a_straight(cards: Sequence[Card], size: int, *, wheel: bool, least: int = 1) -> Cards:
    """Return `size` cards that fit at least `least` straights, or nothing if there are none."""
    return tuple(cards[at] for at in _best_group(_ranks(cards), size, wheel, least)[1])


@lru_cache(maxsize=1 << 8)
def suits_of(hand: Cards) -> tuple[Cards, ...]:
    """Return the cards of each suit in the hand, with the jokers."""
    jokers = tuple(card_id for card_id in hand if is_joker(card_id))
    by_suit: list[list[Card]] = [[] for _ in range(N_SUITS)]
    for card_id in _naturals(hand):
        by_suit[suit_of(card_id)].append(card_id)
    return tuple((*same, *jokers) for same in by_suit if same)


def to_a_straight_flush(hand: Sequence[Card], size: int, *, wheel: bool, least: int = 1) -> Cards:
    """Return `size` cards of one suit that fit at least `least` straights, or nothing if there are none."""
    best: tuple[Score, Cards] = ((), ())
    for same in suits_of(tuple(hand)):
        score, places = _best_group(_ranks(same), size, wheel, least)
        if score > best[0]:
            best = score, tuple(same[at] for at in places)
    return best[1]


def to_a_flush(hand: Sequence[Card], size: int, *, wheel: bool) -> Cards:
    """Return `size` cards of one suit, or nothing if there are none."""
    return to_a_straight_flush(hand, size, wheel=wheel, least=0)


def describe(held: Sequence[Card], *, wheel: bool) -> str:
    """Return a short description of a held group.

    >>> from houseway.cards import parse_cards
    >>> [describe(parse_cards(text), wheel=True) for text in ("9s 9d Ah", "Jk 8d 9d", "Ks 7s 2s", "Jk Jk")]
    ['pair and ace', '3 to a straight flush', '3 to a flush', 'pair of aces']
    """
    groups = of_a_kind(held)
    sizes = tuple(len(group) for group in groups)
    if named := _KINDS.get(sizes):
        top = rank_as_paired(groups[0][0])
        if sizes == (2, 1):
            return f"{named} and {'ace' if rank_as_paired(groups[1][0]) == ACE else 'kicker'}"
        return f"{named} of aces" if top == ACE and sizes in ((2,), (3,)) else named
    one_suit = len({suit_of(card_id) for card_id in _naturals(held)}) <= 1
    fits = bool(_score(_ranks(held), wheel)[0])
    kind = {(True, True): "straight flush", (True, False): "flush", (False, True): "straight"}.get((one_suit, fits))
    if len(held) == 1:
        return "joker" if is_joker(held[0]) else RANKS[rank_of(held[0])]
    return f"{len(held)} to a {kind}" if kind else f"{len(held)} cards"


_KINDS = {
    (2,): "pair",
    (2, 1): "pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (4,): "four of a kind",
    (3, 1): "three of a kind and kicker",
}


STRAIGHT_FLUSH_OR_BETTER = (
    Category.STRAIGHT_FLUSH,
    Category.WILD_ROYAL_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
)


@dataclass(frozen=True, slots=True)
class Player:
    """The rules' view of the game: its ranking, and whether A-2-3-4-5 is a straight."""

    system: str
    wheel: bool


@lru_cache(maxsize=1 << 10)
def _category(system: str, hand: Cards) -> Category:
    order = ranking(system)
    return order.category_of(order.value(hand))


Find = Callable[[Player, Cards], Cards]
"""A function that returns the cards of a hand that a rule holds, or none if the rule does not fit."""


@dataclass(frozen=True)
class Hold:
    """The hold of a rule, as data: a kind of cards, their number, how many straights they fit, at which draws."""

    kind: str
    draws: tuple[int, ...]
    size: int = 0
    fits: int = 0
    categories: tuple[Category, ...] = ()

    def of(self, player: Player, hand: Cards) -> Cards:
        """Return the cards of a hand that are held, or none if it has none of the kind."""
        if self.kind == ALL_FIVE:
            return hand if _category(player.system, hand) in self.categories else ()
        if self.kind == SUITED:
            return to_a_straight_flush(hand, self.size, wheel=player.wheel, least=self.fits)
        if self.kind == FLUSH:
            return to_a_flush(hand, self.size, wheel=player.wheel)
        if self.kind == STRAIGHT:
            return to_a_straight(hand, self.size, wheel=player.wheel, least=self.fits)
        return _FOUND[self.kind](player, hand)

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form for JSON."""
        return plain_fields(self, self.kind)


ALL_FIVE, SUITED, FLUSH, STRAIGHT = "all five", "suited", "to a flush", "to a straight"


def joker_to_a_straight(player: Player, hand: Cards) -> Cards:
    """Return a joker and three more cards to a straight."""
    found = to_a_straight(hand, 4, wheel=player.wheel)
    return found if any(map(is_joker, found)) else ()


def aces(hand: Cards) -> Cards:
    """Return the aces of a hand, jokers included."""
    return tuple(card_id for card_id in hand if rank_as_paired(card_id) == ACE)


def three_aces(player: Player, hand: Cards) -> Cards:
    """Return three or more aces, jokers included."""
    return aces(hand) if len(aces(hand)) >= 3 else ()


def three_of_a_kind(player: Player, hand: Cards) -> Cards:
    """Return three or four of a kind."""
    largest = of_a_kind(hand)[0]
    return largest if len(largest) >= 3 else ()


def two_pair(player: Player, hand: Cards) -> Cards:
    """Return two pair."""
    first, second = of_a_kind(hand)[:2]
    return (*first, *second) if len(first) == len(second) == 2 else ()


def pair_of_aces(player: Player, hand: Cards) -> Cards:
    """Return two aces, jokers included.

    With one joker, also return a card of the ace's suit that fits a straight with the ace.
    """
    pair = aces(hand)
    if len(pair) != 2:
        return ()
    naturals = [card_id for card_id in hand if not is_joker(card_id)]
    if len(naturals) != PACKET - 1:
        return pair
    return _with_ace(player, tuple(naturals), _suited_straight, joker=pair[1:]) or pair


def _suited_straight(player: Player, pair: Cards) -> Cards:
    return to_a_straight_flush(pair, 2, wheel=player.wheel)


def ace_and_suited(player: Player, hand: Cards) -> Cards:
    """Return an ace and a card of its suit."""
    return _with_ace(player, hand, lambda player, pair: to_a_flush(pair, 2, wheel=player.wheel))


def ace_and_straight(player: Player, hand: Cards) -> Cards:
    """Return an ace and a card that fits a straight with it."""
    return _with_ace(player, hand, lambda player, pair: to_a_straight(pair, 2, wheel=player.wheel))


def _with_ace(player: Player, hand: Cards, hold: Find, joker: Cards = ()) -> Cards:
    """Return the best two cards of a kind of which one is a natural ace, and a joker if it is given."""
    ace = [card_id for card_id in hand if not is_joker(card_id) and rank_of(card_id) == ACE]
    pairs = ((one, other) for one in hand if one not in ace and not is_joker(one) for other in ace)
    found = [held for pair in sorted(pairs, reverse=True) if (held := hold(player, pair))]
    best = max(found, key=lambda held: bool(to_a_straight(held, 2, wheel=player.wheel)), default=())
    return (*best, *joker) if best else ()


def pair_with_ace(player: Player, hand: Cards) -> Cards:
    """Return a pair, and an ace or joker if there is one."""
    pair = of_a_kind(hand)[0]
    return (*pair, *(card_id for card_id in aces(hand) if card_id not in pair)) if len(pair) == 2 else ()


FIRST, SECOND = 1, 2
BOTH = (FIRST, SECOND)
THREE_ACES, OF_A_KIND, TWO_PAIR, PAIR_OF_ACES = "three aces", "of a kind", "two pair", "pair of aces"
JOKER_STRAIGHT, PAIR_WITH_ACE, ACE_SUITED, ACE_STRAIGHT = "joker to a straight", "pair", "suited ace", "ace"
_FOUND: dict[str, Find] = {
    THREE_ACES: three_aces,
    OF_A_KIND: three_of_a_kind,
    TWO_PAIR: two_pair,
    PAIR_OF_ACES: pair_of_aces,
    JOKER_STRAIGHT: joker_to_a_straight,
    PAIR_WITH_ACE: pair_with_ace,
    ACE_SUITED: ace_and_suited,
    ACE_STRAIGHT: ace_and_straight,
}


@dataclass(frozen=True)
class Line:
    """One line: its words, and its holds, in order."""

    text: str
    holds: tuple[Hold, ...]


LINES = (
    Line("A straight flush or five aces: hold all five.", (Hold(ALL_FIVE, BOTH, categories=STRAIGHT_FLUSH_OR_BETTER),)),
    Line("First draw: three or four aces, jokers counted as aces: hold them.", (Hold(THREE_ACES, (FIRST,)),)),
    Line("A full house: hold all five.", (Hold(ALL_FIVE, BOTH, categories=(Category.FULL_HOUSE,)),)),
    Line(
        "At the second draw four suited cards that fit three different straights or more (a joker is any card of a "
        "straight or flush), or else three or four of a kind: hold them.",
        (Hold(SUITED, (SECOND,), 4, fits=3), Hold(OF_A_KIND, BOTH)),
    ),
    Line("First draw: four to a straight flush: hold them.", (Hold(SUITED, (FIRST,), 4, fits=1),)),
    Line(
        "A straight or a flush: hold all five.",
        (Hold(ALL_FIVE, BOTH, categories=(Category.STRAIGHT, Category.FLUSH)),),
    ),
    Line(
        "Four to a straight flush, or else two pair: hold them.",
        (Hold(SUITED, BOTH, 4, fits=1), Hold(TWO_PAIR, BOTH)),
    ),
    Line(
        "First draw: a pair of aces, jokers counted as aces: hold it; with an ace and a joker also the highest card of "
        "the ace's suit that fits a straight with it.",
        (Hold(PAIR_OF_ACES, (FIRST,)),),
    ),
    Line(
        "Four cards that fit three straights or more, or else, at the first draw, three suited that do: hold them.",
        (Hold(STRAIGHT, BOTH, 4, fits=3), Hold(SUITED, (FIRST,), 3, fits=3)),
    ),
    Line(
        "Four to a flush, or else four cards that fit two straights or, at the second draw, with a joker one: hold "
        "them.",
        (Hold(FLUSH, BOTH, 4), Hold(STRAIGHT, BOTH, 4, fits=2), Hold(JOKER_STRAIGHT, (SECOND,))),
    ),
    Line(
        "At the first draw three suited cards that fit two straights, or else any pair with an ace or joker if there "
        "is one: hold them.",
        (Hold(SUITED, (FIRST,), 3, fits=2), Hold(PAIR_WITH_ACE, BOTH)),
    ),
    Line(
        "First draw: three to a straight flush, or else two suited cards that fit four straights or more: hold them.",
        (Hold(SUITED, (FIRST,), 3, fits=1), Hold(SUITED, (FIRST,), 2, fits=4)),
    ),
    Line(
        "First draw: three to a flush, or else an ace and a card of its suit: hold them.",
        (Hold(FLUSH, (FIRST,), 3), Hold(ACE_SUITED, (FIRST,))),
    ),
    Line(
        "At the first draw two to a straight flush, or else four to any straight, or else, at the first draw, an ace "
        "and a card that fits a straight with it: hold them; with less, fold.",
        (Hold(SUITED, (FIRST,), 2, fits=1), Hold(STRAIGHT, BOTH, 4, fits=1), Hold(ACE_STRAIGHT, (FIRST,))),
    ),
)
LAST_LINE = (
    "Of several such groups hold the one that fits more straights, then the one of higher ranks. At the second draw "
    "throw only one of the cards that the line does not hold: of the rank that you threw most often at the first draw, "
    "else the lowest."
)


def holds(draw: int) -> Iterator[tuple[Line, Hold]]:
    """Return the holds of the lines at a draw, in order."""
    return ((line, hold) for line in LINES for hold in line.holds if draw in hold.draws)


@dataclass(frozen=True)
class RuleList:
    """The rules as a strategy for a seat. `cost` is their cost, in Antes per round, once it is computed."""

    game: DoubleDrawPoker
    cost: Fraction = Fraction(0)

    name = RULE_LIST

    @cached_property
    def player(self) -> Player:
        """Return how this table reads jokers and A-2-3-4-5."""
        return Player(self.game.bonus_table.form.system, self.game.reading("DD-R4") == "yes")

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words."""
        return (*(line.text for line in LINES), LAST_LINE)

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form for JSON: the holds of each line, in order."""
        return {"format": FORMAT, "holds": [[hold.to_plain() for hold in line.holds] for line in LINES]}

    def choose(self, view: View) -> Action:
        """Return the rules' action for the seat's hand.

        The rules may not say which of two cards to hold if they differ by suit only. Hands that are alike up to suits
        are played alike. The choice is made for the least of them.
        """
        assert view.seat is not None
        hand, dead = view.cards("hand", view.seat), view.cards("discards", view.seat)
        most = max(len(action.cards) for action in view.legal_actions)
        return self.applied(hand, dead, last_draw=most == MOST_DISCARDS[-1]).action

    def applied(self, hand: Cards, dead: Cards, *, last_draw: bool) -> AppliedRule:
        """Return the line that fits a hand, given the cards discarded before, and the resulting action."""
        least, suits = _least(hand, self.game)
        line, held = self._fitting(least, last_draw=last_draw)
        if not held:
            return AppliedRule(line.text, FOLD)
        others = [card_id for card_id in least if card_id not in held]
        if last_draw:
            others = [thrown(others, dead)] if others else []
        back = {renamed(_first_joker(card_id, hand), suits): card_id for card_id in hand}
        return AppliedRule(line.text, Action(DRAW, descending(back[card_id] for card_id in others)))

    def held(self, hand: Cards, *, last_draw: bool) -> Cards:
        """Return the cards to hold, possibly fewer than can be kept. None means to fold."""
        return self._fitting(hand, last_draw=last_draw)[1]

    def _fitting(self, hand: Cards, *, last_draw: bool) -> tuple[Line, Cards]:
        """Return the first line that fits, with its hold, or the last line, which holds nothing."""
        lines = holds(SECOND if last_draw else FIRST)
        found = ((line, hold.of(self.player, hand)) for line, hold in lines)
        return next(((line, held) for line, held in found if held), (LINES[-1], ()))


def thrown(others: list[Card], dead: Cards) -> Card:
    """Return the card to discard at the second draw: the rank discarded most often before, of these the lowest."""
    times = Counter(map(rank_as_paired, dead))
    return min(others, key=lambda card_id: (-times[rank_as_paired(card_id)], card_id))


def _first_joker(card_id: Card, hand: Cards) -> Card:
    """Return a single joker as the first one. Of two, each stays itself."""
    first, second = JOKERS
    return first if card_id == second and first not in hand else card_id


def _least(hand: Cards, game: DoubleDrawPoker) -> tuple[Cards, Permutation]:
    """Return the least hand that differs by suits only, in ascending order, and the renaming that gives it."""
    single = tuple(_first_joker(card_id, hand) for card_id in hand)
    (least,), suits = min((image((single,), suits), suits) for suits in suit_symmetries(game.deck))
    return least, suits
