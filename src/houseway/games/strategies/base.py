"""Automatic players: a strategy sees a view, as a person at the seat would, and chooses."""

import random
from dataclasses import dataclass, field
from typing import Protocol

from houseway.games.engine.action import Action
from houseway.games.engine.view import View


class Strategy(Protocol):
    """Chooses for one seat."""

    name: str

    def choose(self, view: View) -> Action:
        """One of the legal actions of the view, or an amount between those listed."""


@dataclass
class RandomLegal:
    """Any legal action, equally likely: for tests and for filling seats."""

    name: str = "random"
    generator: random.Random = field(default_factory=random.Random)

    def choose(self, view: View) -> Action:
        """One of the legal actions."""
        return self.generator.choice(view.legal_actions)
