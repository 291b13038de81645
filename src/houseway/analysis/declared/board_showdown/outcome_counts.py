"""The results of a strategy: deals by path, kind of the player's hand and outcome, counted or as they ship."""

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.counting.shards import Runner, job_folder
from houseway.analysis.counting.sums import MERGED, load_counts
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.independent import (
    GroupCounts,
    Groups,
    counts_alone,
    digest,
    groups_of,
    is_touched,
    split,
    with_independent_bets,
)
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout, independent_wagers, is_independent, space_of
from houseway.analysis.declared.board_showdown.rules import BoardRules, street_features
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.side_bet.census import touched_by_play
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.vocabulary import Opening

FOLDER, FILE, COUNTS_FILE = "recorded_results", "board-showdown-first.json", "board-showdown-counts.json"
GROUPS_FILE = "board-showdown-groups.json"
KEY_LENGTH = 24

Numbers = NDArray[np.int64]


def first_totals(layout: Layout, passes: Passes) -> tuple[Numbers, ...] | None:
    """Return, for each first stage, the value of every prefix after it by class of player hands.

    The value is multiplied by the ways to end and the hands of the class. Return None if it neither ships nor is on
    disk.
    """
    plain = _records().get(record_key(passes))
    if plain is not None:
        return tuple(np.array(stage, np.int64) for stage in plain)
    kept = load_counts(job_folder(BoardValues(passes)) / MERGED)
    return None if kept is None else EarlyPlay.of(layout, kept["values"]).first.totals


def record_key(passes: Passes) -> str:
    """Return a digest of everything that determines the values."""
    parameters = {name: value for name, value in passes.parameters.items() if name != "smaller on ties"}
    return sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:KEY_LENGTH]


def best_counts(passes: Passes) -> Numbers | None:
    """Return the counts of the optimal strategy as in the second pass; None if they do not ship."""
    plain = _counts().get(counts_key(passes))
    return None if plain is None else np.array(plain, np.int64)


def counts_key(passes: Passes) -> str:
    """Return a digest of everything that determines the counts, including the choice between equals."""
    return sha256(json.dumps(dict(passes.parameters), sort_keys=True).encode()).hexdigest()[:KEY_LENGTH]


def group_counts(passes: Passes, groups: Groups) -> Numbers | None:
    """Return the counts of the optimal strategy by groups, as in the pass of these bets; None if they do not ship."""
    plain = _group_counts().get(groups_key(passes, groups))
    return None if plain is None else np.array(plain, np.int64)


def groups_key(passes: Passes, groups: Groups) -> str:
    """Return a digest of everything that determines the counts by groups."""
    return sha256(f"{counts_key(passes)} {digest(groups)}".encode()).hexdigest()[:KEY_LENGTH]


def hole_class(layout: Layout, own: NDArray[np.uint8]) -> tuple[int, int]:
    """Return the class of a player's hand and how many hands it has."""
    space = space_of(layout.game.deck, 0)
    places = np.sort(np.searchsorted(space.cards, own))
    hole = int(space.hole_of[set_numbers(places[None, :])[0]])
    return hole, int((space.hole_of == hole).sum())


@cache
def _records() -> dict[str, list[list[list[int]]]]:
    return _read(FILE)


@cache
def _counts() -> dict[str, list[list[list[int]]]]:
    return _read(COUNTS_FILE)


@cache
def _group_counts() -> dict[str, list[list[list[int]]]]:
    return _read(GROUPS_FILE)


def _read(file: str) -> dict[str, list[list[list[int]]]]:
    found: dict[str, list[list[list[int]]]] = json.loads(
        files("houseway.analysis").joinpath(FOLDER, file).read_text("utf-8")
    )
    return found


Choices = NDArray[np.int8]


@dataclass(frozen=True)
class OutcomeCounts:
    """`counts[path, kind, outcome]`, with the group as first axis where groups are distinguished. `first` is the prefix
    of each class of player hands after the first stages.
    """

    counts: Numbers
    first: Choices

    def by_cell(self, layout: Layout, payoffs: Payoffs) -> NDArray[np.object_]:
        """Return the counts by path and cell of some payoffs."""
        return by_cell(layout, payoffs, self.counts)

    def touched(self, layout: Layout, payoffs: Payoffs) -> dict[Opening, NDArray[np.object_]]:
        """Return the side bets that are not made and that the play affects, by path and cell of each."""
        beside = independent_wagers(payoffs.game)
        return {
            wager: counts_alone(layout, alone, self.first) if wager in beside else self.by_cell(layout, alone)
            for wager, alone in touched_by_play(payoffs).items()
        }


def by_cell(layout: Layout, payoffs: Payoffs, counts: Numbers) -> NDArray[np.object_]:
    """Return counts by path, kind and outcome, with or without groups, as counts by path and cell of some payoffs."""
    grouped = counts.ndim > len(("path", "kind", "outcome"))
    cells = groups_of(layout).cells(layout, payoffs) if grouped else layout.cells(payoffs)[None]
    found = np.zeros((len(payoffs.paths), payoffs.n_cells), np.int64)
    for group_cells, of_group in zip(cells, counts if grouped else counts[None], strict=True):
        for path, of_path in enumerate(of_group):
            np.add.at(found[path], group_cells, of_path)
    return found.astype(object)


def tells_groups(payoffs: Payoffs) -> bool:
    """Return whether player's and dealer's cards decide anything here without the community cards."""
    return any(is_independent(payoffs.game, term) for term in payoffs.features)


def early_play(payoffs: Payoffs, runner: Runner) -> EarlyPlay:
    """Return optimal play before the late stages, from the first pass."""
    layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
    values = runner.run(BoardValues(Passes.of(layout, main)))["values"]
    return with_independent_bets(EarlyPlay.of(layout, values), main, alone)


def after_first(early: EarlyPlay) -> Choices:
    """Return the prefix of each class of player hands after the first stages."""
    return early.first.lead(np.zeros(early.space.n_holes, np.int8))


def rules_of(payoffs: Payoffs, runner: Runner) -> BoardRules:
    """Return rules fitted to the optimal strategy, which takes the first pass and one more."""
    layout, main = Layout.of(payoffs.game), split(payoffs)[0]
    check_bound(layout, main)
    early = early_play(payoffs, runner)
    return BoardRules.fitted(layout, Passes.of(layout, main), early, runner)


def outcome_counts(strategy: str, payoffs: Payoffs, runner: Runner, *, groups: bool) -> OutcomeCounts:
    """Return the counts of a strategy, by groups if requested."""
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
            return OutcomeCounts(rules.counts, first)
    else:
        path = staying(strategy, payoffs)
        passes, prefixes, first = _only(passes, path), _standing(layout, path, middle=True), _standing(layout, path)
    if not groups:
        return OutcomeCounts(runner.run(BoardCounts(passes, prefixes))["counts"], first)
    told = GroupCounts(passes, street_features(layout, layout.late), groups_of(layout), prefixes, path_of)
    return OutcomeCounts(runner.run(told)["counts"], first)


def shipped_outcomes(payoffs: Payoffs) -> Numbers | None:
    """Return the shipped counts of the optimal strategy with bets beside the showdown, by groups.

    Return None where the bets change the play or the counts do not ship.
    """
    layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
    if alone is not None and is_touched(alone):
        return None
    return group_counts(Passes.of(layout, main), groups_of(layout))


def staying(strategy: str, payoffs: Payoffs) -> int:
    """Return the path of a player who never folds."""
    assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
    return staying_path(payoffs.game)


def _standing(layout: Layout, path: int, *, middle: bool = False) -> Choices:
    """Return the prefix of a path after the first stages, by class of player hands, or after the middle ones, by
    theirs.
    """
    end = layout.middle_end if middle else layout.first_end
    early = {stage.decision for stage in layout.streets.stages[:end]}
    before = tuple(step for step in layout.game.paths[path] if step[0] in early)
    space = space_of(layout.game.deck, layout.middle if middle else 0)
    prefix = layout.streets.prefixes[end].index(before)
    return np.full(space.n_classes if middle else space.n_holes, prefix, np.int8)


def _only(passes: Passes, path: int) -> Passes:
    """Return the passes of a player for whom one path has a higher value than any other, regardless of the cards."""
    net = tuple(
        tuple(tuple(int(number == path) for _ in outcomes) for outcomes in kinds)
        for number, kinds in enumerate(passes.net)
    )
    return replace(passes, net=net)


def check_bound(layout: Layout, payoffs: Payoffs) -> None:
    """Refuse payoffs with which sums would exceed 64 bits."""
    largest = max(1, int(np.abs(payoffs.net).max()))
    if layout.total * largest >= 2**63:
        raise BadDeclaration(
            f"{payoffs.game.title}: {layout.total:,} deals with payoffs up to {largest:,} pass 64 bits"
        )
