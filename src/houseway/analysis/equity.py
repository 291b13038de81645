"""Equity for Five Card HoldOut: `equity` of known hands, `best_hold` of one hand."""

from houseway.analysis.holdout.holds import HoldResult, HoldValue, best_hold
from houseway.analysis.holdout.showdown import EquityResult, PlayerEquity, equity

__all__ = ["EquityResult", "HoldResult", "HoldValue", "PlayerEquity", "best_hold", "equity"]
