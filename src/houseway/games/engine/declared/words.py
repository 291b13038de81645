"""All words of a declaration in one place, for a title's module to import."""

from houseway.games.engine.declared.ending import Ending, Lead
from houseway.games.engine.declared.steps import Ask, Clear, DealHand, Draw, Settle, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import (
    DEALER,
    SEAT,
    TABLE,
    AtLeast,
    Award,
    Chosen,
    Compare,
    Decision,
    DrawingRule,
    Exchanged,
    Hand,
    LaterBet,
    Makes,
    Margin,
    Opening,
    Option,
    Paid,
    Settled,
)
from houseway.games.engine.procedure import clockwise, counter_clockwise, once

__all__ = [
    "DEALER",
    "SEAT",
    "TABLE",
    "Ask",
    "AtLeast",
    "Award",
    "Chosen",
    "Clear",
    "Compare",
    "DealHand",
    "Decision",
    "DeclaredGame",
    "Draw",
    "DrawingRule",
    "Ending",
    "Exchanged",
    "Hand",
    "LaterBet",
    "Lead",
    "Makes",
    "Margin",
    "Opening",
    "Option",
    "Paid",
    "Settle",
    "Settled",
    "Show",
    "clockwise",
    "counter_clockwise",
    "once",
]
