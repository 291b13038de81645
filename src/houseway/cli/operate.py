"""`houseway operate`: a shift in a card room."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.analyze import DecksOption, DeviceOption, JobsOption, LimitOption, chosen_game
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, cents, console, print_json
from houseway.errors import HousewayError
from houseway.games.engine.between_players import GameBetweenPlayers


def operate(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game by the name in `houseway games`, or a game file."),
    ] = None,
    actual: Annotated[
        Path | None,
        typer.Option(
            metavar="SHIFTS.csv",
            help="What tables really won, a shift a line: table, win, rounds or hours, and if they differ game, "
            "paytable, decks, seats, ante, bonus, skill, drop.",
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(help="With --actual: outside which interval a shift is off.")] = 0.95,
    tables: Annotated[int, typer.Option(help="How many tables are open.")] = 1,
    hours: Annotated[str, typer.Option(help="How long the shift is.")] = "8",
    rounds_per_hour: Annotated[str, typer.Option(help="Rounds that a table deals in an hour.")] = "40",
    seats: Annotated[int | None, typer.Option(help="Players at each table: 4, or as many as it takes.")] = None,
    ante: Annotated[
        str, typer.Option(metavar="DOLLARS", help="The average Ante, or what else the first bet is.")
    ] = "25.00",
    bonus: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS", help="The bet that need not equal the first; the game's usual one if not given."
        ),
    ] = None,
    bet: Annotated[
        list[str] | None,
        typer.Option("--bet", metavar="WAGER=DOLLARS", help="Make a side bet too: pair_plus=5; may be repeated."),
    ] = None,
    skill: Annotated[
        str | None,
        typer.Option(
            help="How the players play: optimal, rule-list, naive, a strategy of the game, or a mix such as "
            "optimal=0.2,rule-list=0.5,naive=0.3. Between players, automatic players: tight=0.5,caller=0.5."
        ),
    ] = None,
    uptake: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER=SHARE",
            help="What share of the players makes an optional bet: bonus=0.4, or several by commas.",
        ),
    ] = None,
    buy_in: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Chips that a player buys in an hour: the hold follows.")
    ] = None,
    hold: Annotated[
        str | None, typer.Option(metavar="SHARE", help="Win over drop that the room usually has: the drop follows.")
    ] = None,
    rake: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Between players: the house's percentage of each pot.")
    ] = None,
    rake_cap: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The most that a rake takes of a hand.")
    ] = None,
    hand_fee: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Between players: what each pays for a hand.")
    ] = None,
    time_fee: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Between players: what each pays for half an hour.")
    ] = None,
    hands: Annotated[int, typer.Option(help="Between players: hands that are played for the pots.")] = 1000,
    risk: Annotated[float, typer.Option(help="The risk of ruin that the bankroll is for.")] = 0.001,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jobs: JobsOption = None,
    device: DeviceOption = None,
    json: JsonFlag = False,
) -> None:
    """Show what a shift wins, how far it swings, and what it can cost; or what tables won beside what they should."""
    if game is None and actual is None:
        raise HousewayError("operate takes a game, or --actual with a file of shifts")
    table = None if game is None else chosen_game(game, paytable, set_, decks, aggregate_limit)
    from houseway.analysis.house.operation import operate as run_shift
    from houseway.analysis.house.shift_file import Usual, read_shifts
    from houseway.cli.progress import runner

    fees = {"rake_cap": rake_cap, "hand_fee": hand_fee, "time_fee": time_fee}
    charged = {name: cents(f"--{name.replace('_', '-')}", fee) for name, fee in fees.items() if fee is not None}
    if table is not None and actual is None and isinstance(table, GameBetweenPlayers):
        from houseway.analysis.between_players import USUAL_PLAYERS, players_analysis

        income = players_analysis(table).income(
            table,
            tables=tables,
            hours=hours,
            hands_per_hour=rounds_per_hour,
            players=seats or USUAL_PLAYERS,
            rake_percent=rake,
            styles=skill or table.opponent_rule,
            hands=hands,
            **charged,
        )
        print_json(income.to_dict()) if json else console().print(income)
        return
    if rake is not None or charged:
        raise HousewayError("a rake and fees are for games between players")
    skill = skill or "optimal"
    bets = cents("--ante", ante), None if bonus is None else cents("--bonus", bonus)
    if actual is not None:
        usual = Usual(table, rounds_per_hour, seats, *bets, skill)
        shifts = read_shifts(actual, usual, confidence=confidence, runner=runner(jobs, None, device=device))
        print_json(shifts.to_dict()) if json else console().print(shifts)
        return
    assert table is not None, "a game is named"
    shift = run_shift(
        table,
        tables=tables,
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        seats=seats,
        ante=bets[0],
        bonus=bets[1],
        side_bets=_side_bets(bet),
        skill=skill,
        uptake=uptake,
        buy_in=None if buy_in is None else cents("--buy-in", buy_in),
        hold=hold,
        risk=risk,
        runner=runner(jobs, None, device=device),
    )
    if json:
        print_json(shift.to_dict())
    else:
        console().print(shift)


def _side_bets(bets: list[str] | None) -> dict[str, int]:
    """The side bets of repeated --bet options, in cents."""
    found: dict[str, int] = {}
    for each in bets or []:
        name, told, amount = each.partition("=")
        if not told or not name.strip() or name in found:
            raise HousewayError(f"--bet takes WAGER=DOLLARS, each wager once, such as pair_plus=5; got {each!r}")
        found[name] = cents("--bet", amount)
    return found
