"""Computes the exact results of the built-in pay tables and writes them into the package.

`python tools/record_results.py GAME...` does the named games, without a name all of them. Counts come from the cache on
disk where they are.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from houseway.analysis import ANALYSERS, analyze
from houseway.analysis.recorded import FOLDER, result_key, to_plain
from houseway.analysis.samples import sampled_jobs
from houseway.analysis.shards import counts_digest
from houseway.cli.progress import runner
from houseway.games.catalogue import game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER
OTHER_READINGS: dict[str, list[dict[str, str]]] = {
    "fast-action-holdem": [{"FA-R2": "no-bonus-only"}],
    "fast-action-holdem-multi": [
        {"FA-R2": splits, "FA-R8": decks}
        for decks in ("6", "7", "8")
        for splits in ("all", "no-bonus-only")
        if (splits, decks) != ("all", "6")
    ],
    "pick-2-poker": [
        {"P2-R1": choice} for choice in ("ante-pushes-play-compared", "both-push", "both-pay", "no-effect")
    ],
}


def built_in(slug: str) -> Iterator[Game]:
    """The approved tables of a game, and the readings on which its published figures or its sign depend."""
    for readings in [{}, *OTHER_READINGS.get(slug, [])]:
        names: list[str | None] = [*sheet(slug).pay_sets]
        for name in names or [None]:
            if readings and name == "felt":
                continue
            yield game(slug, paytable=name, readings=readings)


def sample_digests(slug: str) -> dict[str, str]:
    """Digests of a few shards of the game's counting, which the tests count again."""
    jobs = sampled_jobs(slug)
    return {name: counts_digest(job.run(shard)) for name, (job, shard) in jobs.items()}


def main(slugs: list[str]) -> None:
    """Write one file for each game."""
    PLACE.mkdir(exist_ok=True)
    for slug in slugs or ANALYSERS:
        records = {}
        for table in built_in(slug):
            result = analyze(table, recompute=True, runner=runner(None, None))
            records[result_key(table, "optimal")] = to_plain(result)
            print(f"{table.label}: {float(result.value):+.6f} Antes", flush=True)
        samples = sample_digests(slug)
        if samples:
            (PLACE / f"{slug}-samples.json").write_text(json.dumps(samples, indent=1) + "\n", "utf-8")
        (PLACE / f"{slug}.json").write_text(json.dumps(records, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
