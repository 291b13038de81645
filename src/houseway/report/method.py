"""The words and formulas about a game's analysis: a file for each hand-written game in `methods`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from houseway.analysis import counted_by_family
from houseway.games.engine.game import Game
from houseway.report.declared_method import NO_PAY_TABLE, dealers_play, method_blocks, tests_of
from houseway.report.model import Block, Formula, Paragraph, Section


@dataclass(frozen=True, slots=True)
class Situation:
    """Cards, and dead cards that may change what is best with them."""

    cards: str
    dead: str
    why: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Method:
    """What a report says of a game in words: how the dealer plays, how the game is counted, what tests cover."""

    dealer: str
    no_pay_table: str
    blocks: tuple[Block, ...]
    tests: tuple[str, ...]
    situations: tuple[Situation, ...]


def _plain(name: str) -> dict[str, Any]:
    """A file's data; one that `extends` another holds what differs."""
    plain = tomllib.loads(files("houseway.report").joinpath("methods", f"{name}.toml").read_text("utf-8"))
    return {**_plain(plain.pop("extends")), **plain} if "extends" in plain else plain


@cache
def _method(name: str) -> Method:
    plain = _plain(name)
    return Method(
        plain["dealer"],
        plain.get("no_pay_table", ""),
        tuple(_block(entry) for entry in plain["method"]),
        tuple(entry["text"] for entry in plain["tests"]),
        tuple(Situation(**entry) for entry in plain.get("situations", ())),
    )


def _block(plain: dict[str, Any]) -> Block:
    return Paragraph(plain["text"]) if "text" in plain else Formula(plain["typst"], plain["plain"])


def method_of(game: Game) -> Method:
    """The words about a game: its file, or for a declared title what follows from the declaration."""
    if counted_by_family(game):
        return Method(dealers_play(game), NO_PAY_TABLE, method_blocks(game), tests_of(game), ())
    return _method(game.slug)


def method_section(game: Game) -> Section:
    """The method in words and formulas."""
    return Section.of("Method", *method_of(game).blocks)
