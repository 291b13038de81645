"""The hands that a dealer reads at the end of a round, as the game itself values them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from houseway.cards.card import Card
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.telling import in_words
from houseway.games.engine.declared.vocabulary import Chosen, Compare, Held, Paid
from houseway.games.engine.state import State
from houseway.games.titles.double_draw_poker import DoubleDrawRound
from houseway.games.titles.fast_action_holdem.round import FastActionRound
from houseway.games.titles.five_card_holdout import HoldOutRound, hand_value
from houseway.games.titles.two_hand_holdem import HANDS, TwoHandRound
from houseway.ranking import ranking
from houseway.ranking.category import HandValue


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand on the table: whose, of which cards, and what the game says it is. `seat` None is the dealer.

    The cards may be more than play: the four of which the house way keeps two, the five of which three count.
    """

    seat: int | None
    title: str
    cards: tuple[Card, ...]
    value: HandValue
    clause: str


def shown_hands(state: State) -> tuple[ShownHand, ...]:
    """Every hand that is turned up by the end of the round, the dealer's first."""
    read = next(reader for kind, reader in _READERS.items() if isinstance(state, kind))
    return tuple(read(state))


def _two_hand(state: State) -> Iterator[ShownHand]:
    played = cast(TwoHandRound, state)
    describe = ranking("standard").describe
    yield ShownHand(None, "the dealer's hand", played.dealer + played.board, describe(played.dealer_value()), "2HH-9b")
    for seat, player in enumerate(played.seats):
        for hand in HANDS:
            cards = player.hands[hand] + played.board
            yield ShownHand(seat, f"Hand {hand + 1}", cards, describe(played.hand_value(seat, hand)), "2HH-9c")


def _double_draw(state: State) -> Iterator[ShownHand]:
    played = cast(DoubleDrawRound, state)
    for seat, player in enumerate(played.seats):
        if player.shown:
            yield ShownHand(seat, "the hand", player.hand, played.final_hand(seat), "DD-0b")


def _fast_action(state: State) -> Iterator[ShownHand]:
    played = cast(FastActionRound, state)
    describe = ranking(played.table.showdown).describe
    dealer = played.dealer + played.community
    dealers = "the dealer's hand, as the house way sets it"
    yield ShownHand(None, dealers, dealer, describe(played.dealer_value), played.cited.shown)
    for seat, player in enumerate(played.seats):
        for place, (hand, value) in enumerate(zip(player.hands, played.values[seat], strict=True), start=1):
            title = f"Hand {place}" if player.split else "the hand"
            yield ShownHand(seat, title, hand + played.community, describe(value), played.cited.best_five)


def _holdout(state: State) -> Iterator[ShownHand]:
    played = cast(HoldOutRound, state)
    describe = ranking("standard").describe
    for seat in played.betting.live if played.shown else ():
        held = played.held[seat]
        yield ShownHand(seat, "the hand", held + played.board, describe(hand_value(held, played.board)), "FCH-5a")


def _declared(state: State) -> Iterator[ShownHand]:
    """The hands of the title's comparisons, or, where the dealer has none, those that its first table pays."""
    played = cast(DeclaredRound, state)
    compared, paid = played.game.every(Compare), played.game.every(Paid)
    for place, term in enumerate(compared):
        dealers = tuple(card for hand in term.dealer_hands for card in played.common[hand])
        title = f"best {in_words(ranking(term.system).system.hand_size)}" if place else "hand"
        yield ShownHand(
            None, f"the dealer's {title}", dealers, _described(term.system, dealers), term.ranks or term.clause
        )
    read: list[tuple[Compare | Paid, tuple[Held, ...], str, str]] = [
        (term, term.own_hands, term.system, term.ranks or term.clause) for term in compared
    ]
    read = read or [(term, term.hands, played.game.table(term).form.system, term.clause) for term in paid[:1]]
    for seat, player in enumerate(played.seats):
        came_to = [each for each in read if played.game.comes_to(each[0], player.path)] or read[:1]
        for _, hands, system, clause in came_to if player.shown else ():
            cards = tuple(card for hand in hands for card in played.cards_of(seat)[hand])
            title = next((hand.title for hand in hands if isinstance(hand, Chosen)), "hand")
            yield ShownHand(seat, f"the {title}", cards, _described(system, cards), clause)


def _described(system: str, cards: tuple[Card, ...]) -> HandValue:
    ranked = ranking(system)
    return ranked.describe(ranked.value(cards))


_READERS: dict[type, Callable[[State], Iterator[ShownHand]]] = {
    TwoHandRound: _two_hand,
    DoubleDrawRound: _double_draw,
    FastActionRound: _fast_action,
    HoldOutRound: _holdout,
    DeclaredRound: _declared,
}
