"""What every question to an analyzer is checked for: the game it is about, the strategy, the cards in sight."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from houseway.analysis.results.advice import Option
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards, UnknownName, unknown
from houseway.games.engine.game import Game

AnyGame = TypeVar("AnyGame", bound=Game)
AnyOption = TypeVar("AnyOption", bound=Option)


def as_kind(game: Game, kind: type[AnyGame]) -> AnyGame:
    """The game by its own type."""
    if not isinstance(game, kind):
        raise UnknownName(f"This analysis is for {kind.slug}; got {game.slug}.")
    return game


def check_strategy(game: Game, strategy: str, known: Collection[str]) -> None:
    """Refuse a strategy that an analyzer does not have."""
    if strategy not in known:
        raise unknown("strategy", strategy, known, where=f"of {game.slug}")


@dataclass(frozen=True, slots=True)
class InSight:
    """The cards of a situation that somebody sees, in the order given, and the deck without them."""

    own: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    left: Deck


def in_sight(
    game: Game,
    cards: CardsLike,
    *,
    count: int,
    board: CardsLike = (),
    dead: CardsLike = (),
    needed: int,
    needing: str,
) -> InSight:
    """The cards in sight, each of them once and of the deck, with enough others left: `needing` says for what."""
    deck = game.deck
    own = parse_cards(cards, deck=deck, count=count)
    common, gone = parse_cards(board, deck=deck), parse_cards(dead, deck=deck)
    left = deck.without((*own, *common, *gone))
    if left.size < needed:
        raise BadCards(f"{needing} {needed} cards; with {len(gone)} dead cards {left.size} are left")
    return InSight(own, common, gone, left)


def by_value(options: Sequence[AnyOption]) -> tuple[AnyOption, ...]:
    """Options from the best down, equally good ones in the order given."""
    return tuple(sorted(options, key=lambda option: -option.value))
