"""Who sits at the tables: how well they play, what they bet, and what two of them have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from houseway.analysis import analyze
from houseway.analysis.counting.shards import Runner
from houseway.analysis.house.covariance import side_bet_of
from houseway.analysis.house.dependence import Kind, covariances_of, is_known, net_and_envy, played, shares_every_card
from houseway.analysis.house.skills import mixed, strategy_of
from houseway.analysis.house.swing import SeatLink
from houseway.analysis.particulars import ante_of, particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars


@dataclass(frozen=True)
class Guest:
    """A kind of player: skill and strategy, the share of all players, the bets, and what a round is worth to them.

    `has_lammer`: the bets earn an Envy lammer.
    """

    skill: str
    strategy: str
    share: Fraction
    bet: Bet
    kind: Kind
    result: Analysis
    has_lammer: bool

    def bets_in_words(self, game: Game) -> str:
        """What is bet in all, and the side bets among it: `$30 with Pair Plus`."""
        made = [game.wager_titles()[wager] for wager in particulars(game).side_bets(game) if self.bet.amount(wager)]
        return dollars(sum(self.bet.values())) + (f" with {', '.join(made)}" if made else "")


def guests_of(
    game: Game, shares: Mapping[str, Fraction], bets: Sequence[tuple[Fraction, Bet]], runner: Runner | None
) -> tuple[Guest, ...]:
    """Every skill with every bet; who plays how is independent of who bets what."""
    return tuple(
        Guest(
            skill,
            strategy := strategy_of(game, skill),
            share * part,
            bet,
            Kind.of(game, strategy, _ratio(game, bet)),
            analyze(game.unlimited(), strategy=strategy, runner=runner, **particulars(game).options(game, bet)),
            game.envy is not None and game.envy.has_lammer(bet),
        )
        for skill, share in shares.items()
        for part, bet in bets
    )


def _ratio(game: Game, bet: Bet) -> Fraction:
    free = particulars(game).free_wager
    return Fraction(bet.amount(free), ante_of(bet)) if free else Fraction(0)


def lammer_share(guests: Sequence[Guest]) -> Fraction:
    """What share of the players has an Envy lammer."""
    return sum((guest.share for guest in guests if guest.has_lammer), Fraction(0))


def net_of(guests: Sequence[Guest]) -> Distribution:
    """A player's net result of a round in cents, whoever the player is, without Envy Bonuses."""
    ante = ante_of(guests[0].bet)
    antes = mixed([(guest.share, guest.result.net) for guest in guests])
    return Distribution.of([(value * ante, weight) for value, weight in antes.weights.items()])


def cost_of(game: Game, guests: Sequence[Guest], seats: int, runner: Runner | None) -> Distribution:
    """What a seat costs the house in a round, in cents: its own net result, and the Envy Bonus that its hands pay.

    Every other seat has a lammer or not, independently, with the share of the players who have one (FA-16).
    """
    lammers = lammer_share(guests)
    if not lammers or seats == 1:
        return net_of(guests)
    ante, others = ante_of(guests[0].bet), seats - 1
    chances = [comb(others, n) * lammers**n * (1 - lammers) ** (others - n) for n in range(seats)]
    scale = lcm(*(chance.denominator for chance in chances))
    parts = []
    for guest in guests:
        joint = net_and_envy(game, guest.kind, runner, guest.bet)
        costs = [
            (net * ante + n * envy, weight * int(chance * scale))
            for (net, envy), weight in joint.items()
            for n, chance in enumerate(chances)
        ]
        parts.append((guest.share, Distribution.of(costs)))
    return mixed(parts)


def link_of(
    game: Game, guests: Sequence[Guest], seats: int, cost: Distribution, runner: Runner | None
) -> SeatLink | None:
    """What two seats have in common; nothing where one player sits alone, or where tables cannot be dealt.

    A strategy that cannot be dealt takes the correlation of the one that stands in for it. The number of lammers at the
    table counts as its mean. Seats that share every card have the covariance of seats that bet what players bet on
    average: each result is a sum over the bets.
    """
    if seats == 1 or not is_known(game):
        return None
    if shares_every_card(game):
        together = float(ante_of(guests[0].bet) ** 2 * _variance_at_average_bets(game, guests, runner))
        return SeatLink(together, 0.0, cost.variance, rounds=0, seats=0, seed="", shipped=False)
    found, shipped = covariances_of(game, [guest.kind for guest in guests], runner)
    ante, lammers = ante_of(guests[0].bet), float((seats - 1) * lammer_share(guests))
    weights: dict[str, float] = {}
    for guest in guests:
        dealt = Kind(played(game, guest.strategy), guest.kind.ratio)
        scale = 1.0 if dealt == guest.kind else guest.result.net.standard_deviation / found.deviation(dealt.name)
        weights[dealt.name] = weights.get(dealt.name, 0.0) + float(guest.share) * ante * scale
        weights[dealt.envy_name] = weights.get(dealt.envy_name, 0.0) + float(guest.share) * lammers
        for wager, units in _side_bets(game, guest.bet).items():
            name = side_bet_of(dealt.name, wager)
            weights[name] = weights.get(name, 0.0) + float(guest.share * units) * ante * scale
    covariance, error = found.of(weights)
    others = {guest.strategy for guest in guests} - {played(game, guest.strategy) for guest in guests}
    stands_in = played(game, guests[0].strategy) if others else None
    return SeatLink(covariance, error, cost.variance, found.rounds, found.seats, found.seed, shipped, stands_in)


def _side_bets(game: Game, bet: Bet) -> Mapping[str, Fraction]:
    """The side bets that stand apart from the usual ones, in Antes."""
    return {} if particulars(game).free_wager else particulars(game).options(game, bet).get("bets", {})


def _variance_at_average_bets(game: Game, guests: Sequence[Guest], runner: Runner | None) -> Fraction:
    average: dict[str, Fraction] = {}
    for guest in guests:
        for wager, units in _side_bets(game, guest.bet).items():
            average[wager] = average.get(wager, Fraction(0)) + guest.share * units
    return analyze(game.unlimited(), runner=runner, **particulars(game).stakes(average)).net.variance
