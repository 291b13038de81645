"""The games of the package by slug, and those of game files by path."""

from collections.abc import Mapping
from datetime import date
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration, unknown
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import STATE
from houseway.games.engine.paytable import PaySet

LISTED_FIRST = {
    "two-hand-holdem": ("titles.two_hand_holdem", "TwoHandHoldEm"),
    "double-draw-poker": ("titles.double_draw_poker", "DoubleDrawPoker"),
    "five-card-holdout": ("titles.five_card_holdout", "FiveCardHoldOut"),
    "pick-2-poker": ("titles.pick_2_poker", "Pick2Poker"),
    "fast-action-holdem": ("titles.fast_action_holdem", "FastActionHoldEm"),
    "fast-action-holdem-multi": ("titles.fast_action_holdem", "FastActionHoldEmMulti"),
}
"""The games of the letters that came first, in their order: module and class."""


def _declared() -> dict[str, tuple[str, str]]:
    """The other titles: every module of `titles` that has a sheet of its name. None of them is imported here."""
    package = files("houseway.games")
    modules = (entry.name for entry in package.joinpath("titles").iterdir() if entry.name.endswith(".py"))
    slugs = {name.removesuffix(".py").replace("_", "-"): f"titles.{name.removesuffix('.py')}" for name in modules}
    return {
        slug: (slugs[slug], "")
        for slug in sorted(slugs)
        if slug not in LISTED_FIRST and package.joinpath("sheets", f"{slug}.toml").is_file()
    }


GAMES = {**LISTED_FIRST, **_declared()}
"""Every game of the package by slug: its module, and its class where the module has several."""


def game_class(slug: str) -> type[Game]:
    """The class of a game, imported only now."""
    if slug not in GAMES:
        raise unknown("game", slug, [*GAMES, "path/to/game.toml"])
    place, name = GAMES[slug]
    module = import_module(f"houseway.games.{place}")
    if name:
        written: type[Game] = getattr(module, name)
        return written
    found = [each for each in vars(module).values() if isinstance(each, type) and vars(each).get("slug") == slug]
    if len(found) != 1:
        raise BadDeclaration(f"{module.__name__}: expected one class with slug = {slug!r}; found {len(found)}")
    declared: type[Game] = found[0]
    return declared


def between_players() -> tuple[str, ...]:
    """The games in which players win from each other; all others are played against the house.

    >>> between_players()
    ('five-card-holdout',)
    """
    return tuple(slug for slug in GAMES if issubclass(game_class(slug), GameBetweenPlayers))


def against_the_house() -> tuple[str, ...]:
    """The games that the house banks."""
    players = between_players()
    return tuple(slug for slug in GAMES if slug not in players)


def games() -> tuple[Game, ...]:
    """Every game of the package as its letter has it, with the first pay table, under today's limits.

    >>> [each.slug for each in games()][:2]
    ['two-hand-holdem', 'double-draw-poker']
    """
    return tuple(game_class(slug).configure() for slug in GAMES)


def as_game(given: Game | str | Path) -> Game:
    """A game itself, or the one that a name or the path of a game file stands for."""
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
    """A game by its name, with a pay table, readings, and the limits of a jurisdiction on a day.

    Instead of a name it takes the path of a game file (`houseway.games.files.gamefile`); what is given besides then
    stands instead of what the file says.

    >>> game("pick-3-poker")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    houseway.errors.UnknownName: unknown game 'pick-3-poker'; expected one of: double-draw-poker, ...
    """
    if not isinstance(name, str | Path):
        raise unknown("game", name, [*GAMES, "path/to/game.toml"])
    changes: dict[str, Any] = {"paytable": paytable, "readings": readings, "on": on, "deck": deck, **options}
    if name not in GAMES and (isinstance(name, Path) or name.endswith(".toml")):
        from houseway.games.files.gamefile import read_game_file

        return read_game_file(name).game(jurisdiction=jurisdiction, **changes)
    return game_class(str(name)).configure(jurisdiction=jurisdiction or STATE, **changes)
