"""How a round ends for a seat: the cards that its wagers are decided by, and what they decide."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.seat import Cards, Hands, Seat
from houseway.games.engine.declared.settling import HeldCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Settled


@dataclass(frozen=True)
class Ended:
    """All cards that a seat's wagers are decided by, and the ending that they and its decisions make."""

    game: DeclaredGame
    cards: HeldCards
    end: Ending

    @cached_property
    def settled(self) -> tuple[Settled, ...]:
        """What the title says of every wager."""
        return tuple(self.game.settle(self.end))


_LATEST: dict[int, tuple[tuple[object, ...], Ended]] = {}
"""For each number of a seat, at whatever table: what was judged last, and what it came to."""


def ended(game: DeclaredGame, seat: int, player: Seat, common: Hands) -> Ended:
    """How a round ended for a seat, as far as the cards are dealt.

    Its wagers are settled in several steps between which nothing of this changes: the very same cards and decisions as
    at the last question about a seat of this number are not judged again.
    """
    by = (game, player.hands, player.chosen, common, player.path)
    latest = _LATEST.get(seat)
    if latest is not None and all(one is other for one, other in zip(latest[0], by, strict=True)):
        return latest[1]
    parts: list[Mapping[Any, Cards]] = [player.hands, player.chosen, common]
    cards = game.with_derived({held: cards for part in parts for held, cards in part.items()})
    found = Ended(game, cards, game.ending_with(player.path, cards))
    _LATEST[seat] = by, found
    return found
