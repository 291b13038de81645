"""The house's income from Five Card HoldOut. It banks nothing, and takes a rake, a fee per hand, or a fee for time.

The letter names no fee (FCH-R7), so it is stated, and checked against the state's limits of the day (WAC 230-15-080).
Fees follow from hands and players. A rake depends on the pots, and these depend on how people play. Here automatic
players of named styles play hands by the rules, and the pots are theirs. Other players make other pots.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from houseway.analysis.between_players import USUAL_PLAYERS
from houseway.analysis.operations.clientele import Share, checked_mix, exact_number
from houseway.analysis.results.simulation import CONFIDENCE
from houseway.errors import BadSetting, unknown
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.strategies import play_out, strategy, strategy_names
from houseway.games.telling.words import named
from houseway.games.titles.five_card_holdout.table import HoldOutTable
from houseway.plain import exact

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

HANDS = 1_000
STACK_IN_BIG_BLINDS = 100
RAKE, A_HAND, TIME, NONE = "rake", "time", "half hour", "none"
"""The kinds of house income: the readings of FCH-R7, where `time` is a fee for each seat and hand, and by the clock."""


@dataclass(frozen=True)
class HoldOutIncome:
    """The income from tables of Five Card HoldOut in a shift. Money is in cents.

    `pots` and `rakes` are those of the simulated hands. `clock_fee` is a seat's fee for each half hour.
    """

    game: HoldOutTable
    fee: str
    tables: int
    hours: Fraction
    hands_per_hour: Fraction
    players: int
    styles: Mapping[str, Fraction]
    clock_fee: int
    pots: tuple[int, ...]
    rakes: tuple[int, ...]
    seed: int

    @property
    def hands(self) -> int:
        """Return the hands dealt at all tables, whole ones at each."""
        return self.tables * int(self.hours * self.hands_per_hour)

    @property
    def income(self) -> Fraction:
        """Return the expected income. A rake is estimated from the mean of the simulated hands."""
        if self.fee == TIME:
            return Fraction(self.clock_fee * self.players * self.tables) * int(2 * self.hours)
        if self.fee == A_HAND:
            return Fraction(self.game.time_fee * self.players * self.hands)
        return Fraction(sum(self.rakes), len(self.rakes)) * self.hands

    @property
    def income_reach(self) -> float:
        """Return half the width of the 99.9% confidence interval of the expected income, or 0 for a fee."""
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * self.hands * _deviation(self.rakes) / sqrt(len(self.rakes))

    @property
    def standard_deviation(self) -> float:
        """Return the standard deviation of a shift's income from the spread of its pots. A fee has none."""
        return _deviation(self.rakes) * sqrt(self.hands)

    @property
    def per_table_hour(self) -> Fraction:
        """Return the income per table and hour."""
        return self.income / (self.tables * self.hours)

    @property
    def average_pot(self) -> Fraction:
        """Return the mean of the simulated pots."""
        return Fraction(sum(self.pots), len(self.pots))

    def pot_at(self, level: float) -> int:
        """Return the pot that is not exceeded in this share of the simulated hands."""
        return sorted(self.pots)[min(len(self.pots) - 1, int(level * len(self.pots)))]

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
        return {
            "game": self.game.slug,
            "label": named(self.game),
            "fee": self.fee,
            "tables": self.tables,
            "hours": exact(self.hours),
            "hands_per_hour": exact(self.hands_per_hour),
            "players": self.players,
            "hands": self.hands,
            "styles": {name: exact(share) for name, share in self.styles.items()},
            "income_cents": exact(self.income),
            "income_interval_cents": [float(self.income) + side * self.income_reach for side in (-1, 1)],
            "income_per_table_hour_cents": exact(self.per_table_hour),
            "standard_deviation_cents": self.standard_deviation,
            "hands_simulated": len(self.pots),
            "seed": self.seed,
            "average_pot_cents": exact(self.average_pot),
            "pots_cents": [{"level": level, "pot_cents": self.pot_at(level)} for level in (0.1, 0.5, 0.9)],
        }

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.titles.five_card_holdout.income_display import render_income

        yield from render_income(self)


def _deviation(amounts: tuple[int, ...]) -> float:
    """Return the sample standard deviation of one amount."""
    mean = sum(amounts) / len(amounts)
    return sqrt(sum((amount - mean) ** 2 for amount in amounts) / max(1, len(amounts) - 1))


def holdout_income(
    game: Game | str = "five-card-holdout",
    *,
    tables: int = 1,
    hours: Fraction | float | str = 8,
    hands_per_hour: Fraction | float | str = 30,
    players: int = USUAL_PLAYERS,
    rake_percent: Fraction | float | str | None = None,
    rake_cap: int | None = None,
    hand_fee: int | None = None,
    time_fee: int | None = None,
    styles: str | Mapping[str, Share] = "hold-best",
    hands: int = HANDS,
    seed: int = 0,
) -> HoldOutIncome:
    """Return the house's income of a shift: a rake (a percentage, and a cap in cents), cents per hand or per half hour.

    Fees in cents are for each player. By default, the table's setting of FCH-R7 applies. `styles` are automatic
    players: a name, or shares of the players, which are drawn for each hand.
    """
    table = _holdout(as_game(game))
    shares = checked_mix(styles)
    for name in shares:
        if name not in strategy_names(table.slug):
            raise unknown("style", name, strategy_names(table.slug), where=f"of {table.slug}")
    if not isinstance(players, int) or players not in table.seats:
        raise BadSetting(
            f"players: expected a whole number from {table.seats[0]} to {table.seats[-1]}; got {players!r}"
        )
    table, fee = _with_fee(table, rake_percent, rake_cap, hand_fee, time_fee)
    for name, number in (("tables", tables), ("hands", hands)):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 100_000:
            raise BadSetting(f"{name}: expected a whole number from 1 to 100,000; got {number!r}")
    pots, rakes = _played(table, players, shares, hands, seed)
    result = HoldOutIncome(
        game=table,
        fee=fee,
        tables=tables,
        hours=_positive("hours", hours),
        hands_per_hour=_positive("hands an hour", hands_per_hour),
        players=players,
        styles=shares,
        clock_fee=time_fee or 0,
        pots=pots,
        rakes=rakes,
        seed=seed,
    )
    if not result.hands:
        raise BadSetting("A shift needs at least one hand; got none.")
    return result


def _holdout(game: Game) -> HoldOutTable:
    if not isinstance(game, HoldOutTable):
        raise unknown("game between players", game.slug, [HoldOutTable.slug])
    return game


def _positive(name: str, written: Fraction | float | str) -> Fraction:
    number = exact_number(written)
    if number is None or not 0 < number <= 10_000:
        raise BadSetting(f"{name}: expected a number above 0, at most 10,000; got {written!r}")
    return number


def _with_fee(
    table: HoldOutTable,
    rake_percent: Fraction | float | str | None,
    rake_cap: int | None,
    hand_fee: int | None,
    time_fee: int | None,
) -> tuple[HoldOutTable, str]:
    """Return the table with the stated fee. There may be one kind only (WAC 230-15-080)."""
    kinds = [rake_percent is not None or rake_cap is not None, hand_fee is not None, time_fee is not None]
    if sum(kinds) > 1:
        raise BadSetting("A table takes one kind of fee: a rake, a fee per hand, or a time fee.")
    if time_fee is not None:
        if isinstance(time_fee, bool) or not isinstance(time_fee, int) or time_fee <= 0:
            raise BadSetting(
                f"time fee: expected cents for each player and half hour, more than zero; got {time_fee!r}"
            )
        table.limits.check_fee("fee_an_hour", 2 * time_fee, "a fee an hour for each player")
        return replace(table, readings={**table.readings, "FCH-R7": NONE}), TIME
    if hand_fee is not None:
        return replace(table, readings={**table.readings, "FCH-R7": A_HAND}, time_fee=hand_fee), A_HAND
    if not kinds[0]:
        return table, table.reading("FCH-R7")
    percent = table.rake_percent if rake_percent is None else exact_number(rake_percent)
    if percent is None:
        raise BadSetting(f"Rake must be a percentage of the pot; got {rake_percent!r}.")
    readings = {**table.readings, "FCH-R7": RAKE}
    return replace(table, readings=readings, rake_percent=Fraction(percent), rake_cap=rake_cap), RAKE


def _played(
    table: HoldOutTable, players: int, shares: Mapping[str, Fraction], hands: int, seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the pots of hands that automatic players play, and the house's part of each."""
    generator = random.Random(seed)
    bets = [Bet(stack=STACK_IN_BIG_BLINDS * table.big_blind)] * players
    pots, rakes = [], []
    for number in range(hands):
        styles = generator.choices(list(shares), [float(share) for share in shares.values()], k=players)
        seats = {seat: strategy(table.slug, name, generator.getrandbits(32)) for seat, name in enumerate(styles)}
        start = table.start(bets, seed=generator.getrandbits(64), button=number % players)
        settled = play_out(start, seats).settlements
        fees = table.fee * players
        pots.append(sum(entry.staked for entry in settled) - fees)
        rakes.append(sum(entry.staked - entry.returned for entry in settled) - fees)
    return tuple(pots), tuple(rakes)
