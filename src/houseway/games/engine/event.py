"""The events of a round as a dealer reads them out, settled wagers, and irregularities that void a round."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from houseway.cards.card import CARD_TEXTS, Card
from houseway.games.engine.action import Action
from houseway.games.engine.money import NO_MONEY, Cents, dollars

HIDDEN = Card(-1)
"""The mark for a card that the viewer may not see."""

NOBODY: tuple[int, ...] = ()
Slotted = TypeVar("Slotted")


def visible_text(cards: tuple[Card, ...]) -> str:
    """Return cards in text form, ?? for those that are hidden."""
    return " ".join("??" if card_id == HIDDEN else CARD_TEXTS[card_id] for card_id in cards)


class _LazyText:
    """A text that is made when it is read, by a function and its arguments."""

    __slots__ = ("arguments", "make")

    def __init__(self, make: Callable[..., str], arguments: tuple[object, ...]) -> None:
        self.make, self.arguments = make, arguments


def lazily(make: Callable[..., str], *arguments: object) -> str:
    """Return a placeholder for a text, only for a field `made_when_read`. Most texts are never shown."""
    return cast(str, _LazyText(make, arguments))


class _MadeWhenRead:
    """A slot whose text is made when it is first read."""

    def __init__(self, slot: Any) -> None:
        self._slot = slot

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        if owner is None:
            return self
        text = self._slot.__get__(owner, kind)
        if type(text) is _LazyText:
            text = text.make(*text.arguments)
            self._slot.__set__(owner, text)
        return text

    def __set__(self, owner: object, text: object) -> None:
        self._slot.__set__(owner, text)

    def unread(self, owner: object) -> str:
        """Return the text, or its placeholder."""
        return cast(str, self._slot.__get__(owner))


def made_when_read(name: str) -> Callable[[type[Slotted]], type[Slotted]]:
    """Let a class with slots make the text of a field when it is first read."""

    def with_lazy_field(kind: type[Slotted]) -> type[Slotted]:
        setattr(kind, name, _MadeWhenRead(kind.__dict__[name]))
        return kind

    return with_lazy_field


@made_when_read("text")
@dataclass(frozen=True, slots=True)
class Event:
    """One step, with the clause it carries out.

    `text` never names a card that is not public. Cards are in `cards`, which only the seats in `seen_by` may see (None:
    everyone). The first event of each action carries the action, so that a round can be replayed.
    """

    clause: str
    text: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    seen_by: tuple[int, ...] | None = None
    amount: Cents = NO_MONEY
    action: Action | None = None

    def seen_from(self, seat: int | None) -> "Event":
        """Return the event as a seat (None: a spectator) may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        backs = (HIDDEN,) * len(self.cards)
        return Event(self.clause, _unread_text(self), self.seat, backs, self.seen_by, self.amount)

    def __str__(self) -> str:
        words = [f"[{self.clause}]", self.text, visible_text(self.cards), dollars(self.amount) if self.amount else ""]
        return " ".join(word for word in words if word)

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {
            "clause": self.clause,
            "text": self.text,
            "seat": self.seat,
            "cards": visible_text(self.cards),
            "seen_by": None if self.seen_by is None else list(self.seen_by),
            "amount": self.amount,
            "action": None if self.action is None else self.action.to_dict(),
        }


def carrying(event: Event, action: Action) -> Event:
    """Return an event with the action that caused it."""
    return Event(event.clause, _unread_text(event), event.seat, event.cards, event.seen_by, event.amount, action)


def _unread_text(event: Event) -> str:
    lazy: _MadeWhenRead = Event.__dict__["text"]
    return lazy.unread(event)


@dataclass(frozen=True, slots=True)
class FromMeter:
    """The meter that pays a prize, and whether the prize takes all of it."""

    meter: str
    takes_all: bool


@made_when_read("reason")
@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of one wager: the stake, the amount returned, the clause and the reason.

    `returned` includes the stake if it was not lost. `net` is `returned - staked`.

    Args:
        seat: the seat, from 0.
        wager: the wager's name.
        staked: the stake in cents.
        returned: the amount returned in cents.
        clause: the clause that decides.
        reason: the reason, in one sentence.
        paid_by: the progressive meter that pays, if one does. The house does not pay that part.
        taken_back: whether the player withdrew the bet. That is not a push. It follows from the decisions, so the log
            does not record it.

    >>> Settlement(0, "ante", 1000, 2000, "3CP-7", "high card, K-8-2 against high card, K-3-2: pays 1 to 1").net
    1000
    """

    seat: int
    wager: str
    staked: Cents
    returned: Cents
    clause: str
    reason: str
    paid_by: FromMeter | None = None
    taken_back: bool = False

    @property
    def net(self) -> Cents:
        """Return the player's gain, negative if the house won."""
        return Cents(self.returned - self.staked)

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {
            "seat": self.seat,
            "wager": self.wager,
            "staked": self.staked,
            "returned": self.returned,
            "clause": self.clause,
            "reason": self.reason,
            **({} if self.paid_by is None else {"meter": self.paid_by.meter, "takes_all": self.paid_by.takes_all}),
        }


VOID = "void"
"""The kind of action by which a log records a voided round. No actor of a round can take it."""

HOUSE = "house"
"""The text in place of a clause for a decision that the house makes and no letter prescribes."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A finding that voids the round under a clause. `then` describes what is done with the cards."""

    name: str
    clause: str
    finding: str
    then: str = ""

    @property
    def action(self) -> Action:
        """Return its action in a log."""
        return Action(VOID, option=self.name)

    @property
    def by_house(self) -> bool:
        """Return whether the house decides this without a clause of the letter."""
        return self.clause == HOUSE


HOUSE_DECISION = Irregularity("house-decision", HOUSE, "the house stops the round")
"""For events that no letter foresees, in any game: a fault of the server, a restored backup."""
