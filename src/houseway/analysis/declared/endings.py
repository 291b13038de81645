"""How rounds end, in words: what was done, how the hands compared, which rows of pay tables were hit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.return_table import NOT_BET, TAKEN_BACK
from houseway.analysis.shell.ends import Ended, Part
from houseway.games.engine.declared.ending import Compared, Ending, Feature, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.settling import lead_in_words
from houseway.games.engine.declared.vocabulary import Between, Compare, Makes, Margin, Opening, Owner, Payable

WORDS = {Outcome.WON: "win", Outcome.TIED: "tie", Outcome.LOST: "lose"}


@dataclass(frozen=True)
class Labels:
    """Names the endings of some results, given by path and cell, by what makes a difference to them and nothing else.

    `results` may have more axes after the first two: all wagers side by side, or one.
    """

    payoffs: Payoffs
    results: NDArray[np.int64]

    @cached_property
    def by_cell(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
        """The results whatever the path, and which cells can be; None where paths make a difference to them."""
        possible = self.payoffs.possible
        merged = self.results[possible.argmax(axis=0), np.arange(possible.shape[1])]
        differs = (self.results != merged).reshape(*possible.shape, -1).any(axis=-1) & possible
        return None if differs.any() else (merged, np.asarray(possible.any(axis=0)))

    def ended(self, path: int, cell: int) -> str:
        """The name of an ending."""
        parts = [self._path(path)] if len(self.payoffs.paths) > 1 and self.by_cell is None else []
        digits = tuple(map(int, np.unravel_index(cell, self.payoffs.shape))) if self.payoffs.shape else ()
        for place, term in enumerate(self.payoffs.features):
            if not isinstance(term, Makes | Between) or self._matters(path, digits, place):
                parts.append(self._feature(path, digits, place))
        return "; ".join(filter(None, parts)) or "any other"

    def _matters(self, path: int, digits: tuple[int, ...], place: int) -> bool:
        """Whether another level of a feature would have changed just this ending."""
        results = self.results[path].reshape(*self.payoffs.shape, -1)
        others = results[(*digits[:place], slice(None), *digits[place + 1 :])]
        return bool((others != others[:1]).any())

    def _is_decided_before(self, results: NDArray[np.int64], before: tuple[int, ...]) -> bool:
        """Whether the features before one leave it nothing to decide, as where no war follows on a card that wins."""
        left = results.reshape(*self.payoffs.shape, -1)[before]
        return not (left != left[:1]).any()

    def _path(self, path: int) -> str:
        """The options taken; where only the tie that led to them makes a difference, that tie.

        Where a hand of the dealer's leaves nothing to decide, that hand; where only its absence leads to a decision
        and its options make no difference, nothing.
        """
        taken = self.payoffs.paths[path]
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

    def _feature(self, path: int, digits: tuple[int, ...], place: int) -> str:
        """A level in words; empty where it makes no difference on this path."""
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
        """What the outcomes are called: the hands by their names where they are nobody's own, or one of several."""
        own = term.own.title
        if term.own.owner is not Owner.SEAT:
            return {Outcome.WON: f"{own} wins", Outcome.TIED: "tie", Outcome.LOST: f"{term.against.title} wins"}
        if len(self.payoffs.game.every(Compare)) == 1:
            return WORDS
        return {Outcome.WON: f"{own} wins", Outcome.TIED: f"{own} ties", Outcome.LOST: f"{own} loses"}


def _compared(words: Mapping[Outcome, str], levels: Sequence[Feature], by_level: NDArray[np.int64], digit: int) -> str:
    """A comparison: its outcome where that matters, and whether the dealer qualified where that does."""
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
    """A margin in words, where it makes more than the worst of all."""
    assert isinstance(level, Lead)
    return lead_in_words(level) if (by_level[digit] > by_level.min(axis=0)).any() else "any other"


def endings(counts: NDArray[np.object_]) -> Iterator[tuple[int, int, int]]:
    """Every path and cell in which a round ended, with the combinations."""
    for path, cell in np.argwhere(counts != 0).tolist():
        yield path, cell, int(counts[path, cell])


def ends_of(payoffs: Payoffs, counts: NDArray[np.object_]) -> list[Ended]:
    """All endings with their combinations, whole and wager by wager, each named by what makes a difference to it."""
    together = Labels(payoffs, np.stack(list(payoffs.by_wager.values()), axis=-1))
    apart = {wager: Labels(payoffs, nets) for wager, nets in payoffs.by_wager.items()}
    return [
        Ended(
            together.ended(path, cell),
            combinations,
            tuple(_part(payoffs, wager, labels, path, cell) for wager, labels in apart.items()),
        )
        for path, cell, combinations in endings(counts)
    ]


def unmade(payoffs: Payoffs, wager: Payable, path: int) -> str:
    """Why nothing lies on a wager."""
    taken_back = isinstance(wager, Opening) and Ending(dict(payoffs.paths[path]), {}).took_back(wager)
    return TAKEN_BACK if taken_back else NOT_BET


def _part(payoffs: Payoffs, wager: Payable, labels: Labels, path: int, cell: int) -> Part:
    nets, staked = payoffs.by_wager[wager], payoffs.staked[wager][path]
    ended = labels.ended(path, cell) if staked or nets[path].any() else unmade(payoffs, wager, path)
    return Part(wager.name, ended, staked, Fraction(int(nets[path, cell]), payoffs.scale))
