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
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

from frozen.leaves import kept  # noqa: E402
from frozen.parts import Part, every_part  # noqa: E402
from frozen.store import Difference, Entries, accepted, compared, matches, read, summary, write  # noqa: E402

SLOWEST = 12
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


def _examine_named(name: str, stored: Entries) -> Outcome:
    """Do the same in another process, which finds the part by its name."""
    return examine(_parts_by_name()[name], stored)


_known: dict[str, Part] = {}


def _parts_by_name() -> dict[str, Part]:
    if not _known:
        from frozen.advice import remember_payoffs

        remember_payoffs()
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
        _parts_by_name()
        for part in parts:
            yield examine(part, by_part[part.name])
        return
    longest_first = sorted(parts, key=lambda part: -part.cost)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting = [pool.submit(_examine_named, part.name, by_part[part.name]) for part in longest_first]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BaseException:
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


def run(parts: Sequence[Part], stored: Entries, jobs: int, show: bool) -> tuple[Entries, list[Difference]]:
    """Make all parts and return their entries and differences; show progress and the CPU time of each section."""
    entries: Entries = {}
    differences: list[Difference] = []
    seconds: dict[str, float] = defaultdict(float)
    by_part: dict[str, float] = {}
    for done, outcome in enumerate(outcomes(parts, stored, jobs), 1):
        entries |= outcome.entries
        differences += outcome.differences
        by_part[outcome.name] = outcome.seconds
        seconds[outcome.name.partition("/")[0]] += outcome.seconds
        if show and sys.stderr.isatty():
            print(
                f"\r{done} of {len(parts)} parts, {len(differences)} differences", end="", file=sys.stderr, flush=True
            )
    if show:
        told = ", ".join(f"{name} {spent:.1f}" for name, spent in sorted(seconds.items(), key=lambda each: -each[1]))
        slowest = sorted(by_part.items(), key=lambda each: -each[1])[:SLOWEST]
        print("slowest:", ", ".join(f"{name} {spent:.1f}" for name, spent in slowest), file=sys.stderr)
        print(f"\rCPU seconds: {sum(seconds.values()):.0f} ({told})", file=sys.stderr)
    return entries, differences


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = parsed(arguments)
    stored = read(options.file)
    patterns = [pattern for text in options.accept for pattern in text.split()]
    if options.accept_all or (options.write and not stored):
        patterns = ["*"]
    only = [pattern for text in options.only for pattern in text.split()]
    parts = chosen(options.quick, only or patterns)
    entries, differences = run(parts, stored, options.jobs, show=True)
    if not options.quick:
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
        print(f"frozen: {len(entries)} entries of {len(parts)} parts are as stored")
    return 1 if left and not patterns else 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="compare the short part only")
    parser.add_argument("--only", action="append", default=[], metavar="NAMES", help="compare these entries only")
    parser.add_argument("--accept", action="append", default=[], metavar="NAMES", help="accept these changes, by name")
    parser.add_argument("--accept-all", action="store_true", help="accept every change")
    parser.add_argument("--write", action="store_true", help="write the file, unless it has entries that differ")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes [default: 2]")
    parser.add_argument("--most", type=int, default=40, help="lines of differences [default: 40]")
    parser.add_argument("--file", type=Path, default=FILE, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
