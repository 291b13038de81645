"""2 Hand Hold 'Em: exact counts of every flop and hole, advice, a point count for players, simulation."""

from houseway.analysis.titles.two_hand_holdem.advice import advise
from houseway.analysis.titles.two_hand_holdem.analyzer import StrategyRow, analyze, explain, rule_list, strategy_table
from houseway.analysis.titles.two_hand_holdem.jobs import STRATEGY_NAMES
from houseway.analysis.titles.two_hand_holdem.simulation import simulate

__all__ = ["STRATEGY_NAMES", "StrategyRow", "advise", "analyze", "explain", "rule_list", "simulate", "strategy_table"]
