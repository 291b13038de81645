"""The functions that analyze a declared title, by the same names as in the analyzers of hand-written games."""

from houseway.analysis.declared.advice import advise
from houseway.analysis.declared.analyzer import analyze, net_and_envy
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.registry import explain
from houseway.analysis.declared.simulation import simulate
from houseway.analysis.declared.strategy import StrategyLine as StrategyRow
from houseway.analysis.declared.strategy import rule_list, strategy_table

__all__ = [
    "STRATEGY_NAMES",
    "StrategyRow",
    "advise",
    "analyze",
    "explain",
    "net_and_envy",
    "rule_list",
    "simulate",
    "strategy_table",
]
