"""The games of the package by slug, and the games of game files by path."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import isabstract
from pathlib import Path
from typing import Any

from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration, unknown
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import STATE
from houseway.games.engine.paytable import PaySet


def _found() -> dict[str, str]:
    """Return every sheet that has a module in `titles`.

    A variant without a module uses the one whose name begins its name. None of them is imported here.
    """
    package = files("houseway.games")
    entries = [entry for entry in package.joinpath("titles").iterdir() if not entry.name.startswith("_")]
    modules = [entry.name.removesuffix(".py") for entry in entries if entry.is_dir() or entry.name.endswith(".py")]
    slugs = [entry.name.removesuffix(".toml") for entry in package.joinpath("sheets").iterdir()]
    first = tomllib.loads(package.joinpath("titles", "order.toml").read_text("utf-8"))["first"]
    named = {
        slug: [module for module in modules if f"{slug.replace('-', '_')}_".startswith(f"{module}_")]
        for slug in dict.fromkeys((*first, *sorted(slugs)))
    }
    return {slug: max(fitting, key=len) for slug, fitting in named.items() if fitting}


GAMES = _found()
"""Every game of the package by slug, with its module in `titles`."""


def game_class(slug: str) -> type[Game]:
    """Return the class of a game, imported only now."""
    if slug not in GAMES:
        raise unknown("game", slug, [*GAMES, "path/to/game.toml"])
    return _class_in(GAMES[slug], slug)


@cache
def _class_in(name: str, slug: str) -> type[Game]:
    module = import_module(f"houseway.games.titles.{name}")
    classes = [each for each in vars(module).values() if isinstance(each, type) and not isabstract(each)]
    found = [each for each in classes if getattr(each, "slug", None) == slug]
    if len(found) != 1:
        raise BadDeclaration(f"{module.__name__}: expected one class with slug = {slug!r}; found {len(found)}")
    declared: type[Game] = found[0]
    return declared


def between_players() -> tuple[str, ...]:
    """Return the player vs. player games. All others are house-banked.

    >>> between_players()
    ('five-card-holdout',)
    """
    return tuple(slug for slug in GAMES if issubclass(game_class(slug), GameBetweenPlayers))


def against_the_house() -> tuple[str, ...]:
    """Return the house-banked games."""
    players = between_players()
    return tuple(slug for slug in GAMES if slug not in players)


def games() -> tuple[Game, ...]:
    """Return every game of the package, with its first pay table, default readings and today's limits.

    Returns:
        The games, in the order of `houseway games`.

    >>> [each.slug for each in games()][:2]
    ['two-hand-holdem', 'double-draw-poker']
    """
    return tuple(game_class(slug).configure() for slug in GAMES)


def as_game(given: Game | str | Path) -> Game:
    """Return a game itself, or the one for a name or the path of a game file."""
    return given if isinstance(given, Game) else game(given)


def game(
    name: str | Path,
    *,
    paytable: str | Path | PaySet | None = None,
    readings: Mapping[str, object] | None = None,
    jurisdiction: str | None = None,
    on: date | None = None,
    deck: Deck | None = None,
    **options: Any,
) -> Game:
    """Return a game by its name, with a pay table, readings and limits.

    Instead of a name it takes the path of a game file (`houseway.games.files.gamefile`). Arguments override the file.

    Args:
        name: a name from `houseway games`, or the path of a game file.
        paytable: the name of a pay table, a file, or a `PaySet`.
        readings: a choice for each reading, such as `{"P2-R1": "both-push"}`; the others keep their defaults.
        jurisdiction: whose limits apply; Washington by default.
        on: the date of the limits; today by default.
        deck: another deck.
        options: the game's table settings, such as `decks=8`.

    Returns:
        The game, immutable and checked.

    Raises:
        UnknownName: no game, reading or choice has that name.
        BadGameFile: the file has a mistake; the message names its line.

    >>> game("pick-2-poker", readings={"P2-R1": "both-push"}).reading("P2-R1")
    'both-push'
    >>> game("pick-3-poker")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    houseway.errors.UnknownName: ...pick-3-poker...pick-2-poker...
    """
    if not isinstance(name, str | Path):
        raise unknown("game", name, [*GAMES, "path/to/game.toml"])
    changes: dict[str, Any] = {"paytable": paytable, "readings": readings, "on": on, "deck": deck, **options}
    if name not in GAMES and (isinstance(name, Path) or name.endswith(".toml")):
        from houseway.games.files.gamefile import read_game_file

        return read_game_file(name).game(jurisdiction=jurisdiction, **changes)
    return game_class(str(name)).configure(jurisdiction=jurisdiction or STATE, **changes)
