"""Tables on disk: made once, never stale, never half-written, and never necessary."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from houseway.ranking.array_cache import Arrays, cache_directory, kept_arrays, source_hash
from houseway.ranking.facade import Ranking
from houseway.ranking.lookup import tables_and_lookup
from houseway.ranking.system import SYSTEMS

NAMES = ("squares",)


def squares() -> Arrays:
    return {"squares": np.arange(10) ** 2}


def never() -> Arrays:
    raise AssertionError("made again")


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_arrays_are_made_once_and_then_read(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = kept_arrays("test", "1", NAMES, squares)
    said = capsys.readouterr()
    assert (said.out, said.err.count("test tables")) == ("", 1)
    read = kept_arrays("test", "1", NAMES, never)
    assert (read["squares"] == made["squares"]).all()
    assert capsys.readouterr() == ("", "")
    assert [path.name for path in directory.iterdir()] == ["test-1.npz"]


def test_two_who_need_the_same_at_the_same_time_say_so_once(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second comes while the first is making it, and waits for nobody."""
    begun, is_made = Event(), Event()

    def slowly() -> Arrays:
        begun.set()
        is_made.wait(60)
        return squares()

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(kept_arrays, "test", "1", NAMES, slowly)
        begun.wait(60)
        second = kept_arrays("test", "1", NAMES, squares)
        is_made.set()
        assert (first.result()["squares"] == second["squares"]).all()
    assert capsys.readouterr().err.count("test tables") == 1
    assert [path.name for path in directory.iterdir()] == ["test-1.npz"]


def test_another_version_is_made_anew(directory: Path) -> None:
    kept_arrays("test", "1", NAMES, squares)
    with pytest.raises(AssertionError, match="made again"):
        kept_arrays("test", "2", NAMES, never)


@pytest.mark.parametrize("spoil", ["empty", "cut", "flipped", "other", "directory"])
def test_a_spoilt_file_is_made_again(directory: Path, spoil: str) -> None:
    kept_arrays("test", "1", NAMES, squares)
    path = directory / "test-1.npz"
    whole = path.read_bytes()
    middle = whole.index(bytes(np.arange(10) ** 2)) + 8
    spoilt = {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "other": b"not an archive at all",
    }
    path.unlink()
    if spoil == "directory":
        path.mkdir()
    else:
        path.write_bytes(spoilt[spoil])
    assert (kept_arrays("test", "1", NAMES, squares)["squares"] == np.arange(10) ** 2).all()
    if spoil != "directory":
        assert path.read_bytes()[:2] == whole[:2]
        assert (kept_arrays("test", "1", NAMES, never)["squares"] == np.arange(10) ** 2).all()
    assert [left.name for left in directory.iterdir()] == ["test-1.npz"]


def test_a_file_without_the_array_is_made_again(directory: Path) -> None:
    kept_arrays("test", "1", NAMES, squares)
    wanted = ("squares", "cubes")
    both = kept_arrays("test", "1", wanted, lambda: {**squares(), "cubes": np.arange(10) ** 3})
    assert both["cubes"][2] == 8


def test_a_place_that_cannot_be_written_to_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a directory")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(in_the_way / "cache"))
    assert (kept_arrays("test", "1", NAMES, squares)["squares"] == np.arange(10) ** 2).all()


def test_without_a_choice_the_users_cache_directory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSEWAY_CACHE", raising=False)
    assert cache_directory().name == "houseway"


def test_the_hash_of_a_source_changes_with_it(tmp_path: Path) -> None:
    source = tmp_path / "a.py"
    source.write_text("x = 1")
    before = source_hash([source])
    source.write_text("x = 2")
    assert source_hash([source]) != before


def test_a_ranking_made_without_a_cache_equals_the_one_read_back(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = np.array([[0, 5, 10], [48, 44, 40], [1, 2, 3]], np.uint8)
    values = []
    for _ in range(2):
        tables_and_lookup.cache_clear()
        values.append(Ranking(SYSTEMS["three-card"]).evaluate(hands).tolist())
    tables_and_lookup.cache_clear()
    assert values[0] == values[1]
    assert capsys.readouterr().err.count("making three-card-ranking tables") == 1
