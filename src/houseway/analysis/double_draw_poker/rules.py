"""A short list of rules for people: what to hold, line by line; the first line that fits the hand counts.

The lines are written for the letter's pay tables and the joker as bug; they can be played under any table and reading,
and what they cost against the best play is computed for each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.analysis.double_draw_poker.patterns import (
    Cards,
    of_a_kind,
    rank_as_paired,
    to_a_flush,
    to_a_straight,
    to_a_straight_flush,
)
from houseway.cards.card import ACE, JOKERS, Card, is_joker
from houseway.cards.symmetry import Permutation, image, renamed, suit_symmetries
from houseway.games.double_draw_poker import DRAW, FOLD, MOST_DISCARDS, DoubleDrawPoker
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.ranking import Category, ranking

FULL_OR_BETTER = (
    Category.FULL_HOUSE,
    Category.STRAIGHT_FLUSH,
    Category.WILD_ROYAL_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
)
STRAIGHT_OR_FLUSH = (Category.STRAIGHT, Category.FLUSH)
FOUR_HELD = 4


@dataclass(frozen=True, slots=True)
class Player:
    """What the rules look at: the game's ranking, and whether A-2-3-4-5 is a straight."""

    system: str
    wheel: bool

    def makes(self, hand: Cards, categories: tuple[Category, ...]) -> bool:
        """Whether a hand is of one of some categories."""
        order = ranking(self.system)
        return order.category_of(order.value(hand)) in categories


Hold = Callable[[Player, Cards], Cards]
"""The cards of a hand that a line holds; none where the line does not fit."""


def three_aces(player: Player, hand: Cards) -> Cards:
    """Three or more aces, jokers included."""
    aces = tuple(card_id for card_id in hand if rank_as_paired(card_id) == ACE)
    return aces if len(aces) >= 3 else ()


def full_house_or_better(player: Player, hand: Cards) -> Cards:
    """All five cards of a full house, a straight flush, or five aces."""
    return hand if player.makes(hand, FULL_OR_BETTER) else ()


def three_of_a_kind(player: Player, hand: Cards) -> Cards:
    """Three or four of a kind."""
    largest = of_a_kind(hand)[0]
    return largest if len(largest) >= 3 else ()


def four_to_a_straight_flush(player: Player, hand: Cards) -> Cards:
    """Four to a straight flush."""
    return to_a_straight_flush(hand, 4, wheel=player.wheel)


def straight_or_flush(player: Player, hand: Cards) -> Cards:
    """All five cards of a straight or a flush."""
    return hand if player.makes(hand, STRAIGHT_OR_FLUSH) else ()


def two_pair(player: Player, hand: Cards) -> Cards:
    """Two pair."""
    first, second = of_a_kind(hand)[:2]
    return (*first, *second) if len(first) == len(second) == 2 else ()


def pair_of_aces(player: Player, hand: Cards) -> Cards:
    """Two aces, jokers included."""
    aces = tuple(card_id for card_id in hand if rank_as_paired(card_id) == ACE)
    return aces if len(aces) == 2 else ()


def three_close_to_a_straight_flush(player: Player, hand: Cards) -> Cards:
    """Three suited cards that fit three straights or more."""
    return to_a_straight_flush(hand, 3, wheel=player.wheel, least=3)


def four_to_a_flush(player: Player, hand: Cards) -> Cards:
    """Four to a flush."""
    return to_a_flush(hand, 4, wheel=player.wheel)


def four_to_two_straights(player: Player, hand: Cards) -> Cards:
    """Four cards that fit two straights or more."""
    return to_a_straight(hand, 4, wheel=player.wheel, least=2)


def pair_with_ace(player: Player, hand: Cards) -> Cards:
    """A pair, and an ace or joker if there is one."""
    pair = of_a_kind(hand)[0]
    if len(pair) != 2:
        return ()
    return (*pair, *(card_id for card_id in hand if rank_as_paired(card_id) == ACE and card_id not in pair))


def three_to_a_straight_flush(player: Player, hand: Cards) -> Cards:
    """Three to a straight flush."""
    return to_a_straight_flush(hand, 3, wheel=player.wheel)


def two_to_four_straight_flushes(player: Player, hand: Cards) -> Cards:
    """Two suited cards that fit four straights or more."""
    return to_a_straight_flush(hand, 2, wheel=player.wheel, least=4)


def three_to_a_flush(player: Player, hand: Cards) -> Cards:
    """Three to a flush, or else two to a straight flush."""
    return to_a_flush(hand, 3, wheel=player.wheel) or to_a_straight_flush(hand, 2, wheel=player.wheel)


def two_jokers_to_a_straight_flush(player: Player, hand: Cards) -> Cards:
    """Both jokers and two suited cards that fit three straights or more."""
    found = to_a_straight_flush(hand, 4, wheel=player.wheel, least=3)
    return found if sum(map(is_joker, found)) == len(JOKERS) else ()


def joker_to_a_straight(player: Player, hand: Cards) -> Cards:
    """A joker and three more cards to a straight."""
    found = to_a_straight(hand, 4, wheel=player.wheel)
    return found if any(map(is_joker, found)) else ()


def four_to_a_straight(player: Player, hand: Cards) -> Cards:
    """Four to any straight."""
    return to_a_straight(hand, 4, wheel=player.wheel)


FIRST_DRAW: tuple[tuple[str, Hold], ...] = (
    ("Three or more aces, jokers counted as aces: hold them.", three_aces),
    ("A full house or a straight flush: hold all five.", full_house_or_better),
    ("Three or four of a kind: hold them.", three_of_a_kind),
    ("Four to a straight flush (here and below a joker is any card of a straight or flush): hold them.",
     four_to_a_straight_flush),
    ("A straight or a flush: hold all five.", straight_or_flush),
    ("Two pair: hold both.", two_pair),
    ("A pair of aces, jokers counted as aces: hold it.", pair_of_aces),
    ("Three suited cards that fit three different straights or more: hold them.", three_close_to_a_straight_flush),
    ("Four to a flush: hold them.", four_to_a_flush),
    ("Four cards that fit two different straights or more: hold them.", four_to_two_straights),
    ("Any other pair: hold it, with an ace or joker if there is one.", pair_with_ace),
    ("Three to a straight flush: hold them.", three_to_a_straight_flush),
    ("Two suited cards that fit four different straights or more: hold them.", two_to_four_straight_flushes),
    ("Three to a flush, or else two to a straight flush: hold them; with less, fold.", three_to_a_flush),
)  # fmt: skip
"""The lines of the first draw. Of several groups hold the one that fits more straights, then the higher one."""

SECOND_DRAW: tuple[Hold, ...] = (
    full_house_or_better,
    two_jokers_to_a_straight_flush,
    straight_or_flush,
    three_of_a_kind,
    four_to_a_straight_flush,
    two_pair,
    four_to_a_flush,
    four_to_two_straights,
    joker_to_a_straight,
    pair_of_aces,
    pair_with_ace,
    four_to_a_straight,
)
SECOND_DRAW_LINE = (
    "At the second draw take the first that fits of line 2, two jokers with two suited cards that fit three straights "
    "or more, lines 5, 3, 4, 6, 9, 10, a joker and three to a straight, lines 7, 11, four to any straight; throw the "
    "lowest card that it does not hold; with less, fold."
)


@dataclass(frozen=True)
class RuleList:
    """The rules as a strategy for a seat. `cost` is what they give away, in Antes a round, once it is computed."""

    game: DoubleDrawPoker
    cost: Fraction | None = None

    name = "rule-list"

    @cached_property
    def player(self) -> Player:
        """How this table reads jokers and A-2-3-4-5."""
        return Player(self.game.system, self.game.reading("DD-R4") == "yes")

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        return (*(text for text, _ in FIRST_DRAW), SECOND_DRAW_LINE)

    def choose(self, view: View) -> Action:
        """What the rules say of the seat's hand.

        Where two cards differ by suit only and the rules do not say which to hold, hands that are alike up to suits
        are played alike: the choice is made for the least of them.
        """
        hand = view.cards("hand", view.seat)
        most = max(len(action.cards) for action in view.legal_actions)
        least, suits = _least(hand, self.game)
        held = self.held(least, last_draw=most == MOST_DISCARDS[-1])
        back = {renamed(_first_joker(card_id, hand), suits): card_id for card_id in hand}
        thrown = descending(back[card_id] for card_id in least if card_id not in held)
        return Action(DRAW, thrown) if held else FOLD

    def held(self, hand: Cards, *, last_draw: bool) -> Cards:
        """The cards to hold; none means to fold."""
        player = self.player
        holds = SECOND_DRAW if last_draw else tuple(hold for _, hold in FIRST_DRAW)
        held = next(filter(None, (hold(player, hand) for hold in holds)), ())
        if not held or not last_draw or len(held) >= FOUR_HELD:
            return held
        others = sorted((card_id for card_id in hand if card_id not in held), reverse=True)
        return (*held, *others[: FOUR_HELD - len(held)])


def _first_joker(card_id: Card, hand: Cards) -> Card:
    """A single joker counts as the first one; of two, each stays itself."""
    first, second = JOKERS
    return first if card_id == second and first not in hand else card_id


def _least(hand: Cards, game: DoubleDrawPoker) -> tuple[Cards, Permutation]:
    """The least hand that differs by suits only, in ascending order, and the renaming that leads there."""
    single = tuple(_first_joker(card_id, hand) for card_id in hand)
    (least,), suits = min((image((single,), suits), suits) for suits in suit_symmetries(game.deck))
    return least, suits
