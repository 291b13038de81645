"""Equity for Five Card HoldOut: `equity` of known hands, `best_hold` of one hand."""

from houseway.analysis.titles.five_card_holdout.holds import HoldResult, HoldValue, best_hold
from houseway.analysis.titles.five_card_holdout.showdown import EquityResult, PlayerEquity, equity

__all__ = ["EquityResult", "HoldResult", "HoldValue", "PlayerEquity", "best_hold", "equity"]
