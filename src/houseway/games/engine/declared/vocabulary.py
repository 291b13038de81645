"""The terms with which a title is declared, as a dealer uses them: wagers, hands, decisions, comparisons, pay classes.

Each is an attribute of the title's class and takes its name from there. Each cites its clause and records its source
line, so that a mistake is reported at that line.
"""

from houseway.games.engine.declared.decisions import Decision, Option
from houseway.games.engine.declared.hands import (
    AtLeast,
    BestOf,
    Chosen,
    Discards,
    DrawingRule,
    Exchanged,
    Hand,
    Held,
    HouseSet,
    Rest,
)
from houseway.games.engine.declared.predicates import Between, Cause, Compare, Makes, Margin, Paid
from houseway.games.engine.declared.terms import DEALER, SEAT, TABLE, Conditions, Owner, Reading, Term, holds
from houseway.games.engine.declared.wagers import (
    Award,
    EnvyBonus,
    LaterBet,
    MeterBet,
    Opening,
    Payable,
    PostedLimit,
    Settled,
)

__all__ = [
    "DEALER",
    "SEAT",
    "TABLE",
    "AtLeast",
    "Award",
    "BestOf",
    "Between",
    "Cause",
    "Chosen",
    "Compare",
    "Conditions",
    "Decision",
    "Discards",
    "DrawingRule",
    "EnvyBonus",
    "Exchanged",
    "Hand",
    "Held",
    "HouseSet",
    "LaterBet",
    "Makes",
    "Margin",
    "MeterBet",
    "Opening",
    "Option",
    "Owner",
    "Paid",
    "Payable",
    "PostedLimit",
    "Reading",
    "Rest",
    "Settled",
    "Term",
    "holds",
]
