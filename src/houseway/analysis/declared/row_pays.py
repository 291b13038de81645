"""The odds in the pay tables that the rows of a declared title's return tables follow, found by settling again.

All odds are changed at once, each by another power of a large number, and every ending is settled again. The digits of
the gain in a net result give the number of units of each odds. A second trial with the powers in reverse order has to
find the same. Where the larger of two pays counts, or where one row of a return table has endings with different gains,
the pay table is *bent*. Its odds must not be changed one by one.

It also finds the value of a changed pay table row to a player who plays on as before: the same endings with new
payouts.

That needs no second count, only the counts of the first, which take minutes for some titles. The values ship for those.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.analyzer import Labels, unmade
from houseway.analysis.declared.payoffs import Payoffs, Settlements, Stakes, usual_stakes
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.recorded import records, result_key
from houseway.analysis.results.result import OPTIMAL, Analysis, PayCell, PaysByRow, ReturnRow, RowPays
from houseway.games.engine.declared.ending import NOTHING, PayClass
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause, Opening, Payable
from houseway.games.engine.paytable import PayTable

ODDS = "odds"
STEP = 10**6
"""The ratio between the changes of two odds. It is above every number of units of one of them, in parts of `PARTS`."""
PARTS = 120
"""The parts of a unit in which odds are counted. Every stake is a multiple of one."""

Key = tuple[str, Fraction]
"""The words and the net result of a row."""
Gained = tuple[Fraction, ...]
"""The gain of an ending at each trial."""


def pays_by_row(game: DeclaredGame, analysis: Analysis) -> PaysByRow:
    """Return the odds that the rows follow, for the round, each wager, and each side bet that is not made."""
    trials = Trials(game)
    usual = Settled(trials, usual_stakes(game))
    wagers = {table.wager: usual.follows(table.rows, usual.wager(table.wager)) for table in analysis.wager_tables}
    side_bets = []
    for table in analysis.side_bets:
        (side,) = [each for each in game.every(Opening) if each.name == table.wager]
        side_bets.append(Settled(trials, {side: Fraction(1)}).follows(table.rows, side))
    return PaysByRow(usual.follows(analysis.return_table, None), wagers, tuple(side_bets))


@dataclass(frozen=True)
class Trials:
    """A game, and the same with all odds changed, in either order of the changes."""

    game: DeclaredGame

    @cached_property
    def cells(self) -> tuple[PayCell, ...]:
        """Return all rows of odds."""
        tables = {} if self.game.pay_set is None else self.game.pay_set.tables
        return tuple(
            (form, row.label) for form, table in tables.items() if table.form.kind == ODDS for row in table.rows
        )

    @cached_property
    def games(self) -> tuple[DeclaredGame, ...]:
        """Return the changed games; none where no odds are paid."""
        return tuple(self._changed(order) for order in (self.cells, self.cells[::-1])) if self.cells else ()

    def _changed(self, order: Sequence[PayCell]) -> DeclaredGame:
        more = {cell: STEP ** (place + 1) for place, cell in enumerate(order)}
        chosen = self.game.pay_set
        assert chosen is not None, "there are rows of odds"
        tables = {
            form: PayTable(
                table.form,
                tuple(replace(row, pays=row.pays + more.get((form, row.label), 0)) for row in table.rows),
            )
            for form, table in chosen.tables.items()
        }
        return replace(self.game, pay_set=replace(chosen, tables=MappingProxyType(tables)))

    def units(self, gained: Gained) -> Mapping[PayCell, Fraction] | None:
        """Return how many units of which odds gain this much at each trial; None where no units of any do."""
        found = [_digits(gain, order) for gain, order in zip(gained, (self.cells, self.cells[::-1]), strict=True)]
        return found[0] if found[0] == found[1] else None

    def among(self, gained: Gained) -> set[str]:
        """Return the pay tables that may affect a gain which is not a number of units of any odds."""
        return {form for form, _ in self.cells} if any(gained) else set()


def _digits(gain: Fraction, order: Sequence[PayCell]) -> Mapping[PayCell, Fraction] | None:
    """Return the units of each odds in a gain."""
    left, found = gain * PARTS, {}
    for place in range(len(order), 0, -1):
        parts = round(left / STEP**place)
        left -= parts * STEP**place
        if parts:
            found[order[place - 1]] = Fraction(parts, PARTS)
    return found if not left else None


@dataclass(frozen=True)
class Settled:
    """All endings of a title with some stakes, settled as posted and at each trial."""

    trials: Trials
    stakes: Stakes

    @cached_property
    def payoffs(self) -> Payoffs:
        """Return the payoffs as posted."""
        return Payoffs.of(self.trials.game, self.stakes)

    def wager(self, name: str) -> Payable:
        """Return a wager by its name."""
        return next(each for each in self.payoffs.by_wager if each.name == name)

    @cached_property
    def _all(self) -> tuple[tuple[dict[Payable, NDArray[np.object_]], NDArray[np.bool_]], ...]:
        return tuple(_settled(game, self.stakes) for game in (self.trials.game, *self.trials.games))

    def _ends(self, wager: Payable | None) -> Iterator[tuple[int, int, Gained]]:
        """Yield the path, cell and gains of every possible ending."""
        (posted, possible), *changed = self._all
        features = self.trials.game.features
        axes = [1 + features.index(term) for term in self.payoffs.features]
        nets = [_sum(each, wager) for each, _ in ((posted, possible), *changed)]
        gains = [each - nets[0] for each in nets[1:]]
        for place in np.argwhere(possible).tolist():
            digits = [place[axis] for axis in axes]
            cell = int(np.ravel_multi_index(digits, self.payoffs.shape)) if digits else 0
            yield place[0], cell, tuple(each[tuple(place)] for each in gains)

    def follows(self, rows: Sequence[ReturnRow], wager: Payable | None) -> RowPays:
        """Return the odds that the rows of a return table follow: that of a wager, or of the round."""
        if not self.trials.games:
            return RowPays(tuple({} for _ in rows))
        if any(possible.shape != self._all[0][1].shape for _, possible in self._all):
            return RowPays(tuple({} for _ in rows), frozenset(form for form, _ in self.trials.cells))
        gained: dict[Key, set[Gained]] = {}
        names = self._names(wager)
        for path, cell, gain in self._ends(wager):
            gained.setdefault(names[path, cell], set()).add(gain)
        bent: set[str] = set()
        found: list[Mapping[PayCell, Fraction]] = []
        for row in rows:
            units = [self.trials.units(each) for each in gained[row.outcome, row.pays]]
            if len(units) == 1 and units[0] is not None:
                found.append(units[0])
                continue
            found.append({})
            for each, gain in zip(units, gained[row.outcome, row.pays], strict=True):
                bent |= {form for form, _ in each} if each is not None else self.trials.among(gain)
        return RowPays(tuple(found), frozenset(bent))

    def _names(self, wager: Payable | None) -> Mapping[tuple[int, int], Key]:
        """Return the words and the net result of the row that a path and cell are in."""
        payoffs = self.payoffs
        nets = payoffs.net if wager is None else payoffs.by_wager[wager]
        every = np.stack(list(payoffs.by_wager.values()), axis=-1)
        by_hand = family_of(payoffs.game).divisors(payoffs.game)
        labels = Labels(payoffs, every if wager is None else nets, wager is not None and wager.name in by_hand)
        found = {}
        for path, cell in np.argwhere(payoffs.possible).tolist():
            made = wager is None or payoffs.staked[wager][path] or nets[path].any()
            outcome = labels.ended(path, cell) if made or wager is None else unmade(payoffs, wager, path)
            found[path, cell] = outcome, Fraction(int(nets[path, cell]), payoffs.scale)
        return found


def _settled(game: DeclaredGame, stakes: Stakes) -> tuple[dict[Payable, NDArray[np.object_]], NDArray[np.bool_]]:
    """Return each wager's net results by path and the levels of all features, and which endings are possible."""
    settlements = Settlements.of(game)
    nets = {
        wager: settlements.by_ending(wager, np.array(settlements.results(wager, amounts, stakes), object))
        for wager, amounts in settlements.staked(stakes).items()
    }
    return nets, settlements.possible


def _sum(nets: Mapping[Payable, NDArray[np.object_]], wager: Payable | None) -> NDArray[np.object_]:
    return np.asarray(sum(nets.values()) if wager is None else nets[wager])


RECORD = "rows"


def recorded_row(changed: DeclaredGame) -> Fraction | None:
    """Return the value that ships for a table with a changed row, if there is one."""
    plain = records(changed.slug, RECORD).get(result_key(changed, OPTIMAL))
    return None if plain is None else Fraction(plain["value"])


def paid_anew(usual: Payoffs, counts: NDArray[np.object_], changed: Payoffs) -> Fraction | None:
    """Return the value of endings, counted by path and cell of the default payoffs, under changed ones.

    Return None where other facts decide there.
    """
    if usual.features != changed.features or usual.paths != changed.paths:
        return None
    places = [_places(usual.game, changed.game, term) for term in usual.features]
    digits = np.indices(usual.shape).reshape(len(usual.shape), -1) if usual.shape else np.zeros((0, 1), np.int64)
    cells = np.zeros(digits.shape[1], np.int64)
    for place, digit, n_levels in zip(places, digits, changed.shape, strict=True):
        cells = cells * n_levels + place[digit]
    net = int((counts * changed.net[:, cells].astype(object)).sum())
    return Fraction(net, int(counts.sum()) * changed.scale)


def _places(usual: DeclaredGame, changed: DeclaredGame, term: Cause) -> NDArray[np.int64]:
    """Return, for every level of a feature, its place among those of the changed table; a removed row pays nothing."""
    levels = changed.levels(term)
    names = [level.label if isinstance(level, PayClass) else level for level in levels]
    found = [level.label if isinstance(level, PayClass) else level for level in usual.levels(term)]
    return np.array([names.index(name if name in names else NOTHING) for name in found], np.int64)
