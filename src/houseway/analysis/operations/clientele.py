"""The players: skills, shares of strategies, and how the result of a mixed clientele varies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from houseway.analysis import analyze, analyzer, counted_by_family
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.registry import family_of
from houseway.analysis.operations.seats import side_bet_of
from houseway.analysis.operations.variance import (
    Kind,
    SeatLink,
    covariances_of,
    is_known,
    net_and_envy,
    played,
    shares_every_card,
)
from houseway.analysis.particulars import ante_of, particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import OPTIMAL, Analysis
from houseway.analysis.results.rules import RULE_LIST
from houseway.errors import BadSetting, unknown
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.strategies import strategy_names

NAIVE = "naive"
SKILLS = (OPTIMAL, RULE_LIST, NAIVE)
"""The optimal strategy, the rule list that a person can learn, and the game's default automatic player."""

Share = Fraction | float | str
"""A share in any common notation:

`0.25`, `"0.25"`, `"1/4"`, `Fraction(1, 4)`. A float counts as the decimal it prints.
"""


def checked_mix(skill: str | Mapping[str, Share]) -> dict[str, Fraction]:
    """Return the share of each kind of player, from one name or from names with shares.

    Each share is above 0, and the shares sum to exactly 1.

    >>> checked_mix("optimal=0.25, naive=0.75")
    {'optimal': Fraction(1, 4), 'naive': Fraction(3, 4)}
    >>> checked_mix({"optimal": 0.25, "naive": 0.75})
    {'optimal': Fraction(1, 4), 'naive': Fraction(3, 4)}
    >>> checked_mix("rule-list")
    {'rule-list': Fraction(1, 1)}
    """
    shares: dict[str, Fraction] = {}
    for name, written in _named_shares(skill):
        if name in shares:
            raise _refused(skill, f"{name!r} is named twice")
        share = exact_number(written)
        if share is None:
            raise _refused(skill, f"{name!r} has no share that is a number")
        if share <= 0:
            raise _refused(skill, f"the share of {name!r} is {_plain(share)}, not above 0")
        shares[name] = share
    if (total := sum(shares.values(), Fraction(0))) != 1:
        raise _refused(skill, f"the shares come to {_plain(total)}, not to 1" if shares else "nobody is named")
    return shares


def _named_shares(skill: str | Mapping[str, Share]) -> list[tuple[str, Share]]:
    if isinstance(skill, Mapping):
        return list(skill.items())
    if not isinstance(skill, str):
        raise _refused(skill, "that is neither text nor a mapping")
    parts = [part.strip() for part in skill.split(",") if part.strip()]
    if len(parts) == 1 and "=" not in parts[0]:
        return [(parts[0], Fraction(1))]
    named = [part.partition("=") for part in parts]
    return [(name.strip(), share.strip()) for name, _, share in named]


def exact_number(written: object) -> Fraction | None:
    """Return the number that is written, or None.

    An exponent beyond 99 gives None, because its digits alone could fill the memory.

    >>> exact_number("1/3"), exact_number(0.1), exact_number("1e1000000000")
    (Fraction(1, 3), Fraction(1, 10), None)
    """
    text = str(written).strip()
    if len(text.lower().partition("e")[2]) > len("-99"):
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _plain(number: Fraction) -> str:
    short = f"{float(number):g}"
    return short if Fraction(short) == number else str(number)


def _refused(skill: object, why: str) -> BadSetting:
    expected = f"expected {', '.join(SKILLS)} or a mix such as optimal=0.2,rule-list=0.5,naive=0.3"
    return BadSetting(f"skill: {expected}; got {skill!r}: {why}")


def strategy_of(game: Game, skill: str) -> str:
    """Return the analyzer's name for a skill. Any other strategy of the game keeps its name.

    The naive player is the game's first automatic player that the analyzer knows.

    >>> from houseway.games.catalogue import game
    >>> strategy_of(game("double-draw-poker"), "naive")
    'hold-pairs'
    """
    known = dict.fromkeys((*analyzer(game).STRATEGY_NAMES, *strategies_known(game)))
    if skill != NAIVE:
        if skill not in known:
            raise unknown("skill", skill, {*SKILLS, *known}, where=f"for {game.slug}")
        return skill
    return next(name for name in strategy_names(game.slug) if name in known)


def strategies_known(game: Game) -> tuple[str, ...]:
    """Return the strategies by which a game can be analyzed.

    This is the optimal strategy alone if a family knows no other.

    >>> from houseway.games.catalogue import game
    >>> strategies_known(game("casino-war")), strategies_known(game("let-it-ride"))
    (('optimal',), ('optimal', 'rule-list', 'never-folds'))
    """
    if counted_by_family(game):
        return family_of(game).strategies_of(game)
    known: tuple[str, ...] = analyzer(game).STRATEGY_NAMES
    return known


def mixed(parts: list[tuple[Fraction, Distribution]]) -> Distribution:
    """Return the distribution of one round of a player drawn from kinds with the given shares.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> dict(mixed([(Fraction(1, 2), coin), (Fraction(1, 2), Distribution.of({Fraction(1): 1}))]).weights)
    {Fraction(-1, 1): 1, Fraction(1, 1): 3}
    """
    common = lcm(*(share.denominator * net.total for share, net in parts))
    return Distribution.of(
        [
            (value, int(share * common / net.total) * weight)
            for share, net in parts
            for value, weight in net.weights.items()
        ]
    ).reduced()


@dataclass(frozen=True)
class Guest:
    """A kind of player: skill, strategy, share of all players, bets, and the value of a round to them.

    `has_lammer` is true if the bets earn an Envy lammer.
    """

    skill: str
    strategy: str
    share: Fraction
    bet: Bet
    kind: Kind
    result: Analysis
    has_lammer: bool

    def bets_in_words(self, game: Game) -> str:
        """Return the total bet in words, with the side bets in it: `$30 with Pair Plus`."""
        made = [game.wager_titles()[wager] for wager in particulars(game).side_bets(game) if self.bet.amount(wager)]
        return dollars(sum(self.bet.values())) + (f" with {', '.join(made)}" if made else "")


def guests_of(
    game: Game, shares: Mapping[str, Fraction], bets: Sequence[tuple[Fraction, Bet]], runner: Runner | None
) -> tuple[Guest, ...]:
    """Return every skill combined with every bet. Skill is independent of the bets."""
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
    """Return the share of players that have an Envy lammer."""
    return sum((guest.share for guest in guests if guest.has_lammer), Fraction(0))


def net_of(guests: Sequence[Guest]) -> Distribution:
    """Return the net result of a round of a random player, in cents, without Envy Bonuses."""
    ante = ante_of(guests[0].bet)
    antes = mixed([(guest.share, guest.result.net) for guest in guests])
    return Distribution.of([(value * ante, weight) for value, weight in antes.weights.items()])


def cost_of(game: Game, guests: Sequence[Guest], seats: int, runner: Runner | None) -> Distribution:
    """Return the cost of one seat to the house in a round, in cents.

    The cost is the seat's net result plus the Envy Bonus that its hands pay. Every other seat has a lammer
    independently, with the share of the players that have one (FA-16).
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
    """Return how two seats depend on each other, or None for a single player or if tables cannot be dealt.

    If a strategy cannot be dealt, the correlation of its substitute is used. The number of lammers at the table counts
    as its mean. For seats that share every card, the covariance is computed at the players' average bets: each result
    is a sum over the bets.
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
    """Return the side bets that are made, in Antes. A game with a free wager has none."""
    known = particulars(game)
    amounts = {} if known.free_wager else {name: bet.amount(name) for name in known.side_bets(game)}
    return {name: Fraction(amount, ante_of(bet)) for name, amount in amounts.items() if amount}


def _variance_at_average_bets(game: Game, guests: Sequence[Guest], runner: Runner | None) -> Fraction:
    average: dict[str, Fraction] = {}
    for guest in guests:
        for wager, units in _side_bets(game, guest.bet).items():
            average[wager] = average.get(wager, Fraction(0)) + guest.share * units
    return analyze(game.unlimited(), runner=runner, **particulars(game).stakes(average)).net.variance
