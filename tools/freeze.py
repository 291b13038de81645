"""Compare everything that must not change by accident with what is stored, or accept wanted changes by name.

    python tools/freeze.py                          compare all (make frozen)
    python tools/freeze.py --quick                  compare the short part of it
    python tools/freeze.py --only 'analyze/*'       compare some entries
    python tools/freeze.py --accept 'words/cli/*'   accept these changes and no other (make freeze ONLY="words/cli/*")
    python tools/freeze.py --accept-all             accept every change (make freeze ALL=1)
    python tools/freeze.py --write                  write the first file; refused where anything differs (make freeze)

The exit status is 1 where something differs that is not accepted. Names are paths: `analyze/pick-2-poker/typed/ev`;
`words/...` holds what people read, everything else figures, names and keys.
"""

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

from frozen.leaves import kept  # noqa: E402
from frozen.parts import Part, every_part  # noqa: E402
from frozen.store import Difference, Entries, accepted, compared, matches, read, summary, write  # noqa: E402

SLOWEST = 12
SHOWN_EVERY = 50
INTERRUPTED = 130
FILE = ROOT / "tests" / "frozen.json"


@dataclass(frozen=True)
class Outcome:
    """What a part came out as: its entries, how they differ from the stored ones, and the CPU time."""

    name: str
    entries: Entries
    differences: list[Difference]
    seconds: float


def examine(part: Part, stored: Entries) -> Outcome:
    """Make a part and compare it with its stored entries."""
    started = time.process_time()
    values = part.values()
    differences = compared(part.name, stored, values)
    entries = {name: kept(value) for name, value in values.items()}
    return Outcome(part.name, entries, differences, time.process_time() - started)


def _examine_named(stored: dict[str, Entries]) -> list[Outcome]:
    """Do the same with some parts in another process, which finds them by their names."""
    return [examine(_parts_by_name()[name], entries) for name, entries in stored.items()]


_known: dict[str, Part] = {}


def _parts_by_name() -> dict[str, Part]:
    if not _known:
        _known.update((part.name, part) for part in every_part())
    return _known


def owned(stored: Entries, parts: Iterable[Part]) -> dict[str, Entries]:
    """Return the stored entries of each part."""
    found: dict[str, Entries] = {part.name: {} for part in parts}
    for entry, value in stored.items():
        name = entry.removeprefix("words/")
        while name and name not in found:
            name = name.rpartition("/")[0]
        if name:
            found[name][entry] = value
    return found


def outcomes(parts: Sequence[Part], stored: Entries, jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of every part, as they are ready."""
    by_part = owned(stored, parts)
    if jobs == 1:
        for part in parts:
            yield examine(part, by_part[part.name])
        return
    groups: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        groups[part.together or part.name].append(part)
    longest_first = sorted(groups.values(), key=lambda group: -sum(part.cost for part in group))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        named = [{part.name: by_part[part.name] for part in group} for group in longest_first]
        waiting = [pool.submit(_examine_named, each) for each in named]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def chosen(quick: bool, only: Sequence[str]) -> list[Part]:
    """Return the parts of a run: all, the quick ones, or those that some names belong to."""
    parts = [part for part in every_part() if part.quick or not quick]
    return [part for part in parts if not only or any(_may_hold(part, pattern) for pattern in only)]


def _may_hold(part: Part, pattern: str) -> bool:
    """Return whether entries of a part may match a pattern, by the part of it before the first wildcard."""
    plain = pattern.removeprefix("words/")
    fixed = plain[: next((place for place, letter in enumerate(plain) if letter in "*?["), len(plain))]
    name = f"{part.name}/"
    return pattern.startswith("*") or name.startswith(fixed) or fixed.startswith(name) or fixed == part.name


def without_part(stored: Entries, parts: Sequence[Part]) -> list[Difference]:
    """Return the stored entries that no part makes any more."""
    names = {part.name for part in parts}
    found = []
    for entry in stored:
        name = entry.removeprefix("words/")
        while name and name not in names:
            name = name.rpartition("/")[0]
        if not name:
            found.append(Difference(entry, "missing", "nothing makes it any more"))
    return found


@dataclass
class Progress:
    """What is found so far, and how long it took."""

    total: int
    entries: Entries = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def take(self, outcome: Outcome) -> None:
        """Add one part, and show how far the work is."""
        self.entries |= outcome.entries
        self.differences += outcome.differences
        self.seconds[outcome.name] = outcome.seconds
        done, found = len(self.seconds), len(self.differences)
        if sys.stderr.isatty():
            print(f"\r{done} of {self.total} parts, {found} differences", end="", file=sys.stderr, flush=True)
        elif done % SHOWN_EVERY == 0:
            print(f"{done} of {self.total} parts, {found} differences", file=sys.stderr, flush=True)

    def lines(self) -> list[str]:
        """Return the CPU time of each section, and of the slowest parts."""
        sections: dict[str, float] = defaultdict(float)
        for name, spent in self.seconds.items():
            sections[name.partition("/")[0]] += spent
        slowest = sorted(self.seconds.items(), key=_by_time)[:SLOWEST]
        return [
            f"CPU seconds: {sum(sections.values()):.0f} ({_told(sorted(sections.items(), key=_by_time))})",
            f"slowest: {_told(slowest)}",
        ]


def _by_time(each: tuple[str, float]) -> float:
    return -each[1]


def _told(times: Iterable[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {spent:.1f}" for name, spent in times)


def run(parts: Sequence[Part], stored: Entries, jobs: int) -> tuple[Progress, bool]:
    """Make all parts; return what is found, and whether it was interrupted before the end."""
    progress = Progress(len(parts))
    before = {stop: signal.signal(stop, signal.default_int_handler) for stop in (signal.SIGINT, signal.SIGTERM)}
    try:
        for outcome in outcomes(parts, stored, jobs):
            progress.take(outcome)
    except KeyboardInterrupt:
        return progress, True
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
    return progress, False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = parsed(arguments)
    stored = read(options.file)
    patterns = [pattern for text in options.accept for pattern in text.split()]
    if options.accept_all or (options.write and not stored):
        patterns = ["*"]
    only = [pattern for text in options.only for pattern in text.split()]
    parts = chosen(options.quick, only or patterns)
    if options.new:
        made = owned(stored, parts)
        parts = [part for part in parts if not made[part.name]]
    progress, interrupted = run(parts, stored, options.jobs)
    entries, differences = progress.entries, progress.differences
    print("", *progress.lines(), sep="\n", file=sys.stderr)
    if not options.quick and not options.new and not interrupted:
        differences += without_part(stored, list(every_part()))
    if only:
        differences = [each for each in differences if matches(each.name, only)]
    wanted = [each for each in differences if matches(each.name, patterns)]
    left = [each for each in differences if not matches(each.name, patterns)]
    if wanted:
        write(options.file, accepted(stored, entries, wanted, patterns))
        print(*summary(wanted, options.most), f"accepted: {len(wanted)} entries of {options.file.name}", sep="\n")
    if left:
        print(*summary(left, options.most), sep="\n")
        print("accept a wanted change by its name: make freeze ONLY='NAME ...' (globs are allowed)")
    elif not wanted:
        print(f"frozen: {len(entries)} entries of {len(progress.seconds)} parts are as stored")
    if interrupted:
        print(f"interrupted: {len(progress.seconds)} of {len(parts)} parts were compared")
        return INTERRUPTED
    return 1 if left and not patterns else 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="compare the short part only")
    parser.add_argument("--only", action="append", default=[], metavar="NAMES", help="compare these entries only")
    parser.add_argument("--accept", action="append", default=[], metavar="NAMES", help="accept these changes, by name")
    parser.add_argument("--accept-all", action="store_true", help="accept every change")
    parser.add_argument("--new", action="store_true", help="make only what has no entry yet, such as a new game")
    parser.add_argument("--write", action="store_true", help="write the file, unless it has entries that differ")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes [default: 2]")
    parser.add_argument("--most", type=int, default=40, help="lines of differences [default: 40]")
    parser.add_argument("--file", type=Path, default=FILE, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
