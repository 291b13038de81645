"""What one seat may know of a round, and nothing else."""

from dataclasses import dataclass

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.event import HIDDEN, Event, visible_text
from houseway.games.engine.money import Cents
from houseway.games.engine.settlement import Settlement


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: a seat's hole cards, a set hand, the board, the dealer's cards, discards.

    `seat` is None for the dealer's and the common piles. Only the seats in `seen_by` see the cards; None: everyone.
    """

    name: str
    cards: tuple[Card, ...]
    seat: int | None = None
    seen_by: tuple[int, ...] | None = None

    def seen_from(self, seat: int | None) -> "Pile":
        """The pile as a seat (None: a spectator) may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return Pile(self.name, (HIDDEN,) * len(self.cards), self.seat, self.seen_by)

    def __str__(self) -> str:
        owner = "" if self.seat is None else f"seat {self.seat} "
        return f"{owner}{self.name}: {visible_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it (seat None: a spectator). It holds no state, so it can leak none."""

    seat: int | None
    actor: "int | str | None"
    piles: tuple[Pile, ...]
    wagers: tuple[tuple[tuple[str, Cents], ...], ...]
    legal_actions: tuple[Action, ...]
    events: tuple[Event, ...]
    settlements: tuple[Settlement, ...]

    def cards(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        """The visible cards of a pile, empty where there is no such pile."""
        for pile in self.piles:
            if pile.name == name and pile.seat == seat:
                return pile.cards
        return ()

    @property
    def own_piles(self) -> tuple[Pile, ...]:
        """The viewer's own piles."""
        return tuple(pile for pile in self.piles if pile.seat is not None and pile.seat == self.seat)
