"""The strategy of a declared title in words: the best options by kind of hand, in full or in short.

A summary puts a long strategy table in a few lines: hands of one class that are played alike together, with their
frequency.

Where hands of a class differ in their best option, each way to play them has a line, whose ranks overlap those of the
other line. The overlap shows the boundary, and the frequencies show how hands divide there. Neighboring classes that
are played alike as a whole share a line. Two cards before any other are shown as starting hands.
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import as_declared, stakes_of
from houseway.analysis.declared.conditions import Two, in_words
from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.rules import RuleList
from houseway.cards.card import RANKS
from houseway.games.engine.game import Game

PAIR_OF = "pair of "


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """Hands of one kind that are played alike: how many there are, the option taken, and its value."""

    decision: str
    hands: str
    combinations: int
    best: str
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None) -> RuleList:
    """Return the rules of the title's family for this game, with their exact cost."""
    payoffs = _payoffs(game)
    return family_of(payoffs.game).rule_list(payoffs, runner or Runner())


def strategy_table(game: Game, *, runner: Runner | None = None) -> tuple[StrategyLine, ...]:
    """Return the best strategy by kind of hand, in the order of the family; neighbors played alike share a line."""
    payoffs = _payoffs(game)
    solution = family_of(payoffs.game).solve(payoffs, runner or Runner())
    return tuple(_line(list(rows)) for _, rows in groupby(solution.rows, key=_alike))


def _alike(row: StrategyRow) -> tuple[object, ...]:
    return row.decision, row.path, row.best, _kind(row.label)[0]


def _kind(label: str) -> tuple[str, str]:
    """Return a kind of hand and its member: high card, A-K-J; pair, aces."""
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


MOST_LINES = 24
"""The most lines that a table has in full. A longer one is shown in short."""

_TWO_CARDS = re.compile(rf"([{RANKS}])-([{RANKS}])( suited)?")
_HIGH = re.compile(r"(\w+) high(, suited)?")
_TO = " to "


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """Hands of one class that are played alike: their share of all such decisions, and the mean value."""

    decision: str
    hands: str
    how_often: str
    best: str
    value: Fraction


def in_short(table: Sequence[Any]) -> tuple[Any, ...]:
    """Return a strategy table, summarized if it is long; rows of a game's special kind stay as they are."""
    if len(table) <= MOST_LINES or not all(isinstance(row, StrategyLine) for row in table):
        return tuple(table)
    found: list[SummaryLine] = []
    for decision in dict.fromkeys(row.decision for row in table):
        rows = [row for row in table if row.decision == decision]
        asked = sum(row.combinations for row in rows)
        for members, hands in _classes(rows):
            combinations = sum(row.combinations for row in members)
            worth = sum((row.value * row.combinations for row in members), Fraction(0))
            how_often = _percent(Fraction(100 * combinations, asked))
            found.append(SummaryLine(decision, hands, how_often, members[0].best, worth / combinations))
    return tuple(found)


def _percent(share: Fraction) -> str:
    """Return a share with three significant digits, in full however small it is.

    >>> _percent(Fraction(409, 10)), _percent(Fraction(675, 10**7))
    ('40.9%', '0.0000675%')
    """
    text = f"{float(share):.3g}"
    return f"{Decimal(text):f}%"


def _classes(rows: Sequence[StrategyLine]) -> list[tuple[list[StrategyLine], str]]:
    """Return the lines of one decision by best option and by class, with a name for each."""
    twos = [two for row in rows if (two := _two(row.hands)) is not None]
    by_best = {best: [row for row in rows if row.best == best] for best in dict.fromkeys(row.best for row in rows)}
    if len(twos) < len(rows):
        divided = {each for each in map(_pattern, rows) if len({row.best for row in rows if _pattern(row) == each}) > 1}
        return [group for members in by_best.values() for group in _by_class(members, divided)]
    chosen = {best: [two for two, row in zip(twos, rows, strict=True) if row.best == best] for best in by_best}
    told = {best: in_words(hands, twos) for best, hands in chosen.items()}
    rest = max(told, key=lambda best: len(told[best])) if len(told) > 1 else ""
    ordered = [*(best for best in told if best != rest), *([rest] if rest else [])]
    return [(by_best[best], "everything else" if best == rest else told[best]) for best in ordered]


def _by_class(rows: Sequence[StrategyLine], divided: Container[str]) -> Iterator[tuple[list[StrategyLine], str]]:
    """Yield lines that are played alike: classes that are wholly so together, each of the others by itself."""
    by_class = {each: [row for row in rows if _pattern(row) == each] for each in dict.fromkeys(map(_pattern, rows))}
    for (shown, whole), classes in groupby(by_class, key=lambda each: (each.rpartition(": ")[0], each not in divided)):
        told = list(classes)
        if whole and len(told) > 1:
            names = [each.removesuffix(", {}") if each.endswith(", {}") else _named(by_class[each]) for each in told]
            last = names[-1].removeprefix(f"{shown}: ")
            yield [row for each in told for row in by_class[each]], f"{names[0]}{_TO}{last}"
        else:
            yield from ((by_class[each], _named(by_class[each])) for each in told)


def _pattern(row: StrategyLine) -> str:
    return _class_of(row.hands)[0]


def _two(hands: str) -> Two | None:
    found = _TWO_CARDS.fullmatch(hands)
    if found is None:
        return None
    high, low, suited = found.groups()
    return Two(RANKS.index(high), RANKS.index(low), suited is not None)


def _class_of(hands: str) -> tuple[str, str]:
    """Return a class of hands and its member: seven high is a high card; a pair, deuces to fives, is a pair.

    >>> _class_of("ace high, suited"), _class_of("pair, deuces to fives"), _class_of("straight")
    (('{} high, suited', 'ace'), ('pair, {}', 'deuces to fives'), ('straight', ''))
    """
    shown, colon, hand = hands.rpartition(": ")
    lead = f"{shown}{colon}"
    if found := _HIGH.fullmatch(hand):
        return f"{lead}{{}} high{found.group(2) or ''}", found.group(1)
    if hand.startswith("pair of "):
        return f"{lead}pair, {{}}", hand.removeprefix("pair of ")
    kind, comma, details = hand.partition(", ")
    return (f"{lead}{kind}, {{}}", details) if comma else (f"{lead}{kind}", "")


def _named(members: Sequence[StrategyLine]) -> str:
    """Return the name of a class by its first and its last hands."""
    pattern = _class_of(members[0].hands)[0]
    first, last = (_class_of(row.hands)[1] for row in (members[0], members[-1]))
    lowest, highest = first.split(_TO)[0], last.split(_TO)[-1]
    if lowest == highest:
        return pattern.replace("pair, {}", "pair of {}").format(lowest)
    return pattern.format(f"{lowest}{_TO}{highest}")
