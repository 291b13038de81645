"""What the rule list of a game says at a spot: which line applies, what it does, and what following it costs there."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.declared.private_showdown.applied_rules import applied_line
from houseway.analysis.results.recorded import recorded_rules
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.setting import has_setting_way
from houseway.games.house_way_lines import applied_house_way
from houseway.games.telling.verdict import action_words, in_antes

HOUSE_WAY = "house-way"
"""The decision that leaves a hand to the house way."""
Values = Mapping[Action, Fraction]


def rule_here(game: Game, question: Mapping[str, Any], values: Values) -> dict[str, Any] | None:
    """The line of the rule list that applies in the situation of a question; None where none can be named.

    A line is named for lists of cuts (`play with high card, Q-6-4 or better`) and for house ways by which hands are
    set. Lists that count points, or whose lines are about draws, have none.
    """
    rules = recorded_rules(game)
    if rules is None or not isinstance(game, DeclaredGame):
        return None
    own = parse_cards(question["cards"], deck=game.deck)
    if has_setting_way(game.slug):
        applied = applied_house_way(game, own)
        assert applied is not None, "a game with a setting way has a house way"
        return _told(game, f"{applied.line}. {applied.words}", Action(HOUSE_WAY), values)
    up = parse_cards(question["situation"].get("dealer", ""), deck=game.deck)
    line = None if question["situation"].get("board") else applied_line(game, rules.lines(), own, up)
    return None if line is None else _told(game, rules.lines()[line.place], Action(line.option.name), values)


def _told(game: Game, line: str, action: Action, values: Values) -> dict[str, Any] | None:
    if action not in values:
        return None
    cost = max(values.values()) - values[action]
    says = f"Here it says: {action_words(game.felt(), action)} ({in_antes(values[action])})"
    words = f"{says}, which is best." if not cost else f"{says}, which gives away {float(cost):.4f} units here."
    return {"line": line, "words": words, "cost": {"exact": str(cost), "value": float(cost)}}
