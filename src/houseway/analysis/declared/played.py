"""Rounds of the table itself, state by state: slow, but right for every title that can be played."""

from fractions import Fraction
from math import lcm
from random import Random
from time import perf_counter, process_time

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Subject
from houseway.analysis.results.simulation import SimulationResult
from houseway.cards.seed import Seed, SeedLike
from houseway.games.engine.bet import Bet
from houseway.games.strategies import play_out
from houseway.games.strategies.base import RandomLegal, Strategy

RANDOM = "random"
LEAST_UNIT = 100
"""Cents of a unit: a dollar, or as many as make every stake whole."""


def unit_and_bet(payoffs: Payoffs) -> tuple[int, Bet]:
    """A unit in cents and the opening wagers of the payoffs in it."""
    unit = LEAST_UNIT * lcm(*(amount.denominator for amount in payoffs.stakes.values()))
    return unit, Bet(**{wager.name: int(amount * unit) for wager, amount in payoffs.stakes.items() if amount})


def simulate_engine(
    payoffs: Payoffs, rounds: int, seed: SeedLike, first_round: int = 0, player: Strategy | None = None
) -> SimulationResult:
    """Rounds of one seat, dealt by shuffles of the deck and played by an automatic player, any legal action if none."""
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
