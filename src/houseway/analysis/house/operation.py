"""A shift in a card room: what is bet, what the house wins, how far that swings, and what it must have in reserve.

Mean and one-seat variance are exact, the Envy Bonus included: a seat costs the house its own net result and what its
hands pay the lammers of others, and both belong to the same cards. The seats of a table share the dealer's cards, the
board or at least the deck; by how much that ties their results is `dependence`, and what follows from it `swing`.

Handle is what is bet, win what the house keeps of it. The drop, the money changed into chips, is stated (`drop`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.analysis.counting.shards import Runner
from houseway.analysis.house.clientele import Guest, cost_of, guests_of, link_of, net_of
from houseway.analysis.house.drop import Drop, drop_of
from houseway.analysis.house.exposure import Exposure, exposure
from houseway.analysis.house.opening_bets import bets_by_uptake, opening_bet
from houseway.analysis.house.risk import checked_risk
from houseway.analysis.house.skills import Share, checked_mix, exact_number
from houseway.analysis.house.stakes import house_banked
from houseway.analysis.house.swing import SeatLink, Swing, swing_of
from houseway.analysis.particulars import ante_of
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import exact
from houseway.errors import BadBet, BadSetting, without_seat
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.telling.words import named

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

RISK = 0.001
MOST_ROUNDS = 10_000_000
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Operation:
    """One shift. Make one with `operate(game, ...)`; money is in cents.

    `cost` is what a seat costs the house in a round, Envy Bonuses included, and `link` what two seats have in common.
    """

    game: Game
    tables: int
    hours: Fraction
    rounds_per_hour: Fraction
    seats: int
    bet: Bet
    guests: tuple[Guest, ...]
    cost: Distribution
    link: SeatLink | None
    drop: Drop | None
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
        return net_of(self.guests)

    @property
    def handle(self) -> Fraction:
        """The expected total of all bets."""
        average = sum((guest.share * guest.result.average_wager for guest in self.guests), Fraction(0))
        return average * ante_of(self.bet) * self.seat_rounds

    @property
    def win(self) -> Fraction:
        """What the house expects to win before it pays Envy Bonuses."""
        return -self.net.mean * self.seat_rounds

    @property
    def envy(self) -> Fraction:
        """What the house expects to pay as Envy Bonus, over all lammers, if there is one (FA-16)."""
        return (self.cost.mean - self.net.mean) * self.seat_rounds

    @property
    def win_after_envy(self) -> Fraction:
        """What the house expects to win in all."""
        return -self.cost.mean * self.seat_rounds

    def per_table_hour(self, amount: Fraction) -> Fraction:
        """The share of an amount of the whole shift that falls on one table in an hour of full rounds."""
        return amount / self.rounds * self.rounds_per_hour

    @property
    def win_of_handle(self) -> Fraction:
        """Win before Envy as a share of handle: the edge per unit bet of these players."""
        return self.win / self.handle

    @cached_property
    def swing(self) -> Swing:
        """How far the result swings."""
        return swing_of(self.cost, self.seats, self.link, ante_of(self.bet), self.rounds, self.risk)

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {
            "game": self.game.slug,
            "label": named(self.game),
            "tables": self.tables,
            "hours": exact(self.hours),
            "rounds_per_hour": exact(self.rounds_per_hour),
            "seats": self.seats,
            "rounds": self.rounds,
            "seat_rounds": self.seat_rounds,
            "bet_cents": dict(self.bet),
            "players": [
                {
                    "skill": guest.skill,
                    "strategy": guest.strategy,
                    "strategy_words": guest.result.subject.plays,
                    "share": exact(guest.share),
                    "bet_cents": dict(guest.bet),
                    "bets_words": guest.bets_in_words(self.game),
                    "house_edge_per_unit_bet": exact(guest.result.house_edge("unit bet")),
                    "house_edge_per_ante": exact(guest.result.house_edge(guest.result.unit)),
                }
                for guest in self.guests
            ],
            "handle_cents": exact(self.handle),
            "win_cents": exact(self.win),
            "win_of_handle": exact(self.win_of_handle),
            "envy_cents": exact(self.envy),
            "win_after_envy_cents": exact(self.win_after_envy),
            "win_per_table_hour_cents": exact(self.per_table_hour(self.win)),
            "win_after_envy_per_table_hour_cents": exact(self.per_table_hour(self.win_after_envy)),
            "drop": None if self.drop is None else self.drop.to_dict(),
            "seat_round": {
                "mean_cents": exact(self.cost.mean),
                "variance_cents_squared": exact(self.cost.variance),
                "standard_deviation_cents": self.cost.standard_deviation,
            },
            "two_seats": None if self.link is None else self.link.to_dict(),
            "swing": self.swing.to_dict(),
            "exposure": None if self.exposure is None else self.exposure.to_dict(),
        }

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.house.operation_display import render_operation

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
    side_bets: Mapping[str, int] | None = None,
    skill: str | Mapping[str, Share] = "optimal",
    uptake: str | Mapping[str, Share] | None = None,
    buy_in: int | None = None,
    hold: Fraction | float | str | None = None,
    risk: float = RISK,
    with_exposure: bool = True,
    runner: Runner | None = None,
) -> Operation:
    """Return the expected win, volatility and exposure of a shift of a house-banked game.

    Args:
        game: a game, or its name.
        tables: the number of tables.
        hours: the length of the shift.
        rounds_per_hour: rounds per table and hour.
        seats: players per table; four by default, or as many as the table takes.
        ante: the first bet, in cents.
        bonus: the bet that need not equal the Ante, in cents, if the game has one; the game's default bet if not given.
        side_bets: further bets by name, in cents: `{"pair_plus": 500}`.
        skill: a strategy, or a mix of players: text such as `optimal=0.2,naive=0.8`, or a mapping of names to shares
            above 0 that sum to exactly 1.
        uptake: the share of players who make an optional bet at all, as `bonus=0.4`.
        buy_in: the drop, as cents per player and hour.
        hold: the drop, as win divided by drop. Give `buy_in` or `hold`, not both.
        risk: the chance of ruin for which a bankroll is computed.
        with_exposure: whether to compute the maximum exposure too.
        runner: where to count, if counting is needed.

    Returns:
        An `Operation`: `rounds`, `win`, `swing` (the shift's standard deviation), `win_of_handle` and more.

    Raises:
        UnknownName: no game or strategy has that name.
        BadSetting: a number is out of range, or the shares do not sum to 1.

    >>> shift = operate("double-draw-poker", tables=2, hours=8, rounds_per_hour=30, seats=5, with_exposure=False)
    >>> shift.rounds, shift.seat_rounds, round(float(shift.win_of_handle), 6)
    (480, 2400, 0.017407)
    """
    table = house_banked(as_game(game))
    shares = checked_mix(skill)
    bet = _checked_bet(table, opening_bet(table, ante, bonus, side_bets))
    bets = [(share, _checked_bet(table, each)) for share, each in bets_by_uptake(table, bet, uptake)]
    players = min(USUAL_PLAYERS, table.seats[-1]) if seats is None else _whole("seats", seats, table.seats[-1])
    n_tables, n_hours = _whole("tables", tables, 1000), _number("hours", hours, 10_000)
    pace = _number("rounds per hour", rounds_per_hour, 1000)
    rounds = n_tables * int(n_hours * pace)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadSetting(f"A shift takes 1 to {MOST_ROUNDS:,} rounds; got {rounds:,}.")
    checked_risk(risk)
    guests = guests_of(table, shares, bets, runner)
    cost = cost_of(table, guests, players, runner)
    win = -cost.mean * rounds * players
    return Operation(
        game=table,
        tables=n_tables,
        hours=n_hours,
        rounds_per_hour=pace,
        seats=players,
        bet=bet,
        guests=guests,
        cost=cost,
        link=link_of(table, guests, players, cost, runner),
        drop=drop_of(win, n_tables * n_hours * players, buy_in, hold),
        risk=checked_risk(risk),
        exposure=exposure(table, runner=runner) if with_exposure and table.limits.largest_wager else None,
    )


def _checked_bet(game: Game, bet: Bet) -> Bet:
    """The bet, if the game takes it; an operator's average bet belongs to no seat, so the error names none."""
    try:
        return game.check_bets([bet])[0]
    except BadBet as problem:
        raise type(problem)(without_seat(problem)) from None


def _whole(name: str, number: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise BadSetting(f"{name}: expected a whole number from 1 to {most}; got {number!r}")
    return number


def _number(name: str, number: Fraction | float | str, most: int) -> Fraction:
    exactly = exact_number(number)
    if exactly is None or not 0 < exactly <= most:
        typed = str(number) if isinstance(number, Fraction) else repr(number)
        raise BadSetting(f"{name}: expected a number above 0, at most {most:,}; got {typed}")
    return exactly
