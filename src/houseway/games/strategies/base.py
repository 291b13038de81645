"""Computer players. A strategy sees the same view as a person at the seat, and chooses."""

import random
from dataclasses import dataclass, field
from typing import Protocol

from houseway.games.engine.action import Action
from houseway.games.engine.view import View


class Strategy(Protocol):
    """A player that chooses for one seat."""

    name: str

    def choose(self, view: View) -> Action:
        """Return one of the legal actions of the view, or an amount between those listed."""


@dataclass
class RandomLegal:
    """A player that takes any legal action, equally likely, for tests and for filling seats."""

    name: str = "random"
    generator: random.Random = field(default_factory=random.Random)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions."""
        return self.generator.choice(view.legal_actions)
