"""Output of all commands: one JSON object and nothing else, or text for people."""

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import typer
from rich.console import Console

from houseway.errors import BadBet, HousewayError

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object only.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="READING=CHOICE",
        help="Choose a reading; `houseway rules GAME` lists readings and choices. Repeatable.",
    ),
]
PaytableOption = Annotated[
    str | None,
    typer.Option(
        "--paytable", metavar="N|FILE.toml", help="Pay table: a name such as 4, TABLE=NAME pairs, or a custom file."
    ),
]


def console(plain: bool = False) -> Console:
    """Return the console for text output. Plain output has no color and no card boxes."""
    return Console(no_color=plain, highlight=False, soft_wrap=plain)


def print_json(plain: Mapping[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(plain, ensure_ascii=False, indent=2))


def cents(option: str, text: str) -> int:
    """Return dollars as people type them, in whole cents.

    >>> cents("--ante", "25"), cents("--ante", "$2.50"), cents("--aggregate-limit", "50,000")
    (2500, 250, 5000000)
    """
    try:
        amount = 100 * Decimal(text.strip().removeprefix("$").replace(",", ""))
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount != int(amount) or amount < 0:
        raise BadBet(f"{option} takes dollars, such as 25 or 2.50; got {text!r}.")
    return int(amount)


def parse_readings(settings: list[str] | None) -> dict[str, str]:
    """Return the readings of repeated --set options."""
    readings: dict[str, str] = {}
    for setting in settings or []:
        reading_id, equals, choice = setting.partition("=")
        if not equals or not reading_id or not choice:
            raise HousewayError(
                f"--set takes READING=CHOICE; got {setting!r}. `houseway rules GAME` lists readings and choices."
            )
        _choose(readings, reading_id.strip(), choice.strip())
    return readings


def _choose(readings: dict[str, str], reading_id: str, choice: str) -> None:
    if readings.setdefault(reading_id, choice) != choice:
        raise HousewayError(f"{reading_id} is set twice, to {readings[reading_id]} and to {choice}. Choose one.")
