"""Single bytes changed at random, in an export, in every stored value and in the file: each is found, or may change.

The long run is `benchmarks/byte_flips.py --flips 200`; this is the same with a few.
"""

import sys
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "byte_flips.py"
FLIPS = 6


@pytest.fixture(scope="module")
def byte_flips() -> ModuleType:
    spec = spec_from_file_location("byte_flips", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["byte_flips"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_changed_byte_is_found_where_it_is_or_belongs_to_nothing_that_is_verified(
    byte_flips: ModuleType, tmp_path: Path
) -> None:
    made = list(byte_flips.flips(tmp_path, FLIPS, seed=3))
    assert Counter(flip.where.partition(".")[0] for flip in made) == dict.fromkeys(
        ("an export", "users", "accounts", "chains", "records", "entries", "alembic_version", "the file"),
        FLIPS,
    )
    for flip in made:
        assert flip.why != byte_flips.UNEXPLAINED, flip
        assert flip.found == flip.named == (not flip.why), flip
        assert not flip.why or flip.where == "the file", flip
