"""What kind of spot it is: what is asked, and what the seat holds. By kind spots are chosen, and come back."""

from collections import Counter
from dataclasses import dataclass

from houseway.cards.card import RANK_NAMES, Card, is_joker, rank_of, suit_of
from houseway.errors import HousewayError
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.telling.prompt import prompt_of
from houseway.ranking import ranking
from houseway.ranking.category import Category

OF_A_RANK = {(4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind", (2, 2): "two pair", (2,): "pair"}
"""What cards are called by how often ranks are repeated in them, the most first."""
LEAST_SUITED = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of spots, in words: `fold or play`, `queen high`."""

    decision: str
    hand: str

    def __str__(self) -> str:
        return f"{self.decision}: {self.hand}"


def kind_of(state: State) -> Kind:
    """The kind of the spot at which a seat decides."""
    assert isinstance(state.actor, int), "a seat decides"
    view = state.view(state.actor)
    return Kind(_decision(state), hand_in_words(state.game, cards_in_sight(view)))


def cards_in_sight(view: View) -> tuple[Card, ...]:
    """A seat's own cards and the common ones that lie face up."""
    seen = [
        pile
        for pile in view.piles
        if (pile.seat == view.seat and pile.name != "discards")
        or (pile.seat is None and not pile.name.startswith("dealer"))
    ]
    return tuple(card for pile in seen for card in pile.cards if card != HIDDEN)


def hand_in_words(game: Game, cards: tuple[Card, ...]) -> str:
    """What some cards are: by the ranking of the game where they are a whole hand, else by pairs, suit and high card.

    A hand without a pair goes by its highest card, so that hands about which one may doubt are told apart.
    """
    for system in (*game.ranking_systems, *(() if any(map(is_joker, cards)) else ("standard",))):
        try:
            category = ranking(system).rank(cards).category
        except HousewayError:
            continue
        return _high_card(cards) if category is Category.HIGH_CARD else str(category)
    return _part_of_a_hand(cards)


def _part_of_a_hand(cards: tuple[Card, ...]) -> str:
    plain = [card for card in cards if not is_joker(card)]
    repeated = tuple(sorted((n for n in Counter(map(rank_of, plain)).values() if n > 1), reverse=True))
    with_joker = " with a joker" if len(plain) < len(cards) else ""
    if repeated:
        return f"{OF_A_RANK.get(repeated[:2], OF_A_RANK.get(repeated[:1], 'pairs'))}{with_joker}"
    suited = ", suited" if len(plain) >= LEAST_SUITED and len({suit_of(card) for card in plain}) == 1 else ""
    return f"{_high_card(cards)}{suited}{with_joker}"


def _high_card(cards: tuple[Card, ...]) -> str:
    return f"{RANK_NAMES[max(rank_of(card) for card in cards if not is_joker(card))]} high"


def _decision(state: State) -> str:
    """What is asked, without the amounts that depend on the bet."""
    asked = prompt_of(state, [(action, 0) for action in state.decisions()]).ask
    words = asked.partition(":")[0] if "$" in asked else asked
    words = words.rstrip(".")
    return words[:1].lower() + words[1:]
