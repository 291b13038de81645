"""`houseway analyze`, `advise`, `simulate`, `strategy` and `explain`: exact values of a game."""

import os
import sys
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, cents, console, parse_readings, print_json
from houseway.errors import BadBet, HousewayError
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game

if TYPE_CHECKING:
    from houseway.analysis.results.partial import PartialAnalysis
    from houseway.analysis.results.result import Analysis


class Device(StrEnum):
    """The device on which kernels run."""

    AUTO = "auto"
    CPU = "cpu"
    GPU = "gpu"


DecksOption = Annotated[int | None, typer.Option(help="Number of decks in a multi-deck game, such as 6.")]
StrategyOption = Annotated[
    str, typer.Option(help="Strategy of the player: optimal, rule-list, or another one of the game.")
]
JobsOption = Annotated[int | None, typer.Option(min=1, help="CPU cores to use. [default: all]")]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="tcp://HOST:PORT", help="Dask scheduler to compute on, such as tcp://127.0.0.1:8786."),
]
DeviceOption = Annotated[
    Device | None,
    typer.Option(help="Device to compute on; results are the same. [default: auto]"),
]
DeadOption = Annotated[str, typer.Option(metavar="CARDS", help='Exposed cards that cannot be dealt, such as "Ah 7c".')]
RecomputeFlag = Annotated[bool, typer.Option("--recompute", help="Recompute a result that ships with the package.")]
CountFlag = Annotated[
    bool, typer.Option("--count", help="Run the full count if a custom pay table needs it (minutes).")
]
WagersFlag = Annotated[
    bool, typer.Option("--wagers", help="Show the return table of each wager too; --json always includes them.")
]
AnteOption = Annotated[
    str | None,
    typer.Option(metavar="DOLLARS", help="Ante in dollars, such as 25, for games with an aggregate payout limit."),
]
LimitOption = Annotated[
    str | None,
    typer.Option(
        metavar="DOLLARS",
        help="Aggregate payout limit for all Bonus bets in a round, in dollars.",
    ),
]
BetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="WAGER=UNITS",
        help="Make a side bet, in units of the first wager, such as pair_plus=1. Repeatable.",
    ),
]


def chosen_game(
    name: str,
    paytable: str | None,
    settings: list[str] | None,
    decks: int | None = None,
    aggregate_limit: str | None = None,
    **changes: Any,
) -> Game:
    """Return the game that the common options describe. `changes` are further arguments of `houseway.game`."""
    readings = parse_readings(settings)
    if aggregate_limit is not None:
        changes["aggregate_limit"] = cents("--aggregate-limit", aggregate_limit)
    table = make_game(name, paytable=paytable, readings=readings, **changes)
    if decks is None:
        return table
    about_decks = table.sheet.reading_about("decks")
    if about_decks is None:
        raise HousewayError(f"{table.title} has one deck. Leave --decks out, or choose a multi-deck game.")
    if readings.get(about_decks, str(decks)) != str(decks):
        raise HousewayError(f"--decks {decks} contradicts --set {about_decks}={readings[about_decks]}. Choose one.")
    return make_game(name, paytable=paytable, readings={**readings, about_decks: str(decks)}, **changes)


def analyze(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    strategy: StrategyOption = "optimal",
    ante: AnteOption = None,
    aggregate_limit: LimitOption = None,
    bet: BetOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    device: DeviceOption = None,
    recompute: RecomputeFlag = False,
    count: CountFlag = False,
    wagers: WagersFlag = False,
    json: JsonFlag = False,
) -> None:
    """Compute the exact house edge of a game.

    Also shows the variance, the return table, the decisions and the published figures.
    """
    table = chosen_game(game, paytable, set_, decks, aggregate_limit)
    bets: dict[str, Any] = {} if ante is None else {"ante": cents("--ante", ante)}
    if bets and table.aggregate is None:
        raise HousewayError(
            f"{table.title} has no aggregate payout limit, so the size of the Ante does not matter. Leave --ante out."
        )
    if aggregate_limit is not None and not bets and table.aggregate is not None:
        raise HousewayError(
            f"--aggregate-limit needs the size of the bets ({table.aggregate.clause}). Add --ante DOLLARS."
        )
    from houseway.analysis import analyze as solve
    from houseway.analysis.results.display import render_wager_tables
    from houseway.analysis.results.partial import CountNeededError
    from houseway.cli.progress import runner

    bets |= _side_bets(table, bet)
    result: Analysis | PartialAnalysis
    try:
        result = solve(
            table, strategy=strategy, runner=runner(jobs, cluster, count, device), recompute=recompute, **bets
        )
    except CountNeededError as missing:
        if missing.known is None:
            raise
        result = missing.known
    if json:
        print_json(result.to_dict())
    else:
        warn_about(table)
        out = console()
        out.print(result)
        for table_of_wager in render_wager_tables(result) if wagers else ():
            out.print(table_of_wager)


def advise(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help='Your cards, such as "As Ks 8d 8c".')],
    board: Annotated[str, typer.Option(metavar="CARDS", help='Community cards dealt so far, such as "Ah 7c 2d".')] = "",
    stage: Annotated[int, typer.Option(help="Decision: 1 is the first, 2 the second draw or the Raise.")] = 1,
    dead: DeadOption = "",
    dealer: Annotated[str, typer.Option(metavar="CARDS", help="Dealer's cards dealt face up, such as Kd.")] = "",
    taken: Annotated[
        list[str] | None, typer.Option(help="Your earlier decision, such as bet-1x. Repeat in order.")
    ] = None,
    bet: BetOption = None,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    json: JsonFlag = False,
) -> None:
    """Show the exact value of each option."""
    table = chosen_game(game, paytable, set_, decks)
    from houseway.analysis import advise as solve
    from houseway.analysis.results.display import render_advice

    more = {name: given for name, given in (("dealer", dealer), ("taken", taken)) if given}
    result = solve(table, " ".join(cards), board=board, stage=stage, dead=dead, **more, **_side_bets(table, bet))
    if json:
        print_json(result.to_dict())
    else:
        warn_about(table)
        for part in render_advice(result):
            console().print(part)


def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds to simulate.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Random seed; the same seed gives the same rounds.")] = 0,
    strategy: Annotated[
        str | None, typer.Option(help="Strategy of the player: optimal or rule-list. [default: depends on the game]")
    ] = None,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    bet: BetOption = None,
    jobs: JobsOption = None,
    device: DeviceOption = None,
    json: JsonFlag = False,
) -> None:
    """Check the exact result by simulation.

    Deals random rounds and shows the estimated house edge with its confidence interval.
    """
    table = chosen_game(game, paytable, set_, decks)
    from houseway.analysis import simulate as play
    from houseway.analysis.results.display import render_simulation
    from houseway.cli.progress import runner

    cores = jobs or os.cpu_count() or 1
    bets = _side_bets(table, bet)
    run = runner(cores, None, device=device)
    result = play(table, rounds, seed=seed, strategy=strategy, jobs=cores, runner=run, **bets)
    if json:
        print_json(result.to_dict())
    else:
        warn_about(table)
        for part in render_simulation(result):
            console().print(part)


def strategy(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    jobs: JobsOption = None,
    device: DeviceOption = None,
    recompute: RecomputeFlag = False,
    whole: Annotated[bool, typer.Option("--whole", help="Show every row of a long table, not a summary.")] = False,
    json: JsonFlag = False,
) -> None:
    """Show the optimal and the simplified strategy.

    The simplified strategy (rule list) comes with its exact cost.
    """
    table = chosen_game(game, paytable, set_, decks)
    from houseway.analysis import optimal_edge, rule_list, strategy_table
    from houseway.analysis.declared.rule_list import knows_rules
    from houseway.analysis.declared.strategy import in_short
    from houseway.analysis.results.display import plain_rows, render_rows, render_rule_list
    from houseway.cli.progress import runner
    from houseway.games.telling.units import units_of
    from houseway.plain import exact

    run = runner(jobs, None, device=device)
    rows = strategy_table(table, runner=run, recompute=recompute)
    rules = rule_list(table, runner=run, recompute=recompute) if json or knows_rules(table) else None
    if json:
        assert rules is not None, "asked for above, or refused"
        told = {"rules": list(rules.lines()), "rules_as_data": rules.to_plain(), "cost": exact(rules.cost)}
        print_json({"game": game, **told, "table": plain_rows(rows)})
        return
    warn_about(table)
    out, shown = console(), rows if whole else in_short(rows)
    out.print(render_rows(shown))
    if len(shown) < len(rows):
        out.print(f"This is a summary of {len(rows)} rows. --whole shows them all; --json includes them.")
    if rules is None:
        print(f"houseway: {table.title} has no simplified strategy (rule list).", file=sys.stderr)
        return
    for part in render_rule_list(rules, units_of(table), optimal_edge(table, runner=run)):
        out.print(part)


def _side_bets(game: Game, bets: list[str] | None) -> dict[str, Any]:
    """Return the side bets of repeated --bet options, as the analysis takes them."""
    from houseway.analysis import counted_by_family
    from houseway.analysis.operations.clientele import exact_number

    found: dict[str, Fraction] = {}
    for bet in bets or []:
        written, _, amount = bet.partition("=")
        name = written.strip().replace("-", "_")
        units = exact_number(amount or "1")
        if units is None or name in found:
            raise HousewayError(f"--bet takes WAGER=UNITS, each wager once, such as pair_plus=1; got {bet!r}.")
        found[name] = units
    if found and not counted_by_family(game):
        raise BadBet(f"{game.title} has no side bet to size with --bet. Leave --bet out.")
    return {"bets": found} if found else {}


def warn_about(*games: Game) -> None:
    """Print the warnings of the games' pay tables on standard error, each once."""
    found = [warning for game in games if game.pay_set is not None for warning in game.pay_set.warnings]
    for warning in dict.fromkeys(found):
        print(f"houseway: warning: {warning}", file=sys.stderr)


def explain(game: GameName, paytable: PaytableOption = None, set_: SetOption = None, json: JsonFlag = False) -> None:
    """Explain how a game is counted exactly.

    Shows the counting method, the information sets and about how long it takes.
    """
    table = chosen_game(game, paytable, set_)
    from houseway.analysis import explain as explained
    from houseway.analysis.results.explanation import COMPILE_SECONDS

    found = explained(table)
    if json:
        print_json(
            {
                "game": table.slug,
                "title": table.title,
                "family": found.family,
                "argument": found.argument,
                "information_sets": dict(found.information_sets),
                "work": found.work,
                "cpu_seconds": found.cpu_seconds,
                "cpu_seconds_more_after_install": COMPILE_SECONDS,
            }
        )
        return
    out = console()
    out.print(f"{table.title}: {found.family}")
    rows = Table.grid(padding=(0, 2))
    rows.add_row("argument", found.argument)
    for decision, number in found.information_sets.items():
        rows.add_row("information sets", f"{decision}: {number:,}")
    rows.add_row("work", found.work)
    rows.add_row("takes", found.duration)
    out.print(rows)
