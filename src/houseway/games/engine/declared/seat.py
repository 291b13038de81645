"""One seat of a declared round: its wagers, cards, path so far, and the layout of its hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from houseway.cards.card import JOKERS, Card
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.paths import Path
from houseway.games.engine.declared.vocabulary import Chosen, Discards, Exchanged, Hand, Held, Option, Rest
from houseway.games.engine.event import NOBODY

Cards = tuple[Card, ...]
Hands = Mapping[Hand, Cards]


def no_cards() -> Hands:
    """Return an empty mapping, because nothing is dealt yet."""
    return MappingProxyType({})


def _none_chosen() -> Mapping[Chosen, Cards]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table: opening wagers, hands, path through the decisions, picked cards.

    `shown` has the cards that were turned up in the end.
    """

    bet: Bet
    hands: Hands = field(default_factory=no_cards)
    path: Path = ()
    chosen: Mapping[Chosen, Cards] = field(default_factory=_none_chosen)
    shown: Cards = ()

    @property
    def folded(self) -> bool:
        """Return whether the player folded."""
        return any(option.folds for _, option in self.path)

    def with_hands(self, hands: Hands) -> "Seat":
        """Return the seat with these hands."""
        return Seat(self.bet, hands, self.path, self.chosen, self.shown)

    def with_shown(self, cards: Cards) -> "Seat":
        """Return the seat with cards turned up, unless more of them already are."""
        return self if len(cards) <= len(self.shown) else Seat(self.bet, self.hands, self.path, self.chosen, cards)


def parts_of(player: Seat, hand: Hand, dealt: Cards) -> list[tuple[str, Cards]]:
    """Return a hand as its player sees it: whole, or the picked cards and the rest separately."""
    picked = next((chosen for chosen in player.chosen if chosen.of is hand), None)
    if picked is None:
        return [("folded" if player.folded else hand.name, dealt)]
    cards = player.chosen[picked]
    return [(picked.pile_name, cards), (picked.rest, left_of(dealt, cards))]


def left_of(dealt: Cards, picked: Cards) -> Cards:
    """Return the cards of a hand that are not picked, the highest first."""
    return descending(card for card in dealt if card not in picked)


def seen_by(hand: Hand, seat: int) -> tuple[int, ...]:
    """Return the seats that see the face-down cards of a seat's hand."""
    return (seat,) if hand.replaces is None else NOBODY


def dealt_as(held: Held) -> Held:
    """Return the dealt hand, for a hand that may be exchanged or is a part of it."""
    while isinstance(held, Exchanged | Chosen | Rest):
        held = held.of
    return held


def picked_from(option: Option, hands: Hands) -> Cards:
    """Return the cards from which an option picks, if it picks any."""
    return () if option.sets is None else hands[option.sets.of]


@lru_cache(maxsize=1024)
def actions_of(option: Option, cards: Cards) -> tuple[Action, ...]:
    """Return an option as actions, one for every choice of its cards."""
    if option.sets is None or option.by_house_way:
        return (option.action(),)
    if isinstance(option.sets, Discards):
        return tuple(option.action(thrown) for thrown in _thrown(descending(cards), option.sets.cards))
    return tuple(option.action(picked) for picked in combinations(descending(cards), option.sets.cards))


def _thrown(hand: Cards, most: int) -> list[Cards]:
    """Yield every choice of at most this many cards of a hand. Two jokers count as the same card.

    >>> from houseway.cards.notation import format_cards
    >>> [format_cards(cards) for cards in _thrown((Card(53), Card(52)), 1)]
    ['', 'Jk']
    """
    both, one = descending(JOKERS), descending(JOKERS)[:1]
    found = [cards for count in range(most + 1) for cards in combinations(hand, count)]
    if hand[: len(JOKERS)] != both:
        return found
    return [cards for cards in found if cards[:1] != one or cards[: len(JOKERS)] == both]
