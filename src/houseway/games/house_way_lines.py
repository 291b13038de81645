"""The house way of a table, for display.

It is separate from `house_way`, whose source is in the keys of cached counts.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from houseway.cards.card import Card
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.setting import has_setting_way
from houseway.games.engine.sheet import read_sheet_data
from houseway.games.house_way import HouseWay, house_way, house_way_choices, keep
from houseway.games.telling.words import plain


class Written(NamedTuple):
    """A house way for readers: its clause, its use by the dealer, and its numbered lines."""

    clause: str
    does: str
    lines: tuple[tuple[int, str], ...]


class Applied(NamedTuple):
    """The result of a house way for a dealer's cards.

    It has the line that applies, and every choice of cards that it leaves, the table's choice first.
    """

    clause: str
    line: int
    words: str
    choices: tuple[tuple[Card, ...], ...]


def written_house_way(game: Game) -> Written | None:
    """Return the house way of a table under its readings, None if it has none."""
    if isinstance(game, DeclaredGame) and has_setting_way(game.slug):
        lines = tuple(sorted(((line.number, plain(line.words)) for line in game.house_way.lines), key=_number))
        return Written(game.house_way.clause, "sets a low hand of two cards", lines)
    rules = house_way_of(game)
    if rules is None:
        return None
    return Written(rules.clause, "keeps two cards", tuple((line.number, plain(line.words)) for line in rules.lines))


def _number(line: tuple[int, str]) -> int:
    """Return the printed number of a line. An exception that is tried before its line has words instead."""
    return line[0]


def applied_house_way(game: Game, dealt: Sequence[Card]) -> Applied | None:
    """Return the result of the table's house way for the dealer's cards, None if it has none."""
    if isinstance(game, DeclaredGame) and has_setting_way(game.slug):
        line, split = game.house_way.set(dealt)
        choices = dict.fromkeys((split.front, *game.house_way.settings_like(split)))
        return Applied(game.house_way.clause, line.number, plain(line.words), tuple(choices))
    rules = house_way_of(game)
    if rules is None:
        return None
    kept_line, left = house_way_choices(dealt, rules)
    kept = dict.fromkeys((keep(dealt, rules)[1], *left))
    return Applied(rules.clause, kept_line.number, plain(kept_line.words), tuple(kept))


def house_way_of(game: Game) -> HouseWay | None:
    """Return the house way of a table under its readings, None if the letter has none."""
    return house_way(game.slug, game.readings) if "house_way" in read_sheet_data(game.slug) else None


def plain_house_way(written: Written | None) -> dict[str, Any] | None:
    """Return a house way as plain data: its clause, and its lines by number."""
    if written is None:
        return None
    return {"clause": written.clause, "lines": [{"number": number, "words": words} for number, words in written.lines]}
