"""`houseway solve`: solve the betting of two players, with its exploitability."""

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from csv import writer
from json import dump
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.cli.analyze import Device
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import BadSetting, unknown
from houseway.games.catalogue import between_players, game_class
from houseway.games.engine.between_players import GameBetweenPlayers

if TYPE_CHECKING:
    from houseway.analysis.between_players import PlayersAnalysis
    from houseway.analysis.results.equity import ButtonChart, HoldChart, OpeningChart
    from houseway.analysis.solve.answer import Answer
    from houseway.analysis.solve.subgame import Iterated, Solved


KNOWN_GAMES = ("kuhn", "leduc")
Question = dict[str, Any]
_FILE_NAME = re.compile(r"[^,:]*\.[A-Za-z]+")
"""Text that is always taken for a file name. If there is no such file, it is reported missing, not read as hands."""


def small_forms() -> dict[str, str]:
    """Return the games that have a small form, by the name of that form."""
    titles = [(slug, cast(type[GameBetweenPlayers], game_class(slug))) for slug in between_players()]
    return {f"small-{title.short_name}": slug for slug, title in titles if title.small_settings}


def question_of(
    game: str,
    *,
    board: str,
    holds: str,
    pot: float,
    ranges: tuple[str, str],
    locks: list[str],
    cards: int,
    deck: str,
    all_suits: bool,
) -> Question:
    """Return the question: ranges as the hands that they name, and only the settings that the game uses."""
    if game in KNOWN_GAMES:
        return {"game": game, "locks": locks}
    if game in small_forms():
        if locks:
            raise BadSetting("--lock works on subgames only; a small game is solved whole. Leave --lock out.")
        return {"game": game, "cards": cards, "deck": deck, "all_suits": all_suits}
    sizes = _sizes(holds)
    seen = parse_cards(board, deck=Deck.standard())
    hands = [_hands(game, text, size, seen) for text, size in zip(ranges, sizes, strict=True)]
    asked = {"game": game, "board": board, "holds": list(sizes), "pot": pot, "ranges": hands}
    return {**asked, "locks": locks, "all_suits": all_suits}


def made(question: Question) -> "Iterated":
    """Return the unsolved game of a question."""
    from houseway.analysis.between_players import players_analysis
    from houseway.analysis.solve import small
    from houseway.analysis.solve.locks import lock_as_typed
    from houseway.analysis.solve.ranges import read_range

    name, words = question["game"], None
    seen: tuple[int, ...] = ()
    if name in small_forms():
        dealt = Deck.of(parse_cards(question["deck"], deck=Deck.standard())) if question["deck"] else None
        title = players_analysis(small_forms()[name])
        return title.small_game(question["cards"], dealt, same_suits=not question["all_suits"])
    if name in KNOWN_GAMES:
        game = {"kuhn": small.kuhn, "leduc": small.leduc}[name]()
    else:
        words = players_analysis(name).named_hands
        seen = parse_cards(question["board"], deck=Deck.standard())
        ranges = [
            None if lines is None else read_range(lines, Deck.standard(), size, seen)
            for lines, size in zip(question["ranges"], question["holds"], strict=True)
        ]
        game = players_analysis(name).subgame(
            question["board"], question["holds"], question["pot"], ranges, same_suits=not question["all_suits"]
        )
    for lock in question["locks"]:
        lock_as_typed(game, lock, seen, words)
    return game


def _sizes(text: str) -> tuple[int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
        raise BadSetting(f"--holds takes two numbers, such as 3,3; got {text!r}.")
    return int(parts[0]), int(parts[1])


def _hands(game: str, text: str, size: int, seen: tuple[int, ...]) -> list[str] | None:
    """Return the hands of a range and their weights, one per line, or None for a full range."""
    if not text:
        return None
    from houseway.analysis.between_players import players_analysis
    from houseway.analysis.solve.range_text import typed_range
    from houseway.analysis.solve.ranges import read_range

    file = Path(text)
    if file.is_file() or _FILE_NAME.fullmatch(text):
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(f"Cannot read the range file {text!r}: {error}.") from None
        known = read_range(lines, Deck.standard(), size, seen)
    else:
        known = typed_range(text, Deck.standard(), size, seen, players_analysis(game).named_hands)
    return [f"{hand}: {weight!r}" for hand, weight in zip(known.texts, known.weights.tolist(), strict=True)]


PERCENT = 100


def show_chart(game: str, chart: str, as_json: bool) -> None:
    """Print the chart of a player vs. player game."""
    from houseway.analysis.between_players import players_analysis

    if chart not in CHARTS:
        raise unknown("chart", chart, tuple(CHARTS))
    make, show = CHARTS[chart]
    found = make(players_analysis(game), game)
    if as_json:
        print_json(found.to_dict())
        return
    show(found)


def _holds(title: "PlayersAnalysis", game: str) -> "HoldChart":
    return title.hold_chart(cast(type[GameBetweenPlayers], game_class(game)).opponent_rule)


def _show_holds(found: "HoldChart") -> None:
    sizes = range(1, len(found.rows[0].sizes) + 1)
    table = Table("dealt", "of all", *map(str, sizes), "beats", "rule loses", box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    total = found.rows[-1].hands
    for row in found.rows:
        told = (f"{row.worth:.1%}", f"{row.lost_by_rule:.2%}")
        table.add_row(row.kind, f"{row.hands / total:.2%}", *_shares(row.sizes), *told)
        table.add_row("  blueprint", "", *_shares(row.planned), "", "")
    table.caption = (
        f"1 to {sizes[-1]}: how often holding that number of cards is best by equity, and how often the blueprint "
        f"holds them. The rule is {found.rule}."
    )
    out = console()
    out.print(table)
    out.print(found.rests_on)
    out.print(found.plan_rests_on)


def _show_opening(found: "OpeningChart") -> None:
    lines = {"": "button opens", "call": "big blind, called", "raise": "big blind, raised"}
    actions = {line: "/".join(found.rows[0].play[line]) for line in lines}
    heads = [f"{words}: {actions[line]}, %" for line, words in lines.items()]
    table = Table("dealt", "of all", *heads, box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    total = found.rows[-1].hands
    for row in found.rows:
        play = ("/".join(f"{PERCENT * share:.0f}" for share in row.play[line].values()) for line in lines)
        table.add_row(row.kind, f"{row.hands / total:.2%}", *play)
    out = console()
    out.print(table)
    out.print(found.rests_on)


def _show_button(found: "ButtonChart") -> None:
    sizes = range(1, len(found.seats[0].held) + 1)
    table = Table("seat", "big blinds per hand", *map(str, sizes), box=SIMPLE_HEAD, pad_edge=False)
    for seat in found.seats:
        table.add_row(seat.seat, f"{seat.worth:+.4f} +- {seat.within:.4f}", *_shares(seat.held))
    table.caption = f"1 to {sizes[-1]}: how often that number of cards is held, among hands that reach the discards."
    out = console()
    out.print(table)
    out.print(found.rests_on)


def _shares(each: Sequence[float]) -> list[str]:
    return [f"{share:.0%}" if share >= 0.005 else "" for share in each]


CHARTS: dict[str, tuple[Callable[["PlayersAnalysis", str], Any], Callable[[Any], None]]] = {
    "holds": (_holds, _show_holds),
    "opening": (lambda title, game: title.opening_chart(), _show_opening),
    "button": (lambda title, game: title.button_chart(), _show_button),
}


SHIPPED = "shipped"
USUAL_HANDS = 50_000
Report = Callable[[str, float], None]
_EXACT = re.compile(r"(river|flop):([1-9][0-9]{0,5})(?::([1-5]),([1-5]))?")


def work_on_blueprint(
    game: str,
    out: Path | None,
    measured: str | None,
    seconds: float,
    deals: int,
    polish: int,
    resume: bool,
    seed: int,
    hands: int,
    exact: str,
    json: bool,
) -> None:
    """Train a blueprint, or measure one."""
    from houseway.analysis.between_players import players_analysis

    if not game or (out is not None and measured is not None):
        raise BadSetting("solve needs a GAME, and either --blueprint FILE to train or --measure FILE, not both.")
    title = players_analysis(game)
    counts, held = _exactly(exact)
    with _bar() as report:
        if out is not None:
            with _stop_asked() as stopped:
                header = title.train_blueprint(
                    out, seconds, deals=deals, resume=resume, seed=seed, polish=polish, report=report, stopped=stopped
                )
        else:
            path = None if measured == SHIPPED else Path(str(measured))
            header = title.measure_blueprint(
                path, hands=hands or (0 if counts else USUAL_HANDS), **counts, held=held, seed=seed, report=report
            )
    if json:
        print_json(header)
        return
    _show_blueprint(header)


def _exactly(exact: str) -> tuple[dict[str, int], tuple[int, int] | None]:
    """Return how many rivers or flops to measure, and how many cards the players hold there, if asked."""
    if not exact:
        return {}, None
    found = _EXACT.fullmatch(exact)
    if found is None or (found[1] == "flop" and not found[3]):
        raise BadSetting(
            "--exact takes river:N, river:N:HELD,HELD or flop:N:HELD,HELD, such as river:200 or flop:10:3,3; "
            f"got {exact!r}."
        )
    return {f"{found[1]}s": int(found[2])}, (int(found[3]), int(found[4])) if found[3] else None


@contextmanager
def _bar() -> Iterator[Report | None]:
    """Show a progress bar on a terminal during the block."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("making tables", total=1.0)
        yield lambda words, share: progress.update(task, completed=share, description=words)


@contextmanager
def _stop_asked() -> Iterator[Callable[[], bool]]:
    """Yield a check for an interrupt. Training then ends after the current deals and saves what it learned."""
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _show_blueprint(header: dict[str, Any]) -> None:
    out = console()
    out.print(f"{header['game']}: {header['terms']}")
    polished = f", {header['polished']} rivers per flop re-solved" if header.get("polished") else ""
    out.print(f"{header['deals']:,} deals, seed {header['seed']}{polished}")
    measured = header["measured"]
    if not measured:
        out.print("Not measured yet. Run: houseway solve GAME --measure FILE")
    response = measured.get("local_best_response")
    if response:
        out.print(f"local best response    {_told(response)}, {response['count']:,} hands")
    for name, rivers in measured.items():
        if name.startswith("rivers"):
            held = " and ".join(name.split("_")[1:])
            out.print(
                f"rivers, exactly        {_told(rivers['river_error'])}, {rivers['river_error']['count']:,} rivers"
            )
            out.print(f"  both hold            {held or 'any number of cards'}")
            out.print(f"  solved live          {_told(rivers['river_error_solved_live'])}")
            if "gain_a_dealt_hand" in rivers:
                out.print(f"  over all hands       {_told(rivers['gain_a_dealt_hand'])}")
        elif name.startswith("flops"):
            held = " and ".join(name.split("_")[1:])
            out.print(f"from the flop, exactly {_told(rivers['flop_error'])}, {rivers['flop_error']['count']:,} flops")
            out.print(f"  both hold            {held}")
            out.print(f"  over all hands       {_told(rivers['gain_a_dealt_hand'])}")


def _told(found: dict[str, Any]) -> str:
    within = f"{found['mbb']:.1f} +- {found['within_mbb']:.1f} mbb"
    return f"{found['chips']:.4f} chips, {within}, {found['pot_share']:.2%} of the pot"


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
    """Move the solution to a GPU that has a kernel for it, if there is one or if it is requested."""
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
    """Write the play of the first remaining betting round: a row per hand and action, or the object of --json."""
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
    """A bar that is full when the target is reached. Exploitability falls by a power of the iterations."""

    def __init__(self, pot: float, target: float) -> None:
        self._pot, self._target = pot or 1.0, target
        self._first: float | None = None
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(stderr=True))
        self._task = self._progress.add_task("0 iterations", total=1.0)
        self._progress.start()

    def __call__(self, iterations: int, measured: "Solved | None") -> None:
        """Show the progress."""
        words, share = f"{iterations} iterations", 0.0
        if measured is not None:
            now = measured.exploitability / self._pot
            self._first = self._first or now
            words += f", {now:.2%} of the pot after {measured.iterations}"
            share = how_far(self._first, now, self._target)
        self._progress.update(self._task, completed=share, description=words)

    def stop(self) -> None:
        """Stop the bar in its current state."""
        self._progress.stop()


def how_far(first: float, now: float, target: float) -> float:
    """Return the progress from the first exploitability to the target, in which each halving counts the same.

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
