"""Spots to practice: moments of real rounds, dealt by an honest shuffle, at which one seat decides.

A spot is kept as the seed of its shuffle and what the seat has done so far: the round is dealt anew from that, and
comes out the same.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import HousewayError
from houseway.games.catalogue import GAMES, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.strategies import strategy, strategy_names

UNIT = 1000
"""What is bet on every usual wager, in cents."""
SEAT = 0
DEEPEST = 4
"""Of a round with more decisions, only so many are practiced."""


class NoSpot(HousewayError):
    """A round, or a game, in which there is nothing to decide."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment of a round: the game as it ships, the seed of the shuffle, and what was decided before.

    Between players two are dealt in, and what both have decided counts.
    """

    game: str
    seed: str
    before: tuple[Action, ...] = ()

    def state(self) -> State:
        """The round at this moment."""
        state = opened(make_game(self.game), self.seed)
        for action in self.before:
            state = state.apply(action).advance()
        return state

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return {"game": self.game, "seed": self.seed, "before": [action.to_dict() for action in self.before]}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Spot":
        """The spot of a plain form."""
        return cls(plain["game"], plain["seed"], tuple(map(Action.from_dict, plain["before"])))


def cannot_be_practiced(slug: str) -> str:
    """Why a game has no spots with exact values; empty where it has.

    >>> cannot_be_practiced("three-card-poker"), cannot_be_practiced("dragon-bonus")
    ('', 'nothing is decided after the bets are down')
    """
    kind = game_class(slug)
    if issubclass(kind, DeclaredGame) and not kind.configure().decisions():
        return "nothing is decided after the bets are down"
    return ""


def practiced() -> tuple[str, ...]:
    """The games that have spots."""
    return tuple(slug for slug in GAMES if not cannot_be_practiced(slug))


def deal_spot(game: Game, seed: str) -> Spot:
    """A decision of the round of a seed: the first, or a later one to which the everyday player's decisions lead.

    How far it is played on is drawn from the seed too; where the round is over before, the last decision is taken.
    """
    generator = random.Random(f"houseway/spot/{seed}")
    state = opened(game, seed)
    if state.actor != SEAT:
        raise NoSpot(f"nothing was decided in this round of {game.title}")
    player = strategy(game, strategy_names(game.slug)[0], seed=generator.randrange(2**32))
    before: list[Action] = []
    for _ in range(generator.randrange(DEEPEST)):
        action = player.choose(state.view(SEAT))
        after = state.apply(action).advance()
        if after.actor != SEAT:
            break
        before.append(action)
        state = after
    return Spot(game.slug, seed, tuple(before))


def seed_number(base: str, number: int) -> str:
    """The seed of the deal of a number in a search that began with a seed."""
    return Seed.of(f"houseway/spot/{base}/{number}").hex


def opened(game: Game, seed: str) -> State:
    """The round of a seed at its first decision."""
    bet, shuffle = game.usual_bet(UNIT), Seed.from_hex(seed)
    if isinstance(game, GameBetweenPlayers):
        return game.start([bet, bet], seed=shuffle, button=button_of(seed)).advance()
    return game.start([bet], seed=shuffle).advance()


def button_of(seed: str) -> int:
    """Which of two players has the button."""
    return int(seed[-1], 16) % 2
