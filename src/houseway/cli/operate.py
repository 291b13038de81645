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
        typer.Argument(metavar="GAME", help="Game name from `houseway games`, or a game file."),
    ] = None,
    actual: Annotated[
        Path | None,
        typer.Option(
            metavar="SHIFTS.csv",
            help="Actual results, one shift per line: table, win, and rounds or hours. Optional columns: game, "
            "paytable, decks, seats, ante, bonus, skill, drop.",
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Confidence level beyond which --actual flags a shift.")] = 0.95,
    tables: Annotated[int, typer.Option(help="Number of open tables.")] = 1,
    hours: Annotated[str, typer.Option(help="Length of the shift in hours.")] = "8",
    rounds_per_hour: Annotated[str, typer.Option(help="Rounds per hour at one table.")] = "40",
    seats: Annotated[
        int | None, typer.Option(help="Players at each table. [default: 4, or the game's maximum if less]")
    ] = None,
    ante: Annotated[str, typer.Option(metavar="DOLLARS", help="Average Ante (or first bet).")] = "25.00",
    bonus: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Average Bonus bet, such as 5. [default: the game's default bet]"),
    ] = None,
    bet: Annotated[
        list[str] | None,
        typer.Option("--bet", metavar="WAGER=DOLLARS", help="Add a side bet, such as pair_plus=5. Repeatable."),
    ] = None,
    skill: Annotated[
        str | None,
        typer.Option(
            help="How the players play: optimal, rule-list, naive, or a mix such as optimal=0.3,naive=0.7. "
            "Player vs. player games: bots, such as tight=0.5,caller=0.5."
        ),
    ] = None,
    uptake: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER=SHARE",
            help="Share of players who make an optional bet, such as bonus=0.4. Separate several by commas.",
        ),
    ] = None,
    buy_in: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS", help="Chips a player buys per hour, such as 200; the hold is computed from it."
        ),
    ] = None,
    hold: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Your usual hold (win ÷ drop), such as 0.2; the drop is computed from it."),
    ] = None,
    rake: Annotated[
        str | None,
        typer.Option(metavar="PERCENT", help="Rake in percent of the pot, such as 5 (player vs. player games)."),
    ] = None,
    rake_cap: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Maximum rake per hand, such as 4.")] = None,
    hand_fee: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Fee per player and hand, such as 0.50 (player vs. player games)."),
    ] = None,
    time_fee: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Fee per player and half hour, such as 4 (player vs. player games)."),
    ] = None,
    hands: Annotated[int, typer.Option(help="Hands simulated to estimate the pots (player vs. player games).")] = 1000,
    risk: Annotated[float, typer.Option(help="Risk of ruin that the bankroll must cover.")] = 0.001,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jobs: JobsOption = None,
    device: DeviceOption = None,
    json: JsonFlag = False,
) -> None:
    """Show a shift's expected win and its risk.

    With --actual, compares actual with expected win.
    """
    if game is None and actual is None:
        raise HousewayError("operate needs a GAME or --actual SHIFTS.csv.")
    table = None if game is None else chosen_game(game, paytable, set_, decks, aggregate_limit)
    from houseway.analysis.operations.operation import operate as run_shift
    from houseway.analysis.operations.shift_file import Usual, read_shifts
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
        raise HousewayError(
            f"{table.title if table else 'This game'} is house-banked and takes no rake or fees. Leave them out."
        )
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
    """Return the side bets of repeated --bet options, in cents."""
    found: dict[str, int] = {}
    for each in bets or []:
        name, told, amount = each.partition("=")
        if not told or not name.strip() or name in found:
            raise HousewayError(f"--bet takes WAGER=DOLLARS, each wager once, such as pair_plus=5; got {each!r}.")
        found[name] = cents("--bet", amount)
    return found
