"""The house way of a table, to be shown: it stands apart from `house_way`, whose source names kept counts."""

from typing import Any

from houseway.games.engine.game import Game
from houseway.games.engine.sheet import read_sheet_data
from houseway.games.house_way import HouseWay, house_way


def house_way_of(game: Game) -> HouseWay | None:
    """The house way of a table under its readings, None where the letter has none."""
    return house_way(game.slug, game.readings) if "house_way" in read_sheet_data(game.slug) else None


def plain_house_way(rules: HouseWay | None) -> dict[str, Any] | None:
    """A house way as plain data: its clause, and its lines by number."""
    if rules is None:
        return None
    return {"clause": rules.clause, "lines": [{"number": line.number, "words": line.words} for line in rules.lines]}
