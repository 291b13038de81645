"""The strategy for people: optimal play by class of hand, and the point count with its exact price."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import FORMAT
from houseway.analysis.titles.two_hand_holdem.analyzer import as_two_hand, count_all, value_of
from houseway.analysis.titles.two_hand_holdem.holes import EDGE, HANDS, RAISED, RAISED_STAKE
from houseway.analysis.titles.two_hand_holdem.jobs import HAND_CLASSES
from houseway.analysis.titles.two_hand_holdem.reading import class_names
from houseway.analysis.titles.two_hand_holdem.rule_list import LINES, POINTS, PointCount
from houseway.analysis.titles.two_hand_holdem.tables import completions
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import FLOP_CARDS


@dataclass(frozen=True)
class RuleList(PointCount):
    """The point count in words and as an automatic player. `cost` is what it gives away, in Antes a round."""

    cost: Fraction

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        return LINES

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON: what everything counts."""
        return {"format": FORMAT, "points": dict(POINTS), "raised": RAISED_STAKE}


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """The hands of one class that optimal play sets: how many, how many it raises, and their average edge."""

    hand: str
    hands: int
    raised: int
    edge: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """The rules with their exact cost against optimal play."""
    table = as_two_hand(game)
    counts = count_all(table.deck, runner or Runner())
    cost = value_of(counts, OPTIMAL, table.deck) - value_of(counts, RuleList.name, table.deck)
    return RuleList(cost)


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyRow, ...]:
    """What optimal play does with the hands that it sets, by class, from the best down.

    A class is what a hand makes with the flop and how it may improve. Edges are P(win) - P(lose).
    """
    table = as_two_hand(game)
    stats = count_all(table.deck, runner or Runner())[HAND_CLASSES]
    deals = completions(table.deck.size - FLOP_CARDS)
    rows = []
    for name, row in reversed(list(zip(class_names(), stats, strict=True))):
        hands, raised, edge = int(row[HANDS]), int(row[RAISED]), int(row[EDGE])
        if hands:
            rows.append(StrategyRow(name, hands, raised, Fraction(edge, hands * deals)))
    return tuple(rows)
