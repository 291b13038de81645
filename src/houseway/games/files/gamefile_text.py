"""The text of a game file: every choice of the table, with the alternatives as comments."""

import json
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from houseway.cards.notation import format_cards
from houseway.errors import BadGameFile
from houseway.games.engine.game import Game
from houseway.games.engine.limits import limits_on
from houseway.games.engine.paytable import PayRow, PaySet, PayTable, losing_gaps
from houseway.games.files.gamefile import FORMAT, NONE, table_settings


def export_game(game: Game) -> str:
    """Return the game as a TOML file, from which `load_game` makes an equal game.

    >>> from houseway.games.catalogue import game
    >>> print(export_game(game("two-hand-holdem", on=date(2025, 1, 1))).splitlines()[2])
    game = "two-hand-holdem"
    """
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"# {game.title}: {game.sheet.letter}."
    yield f"format = {FORMAT}"
    yield f"game = {toml_value(game.slug)}"
    if game.deck != type(game).default_deck(game.readings):
        yield f"deck = {toml_value(format_cards(game.deck.cards))}"
    yield from _limits(game)
    yield from _readings(game)
    if settings := table_settings(type(game)):
        yield from ("", "[table]")
        for name in settings:
            yield f"{name} = {toml_value(getattr(game, name))}"
    if game.pay_set is not None:
        yield from _pay_set(game.pay_set)


def _limits(game: Game) -> Iterator[str]:
    limits = game.limits
    if limits != limits_on(limits.jurisdiction, limits.on):
        raise BadGameFile(
            f"A game file cannot hold these limits: they are not those of {limits.jurisdiction} on {limits.on}."
        )
    yield from ("", "[limits]", f"jurisdiction = {toml_value(limits.jurisdiction)}", f"date = {toml_value(limits.on)}")


def _readings(game: Game) -> Iterator[str]:
    if game.readings:
        yield from ("", "[readings]")
    for reading in game.sheet.readings.values():
        choices = ", ".join(choice + " (default)" * (choice == reading.default) for choice in reading.choices)
        yield f"# {reading.question} {choices}"
        yield f"{toml_value(reading.id)} = {toml_value(game.readings[reading.id])}"


def _pay_set(pay_set: PaySet) -> Iterator[str]:
    yield from ("", "[paytable]", f"name = {toml_value(pay_set.name)}")
    if pay_set.equal_bets:
        yield "equal_bets = true"
    if any(losing_gaps(table) for table in pay_set.tables.values()):
        yield "confirm_gaps = true"
    if not all(_is_monotone(table) for table in pay_set.tables.values()):
        yield "monotone = false"
    for name, table in pay_set.tables.items():
        unit = "to 1" if table.form.kind == "odds" else "in cents"
        yield from ("", f"# {table.form.title}, {unit}", f"[paytable.{toml_value(name)}]")
        for row in table.rows:
            yield f"{toml_value(row.label)} = {toml_value(_pays(table, row))}"


def _pays(table: PayTable, row: PayRow) -> int | str:
    plain = row.pays.denominator == 1 and (row.pays or table.form.kind == "fixed")
    return int(row.pays) if plain else row.pays_text


def _is_monotone(table: PayTable) -> bool:
    return all(worse.pays <= better.pays for better, worse in pairwise(table.rows))


def toml_value(value: object) -> str:
    """Return a value in TOML. Its basic strings are those of JSON, except that DEL must be escaped too."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    text = NONE if value is None else str(value)
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
