"""Double Draw Poker: exact values for any pay table and every reading, advice, a rule list, simulation."""

from houseway.analysis.titles.double_draw_poker.advice import advise
from houseway.analysis.titles.double_draw_poker.analyzer import (
    STRATEGY_NAMES,
    StrategyRow,
    analyze,
    explain,
    rule_list,
    strategy_table,
)
from houseway.analysis.titles.double_draw_poker.simulation import simulate

__all__ = ["STRATEGY_NAMES", "StrategyRow", "advise", "analyze", "explain", "rule_list", "simulate", "strategy_table"]
