"""`houseway solve GAME --blueprint FILE` and `--measure FILE`: the whole game over buckets of hands."""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from houseway.cli.output import console, print_json
from houseway.errors import BadSetting

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
    _show(header)


def _exactly(exact: str) -> tuple[dict[str, int], tuple[int, int] | None]:
    """How many rivers or flops are measured, and how many cards the players hold there, if that is asked."""
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
    """A bar where a person looks on."""
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


def _show(header: dict[str, Any]) -> None:
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
