"""What every ending of a declared title pays: `settle` called once for each, as whole numbers.

An ending is a *path* through the decisions and a *cell*: one level of every feature that decides a staked wager. A
family counts combinations by path and cell; everything else is a product with the arrays here. So no kernel knows
money, and what pays is written once, in the title.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from houseway.errors import BadDeclaration
from houseway.games.engine.declared.ending import Ending, Feature
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Award, Cause, LaterBet, Opening, Payable, Settled

Stakes = Mapping[Opening, Fraction]
"""The opening wagers of a seat, in units of the title's first."""
Terms = tuple[Cause, ...]
Places = tuple[slice | int, ...]


def usual_stakes(game: DeclaredGame, *side_bets: Opening) -> Stakes:
    """One unit on every wager that is no side bet, and on the side bets that are named."""
    return {
        wager: Fraction(int(not wager.side_bet or wager in side_bets))
        for wager in game.every(Opening)
        if not wager.side_bet or wager in side_bets
    }


@dataclass(frozen=True)
class Payoffs:
    """The net result of every path (first axis) and cell (second), in 1 / `scale` units, whole and wager by wager.

    `features` are those that decide the staked wagers, in the order of the cells' digits, the last turning fastest.
    `staked` is what lies on each wager at the end of each path, in units. `possible` says where a path can end:
    where a decision follows a tie only, the hands of those who made it tied. A feature that a path does not come to
    makes no difference there. `unit_cents` is the unit in cents where it is stated: a posted limit binds then only.
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
        """The payoffs of a seat that opens with these wagers, the usual ones if none are named."""
        bets = usual_stakes(game) if stakes is None else stakes
        live, nets, possible = settle_all(game, bets, unit_cents)
        deciding = tuple(
            term
            for axis, term in enumerate(game.features, start=1)
            if any(_varies(net, possible, axis) for net in nets.values())
        )
        for axis, term in enumerate(game.features, start=1):
            if term not in deciding:
                nets = {wager: _first(net, possible, axis) for wager, net in nets.items()}
                possible = np.asarray(possible.any(axis=axis, keepdims=True))
        scale = lcm(*(value.denominator for net in nets.values() for value in net.ravel().tolist()))
        return cls(
            game=game,
            stakes=bets,
            unit_cents=unit_cents,
            paths=game.paths,
            features=deciding,
            scale=scale,
            by_wager={wager: _as_cells(net, scale) for wager, net in nets.items()},
            staked=live,
            possible=possible.reshape(len(game.paths), -1),
        )

    @cached_property
    def net(self) -> NDArray[np.int64]:
        """All wagers together."""
        return np.asarray(np.sum(list(self.by_wager.values()), axis=0), np.int64)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many levels each feature has."""
        return tuple(len(self.game.levels(term)) for term in self.features)

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return prod(self.shape)

    def levels(self, cell: int) -> tuple[Feature, ...]:
        """The level of every feature in a cell."""
        digits = np.unravel_index(cell, self.shape) if self.shape else ()
        return tuple(self.game.levels(term)[int(digit)] for term, digit in zip(self.features, digits, strict=True))

    def ending(self, path: int, cell: int) -> Ending:
        """The ending of a path and a cell, with the features that matter."""
        return Ending(dict(self.paths[path]), dict(zip(self.features, self.levels(cell), strict=True)))


def settle_all(
    game: DeclaredGame, bets: Stakes, unit_cents: int | None = None
) -> tuple[dict[Payable, tuple[Fraction, ...]], dict[Payable, NDArray[np.object_]], NDArray[np.bool_]]:
    """What is staked on each wager by path; its net results in units by path and by the levels of all features of the
    title; and which of these can be.
    """
    staked = {
        wager: tuple(_amount(wager, bets, path) for path in game.paths)
        for wager in game.terms
        if isinstance(wager, Payable)
    }
    live = {wager: amounts for wager, amounts in staked.items() if any(amounts) or _awards(wager, bets)}
    return live, *_nets(game, bets, game.paths, live, unit_cents)


def _amount(wager: Payable, bets: Stakes, path: Path) -> Fraction:
    """What lies on a wager at the end of a path, in units; nothing on an award, nor on a wager taken back."""
    if isinstance(wager, Opening):
        return Fraction(0) if Ending(dict(path), {}).took_back(wager) else bets.get(wager, Fraction(0))
    if isinstance(wager, LaterBet):
        return Ending(dict(path), {}).times(wager) * bets.get(wager.of, Fraction(0))
    return Fraction(0)


def _awards(wager: Payable, bets: Stakes) -> bool:
    return isinstance(wager, Award) and bool(bets.get(wager.on))


def _nets(
    game: DeclaredGame,
    bets: Stakes,
    paths: tuple[Path, ...],
    live: Mapping[Payable, tuple[Fraction, ...]],
    unit_cents: int | None,
) -> tuple[dict[Payable, NDArray[np.object_]], NDArray[np.bool_]]:
    """Each wager's net result in units, by path and by the levels of all features, and which of these can be.

    Every ending is settled once.
    """
    place_of = {term: {level: place for place, level in enumerate(game.levels(term))} for term in game.features}
    shape = (len(paths), *(len(levels) for levels in place_of.values()))
    nets = {wager: np.full(shape, Fraction(0), dtype=object) for wager in live}
    possible = np.zeros(shape, bool)
    for row, endings in enumerate(game.settled_endings):
        for end, all_settled in endings:
            levels = (place_of[term][end.features[term]] if end.has(term) else slice(None) for term in game.features)
            place: Places = (row, *levels)
            possible[place] = True
            results: dict[Payable, list[Settled]] = {}
            for each in all_settled:
                results.setdefault(each.wager, []).append(each)
            for wager, amounts in live.items():
                settled = results.get(wager, [])
                if len(settled) > 1 or (amounts[row] and not settled):
                    raise BadDeclaration(
                        f"{wager.place}: settle() gives {wager} {len(settled)} results; expected one, where "
                        f"{end.in_words}"
                    )
                for each in settled:
                    net = _net(each, wager, amounts[row], bets)
                    nets[wager][place] = net if unit_cents is None else _limited(game, wager, net, unit_cents)
    return nets, possible


def _net(settled: Settled, wager: Payable, amount: Fraction, bets: Stakes) -> Fraction:
    if isinstance(wager, Award):
        return bets[wager.on] * (settled.odds or 0)
    return -amount if settled.odds is None else amount * settled.odds


def _limited(game: DeclaredGame, wager: Payable, net: Fraction, unit_cents: int) -> Fraction:
    """A net result in units of so many cents, within what the table pays at most."""
    return Fraction(game.won(wager, unit_cents, net), unit_cents) if net > 0 else net


def _varies(nets: NDArray[np.object_], possible: NDArray[np.bool_], axis: int) -> bool:
    """Whether the result depends on the feature of an axis, in endings that can be."""
    return bool(((nets != _first(nets, possible, axis)) & possible).any())


def _first(nets: NDArray[np.object_], possible: NDArray[np.bool_], axis: int) -> NDArray[np.object_]:
    """The results at the first level of an axis that can be."""
    return np.take_along_axis(nets, possible.argmax(axis=axis, keepdims=True), axis=axis)


def _as_cells(nets: NDArray[np.object_], scale: int) -> NDArray[np.int64]:
    """The same in whole numbers, by path and cell."""
    whole = np.array([int(value * scale) for value in nets.ravel().tolist()], np.int64)
    return whole.reshape(len(nets), -1)
