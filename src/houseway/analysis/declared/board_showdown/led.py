"""Where a strategy leads: deals by path, kind of own hand and outcome, and by group where bets beside are made."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.beside import (
    counts_alone,
    groups_of,
    is_touched,
    split,
    with_bets_beside,
)
from houseway.analysis.declared.board_showdown.beside_pass import GroupCounts
from houseway.analysis.declared.board_showdown.first_values import group_counts
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout, beside_wagers, is_beside
from houseway.analysis.declared.board_showdown.middle import EarlyPlay
from houseway.analysis.declared.board_showdown.ruled import BoardRules, glance_of
from houseway.analysis.declared.board_showdown.space import space_of
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.side_bet.census import touched_by_play
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.results.result import OPTIMAL
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.vocabulary import Opening

Numbers = NDArray[np.int64]
Choices = NDArray[np.int8]


@dataclass(frozen=True)
class Led:
    """`counts[path, kind, outcome]`, before it a place for the group where groups are told apart; `first` is where
    each class of own hands stands after the first stages.
    """

    counts: Numbers
    first: Choices

    def by_cell(self, layout: Layout, payoffs: Payoffs) -> NDArray[np.object_]:
        """The same by path and cell of some payoffs."""
        return by_cell(layout, payoffs, self.counts)

    def touched(self, layout: Layout, payoffs: Payoffs) -> dict[Opening, NDArray[np.object_]]:
        """The side bets that are not made and that the play touches, by path and cell of each."""
        beside = beside_wagers(payoffs.game)
        return {
            wager: counts_alone(layout, alone, self.first) if wager in beside else self.by_cell(layout, alone)
            for wager, alone in touched_by_play(payoffs).items()
        }


def by_cell(layout: Layout, payoffs: Payoffs, counts: Numbers) -> NDArray[np.object_]:
    """Counts by path, kind and outcome, with or without groups, as counts by path and cell of some payoffs."""
    grouped = counts.ndim > len(("path", "kind", "outcome"))
    cells = groups_of(layout).cells(layout, payoffs) if grouped else layout.cells(payoffs)[None]
    found = np.zeros((len(payoffs.paths), payoffs.n_cells), np.int64)
    for group_cells, of_group in zip(cells, counts if grouped else counts[None], strict=True):
        for path, of_path in enumerate(of_group):
            np.add.at(found[path], group_cells, of_path)
    return found.astype(object)


def tells_groups(payoffs: Payoffs) -> bool:
    """Whether own and dealer's cards decide anything here without the common ones."""
    return any(is_beside(payoffs.game, term) for term in payoffs.features)


def early_play(payoffs: Payoffs, runner: Runner) -> EarlyPlay:
    """Best play before the late stages, from the first pass."""
    layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
    values = runner.run(BoardValues(Passes.of(layout, main)))["values"]
    return with_bets_beside(EarlyPlay.of(layout, values), main, alone)


def after_first(early: EarlyPlay) -> Choices:
    """The prefix of each class of own hands after the first stages."""
    return early.first.lead(np.zeros(early.space.n_holes, np.int8))


def rules_of(payoffs: Payoffs, runner: Runner) -> BoardRules:
    """Rules fitted to best play, which takes the first pass and one more."""
    layout, main = Layout.of(payoffs.game), split(payoffs)[0]
    check_bound(layout, main)
    early = early_play(payoffs, runner)
    return BoardRules.fitted(layout, Passes.of(layout, main), early, runner)


def led(strategy: str, payoffs: Payoffs, runner: Runner, *, groups: bool) -> Led:
    """Where a strategy leads, by groups if they are asked for."""
    layout, main = Layout.of(payoffs.game), split(payoffs)[0]
    check_bound(layout, main)
    passes = Passes.of(layout, main)
    path_of = np.empty((0, 0), np.int64)
    if strategy == OPTIMAL:
        early = early_play(payoffs, runner)
        prefixes, first = early.prefixes(), after_first(early)
    elif strategy == RULE_LIST:
        rules = rules_of(payoffs, runner)
        prefixes, first, path_of = rules.prefix_of, after_first(rules.early), rules.late_paths()
        if not groups:
            return Led(rules.counts, first)
    else:
        path = staying(strategy, payoffs)
        passes, prefixes, first = _only(passes, path), _standing(layout, path, middle=True), _standing(layout, path)
    if not groups:
        return Led(runner.run(BoardCounts(passes, prefixes))["counts"], first)
    told = GroupCounts(passes, glance_of(layout, layout.late), groups_of(layout), prefixes, path_of)
    return Led(runner.run(told)["counts"], first)


def shipped_led(payoffs: Payoffs) -> Numbers | None:
    """Where best play with bets beside the showdown leads, by groups, as it ships; None where the bets change the play
    or it does not.
    """
    layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
    if alone is not None and is_touched(alone):
        return None
    return group_counts(Passes.of(layout, main), groups_of(layout))


def staying(strategy: str, payoffs: Payoffs) -> int:
    """The path of a player who never folds."""
    assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
    return staying_path(payoffs.game)


def _standing(layout: Layout, path: int, *, middle: bool = False) -> Choices:
    """Where a path stands after the first stages, by class of own hands, or after the middle ones, by theirs."""
    end = layout.middle_end if middle else layout.first_end
    early = {stage.decision for stage in layout.streets.stages[:end]}
    before = tuple(step for step in layout.game.paths[path] if step[0] in early)
    space = space_of(layout.game.deck, layout.middle if middle else 0)
    prefix = layout.streets.prefixes[end].index(before)
    return np.full(space.n_classes if middle else space.n_holes, prefix, np.int8)


def _only(passes: Passes, path: int) -> Passes:
    """The passes of somebody to whom one path is worth more than any other, whatever the cards."""
    net = tuple(
        tuple(tuple(int(number == path) for _ in outcomes) for outcomes in kinds)
        for number, kinds in enumerate(passes.net)
    )
    return replace(passes, net=net)


def check_bound(layout: Layout, payoffs: Payoffs) -> None:
    """Refuse payoffs with which sums would pass 64 bits."""
    largest = max(1, int(np.abs(payoffs.net).max()))
    if layout.total * largest >= 2**63:
        raise BadDeclaration(
            f"{payoffs.game.title}: {layout.total:,} deals with payoffs up to {largest:,} pass 64 bits"
        )
