"""A simulation of random play says that it is one, and why it was taken."""

from io import StringIO

import pytest
from rich.console import Console

import houseway as hw
from houseway.analysis.declared import simulation
from houseway.analysis.results.display import render_simulation
from houseway.analysis.results.simulation import SimulationResult


def printed(result: SimulationResult) -> str:
    text = StringIO()
    out = Console(width=300, file=text)
    for part in render_simulation(result):
        out.print(part)
    return text.getvalue()


def test_a_title_that_no_family_counts_is_played_at_random_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "reasons_against", lambda game: {"staged stud": "the dealer has a hand"})
    result = hw.simulate("mississippi-stud", 20)
    assert result.subject.strategy == "random"
    assert result.note.startswith("No family counts Mississippi Stud, so its best play is not known. Every")
    assert result.note in printed(result)
    assert "million" not in printed(result)
    assert result.to_dict()["note"] == result.note


@pytest.mark.parametrize(("strategy", "noted"), [("random", True), ("optimal", False)])
def test_random_play_that_was_asked_for_needs_no_reason(strategy: str, noted: bool) -> None:
    result = hw.simulate("mississippi-stud", 20, strategy=strategy)
    assert ("drawn at random" in result.note) is noted
    assert "No family" not in result.note
    assert ("note" in result.to_dict()) is noted
