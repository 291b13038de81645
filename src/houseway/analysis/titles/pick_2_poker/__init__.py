"""Pick 2 Poker: exact values for any pay table and every reading, advice, rules for people, simulation."""

from houseway.analysis.titles.pick_2_poker.advice import advise
from houseway.analysis.titles.pick_2_poker.analyzer import (
    STRATEGY_NAMES,
    StrategyRow,
    analyze,
    bonus_only,
    explain,
    readings_table,
    rule_list,
    strategy_table,
)
from houseway.analysis.titles.pick_2_poker.simulation import simulate

__all__ = [
    "STRATEGY_NAMES",
    "StrategyRow",
    "advise",
    "analyze",
    "bonus_only",
    "explain",
    "readings_table",
    "rule_list",
    "simulate",
    "strategy_table",
]
