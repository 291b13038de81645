"""A strategy for tests that does one thing."""

from dataclasses import dataclass

from houseway.games.engine.action import Action
from houseway.games.engine.view import View


@dataclass
class Always:
    """Does one thing."""

    action: Action
    name: str = "always"

    def choose(self, view: View) -> Action:
        return self.action
