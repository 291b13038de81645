"""The times on the page of what the games are worth: of titles that there are, and near what `explain` estimates."""

import json
from pathlib import Path

import pytest
from support.quick import in_proof

from houseway.analysis import explain
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

CLOCKED = json.loads((Path(__file__).parents[2] / "docs" / "rules" / "times.json").read_text("utf-8"))
QUICK = 2.5
"""Clocked seconds up to which an estimate, which lists situations too, is a matter of a moment."""


@pytest.mark.parametrize("slug", [slug if CLOCKED[slug] < QUICK else in_proof(slug) for slug in CLOCKED])
def test_an_estimate_is_within_three_times_what_was_clocked(slug: str) -> None:
    table = game(slug)
    assert isinstance(table, DeclaredGame)
    assert 1 / 3 < explain(table).cpu_seconds / CLOCKED[slug] < 3
