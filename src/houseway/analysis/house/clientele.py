"""Who sits at the tables: how well they play, and what share of them makes the bet that nobody has to make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from houseway.analysis import analyze
from houseway.analysis.counting.shards import Runner
from houseway.analysis.house.dependence import Kind, covariances_of, is_known, net_and_envy, played
from houseway.analysis.house.skills import Share, exact_number, mixed, strategy_of
from houseway.analysis.house.swing import SeatLink
from houseway.analysis.particulars import ante_of, particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis
from houseway.errors import BadSetting, unknown
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game


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


def bets_by_uptake(game: Game, bet: Bet, uptake: str | Mapping[str, Share] | None) -> list[tuple[Fraction, Bet]]:
    """The bets of those who make the optional wager and of those who do not, with the share of each.

    `uptake` names the wager as the game or its sheet does: `bonus=0.4` or `{"Bonus": 0.4}`.
    """
    if uptake is None:
        return [(Fraction(1), bet)]
    optional = {particulars(game).free_wager} & {wager.name for wager in game.wagers}
    titles = {wager.title.lower(): wager.name for wager in game.wagers if wager.name in optional}
    share = Fraction(1)
    for name, written in _named(uptake):
        wager = titles.get(name.lower(), name.lower().replace(" ", "_").replace("-", "_"))
        if wager not in optional:
            raise unknown(f"optional wager of {game.slug}", name, sorted(optional) or ["none: every wager is required"])
        number = exact_number(written)
        if number is None or not 0 <= number <= 1:
            raise BadSetting(f"uptake: expected a share from 0 to 1 for {name!r}; got {written!r}")
        if not bet.amount(wager):
            raise BadSetting(f"uptake: no {name} is bet; give its size with the bonus")
        share = number
    without = Bet(**{name: amount for name, amount in bet.items() if name not in optional})
    return [(part, each) for part, each in ((share, bet), (1 - share, without)) if part]


def _named(uptake: str | Mapping[str, Share]) -> list[tuple[str, Share]]:
    if isinstance(uptake, Mapping):
        return list(uptake.items())
    if not isinstance(uptake, str) or not all("=" in part for part in uptake.split(",")):
        raise BadSetting(f"uptake: expected a wager and its share, such as bonus=0.4; got {uptake!r}")
    named = [part.partition("=") for part in uptake.split(",")]
    return [(name.strip(), share.strip()) for name, _, share in named]


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
    table counts as its mean.
    """
    if seats == 1 or not is_known(game):
        return None
    found, shipped = covariances_of(game, [guest.kind for guest in guests], runner)
    ante, lammers = ante_of(guests[0].bet), float((seats - 1) * lammer_share(guests))
    weights: dict[str, float] = {}
    for guest in guests:
        dealt = Kind(played(game, guest.strategy), guest.kind.ratio)
        scale = 1.0 if dealt == guest.kind else guest.result.net.standard_deviation / found.deviation(dealt.name)
        weights[dealt.name] = weights.get(dealt.name, 0.0) + float(guest.share) * ante * scale
        weights[dealt.envy_name] = weights.get(dealt.envy_name, 0.0) + float(guest.share) * lammers
    covariance, error = found.of(weights)
    others = {guest.strategy for guest in guests} - {played(game, guest.strategy) for guest in guests}
    stands_in = played(game, guests[0].strategy) if others else None
    return SeatLink(covariance, error, cost.variance, found.rounds, found.seats, found.seed, shipped, stands_in)
