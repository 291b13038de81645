"""What ships of a declared title is what is to be recorded, and what is computed now."""

import json
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from houseway.analysis.results.recorded import FOLDER, result_key

SLUG = "three-card-poker"
COMPUTED = 2
"""About how many records of each part are computed again."""


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    spec = spec_from_file_location("record", Path(__file__).parents[2] / "tools" / "record.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@pytest.mark.slow
@pytest.mark.parametrize("part", ["whole", "values", "strategy"])
def test_every_record_is_there_and_some_are_computed_again(part: str, recorder: ModuleType) -> None:
    path = files("houseway.analysis").joinpath(FOLDER, f"{recorder.file_name(SLUG, part)}.json")
    shipped = json.loads(path.read_text("utf-8"))
    questions = {result_key(each.game, each.strategy): each for each in recorder.questions(SLUG, (part,))}
    assert shipped.keys() == questions.keys()
    for key in sorted(questions)[:: max(1, len(questions) // COMPUTED)]:
        computed = json.loads(json.dumps(recorder.record_of(questions[key], shipped=False)))
        for passing in ("seconds", "label"):
            computed.pop(passing, None)
            shipped[key].pop(passing, None)
        assert shipped[key] == computed, questions[key].game.label
