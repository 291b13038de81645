"""The text and formulas about a game's analysis, from its file in `methods` or from its declaration."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from houseway.analysis import counted_by_family, explain
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, HouseSet
from houseway.games.engine.game import Game
from houseway.games.telling.units import units_of
from houseway.ranking import ranking
from houseway.ranking.category import with_article
from houseway.report.model import Block, Formula, Paragraph, Section

BEST_OPTION = "At every decision the optimal strategy takes the option whose endings have the largest sum of n(e) p(e)."
ON_STRIPPED_DECKS = (
    "On stripped decks the whole distribution of the net result equals that of a generic solver, which plays every "
    "round by the rules and uses no other knowledge of the game, under every reading, without side bets and with all."
)
ON_SAMPLED_HANDS = "On sampled hands the value of the best option equals the solver's value."
SIMULATED = "Simulated rounds agree with the exact value, by the fast simulator and by the rules alike."
NO_PAY_TABLE = "There is no pay table: the rules state what each bet pays."


def tests_of(game: DeclaredGame) -> tuple[str, ...]:
    """Return how the count is tested. Hands are sampled if every round has a decision."""
    sampled = any(not decision.depends_on_cards for decision in game.decisions())
    return (ON_STRIPPED_DECKS, *((ON_SAMPLED_HANDS,) if sampled else ()), SIMULATED)


def dealers_play(game: DeclaredGame) -> str:
    """Return how the dealer plays: the house way, if any, and the qualifying hand."""
    by_way = "The dealer sets the cards by the house way below and makes no other decision."
    words = [by_way if game.every(HouseSet) else "The dealer makes no decision."]
    for term in game.every(Compare):
        if term.qualifier:
            lowest = ranking(game.system(term)).value(parse_cards(term.qualifier))
            least = ranking(game.system(term)).at_least(lowest).removeprefix("high card, ")
            always = (
                f", and always against {with_article(term.always_against)} or better" if term.always_against else ""
            )
            words.append(f"The dealer qualifies with {least}{always} ({term.qualifier_clause}).")
    return " ".join(words)


def method_blocks(game: DeclaredGame) -> tuple[Block, ...]:
    """Return the counting argument, its size, and the conversion of counts to money."""
    found, payoffs, units = explain(game), Payoffs.of(game), units_of(game)
    sets = "; ".join(f"{decision}: {number:,}" for decision, number in found.information_sets.items())
    situations = f"Distinct situations at each decision: {sets}." if sets else "The game has no decisions."
    n_paths, n_cells = payoffs.net.shape
    paths = f"one of {n_paths} ways through the decisions and " if n_paths > 1 else ""
    return (
        Paragraph(
            f"Counting method: {found.family}. {found.argument[:1].upper()}{found.argument[1:].removesuffix('.')}."
        ),
        Paragraph(f"{situations} Work: {found.work}."),
        Paragraph(
            f"A round ends in {paths}one of {n_cells} cells. A cell says how the hands compare and what else decides "
            "a bet. Each ending is settled once by the rules of the game, in whole numbers. Every figure of this "
            "report is a sum of counts times these numbers. With N combinations in all, n(e) of them in ending e, and "
            f"p(e) the payout of that ending in {units}, the value of the game is"
        ),
        Formula("V = 1/N sum_e n(e) p(e)", "V = 1/N sum over e of n(e) p(e)"),
        *([Paragraph(BEST_OPTION)] if n_paths > 1 else []),
    )


@dataclass(frozen=True, slots=True)
class Situation:
    """Cards, and dead cards that may change the best option."""

    cards: str
    dead: str
    why: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Method:
    """The method of a game: the dealer's play, the counting of deals, and the scope of the tests."""

    dealer: str
    no_pay_table: str
    blocks: tuple[Block, ...]
    tests: tuple[str, ...]
    situations: tuple[Situation, ...]


def _file(name: str) -> Traversable:
    return files("houseway.report").joinpath("methods", f"{name}.toml")


def _plain(name: str) -> dict[str, Any]:
    """Return the data of a file. A file that `extends` another has only the differences."""
    plain = tomllib.loads(_file(name).read_text("utf-8"))
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
    """Return the method of a game, from its file if it has one, else from its declaration."""
    if counted_by_family(game) and not _file(game.slug).is_file():
        return Method(dealers_play(game), NO_PAY_TABLE, method_blocks(game), tests_of(game), ())
    return _method(game.slug)


def method_section(game: Game) -> Section:
    """Return the section on the method."""
    return Section.of("Method", *method_of(game).blocks)
