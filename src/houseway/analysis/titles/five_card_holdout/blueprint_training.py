"""Training of a blueprint: the whole heads-up, fixed-limit game over buckets of hands, by external sampling.

A visit is a flop, drawn as often as its suits allow, some rivers of it, and many hands, of which pairs are dealt
repeatedly. Buckets are computed once per visit. The training state is written to a temporary file and renamed. So a
killed run continues from its last checkpoint exactly as it would have continued.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from houseway.analysis.solve.betting import betting_tree, blinds_tree
from houseway.analysis.solve.sampled import Sampled, SampledRules
from houseway.analysis.solve.sampling import LAST, Array, Deals, drawn_below
from houseway.analysis.solve.sealed import Seal
from houseway.analysis.titles.five_card_holdout.abstraction import (
    BUCKETS,
    LEARNED_BINS,
    MOST_HOLDS,
    RIVER_BINS,
    SIZES,
    abstraction,
    flops,
)
from houseway.analysis.titles.five_card_holdout.hold_equities import drawn_sets
from houseway.analysis.titles.five_card_holdout.own_ranges import Arrivals, Comers, all_buckets
from houseway.errors import BadSolution
from houseway.games.titles.five_card_holdout import FiveCardHoldOut
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS

HANDS, RIVERS, DEALS = 1024, 16, 20_000
"""The hands, rivers and deals of a visit."""
SEAL = Seal(b"houseway training 1\n", "kept training")
CHECKPOINT_SECONDS = 300.0
REFINED_AFTER = 45_000_000
"""The number of deals from which rivers are learned in the buckets by which they are played."""
Report = Callable[[Sampled, float], None]
"""A callback after each visit, with the training so far, and its share of the whole."""


@dataclass(frozen=True)
class Until:
    """The end of a training: after a number of seconds in this run, or once a total number of deals is reached.

    Only the second gives the same file on every machine.
    """

    seconds: float = 0.0
    deals: int = 0

    def share(self, game: Sampled, seconds: float) -> float:
        """Return the completed share."""
        done, wanted = (game.deals, self.deals) if self.deals else (seconds, self.seconds)
        return min(done / wanted, 1.0) if wanted > 0 else 1.0


def blueprint_rules() -> SampledRules:
    """Return the engine's betting rounds in a fixed limit, in the engine's chips."""
    table = FiveCardHoldOut.configure()
    first, *later = table.terms
    most = table.size.bets_a_round
    return SampledRules(
        blinds_tree(first.bet, most, table.small_blind, table.big_blind),
        tuple(betting_tree(terms.bet, most) for terms in later),
        len(SIZES),
        MOST_HOLDS,
        BUCKETS,
    )


def chips_a_blind() -> int:
    """Return the big blind, in the chips of `blueprint_rules`."""
    return int(FiveCardHoldOut.configure().big_blind)


def learned_rules() -> SampledRules:
    """Return the same with the buckets by which it is learned: those of the last round are fewer."""
    first, holds, middle, _ = BUCKETS
    return replace(blueprint_rules(), buckets=(first, holds, middle, LEARNED_BINS))


def scene(
    state: Array, n_hands: int, n_rivers: int, arrivals: Arrivals | None, *, learning: bool = False
) -> tuple[Deals, Array, Array]:
    """Return the cards of a visit with their buckets, the hands themselves, and the boards.

    On rivers, hands are placed in the ranges of their players, which are taken from the hands of the visit as they
    arrive there. Without arrivals, they have no buckets there.
    """
    known = abstraction()
    members, weights = flops()
    flop = tuple(members[np.searchsorted(np.cumsum(weights), drawn_below(state, int(weights.sum())), "right")].tolist())
    seen = np.bitwise_or.reduce(np.uint64(1) << np.array(flop, np.uint64))
    hands = drawn_sets(n_hands, HOLE_CARDS, seen, state)
    rivers = drawn_sets(n_rivers, BOARD_CARDS - FLOP_CARDS, seen, state)
    dealt = known.dealt(hands)
    every = known.holds(dealt)
    real = np.flatnonzero((np.arange(MOST_HOLDS) < dealt.n_holds[:, None]).ravel())
    sizes = dealt.sizes.ravel()
    real = real[np.argsort(sizes[real], kind="stable")]
    holds, count = every.at(real), n_hands * MOST_HOLDS
    buckets = known.flop(flop, holds)
    middle = np.zeros((count, len(SIZES)), np.uint16)
    middle[real] = buckets
    boards = np.column_stack([np.tile(np.array(flop, np.uint8), (n_rivers, 1)), rivers])
    found = np.array([holds.strengths(board) for board in boards])
    strengths = np.zeros((n_rivers, count), np.int64)
    strengths[:, real] = found
    last = np.zeros((n_rivers, count, len(SIZES), 1), np.uint8)
    if arrivals is not None:
        ranges = Comers.of_dealt(arrivals, dealt, holds, real).on(boards, buckets, learning=learning)
        last = all_buckets(ranges, found, sizes[real], real, count)
    deals = Deals(
        _bits(hands), dealt.n_holds, dealt.sizes, dealt.first, dealt.holds,
        middle.reshape(n_hands, MOST_HOLDS, -1), _bits(boards),
        last.reshape(n_rivers, n_hands, MOST_HOLDS, len(SIZES), -1), strengths.reshape(n_rivers, n_hands, MOST_HOLDS),
    )  # fmt: skip
    return deals, hands, boards


def new_training(seed: int) -> Sampled:
    """Return a game in which nothing was learned yet, with few buckets in the last round."""
    return _training(learned_rules(), seed)


def _training(rules: SampledRules, seed: int) -> Sampled:
    learning = rules.buckets[LAST] == LEARNED_BINS

    def dealer(number: int, state: Array) -> Deals:
        return scene(state, HANDS, RIVERS, Arrivals(rules, game.averages), learning=learning)[0]

    game = Sampled(rules, dealer, seed)
    return game


def is_refined(game: Sampled) -> bool:
    """Return whether rivers are learned in the buckets by which they are played."""
    return game.rules.buckets[LAST] != LEARNED_BINS


def refined(game: Sampled) -> Sampled:
    """Return the same training to continue, with rivers in the buckets by which they are played.

    A class of boards begins with its part of the training of all boards together: the part that its share of the deals
    would give. So play is sensible everywhere at once, and the rounds before the last never meet any other.
    """
    found = _training(blueprint_rules(), game.seed)
    for mine, theirs in ((found.regrets, game.regrets), (found.averages, game.averages)):
        for table, known in zip(mine, played_tables(theirs), strict=True):
            table[...] = known
        for table in mine[2 * LAST :]:
            table *= np.float32(LEARNED_BINS / BUCKETS[LAST])
    found.visits, found.deals = game.visits, game.deals
    return found


def played_tables(tables: tuple[Array, ...]) -> tuple[Array, ...]:
    """Return the tables of a training with the last round in the buckets of play. Boards of all kinds are alike."""
    bins = (np.arange(RIVER_BINS) * 2 + 1) * LEARNED_BINS // (2 * RIVER_BINS)
    kinds = BUCKETS[LAST] // RIVER_BINS
    last = [
        np.repeat(table.reshape(-1, LEARNED_BINS, table.shape[1])[:, None, bins], kinds, axis=1).reshape(
            -1, table.shape[1]
        )
        for table in tables[2 * LAST :]
    ]
    return (*tables[: 2 * LAST], *last)


def train(
    game: Sampled,
    until: Until,
    checkpoint: Path,
    report: Report | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Sampled:
    """Learn until the end, or until `stopped` is true after a visit, and return the training.

    A checkpoint is written now and then and at the end. From some number of deals on, rivers are refined.
    """
    begun = kept = time.monotonic()
    while (share := until.share(game, time.monotonic() - begun)) < 1.0 and not stopped():
        if game.deals >= REFINED_AFTER and not is_refined(game):
            game = refined(game)
        game.visit(DEALS)
        if report is not None:
            report(game, share)
        if time.monotonic() - kept > CHECKPOINT_SECONDS:
            keep(checkpoint, game)
            kept = time.monotonic()
    keep(checkpoint, game)
    return game


def keep(path: Path, game: Sampled) -> None:
    """Write the whole training state."""
    header = {
        "seed": game.seed,
        "visits": game.visits,
        "deals": game.deals,
        "abstraction": _digest(is_refined(game)),
        "refined": is_refined(game),
    }
    SEAL.write(path, header, map(np.ndarray.tobytes, _arrays(game)))


def resumed(path: Path) -> Sampled:
    """Return a game as it was saved."""
    header, body = SEAL.read(path)
    fine = header.get("refined", False) is True
    if header.get("abstraction") != _digest(fine):
        raise BadSolution(f"{path.name} was trained over other buckets of hands")
    try:
        seed, visits, deals = (int(header[name]) for name in ("seed", "visits", "deals"))
    except (ValueError, KeyError, TypeError) as problem:
        raise BadSolution(f"{path.name} has a header that no training has: {problem!r}") from None
    game, end = _training(blueprint_rules() if fine else learned_rules(), seed), 0
    if len(body) != sum(array.nbytes for array in _arrays(game)):
        raise BadSolution(f"{path.name} holds more or less than the game has to learn")
    for array in _arrays(game):
        array[...] = np.frombuffer(body, array.dtype, array.size, end).reshape(array.shape)
        end += array.nbytes
    game.visits, game.deals = visits, deals
    return game


def _digest(fine: bool) -> str:
    return abstraction().digest if fine else abstraction().learned_digest


def _arrays(game: Sampled) -> tuple[Array, ...]:
    return (*game.regrets, *game.averages)


def _bits(cards: Array) -> Array:
    found: Array = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return found
