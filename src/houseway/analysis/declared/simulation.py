"""Simulation of a declared title: rounds dealt, decided by a table of the strategy, and counted by their endings.

The kernels that deal and value hands are those of all games. Nothing here depends on the payouts of an ending. Each
ending is settled once, by the `settle` of the title.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from random import Random
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.cell_simulation import CellSimulator, dealt_from, simulate_cells
from houseway.analysis.counting.numbering import columns
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES, Bets, as_declared, stakes_of
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.levels import level_by_value, level_if_made
from houseway.analysis.declared.payoffs import Payoffs, usual_stakes
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.advice import check_strategy
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import OPTIMAL, Subject
from houseway.analysis.results.simulation import SimulationResult, check_rounds
from houseway.cards.seed import Seed, SeedLike
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.steps import DealHand
from houseway.games.engine.declared.vocabulary import Between, Compare, Hand, Held, Opening, Paid
from houseway.games.engine.game import Game
from houseway.games.strategies import play_out
from houseway.games.strategies.base import RandomLegal, Strategy
from houseway.ranking import ranking

N_OUTCOMES = 3
AT_RANDOM = (
    "Every decision was drawn at random from the legal ones: the mean is that of random play, a check of the rules and "
    "no estimate of the house edge."
)


def simulate(
    game: Game,
    rounds: int,
    seed: SeedLike = 0,
    strategy: str | None = None,
    *,
    first_round: int = 0,
    jobs: int = 1,
    runner: Runner | None = None,
    bets: Bets | None = None,
) -> SimulationResult:
    """Play rounds with a strategy and return their results. Any part of the rounds can be played alone.

    The strategy is the best one, if a family counts the title. `random`, the default where no family does, plays the
    rounds of the table, state by state, with any legal action. It is slow, and works for every title.
    """
    table = as_declared(game)
    check_rounds(rounds, first_round)
    payoffs = Payoffs.of(table, stakes_of(table, bets))
    chosen = strategy or (RANDOM if all(reasons_against(table).values()) else OPTIMAL)
    if chosen == RANDOM:
        why = "" if strategy else f"No family counts {table.title}, so its best play is not known. "
        return replace(simulate_engine(payoffs, rounds, seed, first_round), note=f"{why}{AT_RANDOM}")
    check_strategy(game, chosen, {*STRATEGY_NAMES, *family_of(table).strategies_of(table), RANDOM})
    simulator = Simulator.of(payoffs, player_of(payoffs, chosen, runner or Runner()), seed)
    return simulate_cells(simulator, table, chosen, seed, rounds, first_round, jobs)


def seat_play(game: Game, strategy: str, *, runner: Runner | None = None) -> SeatPlay:
    """Return the play of a seat of a whole table. Side bet wins are separate, for players whom they do not affect."""
    table = as_declared(game)
    side_bets = [wager for wager in table.every(Opening) if wager.side_bet and wager.taken_at(table)]
    usual, with_all = Payoffs.of(table), Payoffs.of(table, usual_stakes(table, *side_bets))
    player = player_of(usual, strategy, runner or Runner())
    if player.plays_to_the_end:
        player = player_of(with_all, strategy, runner or Runner())
    simulator = Simulator.of(with_all, player, 0)
    hands = {hand: places for hand, places in simulator.places.items() if isinstance(hand, Hand)}
    own, shared = (
        [place for hand, places in hands.items() if hand.is_own == is_own for place in places]
        for is_own in (True, False)
    )
    in_order = np.argsort([*own, *shared])
    worth = {wager: net.ravel() / with_all.scale for wager, net in with_all.by_wager.items()}
    beside = {wager.name: worth.pop(wager) for wager in side_bets}
    return SeatPlay(
        deck=simulator.deck,
        own=len(own),
        shared=len(shared),
        ends=(lambda dealt: simulator.ends(np.ascontiguousarray(dealt[:, in_order])),),
        nets=np.sum(list(worth.values()), axis=0),
        beside=beside,
    )


def player_of(payoffs: Payoffs, strategy: str, runner: Runner) -> Player:
    """Return a player of a strategy."""
    family = family_of(payoffs.game)
    family.check_strategy(payoffs.game, strategy)
    return family.player(payoffs, runner, strategy)


@dataclass(frozen=True)
class Simulator(CellSimulator):
    """Rounds of a title for a player; a cell is a path and a cell of the payoffs."""

    payoffs: Payoffs
    player: Player

    @classmethod
    def of(cls, payoffs: Payoffs, player: Player, seed: SeedLike) -> "Simulator":
        """Return a simulator of a title for a player."""
        return cls(*dealt_from(payoffs.game.deck, seed), payoffs, player)

    @property
    def round_cards(self) -> int:
        """Return the number of cards of all hands."""
        return sum(map(len, self.places.values()))

    @property
    def n_cells(self) -> int:
        """Return the number of paths times the number of cells."""
        return len(self.payoffs.paths) * self.payoffs.n_cells

    @cached_property
    def places(self) -> Mapping[Held, range]:
        """Return each hand's cards of a round, in the order of the procedure, then other seats' cards if they count."""
        places: dict[Held, range] = {}
        first = 0
        for step in (step for lap in self.payoffs.game.procedure for step in lap.steps):
            if isinstance(step, DealHand):
                places[step.hand] = range(first, first + step.hand.most_cards)
                first += step.hand.most_cards
        if (others := self.payoffs.game.others) is not None:
            places[others] = range(first, first + others.cards)
        return places

    @cached_property
    def levels(self) -> Mapping[Paid, NDArray[np.int64]]:
        """Return the level of every value of a paid hand."""
        paid = [term for term in self.payoffs.features if isinstance(term, Paid)]
        return {term: level_by_value(self.payoffs.game, term) for term in paid}

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the path and cell in which each of some rounds ends."""
        dealt_cards = {hand: columns(dealt, place) for hand, place in self.places.items() if isinstance(hand, Hand)}
        if self.player.plays_to_the_end:
            return self.player.endings(dealt_cards)
        cards: dict[Held, NDArray[np.uint8]] = dict(dealt_cards.items())
        endings, exchanged = self.player.played(dealt_cards)
        cards.update(exchanged)
        known: dict[tuple[str, tuple[Held, ...]], NDArray[np.uint16]] = {}

        def together(hands: tuple[Held, ...]) -> NDArray[np.uint8]:
            if len(hands) == 1:
                return cards[hands[0]]
            if all(hand in self.places for hand in hands):
                return columns(dealt, [place for hand in hands for place in self.places[hand]])
            return np.hstack([cards[hand] for hand in hands])

        def values(system: str, hands: tuple[Held, ...]) -> NDArray[np.uint16]:
            if (system, hands) not in known:
                known[system, hands] = ranking(system).evaluate(together(hands))
            return known[system, hands]

        for term, n_levels in zip(self.payoffs.features, self.payoffs.shape, strict=True):
            if isinstance(term, Paid):
                system = self.payoffs.game.table(term).form.system
                level = self.levels[term][values(system, term.hands)]
            elif isinstance(term, Between):
                level = level_if_made(term, together(term.hands))
            else:
                assert isinstance(term, Compare), "what else there is, a player who plays to the end tells"
                system = self.payoffs.game.system(term)
                mine, theirs = values(system, term.own_hands), values(system, term.dealer_hands)
                level = self._compared(term, mine, theirs)
            endings = endings * n_levels + level
        return endings

    def _compared(self, term: Compare, mine: NDArray[np.uint16], theirs: NDArray[np.uint16]) -> NDArray[np.int64]:
        """Return the level of a comparison: won, tied, lost, and the same again where the dealer does not qualify."""
        level, game = np.int64(1) + (mine < theirs) - (mine > theirs), self.payoffs.game
        least = game.least_qualified(term)
        barred = (theirs < least) & (mine < game.qualified_against(term))
        return level + N_OUTCOMES * barred if least else level

    def settle(self, cell: int) -> Fraction:
        """Return the net result of an ending, in units."""
        path, cell = divmod(cell, self.payoffs.n_cells)
        return Fraction(int(self.payoffs.net[path, cell]), self.payoffs.scale)


RANDOM = "random"
LEAST_UNIT = 100
"""Cents in a unit: one dollar, or the multiple that makes every stake a whole number of cents."""


def unit_and_bet(payoffs: Payoffs) -> tuple[int, Bet]:
    """Return a unit in cents and the opening wagers of the payoffs in it."""
    unit = LEAST_UNIT * lcm(*(amount.denominator for amount in payoffs.stakes.values()))
    return unit, Bet(**{wager.name: int(amount * unit) for wager, amount in payoffs.stakes.items() if amount})


def simulate_engine(
    payoffs: Payoffs, rounds: int, seed: SeedLike, first_round: int = 0, player: Strategy | None = None
) -> SimulationResult:
    """Play rounds of one seat, dealt by shuffles of the deck, with a computer player, or any legal action if none."""
    unit, bet = unit_and_bet(payoffs)
    wall, cpu = perf_counter(), process_time()
    results = []
    for number in range(first_round, first_round + rounds):
        source = Random(f"{Seed.of(seed)} {number}")
        chosen = player or RandomLegal(generator=source)
        state = payoffs.game.start([bet], seed=source.getrandbits(256).to_bytes(32, "big"))
        results.append((Fraction(play_out(state, chosen).result(0), unit), 1))
    subject = Subject.of(payoffs.game, RANDOM if player is None else player.name)
    took = perf_counter() - wall, process_time() - cpu
    return SimulationResult(subject, str(Seed.of(seed)), first_round, Distribution.of(results), *took)
