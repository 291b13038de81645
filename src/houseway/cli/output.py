"""How every command prints: one JSON object and nothing else, or text for people."""

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import typer
from rich.console import Console

from houseway.errors import BadBet, HousewayError

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="READING=CHOICE", help="Choose a reading; `houseway rules` lists them."),
]
PaytableOption = Annotated[
    str | None,
    typer.Option("--paytable", metavar="N|FILE.toml", help="A pay table, tables by TABLE=NAME, ..., or your own file."),
]


def console(plain: bool = False) -> Console:
    """Where text for people goes; plain has no color and no boxes of cards."""
    return Console(no_color=plain, highlight=False, soft_wrap=plain)


def print_json(plain: Mapping[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(plain, ensure_ascii=False, indent=2))


def cents(option: str, text: str) -> int:
    """Dollars as people type them, in whole cents.

    >>> cents("--ante", "25"), cents("--ante", "$2.50"), cents("--aggregate-limit", "50,000")
    (2500, 250, 5000000)
    """
    try:
        amount = 100 * Decimal(text.strip().removeprefix("$").replace(",", ""))
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount != int(amount) or amount < 0:
        raise BadBet(f"{option}: expected dollars such as 25 or 2.50; got {text!r}")
    return int(amount)


def parse_readings(settings: list[str] | None) -> dict[str, str]:
    """The readings of repeated --set options."""
    readings: dict[str, str] = {}
    for setting in settings or []:
        reading_id, equals, choice = setting.partition("=")
        if not equals or not reading_id or not choice:
            raise HousewayError(f"--set takes READING=CHOICE, as `houseway rules` lists them; got {setting!r}")
        _choose(readings, reading_id.strip(), choice.strip())
    return readings


def _choose(readings: dict[str, str], reading_id: str, choice: str) -> None:
    if readings.setdefault(reading_id, choice) != choice:
        raise HousewayError(f"{reading_id} is set to {readings[reading_id]} and to {choice}; choose one")
