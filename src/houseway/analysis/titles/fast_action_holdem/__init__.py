"""Fast Action Hold'em, one deck or several: exact counts, values, advice, a rule list, simulation.

Numba is imported only by modules that count or simulate. A table answered from shipped counts does not need it.
"""

from typing import Any

from houseway.analysis.titles.fast_action_holdem.analyzer import (
    STRATEGY_NAMES,
    StrategyRow,
    analyze,
    explain,
    net_and_envy,
    rule_list,
    strategy_table,
    value,
)

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
    "value",
]


def __getattr__(name: str) -> Any:
    if name == "advise":
        from houseway.analysis.titles.fast_action_holdem.advice import advise

        return advise
    if name == "simulate":
        from houseway.analysis.titles.fast_action_holdem.simulation import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
