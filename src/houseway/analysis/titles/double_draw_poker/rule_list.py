"""A short list of rules for people: what to hold, line by line; the first line that fits the hand counts.

The lines are written for the letter's pay tables and the joker as bug; they can be played under any table and reading,
and what they cost against the best play is computed for each. How they were found is told in the method page.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.titles.double_draw_poker.patterns import (
    Cards,
    of_a_kind,
    rank_as_paired,
    to_a_flush,
    to_a_straight,
    to_a_straight_flush,
)
from houseway.cards.card import ACE, JOKERS, Card, is_joker, rank_of
from houseway.cards.symmetry import Permutation, image, renamed, suit_symmetries
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.titles.double_draw_poker import DRAW, FOLD, MOST_DISCARDS, PACKET, DoubleDrawPoker
from houseway.ranking import Category, ranking

STRAIGHT_FLUSH_OR_BETTER = (
    Category.STRAIGHT_FLUSH,
    Category.WILD_ROYAL_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
)


@dataclass(frozen=True, slots=True)
class Player:
    """What the rules look at: the game's ranking, and whether A-2-3-4-5 is a straight."""

    system: str
    wheel: bool


@lru_cache(maxsize=1 << 10)
def _category(system: str, hand: Cards) -> Category:
    order = ranking(system)
    return order.category_of(order.value(hand))


Hold = Callable[[Player, Cards], Cards]
"""The cards of a hand that a rule holds; none where the rule does not fit."""


def all_five(*categories: Category) -> Hold:
    """A hand of one of these categories."""
    return lambda player, hand: hand if _category(player.system, hand) in categories else ()


def suited(size: int, fits: int) -> Hold:
    """So many suited cards that fit so many straights; no straight makes it any flush."""
    return lambda player, hand: to_a_straight_flush(hand, size, wheel=player.wheel, least=fits)


def flush(size: int) -> Hold:
    """So many to a flush."""
    return lambda player, hand: to_a_flush(hand, size, wheel=player.wheel)


def straight(size: int, fits: int) -> Hold:
    """So many cards that fit so many straights."""
    return lambda player, hand: to_a_straight(hand, size, wheel=player.wheel, least=fits)


def joker_to_a_straight(player: Player, hand: Cards) -> Cards:
    """A joker and three more cards to a straight."""
    found = to_a_straight(hand, 4, wheel=player.wheel)
    return found if any(map(is_joker, found)) else ()


def aces(hand: Cards) -> Cards:
    """The aces of a hand, jokers included."""
    return tuple(card_id for card_id in hand if rank_as_paired(card_id) == ACE)


def three_aces(player: Player, hand: Cards) -> Cards:
    """Three or more aces, jokers included."""
    return aces(hand) if len(aces(hand)) >= 3 else ()


def three_of_a_kind(player: Player, hand: Cards) -> Cards:
    """Three or four of a kind."""
    largest = of_a_kind(hand)[0]
    return largest if len(largest) >= 3 else ()


def two_pair(player: Player, hand: Cards) -> Cards:
    """Two pair."""
    first, second = of_a_kind(hand)[:2]
    return (*first, *second) if len(first) == len(second) == 2 else ()


def pair_of_aces(player: Player, hand: Cards) -> Cards:
    """Two aces, jokers included; beside one joker also a card of the ace's suit that fits a straight with the ace."""
    pair = aces(hand)
    if len(pair) != 2:
        return ()
    naturals = [card_id for card_id in hand if not is_joker(card_id)]
    if len(naturals) != PACKET - 1:
        return pair
    return _with_ace(player, tuple(naturals), suited(2, fits=1), joker=pair[1:]) or pair


def ace_and(hold: Hold) -> Hold:
    """An ace and one more card."""
    return lambda player, hand: _with_ace(player, hand, hold)


def _with_ace(player: Player, hand: Cards, hold: Hold, joker: Cards = ()) -> Cards:
    """The best two cards of a kind of which one is a natural ace, and a joker if it is given."""
    ace = [card_id for card_id in hand if not is_joker(card_id) and rank_of(card_id) == ACE]
    pairs = ((one, other) for one in hand if one not in ace and not is_joker(one) for other in ace)
    found = [held for pair in sorted(pairs, reverse=True) if (held := hold(player, pair))]
    best = max(found, key=lambda held: bool(to_a_straight(held, 2, wheel=player.wheel)), default=())
    return (*best, *joker) if best else ()


def pair_with_ace(player: Player, hand: Cards) -> Cards:
    """A pair, and an ace or joker if there is one."""
    pair = of_a_kind(hand)[0]
    return (*pair, *(card_id for card_id in aces(hand) if card_id not in pair)) if len(pair) == 2 else ()


FIRST, SECOND = 1, 2
BOTH = (FIRST, SECOND)


@dataclass(frozen=True)
class Line:
    """One line: its words, and what it holds at which draws, in order."""

    text: str
    holds: tuple[tuple[Hold, tuple[int, ...]], ...]


LINES = (
    Line("A straight flush or five aces: hold all five.", ((all_five(*STRAIGHT_FLUSH_OR_BETTER), BOTH),)),
    Line("First draw: three or four aces, jokers counted as aces: hold them.", ((three_aces, (FIRST,)),)),
    Line("A full house: hold all five.", ((all_five(Category.FULL_HOUSE), BOTH),)),
    Line(
        "At the second draw four suited cards that fit three different straights or more (a joker is any card of a "
        "straight or flush), or else three or four of a kind: hold them.",
        ((suited(4, fits=3), (SECOND,)), (three_of_a_kind, BOTH)),
    ),
    Line("First draw: four to a straight flush: hold them.", ((suited(4, fits=1), (FIRST,)),)),
    Line("A straight or a flush: hold all five.", ((all_five(Category.STRAIGHT, Category.FLUSH), BOTH),)),
    Line("Four to a straight flush, or else two pair: hold them.", ((suited(4, fits=1), BOTH), (two_pair, BOTH))),
    Line(
        "First draw: a pair of aces, jokers counted as aces: hold it; with an ace and a joker also the highest card of "
        "the ace's suit that fits a straight with it.",
        ((pair_of_aces, (FIRST,)),),
    ),
    Line(
        "Four cards that fit three straights or more, or else, at the first draw, three suited that do: hold them.",
        ((straight(4, fits=3), BOTH), (suited(3, fits=3), (FIRST,))),
    ),
    Line(
        "Four to a flush, or else four cards that fit two straights or, at the second draw, with a joker one: hold "
        "them.",
        ((flush(4), BOTH), (straight(4, fits=2), BOTH), (joker_to_a_straight, (SECOND,))),
    ),
    Line(
        "At the first draw three suited cards that fit two straights, or else any pair with an ace or joker if there "
        "is one: hold them.",
        ((suited(3, fits=2), (FIRST,)), (pair_with_ace, BOTH)),
    ),
    Line(
        "First draw: three to a straight flush, or else two suited cards that fit four straights or more: hold them.",
        ((suited(3, fits=1), (FIRST,)), (suited(2, fits=4), (FIRST,))),
    ),
    Line(
        "First draw: three to a flush, or else an ace and a card of its suit: hold them.",
        ((flush(3), (FIRST,)), (ace_and(flush(2)), (FIRST,))),
    ),
    Line(
        "At the first draw two to a straight flush, or else four to any straight, or else, at the first draw, an ace "
        "and a card that fits a straight with it: hold them; with less, fold.",
        ((suited(2, fits=1), (FIRST,)), (straight(4, fits=1), BOTH), (ace_and(straight(2, fits=1)), (FIRST,))),
    ),
)
"""Of several groups hold the one that fits more straights, then the higher one."""
SECOND_DRAW_LINE = (
    "At the second draw throw only one of the cards that the line does not hold: one of a rank that you threw at the "
    "first draw, else the lowest."
)


def holds(draw: int) -> Iterator[tuple[Line, Hold]]:
    """What the lines hold at a draw, in order."""
    return ((line, hold) for line in LINES for hold, draws in line.holds if draw in draws)


@dataclass(frozen=True)
class RuleList:
    """The rules as a strategy for a seat. `cost` is what they give away, in Antes a round, once it is computed."""

    game: DoubleDrawPoker
    cost: Fraction | None = None

    name = RULE_LIST

    @cached_property
    def player(self) -> Player:
        """How this table reads jokers and A-2-3-4-5."""
        return Player(self.game.system, self.game.reading("DD-R4") == "yes")

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        return (*(line.text for line in LINES), SECOND_DRAW_LINE)

    def choose(self, view: View) -> Action:
        """What the rules say of the seat's hand.

        Where two cards differ by suit only and the rules do not say which to hold, hands that are alike up to suits
        are played alike: the choice is made for the least of them.
        """
        assert view.seat is not None
        hand, dead = view.cards("hand", view.seat), view.cards("discards", view.seat)
        most = max(len(action.cards) for action in view.legal_actions)
        return self.applied(hand, dead, last_draw=most == MOST_DISCARDS[-1]).action

    def applied(self, hand: Cards, dead: Cards, *, last_draw: bool) -> AppliedRule:
        """The line that fits a hand, of which cards were thrown before, and what it leads to."""
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
        """The cards to hold, of which there may be fewer than can be kept; none means to fold."""
        return self._fitting(hand, last_draw=last_draw)[1]

    def _fitting(self, hand: Cards, *, last_draw: bool) -> tuple[Line, Cards]:
        """The first line that fits with what it holds; the last one, which holds nothing, where none does."""
        lines = holds(SECOND if last_draw else FIRST)
        found = ((line, hold(self.player, hand)) for line, hold in lines)
        return next(((line, held) for line, held in found if held), (LINES[-1], ()))


def thrown(others: list[Card], dead: Cards) -> Card:
    """The card to throw at the second draw: of the rank that was thrown most often before, and of these the lowest."""
    times = Counter(map(rank_as_paired, dead))
    return min(others, key=lambda card_id: (-times[rank_as_paired(card_id)], card_id))


def _first_joker(card_id: Card, hand: Cards) -> Card:
    """A single joker counts as the first one; of two, each stays itself."""
    first, second = JOKERS
    return first if card_id == second and first not in hand else card_id


def _least(hand: Cards, game: DoubleDrawPoker) -> tuple[Cards, Permutation]:
    """The least hand that differs by suits only, in ascending order, and the renaming that leads there."""
    single = tuple(_first_joker(card_id, hand) for card_id in hand)
    (least,), suits = min((image((single,), suits), suits) for suits in suit_symmetries(game.deck))
    return least, suits
