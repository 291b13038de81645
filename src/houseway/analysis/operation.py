"""A shift in a card room: what the house holds, how far it swings, and what it must have in reserve.

Mean and one-seat variance are exact. The players of one table share the dealer's cards or the board, so their results
hang together, by how much is not counted here. Two cases are therefore shown. `independent`: every seat for itself. It
is no bound: shared cards may also set results against each other. `together`: all seats of a table win and lose as one.
No dependence gives a larger variance: that of a sum of S results is at most S squared times that of one.

The Envy Bonus is in every figure of a swing as a constant, its exact expectation; its own swings are in none.

The drop, the money changed into chips, is not a property of the game: handle is what is bet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.analysis import analyze
from houseway.analysis.distribution import Distribution
from houseway.analysis.exposure import Exposure, exposure
from houseway.analysis.posted_limit import unlimited
from houseway.analysis.result import Analysis, exact
from houseway.analysis.risk import Total, checked_risk, reserve, total_of
from houseway.analysis.shards import Runner
from houseway.analysis.skills import Share, checked_mix, exact_number, mixed, strategy_of
from houseway.analysis.stakes import OPTIONS, analysis_options, ante_of, house_banked, usual_ratio
from houseway.errors import BadBet, BadSetting
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.fast_action_round import LAMMER_FROM

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

WORST = (0.01, 0.05)
RISK = 0.001
MOST_ROUNDS = 10_000_000
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Swing:
    """The house's result of a shift, in cents, under one assumption on how seats hang together.

    `players` is what the players win together, with the Envy Bonus at its expectation.
    """

    seats_as_one: bool
    players: Total
    reserve: float
    risk: float

    @property
    def standard_deviation(self) -> float:
        """In cents."""
        return self.players.standard_deviation

    @property
    def losing_shift(self) -> float:
        """How likely the house loses."""
        return self.players.above(0)

    def house_at(self, level: float) -> Fraction:
        """The result that the house falls short of with at most this probability."""
        return -self.players.quantile(1 - level)

    def histogram(self, bars: int = 80) -> list[tuple[float, float]]:
        """The house's result and how likely it is, from the worst to the best."""
        return [(-value, chance) for value, chance in reversed(self.players.histogram(bars))]

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "seats_as_one": self.seats_as_one,
            "standard_deviation_cents": self.standard_deviation,
            "losing_shift": self.losing_shift,
            "worst": [{"level": level, "house_cents": float(self.house_at(level))} for level in WORST],
            "median_cents": float(self.house_at(0.5)),
            "reserve": {"risk": self.risk, "cents": self.reserve},
            "normal": {
                "losing_shift": 1 - self.players.normal.cdf(0),
                "worst": [{"level": level, "house_cents": -self.players.normal.inv_cdf(1 - level)} for level in WORST],
            },
        }


@dataclass(frozen=True)
class Operation:
    """One shift. Make one with `operate(game, ...)`; money is in cents."""

    game: Game
    tables: int
    hours: Fraction
    rounds_per_hour: Fraction
    seats: int
    bet: Bet
    skills: Mapping[str, Fraction]
    strategies: Mapping[str, str]
    results: Mapping[str, Analysis]
    risk: float
    exposure: Exposure | None

    @property
    def rounds(self) -> int:
        """Rounds dealt at all tables, whole ones at each."""
        return self.tables * int(self.hours * self.rounds_per_hour)

    @property
    def seat_rounds(self) -> int:
        """Rounds times players: how many results add up."""
        return self.rounds * self.seats

    @cached_property
    def net(self) -> Distribution:
        """A player's net result of a round in cents, whoever the player is, without Envy Bonuses."""
        ante = ante_of(self.bet)
        antes = mixed([(share, self.results[skill].net) for skill, share in self.skills.items()])
        return Distribution.of([(value * ante, weight) for value, weight in antes.weights.items()])

    @property
    def handle(self) -> Fraction:
        """The expected total of all bets."""
        average = sum((share * self.results[skill].average_wager for skill, share in self.skills.items()), Fraction(0))
        return average * ante_of(self.bet) * self.seat_rounds

    @property
    def hold(self) -> Fraction:
        """What the house expects to win before it pays Envy Bonuses."""
        return -self.net.mean * self.seat_rounds

    @property
    def envy(self) -> Fraction:
        """What the house expects to pay as Envy Bonus, over all lammers, if there is one (FA-16)."""
        if self.bet.amount("bonus") < LAMMER_FROM:
            return Fraction(0)
        each = sum((share * (self.results[skill].envy or 0) for skill, share in self.skills.items()), Fraction(0))
        return each * (self.seats - 1) * self.seat_rounds

    @property
    def hold_after_envy(self) -> Fraction:
        """What the house expects to win in all."""
        return self.hold - self.envy

    def per_table_hour(self, amount: Fraction) -> Fraction:
        """The share of an amount of the whole shift that falls on one table in an hour of full rounds."""
        return amount / self.rounds * self.rounds_per_hour

    @property
    def hold_share(self) -> Fraction:
        """Hold before Envy as a share of handle: the edge per unit bet of these players."""
        return self.hold / self.handle

    @cached_property
    def independent(self) -> Swing:
        """Every seat for itself."""
        return self._swing(1, self.seat_rounds, seats_as_one=False)

    @cached_property
    def together(self) -> Swing:
        """All seats of a table as one: the largest deviation there can be."""
        return self._swing(self.seats, self.rounds, seats_as_one=True)

    def _swing(self, times: int, rounds: int, seats_as_one: bool) -> Swing:
        envy = self.envy / self.seat_rounds
        net = Distribution.of([(times * (value + envy), weight) for value, weight in self.net.weights.items()])
        return Swing(seats_as_one, total_of(net, rounds), reserve(net, rounds, self.risk), self.risk)

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {
            "game": self.game.slug,
            "label": self.game.label,
            "tables": self.tables,
            "hours": exact(self.hours),
            "rounds_per_hour": exact(self.rounds_per_hour),
            "seats": self.seats,
            "rounds": self.rounds,
            "seat_rounds": self.seat_rounds,
            "bet_cents": dict(self.bet),
            "skills": [
                {
                    "skill": skill,
                    "strategy": self.strategies[skill],
                    "share": exact(share),
                    "house_edge_per_unit_bet": exact(self.results[skill].house_edge("unit bet")),
                    "house_edge_per_ante": exact(self.results[skill].house_edge("ante")),
                }
                for skill, share in self.skills.items()
            ],
            "handle_cents": exact(self.handle),
            "hold_cents": exact(self.hold),
            "hold_share": exact(self.hold_share),
            "envy_cents": exact(self.envy),
            "hold_after_envy_cents": exact(self.hold_after_envy),
            "hold_per_table_hour_cents": exact(self.per_table_hour(self.hold)),
            "hold_after_envy_per_table_hour_cents": exact(self.per_table_hour(self.hold_after_envy)),
            "seat_round": {
                "mean_cents": exact(self.net.mean),
                "variance_cents_squared": exact(self.net.variance),
                "standard_deviation_cents": self.net.standard_deviation,
            },
            "independent": self.independent.to_dict(),
            "together": self.together.to_dict(),
            "exposure": None if self.exposure is None else self.exposure.to_dict(),
        }

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.operation_display import render_operation

        yield from render_operation(self)


def operate(
    game: Game | str,
    *,
    tables: int = 1,
    hours: Fraction | float | str = 8,
    rounds_per_hour: Fraction | float | str = 40,
    seats: int | None = None,
    ante: int = 2500,
    bonus: int | None = None,
    skill: str | Mapping[str, Share] = "optimal",
    risk: float = RISK,
    with_exposure: bool = True,
    runner: Runner | None = None,
) -> Operation:
    """A shift of a house-banked game: `ante` and `bonus` in cents, `skill` a name or a mix of players.

    A mix is text such as `optimal=0.2,naive=0.8` or a mapping of names to shares above 0 that come to exactly 1.
    `seats` are the players at each table: four, or as many as it takes. `bonus` is the bet that need not equal the
    Ante, if the game has one. Without it that bet is the game's usual one.

    >>> shift = operate("double-draw-poker", tables=2, hours=8, rounds_per_hour=30, seats=5, with_exposure=False)
    >>> shift.rounds, shift.seat_rounds, round(float(shift.hold_share), 6)
    (480, 2400, 0.017407)
    """
    table = house_banked(as_game(game))
    shares = checked_mix(skill)
    bet = _checked_bet(table, opening_bet(table, ante, bonus))
    strategies = {name: strategy_of(table, name) for name in shares}
    shift = Operation(
        game=table,
        tables=_whole("tables", tables, 1000),
        hours=_number("hours", hours, 10_000),
        rounds_per_hour=_number("rounds per hour", rounds_per_hour, 1000),
        seats=min(USUAL_PLAYERS, table.seats[-1]) if seats is None else _whole("seats", seats, table.seats[-1]),
        bet=bet,
        skills=shares,
        strategies=strategies,
        results={
            name: analyze(unlimited(table), strategy=strategy, runner=runner, **analysis_options(table, bet))
            for name, strategy in strategies.items()
        },
        risk=checked_risk(risk),
        exposure=exposure(table, runner=runner) if with_exposure and table.limits.largest_wager else None,
    )
    if not 1 <= shift.rounds <= MOST_ROUNDS:
        raise BadSetting(f"a shift has 1 to {MOST_ROUNDS:,} rounds; got {shift.rounds:,}")
    return shift


def opening_bet(game: Game, ante: int, bonus: int | None) -> Bet:
    """The bets of a seat: all that must equal the Ante do; the other one is as given, or as usual."""
    free = OPTIONS.get(game.slug, ("", ""))[0]
    if bonus is not None and not free:
        raise BadSetting(f"{game.title} has no bet of another size than the Ante; leave the bonus out")
    equal = {wager.name: ante for wager in game.wagers if wager.required}
    if not free:
        return Bet(**equal)
    return Bet(**{**equal, free: usual_ratio(game) * ante if bonus is None else Cents(bonus)})


def _checked_bet(game: Game, bet: Bet) -> Bet:
    """The bet, if the game takes it; an operator's average bet belongs to no seat, so the error names none."""
    try:
        return game.check_bets([bet])[0]
    except BadBet as problem:
        raise type(problem)(str(problem).removeprefix("seat 0: ")) from None


def _whole(name: str, number: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise BadSetting(f"{name}: expected a whole number from 1 to {most}; got {number!r}")
    return number


def _number(name: str, number: Fraction | float | str, most: int) -> Fraction:
    exactly = exact_number(number)
    if exactly is None or not 0 < exactly <= most:
        raise BadSetting(f"{name}: expected a number above 0, at most {most:,}; got {number!r}")
    return exactly
