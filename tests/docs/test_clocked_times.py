"""The estimates of `houseway explain` beside the CPU times that were clocked: nothing here measures time."""

import json
from pathlib import Path

import numpy as np
import pytest
from support.quick import in_proof

from houseway.analysis import explain
from houseway.analysis.results.explanation import COMPILE_SECONDS, Explanation
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.ranking.array_cache import kept_arrays

RULES = Path(__file__).parents[2] / "docs" / "rules"
CLOCKED = json.loads((RULES / "times.json").read_text("utf-8"))
FIRST = json.loads((RULES / "first_times.json").read_text("utf-8"))
"""CPU seconds of the first count after an install, start and compiling included."""
QUICK = 2.5
"""Clocked seconds up to which an estimate, which lists situations too, is a matter of a moment."""


SHORT, LONG = 0.7, 2.0
"""How far an estimate may be from what was clocked; one that promises too little is worse."""


@pytest.mark.parametrize("slug", [slug if CLOCKED[slug] < QUICK else in_proof(slug) for slug in CLOCKED])
def test_an_estimate_is_near_what_was_clocked(slug: str) -> None:
    table = game(slug)
    assert isinstance(table, DeclaredGame | Pick2Poker)
    assert SHORT < explain(table).cpu_seconds / CLOCKED[slug] < LONG


@pytest.mark.parametrize("slug", [slug if CLOCKED[slug] < QUICK else in_proof(slug) for slug in FIRST])
def test_the_first_count_after_an_install_takes_no_longer_than_promised(slug: str) -> None:
    found = explain(game(slug))
    assert FIRST[slug] <= found.cpu_seconds + COMPILE_SECONDS
    assert "the first count after an install takes up to 10 s more, once" in found.duration


@pytest.mark.parametrize(
    ("cpu_seconds", "words"),
    [(0.4, "1 or 2 s"), (2.0, "1 or 2 s"), (2.6, "about 3 s"), (45.0, "about 45 s"), (400.0, "about 7 min")],
)
def test_no_count_is_promised_in_less_than_the_start_takes(cpu_seconds: float, words: str) -> None:
    assert Explanation("", "", {}, "", cpu_seconds).duration.startswith(f"{words} of CPU time on one core;")


def test_tables_that_are_made_once_say_how_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    kept_arrays("slow", "1", ["a"], lambda: {"a": np.zeros(1)}, cpu_seconds=15)
    said = capsys.readouterr().err
    assert said == "houseway: making slow tables (once; about 15 s of CPU time, after an install up to 10 s more)\n"
