"""`houseway solve`: how two players bet at best from a board on, and by how much that can be beaten."""

import sys
import time
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import BadSetting
from houseway.games.catalogue import between_players, game_class
from houseway.games.engine.between_players import GameBetweenPlayers

if TYPE_CHECKING:
    from houseway.analysis.solve.answer import Answer
    from houseway.analysis.solve.discards import Draw
    from houseway.analysis.solve.ranges import Range
    from houseway.analysis.solve.subgame import Iterated, Solved, Subgame

Game = TypeVar("Game", bound="Iterated")
SMALL_GAMES = ("kuhn", "leduc")
PERCENT = 100
RangeOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A hand a line, `: weight` after it; else every hand that the board allows."),
]


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game between players; kuhn, leduc, small-holdout.")],
    board: Annotated[str, typer.Option(metavar="CARDS", help="The community cards that lie: two or four.")] = "",
    holds: Annotated[
        str, typer.Option(metavar="N,M", help="How many cards each player holds, first to act first.")
    ] = "2,2",
    pot: Annotated[float, typer.Option(metavar="BB", help="The pot at the start, in big blinds.")] = 8.0,
    range0: RangeOption = None,
    range1: RangeOption = None,
    cards: Annotated[int, typer.Option(metavar="2|3", help="The cards of a hand of a small game.")] = 2,
    deck: Annotated[str, typer.Option(metavar="CARDS", help="The deck of a small game; else the usual one.")] = "",
    target: Annotated[
        float, typer.Option(metavar="PERCENT", help="Stop at this exploitability, in % of the pot.")
    ] = 0.5,
    iterations: Annotated[int, typer.Option(min=1, max=1_000_000, help="Stop after so many.")] = 5000,
    all_suits: Annotated[bool, typer.Option("--all-suits", help="Play boards alike but for suits one by one.")] = False,
    json: JsonFlag = False,
) -> None:
    """Solve the betting of two players: an equilibrium, its value, and by how much it can be beaten."""
    if not 0 <= target <= PERCENT:
        raise BadSetting(f"--target is a share of the pot in percent, 0 to 100; got {target}")
    begun = time.perf_counter()

    def solved(made: "Game") -> "tuple[Game, Solved, float]":
        return made, _iterate(made, target / PERCENT, iterations), time.perf_counter() - begun

    from houseway.analysis.solve.answer import DrawAnswer, SubgameAnswer

    answer: Answer
    if game in SMALL_GAMES:
        answer = SubgameAnswer(*solved(_small(game)), 1)
    elif game in _small_forms():
        answer = DrawAnswer(*solved(_small_form(game, cards, deck, not all_suits)))
    else:
        answer = SubgameAnswer(*solved(_from_board(game, board, holds, pot, (range0, range1), not all_suits)))
    if json:
        print_json(answer.to_dict())
        return
    _show(answer)


def _small(name: str) -> "Subgame":
    from houseway.analysis.solve import small

    return {"kuhn": small.kuhn, "leduc": small.leduc}[name]()


def _small_forms() -> dict[str, str]:
    """The games that have a small form, by the name of that form."""
    titles = [(slug, cast(type[GameBetweenPlayers], game_class(slug))) for slug in between_players()]
    return {f"small-{title.short_name}": slug for slug, title in titles if title.small_settings}


def _small_form(name: str, cards: int, deck: str, same_suits: bool) -> "Draw":
    from houseway.analysis.between_players import players_analysis

    dealt = Deck.of(parse_cards(deck, deck=Deck.standard())) if deck else None
    return players_analysis(_small_forms()[name]).small_game(cards, dealt, same_suits=same_suits)


def _from_board(
    slug: str, board: str, holds: str, pot: float, files: "tuple[Path | None, Path | None]", same_suits: bool
) -> "Subgame":
    from houseway.analysis.between_players import players_analysis

    found = players_analysis(slug)
    sizes = _sizes(holds)
    seen = parse_cards(board, deck=Deck.standard())
    ranges = [_range(file, size, seen) for file, size in zip(files, sizes, strict=True)]
    return found.subgame(board, sizes, pot, ranges, same_suits=same_suits)


def _sizes(text: str) -> tuple[int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
        raise BadSetting(f"--holds takes two numbers, as 3,3; got {text!r}")
    return int(parts[0]), int(parts[1])


def _range(file: Path | None, size: int, seen: tuple[int, ...]) -> "Range | None":
    if file is None:
        return None
    from houseway.analysis.solve.ranges import read_range

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"the range {str(file)!r} cannot be read: {error}") from None
    return read_range(lines, Deck.standard(), size, seen)


def _iterate(game: "Iterated", target: float, iterations: int) -> "Solved":
    """Solve with a bar where a person looks on. Who interrupts it gets what there is by then, measured."""
    bar = Bar(game.pot, target) if sys.stderr.isatty() else None
    try:
        return game.solve(target * game.pot, iterations, bar)
    except KeyboardInterrupt:
        if not game.iterations:
            raise
        print(f"\ninterrupted after {game.iterations} iterations: what they came to is measured", file=sys.stderr)
        return game.measure()
    finally:
        if bar is not None:
            bar.stop()


class Bar:
    """A bar that is full when the target is reached: exploitability falls by a power of the iterations."""

    def __init__(self, pot: float, target: float) -> None:
        self._pot, self._target = pot or 1.0, target
        self._first: float | None = None
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(stderr=True))
        self._task = self._progress.add_task("0 iterations", total=1.0)
        self._progress.start()

    def __call__(self, iterations: int, measured: "Solved | None") -> None:
        """Show how far it is."""
        words, share = f"{iterations} iterations", 0.0
        if measured is not None:
            now = measured.exploitability / self._pot
            self._first = self._first or now
            words += f", {now:.2%} of the pot after {measured.iterations}"
            share = how_far(self._first, now, self._target)
        self._progress.update(self._task, completed=share, description=words)

    def stop(self) -> None:
        """Leave the bar as it is."""
        self._progress.stop()


def how_far(first: float, now: float, target: float) -> float:
    """The share of the way from the first exploitability to the target, each halving as long as the other.

    >>> how_far(0.16, 0.04, 0.01), how_far(0.16, 0.005, 0.01), how_far(0.16, 0.04, 0)
    (0.5, 1.0, 0.0)
    """
    if now <= target:
        return 1.0
    if target <= 0 or first <= target:
        return 0.0
    return round(max(0.0, log(first / now) / log(first / target)), 6)


def _show(answer: "Answer") -> None:
    told = answer.to_dict()
    lost = told["exploitability"]
    share = "" if lost["pot_share"] is None else f", {lost['pot_share']:.3%} of the pot"
    out = console()
    out.print(f"value to the first player  {told['value']['chips']:+.5f} chips, {told['value']['bb']:+.5f} big blinds")
    out.print(f"can be beaten by           {lost['chips']:.5f} chips{share}, {lost['mbb']:.2f} mbb a hand")
    out.print(f"{told['iterations']} iterations, {told['seconds']:.1f} s")
    table = Table("player", "after", "what is done, over all hands", box=SIMPLE_HEAD, pad_edge=False)
    for player, line, often in answer.frequencies():
        table.add_row(
            str(player + 1), line or "the start", ", ".join(f"{name} {part:.1%}" for name, part in often.items())
        )
    out.print(table)
