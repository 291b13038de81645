"""One table's business: expected win, drop, hold, how much they vary, and the reserve a shift needs.

Handle is the total of all bets. Win is the part that the house keeps. Both follow from the game. The drop is the money
changed into chips. Game rules do not fix it: players buy chips once, bet them many times and carry some away. So the
drop is stated or derived. If the buy-ins are stated, the hold (win over drop) follows. If the room's usual hold is
stated, the drop that this win would need follows.

The mean and the one-seat variance are exact, the Envy Bonus included. A seat costs the house its net result and the
amounts its hands pay to other seats' lammers. Both come from the same cards. The seats of a table share the dealer's
cards, the board or at least the deck. `variance` measures how that ties their results, and `Swing` is the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.clientele import (
    Guest,
    Share,
    checked_mix,
    cost_of,
    exact_number,
    guests_of,
    link_of,
    net_of,
)
from houseway.analysis.operations.exposure import Exposure, exposure, house_banked
from houseway.analysis.operations.risk import checked_risk
from houseway.analysis.operations.variance import SeatLink, Swing, swing_of
from houseway.analysis.particulars import ante_of, particulars
from houseway.analysis.results.distribution import Distribution
from houseway.errors import BadBet, BadSetting, UnknownName, unknown, without_seat
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.telling.units import unit_of
from houseway.games.telling.words import named
from houseway.plain import exact

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

MOST_UPTAKES = 4


def opening_bet(game: Game, ante: int, bonus: int | None, side_bets: Mapping[str, int] | None = None) -> Bet:
    """Return the bets of a seat: the Ante and equal bets, the free bet as given or the default, then the side bets.

    A bonus is the free wager. If the game has none, it is the only side bet.
    """
    known = particulars(game)
    free, beside = known.free_wager, dict(side_bets or {})
    if bonus is not None and not free:
        if len(known.side_bets(game)) != 1:
            raise BadSetting(
                f"{game.title} has no Bonus of a different size from the {unit_of(game)}. Leave the bonus out."
            )
        beside = {known.side_bets(game)[0]: bonus, **beside}
    if free:
        amounts = {wager.name: Cents(ante) for wager in game.wagers if wager.required}
        amounts[free] = Cents(known.usual_ratio(game) * ante if bonus is None else bonus)
    else:
        amounts = dict(known.usual_bet(game, ante).items())
    fixed = set(amounts) if free else set(amounts).difference(known.side_bets(game))
    for name, amount in beside.items():
        wager = optional_wager(game, name)
        if wager in fixed:
            raise BadSetting(f"Side bet {name!r} already has a size from the first bet or the bonus. Leave it out.")
        fixed.add(wager)
        amounts[wager] = Cents(amount)
    return Bet(**amounts)


def optional_wager(game: Game, name: str) -> str:
    """Return the optional wager of a name, as code or sheet writes it: `pair_plus`, `pair-plus`, `Pair Plus`."""
    known = particulars(game)
    names = {known.free_wager, *known.side_bets(game)}
    optional = {wager.name: wager.title.lower() for wager in game.wagers if wager.name in names}
    plain = name.strip().lower()
    for wager, title in optional.items():
        if plain == title or plain.replace(" ", "_").replace("-", "_") == wager:
            return wager
    if not optional:
        raise UnknownName(f"{game.title} has no optional wager: every wager is required. Got {name!r}.")
    raise unknown("optional wager", name, sorted(optional), where=f"of {game.slug}")


def bets_by_uptake(game: Game, bet: Bet, uptake: str | Mapping[str, Share] | None) -> list[tuple[Fraction, Bet]]:
    """Return the bets of players with and without each optional wager, with the share of each.

    `uptake` names wagers as `optional_wager` does: `bonus=0.4` or `{"Bonus": 0.4}`. Each optional wager is made
    independently of the others.
    """
    kinds = [(Fraction(1), bet)]
    said: set[str] = set()
    for name, written in _named(uptake or {}):
        wager, number = optional_wager(game, name), exact_number(written)
        if number is None or not 0 <= number <= 1:
            raise BadSetting(f"Uptake takes a share from 0 to 1 for {name!r}; got {written!r}.")
        if wager in said:
            raise BadSetting(f"Uptake names {name!r} twice. Name it once.")
        if not bet.amount(wager):
            raise BadSetting(f"Uptake names {name}, which has no size. Give it as the bonus or as a side bet.")
        said.add(wager)
        if len(said) > MOST_UPTAKES:
            raise BadSetting(f"Uptake takes at most {MOST_UPTAKES} bets, since each doubles the kinds of player.")
        kinds = [
            (share * part, kind)
            for share, made in kinds
            for part, kind in ((number, made), (1 - number, _without(made, wager)))
            if part
        ]
    return kinds


def _without(bet: Bet, wager: str) -> Bet:
    return Bet(**{name: amount for name, amount in bet.items() if name != wager})


def _named(uptake: str | Mapping[str, Share]) -> list[tuple[str, Share]]:
    if isinstance(uptake, Mapping):
        return list(uptake.items())
    if not isinstance(uptake, str) or not all("=" in part for part in uptake.split(",")):
        raise BadSetting(f"Uptake takes WAGER=SHARE, such as bonus=0.4; got {uptake!r}.")
    named = [part.partition("=") for part in uptake.split(",")]
    return [(name.strip(), share.strip()) for name, _, share in named]


MOST_CENTS = 10**12


@dataclass(frozen=True, slots=True)
class Drop:
    """The money changed into chips in a shift, in cents, and the expected win over it.

    `stated` names the figure that was given.
    """

    cents: Fraction
    hold: Fraction
    stated: str

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {"drop_cents": exact(self.cents), "hold": exact(self.hold), "stated": self.stated}


def drop_of(
    win: Fraction, player_hours: Fraction, buy_in: int | None, hold: Fraction | float | str | None
) -> Drop | None:
    """Return the drop by buy-ins in cents per player and hour, or by a stated hold. Return None if neither is stated.

    >>> drop_of(Fraction(120_00), Fraction(4), 150_00, None).hold
    Fraction(1, 5)
    >>> drop_of(Fraction(120_00), Fraction(4), None, "0.2").cents
    Fraction(60000, 1)
    """
    if buy_in is not None and hold is not None:
        raise BadSetting("Buy-in and hold each set the drop. Give only one of them.")
    if buy_in is not None:
        if isinstance(buy_in, bool) or not isinstance(buy_in, int) or not 0 < buy_in <= MOST_CENTS:
            raise BadSetting(f"Buy-in must be cents per player and hour, above 0; got {buy_in!r}.")
        cents = buy_in * player_hours
        return Drop(cents, win / cents, "buy-ins")
    if hold is None:
        return None
    share = exact_number(hold)
    if share is None or not 0 < share <= 1:
        raise BadSetting(f"Hold must be win ÷ drop, above 0 and at most 1; got {hold!r}.")
    if win <= 0:
        raise BadSetting("Hold cannot be given here: the house expects to lose with these players.")
    return Drop(win / share, share, "hold")


RISK = 0.001
MOST_ROUNDS = 10_000_000
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Operation:
    """One shift. Make one with `operate(game, ...)`; money is in cents.

    `cost` is the cost of a seat to the house in a round, Envy Bonuses included. `link` is the dependence of two seats.
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
        """Return the rounds dealt at all tables, whole ones at each."""
        return self.tables * int(self.hours * self.rounds_per_hour)

    @property
    def seat_rounds(self) -> int:
        """Return rounds times players: the number of results that add up."""
        return self.rounds * self.seats

    @cached_property
    def net(self) -> Distribution:
        """Return the net result of a round of a random player, in cents, without Envy Bonuses."""
        return net_of(self.guests)

    @property
    def handle(self) -> Fraction:
        """Return the expected total of all bets."""
        average = sum((guest.share * guest.result.average_wager for guest in self.guests), Fraction(0))
        return average * ante_of(self.bet) * self.seat_rounds

    @property
    def win(self) -> Fraction:
        """Return the house's expected win before Envy Bonuses."""
        return -self.net.mean * self.seat_rounds

    @property
    def envy(self) -> Fraction:
        """Return the Envy Bonuses that the house expects to pay, over all lammers, if there are any (FA-16)."""
        return (self.cost.mean - self.net.mean) * self.seat_rounds

    @property
    def win_after_envy(self) -> Fraction:
        """Return the house's expected win after Envy Bonuses."""
        return -self.cost.mean * self.seat_rounds

    def per_table_hour(self, amount: Fraction) -> Fraction:
        """Return the share of a whole shift's amount that falls on one table per hour of full rounds."""
        return amount / self.rounds * self.rounds_per_hour

    @property
    def win_of_handle(self) -> Fraction:
        """Return the win before Envy as a share of handle: these players' element of risk."""
        return self.win / self.handle

    @cached_property
    def swing(self) -> Swing:
        """Return how much the result varies."""
        return swing_of(self.cost, self.seats, self.link, ante_of(self.bet), self.rounds, self.risk)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
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
        from houseway.analysis.operations.display import render_operation

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
    """Return the bet if the game takes it. An average bet belongs to no seat, so the error names none."""
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
