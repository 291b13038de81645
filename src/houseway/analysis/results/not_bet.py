"""Wagers of a game that the analyzed round leaves out, and what they are worth by themselves."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.return_table import ReturnRow


@dataclass(frozen=True, slots=True)
class NotBet:
    """An optional wager that nobody makes in the analyzed round.

    It has the title and the names of its pay tables, its house edge, and the return table of one unit that is bet on it
    by such a player.
    """

    title: str
    clause: str
    edge: Fraction
    forms: tuple[str, ...]
    rows: tuple[ReturnRow, ...]
    player: str
