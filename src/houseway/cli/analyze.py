"""`houseway analyze`, `advise`, `simulate` and `strategy`: what a game is worth, exactly."""

import os
import sys
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.listing import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, cents, console, parse_readings, print_json
from houseway.errors import BadBet, HousewayError
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game

if TYPE_CHECKING:
    from houseway.analysis.results.partial import PartialAnalysis
    from houseway.analysis.results.result import Analysis


class Device(StrEnum):
    """Where kernels run."""

    AUTO = "auto"
    CPU = "cpu"
    GPU = "gpu"


DecksOption = Annotated[int | None, typer.Option(help="How many decks, in a multi-deck game.")]
StrategyOption = Annotated[str, typer.Option(help="optimal, rule-list, or another of the game's strategies.")]
JobsOption = Annotated[int | None, typer.Option(min=1, help="How many cores to count on; all of them if not given.")]
ClusterOption = Annotated[str | None, typer.Option(metavar="tcp://HOST:PORT", help="A Dask scheduler to count on.")]
DeviceOption = Annotated[
    Device | None,
    typer.Option(help="Where to count: a GPU if there is one (auto), the cores, or a GPU. The counts are the same."),
]
DeadOption = Annotated[str, typer.Option(metavar="CARDS", help="Cards seen elsewhere: they cannot come.")]
RecomputeFlag = Annotated[
    bool, typer.Option("--recompute", help="Do the whole work, even where the result ships with the package.")
]
CountFlag = Annotated[bool, typer.Option("--count", help="Make the count of minutes that an own pay table may need.")]
WagersFlag = Annotated[
    bool, typer.Option("--wagers", help="Show the return table of each wager by itself too; --json always has them.")
]
AnteOption = Annotated[
    str | None,
    typer.Option(
        metavar="DOLLARS", help="The Ante, where a limit on payouts may be posted: pay to the cent, within it."
    ),
]
LimitOption = Annotated[
    str | None,
    typer.Option(
        metavar="DOLLARS",
        help="The posted limit on what all Bonus bets of a round win; analyze needs --ante with it.",
    ),
]
BetOption = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=UNITS", help="Make a side bet too, in units of the first wager: pair_plus=1."),
]


def chosen_game(
    name: str,
    paytable: str | None,
    settings: list[str] | None,
    decks: int | None = None,
    aggregate_limit: str | None = None,
    **changes: Any,
) -> Game:
    """The game that the common options describe; `changes` are further ones that `houseway.game` takes."""
    readings = parse_readings(settings)
    if aggregate_limit is not None:
        changes["aggregate_limit"] = cents("--aggregate-limit", aggregate_limit)
    table = make_game(name, paytable=paytable, readings=readings, **changes)
    if decks is None:
        return table
    about_decks = table.sheet.reading_about("decks")
    if about_decks is None:
        raise HousewayError(f"--decks is for the multi-deck game; {table.title} has one deck")
    if readings.get(about_decks, str(decks)) != str(decks):
        raise HousewayError(f"--decks {decks} and --set {about_decks}={readings[about_decks]}: choose one")
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
    """Solve a game exactly: edge, variance, return table, decisions, published figures."""
    table = chosen_game(game, paytable, set_, decks, aggregate_limit)
    bets: dict[str, Any] = {} if ante is None else {"ante": cents("--ante", ante)}
    if bets and table.aggregate is None:
        raise HousewayError(f"--ante is for games with an aggregate limit on payouts; got {table.title}")
    if aggregate_limit is not None and not bets and table.aggregate is not None:
        raise HousewayError(
            f"--aggregate-limit binds by the size of the bets: say --ante too ({table.aggregate.clause})"
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
        _warn(table)
        out = console()
        out.print(result)
        for table_of_wager in render_wager_tables(result) if wagers else ():
            out.print(table_of_wager)


def advise(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(help='Your cards, such as "As Ks 8d 8c".')],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Community cards that you see.")] = "",
    stage: Annotated[int, typer.Option(help="Which decision: 1, or 2 for a second draw or the Raise.")] = 1,
    dead: DeadOption = "",
    dealer: Annotated[str, typer.Option(metavar="CARDS", help="Cards of the dealer that you see.")] = "",
    taken: Annotated[list[str] | None, typer.Option(help="What you did before, such as bet-1x; in order.")] = None,
    bet: BetOption = None,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    json: JsonFlag = False,
) -> None:
    """Show the exact value of every option of one situation."""
    table = chosen_game(game, paytable, set_, decks)
    from houseway.analysis import advise as solve
    from houseway.analysis.results.display import render_advice

    more = {name: given for name, given in (("dealer", dealer), ("taken", taken)) if given}
    result = solve(table, " ".join(cards), board=board, stage=stage, dead=dead, **more, **_side_bets(table, bet))
    if json:
        print_json(result.to_dict())
    else:
        _warn(table)
        for part in render_advice(result):
            console().print(part)


def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same rounds.")] = 0,
    strategy: Annotated[str | None, typer.Option(help="optimal, or the game's rule list.")] = None,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    bet: BetOption = None,
    jobs: JobsOption = None,
    device: DeviceOption = None,
    json: JsonFlag = False,
) -> None:
    """Play rounds at random as a check of the exact result, with its confidence interval."""
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
        _warn(table)
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
    whole: Annotated[bool, typer.Option("--whole", help="Every row of a long table, not the table in short.")] = False,
    json: JsonFlag = False,
) -> None:
    """Show how to play: the best strategy by kind of hand, and a short rule list with its exact cost."""
    table = chosen_game(game, paytable, set_, decks)
    from houseway.analysis import optimal_edge, rule_list, strategy_table
    from houseway.analysis.declared.rule_list import knows_rules
    from houseway.analysis.declared.strategy_summary import in_short
    from houseway.analysis.results.display import plain_rows, render_rows, render_rule_list
    from houseway.analysis.results.result import exact
    from houseway.cli.progress import runner
    from houseway.games.telling.units import units_of

    run = runner(jobs, None, device=device)
    rows = strategy_table(table, runner=run, recompute=recompute)
    rules = rule_list(table, runner=run, recompute=recompute) if json or knows_rules(table) else None
    if json:
        assert rules is not None, "asked for above, or refused"
        told = {"rules": list(rules.lines()), "rules_as_data": rules.to_plain(), "cost": exact(rules.cost)}
        print_json({"game": game, **told, "table": plain_rows(rows)})
        return
    _warn(table)
    out, shown = console(), rows if whole else in_short(rows)
    out.print(render_rows(shown))
    if len(shown) < len(rows):
        out.print(f"{len(rows)} rows in short; --whole shows all of them, --json has them too.")
    if rules is None:
        print(f"houseway: {table.title}: no rule list is fitted to it", file=sys.stderr)
        return
    for part in render_rule_list(rules, units_of(table), optimal_edge(table, runner=run)):
        out.print(part)


def _side_bets(game: Game, bets: list[str] | None) -> dict[str, Any]:
    """The side bets of repeated --bet options, as the analysis takes them."""
    from houseway.analysis import counted_by_family
    from houseway.analysis.house.skills import exact_number

    found: dict[str, Fraction] = {}
    for bet in bets or []:
        name, _, amount = bet.partition("=")
        units = exact_number(amount or "1")
        if units is None or name in found:
            raise HousewayError(f"--bet takes WAGER=UNITS, each wager once, such as pair_plus=1; got {bet!r}")
        found[name.strip()] = units
    if found and not counted_by_family(game):
        raise BadBet(f"--bet: {game.title} has no side bet that is sized this way; leave --bet out")
    return {"bets": found} if found else {}


def _warn(game: Game) -> None:
    for warning in game.pay_set.warnings if game.pay_set else ():
        print(f"houseway: warning: {warning}", file=sys.stderr)
