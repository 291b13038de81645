"""Logs of every protocol that must verify for ever, and the records that are written today."""

import json
from collections.abc import Iterator
from pathlib import Path

from support.kept_logs import LOGS, log_of

from frozen.leaves import Plain
from frozen.parts import Part
from houseway.room.verify import verify_bytes

TESTS = Path(__file__).resolve().parents[2] / "tests"


def parts() -> Iterator[Part]:
    """Yield the verification of every kept log, and the logs that the present version writes."""
    for name in LOGS:
        yield Part(f"log/written/{name}", written, (name,), quick=True, depth=0, words_depth=0)
    for path in kept_logs():
        yield Part(f"log/{path.parent.name}/{path.stem}", verified, (path,), quick=True, depth=1, words_depth=2)


def kept_logs() -> list[Path]:
    """Return the files of the logs."""
    return sorted((TESTS / "room").glob("*_protocol/*.jsonl"))


def verified(path: Path) -> Plain:
    """Return the report of a verification. How many records are in other words than today's is a matter of words."""
    report = verify_bytes(path.read_bytes())
    plain = {key: each for key, each in report.to_dict().items() if key != "records_in_other_words"}
    return {**plain, "lines_of_report": list(report.lines())}


def written(name: str) -> Plain:
    """Return the records of a seeded table without the hashes, which words go into."""
    records = [json.loads(line)["record"] for line in log_of(name).splitlines()]
    return [{key: each for key, each in record.items() if key != "previous"} for record in records]
