"""Logs that were written by earlier versions and must verify for ever: one file a protocol and kind of table."""

from collections.abc import Iterator
from pathlib import Path

from frozen.leaves import Plain
from frozen.parts import Part
from houseway.room.verify import verify_bytes

TESTS = Path(__file__).resolve().parents[2] / "tests"


def parts() -> Iterator[Part]:
    """Yield the verification of every kept log."""
    for path in kept_logs():
        yield Part(f"log/{path.parent.name}/{path.stem}", verified, (path,), quick=True, depth=1, words_depth=2)


def kept_logs() -> list[Path]:
    """Return the files of the logs."""
    return sorted((TESTS / "room").glob("*_protocol/*.jsonl"))


def verified(path: Path) -> Plain:
    """Return the report of a verification."""
    report = verify_bytes(path.read_bytes())
    return {**report.to_dict(), "lines_of_report": list(report.lines())}
