"""`houseway solve`: solve the betting of two players, with its exploitability."""

import sys
import time
from csv import writer
from json import dump
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from houseway.cli.analyze import Device
from houseway.cli.output import JsonFlag, console, print_json
from houseway.cli.solve_blueprint import work_on_blueprint
from houseway.cli.solve_chart import show_chart
from houseway.cli.solve_question import KNOWN_GAMES, made, question_of
from houseway.errors import BadSetting

if TYPE_CHECKING:
    from houseway.analysis.solve.answer import Answer
    from houseway.analysis.solve.subgame import Iterated, Solved

PERCENT = 100
RANGE = "such as 'AA, KQs, 0.5:T9' or 'top 20%', or a file with one `hand: weight` per line. [default: every hand]"


def solve(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Player vs. player game, or kuhn, leduc or small-holdout.")
    ] = "",
    board: Annotated[
        str, typer.Option(metavar="CARDS", help='Community cards dealt so far, two or four, such as "Ah 7c".')
    ] = "",
    holds: Annotated[
        str, typer.Option(metavar="N,M", help="Number of cards each player holds, first to act first.")
    ] = "2,2",
    pot: Annotated[float, typer.Option(metavar="BB", help="Starting pot, in big blinds.")] = 8.0,
    range0: Annotated[str, typer.Option(metavar="TEXT|FILE", help=f"Range of the first player, {RANGE}")] = "",
    range1: Annotated[str, typer.Option(metavar="TEXT|FILE", help=f"Range of the second player, {RANGE}")] = "",
    lock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help='Node lock: fix the play of a decision, such as "check bet [AA]: fold 0.3, call 0.7". Repeatable.',
        ),
    ] = None,
    cards: Annotated[int, typer.Option(metavar="2|3", help="Cards per hand in a small game.")] = 2,
    deck: Annotated[
        str, typer.Option(metavar="CARDS", help="Deck of a small game. [default: the game's small deck]")
    ] = "",
    target: Annotated[
        float, typer.Option(metavar="PERCENT", help="Exploitability to stop at, in percent of the pot.")
    ] = 0.5,
    iterations: Annotated[int, typer.Option(min=1, max=1_000_000, help="Maximum iterations.")] = 5000,
    chart: Annotated[
        str,
        typer.Option(metavar="holds|opening|button", help="Chart to show: cards held, opening play, or value by seat."),
    ] = "",
    all_suits: Annotated[bool, typer.Option("--all-suits", help="Solve suit-isomorphic boards separately.")] = False,
    device: Annotated[Device | None, typer.Option(help="Device to solve a flop on. [default: auto]")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to save the solution to, such as flop.solution.")
    ] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Saved solution to continue from.")] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write the strategy to, .csv or .json.")
    ] = None,
    blueprint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to train a blueprint of the whole game into.")
    ] = None,
    minutes: Annotated[float, typer.Option(min=0.0, help="Minutes to train a blueprint.")] = 60.0,
    deals: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Deals to train a blueprint on, instead of --minutes; gives the same file on every machine.",
        ),
    ] = 0,
    polish: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Re-solve N rivers per flop after training (can weaken play from the flop).",
        ),
    ] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue training from the checkpoint next to the file.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for training or measuring a blueprint.")] = 1,
    measure: Annotated[
        str | None,
        typer.Option(metavar="FILE|shipped", help="Blueprint to measure; the result is written to its header."),
    ] = None,
    lbr: Annotated[
        int, typer.Option(metavar="HANDS", min=0, help="Hands to play of a local best response; 0 means 50,000.")
    ] = 0,
    exact: Annotated[
        str,
        typer.Option(
            metavar="river:N[:3,3]|flop:N:3,3",
            help="Measure N rivers or flops of a blueprint exactly, such as river:200.",
        ),
    ] = "",
    json: JsonFlag = False,
) -> None:
    """Solve the betting of two players.

    Finds an equilibrium, its value and its exploitability. Also trains and measures blueprints.
    """
    if blueprint is not None or measure is not None:
        work_on_blueprint(game, blueprint, measure, minutes * 60, deals, polish, resume, seed, lbr, exact, json)
        return
    if not 0 <= target <= PERCENT:
        raise BadSetting(f"--target takes a percentage of the pot from 0 to 100; got {target}.")
    if export is not None and export.suffix not in (".csv", ".json"):
        raise BadSetting(f"--export takes a file that ends in .csv or .json; got {export.name!r}.")
    if bool(game) == (load is not None):
        raise BadSetting("solve needs a GAME, or --load with a saved solution, and not both.")
    if chart:
        show_chart(game, chart, json)
        return
    from houseway.analysis.solve import files

    begun = time.perf_counter()
    if load is not None:
        question, asked = files.load(load, made)
    else:
        question = question_of(
            game, board=board, holds=holds, pot=pot, ranges=(range0, range1), locks=lock or [], cards=cards, deck=deck,
            all_suits=all_suits,
        )  # fmt: skip
        asked = made(question)
    _move(asked, device)
    found = _iterate(asked, target / PERCENT, iterations)
    answer = _answer(question["game"], asked, found, time.perf_counter() - begun)
    if save is not None:
        files.save(save, question, asked, found)
    if export is not None:
        _export(export, answer)
    if json:
        print_json(answer.to_dict())
        return
    _show(answer)


def _move(game: "Iterated", device: Device | None) -> None:
    """Let a GPU solve what it has a kernel for, if there is one or if it is asked for."""
    from houseway.analysis.counting.shards import Runner

    machine = Runner(device=device or Device.AUTO).machine_at_hand()
    if machine is not None and not game.move_to(machine) and device == Device.GPU:
        raise BadSetting("Only flops can be solved on a GPU. Leave --device out.")


def _answer(name: str, game: "Iterated", found: "Solved", seconds: float) -> "Answer":
    from houseway.analysis.solve.answer import CHIPS_A_BLIND, DrawAnswer, SubgameAnswer
    from houseway.analysis.solve.discards import Draw
    from houseway.analysis.solve.subgame import Subgame

    if isinstance(game, Draw):
        return DrawAnswer(game, found, seconds)
    assert isinstance(game, Subgame), "every other game is a subgame"
    return SubgameAnswer(game, found, seconds, 1 if name in KNOWN_GAMES else CHIPS_A_BLIND)


def _export(path: Path, answer: "Answer") -> None:
    """The play of the first round that is left: a row for each hand and action, or the object that --json prints."""
    try:
        with path.open("w", encoding="utf-8", newline="") as out:
            if path.suffix == ".json":
                dump(answer.to_dict(), out)
                return
            rows = writer(out, lineterminator="\n")
            rows.writerow(("player", "line", "hand", "action", "frequency"))
            for each in answer.strategy():
                for hand, often in each["hands"].items():
                    for action, share in zip(each["actions"], often, strict=True):
                        rows.writerow((each["player"] + 1, each["line"], hand, action, share))
    except OSError as error:
        raise BadSetting(f"Cannot write {path}: {error}.") from None


def _iterate(game: "Iterated", target: float, iterations: int) -> "Solved":
    """Solve, with a progress bar on a terminal. An interrupt measures and returns the result so far."""
    bar = Bar(game.pot, target) if sys.stderr.isatty() else None
    try:
        return game.solve(target * game.pot, iterations, bar)
    except KeyboardInterrupt:
        if not game.iterations:
            raise
        print(f"\nInterrupted after {game.iterations} iterations; measuring the result so far.", file=sys.stderr)
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
    out.print(f"exploitability             {lost['chips']:.5f} chips{share}, {lost['mbb']:.2f} mbb per hand")
    out.print(f"{told['iterations']} iterations, {told['seconds']:.1f} s")
    table = Table("player", "after", "actions, over all hands", box=SIMPLE_HEAD, pad_edge=False)
    for player, line, often in answer.frequencies():
        table.add_row(
            str(player + 1), line or "the start", ", ".join(f"{name} {part:.1%}" for name, part in often.items())
        )
    out.print(table)
