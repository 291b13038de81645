"""Fast Action Hold'em, one deck or several: exact counts, values, advice, a rule list, simulation."""

from houseway.analysis.fast_action_holdem.advice import advise
from houseway.analysis.fast_action_holdem.analyser import STRATEGY_NAMES, analyze
from houseway.analysis.fast_action_holdem.people import StrategyRow, rule_list, strategy_table
from houseway.analysis.fast_action_holdem.simulation import simulate

__all__ = ["STRATEGY_NAMES", "StrategyRow", "advise", "analyze", "rule_list", "simulate", "strategy_table"]
