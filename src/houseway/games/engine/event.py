"""What happened at the table: the procedure as a dealer would read it out, and the audit log."""

from collections.abc import Callable
from dataclasses import dataclass

from houseway.cards.card import CARD_TEXTS, Card
from houseway.games.engine.action import Action
from houseway.games.engine.money import NO_MONEY, Cents, dollars

HIDDEN = Card(-1)
"""Stands for a card that the viewer may not see."""

NOBODY: tuple[int, ...] = ()


def visible_text(cards: tuple[Card, ...]) -> str:
    """Cards in text form, ?? for those that are hidden."""
    return " ".join("??" if card_id == HIDDEN else CARD_TEXTS[card_id] for card_id in cards)


class LazyText:
    """Words that are made when they are shown, by a function and its arguments. It equals the text that it makes.

    >>> LazyText("{} to 1".format, 5) == "5 to 1"
    True
    """

    __slots__ = ("_arguments", "_made", "_make")

    def __init__(self, make: Callable[..., str], *arguments: object) -> None:
        self._make, self._arguments = make, arguments
        self._made: str | None = None

    def __str__(self) -> str:
        if self._made is None:
            self._made = self._make(*self._arguments)
        return self._made

    def __repr__(self) -> str:
        return repr(str(self))

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, str | LazyText) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


Words = str | LazyText
"""A text, or one that is made when it is shown."""


@dataclass(frozen=True, slots=True)
class Event:
    """One step, with the clause it carries out.

    `text`, made of `words` when it is asked for, never names a card that is not public: cards are in `cards`, which
    only the seats in `seen_by` may see (None: everyone). The first event of each action carries the action, so that a
    round can be replayed.
    """

    clause: str
    words: Words
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    seen_by: tuple[int, ...] | None = None
    amount: Cents = NO_MONEY
    action: Action | None = None

    @property
    def text(self) -> str:
        """What happened, as a dealer would read it out."""
        return str(self.words)

    def seen_from(self, seat: int | None) -> "Event":
        """The event as a seat (None: a spectator) may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        backs = (HIDDEN,) * len(self.cards)
        return Event(self.clause, self.words, self.seat, backs, self.seen_by, self.amount)

    def __str__(self) -> str:
        words = [f"[{self.clause}]", self.text, visible_text(self.cards), dollars(self.amount) if self.amount else ""]
        return " ".join(word for word in words if word)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "clause": self.clause,
            "text": self.text,
            "seat": self.seat,
            "cards": visible_text(self.cards),
            "seen_by": None if self.seen_by is None else list(self.seen_by),
            "amount": self.amount,
            "action": None if self.action is None else self.action.to_dict(),
        }
