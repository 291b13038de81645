"""The payouts of every ending of a declared title, by calling `settle` once for each, as whole numbers.

An ending is a *path* through the decisions and a *cell*: one level of every feature that decides a staked wager. A
family counts combinations by path and cell. Everything else is a product with the arrays here. So kernels do not handle
money, and payouts are written once, in the title.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import gcd, lcm, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.errors import BadDeclaration
from houseway.games.engine.declared.ending import Ending, Feature
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Award, Cause, LaterBet, Opening, Payable

Stakes = Mapping[Opening, Fraction]
"""The opening wagers of a seat, in units of the title's first wager."""
Terms = tuple[Cause, ...]
AnyNumber = TypeVar("AnyNumber", np.int64, np.object_)

NO_RESULT = "no result"
SETTLEMENTS, PAYOFFS = "analysis_settlements", "analysis_payoffs"
"""The names under which a title stores its settlements and its payoffs."""


def usual_stakes(game: DeclaredGame, *side_bets: Opening) -> Stakes:
    """Return one unit on every wager that the title's default round has, and on the side bets that are named."""
    return {wager: Fraction(1) for wager in game.every(Opening) if game.is_default(wager) or wager in side_bets}


@dataclass(frozen=True)
class Payoffs:
    """The net result of every path (first axis) and cell (second), in 1 / `scale` units, whole and wager by wager.

    `features` are those that decide the staked wagers, in the order of the cells' digits, the last turning fastest.
    `staked` is the amount on each wager at the end of each path, in units. `possible` marks the cells in which a path
    can end. Where a decision follows a tie only, its paths end only in cells where the hands tied. A feature that a
    path does not reach makes no difference there. `unit_cents` is the unit in cents where it is stated. A posted limit
    applies only then.
    """

    game: DeclaredGame
    stakes: Stakes
    unit_cents: int | None
    paths: tuple[Path, ...]
    features: Terms
    scale: int
    by_wager: Mapping[Payable, NDArray[np.int64]]
    staked: Mapping[Payable, tuple[Fraction, ...]]
    possible: NDArray[np.bool_]

    @classmethod
    def of(cls, game: DeclaredGame, stakes: Stakes | None = None, unit_cents: int | None = None) -> "Payoffs":
        """Return the payoffs of a seat that opens with these wagers, the default ones if none are named.

        They are made once for each stake and stored with the title.
        """
        bets = usual_stakes(game) if stakes is None else stakes
        known: dict[tuple[object, ...], Payoffs] = vars(game).setdefault(PAYOFFS, {})
        key = (*bets.items(), unit_cents)
        if key not in known:
            known[key] = cls._made(game, bets, unit_cents)
        return known[key]

    @classmethod
    def _made(cls, game: DeclaredGame, bets: Stakes, unit_cents: int | None) -> "Payoffs":
        settlements = Settlements.of(game)
        staked = settlements.staked(bets)
        results = {wager: settlements.results(wager, amounts, bets, unit_cents) for wager, amounts in staked.items()}
        scale = lcm(*(net.denominator for by_path in results.values() for nets in by_path for net in nets))
        nets = {wager: settlements.by_ending(wager, _scaled(by_path, scale)) for wager, by_path in results.items()}
        possible = settlements.possible
        deciding = tuple(
            term
            for axis, term in enumerate(game.features, start=1)
            if any(_varies(net, possible, axis) for net in nets.values())
        )
        for axis, term in enumerate(game.features, start=1):
            if term not in deciding:
                nets = {wager: _first(net, possible, axis) for wager, net in nets.items()}
                possible = np.asarray(possible.any(axis=axis, keepdims=True))
        common = gcd(scale, *(int(np.gcd.reduce(net, axis=None)) for net in nets.values()))
        return cls(
            game=game,
            stakes=bets,
            unit_cents=unit_cents,
            paths=game.paths,
            features=deciding,
            scale=scale // common,
            by_wager={wager: net.reshape(len(net), -1) // common for wager, net in nets.items()},
            staked=staked,
            possible=possible.reshape(len(game.paths), -1),
        )

    @cached_property
    def net(self) -> NDArray[np.int64]:
        """Return the net result of all wagers together."""
        return np.asarray(np.sum(list(self.by_wager.values()), axis=0), np.int64)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Return how many levels each feature has."""
        return tuple(len(self.game.levels(term)) for term in self.features)

    @property
    def n_cells(self) -> int:
        """Return how many cells there are."""
        return prod(self.shape)

    def levels(self, cell: int) -> tuple[Feature, ...]:
        """Return the level of every feature in a cell."""
        digits = np.unravel_index(cell, self.shape) if self.shape else ()
        return tuple(self.game.levels(term)[int(digit)] for term, digit in zip(self.features, digits, strict=True))

    def ending(self, path: int, cell: int) -> Ending:
        """Return the ending of a path and a cell, with the features that matter."""
        return Ending(dict(self.paths[path]), dict(zip(self.features, self.levels(cell), strict=True)))


@dataclass(frozen=True)
class Settlements:
    """The results of `settle` for every ending of a title, for any stakes. Each ending is settled once for all payoffs.

    `odds` lists the different results of a wager: the first means no result, then come odds to one, None for a loss.
    `places[wager]` holds the place in it of every ending, by path and by the levels of all features of the title.
    `possible` marks the endings that can occur. `faults` names, by path, the wagers that `settle` gives no result or
    several, with the first such ending and the number of results.
    """

    game: DeclaredGame
    odds: tuple[Fraction | None, ...]
    places: Mapping[Payable, NDArray[np.int16]]
    possible: NDArray[np.bool_]
    faults: Mapping[tuple[int, Payable], tuple[int, Ending]]

    @classmethod
    def of(cls, game: DeclaredGame) -> "Settlements":
        """Return a title's settlements, cached with it like its cached properties, and for the next equal games."""
        known = vars(game)
        if SETTLEMENTS not in known:
            before = (each for each in tuple(_latest) if type(each.game) is type(game) and each.game == game)
            known[SETTLEMENTS] = next(before, None) or _settle_all(game)
            _latest.append(known[SETTLEMENTS])
        found: Settlements = known[SETTLEMENTS]
        return found

    def staked(self, bets: Stakes) -> dict[Payable, tuple[Fraction, ...]]:
        """Return the stake on each wager by path, for the wagers on which anything can be won."""
        staked = {wager: tuple(_amount(wager, bets, path) for path in self.game.paths) for wager in self.places}
        return {wager: amounts for wager, amounts in staked.items() if any(amounts) or _awards(wager, bets)}

    def results(
        self, wager: Payable, amounts: tuple[Fraction, ...], bets: Stakes, unit_cents: int | None = None
    ) -> list[list[Fraction]]:
        """Return the net results of a wager in units, by path and by place in `odds`: zero for those not met there."""
        self._check(wager, amounts)
        found = []
        for places, amount in zip(self.places[wager], amounts, strict=True):
            nets = [Fraction(0)] * len(self.odds)
            for place in np.unique(places).tolist():
                if place:
                    net = _net(self.odds[place], wager, amount, bets)
                    nets[place] = net if unit_cents is None else _limited(self.game, wager, net, unit_cents)
            found.append(nets)
        return found

    def by_ending(self, wager: Payable, results: NDArray[AnyNumber]) -> NDArray[AnyNumber]:
        """Return results, given by path and by place in `odds`, by path and by the levels of all features."""
        places = self.places[wager]
        paths = np.arange(len(places)).reshape(-1, *(1 for _ in places.shape[1:]))
        return results[paths, places]

    def _check(self, wager: Payable, amounts: tuple[Fraction, ...]) -> None:
        """Refuse a wager that an ending gives several results, or none although it has a stake."""
        for path, amount in enumerate(amounts):
            n_results, end = self.faults.get((path, wager), (1, None))
            if end is not None and (amount or n_results > 1):
                raise BadDeclaration(
                    f"{wager.place}: settle() gives {wager} {n_results} results; expected one, where {end.in_words}"
                )


_latest: deque[Settlements] = deque(maxlen=16)


def _settle_all(game: DeclaredGame) -> Settlements:
    sizes = {term: len(game.levels(term)) for term in game.features}
    shape = (len(game.paths), *sizes.values())
    places = {wager: np.zeros(shape, np.int16) for wager in game.terms if isinstance(wager, Payable)}
    numbers: dict[tuple[int, int] | str | None, int] = {NO_RESULT: 0}
    odds: list[Fraction | None] = [None]
    possible = np.zeros(shape, bool)
    faults: dict[tuple[int, Payable], tuple[int, Ending]] = {}
    for path, endings in enumerate(game.settled_endings):
        here = game.features_of(game.paths[path])
        shape_here = tuple(size if term in here else 1 for term, size in sizes.items())
        cells = _cells(game, here, [end for end, _ in endings])
        found = {wager: np.zeros(prod(shape_here), np.int16) for wager in places}
        for cell, (end, all_settled) in zip(cells, endings, strict=True):
            n_results = dict.fromkeys(places, 0)
            for each in all_settled:
                n_results[each.wager] += 1
                # Fractions are slow to hash.
                key = None if each.odds is None else (each.odds.numerator, each.odds.denominator)
                if key not in numbers:
                    numbers[key] = len(odds)
                    odds.append(each.odds)
                found[each.wager][cell] = numbers[key]
            for wager, times in n_results.items():
                # Several results are worse than none, which matters only where something is staked.
                if times != 1 and times > faults.get((path, wager), (-1, end))[0]:
                    faults[path, wager] = times, end
        met = np.zeros(prod(shape_here), bool)
        met[cells] = True
        possible[path] = met.reshape(shape_here)
        for wager, by_cell in found.items():
            places[wager][path] = by_cell.reshape(shape_here)
    return Settlements(game, tuple(odds), places, possible, faults)


def _cells(game: DeclaredGame, here: Terms, endings: Sequence[Ending]) -> list[int]:
    """Return the number of each ending of a path: the levels of its features as digits, the last turning fastest."""
    levels = [game.levels(term) for term in here]
    if len(endings) == prod(map(len, levels)):
        return list(range(len(endings)))
    number_of = {levels: number for number, levels in enumerate(product(*levels))}
    return [number_of[tuple(end.features[term] for term in here)] for end in endings]


def _amount(wager: Payable, bets: Stakes, path: Path) -> Fraction:
    """Return the stake on a wager at the end of a path, in units: nothing on an award or a wager taken back."""
    if isinstance(wager, Opening):
        return Fraction(0) if Ending(dict(path), {}).took_back(wager) else bets.get(wager, Fraction(0))
    if isinstance(wager, LaterBet):
        return Ending(dict(path), {}).times(wager) * bets.get(wager.of, Fraction(0))
    return Fraction(0)


def _awards(wager: Payable, bets: Stakes) -> bool:
    return isinstance(wager, Award) and bool(bets.get(wager.on))


def _net(odds: Fraction | None, wager: Payable, amount: Fraction, bets: Stakes) -> Fraction:
    if isinstance(wager, Award):
        return bets[wager.on] * (odds or 0)
    return -amount if odds is None else amount * odds


def _limited(game: DeclaredGame, wager: Payable, net: Fraction, unit_cents: int) -> Fraction:
    """Return a net result within the most that the table pays on a bet of this unit."""
    return Fraction(game.won(wager, unit_cents, net), unit_cents) if net > 0 else net


def _scaled(results: list[list[Fraction]], scale: int) -> NDArray[np.int64]:
    return np.array([[int(net * scale) for net in nets] for nets in results], np.int64)


def _varies(nets: NDArray[np.int64], possible: NDArray[np.bool_], axis: int) -> bool:
    """Return whether the result depends on the feature of an axis, in possible endings."""
    return bool(((nets != _first(nets, possible, axis)) & possible).any())


def _first(nets: NDArray[np.int64], possible: NDArray[np.bool_], axis: int) -> NDArray[np.int64]:
    """Return the results at the first possible level of an axis."""
    return np.take_along_axis(nets, possible.argmax(axis=axis, keepdims=True), axis=axis)
