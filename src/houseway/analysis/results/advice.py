"""Advice on one situation: the question, the value of every option, and the rule that applies."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from houseway.analysis.results.result import Subject
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards, UnknownName, unknown
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.engine.view import Pile, View
from houseway.plain import Plain, exact


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the player, its value in units of the first bet, and the reason in a few words.

    The value counts the whole round from the opening bets on: a fold that forfeits Ante and Bonus is worth -2.
    `by_wager` has the share of each wager, where an analysis distinguishes them.
    """

    action: Action
    value: Fraction
    reason: str = ""
    by_wager: Mapping[str, Fraction] = field(default_factory=dict, kw_only=True)

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON; where the value is known wager by wager, also the cards that are picked."""
        apart = {
            "cards": format_cards(self.action.cards).split(),
            "wagers": {wager: exact(value) for wager, value in self.by_wager.items()},
        }
        return {
            "action": self.action.kind,
            "ev": exact(self.value),
            **(apart if self.by_wager else {}),
            "text": str(self.action),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """All options of a situation, the best first."""

    subject: Subject
    cards: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    stage: str
    options: tuple[Option, ...]
    dealer: tuple[int, ...] = ()

    @property
    def best(self) -> Option:
        """Return the option of highest value; the first of equal ones."""
        return self.options[0]

    def cost(self, action: Action) -> Fraction:
        """Return the cost of another action against the best."""
        wanted = action.normal()
        return self.best.value - next(option.value for option in self.options if option.action.normal() == wanted)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints; `best` is the place of the best option in the list."""
        return {
            "game": self.subject.game,
            "readings": dict(self.subject.readings),
            "paytable": self.subject.paytable,
            "stage": self.stage,
            "unit": self.subject.units,
            "cards": format_cards(self.cards).split(),
            "board": format_cards(self.board).split(),
            "dealer": format_cards(self.dealer).split(),
            "dead": format_cards(self.dead).split(),
            "options": [option.to_dict() for option in self.options],
            "best": 0,
        }


@dataclass(frozen=True, slots=True)
class AppliedRule(Plain):
    """A line in words, with the number that it counts here, if any, and the action that it takes."""

    line: str
    action: Action

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "AppliedRule":
        """Return the rule of a plain form."""
        return cls(plain["line"], Action.from_dict(plain["action"]))


AnyGame = TypeVar("AnyGame", bound=Game)
AnyOption = TypeVar("AnyOption", bound=Option)


def as_kind(game: Game, kind: type[AnyGame]) -> AnyGame:
    """Return the game as an instance of `kind`."""
    if not isinstance(game, kind):
        raise UnknownName(f"This analysis is for {kind.slug}; got {game.slug}.")
    return game


def check_strategy(game: Game, strategy: str, known: Collection[str]) -> None:
    """Refuse a strategy that an analyzer does not have."""
    if strategy not in known:
        raise unknown("strategy", strategy, known, where=f"of {game.slug}")


@dataclass(frozen=True, slots=True)
class InSight:
    """The cards of a situation that a player sees, in the order given, and the deck without them."""

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
    """Return the cards in sight, each once and in the deck, with enough others left; `needing` names their purpose."""
    deck = game.deck
    own = parse_cards(cards, deck=deck, count=count)
    common, gone = parse_cards(board, deck=deck), parse_cards(dead, deck=deck)
    left = deck.without((*own, *common, *gone))
    if left.size < needed:
        raise BadCards(f"{needing} {needed} cards; with {len(gone)} dead cards {left.size} are left")
    return InSight(own, common, gone, left)


def by_value(options: Sequence[AnyOption]) -> tuple[AnyOption, ...]:
    """Return options from the best down, equally good ones in the order given."""
    return tuple(sorted(options, key=lambda option: -option.value))


SEAT = 0


def view_of_hand(cards: tuple[Card, ...], legal: Sequence[Action] = ()) -> View:
    """Return the view of a player who holds a hand, with the legal actions."""
    return View(SEAT, SEAT, (Pile("hand", cards, SEAT, (SEAT,)),), (), tuple(legal), (), ())
