"""The exact value of a declared title, from the counts of a family to a whole analysis."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES, Bets, as_declared, stakes_of
from houseway.analysis.declared.family import Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.operations.payouts import limit_left_out
from houseway.analysis.results.advice import check_strategy
from houseway.analysis.results.distribution import percent
from houseway.analysis.results.endings import (
    EDGE,
    INITIAL_WAGER,
    UNIT_BET,
    Ended,
    Part,
    analysis_of_ends,
    beside,
    has_usual_deck,
    wager_tables,
)
from houseway.analysis.results.result import ENVY, NOT_BET, OPTIMAL, TAKEN_BACK, Analysis, PublishedCheck, Share
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Compared, Ending, Feature, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.settlement import lead_in_words
from houseway.games.engine.declared.vocabulary import Between, Compare, Makes, Margin, Opening, Owner, Paid, Payable
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.engine.sheet import Published
from houseway.plain import exact


def analyze(
    game: Game,
    *,
    strategy: str = OPTIMAL,
    runner: Runner | None = None,
    bets: Bets | None = None,
    ante: int | None = None,
) -> Analysis:
    """Return the value of a round in units of the title's first wager, for the best strategy or the rule list.

    `bets` adds side bets, by name in units. A side bet that is not made still gets a value and a table. With `ante`,
    the first wager in cents, a posted limit on payouts applies, and the best strategy takes it into account. Fractions
    of a cent stay with the house.
    """
    table = as_declared(game)
    if ante is not None:
        if table.aggregate is None:
            raise BadBet(f"{table.title} has no limit on payouts that the size of a bet would matter to; got {ante}")
        table.check_bets([Bet(**{table.unit().name: ante})])
    payoffs = Payoffs.of(table, stakes_of(table, bets), ante)
    return analysis_of(solution_of(payoffs, strategy, runner or Runner()), strategy)


def solution_of(payoffs: Payoffs, strategy: str, runner: Runner) -> Solution:
    """Return the counts of a strategy."""
    family = family_of(payoffs.game)
    check_strategy(payoffs.game, strategy, {*STRATEGY_NAMES, *family.strategies_of(payoffs.game)})
    family.check_strategy(payoffs.game, strategy)
    return family.solve(payoffs, runner, strategy)


def analysis_of(solution: Solution, strategy: str) -> Analysis:
    """Return everything that follows from the counts."""
    payoffs, game = solution.payoffs, solution.payoffs.game
    divisors = family_of(game).divisors(game)
    result = analysis_of_ends(
        game,
        strategy,
        ends_of(payoffs, solution.counts, divisors),
        unit=game.unit().title.lower(),
        initial=sum(payoffs.stakes.values(), Fraction(0)),
        decisions=tuple(
            Share(f"{decision.title}: {option.title}", combinations, sum(options.values()))
            for decision, options in solution.asked.items()
            for option, combinations in options.items()
        ),
        side_bets=tuple(
            table
            for alone, counts in solution.side_bets.values()
            for table in wager_tables(ends_of(alone, counts, divisors), divisors)
        ),
        divisors=divisors,
        notes=(*_envy_note(solution), *_limit_note(payoffs), *solution.notes),
        extra={} if solution.envy is None else {ENVY: exact(solution.envy)},
    )
    result = replace(result, notes=(*_edge_note(result, game.unit().title), *result.notes))
    return published_checks(payoffs, result) if strategy == OPTIMAL and payoffs.unit_cents is None else result


def _edge_note(result: Analysis, unit: str) -> Iterator[str]:
    """Yield a note if the player has the edge, which few readers expect."""
    if result.value > 0:
        initial = percent(result.value / result.bases[INITIAL_WAGER])
        edge = f"{percent(result.value)} of the {unit}, {initial} of the initial wager"
        yield f"Under these readings the player has the edge: {edge}."


def _envy_note(solution: Solution) -> Iterator[str]:
    envy = solution.payoffs.game.envy
    if solution.envy is not None and envy is not None:
        yield (
            f"The Envy Bonus earns {float(solution.envy):.4f} cents a round for each other player ({envy.clause}); the "
            "edges here leave it out."
        )


def _limit_note(payoffs: Payoffs) -> Iterator[str]:
    limit = payoffs.game.aggregate
    if payoffs.unit_cents is None:
        yield from limit_left_out(payoffs.game)
    elif limit is not None and limit.posted is not None:
        unit = f"With {payoffs.game.unit().title} bets of {dollars(payoffs.unit_cents)}"
        yield f"{unit} no bet wins more than the posted limit of {dollars(limit.posted)} ({limit.clause})."


def net_and_envy(
    game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bets: Bets | None = None
) -> dict[tuple[Fraction, Fraction], int]:
    """Return how often a round ends with a net result, in units, and with an Envy Bonus per other player, in cents."""
    table = as_declared(game)
    return family_of(table).net_and_envy(strategy, Payoffs.of(table, stakes_of(table, bets)), runner or Runner())


WORDS = {Outcome.WON: "win", Outcome.TIED: "tie", Outcome.LOST: "lose"}


@dataclass(frozen=True)
class Labels:
    """Names for the endings of some results, given by path and cell. A name has only the features that matter.

    `results` may have more axes after the first two: all wagers together, or one. With `one_name`, paths that are not
    folds and always end alike are not named.
    """

    payoffs: Payoffs
    results: NDArray[np.int64]
    one_name: bool = False

    @cached_property
    def by_cell(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
        """Return the results without regard to the path, and the possible cells; None if paths matter to them."""
        possible = self.payoffs.possible
        merged = self.results[possible.argmax(axis=0), np.arange(possible.shape[1])]
        differs = (self.results != merged).reshape(*possible.shape, -1).any(axis=-1) & possible
        return None if differs.any() else (merged, np.asarray(possible.any(axis=0)))

    def ended(self, path: int, cell: int) -> str:
        """Return the name of an ending."""
        parts = [self._path(path)] if len(self.payoffs.paths) > 1 and self.by_cell is None else []
        digits = tuple(map(int, np.unravel_index(cell, self.payoffs.shape))) if self.payoffs.shape else ()
        for place, term in enumerate(self.payoffs.features):
            if not isinstance(term, Makes | Between) or self._matters(path, digits, place):
                parts.append(self._feature(path, digits, place))
        return "; ".join(filter(None, parts)) or "any other"

    def _matters(self, path: int, digits: tuple[int, ...], place: int) -> bool:
        """Return whether another level of a feature would have changed just this ending."""
        results = self.results[path].reshape(*self.payoffs.shape, -1)
        others = results[(*digits[:place], slice(None), *digits[place + 1 :])]
        return bool((others != others[:1]).any())

    def _is_decided_before(self, results: NDArray[np.int64], before: tuple[int, ...]) -> bool:
        """Return whether the features before one leave it nothing to decide, as when no war follows a winning card."""
        left = results.reshape(*self.payoffs.shape, -1)[before]
        return not (left != left[:1]).any()

    def _path(self, path: int) -> str:
        """Return the options taken; where only the tie that led to them makes a difference, return that tie.

        Where a dealer's hand leaves nothing to decide, return that hand. Return nothing where only its absence leads to
        a decision and the options make no difference.
        """
        taken = self.payoffs.paths[path]
        if self.one_name and path in self._alike:
            return ""
        asked = [decision for decision, _ in taken]
        alike = [number for number, each in enumerate(self.payoffs.paths) if [term for term, _ in each] == asked]
        stopped = {each[0][0].unless_made for each in self.payoffs.paths if each} - {None}
        if not taken and stopped:
            return " or ".join(sorted(term.title for term in stopped if term is not None))
        if stopped and len(asked) == 1 and (self.results[alike] == self.results[path]).all():
            return ""
        tied = next((decision.if_tied for decision in asked if decision.if_tied is not None), None)
        if tied is not None and (self.results[alike] == self.results[path]).all():
            return self._outcomes(tied)[Outcome.TIED]
        return ", ".join(option.title for _, option in taken)

    @cached_property
    def _alike(self) -> list[int]:
        """Return the paths without a fold, where all of them end alike."""
        played = [n for n, path in enumerate(self.payoffs.paths) if not any(option.folds for _, option in path)]
        return played if (self.results[played] == self.results[played[:1]]).all() else []

    def _feature(self, path: int, digits: tuple[int, ...], place: int) -> str:
        """Return a level in words; empty where it makes no difference on this path."""
        results, possible = self.by_cell or (self.results[path], self.payoffs.possible[path])
        can_be = np.moveaxis(possible.reshape(*self.payoffs.shape), place, 0)
        open_levels = np.flatnonzero(can_be.reshape(len(can_be), -1).any(axis=1)).tolist()
        by_level = np.moveaxis(results.reshape(*self.payoffs.shape, -1), place, 0)[open_levels]
        if not (by_level != by_level[:1]).any():
            return ""
        term = self.payoffs.features[place]
        levels = [self.payoffs.game.levels(term)[each] for each in open_levels]
        digit = open_levels.index(digits[place])
        if isinstance(term, Compare):
            decided = self._is_decided_before(results, digits[:place])
            return "" if decided else _compared(self._outcomes(term), levels, by_level, digit)
        if isinstance(term, Makes | Between):
            unmade = f"no {term.title}" if isinstance(term, Makes) else ""
            return term.title if levels[digit] == IsMade(True, term) else unmade
        if isinstance(term, Margin):
            return _lead(levels[digit], by_level, digit)
        table = self.payoffs.game.table(term)
        alone = len(self.payoffs.features) == 1
        level = levels[digit]
        assert isinstance(level, PayClass)
        if not alone and not level.hit:
            return ""
        return level.label if alone else f"{table.form.title}: {level.label}"

    def _outcomes(self, term: Compare) -> Mapping[Outcome, str]:
        """Return the names of the outcomes. Hands go by name if they are not a seat's, or if there are several
        comparisons.
        """
        own = term.own.title
        if term.own.owner is not Owner.SEAT:
            return {Outcome.WON: f"{own} wins", Outcome.TIED: "tie", Outcome.LOST: f"{term.against.title} wins"}
        if len(self.payoffs.game.every(Compare)) == 1:
            return WORDS
        name = term.title if term.has_title else own
        return {Outcome.WON: f"{name} wins", Outcome.TIED: f"{name} ties", Outcome.LOST: f"{name} loses"}


def _compared(words: Mapping[Outcome, str], levels: Sequence[Feature], by_level: NDArray[np.int64], digit: int) -> str:
    """Return a comparison in words: its outcome where that matters, and whether the dealer qualified if that does."""
    level = levels[digit]
    assert isinstance(level, Compared)
    alike = [
        place for place, each in enumerate(levels) if isinstance(each, Compared) and each.qualified is level.qualified
    ]
    outcome_matters = any((by_level[place] != by_level[digit]).any() for place in alike)
    outcome = words[level.outcome] if outcome_matters else ""
    if len(alike) == len(levels):
        return outcome
    opposite = next(
        place
        for place, each in enumerate(levels)
        if isinstance(each, Compared) and each.qualified is not level.qualified and each.outcome is level.outcome
    )
    if outcome_matters and not (by_level[opposite] != by_level[digit]).any():
        return outcome
    qualified = "" if level.qualified else "dealer does not qualify"
    return ", ".join(filter(None, (qualified, outcome))) or "dealer qualifies"


def _lead(level: Feature, by_level: NDArray[np.int64], digit: int) -> str:
    """Return a margin in words if it pays more than the worst margin; "any other" if not."""
    assert isinstance(level, Lead)
    return lead_in_words(level) if (by_level[digit] > by_level.min(axis=0)).any() else "any other"


def endings(counts: NDArray[np.object_]) -> Iterator[tuple[int, int, int]]:
    """Yield every path and cell in which a round ended, with the combinations."""
    for path, cell in np.argwhere(counts != 0).tolist():
        yield path, cell, int(counts[path, cell])


def ends_of(payoffs: Payoffs, counts: NDArray[np.object_], by_hand: Container[str] = ()) -> list[Ended]:
    """Return all endings with their combinations, whole and by wager, each named by the features that matter.

    `by_hand` has the names of wagers that the player's cards decide, however they are played unless folded.
    """
    together = Labels(payoffs, np.stack(list(payoffs.by_wager.values()), axis=-1))
    apart = {wager: Labels(payoffs, nets, wager.name in by_hand) for wager, nets in payoffs.by_wager.items()}
    return [
        Ended(
            together.ended(path, cell),
            combinations,
            tuple(_part(payoffs, wager, labels, path, cell) for wager, labels in apart.items()),
        )
        for path, cell, combinations in endings(counts)
    ]


def unmade(payoffs: Payoffs, wager: Payable, path: int) -> str:
    """Return why there is no bet on a wager."""
    taken_back = isinstance(wager, Opening) and Ending(dict(payoffs.paths[path]), {}).took_back(wager)
    return TAKEN_BACK if taken_back else NOT_BET


def _part(payoffs: Payoffs, wager: Payable, labels: Labels, path: int, cell: int) -> Part:
    nets, staked = payoffs.by_wager[wager], payoffs.staked[wager][path]
    ended = labels.ended(path, cell) if staked or nets[path].any() else unmade(payoffs, wager, path)
    return Part(wager.name, ended, staked, Fraction(int(nets[path, cell]), payoffs.scale))


NUMBER = re.compile(r"-?[\d,]+(\.\d+)?%?")
"""Figures in words are for readers. Only a plain number can be compared."""
ELEMENT_OF_RISK, AVERAGE_WAGER, DEVIATION, OF_A_WAGER = (
    "element of risk",
    "average total wager, in ",
    "standard deviation per ",
    ", house edge",
)


def published_checks(payoffs: Payoffs, analysis: Analysis) -> Analysis:
    """Return the analysis with its published figures; there are none for another deck."""
    game = payoffs.game
    if not has_usual_deck(game):
        return analysis
    return replace(analysis, published=tuple(_checks(payoffs, analysis)))


def _checks(payoffs: Payoffs, analysis: Analysis) -> Iterator[PublishedCheck]:
    usual = set(payoffs.stakes) == {wager for wager in payoffs.game.every(Opening) if not wager.side_bet}
    for figure in payoffs.game.sheet.published:
        if not NUMBER.fullmatch(figure.value):
            continue
        if any(payoffs.game.reading(reading) != choice for reading, choice in figure.readings.items()):
            continue
        found = _of_a_wager(payoffs, analysis, figure) or (_of_the_round(payoffs, analysis, figure) if usual else None)
        if found is not None:
            ours, base = found
            yield beside(figure, ours, base)


def _of_the_round(payoffs: Payoffs, analysis: Analysis, figure: Published) -> tuple[Fraction, str] | None:
    forms = {term.table for term in payoffs.features if isinstance(term, Paid)}
    if not _same_tables(payoffs, figure, forms):
        return None
    if figure.what.startswith(EDGE):
        base = figure.what.removeprefix(EDGE).lower()
        return (analysis.house_edge(base), base) if base in analysis.bases else None
    if figure.what == ELEMENT_OF_RISK:
        return analysis.house_edge(UNIT_BET), UNIT_BET
    if figure.what.startswith(AVERAGE_WAGER):
        return analysis.average_wager, ""
    if figure.what == f"{DEVIATION}{payoffs.game.unit().title}":
        return Fraction(analysis.net.standard_deviation), ""
    return None


def _of_a_wager(payoffs: Payoffs, analysis: Analysis, figure: Published) -> tuple[Fraction, str] | None:
    """Return the edge of a side bet by itself, per unit of it."""
    for table in analysis.side_bets:
        wager = next(each for each in payoffs.game.every(Opening) if each.name == table.wager)
        if figure.what == f"{wager.title}{OF_A_WAGER}":
            alone = Payoffs.of(payoffs.game, {wager: Fraction(1)})
            forms = {term.table for term in alone.features if isinstance(term, Paid)}
            return (-table.value, wager.title) if _same_tables(payoffs, figure, forms) else None
    return None


def _same_tables(payoffs: Payoffs, figure: Published, forms: set[str]) -> bool:
    """Return whether a figure belongs to the tables in force, as far as it depends on them."""
    game = payoffs.game
    if not figure.paytable or game.pay_set is None:
        return True
    published = game.sheet.pay_sets[figure.paytable]
    return all(published[form].rows == game.pay_set[form].rows for form in forms)
