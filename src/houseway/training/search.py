"""Search for a spot of the wanted sort among random deals, with the exact value of every option."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis import advise
from houseway.analysis.particulars import particulars
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import Situation
from houseway.training.spots import DEEPEST, SEAT, Kind, NoSpot, Spot, deal_spot, kind_of, seed_number

if TYPE_CHECKING:
    from houseway.analysis.results.advice import Advice

KINDS_FROM = 300
"""Number of rounds that are dealt to find the kinds of spots of a game."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The condition for suitable spots: the decision, the hand, and the maximum gain of the best option over the next,
    in units.

    A condition that is left out allows any spot.
    """

    decision: str = ""
    hand: str = ""
    closest: Fraction | None = None

    def has_kind(self, kind: Kind) -> bool:
        """Return whether a spot of this kind is wanted."""
        return self.decision in ("", kind.decision) and self.hand in ("", kind.hand)

    def is_close(self, advice: "Advice") -> bool:
        """Return whether the decision is close enough. Equal options do not count."""
        if self.closest is None:
            return True
        gain = gain_of_best(advice)
        return gain is not None and gain <= self.closest


@dataclass(frozen=True, slots=True)
class Found:
    """A spot with its kind, the situation that was asked about, and the advice on it."""

    spot: Spot
    kind: Kind
    situation: Situation
    advice: "Advice"


def gain_of_best(advice: "Advice") -> Fraction | None:
    """Return the margin of the best option over the next lower value, or None if all values are equal."""
    best = advice.best.value
    return min((best - option.value for option in advice.options if option.value < best), default=None)


def look_for(
    game: Game,
    wanted: Wanted,
    base: str,
    numbers: range,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Found | None, int]:
    """Return the first suitable deal, and the number of the next deal.

    At least one deal is tried. After the given seconds no other is begun, so that others get their turn.
    """
    until = clock() + seconds
    for number in numbers:
        found = _deal(game, wanted, seed_number(base, number))
        if found is not None or clock() >= until:
            return found, number + 1
    return None, numbers.stop


def _deal(game: Game, wanted: Wanted, seed: str) -> Found | None:
    try:
        spot = deal_spot(game, seed)
    except NoSpot:
        return None
    state = spot.state()
    kind = kind_of(state)
    situation = game.situation(state.view(SEAT))
    if not wanted.has_kind(kind) or situation is None or situation.without_value:
        return None
    advice = advice_on(game, situation)
    return Found(spot, kind, situation, advice) if wanted.is_close(advice) else None


def advice_on(game: Game, situation: Situation) -> "Advice":
    """Return the exact value of every option of a situation."""
    wagers = {name: Fraction(amount) for name, amount in situation.stakes.items()}
    return advise(game, situation.cards, **dict(situation.known), **particulars(game).stakes(wagers))


def kinds_of(game: Game, base: str = "kinds") -> list[tuple[Kind, int]]:
    """Return the kinds of spots with their numbers in `KINDS_FROM` rounds. Rare kinds may be missing.

    Every decision of a round counts, reached by the smallest bets that stay in.
    """
    seen: Counter[Kind] = Counter()
    for number in range(KINDS_FROM):
        seen.update(list(dict.fromkeys(_kinds_in_round(Spot(game.slug, seed_number(base, number)).state()))))
    order = {kind.decision: place for place, kind in reversed(list(enumerate(seen)))}
    return sorted(seen.items(), key=lambda each: (order[each[0].decision], -each[1], each[0].hand))


def moments_of_round(game: Game, seed: str) -> list[tuple[Kind, Situation]]:
    """Return every decision of a round, reached by the smallest bets that stay in."""
    state = Spot(game.slug, seed).state()
    found: list[tuple[Kind, Situation]] = []
    while state.actor == SEAT and len(found) < DEEPEST:
        situation = game.situation(state.view(SEAT))
        if situation is None:
            break
        found.append((kind_of(state), situation))
        state = state.apply(_staying_in(state)).advance()
    return found


def _kinds_in_round(state: State) -> list[Kind]:
    found: list[Kind] = []
    while state.actor == SEAT and len(found) < DEEPEST:
        found.append(kind_of(state))
        state = state.apply(_staying_in(state)).advance()
    return found


def _staying_in(state: State) -> Action:
    """Return the first option that does not end the round for the seat."""
    decisions = state.decisions()
    return next((action for action in decisions if action.kind != "fold"), decisions[0])
