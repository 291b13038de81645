"""`houseway progressive`: value a progressive wager."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import BadSetting, unknown
from houseway.games.catalogue import game as make_game
from houseway.games.engine.meter import METER, ProgressiveTable

if TYPE_CHECKING:
    from houseway.analysis.operations.progressive import Progressive

AMOUNT = "AMOUNT or METER=AMOUNT"
SeedOption = Annotated[
    list[str], typer.Option("--seed", metavar=AMOUNT, help="Starting amount of a meter, for a bet of 1, such as 5000.")
]
IncrementOption = Annotated[
    list[str], typer.Option("--increment", metavar=AMOUNT, help="Share of a bet added to a meter, such as 0.25 or 25%.")
]
ReserveOption = Annotated[
    list[str] | None,
    typer.Option(
        "--reserve", metavar=AMOUNT, help="Share of a bet added to the hidden reserve, such as 5%. [default: 0]"
    ),
]
MeterOption = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar=AMOUNT, help="Current amount of a meter; adds the return at that amount."),
]
TableOption = Annotated[str | None, typer.Option("--table", help="Prize table, such as PA-A. [default: the first]")]


def progressive(
    game: GameName,
    seed: SeedOption,
    increment: IncrementOption,
    table: TableOption = None,
    reserve: ReserveOption = None,
    meter: MeterOption = None,
    json: JsonFlag = False,
) -> None:
    """Value a progressive wager by its meters.

    Shows the return, the break-even meter, the bets between hits and the meter at a hit.
    """
    prizes = _chosen(make_game(game).sheet.progressives, table, game)
    from houseway.analysis.operations.progressive import Meter, Progressive

    seeds, steps = by_meter("--seed", seed, prizes), by_meter("--increment", increment, prizes)
    held = by_meter("--reserve", reserve, prizes) if reserve else {}
    if missing := [name for name in prizes.meters if name not in seeds or name not in steps]:
        raise BadSetting(
            f"A meter has no starting amount or increment. Give --seed and --increment for: {', '.join(missing)}."
        )
    found = Progressive.of(
        prizes, {name: Meter(seeds[name], steps[name], held.get(name, Fraction(0))) for name in prizes.meters}
    )
    shown = by_meter("--meter", meter, prizes) if meter else {}
    amounts = {name: shown.get(name, found.mean(name)) for name in prizes.meters} if shown else None
    facts = _facts(prizes, found, amounts)
    if json:
        from houseway.plain import exact

        print_json(
            {
                "game": game,
                "table": prizes.name,
                "prizes": [
                    {"hand": prize.label, "takes": str(prize), "probability": exact(chance)}
                    for prize, chance in found.chances.items()
                ],
                "figures": {what: exact(value) for what, value in facts.items()},
            }
        )
        return
    out = console()
    out.print(f"{prizes.title}, table {prizes.name}: a bet of 1", highlight=False)
    rows = Table(box=None, pad_edge=False)
    for heading in ("hand", "pays", "once in"):
        rows.add_column(heading, justify="left" if heading == "hand" else "right")
    for prize, chance in found.chances.items():
        rows.add_row(prize.label, str(prize), f"{float(1 / chance):,.1f}")
    out.print(rows)
    figures = Table(box=None, pad_edge=False, show_header=False)
    figures.add_column()
    figures.add_column(justify="right")
    for what, value in facts.items():
        figures.add_row(what, f"{float(value):,.6f}")
    out.print(figures)


def _chosen(tables: Mapping[str, ProgressiveTable], name: str | None, game: str) -> ProgressiveTable:
    if not tables:
        raise BadSetting(f"{game} has no progressive bet with a known prize table. Choose another game.")
    if name is not None and name not in tables:
        raise unknown("progressive table", name, tables)
    return tables[name] if name is not None else next(iter(tables.values()))


def by_meter(option: str, texts: list[str], prizes: ProgressiveTable) -> dict[str, Fraction]:
    """Return an amount by meter. An amount without a name is for the only meter."""
    amounts: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = text.rpartition("=")
        if not equals:
            if len(prizes.meters) != 1:
                raise BadSetting(f"{option} takes METER=AMOUNT for each of: {', '.join(prizes.meters)}; got {text!r}.")
            name = prizes.meters[0]
        if name not in prizes.meters:
            raise unknown("meter", name, prizes.meters)
        if name in amounts:
            raise BadSetting(f"{option} gives the {name} twice. Give it once.")
        amounts[name] = _amount(option, amount)
    return amounts


def _amount(option: str, text: str) -> Fraction:
    plain = text.strip().removeprefix("$").replace(",", "")
    divisor = 100 if plain.endswith("%") else 1
    if not re.fullmatch(r"\d{1,12}(\.\d{1,12})?", plain.removesuffix("%")):
        raise BadSetting(f"{option} takes an amount, such as 5000, 0.25 or 25%; got {text!r}.")
    return Fraction(plain.removesuffix("%")) / divisor


def _facts(
    prizes: ProgressiveTable, found: "Progressive", amounts: Mapping[str, Fraction] | None
) -> dict[str, Fraction]:
    facts = {"return from the fixed prizes": found.fixed_return, "return in the long run": found.long_run_return}
    if amounts is not None:
        facts["return with the meters as given"] = found.return_at(amounts)
    for name in prizes.meters:
        hit, named = found.at_hit(name), "the meter" if name == METER else f"the {name}"
        facts |= {
            f"return for each 10,000 in {named}": 10_000 * found.slope(name),
            f"break-even amount of {named}": found.break_even(name, amounts),
            f"average amount of {named} when a bet is made": found.mean(name),
            f"average amount of {named} when it is won": hit.mean,
            f"variance of {named} when it is won": hit.variance,
            f"average number of bets between hits of {named}": hit.bets_between,
            f"seed cost of {named} beyond its reserve, per bet": found.seeds_beyond_reserve(name),
        }
    return facts
