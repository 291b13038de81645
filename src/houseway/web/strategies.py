"""How to play well, for the pages: the rule list in words with its exact cost, and what is best by kind of hand."""

from collections.abc import Mapping
from typing import Any

from houseway.analysis import rule_list, strategy_table
from houseway.analysis.between_players import players_analysis
from houseway.analysis.declared.rule_list import knows_rules
from houseway.analysis.declared.strategy_summary import in_short
from houseway.analysis.results.display import plain_rows
from houseway.analysis.results.people import RuleList
from houseway.analysis.results.recorded import recorded_edge, recorded_rules, recorded_strategy
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import expensive_words
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.telling.units import units_of
from houseway.games.telling.words import plain
from houseway.web.laboratory import Report, runner_for
from houseway.web.responses import exact

NOTHING_TO_DECIDE = "There are no decisions after the bets are placed."
NO_RULE_LIST = "This game has no simplified strategy (rule list). The table below has every kind of hand."
NOT_COUNTED = "The strategy for this pay table and these readings is not stored. Open the laboratory to compute it."
BETWEEN_PLAYERS = (
    "Players bet against each other, so no strategy is optimal against everybody and no rule list has an exact cost.",
    "Exact: from the flop on, your chances against every hand of an opponent who keeps cards by a rule; and, for two "
    "players on the river, an equilibrium of the betting (the command houseway solve).",
    "Estimated, with a margin of error: before the flop, the share of the pot for every choice of cards to keep.",
)
Plain = dict[str, Any]


def kept_strategy(game: Game, request: object = None, report: object = None) -> Plain:
    """What ships of a game's strategy; `words` where there is none, and why."""
    if isinstance(game, GameBetweenPlayers):
        rule = players_analysis(game).EXAMPLES.holds_words
        return {"rules": None, "table": [], "words": [*BETWEEN_PLAYERS, rule], "is_kept": True}
    rows = recorded_strategy(game)
    if rows is None:
        return {"rules": None, "table": [], "words": [NOT_COUNTED], "is_kept": False}
    return _plain_strategy(game, recorded_rules(game), rows)


def counted_strategy(game: Game, request: Mapping[str, Any], report: Report) -> Plain:
    """The same, counted where it does not ship."""
    runner = runner_for(request, report)
    rows = strategy_table(game, runner=runner)
    rules = rule_list(game, runner=runner) if knows_rules(game) else None
    return _plain_strategy(game, rules, rows)


def _plain_strategy(game: Game, rules: RuleList | None, rows: tuple[Any, ...]) -> Plain:
    words = [NOTHING_TO_DECIDE] if not rows else [NO_RULE_LIST] if rules is None else []
    edge = None if rules is None else recorded_edge(game, OPTIMAL)
    if rules is not None and edge is not None and (expensive := expensive_words(rules.cost, edge, units_of(game))):
        words.append(expensive)
    return {
        "rules": None if rules is None else [plain(line) for line in rules.lines()],
        "cost": None if rules is None else exact(rules.cost),
        "unit": units_of(game),
        "table": [_in_words(row) for row in plain_rows(in_short(rows))],
        "words": words,
        "is_kept": True,
    }


def _in_words(row: Mapping[str, object]) -> Plain:
    return {name: plain(cell) if isinstance(cell, str) else cell for name, cell in row.items()}
