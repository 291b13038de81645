"""The strategy of a declared title for people: the best options by kind of hand, and the rule list."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import as_declared, stakes_of
from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.people import RuleList
from houseway.games.engine.game import Game

PAIR_OF = "pair of "


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """Hands of one kind that are played alike: how many there are, what is done, and what that is worth."""

    decision: str
    hands: str
    combinations: int
    best: str
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """The rules of the title's family for this game, with their exact cost."""
    payoffs = _payoffs(game)
    return family_of(payoffs.game).rule_list(payoffs, runner or Runner())


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyLine, ...]:
    """The best strategy by kind of hand, in the order of the family; neighbors that are played alike in one line."""
    payoffs = _payoffs(game)
    solution = family_of(payoffs.game).solve(payoffs, runner or Runner())
    return tuple(_line(list(rows)) for _, rows in groupby(solution.rows, key=_alike))


def _alike(row: StrategyRow) -> tuple[object, ...]:
    return row.decision, row.path, row.best, _kind(row.label)[0]


def _kind(label: str) -> tuple[str, str]:
    """A kind of hand and which one of it: high card, A-K-J; pair, aces."""
    shown, colon, hand = label.rpartition(": ")
    if hand.startswith(PAIR_OF):
        return f"{shown}{colon}pair", hand.removeprefix(PAIR_OF)
    kind, _, details = hand.partition(", ")
    return f"{shown}{colon}{kind}", details


def _line(rows: Sequence[StrategyRow]) -> StrategyLine:
    first, last = rows[0], rows[-1]
    kind, details = _kind(first.label)
    hands = first.label
    if last.label != first.label:
        hands = f"{kind}, {details} to {_kind(last.label)[1]}" if details else kind
    combinations = sum(row.combinations for row in rows)
    worth = sum((row.values[row.best] * row.combinations for row in rows), Fraction(0))
    before = "".join(f", after {option.title}" for option in first.path)
    return StrategyLine(f"{first.decision.title}{before}", hands, combinations, first.best.title, worth / combinations)


def _payoffs(game: Game) -> Payoffs:
    table = as_declared(game)
    return Payoffs.of(table, stakes_of(table, None))
