"""The rule list of a game at a spot: which line applies, what it does, and what following it costs there."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.results.advice import AppliedRule
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.telling.units import units_of
from houseway.games.telling.verdict import action_words, cost_words, gerund

Values = Mapping[Action, Fraction]


def rule_here(game: Game, cards: str, applied: AppliedRule, values: Values) -> dict[str, Any] | None:
    """Return the line that applies with its cost here; None where its action has no value."""
    own = parse_cards(cards, deck=game.deck)
    ways = (way.normal() for way in game.same_decisions(own, applied.action))
    action = next((way for way in ways if way in values), None)
    if action is None:
        return None
    cost = max(values.values()) - values[action]
    means = f"Here that means {gerund(action_words(game.felt(), action))}"
    costs = f"costs {cost_words(cost)} {units_of(game)}" if cost else "is best"
    words = f"{means}, which {costs}."
    return {"line": applied.line, "words": words, "cost": {"exact": str(cost), "value": float(cost)}}
