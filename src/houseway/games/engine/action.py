"""The action: one small frozen record for every game, so that logs, pages and programs share it."""

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.cards.card import CARD_TEXTS, JOKERS, N_CARDS, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.money import NO_MONEY, Cents, dollars

DEAL = "deal"
"""The kind of action by which chance deals cards."""

_ANY_CARDS = Deck((8,) * 52 + (1, 1))


@dataclass(frozen=True, slots=True)
class Action:
    """A move: its kind, with the cards, the amount or the option that it needs.

    Cards are a set, written in descending order: `Action.of("arrange", "As Kd")` sets these two cards as Hand 1. Only a
    deal keeps the order of its cards, because a dealer's choice between equally good cards may depend on it.

    Args:
        kind: the move's name, such as `fold`, `raise` or `arrange`. `state.legal_actions()` lists the legal ones.
        cards: the cards of the move, if any.
        amount: an amount in cents, for moves that name one.
        option: a further choice, for moves that have one.

    >>> from houseway.cards import format_cards
    >>> format_cards(Action.of("arrange", "Kd As").cards)
    'As Kd'
    """

    kind: str
    cards: tuple[Card, ...] = ()
    amount: Cents = NO_MONEY
    option: str = ""

    @classmethod
    def of(cls, kind: str, cards: CardsLike = (), amount: int = 0, option: str = "") -> "Action":
        """Make an action from text. Repeated cards are read as copies of a shoe.

        >>> str(Action.of("keep", "Kd As"))
        'keep As Kd'
        """
        read = parse_cards(cards, deck=_ANY_CARDS)
        return cls(kind, read if kind == DEAL else descending(read), Cents(amount), option)

    @property
    def is_well_formed(self) -> bool:
        """Return whether every field has its type. `True` is neither a card nor an amount, although it equals 1."""
        return (
            type(self.kind) is str
            and type(self.cards) is tuple
            and type(self.amount) is int
            and type(self.option) is str
            and (not self.cards or all(type(card_id) is int for card_id in self.cards))
        )

    def normal(self) -> "Action":
        """Return the same action with its cards in descending order."""
        return Action(self.kind, descending(self.cards), self.amount, self.option)

    def __str__(self) -> str:
        words = [self.kind, self.option, _cards_as_given(self.cards), dollars(self.amount) if self.amount else ""]
        return " ".join(word for word in words if word)

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {"kind": self.kind, "cards": format_cards(self.cards), "amount": self.amount, "option": self.option}

    @classmethod
    def from_dict(cls, plain: object) -> "Action":
        """Read the plain form back. Raise IllegalAction if it is malformed."""
        if not isinstance(plain, dict) or not isinstance(plain.get("kind"), str):
            raise IllegalAction(f"An action needs a kind; got {plain!r}.")
        cards, amount, option = plain.get("cards", ""), plain.get("amount", 0), plain.get("option", "")
        if not isinstance(cards, str | list | tuple) or not isinstance(option, str):
            raise IllegalAction(f"An action's cards and option must be text; got {plain!r}.")
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise IllegalAction(f"An action's amount must be whole cents; got {amount!r}.")
        try:
            return cls.of(plain["kind"], cards, amount, option)
        except BadCards as error:
            raise IllegalAction(str(error)) from None


def _cards_as_given(cards: tuple[Card, ...]) -> str:
    """Return cards as text. An id that is not a card is shown too, because an error must quote it."""
    return " ".join(CARD_TEXTS[card_id] if 0 <= card_id < N_CARDS else f"#{card_id}" for card_id in cards)


def descending(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards from high to low."""
    return tuple(sorted(cards, reverse=True))


def exchange_jokers(action: Action) -> Action:
    """Return the action with one joker for the other. Text writes both `Jk`, and a `Jk` is read as the first."""
    first, second = JOKERS
    if first not in action.cards and second not in action.cards:
        return action
    other = {first: second, second: first}
    cards = tuple(other.get(card_id, card_id) for card_id in action.cards)
    return Action(action.kind, cards, action.amount, action.option)


def refuse(action: object, legal: Iterable[Action], why: str = "") -> IllegalAction:
    """Return the error for an action that is not legal now, with the legal actions."""
    options = ", ".join(str(option) for option in legal) or "nothing"
    reason = f": {why}" if why else ""
    return IllegalAction(f"{action!s} is not legal now{reason}; legal: {options}")


PROCEED = Action("proceed")
"""The action by which the dealer carries out the next step of the procedure."""
